#include "protocol/dxp/socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include "base/aside.h"
#include "base/error.h"
#include "base/text.h"

namespace losange::protocol {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{100};  // between two looks at the stop token
constexpr std::chrono::seconds kConnectPatience{10};
constexpr std::chrono::seconds kSendPatience{10};  // for one who does not take what is sent
constexpr std::chrono::seconds kGrace{10};         // past the minutes of a game
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
  // comes has no end. Talk is shown here, and is no message that ends a silence.
  std::optional<std::string> next(const std::stop_token& stop, Clock::time_point deadline) {
    while (true) {
      auto message = next_of_any_kind(stop, deadline);
      if (!message || !message->starts_with('C')) return message;
      base::say_aside("the other side says: {}\n", base::printable(message->substr(1), 126));
    }
  }

  // False when the other side left or takes nothing for a while.
  bool send(const std::vector<std::string>& messages, const std::stop_token& stop) const {
    return std::all_of(messages.begin(), messages.end(), [&](const std::string& message) {
      if (message.starts_with('C')) base::say_aside("losange: dxp: {}\n", message.substr(1));
      return send_bytes(message + '\0', stop);
    });
  }

 private:
  std::optional<std::string> next_of_any_kind(const std::stop_token& stop,
                                              Clock::time_point deadline) {
    char bytes[512];
    auto end = buffer_.find('\0');
    while (end == buffer_.npos) {
      if (buffer_.size() > kLongestMessage)
        throw base::UserError("a DXP message is longer than any: the other side speaks no DXP");
      if (!socket_.wait_for(POLLIN, stop, deadline)) return std::nullopt;
      const auto got = ::recv(socket_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
      if (got < 0 && would_wait()) continue;
      if (got <= 0) return std::nullopt;
      buffer_.append(bytes, static_cast<std::size_t>(got));
      end = buffer_.find('\0');
    }
    // Whoever sends without a pause is not heard for ever.
    if (stop.stop_requested() || Clock::now() >= deadline) return std::nullopt;
    std::string message = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return message;
  }

  bool send_bytes(std::string_view bytes, const std::stop_token& stop) const {
    const auto deadline = Clock::now() + kSendPatience;
    while (!bytes.empty()) {
      const auto sent =
          ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      } else if (!would_wait() || !socket_.wait_for(POLLOUT, stop, deadline)) {
        return false;
      }
    }
    return true;
  }

  static bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

  const Socket& socket_;
  std::string buffer_;
};

[[noreturn]] void fail(int port, const char* what) {
  throw base::UserError(fmt::format("port {} cannot be {}: {}; choose another with --port", port,
                                    what, std::strerror(errno)));
}

// A machine that vanished says nothing: asked every minute, it is taken for gone after two.
void notice_death(const Socket& socket) {
  const auto set = [&](int level, int option, int value) {
    ::setsockopt(socket.get(), level, option, &value, sizeof value);
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 60);
  set(IPPROTO_TCP, TCP_KEEPINTVL, 15);
  set(IPPROTO_TCP, TCP_KEEPCNT, 4);
}

// Until the leader leaves, or is silent for longer than it may think; a message that is none ends the connection.
void serve_leader(const Socket& socket, DxpFollower& follower, const DxpEnded& ended,
                  const std::stop_token& stop) {
  notice_death(socket);
  Messages leader(socket);
  try {
    while (!follower.over()) {
      const auto minutes = follower.minutes();
      const auto deadline =
          minutes ? Clock::now() + std::chrono::minutes(*minutes) + kGrace : kForever;
      const auto message = leader.next(stop, deadline);
      if (!message && Clock::now() >= deadline) {
        base::say_aside("losange: dxp: the leader was silent for more than its minutes\n");
      }
      if (!message && follower.playing() && !stop.stop_requested() && Clock::now() < deadline) {
        base::say_aside("losange: dxp: the leader left in the middle of a game\n");
      }
      if (!message) return;
      const bool there = leader.send(follower.handle(*message, stop), stop);
      if (const auto game = follower.take_ended(); game && ended) ended(*game, follower.side());
      if (!there) return;
    }
  } catch (const base::UserError& error) {
    base::say_aside("losange: dxp: {}\n", error.what());
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
  auto socket = std::make_unique<Socket>(
      ::socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket->get() < 0) return std::strerror(errno);
  if (::connect(socket->get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return std::strerror(errno);
    if (!socket->wait_for(POLLOUT, stop, Clock::now() + kConnectPatience)) return "no answer";
    int error = 0;
    socklen_t length = sizeof error;
    ::getsockopt(socket->get(), SOL_SOCKET, SO_ERROR, &error, &length);
    if (error != 0) return std::strerror(error);
  }
  out = std::move(socket);
  return "";
}

// Where names are looked up, which may take as long as a silent server likes: on a thread that is left behind when
// `stop` or the deadline comes first.
struct LookUp {
  std::mutex mutex{};
  std::condition_variable_any done{};
  bool ended = false, wanted = true;
  int code = 0;
  addrinfo* found = nullptr;
};

addrinfo* look_up(const DxpAddress& to, const std::stop_token& stop) {
  const auto shared = std::make_shared<LookUp>();
  std::thread([shared, to] {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int code =
        ::getaddrinfo(to.host.c_str(), std::to_string(to.port).c_str(), &hints, &found);
    const std::lock_guard lock(shared->mutex);
    if (code == 0 && !shared->wanted) ::freeaddrinfo(found);
    shared->code = code;
    shared->found = found;
    shared->ended = true;
    shared->done.notify_all();
  }).detach();
  std::unique_lock lock(shared->mutex);
  shared->done.wait_for(lock, stop, kConnectPatience, [&] { return shared->ended; });
  shared->wanted = false;
  if (shared->ended && shared->code == 0) return shared->found;
  throw base::UserError(fmt::format("{} is not to be found: {}", base::printable(to.host),
                                    shared->ended ? ::gai_strerror(shared->code) : "no answer"));
}

std::unique_ptr<Socket> connect_to(const DxpAddress& to, const std::stop_token& stop) {
  addrinfo* const found = look_up(to, stop);
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
               const std::function<void(int port)>& ready, std::stop_token stop,
               const DxpEnded& ended) {
  const Socket listener(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
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
    const Socket leader(::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (leader.get() >= 0) {
      serve_leader(leader, follower, ended, stop);
    } else {
      std::this_thread::sleep_for(kLook);  // it left already, or there are no descriptors left
    }
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
              const DxpEnded& ended, std::stop_token stop) {
  std::unique_ptr<Socket> socket;
  try {
    socket = connect_to(address, stop);
  } catch (const base::UserError&) {
    if (stop.stop_requested()) return;
    throw;
  }
  notice_death(*socket);
  Messages follower(*socket);
  bool there = follower.send(leader.begin(), stop);
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
    there = follower.send(leader.handle(*message, stop), stop);
    if (const auto game = leader.take_ended()) ended(*game, side);
  }
  if (!leader.over()) throw base::UserError("the follower left before the games were over");
}

}  // namespace losange::protocol
