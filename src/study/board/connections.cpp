#include "study/board/connections.h"

#include <algorithm>
#include <cassert>

#include "base/containers/stable_sort.h"
#include "hex/connections/connections.h"
#include "players/game/games.h"

namespace losange::study {

namespace {

// So many that a board of any size takes a fraction of a second.
constexpr hex::ConnectionLimits kShown{.between_cells = 4, .total = 1 << 16};

template <int W>
class Shown final : public ShownConnections {
  using Set = hex::Bitboard<W>;

 public:
  Shown(const hex::Position<W>& position, game::Side side)
      : cells_(position.size() * position.size()) {
    found_.find(position, side);
    must_play_ = list(found_.must_play());
    position.stones(side).for_each([&](int cell) {
      if (found_.end_at(cell) == cell) chains_.push_back(cell);
    });
  }

  std::vector<ShownConnection> between(int from, int to, Kind kind) const override {
    const int a = end_of(from), b = end_of(to);
    if (a < 0 || b < 0 || a == b) return {};
    std::vector<ShownConnection> shown;
    for (const auto* one : kept(a, b, kind)) {
      shown.push_back({list(one->carrier), one->full() ? -1 : one->middle});
    }
    base::stable_sort(shown.begin(), shown.end(), [](const auto& x, const auto& y) {
      return x.carrier.size() < y.carrier.size();
    });
    return shown;
  }

  std::vector<int> partners(int end, Kind kind) const override {
    std::vector<int> cells;
    const int own = end_of(end);
    for (int cell = 0; cell < cells_ && own >= 0; ++cell) {
      const int other = found_.end_at(cell);
      if (other >= 0 && other != own && !kept(own, other, kind).empty()) cells.push_back(cell);
    }
    return cells;
  }

  std::vector<JoinedEnds> joined() const override {
    if (found_.joined()) return {{kFirstEdge, kLastEdge, list(found_.winning().carrier)}};
    std::vector<JoinedEnds> pairs;
    std::vector<int> ends = chains_;
    ends.insert(ends.end(), {kFirstEdge, kLastEdge});
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = i + 1; j < ends.size(); ++j) {
        const auto ways = kept(end_of(ends[i]), end_of(ends[j]), Kind::Full);
        if (ways.empty()) continue;
        const auto* least = *std::min_element(ways.begin(), ways.end(), [](auto* x, auto* y) {
          return x->carrier.count() < y->carrier.count();
        });
        if (least->rule == hex::ConnectionRule::Through) continue;
        pairs.push_back({ends[i], ends[j], list(least->carrier)});
      }
    }
    return pairs;
  }

  const std::vector<int>& must_play() const override { return must_play_; }

 private:
  int end_of(int end) const {
    if (end == kFirstEdge) return hex::Connections<W>::kFirstEdge;
    if (end == kLastEdge) return hex::Connections<W>::kLastEdge;
    assert(end >= 0 && end < cells_);
    return found_.end_at(end);
  }
  auto kept(int from, int to, Kind kind) const {
    return kind == Kind::Full ? found_.full(from, to) : found_.semi(from, to);
  }
  static std::vector<int> list(const Set& set) {
    std::vector<int> cells;
    set.for_each([&](int cell) { cells.push_back(cell); });
    return cells;
  }

  int cells_;
  hex::Connections<W> found_{kShown};
  std::vector<int> must_play_;
  std::vector<int> chains_;  // that touch no edge, by their lowest cell
};

}  // namespace

std::unique_ptr<ShownConnections> find_connections(const game::GameRecord& record,
                                                   game::Side side) {
  assert(players::is_hex(record.setup));
  return players::with_hex(
      record.setup, [&](auto tag, const auto& config) -> std::unique_ptr<ShownConnections> {
        using G = typename decltype(tag)::Game;
        const auto position = players::replay<G>(record, config);
        return std::make_unique<Shown<std::decay_t<decltype(position)>::Set::kWords>>(position,
                                                                                      side);
      });
}

}  // namespace losange::study
