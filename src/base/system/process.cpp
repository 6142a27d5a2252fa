#include "base/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace losange::base {

namespace {
constexpr std::size_t kLongestLine = 1u
                                     << 20;  // a child that never ends its line must not eat memory
constexpr Millis kParting{300};              // between closing its output and being gone
constexpr std::size_t kLongestErrorLine = 1u << 14;  // longer ones are told in parts

struct Pipe {
  int read_end = -1, write_end = -1;

  void close() {
    for (int* end : {&read_end, &write_end}) {
      if (*end >= 0) ::close(std::exchange(*end, -1));
    }
  }
};

// Until the last writer has closed the pipe. A program that left the child's process group may keep
// it open: after a stop only what is already there is read.
void read_errors(int from, const Process::ErrorLine& tell, const std::stop_token& stop) {
  constexpr int kNap_ms = 50, kMostReadsAfterStop = 64;
  std::string line;
  const auto end_line = [&] {
    if (line.ends_with('\r')) line.pop_back();
    tell(line);
    line.clear();
  };
  for (int reads_after_stop = 0; reads_after_stop < kMostReadsAfterStop;) {
    const bool stopped = stop.stop_requested();
    pollfd waiting{from, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, kNap_ms);
    if (ready == 0 && stopped) break;
    if (ready <= 0) continue;
    if (stopped) ++reads_after_stop;
    char chunk[4096];
    const ssize_t count = ::read(from, chunk, sizeof chunk);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) break;
    for (ssize_t i = 0; i < count; ++i) {
      if (chunk[i] != '\n') line += chunk[i];
      if (chunk[i] == '\n' || line.size() >= kLongestErrorLine) end_line();
    }
  }
  if (!line.empty()) end_line();
  ::close(from);
}
}  // namespace

bool may_be_found(std::string_view command_line) {
  constexpr const char* kWordsOfTheShell[] = {
      ".",  ":",   "case", "cd",     "command", "eval",  "exec",  "export", "for",
      "if", "set", "trap", "ulimit", "umask",   "unset", "until", "wait",   "while"};
  const auto words = split_words(command_line);
  if (words.empty()) return false;
  const std::string& name = words.front();
  if (name.find_first_of("\"'\\$`|&;<>()*?[]{}~=#!") != name.npos) return true;
  if (std::find(std::begin(kWordsOfTheShell), std::end(kWordsOfTheShell), name) !=
      std::end(kWordsOfTheShell)) {
    return true;
  }
  const auto is_program = [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != name.npos) return is_program(name);
  const char* places = std::getenv("PATH");
  if (places == nullptr) return true;  // the shell has a list of its own
  const auto folders = split(places, ':');
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return is_program((folder.empty() ? "." : folder) + "/" + name);
  });
}

Process::Process(const std::string& command_line, ErrorLine on_error_line) {
  Pipe input, output, errors;
  const auto fail = [&](int error) {
    for (Pipe* pipe : {&input, &output, &errors}) pipe->close();
    throw UserError("program.cannot-start", "cannot start '{}': {}", command_line,
                    system_reason(error));
  };
  const auto open = [&](Pipe& pipe) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail(errno);
    pipe = {ends[0], ends[1]};
  };
  open(input);
  open(output);
  if (on_error_line) open(errors);
  std::signal(SIGPIPE, SIG_IGN);  // a dead child is seen as a failed write, not as our own death
  const char* command = command_line.c_str();
  pid_ = ::fork();
  if (pid_ == 0) {
    // Its own process group: killing the group ends a shell together with what the shell started, and
    // Ctrl-C at our terminal does not reach the child.
    ::setpgid(0, 0);
    ::dup2(input.read_end, STDIN_FILENO);
    ::dup2(output.write_end, STDOUT_FILENO);
    if (errors.write_end >= 0) ::dup2(errors.write_end, STDERR_FILENO);
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
    ::_exit(127);
  }
  if (pid_ < 0) fail(errno);
  ::setpgid(pid_, pid_);  // in the parent too, so that a kill right now finds the group
  to_child_ = std::exchange(input.write_end, -1);
  from_child_ = std::exchange(output.read_end, -1);
  ::fcntl(to_child_, F_SETFL, O_NONBLOCK);
  if (on_error_line) {
    error_reader_ = std::jthread([from = std::exchange(errors.read_end, -1),
                                  tell = std::move(on_error_line)](const std::stop_token& stop) {
      read_errors(from, tell, stop);
    });
  }
  for (Pipe* pipe : {&input, &output, &errors}) pipe->close();
}

Process::~Process() {
  kill();
  ::close(to_child_);
  ::close(from_child_);
}

bool Process::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to_child_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    pollfd waiting{to_child_, POLLOUT, 0};
    if (::poll(&waiting, 1, 2000) <= 0) return false;  // it has stopped reading
  }
  return true;
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline,
                                 std::stop_token stop) {
  while (true) {
    if (stop.stop_requested()) return Read::Stopped;
    const auto now = Clock::now();
    if (now >= deadline) return Read::TimedOut;
    if (const auto end = buffer_.find('\n', searched_); end != std::string::npos) {
      line.assign(buffer_, 0, end);
      buffer_.erase(0, end + 1);
      searched_ = 0;
      return Read::Line;
    }
    searched_ = buffer_.size();
    if (searched_ > kLongestLine) return Read::TooLong;
    // Short waits, so that a stop request is seen within 50 ms.
    const auto left = std::chrono::ceil<Millis>(deadline - now);
    pollfd waiting{from_child_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min(left, Millis(20)).count()));
    if (ready <= 0) continue;
    char chunk[4096];
    const ssize_t count = ::read(from_child_, chunk, sizeof chunk);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return Read::Ended;
    buffer_.append(chunk, static_cast<std::size_t>(count));
  }
}

void Process::reap(bool wait) {
  if (wait_status_ || pid_ <= 0) return;
  int status = 0;
  pid_t result = 0;
  do {
    result = ::waitpid(pid_, &status, wait ? 0 : WNOHANG);
  } while (result < 0 && errno == EINTR);
  if (result == pid_) wait_status_ = status;
}

void Process::kill() {
  if (killed_) return;  // the number of the group may belong to others by now
  reap(false);
  ::kill(-pid_, SIGKILL);  // the group may outlive its leader
  reap(true);
  killed_ = true;
}

bool Process::running() {
  reap(false);
  return !wait_status_;
}

bool Process::ends_within(Millis patience) {
  const auto deadline = Clock::now() + patience;
  while (running()) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(Millis(2));
  }
  return true;
}

Message Process::status() {
  if (running()) return {"program.running", "is running"};
  if (WIFSIGNALED(*wait_status_)) {
    return {"program.signal", "was ended by signal {}", WTERMSIG(*wait_status_)};
  }
  return {"program.ended", "ended with code {}", WEXITSTATUS(*wait_status_)};
}

Message Process::parting(const Message& otherwise) {
  if (!ends_within(kParting)) return otherwise;
  constexpr int kNotFound = 127;
  if (!WIFEXITED(*wait_status_) || WEXITSTATUS(*wait_status_) != kNotFound) return status();
  return {"program.not-found", "cannot be started: check the command line ({})", status()};
}

}  // namespace losange::base
