#include "base/system/claim.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "base/error.h"

namespace losange::base {
namespace {

// Among the temporary files, so that nothing is left beside the file itself, which may be replaced while it is claimed.
std::filesystem::path place_of_claim(const std::filesystem::path& file) {
  std::error_code trouble;
  const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(file), trouble);
  const auto folder = std::filesystem::temp_directory_path(trouble);
  if (trouble) return {};
  const auto number = std::hash<std::string>{}(whole.string());
  return folder / fmt::format("losange-{}-{:016x}.claim", ::getuid(), number);
}

bool still_there(int file, const std::filesystem::path& path) {
  struct stat held {
  }, named{};
  return ::fstat(file, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

}  // namespace

Claim::Claim(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
    return;
  path_ = place_of_claim(file);
  if (path_.empty()) return;
  do {  // again where the run that had it removed it in between
    if (file_ >= 0) ::close(file_);
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ < 0) return;
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      ::close(file_);
      throw UserError("file.claimed",
                      "another run of losange works on {}: wait for it, or name another file",
                      file.string());
    }
  } while (!still_there(file_, path_));
}

Claim::~Claim() {
  if (file_ < 0) return;
  ::unlink(path_.c_str());
  ::close(file_);
}

}  // namespace losange::base
