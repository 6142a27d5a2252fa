#include "hex/board/hex.h"

#include "base/error.h"
#include "base/text.h"

namespace losange::hex {

namespace {

template <int W>
void put_in_turn(Position<W>& position, int cell, Side side) {
  if (position.outcome() != Outcome::Ongoing) {
    throw base::UserError("hex.after-end", "{} cannot be played: the game is over",
                          cell_name(position.size(), cell));
  }
  if (!position.is_empty(cell)) {
    throw base::UserError("hex.taken", "{} is taken: choose an empty cell",
                          cell_name(position.size(), cell));
  }
  position.put(cell, side);
}

template <int W>
void apply_setup(Position<W>& position, const game::RecordNode& node) {
  auto first = position.stones(Side::First), second = position.stones(Side::Second);
  for (const auto& stone : node.setup) {
    const int cell = checked_cell(position.size(), stone.cell);
    first.reset(cell);
    second.reset(cell);
    if (stone.side == Side::First) first.set(cell);
    if (stone.side == Side::Second) second.set(cell);
  }
  // Without a side in the file, the fewer stones move next, First when they are as many.
  const bool first_has_more = first.count() > second.count();
  const Side to_move = node.to_move.value_or(first_has_more ? Side::Second : Side::First);
  position = Position<W>::from_stones(position.size(), first, second, to_move);
}

}  // namespace

template <int W>
std::string Hex<W>::to_text(const Position& position, Move move) {
  if (move.is_swap()) return "swap-pieces";
  return move.is_cell() ? cell_name(position.size(), move.cell()) : "none";
}

template <int W>
Move Hex<W>::parse(const Position& position, std::string_view text) {
  if (position.outcome() != Outcome::Ongoing) {
    throw base::UserError("game.over", "the game is over: undo or start a new one");
  }
  const std::string word = base::lower(base::trim(text));
  if (word == "swap" || word == "swap-pieces") {
    if (position.swap_available()) return Move::swap();
    throw base::UserError(
        "hex.no-swap",
        "swap is not possible now: only the second player may swap, as the answer to the first "
        "stone, when the game is played with the swap rule");
  }
  const int cell = checked_cell(position.size(), word);
  if (!position.is_empty(cell)) {
    throw base::UserError("hex.taken", "{} is taken: choose an empty cell", word);
  }
  return Move::at(cell);
}

template <int W>
void Hex<W>::apply(Position& position, const game::RecordNode& node) {
  if (!node.setup.empty()) {
    apply_setup(position, node);
  } else if (node.to_move) {
    position.set_to_move(*node.to_move);
  }
  if (!node.move) return;

  const Side side = node.move->side;
  const std::string word = base::lower(node.move->text);
  if (word == "resign" || word == "forfeit") return;
  if (word == "swap-pieces" || word == "swap") {
    position = position.transposed();
    position.give_up_swap();
    position.set_to_move(game::other(side));
  } else if (word == "swap-sides") {
    position.give_up_swap();
    position.set_to_move(side);  // the colour that was to move still is, in the other player's hand
  } else if (word == "pass") {
    position.set_to_move(game::other(side));
  } else {
    put_in_turn(position, checked_cell(position.size(), word), side);
    position.set_to_move(game::other(side));
  }
}

template struct Hex<2>;
template struct Hex<4>;
template struct Hex<6>;

}  // namespace losange::hex
