#include "protocol/lines/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <utility>

#include "base/error.h"

namespace losange::protocol {

namespace {

// A person or a program that wants to leave does not do so within this time of its last command.
constexpr base::Millis kScriptGap{250};
// A script may be longer than memory: the reader waits for the commands to be worked off.
constexpr std::size_t kMostWaiting = 4096;

bool asks_to_quit(const Inbox::Request& request) {
  return request.command.name == "quit" && request.command.arguments.empty() && !request.too_long;
}

}  // namespace

bool StreamSource::next(std::string& line) {
  line.clear();
  if (closed_) return false;
  bool any = false;
  for (char c = 0; in_.get(c); any = true) {
    if (c == '\n') return true;
    if (line.size() <= kLongestHtpLine) line += c;
  }
  return any;
}

DescriptorSource::DescriptorSource(int descriptor) : descriptor_(descriptor) {
  if (::pipe2(wake_, O_CLOEXEC) != 0) {
    throw base::UserError(fmt::format("cannot read the input: {}", std::strerror(errno)));
  }
}

DescriptorSource::~DescriptorSource() {
  ::close(wake_[0]);
  ::close(wake_[1]);
}

void DescriptorSource::close() {
  if (ended_.exchange(true)) return;
  const char any = 0;
  while (::write(wake_[1], &any, 1) < 0 && errno == EINTR) {
  }
}

bool DescriptorSource::next(std::string& line) {
  line.clear();
  while (true) {
    const std::size_t newline = buffer_.find('\n', begin_);
    const bool whole = newline != std::string::npos;
    const std::size_t end = whole ? newline : buffer_.size();
    line.append(buffer_, begin_, std::min(end - begin_, kLongestHtpLine + 1 - line.size()));
    begin_ = whole ? end + 1 : end;
    if (whole) return true;
    if (ended_) return !line.empty();
    wait_and_read();
  }
}

void DescriptorSource::wait_and_read() {
  buffer_.clear();
  begin_ = 0;
  pollfd waiting[2] = {{descriptor_, POLLIN, 0}, {wake_[0], POLLIN, 0}};
  if (::poll(waiting, 2, -1) < 0 || waiting[0].revents == 0) return;
  char chunk[4096];
  const ssize_t count = ::read(descriptor_, chunk, sizeof chunk);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    ended_ = true;
  } else {
    buffer_.assign(chunk, static_cast<std::size_t>(count));
  }
}

Inbox::Inbox(LineSource& source, std::stop_token stop)
    : source_(source),
      on_stop_(std::move(stop),
               [this] {
                 source_.close();
                 interrupt();
                 close(true);
               }),
      reader_([this] { read(); }) {}

Inbox::~Inbox() {
  source_.close();
  close(true);
}

std::optional<Inbox::Request> Inbox::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
  if (waiting_.empty()) return std::nullopt;
  Request request = std::move(waiting_.front());
  waiting_.pop_front();
  running_ = request.stop;
  changed_.notify_all();
  return request;
}

void Inbox::read() {
  std::string line;
  bool quit = false;
  while (!quit && source_.next(line)) {
    if (is_interrupt(line)) {
      interrupt();
      continue;
    }
    auto command = parse_command(line);
    if (!command) continue;
    Request request{*std::move(command), line.size() > kLongestHtpLine, {}};
    quit = asks_to_quit(request);
    if (quit) interrupt_unless_scripted();
    push(std::move(request));
    last_arrival_ = base::Clock::now();
  }
  if (!quit) interrupt_unless_scripted();
  close(false);
}

void Inbox::push(Request request) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_ || waiting_.size() < kMostWaiting; });
  if (closed_) return;
  waiting_.push_back(std::move(request));
  changed_.notify_all();
}

void Inbox::interrupt() {
  const std::lock_guard lock(mutex_);
  running_.request_stop();
  for (auto& request : waiting_) request.stop.request_stop();
}

void Inbox::interrupt_unless_scripted() {
  if (base::Clock::now() - last_arrival_ > kScriptGap) interrupt();
}

void Inbox::close(bool drop_waiting) {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  if (drop_waiting) waiting_.clear();
  changed_.notify_all();
}

}  // namespace losange::protocol
