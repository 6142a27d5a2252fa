// Hex as a Game: what searches, sessions and the conformance suite need to know of it. W is the width
// of the bitboards; words_for(size) gives it for a size.
#pragma once

#include <string>
#include <string_view>

#include "game/record.h"
#include "hex/board/position.h"

namespace losange::hex {

struct Config {
  int size = kDefaultSize;
  bool swap = true;
};

template <int W>
struct Hex {
  using Position = hex::Position<W>;
  using Config = hex::Config;

  static constexpr std::string_view kName = "hex";

  static Position initial(const Config& config) { return Position(config.size, config.swap); }
  // "f6" or "swap-pieces".
  static std::string to_text(const Position& position, Move move);
  // Reads a cell in any case, "swap" or "swap-pieces".
  static Move parse(const Position& position, std::string_view text);
  // Setup stones, then the move. More than the rules allow, as records of analysis contain it: moves
  // out of turn, "pass", "swap-sides" (the players change seats, the board stays), "swap-pieces"
  // later in the game. "resign" and "forfeit" leave the board as it is.
  static void apply(Position& position, const game::RecordNode& node);
};

extern template struct Hex<2>;
extern template struct Hex<4>;
extern template struct Hex<6>;

}  // namespace losange::hex
