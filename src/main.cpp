// `losange`, and the same with more libraries, `losange-window` and `losange-torch`: all that they do is in the rooms.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "base/system/standard_streams.h"
#include "commands/run.h"
#include "commands/twins.h"

int main(int argc, char** argv) {
  using namespace losange;
  base::hold_standard_streams();
  // A limit on the size of files (ulimit -f) is an error like a full disk, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  commands::continue_in_twin(argc, argv);
  const int code = commands::run(argc, argv);
  // What could not be written is lost: on a full disk that must not look like success.
  if (code != 0 || (std::fflush(stdout) == 0 && std::cout.flush())) return code;
  std::fprintf(stderr, "losange: cannot write the result: %s\n", std::strerror(errno));
  return 1;
}
