#include "hex/shapes/shapes.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace losange::hex {

namespace {

using Cells = ShapeGame::Cells;

constexpr Cells bit(int i) { return Cells{1} << i; }

template <class F>
void for_each_cell(Cells cells, F&& f) {
  for (; cells != 0; cells &= cells - 1) f(std::countr_zero(cells));
}

}  // namespace

Shape::Shape(std::string_view name, std::string_view picture) : name(name), picture(picture) {
  // Two characters a cell, and a row starts one character to the right of the row above.
  const auto place_of = [&](std::size_t at) {
    const int row = static_cast<int>(std::count(picture.begin(), picture.begin() + at, '\n'));
    const auto line_start = picture.rfind('\n', at) + 1;
    return Place{row, static_cast<int>(at - line_start) - row};
  };
  const Place origin = place_of(picture.find('O'));
  for (std::size_t at = 0; at < picture.size(); ++at) {
    const Place from_origin = place_of(at) - origin;
    if (picture[at] == '=') edge = from_origin.down;
    if (picture[at] != 'O' && picture[at] != '.') continue;
    assert(from_origin.right % 2 == 0);
    (picture[at] == 'O' ? stones : carrier).push_back({from_origin.down, from_origin.right / 2});
  }
}

Shape Shape::without(Place cell) const {
  Shape smaller = *this;
  std::erase(smaller.carrier, cell);
  return smaller;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> library = {
      {"bridge",
       " O\n"
       ". .\n"
       " O\n"},
      {"II",
       " O\n"
       ". .\n"
       "= = =\n"},
      {"III",
       "  O .\n"
       " . . .\n"
       ". . . .\n"
       "= = = = =\n"},
      {"IV-1-a",
       "     O .\n"
       "  . . . . .\n"
       " . . . . . .\n"
       ". . . . . . .\n"
       "= = = = = = = =\n"},
      {"IV-2-a",
       " O O\n"
       ". . .\n"
       " . . .\n"
       ". . . .\n"
       "= = = = =\n"},
  };
  return library;
}

const Shape& shape(std::string_view name) {
  const auto found = std::find_if(shapes().begin(), shapes().end(),
                                  [&](const Shape& s) { return s.name == name; });
  assert(found != shapes().end());
  return *found;
}

ShapeGame::ShapeGame(const Shape& shape)
    : stones_(shape.stones),
      carrier_(shape.carrier),
      edge_(shape.edge),
      near_(carrier_.size()),
      score_{std::vector<int>(carrier_.size()), std::vector<int>(carrier_.size())} {
  assert(carrier_.size() <= 64);
  for (std::size_t i = 0; i < carrier_.size(); ++i) {
    all_ |= bit(static_cast<int>(i));
    for (const Place step : kAround) {
      const Place next = carrier_[i] + step;
      if (const int j = index_of(next); j >= 0) near_[i] |= bit(j);
      if (next == stones_.front()) start_ |= bit(static_cast<int>(i));
      if (edge_ > 0 ? next.down == edge_ : next == stones_.back())
        goal_ |= bit(static_cast<int>(i));
    }
  }
  // Stones next to the first one are one chain with it.
  for (std::size_t s = 1; edge_ > 0 && s < stones_.size(); ++s) {
    for (const Place step : kAround) {
      if (const int j = index_of(stones_[s] + step); j >= 0) start_ |= bit(j);
    }
  }
}

int ShapeGame::index_of(Place place) const {
  const auto found = std::find(carrier_.begin(), carrier_.end(), place);
  return found == carrier_.end() ? -1 : static_cast<int>(found - carrier_.begin());
}

Cells ShapeGame::flood(Cells seeds, Cells region) const {
  Cells reached = seeds & region;
  for (Cells fresh = reached; fresh != 0;) {
    Cells next = 0;
    for_each_cell(fresh, [&](int i) { next |= near_[i]; });
    fresh = next & region & ~reached;
    reached |= fresh;
  }
  return reached;
}

Cells ShapeGame::joining_moves(Cells own, Cells intruder) const {
  const auto beside = [&](Cells end) {
    Cells result = end;
    for_each_cell(flood(end, own), [&](int i) { result |= near_[i]; });
    return result;
  };
  return beside(start_) & beside(goal_) & ~own & ~intruder;
}

Cells ShapeGame::cutting_moves(Cells own, Cells intruder) const {
  Cells result = 0;
  for_each_cell(all_ & ~own & ~intruder, [&](int i) {
    if (!joined(all_ & ~intruder & ~bit(i))) result |= bit(i);
  });
  return result;
}

ShapeGame::Verdict ShapeGame::solve(Cells own, Cells intruder, bool owner_moves) {
  if (joined(own)) return {true, 0};
  if (!joined(all_ & ~intruder)) return {false, 0};
  auto& known = verdicts_[owner_moves ? 1 : 0];
  if (const auto found = known.find({own, intruder}); found != known.end()) return found->second;

  Verdict verdict{!owner_moves, 0};
  const Cells joining = joining_moves(own, intruder), cutting = cutting_moves(own, intruder);
  const Cells winning = owner_moves ? joining : cutting, threats = owner_moves ? cutting : joining;
  const Cells first_threat = threats & -threats, other_threats = threats & ~first_threat;
  if (winning != 0) {
    verdict = {owner_moves, winning & -winning};
  } else if (other_threats != 0) {
    verdict.carrier = first_threat | (other_threats & -other_threats);
  } else {
    // A move that fails shows a way to beat it, and a later move must meet that way too.
    verdict.carrier = threats;
    auto& score = score_[owner_moves ? 1 : 0];
    for (Cells must_play = threats != 0 ? threats : all_ & ~own & ~intruder; must_play != 0;) {
      int move = std::countr_zero(must_play);
      for_each_cell(must_play, [&](int i) { move = score[i] > score[move] ? i : move; });
      const Verdict after = owner_moves ? solve(own | bit(move), intruder, false)
                                        : solve(own, intruder | bit(move), true);
      if (after.holds == owner_moves) {
        verdict = {owner_moves, after.carrier | bit(move)};
        ++score[move];
        break;
      }
      verdict.carrier |= after.carrier;
      must_play &= after.carrier & ~bit(move);
    }
  }
  known.emplace(Key{own, intruder}, verdict);
  return verdict;
}

Cells ShapeGame::saving_replies(int intrusion) {
  Cells saving = 0;
  for_each_cell(all_ & ~bit(intrusion), [&](int reply) {
    if (holds(bit(reply), bit(intrusion))) saving |= bit(reply);
  });
  return saving;
}

Cells ShapeGame::steady_replies(int intrusion) {
  Cells steady = 0;
  for_each_cell(saving_replies(intrusion), [&](int reply) {
    if (holds_by_bridges(bit(reply), bit(intrusion))) steady |= bit(reply);
  });
  return steady;
}

bool ShapeGame::is_own(Place place, Cells own) const {
  if (edge_ > 0 && place.down == edge_) return true;
  if (std::find(stones_.begin(), stones_.end(), place) != stones_.end()) return true;
  const int i = index_of(place);
  return i >= 0 && (own & bit(i)) != 0;
}

Cells ShapeGame::bridge_replies(int intrusion, Cells own, Cells intruder) const {
  Cells replies = 0;
  for (std::size_t d = 0; d < 6; ++d) {
    const int between = index_of(carrier_[intrusion] + kAround[d]);
    if (between < 0 || ((own | intruder) & bit(between)) != 0) continue;
    if (is_own(carrier_[intrusion] + kAround[(d + 5) % 6], own) &&
        is_own(carrier_[intrusion] + kAround[(d + 1) % 6], own)) {
      replies |= bit(between);
    }
  }
  return replies;
}

bool ShapeGame::holds_by_bridges(Cells own, Cells intruder) const {
  if (joined(own)) return true;
  const Cells free = all_ & ~own & ~intruder;
  bool holds = free != 0;
  for_each_cell(free, [&](int move) {
    const Cells replies = bridge_replies(move, own, intruder | bit(move));
    if (replies == 0) holds = holds && holds_by_bridges(own, intruder | bit(move));
    // With nothing to answer he may play anywhere, even where it makes a bridge that leads him astray.
    for_each_cell(replies != 0 ? replies : free & ~bit(move), [&](int reply) {
      holds = holds && holds_by_bridges(own | bit(reply), intruder | bit(move));
    });
  });
  return holds;
}

}  // namespace losange::hex
