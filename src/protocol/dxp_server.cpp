// The sockets of DXP: one listening port, one leader at a time, messages parted by zero bytes.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "protocol/dxp.h"

namespace losange::protocol {

namespace {

constexpr int kLookMs = 100;  // between two looks at the stop token
constexpr std::size_t kLongestMessage = 4096;

class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int get() const { return descriptor_; }
  // False when `stop` was requested first.
  bool wait_readable(const std::stop_token& stop) const {
    while (!stop.stop_requested()) {
      pollfd entry{descriptor_, POLLIN, 0};
      if (::poll(&entry, 1, kLookMs) > 0) return true;
    }
    return false;
  }
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

 private:
  int descriptor_;
};

[[noreturn]] void fail(int port, const char* what) {
  throw base::UserError(fmt::format("port {} cannot be {}: {}; choose another with --port", port,
                                    what, std::strerror(errno)));
}

// Until the leader leaves; a message that is none ends the connection.
void serve_leader(const Socket& leader, DxpFollower& follower, const std::stop_token& stop) {
  std::string buffer;
  char bytes[512];
  while (!follower.over() && leader.wait_readable(stop)) {
    const auto got = ::recv(leader.get(), bytes, sizeof bytes, 0);
    if (got <= 0) return;
    buffer.append(bytes, static_cast<std::size_t>(got));
    for (auto end = buffer.find('\0'); end != buffer.npos; end = buffer.find('\0')) {
      const std::string message = buffer.substr(0, end);
      buffer.erase(0, end + 1);
      try {
        for (const auto& answer : follower.handle(message, stop)) {
          if (!leader.send(answer + '\0')) return;
        }
      } catch (const base::UserError& error) {
        fmt::print(stderr, "losange: dxp: {}\n", error.what());
        return;
      }
    }
    if (buffer.size() > kLongestMessage) return;
  }
}

}  // namespace

void serve_dxp(int port, bool open_to_all, DxpFollower& follower, std::stop_token stop) {
  const Socket listener(::socket(AF_INET, SOCK_STREAM, 0));
  if (listener.get() < 0) fail(port, "opened");
  const int yes = 1;
  ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(open_to_all ? INADDR_ANY : INADDR_LOOPBACK);
  if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    fail(port, "bound");
  }
  if (::listen(listener.get(), 1) != 0) fail(port, "listened on");
  fmt::print(stderr, "waiting for a leader on {}:{}\n", open_to_all ? "0.0.0.0" : "127.0.0.1",
             port);
  while (!follower.over() && listener.wait_readable(stop)) {
    const Socket leader(::accept(listener.get(), nullptr, nullptr));
    if (leader.get() >= 0) serve_leader(leader, follower, stop);
  }
}

}  // namespace losange::protocol
