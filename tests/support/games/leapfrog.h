// A toy game that has what Hex lacks and draughts will bring: moves along several squares, captures,
// draws, repetition. It exists so that the conformance suite is held by two different games.
//
// Nine squares in a row. First owns 1 and 2, Second owns 8 and 9. A piece steps to an empty neighbour,
// or leaps over a neighbouring enemy to the empty square behind it, as often as it can and wants,
// taking what it leapt over. Without a move or a piece a side loses; a position seen three times, or
// sixty moves, make a draw.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "base/containers/fixed_vector.h"
#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "game/record.h"

namespace losange::testing_games {

struct LeapfrogMove {
  std::uint8_t length = 0;
  std::array<std::uint8_t, 6> squares{};
  bool operator==(const LeapfrogMove&) const = default;
};

class LeapfrogPosition {
 public:
  using Move = LeapfrogMove;
  using Moves = base::FixedVector<Move, 64>;
  static constexpr int kSquares = 9;
  static constexpr int kLongest = 60;

  LeapfrogPosition() { remember(); }

  game::Side to_move() const { return to_move_; }
  std::uint64_t hash() const { return board_hash() ^ key(100 + times_seen()); }
  std::uint64_t recomputed_hash() const { return hash(); }
  // Also of the number of moves and of what was seen before: everything that the result can depend on.
  std::uint64_t history_hash() const {
    std::uint64_t hash = board_hash() ^ key(200 + plies_);
    for (int i = 0; i < plies_; ++i) hash += seen_[i] * 0x9E3779B97F4A7C15ULL;
    return hash;
  }

  game::Outcome outcome() const {
    if (times_seen() >= 3 || plies_ >= kLongest) return game::Outcome::Draw;
    Moves moves;
    generate(moves);
    return moves.empty() ? game::win_for(game::other(to_move_)) : game::Outcome::Ongoing;
  }
  void legal_moves(Moves& out) const {
    out.clear();
    if (outcome() == game::Outcome::Ongoing) generate(out);
  }
  void play(Move move) {
    const std::int8_t piece = board_[move.squares[0]];
    for (int i = 0; i + 1 < move.length; ++i) {
      const int from = move.squares[i], to = move.squares[i + 1];
      board_[from] = 0;
      if (to - from == 2 || from - to == 2) board_[(from + to) / 2] = 0;
    }
    board_[move.squares[move.length - 1]] = piece;
    to_move_ = game::other(to_move_);
    ++plies_;
    remember();
  }

 private:
  static std::uint64_t key(int n) {
    std::uint64_t state = static_cast<std::uint64_t>(n) + 77;
    return base::splitmix64(state);
  }
  std::uint64_t board_hash() const {
    std::uint64_t hash = to_move_ == game::Side::First ? 0 : key(99);
    for (int i = 0; i < kSquares; ++i) {
      if (board_[i] != 0) hash ^= key(2 * i + (board_[i] > 0 ? 0 : 1));
    }
    return hash;
  }
  void remember() { seen_[plies_] = board_hash(); }
  int times_seen() const {
    return static_cast<int>(std::count(seen_.begin(), seen_.begin() + plies_ + 1, seen_[plies_]));
  }
  void leaps(std::array<std::int8_t, kSquares> board, Move so_far, Moves& out) const {
    const int from = so_far.squares[so_far.length - 1];
    for (const int step : {-1, 1}) {
      const int over = from + step, to = from + 2 * step;
      if (to < 0 || to >= kSquares || board[to] != 0 || board[over] != -board[from]) continue;
      auto next = board;
      next[to] = next[from];
      next[from] = next[over] = 0;
      Move longer = so_far;
      longer.squares[longer.length++] = static_cast<std::uint8_t>(to);
      out.push_back(longer);
      leaps(next, longer, out);
    }
  }
  void generate(Moves& out) const {
    const int mine = to_move_ == game::Side::First ? 1 : -1;
    for (int from = 0; from < kSquares; ++from) {
      if (board_[from] != mine) continue;
      Move start{1, {static_cast<std::uint8_t>(from)}};
      for (const int to : {from - 1, from + 1}) {
        if (to < 0 || to >= kSquares || board_[to] != 0) continue;
        out.push_back({2, {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}});
      }
      leaps(board_, start, out);
    }
  }

  std::array<std::int8_t, kSquares> board_{1, 1, 0, 0, 0, 0, 0, -1, -1};
  std::array<std::uint64_t, kLongest + 1> seen_{};
  game::Side to_move_ = game::Side::First;
  int plies_ = 0;
};

struct Leapfrog {
  using Position = LeapfrogPosition;
  struct Config {};

  static constexpr std::string_view kName = "leapfrog";
  static Position initial(const Config&) { return {}; }
  static std::string to_text(const Position&, const LeapfrogMove& move) {
    std::string text;
    for (int i = 0; i < move.length; ++i) {
      text += (i == 0 ? "" : "-") + std::to_string(move.squares[i] + 1);
    }
    return text;
  }
  static LeapfrogMove parse(const Position& position, std::string_view text) {
    Position::Moves moves;
    position.legal_moves(moves);
    for (const auto& move : moves) {
      if (to_text(position, move) == text) return move;
    }
    throw base::UserError("no such move: " + base::printable(text));
  }
  static void apply(Position& position, const game::RecordNode& node) {
    if (node.move) position.play(parse(position, node.move->text));
  }
};

}  // namespace losange::testing_games
