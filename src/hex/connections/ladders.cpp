#include "hex/connections/ladders.h"

#include <algorithm>
#include <cassert>

#include "base/containers/stable_sort.h"

namespace losange::hex {
namespace {

constexpr int kLowest = 2, kHighest = 4;
constexpr int kStripRows = 5;  // an escape on the fifth row is seen too
constexpr int kShortest = 2;
// For every answer to a ladder's moves: on row 4 there may be too many, and then nothing is said.
constexpr int kMostLooks = 300;

}  // namespace

template <int W>
std::vector<Ladder<W>> Ladders<W>::find(const Position<W>& position, Side side) {
  assert(position.outcome() == Outcome::Ongoing);
  geometry_ = &position.geometry();
  side_ = side;
  strips_ = {};
  for (int cell = 0; cell < geometry_->cells; ++cell) {
    for (int edge = 0; edge < 2; ++edge) {
      if (row_of(cell, edge) <= kStripRows) strips_[edge].set(cell);
    }
  }
  std::vector<Ladder<W>> found;
  for (const Course& course : courses()) {
    auto more = along(position, course);
    found.insert(found.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  }
  return found;
}

// Both ways along both edges. The steps towards the edge lie beside the step ahead, on one side of it or the other.
template <int W>
std::vector<typename Ladders<W>::Course> Ladders<W>::courses() const {
  std::vector<Course> all;
  const int along = side_ == Side::First ? 0 : 1;
  for (const int ahead : {along, along + 3}) {
    for (const int turn : {1, 5}) {
      const int below = (ahead + turn) % 6;
      const auto towards = kDirections[static_cast<std::size_t>(below)];
      const int edge = (side_ == Side::First ? towards.z : towards.x) > 0 ? 1 : 0;
      all.push_back({edge, ahead, below, (ahead + 2 * turn) % 6});
    }
  }
  return all;
}

template <int W>
int Ladders<W>::row_of(int cell, int edge) const {
  const int line = side_ == Side::First ? cell / geometry_->size : cell % geometry_->size;
  return edge == 0 ? line + 1 : geometry_->size - line;
}

template <int W>
int Ladders<W>::step(int cell, int direction) const {
  return geometry_->around[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
}

template <int W>
typename Ladders<W>::Look Ladders<W>::look(const Position<W>& position, int stone, int edge,
                                           int without) {
  --looks_left_;
  Look seen;
  if (position.anchored(side_, edge).test(stone)) {
    seen.joined = true;
    return seen;
  }
  if (position.outcome() != Outcome::Ongoing) return seen;  // the other side has won
  Set within = strips_[edge];
  if (without >= 0) within.reset(without);
  connections_.find(position, side_, within);
  const int from = connections_.end_at(stone), to = Connections<W>::kFirstEdge + edge;
  const auto least = [](const auto* a, const auto* b) {
    return a->carrier.count() < b->carrier.count();
  };
  if (const auto full = connections_.full(from, to); !full.empty()) {
    seen.joined = true;
    seen.carrier = (*std::min_element(full.begin(), full.end(), least))->carrier;
    return seen;
  }
  auto semi = connections_.semi(from, to);
  base::stable_sort(semi.begin(), semi.end(), least);
  for (const auto* one : semi) {
    const Set met = seen.threatens ? seen.must_play & one->carrier : one->carrier;
    if (seen.threatens && met == seen.must_play) continue;
    if (!seen.threatens) seen.smallest = one->carrier;
    seen.threatens = true;
    seen.must_play = met;
    seen.carrier |= one->carrier;
  }
  // No cell meets all of them: more than the search joined at a time.
  if (seen.threatens && seen.must_play.none()) seen.joined = true;
  return seen;
}

template <int W>
typename Ladders<W>::Look Ladders<W>::look_down(const Position<W>& position, int stone,
                                                const Course& course) {
  return look(position, stone, course.edge, step(stone, course.ahead));
}

// The best of every chain: one that joins, else the one nearest to the edge, else the longest.
template <int W>
std::vector<Ladder<W>> Ladders<W>::along(const Position<W>& position, const Course& course) {
  std::vector<Ladder<W>> best;
  const Set own = position.stones(side_);
  const auto better = [](const Ladder<W>& a, const Ladder<W>& b) {
    if (a.joins != b.joins) return a.joins;
    if (a.row != b.row) return a.row < b.row;
    return a.moves.size() > b.moves.size();
  };
  (own & strips_[course.edge]).for_each([&](int head) {
    Ladder<W> ladder;
    if (!start(position, course, head, ladder)) return;
    const Set chain = geometry_->flood(Set::single(head), own);
    const auto same = std::find_if(best.begin(), best.end(),
                                   [&](const Ladder<W>& other) { return chain.test(other.head); });
    if (same == best.end()) {
      best.push_back(std::move(ladder));
    } else if (better(ladder, *same)) {
      *same = std::move(ladder);
    }
  });
  return best;
}

template <int W>
bool Ladders<W>::start(const Position<W>& position, const Course& course, int head,
                       Ladder<W>& ladder) {
  const int row = row_of(head, course.edge);
  const int ahead = step(head, course.ahead), below = step(head, course.below);
  if (row < kLowest || row > kHighest || ahead < 0 || below < 0 || !position.is_empty(ahead))
    return false;
  const Side other = game::other(side_);
  const bool stands = position.stones(other).test(below);
  // It stands in the way already, or it has to come there now.
  if (!stands && (position.to_move() != other || !position.is_empty(below))) return false;
  if (look(position, head, course.edge).joined) return false;
  const Look now = look_down(position, head, course);
  if (now.threatens == stands) return false;
  Position<W> begun = position;
  if (!stands) {
    if (!now.must_play.test(below)) return false;
    begun.put(below, other);
    if (begun.outcome() != Outcome::Ongoing || look_down(begun, head, course).threatens)
      return false;
    ladder.blocked = below;
  }
  ladder.edge = course.edge;
  ladder.row = row;
  ladder.head = head;
  run(begun, course, ladder);
  if (static_cast<int>(ladder.moves.size()) < kShortest) return false;
  if (ladder.replies.size() == ladder.moves.size()) return true;
  // It arrives by the usual answers: do others stop it?
  looks_left_ = kMostLooks;
  ladder.joins = joins_by_moving(begun, course, head, ladder.carrier);
  if (ladder.joins) ladder.escape = escape_of(begun, course, ladder);
  return true;
}

// With the usual answers, for as long as each move threatens.
template <int W>
void Ladders<W>::run(Position<W> position, const Course& course, Ladder<W>& ladder) {
  for (int front = ladder.head;;) {
    const int move = step(front, course.ahead);
    if (move < 0 || !position.is_empty(move)) return;
    position.put(move, side_);
    const Look now = look_down(position, move, course);
    if (now.joined) {
      ladder.moves.push_back(move);
      ladder.threats.push_back(now.carrier);
      return;
    }
    const int reply = step(move, course.below);
    if (reply < 0 || !now.threatens || !now.must_play.test(reply)) return;
    ladder.moves.push_back(move);
    ladder.threats.push_back(now.smallest);
    ladder.replies.push_back(reply);
    position.put(reply, game::other(side_));
    if (position.outcome() != Outcome::Ongoing) return;
    front = move;
  }
}

// Whether the stone in front is joined to the edge if its side moves: at once, or by running on, on this row or a lower one.
template <int W>
bool Ladders<W>::joins_by_moving(const Position<W>& position, const Course& course, int front,
                                 Set& carrier) {
  if (looks_left_ <= 0) return false;
  const Look now = look(position, front, course.edge);
  if (now.joined || now.threatens) {
    carrier |= now.joined ? now.carrier : now.smallest;
    return true;
  }
  if (position.outcome() != Outcome::Ongoing) return false;
  for (const int direction : {course.ahead, course.below, course.below_behind}) {
    const int move = step(front, direction);
    if (move < 0 || !position.is_empty(move)) continue;
    Set taken;
    if (!joins_by(position, course, move, taken)) continue;
    carrier |= taken;
    return true;
  }
  return false;
}

// The same with this move, whatever is answered. An answer outside of the carrier of what follows another one changes
// nothing about that.
template <int W>
bool Ladders<W>::joins_by(const Position<W>& position, const Course& course, int move,
                          Set& carrier) {
  if (looks_left_ <= 0) return false;
  Position<W> moved = position;
  moved.put(move, side_);
  const Look now = look(moved, move, course.edge);
  carrier |= now.carrier;
  carrier.set(move);
  if (now.joined) return true;
  if (!now.threatens) return false;
  Set left = now.must_play;
  while (left.any()) {
    const int answer = left.first();
    Position<W> answered = moved;
    answered.put(answer, game::other(side_));
    Set taken;
    if (!joins_by_moving(answered, course, move, taken)) return false;
    carrier |= taken;
    left &= taken;
    left.reset(answer);
  }
  return true;
}

// A stone that is no part of the ladder beside what the last move needs: the one nearest to it.
template <int W>
int Ladders<W>::escape_of(const Position<W>& position, const Course& course,
                          const Ladder<W>& ladder) const {
  const Set own = position.stones(side_);
  const Set chain = geometry_->flood(Set::single(ladder.head), own);
  const int last = ladder.moves.back();
  int nearest = -1, least = geometry_->cells;
  (own & ~chain & strips_[course.edge] & geometry_->spread(ladder.carrier)).for_each([&](int cell) {
    const int steps = distance(to_cube(geometry_->size, last), to_cube(geometry_->size, cell));
    if (steps >= least) return;
    least = steps;
    nearest = cell;
  });
  return nearest;
}

template class Ladders<2>;
template class Ladders<4>;
template class Ladders<6>;

}  // namespace losange::hex
