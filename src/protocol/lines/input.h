// Where HTP commands come from: lines of a stream or of a file descriptor, read by a thread of
// their own so that an interrupt reaches a search that runs, and commands sent meanwhile wait in
// order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/clock.h"
#include "protocol/lines/framing.h"

namespace losange::protocol {

class LineSource {
 public:
  virtual ~LineSource() = default;
  // Waits for the next line and gives it without its newline, cut after kLongestHtpLine + 1
  // characters. False at the end of the input and once closed.
  virtual bool next(std::string& line) = 0;
  // From any thread: ends a wait in next().
  virtual void close() = 0;
};

// For streams that do not wait for anybody, strings and files: close() is seen at the next line.
class StreamSource : public LineSource {
 public:
  explicit StreamSource(std::istream& in) : in_(in) {}
  bool next(std::string& line) override;
  void close() override { closed_ = true; }

 private:
  std::istream& in_;
  std::atomic<bool> closed_{false};
};

// For a terminal or a pipe. Throws base::UserError when the system has no descriptors left.
class DescriptorSource : public LineSource {
 public:
  explicit DescriptorSource(int descriptor);
  ~DescriptorSource() override;
  DescriptorSource(const DescriptorSource&) = delete;
  DescriptorSource& operator=(const DescriptorSource&) = delete;

  bool next(std::string& line) override;
  void close() override;

 private:
  void wait_and_read();

  int descriptor_;
  int wake_[2];         // a pipe: close() writes to it, the wait watches it beside the input
  std::string buffer_;  // read, and not yet given out from begin_ on
  std::size_t begin_ = 0;
  std::atomic<bool> ended_{false};
};

// The commands in the order they came. `# interrupt` stops every command sent before it. `quit` and
// the end of the input do so too when they come on their own; when they follow the last command
// closely they are the end of a script, and its searches are finished first.
class Inbox {
 public:
  struct Request {
    Command command;
    bool too_long = false;
    std::stop_source stop;
  };

  // Reads `source`, which must outlive the object, until quit, its end, or a stop request.
  Inbox(LineSource& source, std::stop_token stop);
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  // Waits for the next command; nothing when there will be none.
  std::optional<Request> next();

 private:
  void read();
  void push(Request request);
  void interrupt();
  void interrupt_unless_scripted();
  void close(bool drop_waiting);

  LineSource& source_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> waiting_;                 // guarded by mutex_, like the next two
  std::stop_source running_{std::nostopstate};  // of the request given out last
  bool closed_ = false;
  base::Clock::time_point last_arrival_;  // the reader's own
  std::stop_callback<std::function<void()>> on_stop_;
  std::jthread reader_;  // last: it uses all of the above
};

}  // namespace losange::protocol
