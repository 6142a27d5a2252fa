// What tree searches are told of connections in Hex: who is joined already, and which moves meet no threat of the other
// side. ConnectionsLook is the closer look at nodes of the tree (search/montecarlo/closer.h), SureEnding what a player
// sees before and after a search: a won position is played to its end without one.
#pragma once

#include <optional>

#include "hex/connections/winning_plan.h"
#include "hex/shapes/inferior.h"
#include "search/search.h"

namespace losange::players {

// Whether the answer to the next stone may be a swap.
template <int W>
bool offers_swap(const hex::Position<W>& position) {
  if (position.stone_count() > 0) return false;
  auto after = position;
  after.play(hex::Move::at(0));
  return after.swap_available();
}
// Whether who wins by stones alone says who wins.
template <int W>
bool swap_is_over(const hex::Position<W>& position) {
  return !position.swap_available() && !offers_swap(position);
}

// A look must not cost much more than a net's answer: short lists find nearly as much as those of the solver do.
inline constexpr hex::ConnectionLimits kPlayLimits{
    .full = 4, .semi = 8, .between_cells = 2, .joined = 4, .total = 24'000, .until_won = true};

// Dead and captured cells filled in, then one H-search for the side that just moved.
template <int W>
class ConnectionsLook {
 public:
  struct Seen {
    game::Outcome outcome = game::Outcome::Ongoing;
    hex::Bitboard<W> lost{};

    bool loses(hex::Move move) const { return move.is_cell() && lost.test(move.cell()); }
  };

  Seen operator()(const hex::Position<W>& position) {
    if (!swap_is_over(position)) return {};
    const auto filled = hex::filled_in(position, hex::inferior_cells(position));
    if (filled.outcome() != game::Outcome::Ongoing) return {filled.outcome()};
    const auto other = game::other(position.to_move());
    connections_.find(filled, other);
    if (connections_.joined()) return {game::win_for(other)};
    // Of a move on a cell that is filled in nothing is said: it is as good as a pass.
    return {game::Outcome::Ongoing, filled.empty() & ~connections_.must_play()};
  }

 private:
  hex::Connections<W> connections_{kPlayLimits};
};

// One object a player and game. On the cells as they are, so that each stone has its answer.
template <int W>
class SureEnding {
 public:
  using Position = hex::Position<W>;
  using Report = search::Report<hex::Move>;

  explicit SureEnding(bool looks = true) : looks_(looks) {}

  // The move of a side that wins for certain, by the plan it follows or by connections found now; nothing where the tree has
  // to say. Precondition: the game goes on.
  std::optional<Report> win(const Position& position) {
    moves_to_loss_.reset();
    if (!looks_ || !swap_is_over(position)) return std::nullopt;
    if (const auto wins = position.winning_cells(position.to_move()); wins.any())
      return won(hex::Move::at(wins.first()), 1);
    const auto met = interference(position);
    if (!met) {
      connections_.find(position, position.to_move());
      plan_ = hex::WinningPlan<W>::for_first(connections_);
      if (!plan_) return std::nullopt;
    }
    const int moves = plan_->moves();
    const auto best = hex::Move::at(plan_->answer(met.value_or(-1)));
    expect(position, best);
    return won(best, moves);
  }

  // Whether the side to move loses for certain: before the search, since after it the time is over. Precondition: win was
  // asked about this position and found none.
  void look_for_loss(const Position& position) {
    if (!looks_ || !swap_is_over(position)) return;
    connections_.find(position, game::other(position.to_move()));
    if (const auto plan = hex::WinningPlan<W>::for_second(connections_))
      moves_to_loss_ = plan->moves();
  }

  // What a search says of moves that end the game: there is nothing to be found about them, and no plan is as short.
  static void tell_ends(const Position& position, Report& report) {
    const auto wins = position.winning_cells(position.to_move());
    for (auto& line : report.lines) {
      if (!line.move.is_cell() || !wins.test(line.move.cell())) continue;
      line.value = 1;
      line.proven = true;
      line.moves = 1;
    }
  }

  // What a search found, completed: a loss that it did not see for certain, and how many moves what is proven takes.
  // Precondition: win was asked about this position.
  void complete(const Position& position, Report& report) {
    if (!looks_ || !swap_is_over(position)) return;
    if (report.proven && report.value > 0) {
      plan_win(position, report);
      return;
    }
    if (!moves_to_loss_ && !report.proven) return;
    report.proven = true;
    report.value = -1;
    // Without a plan: when the board is full there is a winner.
    report.moves = moves_to_loss_.value_or(position.empty().count() / 2);
    for (auto& line : report.lines) {
      line.value = -1;
      line.proven = true;
      line.moves = report.moves;
    }
  }

 private:
  static Report won(hex::Move best, int moves) {
    Report report;
    report.best = best;
    report.value = 1;
    report.nodes = 1;
    report.depth = 1;
    report.proven = true;
    report.moves = moves;
    report.lines.push_back({best, 1, 1, true, {best}, false, moves});
    return report;
  }
  // The stone that was played since the last move of the plan, -1 for none; nothing when there is no plan, or the board is
  // another one.
  std::optional<int> interference(const Position& position) const {
    if (!plan_ || position.size() != expected_->size()) return std::nullopt;
    const game::Side side = position.to_move(), other = game::other(side);
    if (expected_->to_move() != other || position.stones(side) != expected_->stones(side))
      return std::nullopt;
    const auto before = expected_->stones(other), now = position.stones(other);
    const auto added = now & ~before;
    if ((before & ~now).any() || added.count() > 1) return std::nullopt;
    return added.any() ? added.first() : -1;
  }
  void expect(const Position& position, hex::Move best) {
    expected_ = position;
    expected_->play(best);
  }
  // The tree proved a win: connections after its move may tell how.
  void plan_win(const Position& position, Report& report) {
    expect(position, report.best);
    plan_.reset();
    int after = 0;  // moves of the winner
    if (expected_->outcome() == game::Outcome::Ongoing) {
      connections_.find(*expected_, position.to_move());
      plan_ = hex::WinningPlan<W>::for_second(connections_);
      after = plan_ ? plan_->moves() : expected_->empty().count() / 2;
    }
    report.moves = report.lines.front().moves = 1 + after;
  }

  bool looks_;
  hex::Connections<W> connections_{kPlayLimits};
  std::optional<int> moves_to_loss_;
  std::optional<hex::WinningPlan<W>> plan_;
  std::optional<Position> expected_;  // with the plan: the position after its last move
};

// For games without.
struct NoSureEnding {
  template <class Position>
  static std::optional<search::Report<typename Position::Move>> win(const Position&) {
    return std::nullopt;
  }
  template <class Position>
  static void look_for_loss(const Position&) {}
  template <class Position, class Report>
  static void tell_ends(const Position&, Report&) {}
  template <class Position, class Report>
  static void complete(const Position&, Report&) {}
};

}  // namespace losange::players
