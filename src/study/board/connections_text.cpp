#include "study/board/connections_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "hex/board/geometry.h"
#include "players/game/session.h"
#include "study/board/connections.h"
#include "study/board/ladders.h"

namespace losange::study {

namespace {

using game::Side;

class Words {
 public:
  Words(const game::GameRecord& record, const std::array<std::string, 2>& names)
      : record_(record),
        names_(names),
        session_(record),
        size_(record.setup.size),
        pieces_(session_.view().pieces) {}

  std::vector<std::string> all() {
    for (const Side side : {Side::First, Side::Second}) {
      const auto known = find_connections(record_, side);
      for (const auto& pair : known->joined()) tell_joined(side, pair);
      tell_must_play(side, known->must_play());
      for (const auto& ladder : find_ladders(record_, side)) tell_ladder(side, ladder);
    }
    if (lines_.empty()) lines_.emplace_back("Nothing is connected yet.");
    if (session_.swap_may_come())
      lines_.push_back(fmt::format("{} may swap{}, which is left out of this.", name(Side::Second),
                                   session_.swap_move() ? "" : " after the first move"));
    return std::move(lines_);
  }

 private:
  const std::string& name(Side side) const { return names_[game::index(side)]; }
  std::string cell(int at) const { return hex::cell_name(size_, at); }
  std::string cells(const std::vector<int>& list) const {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const int at : list) names.push_back(cell(at));
    return base::joined(names, " ");
  }
  static std::string edge(Side side, int number) {
    if (side == Side::First) return number == 0 ? "the top" : "the bottom";
    return number == 0 ? "the left edge" : "the right edge";
  }
  std::string end(Side side, int at) const {
    if (at == kFirstEdge || at == kLastEdge) return edge(side, at == kFirstEdge ? 0 : 1);
    return cell(at);
  }

  void tell_joined(Side side, const JoinedEnds& pair) {
    lines_.push_back(fmt::format("{}: {} and {} are joined{}.", name(side), end(side, pair.from),
                                 end(side, pair.to),
                                 pair.carrier.empty() ? "" : ", by " + cells(pair.carrier)));
  }

  // `where`: what the other side has to play in.
  void tell_must_play(Side side, const std::vector<int>& where) {
    const auto empty = static_cast<std::size_t>(std::count(pieces_.begin(), pieces_.end(), '.'));
    const bool moves = side == session_.to_move();
    if (where.empty()) {
      lines_.push_back(fmt::format("{} wins, whoever moves.", name(side)));
    } else if (where.size() < empty && moves) {
      lines_.push_back(fmt::format("{} moves and wins.", name(side)));
    } else if (where.size() < empty) {
      lines_.push_back(fmt::format("{} must play {}{}: all other moves lose.",
                                   name(game::other(side)), where.size() > 1 ? "in one of " : "",
                                   cells(where)));
    }
  }

  void tell_ladder(Side side, const ShownLadder& ladder) {
    std::string line = fmt::format("{} has a ladder on row {} along {}: {}", name(side), ladder.row,
                                   edge(side, ladder.edge), cells(ladder.moves));
    if (ladder.blocked >= 0) {
      line += fmt::format(", after {} {}", name(game::other(side)), cell(ladder.blocked));
    }
    if (ladder.joins && ladder.escape >= 0) {
      line += fmt::format("; it arrives, with {} as its escape", cell(ladder.escape));
    } else if (ladder.joins) {
      line += "; it arrives";
    }
    lines_.push_back(line + ".");
  }

  const game::GameRecord& record_;
  const std::array<std::string, 2>& names_;
  players::Session session_;
  int size_;
  std::string pieces_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> connections_in_words(const game::GameRecord& record,
                                              const std::array<std::string, 2>& names) {
  return Words(record, names).all();
}

}  // namespace losange::study
