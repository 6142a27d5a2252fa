#include "players/alphabeta/negamax_player.h"

#include <algorithm>
#include <string>
#include <utility>

#include "players/alphabeta/alphabeta_settings.h"
#include "players/alphabeta/negamax.h"
#include "players/engines/kept_for_setup.h"
#include "players/kinds/engine_player.h"
#include "players/wrapped/report_trace.h"
#include "players/wrapped/search_report.h"
#include "search/alphabeta/alphabeta.h"

namespace losange::players {

namespace {

search::AlphaBetaSettings search_settings(const Settings& s) {
  auto result = alphabeta_settings(s);
  result.rules.reductions = s.flag("reductions");
  result.rules.extensions = s.flag("extensions");
  result.rules.learn_order = s.flag("order");
  result.rules.width = static_cast<int>(s.integer("width"));
  result.aspiration = s.flag("aspiration");
  return result;
}

// Alpha-beta sees no certain ending until the last moves, and thinks in all of them.
template <int W>
search::MovesLeft moves_to_think(const hex::Position<W>& position) {
  const int empty = position.empty().count();
  return {.likely = std::max(8, empty / 6), .longest = (empty + 1) / 2};
}

// How a report writes what it shows of Hex.
template <int W>
struct HexWords {
  using Position = hex::Position<W>;

  static std::string move(const Position& position, hex::Move move) {
    return hex::Hex<W>::to_text(position, move);
  }
  static std::string best(const Position& position, std::uint16_t key) {
    const bool swap = key == HexEvaluator<W>::move_key(hex::Move::swap());
    return move(position, key < hex::Bitboard<W>::kBits ? hex::Move::at(key)
                          : swap                        ? hex::Move::swap()
                                                        : hex::Move{});
  }
  // The rows from the top, parted by strokes.
  static std::string board(const Position& position) {
    std::string text;
    for (int cell = 0; cell < position.geometry().cells; ++cell) {
      if (cell > 0 && cell % position.size() == 0) text += '/';
      text += position.is_empty(cell)                         ? '.'
              : position.stones(game::Side::First).test(cell) ? 'x'
                                                              : 'o';
    }
    return text;
  }
};

template <int W>
auto trace_of(GameTag<hex::Hex<W>>, SearchReport* report) {
  return trace_for<HexWords<W>>(report);
}

class NegamaxPlayer : public Player {
 public:
  // Tells `report` of nodes, where there is one that wants them.
  NegamaxPlayer(const Settings& settings, LeafNet net, std::shared_ptr<SearchReport> report)
      : settings_(settings), net_(std::move(net)), report_(std::move(report)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return with_hex(record.setup, [&](auto tag, const auto& config) {
      using G = typename decltype(tag)::Game;
      using Move = typename G::Position::Move;
      Move last{};
      const auto position =
          replay<G>(record, config, [&](const auto& before, const game::RecordNode& node) {
            last = legal_move<G>(before, node).value_or(Move{});
          });
      auto& search = kept_.get(record.setup, [&] { return make_search(tag, config.size); });
      const auto watching = text_observer<G>(position, observer);
      const auto trace = trace_of(tag, report_.get());
      return to_answer<G>(
          position, search.think(position, with_default(limits), moves_to_think(position), last,
                                 watching, stop, trace.get()));
    });
  }

  void new_game() override { kept_.forget(); }

 private:
  template <int W>
  search::AlphaBeta<hex::Position<W>, ValueLeaf<W>> make_search(GameTag<hex::Hex<W>>,
                                                                int size) const {
    return {search_settings(settings_),
            ValueLeaf<W>(HexEvaluator<W>(evaluation_of(settings_, size)), net_)};
  }
  search::Limits with_default(search::Limits limits) const {
    const auto depth = static_cast<int>(settings_.integer("depth"));
    const bool limited = limits.time || limits.nodes || limits.clock || limits.depth;
    if (depth > 0) limits.depth = std::min(limits.depth.value_or(depth), depth);
    if (!limited && !ends_at_a_depth(settings_))
      limits.time = base::Millis(settings_.integer("time"));
    return limits;
  }

  Settings settings_;
  LeafNet net_;
  std::shared_ptr<SearchReport> report_;
  KeptForSetup kept_;
};

}  // namespace

std::unique_ptr<Player> make_negamax_player(const Settings& settings, LeafNet net) {
  const auto report = SearchReport::from(settings);
  return with_report(std::make_unique<NegamaxPlayer>(settings, std::move(net), report), report);
}

}  // namespace losange::players
