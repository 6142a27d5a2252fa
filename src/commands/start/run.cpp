#include "commands/start/run.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/system/interrupt.h"
#include "base/system/standard_streams.h"
#include "cluster/join.h"
#include "commands/line/frame.h"
#include "commands/start/twins.h"
#include "net/torch/torch.h"
#include "window/sfml/window.h"

namespace losange::commands {

namespace {

int run_command(int argc, char** argv, void (*fill)(CLI::App&)) {
  try {
    const int code = read_and_run(argc, argv, fill, window::available() ? "window" : "play",
                                  [&] { continue_in_torch_twin(argc, argv); });
    if (code == 0) cluster::leave();
    return base::interrupted() ? 130 : code;
  } catch (const base::UserError& error) {
    const bool needs_torch = dynamic_cast<const net::NeedsLibTorch*>(&error) != nullptr;
    if (needs_torch && !cluster::has_joined_others()) restart_with_torch(argc, argv);
    return cluster::end_with_error(error.what(), 1);
  } catch (const std::bad_alloc&) {
    return cluster::end_with_error(
        "there is not enough memory for this: choose smaller sizes, fewer threads or fewer games "
        "at once, or end other programs",
        1);
  } catch (const std::system_error& error) {
    // What was printed did not all get out.
    const bool unwritten = std::ferror(stdout) != 0;
    return cluster::end_with_error(unwritten ? "cannot write the result: " + error.code().message()
                                             : std::string("unexpected error: ") + error.what(),
                                   1);
  } catch (const std::exception& error) {
    return cluster::end_with_error(std::string("unexpected error: ") + error.what(), 1);
  }
}

// The error of a standard output that failed: std::cout keeps none, but a line more fails for the same reason.
int why_unwritten() {
  errno = 0;
  std::fputc('\n', stdout);
  std::fflush(stdout);
  return errno != 0 ? errno : EIO;
}

}  // namespace

int run(int argc, char** argv, void (*fill)(CLI::App&)) {
  base::hold_standard_streams();
  // A limit on the size of files (ulimit -f) is an error like a full disk, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  continue_in_window_twin(argc, argv);
  continue_for_this_cpu(argv);
  const int code = run_command(argc, argv, fill);
  // What could not be written is lost: on a full disk that must not look like success.
  const bool flushed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.flush();
  if (code != 0 || flushed) return code;
  std::fprintf(stderr, "losange: cannot write the result: %s\n", std::strerror(why_unwritten()));
  return 1;
}

}  // namespace losange::commands
