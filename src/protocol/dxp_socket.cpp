#include "protocol/dxp_socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "base/text.h"

namespace losange::protocol {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{100};  // between two looks at the stop token
constexpr std::chrono::seconds kConnectPatience{10};
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
  // False when `stop` was requested or the deadline passed first.
  bool wait_for(short events, const std::stop_token& stop, Clock::time_point deadline) const {
    while (!stop.stop_requested() && Clock::now() < deadline) {
      pollfd entry{descriptor_, events, 0};
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (::poll(&entry, 1, static_cast<int>(std::clamp(left, {}, kLook).count()) + 1) > 0)
        return true;
    }
    return false;
  }

 private:
  int descriptor_;
};

constexpr auto kForever = Clock::time_point::max();

// Messages in and out. What is received beyond a message waits for the next call.
class Messages {
 public:
  explicit Messages(const Socket& socket) : socket_(socket) {}

  // Nothing when the other side left, `stop` was requested or the deadline passed. Throws base::UserError when what
  // comes has no end.
  std::optional<std::string> next(const std::stop_token& stop, Clock::time_point deadline) {
    char bytes[512];
    auto end = buffer_.find('\0');
    while (end == buffer_.npos) {
      if (buffer_.size() > kLongestMessage)
        throw base::UserError("a DXP message is longer than any: the other side speaks no DXP");
      if (!socket_.wait_for(POLLIN, stop, deadline)) return std::nullopt;
      const auto got = ::recv(socket_.get(), bytes, sizeof bytes, 0);
      if (got <= 0) return std::nullopt;
      buffer_.append(bytes, static_cast<std::size_t>(got));
      end = buffer_.find('\0');
    }
    std::string message = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    if (message.starts_with('C'))
      fmt::print(stderr, "the other side says: {}\n", base::printable(message.substr(1), 126));
    return message;
  }

  bool send(const std::vector<std::string>& messages) const {
    return std::all_of(messages.begin(), messages.end(),
                       [&](const std::string& message) { return send_bytes(message + '\0'); });
  }

 private:
  bool send_bytes(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  const Socket& socket_;
  std::string buffer_;
};

[[noreturn]] void fail(int port, const char* what) {
  throw base::UserError(fmt::format("port {} cannot be {}: {}; choose another with --port", port,
                                    what, std::strerror(errno)));
}

// Until the leader leaves; a message that is none ends the connection.
void serve_leader(const Socket& socket, DxpFollower& follower, const std::stop_token& stop) {
  Messages leader(socket);
  try {
    while (!follower.over()) {
      const auto message = leader.next(stop, kForever);
      if (!message || !leader.send(follower.handle(*message, stop))) return;
    }
  } catch (const base::UserError& error) {
    fmt::print(stderr, "losange: dxp: {}\n", error.what());
  }
}

int port_of(const Socket& listener, int port) {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  if (::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
    return port;
  return ntohs(address.sin_port);
}

// One address the host has; what is wrong otherwise.
std::string try_address(const addrinfo& address, const std::stop_token& stop,
                        std::unique_ptr<Socket>& out) {
  auto socket = std::make_unique<Socket>(::socket(address.ai_family, address.ai_socktype, 0));
  if (socket->get() < 0) return std::strerror(errno);
  const int flags = ::fcntl(socket->get(), F_GETFL);
  ::fcntl(socket->get(), F_SETFL, flags | O_NONBLOCK);
  if (::connect(socket->get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return std::strerror(errno);
    if (!socket->wait_for(POLLOUT, stop, Clock::now() + kConnectPatience)) return "no answer";
    int error = 0;
    socklen_t length = sizeof error;
    ::getsockopt(socket->get(), SOL_SOCKET, SO_ERROR, &error, &length);
    if (error != 0) return std::strerror(error);
  }
  ::fcntl(socket->get(), F_SETFL, flags);
  out = std::move(socket);
  return "";
}

std::unique_ptr<Socket> connect_to(const DxpAddress& to, const std::stop_token& stop) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(to.host.c_str(), std::to_string(to.port).c_str(), &hints, &found);
  if (code != 0) {
    throw base::UserError(
        fmt::format("{} is not to be found: {}", base::printable(to.host), ::gai_strerror(code)));
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, ::freeaddrinfo);
  std::string reason;
  std::unique_ptr<Socket> socket;
  for (const addrinfo* a = found; a != nullptr && !socket; a = a->ai_next)
    reason = try_address(*a, stop, socket);
  if (!socket) {
    throw base::UserError(
        fmt::format("no follower at {}:{}: {}; start it first", to.host, to.port, reason));
  }
  return socket;
}

}  // namespace

void serve_dxp(int port, bool open_to_all, DxpFollower& follower,
               const std::function<void(int port)>& ready, std::stop_token stop) {
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
  ready(port_of(listener, port));
  while (!follower.over() && listener.wait_for(POLLIN, stop, kForever)) {
    const Socket leader(::accept(listener.get(), nullptr, nullptr));
    if (leader.get() >= 0) serve_leader(leader, follower, stop);
  }
}

DxpAddress DxpAddress::parse(std::string_view text) {
  DxpAddress address;
  std::string_view host = text;
  std::optional<std::string_view> port;
  const auto colon = text.rfind(':');
  if (text.starts_with('[')) {
    const auto bracket = text.find(']');
    host = text.substr(1, bracket - 1);
    if (bracket != text.npos && colon == bracket + 1) port = text.substr(colon + 1);
  } else if (colon != text.npos && text.find(':') == colon) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
  }
  address.host = base::trim(host);
  const auto number = port ? base::parse_integer(*port).value_or(0) : kDxpPort;
  address.port = static_cast<int>(number);
  if (address.host.empty() || number < 1 || number > 65535) {
    throw base::UserError(
        fmt::format("'{}' is no address: write HOST or HOST:PORT, as localhost:{}",
                    base::printable(text), kDxpPort));
  }
  return address;
}

void lead_dxp(const DxpAddress& address, DxpLeader& leader, std::chrono::milliseconds patience,
              const std::function<void(const game::GameRecord&, game::Side)>& ended,
              std::stop_token stop) {
  const auto socket = connect_to(address, stop);
  Messages follower(*socket);
  bool there = follower.send(leader.begin());
  while (there && !leader.over()) {
    const auto deadline = Clock::now() + patience;
    const auto message = follower.next(stop, deadline);
    if (stop.stop_requested()) return;
    if (!message && Clock::now() >= deadline) {
      throw base::UserError(
          fmt::format("the follower was silent for {}: --patience allows it more",
                      base::format_duration(std::chrono::duration<double>(patience).count())));
    }
    if (!message) break;
    const auto side = leader.side();
    there = follower.send(leader.handle(*message, stop));
    if (const auto game = leader.take_ended()) ended(*game, side);
  }
  if (!leader.over()) throw base::UserError("the follower left before the games were over");
}

}  // namespace losange::protocol
