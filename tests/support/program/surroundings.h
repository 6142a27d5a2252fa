// What surrounds a process, changed for a test and put back afterwards: a variable of its environment, the room it has
// for files.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>

namespace losange::testing_files {

class Environment {
 public:
  // Without a value the variable is taken away.
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }
  ~Environment() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// Whether programs of this build begin under `ulimit -f`: the thread sanitizer writes a file of its own before main.
#ifdef __SANITIZE_THREAD__
inline constexpr bool kBeginsWithSmallFiles = false;
#else
inline constexpr bool kBeginsWithSmallFiles = true;
#endif

// No file grows beyond this many bytes: to a writer the same as a disk that fills up.
class SmallFilesOnly {
 public:
  explicit SmallFilesOnly(std::size_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallFilesOnly() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFilesOnly(const SmallFilesOnly&) = delete;
  SmallFilesOnly& operator=(const SmallFilesOnly&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace losange::testing_files
