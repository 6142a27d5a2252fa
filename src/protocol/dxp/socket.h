// The sockets of DXP: messages parted by zero bytes, a port for one leader at a time, a connection to a follower.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

#include "protocol/dxp/dxp.h"

namespace losange::protocol {

inline constexpr int kDxpPort = 27531;

// Serves one leader after another on this machine's loopback address, or on every address where `open_to_all`, until
// one wants no more games or `stop`. Port 0 is any free one; `ready` is told which. `ended` gets each game that came to
// its end with our side in it. Throws base::UserError when the port cannot be had.
using DxpEnded = std::function<void(const game::GameRecord& game, game::Side ours)>;
void serve_dxp(int port, bool open_to_all, DxpFollower& follower,
               const std::function<void(int port)>& ready, std::stop_token stop,
               const DxpEnded& ended = {});

// Where a follower waits: "HOST", "HOST:PORT", "[HOST]:PORT".
struct DxpAddress {
  std::string host;
  int port = kDxpPort;

  // Throws base::UserError.
  static DxpAddress parse(std::string_view text);
};

// Leads games with a follower until all are played or `stop`; `ended` gets each with our side in it. Throws
// base::UserError when the follower cannot be reached, leaves, is silent for longer than `patience`, or sends what
// is no message.
void lead_dxp(const DxpAddress& address, DxpLeader& leader, std::chrono::milliseconds patience,
              const DxpEnded& ended, std::stop_token stop);

}  // namespace losange::protocol
