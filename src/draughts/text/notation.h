// Squares and moves as text: numbers or, by the rules that use them, letters; the path of a capture; moves
// as the Hub protocol writes them. Draughts::parse and ::to_text, files and protocols use it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "draughts/rules/position.h"

namespace losange::draughts {

template <class Bits>
std::string square_name(const Variant<Bits>& variant, int index);
// The index of "32" or "c3" in any case; throws base::UserError with the squares there are.
template <class Bits>
int parse_square(const Variant<Bits>& variant, std::string_view text);

// The squares a move is written with, in order: two or more words.
struct MoveWords {
  std::vector<std::string> squares;
  bool captures = false;  // parted by x or : somewhere
};
// Throws base::UserError when the text does not look like a move, or there is none to play.
template <class Bits>
MoveWords move_words(const Position<Bits>& position, std::string_view text);

template <class Bits>
typename Position<Bits>::Moves board_moves(const Position<Bits>& position) {
  typename Position<Bits>::Moves moves;
  position.moves_of_board(moves);
  return moves;
}

// The squares a capture may go over: where it starts, where it turns or pauses, where it ends. `through`
// names squares it must touch on its way in this order; empty when there is no such way.
template <class Bits>
std::vector<int> capture_path(const Position<Bits>& position, const Move<Bits>& move,
                              const std::vector<int>& through = {});

// "28x19x23": from, to, then what is captured, in numbers whatever the rules write.
template <class Bits>
std::string hub_text(const Variant<Bits>& variant, const Move<Bits>& move);
// Captured squares in any order; they may be left out where the move is clear. Throws base::UserError.
template <class Bits>
Move<Bits> parse_hub_move(const Position<Bits>& position, std::string_view text);

// Why a piece may not go from one square to another, or with the same square twice may not move at all: the
// rule in words, with its article.
template <class Bits>
base::Message why_refused(const Position<Bits>& position, int from, int to);

}  // namespace losange::draughts
