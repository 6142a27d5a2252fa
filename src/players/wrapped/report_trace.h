// Nodes of an alpha-beta search as lines of a report (search_report.h). Words says how a game writes its moves and
// boards: move(position, last), best(position, key), board(position), for positions of type Words::Position.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "players/wrapped/search_report.h"
#include "search/alphabeta/trace.h"

namespace losange::players {

template <class Words>
class ReportTrace : public search::NodeTrace<typename Words::Position> {
 public:
  using Position = typename Words::Position;

  explicit ReportTrace(SearchReport& report)
      : search::NodeTrace<Position>(report.lines_left()), report_(report) {}

  void leave(const Position& position,
             const search::NodeFacts<typename Position::Move>& node) override {
    report_.node(fmt::format(
        R"({{"line":"node","id":{},"parent":{},"ply":{},"move":"{}","side":"{}","board":"{}","depth":{},)"
        R"("alpha":{},"beta":{},"value":{},"seconds":{:.3g},"children":{},"searched":{},"best":"{}","cut":{}}})",
        node.id, node.parent, node.ply, Words::move(position, node.last),
        position.to_move() == game::Side::First ? "first" : "second", Words::board(position),
        node.depth, node.alpha, node.beta, node.value, node.seconds, node.children, node.searched,
        Words::best(position, node.best), node.searched > 0 && node.value >= node.beta));
  }

 private:
  SearchReport& report_;
};

// Nothing where there is no report, or none that wants nodes.
template <class Words>
std::unique_ptr<ReportTrace<Words>> trace_for(SearchReport* report) {
  if (report == nullptr || !report->wants_nodes()) return nullptr;
  return std::make_unique<ReportTrace<Words>>(*report);
}

}  // namespace losange::players
