// A display server for one test program, on a number it finds itself; it goes with the object.
#pragma once

#include <cstdlib>
#include <signal.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace losange::testing_display {

class VirtualDisplay {
 public:
  explicit VirtualDisplay(const std::string& screen = "1600x1000x24") {
    int ends[2];
    if (::pipe(ends) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::close(ends[0]);
      const std::string fd = std::to_string(ends[1]);
      if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(127);
      ::execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", screen.c_str(),
               "-nolisten", "tcp", static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(ends[1]);
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) number_ += c;
    ::close(ends[0]);
    if (!number_.empty()) ::setenv("DISPLAY", name().c_str(), 1);
  }
  ~VirtualDisplay() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  bool running() const { return !number_.empty(); }
  std::string name() const { return ":" + number_; }

 private:
  pid_t pid_ = -1;
  std::string number_;
};

}  // namespace losange::testing_display
