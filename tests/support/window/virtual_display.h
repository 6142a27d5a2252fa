// A display server for one test program, on a number it finds itself; it goes with the object.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace losange::testing_display {

class VirtualDisplay {
 public:
  explicit VirtualDisplay(const std::string& screen = "1600x1000x24") {
    // Two servers that start at once may want the same number; the one that loses tries again.
    for (int attempt = 0; attempt < 5 && !running(); ++attempt) start(screen);
    if (running()) ::setenv("DISPLAY", name().c_str(), 1);
  }
  ~VirtualDisplay() { stop(); }
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  bool running() const { return !number_.empty(); }
  std::string name() const { return ":" + number_; }

 private:
  void start(const std::string& screen) {
    stop();
    int ends[2];
    if (::pipe(ends) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::close(ends[0]);
      const std::string fd = std::to_string(ends[1]);
      if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(127);
      // Without -noreset the server starts anew whenever its last client leaves, and drops whoever comes then.
      ::execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", screen.c_str(), "-noreset",
               "-nolisten", "tcp", static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) number_ += c;
    ::close(ends[0]);
  }
  void stop() {
    if (pid_ > 0) {
      ::kill(pid_, SIGTERM);
      ::waitpid(pid_, nullptr, 0);
    }
    pid_ = -1;
  }

  pid_t pid_ = -1;
  std::string number_;
};

}  // namespace losange::testing_display
