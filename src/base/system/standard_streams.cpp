#include "base/system/standard_streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace losange::base {

void hold_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is given out, which is this one: those below are taken. Opened for reading alone, an
    // output refuses what is written, so that lost results are told.
    [[maybe_unused]] const int got = ::open("/dev/null", O_RDONLY);
  }
}

int silence_standard_outputs() {
  const int kept = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, descriptor);
  ::close(nowhere);
  return kept;
}

void check_standard_input() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) == 0 && S_ISDIR(status.st_mode))
    throw UserError("standard input is a folder: give a file, a pipe or a terminal");
}

}  // namespace losange::base
