#include "book/keep.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/error.h"
#include "base/system/file.h"
#include "book/file.h"

namespace losange::book {

namespace {

constexpr std::chrono::seconds kBetweenTries{1};

// Less when a stop is requested.
void wait_a_little(std::stop_token stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, kBetweenTries, [] { return false; });
}

}  // namespace

void keep_book(const std::filesystem::path& path, const Book& book, std::stop_token stop,
               const std::function<void(const std::string&)>& tell) {
  const std::string bytes = write_book(book);
  for (bool told = false;; told = true) {
    try {
      base::write_file(path, bytes);
      return;
    } catch (const base::UserError& error) {
      if (const auto kept = base::keep_elsewhere(path, bytes)) {
        throw base::UserError(fmt::format("{}. What was learnt is kept in {}: move it to {}",
                                          error.what(), kept->string(), path.string()));
      }
      if (stop.stop_requested()) {
        throw base::UserError(
            fmt::format("{}. What was learnt since the book was last saved is lost", error.what()));
      }
      if (!told) {
        tell(
            fmt::format("{}. No other folder takes the book either: it waits in memory and is "
                        "saved as soon as there is room; Ctrl-C gives it up",
                        error.what()));
      }
    }
    wait_a_little(stop);
  }
}

}  // namespace losange::book
