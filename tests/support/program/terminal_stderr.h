// A terminal of some width in the place of stderr, and what was written on it.
#pragma once

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace losange::testing_files {

class TerminalStderr {
 public:
  explicit TerminalStderr(unsigned short columns)
      : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) std::abort();
    slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
    const winsize size{40, columns, 0, 0};
    ::ioctl(master_, TIOCSWINSZ, &size);
    ::dup2(slave_, STDERR_FILENO);
  }
  ~TerminalStderr() {
    ::dup2(before_, STDERR_FILENO);
    for (const int file : {before_, slave_, master_}) ::close(file);
  }
  TerminalStderr(const TerminalStderr&) = delete;
  TerminalStderr& operator=(const TerminalStderr&) = delete;

  // A few kilobytes are kept until they are read.
  const std::string& seen() {
    char chunk[4096];
    for (ssize_t count = 0; (count = ::read(master_, chunk, sizeof chunk)) > 0;)
      seen_.append(chunk, static_cast<std::size_t>(count));
    return seen_;
  }

 private:
  int before_ = ::dup(STDERR_FILENO);
  int master_, slave_ = -1;
  std::string seen_;
};

}  // namespace losange::testing_files
