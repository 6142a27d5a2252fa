#include "draughts/rules/position.h"

#include <algorithm>

namespace losange::draughts {

template <class Word>
Position<Word>::Position(const Variant<Bits>& variant)
    : Position(variant, variant.start, variant.rules->first) {}

template <class Word>
Position<Word>::Position(const Variant<Bits>& variant, const Pieces<Bits>& pieces, Colour to_move)
    : variant_(&variant), pieces_(pieces), turn_(to_move) {
  note_past(false);
  note_ending(true);
}

template <class Word>
std::uint64_t Position<Word>::board_hash() const {
  std::uint64_t hash = variant_->key + static_cast<std::uint64_t>(index(turn_));
  hash = mixed(mixed(mixed(hash, pieces_.of[0]), pieces_.of[1]), pieces_.kings);
  return king_runs_.mixed_into(hash);
}

template <class Word>
std::uint64_t Position<Word>::recomputed_hash() const {
  const auto now = past_[remembered_ - 1u];
  const auto end = past_.begin() + remembered_;
  const auto seen = static_cast<Bits64>(std::count(past_.begin(), end, now));
  return seen > 1 ? mixed(board_hash(), seen) : board_hash();
}

template <class Word>
void Position<Word>::play(const Move& move) {
  const bool king = has(pieces_.kings, move.from);
  const bool reversible = king && move.captured == 0;
  if (rules().king_run > 0) king_runs_.note(turn_, move, king, rules().king_run);
  pieces_ = pieces_.after(turn_, move);
  turn_ = other(turn_);
  note_past(reversible);
  note_ending(move.captured != 0 || move.crowns);
}

template <class Word>
void Position<Word>::note_past(bool reversible) {
  hash_ = board_hash();
  draw_ = Draw::None;
  seen_ = 1;
  if (!reversible) {
    remembered_ = 0;
    quiet_plies_ = 0;
    repeated_ = false;
  } else if (quiet_plies_ < 255) {
    ++quiet_plies_;
  }
  const auto now = static_cast<std::uint32_t>(hash_);
  if (reversible) {
    const auto end = past_.begin() + remembered_;
    seen_ = static_cast<std::uint8_t>(1 + std::count(past_.begin(), end, now));
    // Only where people play on after a draw: the oldest position is forgotten.
    if (remembered_ == kMostRemembered)
      std::copy(past_.begin() + 1, end, past_.begin()), --remembered_;
  }
  past_[remembered_++] = now;
  if (rules().quiet_moves > 0 && quiet_plies_ >= 2 * rules().quiet_moves) draw_ = Draw::QuietMoves;
  if (seen_ >= rules().repetitions) draw_ = Draw::Repetition;
  repeated_ = repeated_ || seen_ + 1 >= rules().repetitions;
}

template <class Word>
int Position<Word>::find_ending() const {
  const int white = count(pieces_.of[0]), black = count(pieces_.of[1]);
  const int white_kings = count(pieces_.kings_of(Colour::White));
  const int black_kings = count(pieces_.kings_of(Colour::Black));
  if (white_kings == 0 || black_kings == 0) return -1;
  const auto fits = [&](const Ending& ending, int weak, int strong_kings) {
    return !(ending.lone_king && weak != 1) && strong_kings >= ending.kings;
  };
  for (std::size_t i = 0; i < rules().endings.size(); ++i) {
    const Ending& ending = rules().endings[i];
    if (white + black < ending.least_pieces || white + black > ending.most_pieces) continue;
    if (fits(ending, white, black_kings) || fits(ending, black, white_kings))
      return static_cast<int>(i);
  }
  return -1;
}

template <class Word>
void Position<Word>::note_ending(bool restart) {
  if (pieces_.kings == 0 || rules().endings.empty()) {
    ending_ = -1;
    return;
  }
  const int found = find_ending();
  if (found >= 0) {
    const int limit = 2 * rules().endings[static_cast<std::size_t>(found)].moves;
    const int left = std::max(0, ending_left_ - 1);
    const bool anew = ending_ < 0 || (restart && rules().endings_restart);
    ending_left_ = static_cast<std::uint8_t>(anew ? limit : std::min(left, limit));
    if (ending_left_ == 0) draw_ = Draw::Ending;
  }
  ending_ = static_cast<std::int8_t>(found);
}

template class Position<Bits64>;
template class Position<Bits128>;

}  // namespace losange::draughts
