// Draughts as a Game: what searches, sessions and the conformance suite need to know of it. Bits is the
// word of the board: 64 bits up to 10x10, 128 for 12x12.
#pragma once

#include <string>
#include <string_view>

#include "draughts/rules/position.h"
#include "game/record.h"

namespace losange::draughts {

struct Config {
  const Rules* rules = &all_rules().front();
  int size = 10;
};

// The rules and size that a setup names; throws base::UserError when there are none such.
Config config_of(const game::GameSetup& setup);
// The setup with the name of its rules and its size written out.
game::GameSetup setup_of(const Config& config);

template <class Word>
struct Draughts {
  using Position = draughts::Position<Word>;
  using Config = draughts::Config;
  using Move = typename Position::Move;

  static constexpr std::string_view kName = "draughts";

  static Position initial(const Config& config) {
    return Position(variant<Word>(*config.rules, config.size));
  }
  // "32-28", "28x19", and with its whole path where that is not enough: "28x17x8x19".
  static std::string to_text(const Position& position, const Move& move);
  // Reads the same, with any squares of the path; a move that is refused is explained by its rule.
  static Move parse(const Position& position, std::string_view text);
  // Setup pieces ("31" or "K31"; "*" empties the board), then the move. Moves after a draw are played
  // as long as the board has any. "resign" and "forfeit" leave the board as it is.
  static void apply(Position& position, const game::RecordNode& node);
};

extern template struct Draughts<Bits64>;
extern template struct Draughts<Bits128>;

}  // namespace losange::draughts
