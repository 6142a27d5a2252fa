// A leader for tests of DXP: requests a game and plays any legal moves against the follower.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/random.h"
#include "draughts/text/draughts.h"
#include "draughts/text/notation.h"
#include "players/game/games.h"
#include "protocol/dxp/dxp.h"

namespace losange::testing_formats {

inline std::string dxp_request(char follower_colour, const std::string& position = "A") {
  return fmt::format("R01{:<32}{}005075{}", "leader", follower_colour, position);
}

// The message of a random legal move where the follower's record stands; empty when there is none.
inline std::string dxp_random_move(const protocol::DxpFollower& follower, base::Random& random) {
  using G = draughts::Draughts<draughts::Bits64>;
  const auto position = players::replay<G>(follower.record(), {});
  const auto moves = draughts::board_moves(position);
  if (moves.empty()) return "";
  const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  const auto number = [&](int i) {
    return position.variant().square_of_index[static_cast<std::size_t>(i)];
  };
  protocol::DxpMove message{1, number(move.from), number(move.to), {}};
  draughts::for_each_bit(move.captured, [&](int i) { message.captured.push_back(number(i)); });
  return protocol::to_text(message);
}

// What must hold for any bytes sent to a follower: an answer or a refusal. Messages are parted by '|'.
inline std::string dxp_problem(std::string_view text, std::unique_ptr<players::Player> player) {
  search::Limits limits;
  limits.nodes = 1;
  protocol::DxpFollower follower(std::move(player), limits);
  for (const auto& message : base::split(text, '|')) {
    try {
      for (const auto& answer : follower.handle(message)) {
        if (answer.empty() || std::string_view("AMEK").find(answer[0]) == std::string_view::npos) {
          return "a strange answer: " + answer;
        }
      }
    } catch (const base::UserError&) {
    }
  }
  return "";
}

}  // namespace losange::testing_formats
