// The messages of DXP, the DamExchange Protocol, read and written: text of fields of fixed width, colours W and Z
// (Black), squares two digits. Who leads and who follows (protocol/dxp/dxp.h) share them.
//
//   R 01 name(32) colour(1) minutes(3) moves(3) A           a game from the start, the follower has the colour
//   R 01 name(32) colour(1) minutes(3) moves(3) B side(1) squares(50)           from a position: w z W Z e
//   A name(32) code(1)                          0 accepted, 1 other version, 2 not this game, 3 no game
//   M seconds(4) from(2) to(2) count(2) captured(2 each)
//   E reason(1) stop(1)                         0 unknown, 1 I lose, 2 draw, 3 I win; stop 1: no more games
//   B move(3) colour(1), K code(1), C text      take back, answer to it (0 done, 1 cannot, 2 will not), chat
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "draughts/rules/rules.h"

namespace losange::protocol {

struct DxpRequest {
  int version = 1;
  std::string name{};
  draughts::Colour follower = draughts::Colour::Black;
  int minutes = 0, moves = 0;  // of each side for the whole game; 0 moves: no bound
  std::string position{};      // as Hub writes it; empty: the start
};
struct DxpAccept {
  std::string name;
  char code = '0';
};
struct DxpMove {
  int seconds = 0, from = 0, to = 0;
  std::vector<int> captured;
};
struct DxpEnd {
  char reason = '0', stop = '0';
};
struct DxpBack {
  int move = 1;
  draughts::Colour colour = draughts::Colour::White;
};
struct DxpBackAnswer {
  char code = '0';
};
struct DxpChat {
  std::string text;
};
using DxpMessage =
    std::variant<DxpRequest, DxpAccept, DxpMove, DxpEnd, DxpBack, DxpBackAnswer, DxpChat>;

// Throws base::UserError for a text that is none.
DxpMessage parse_dxp(std::string_view text);
// Without the zero byte that ends a message on the wire.
std::string to_text(const DxpMessage& message);

}  // namespace losange::protocol
