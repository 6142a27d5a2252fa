// A position of draughts with what its rules must remember: the positions since the last move that cannot
// be taken back, and the moves left in an ending. Trivially copyable; about 400 bytes, of which a search
// that never repeats reads one line of cache.
//
// hash() tells positions apart by board, side to move and how often the position was seen, so that a
// table of a search does not take a position that ends by repetition for one that does not.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "draughts/rules/variant.h"
#include "game/game.h"

namespace losange::draughts {

using game::Outcome;
using game::Side;

// By the rule of Frisian kings: which king of each colour moved last, and how often in a row.
class KingRuns {
 public:
  // A run never grows beyond `limit`, so that equal boards with idle kings are equal positions.
  template <class Bits>
  void note(Colour mover, const Move<Bits>& move, bool king, int limit);
  // The king that has made `limit` moves in a row, beside men.
  template <class Bits>
  Bits barred(const Pieces<Bits>& pieces, Colour turn, int limit) const {
    const Run& run = runs_[static_cast<std::size_t>(index(turn))];
    if (run.length == 0 || run.length < limit || pieces.men(turn) == 0) return 0;
    return bit<Bits>(run.square);
  }
  std::uint64_t mixed_into(std::uint64_t hash) const {
    for (const Run& run : runs_) {
      if (run.length > 0) hash = mixed(hash, Bits64{run.square} << 8 | run.length);
    }
    return hash;
  }

 private:
  struct Run {
    std::uint8_t square = 0, length = 0;
  };
  std::array<Run, 2> runs_{};
};

template <class Bits>
inline void KingRuns::note(Colour mover, const Move<Bits>& move, bool king, int limit) {
  Run& run = runs_[static_cast<std::size_t>(index(mover))];
  if (!king || move.captured != 0) {
    run = {};
  } else {
    const int length = run.length > 0 && run.square == move.from ? run.length + 1 : 1;
    run = {move.to, static_cast<std::uint8_t>(std::min(length, limit))};
  }
  Run& theirs = runs_[static_cast<std::size_t>(index(other(mover)))];
  if (theirs.length > 0 && has(move.captured, theirs.square)) theirs = {};
}

enum class Draw : std::uint8_t { None, Repetition, QuietMoves, Ending };

template <class Word>
class Position {
 public:
  using Bits = Word;
  using Move = draughts::Move<Bits>;
  using Moves = MoveList<Bits>;

  explicit Position(const Variant<Bits>& variant);  // the start of a game
  Position(const Variant<Bits>& variant, const Pieces<Bits>& pieces, Colour to_move);

  Side to_move() const { return side_of(turn_); }
  Outcome outcome() const {
    if (!can_move()) return game::win_for(game::other(to_move()));
    return draw_ == Draw::None ? Outcome::Ongoing : Outcome::Draw;
  }
  std::uint64_t hash() const { return seen_ > 1 ? mixed(hash_, Bits64{seen_}) : hash_; }
  std::uint64_t recomputed_hash() const;
  void legal_moves(Moves& out) const {
    out.clear();
    if (draw_ == Draw::None) moves_of_board(out);
  }
  void play(const Move& move);

  const Variant<Bits>& variant() const { return *variant_; }
  const Rules& rules() const { return *variant_->rules; }
  const Pieces<Bits>& pieces() const { return pieces_; }
  Colour turn() const { return turn_; }
  Colour colour_of(Side side) const {
    return side == Side::First ? rules().first : other(rules().first);
  }
  Side side_of(Colour colour) const { return colour == rules().first ? Side::First : Side::Second; }
  // The legal moves if the game were not drawn: people may play on.
  void moves_of_board(Moves& out) const {
    variant_->compiled->moves[index(turn_)](pieces_, barred_kings(), out);
  }
  bool can_move() const {
    return variant_->compiled->can_move[index(turn_)](pieces_, barred_kings());
  }
  bool can_capture(Colour colour) const {
    return variant_->compiled->can_capture[index(colour)](pieces_);
  }
  // Frisian: the king of the side to move that has made its moves in a row.
  Bits barred_kings() const { return king_runs_.barred(pieces_, turn_, rules().king_run); }
  const KingRuns& king_runs() const { return king_runs_; }

  Draw draw() const { return draw_; }
  int times_seen() const { return seen_; }
  // The ending that is being counted as an index into rules().endings, or -1.
  int ending() const { return ending_; }
  // The plies after which a count of moves ends the game, as long as nothing starts it anew; kNoCount where none goes on.
  static constexpr int kNoCount = 1000;
  int plies_to_draw() const {
    const int quiet = rules().quiet_moves > 0 ? 2 * rules().quiet_moves - quiet_plies_ : kNoCount;
    return std::max(0, ending_ < 0 ? quiet : std::min<int>(quiet, ending_left_));
  }
  // Whether there is a position that ends the game when it is seen once more.
  bool may_end_by_repetition() const { return repeated_; }

 private:
  static constexpr int kMostRemembered = 84;  // more than twice any number of quiet moves

  std::uint64_t board_hash() const;
  void note_past(bool reversible);
  void note_ending(bool restart);
  int find_ending() const;

  const Variant<Bits>* variant_;
  Pieces<Bits> pieces_;
  std::uint64_t hash_ = 0;
  Colour turn_;
  Draw draw_ = Draw::None;
  std::uint8_t seen_ = 1;
  std::uint8_t remembered_ = 0;
  std::uint8_t quiet_plies_ = 0;
  std::int8_t ending_ = -1;
  std::uint8_t ending_left_ = 0;
  bool repeated_ = false;
  KingRuns king_runs_;
  // Half of each hash since the last capture or move of a man, the present one last.
  std::array<std::uint32_t, kMostRemembered> past_{};
};

extern template class Position<Bits64>;
extern template class Position<Bits128>;

}  // namespace losange::draughts
