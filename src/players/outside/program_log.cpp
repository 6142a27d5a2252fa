#include "players/outside/program_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/error.h"
#include "base/text.h"

namespace losange::players {

namespace {

constexpr std::size_t kLongestName = 60;

// "2026-11-19 22:47:52.123", in UTC.
std::string time_text() {
  using namespace std::chrono;
  const auto now = floor<milliseconds>(system_clock::now());
  const auto day = floor<days>(now);
  const year_month_day date(day);
  const hh_mm_ss time(now - day);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

// A player's name as a part of a file's name.
std::string as_file_name(std::string_view name) {
  std::string text(name.substr(0, kLongestName));
  std::replace_if(
      text.begin(), text.end(),
      [](char c) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        return !plain;
      },
      '_');
  return text.empty() || text.front() == '.' ? "_" + text : text;
}

// The first NAME-N.log that is not there yet: the logs of an earlier run stay.
std::unique_ptr<base::GrowingFile> new_file(const std::filesystem::path& folder,
                                            const std::string& name) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  for (std::uint64_t number = 1;; ++number) {
    const auto path = folder / fmt::format("{}-{}.log", as_file_name(name), number);
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) continue;
    return std::make_unique<base::GrowingFile>(path, base::GrowingFile::From::ItsEnd);
  }
}

}  // namespace

ProgramLog::ProgramLog(std::string name, std::filesystem::path folder, Tell tell)
    : name_(std::move(name)), folder_(std::move(folder)), tell_(std::move(tell)) {}

void ProgramLog::begin(std::string_view command_line) {
  if (folder_.empty()) return;
  const std::lock_guard lock(mutex_);
  file_ = new_file(folder_, name_);
  file_->append(
      fmt::format("# {}: {}\n"
                  "# Times are UTC. > sent, < received, ! standard error, # remark\n",
                  base::printable(name_, kLongestName),
                  base::printable(command_line, std::string::npos)));
}

void ProgramLog::error_line(std::string_view line) {
  if (!folder_.empty()) return add('!', line);
  tell_(fmt::format("{}: {}", base::printable(name_, kLongestName),
                    base::printable(line, std::string::npos)));
}

void ProgramLog::add(char sign, std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (!file_) return;
  try {
    file_->append(fmt::format("{} {} {}\n", time_text(), sign,
                              base::printable(line, std::string::npos)));
  } catch (const base::UserError& error) {
    tell_(fmt::format("losange: the log of '{}' ends here: {}",
                      base::printable(name_, kLongestName), error.what()));
    file_.reset();
  }
}

}  // namespace losange::players
