// What is connected, on the board and in words.
#include <gmock/gmock.h>

#include "draughts/text/draughts.h"
#include "hex/board/geometry.h"
#include "players/game/session.h"
#include "window/marks/connections_finder.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class ConnectionsShown : public UiTest {
 protected:
  static void start(Ui& ui, int size, std::initializer_list<const char*> moves) {
    ui.start_game({.size = size, .swap = false}, {"human", "human"}, {});
    for (const char* move : moves) ui.table().play(move);
    ui.tick(base::Clock::now());
  }
  static std::vector<std::string> names(int size, const std::vector<int>& cells) {
    std::vector<std::string> list;
    list.reserve(cells.size());
    for (const int cell : cells) list.push_back(hex::cell_name(size, cell));
    return list;
  }
  static std::size_t shapes(Ui& ui) { return ui.frame().scene.size(); }
};

TEST_F(ConnectionsShown, ABridgeAndAnEdgeTemplateAreBandsOfTheirSide) {
  Ui ui = make();
  // b9 is far from the second side's other stone: only its own edge is near.
  start(ui, 11, {"f5", "b9", "e7", "k1"});
  ConnectionsFinder finder;
  const auto& found = finder.at(ui.table());
  std::vector<std::vector<std::string>> first;
  for (const auto& band : found.bands) {
    if (band.side == Side::First) first.push_back(names(11, band.cells));
  }
  EXPECT_THAT(first, testing::Contains(UnorderedElementsAre("e6", "f6")));
  EXPECT_THAT(found.bands,
              testing::Contains(testing::AllOf(testing::Field(&Band::side, Side::Second),
                                               testing::Field(&Band::cells, testing::SizeIs(2)))))
      << "a stone on the second row is tied to its edge by two cells";
  EXPECT_FALSE(found.winner);
  EXPECT_THAT(found.must_play, IsEmpty());
}

TEST_F(ConnectionsShown, ChainsTiedByAThirdOneHaveNoBandOfTheirOwn) {
  Ui ui = make();
  start(ui, 11, {"f5", "a1", "e7", "a2", "d9", "k11"});
  ConnectionsFinder finder;
  for (const auto& band : finder.at(ui.table()).bands) {
    if (band.side == Side::First) {
      EXPECT_FALSE(
          testing::Value(names(11, band.cells), testing::IsSupersetOf({"e6", "f6", "d8", "e8"})));
    }
  }
}

TEST_F(ConnectionsShown, WhoWinsByThemAndWhereTheOtherSideMustPlayIsTold) {
  Ui ui = make();
  start(ui, 3, {"b2"});
  ConnectionsFinder finder;
  EXPECT_EQ(finder.at(ui.table()).winner, Side::First);
  ui.table().play("a1");  // another position: found anew
  EXPECT_EQ(finder.at(ui.table()).winner, Side::First) << "it moves now";

  start(ui, 4, {"a1"});
  EXPECT_NE(finder.at(ui.table()).winner, Side::First) << "a1 on 4x4 loses";
}

// Exact: every winner that is told is the true one, and every move outside the outlined cells loses.
TEST_F(ConnectionsShown, NothingThatIsToldIsWrong) {
  Ui ui = make();
  const std::vector<const char*> cells{"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
  int told = 0;
  const auto wins = [&](auto&& self, const game::GameRecord& record) -> bool {  // for who moves
    players::Session session(record);
    if (session.over()) return false;
    for (const char* cell : cells) {
      players::Session next(record);
      try {
        next.play(cell);
      } catch (const base::UserError&) {
        continue;
      }
      if (!self(self, next.record())) return true;
    }
    return false;
  };
  for (const char* one : cells) {
    for (const char* two : cells) {
      if (std::string(one) == two) continue;
      start(ui, 3, {one, two});
      ConnectionsFinder finder;
      const auto found = finder.at(ui.table());
      const bool first_wins = wins(wins, ui.table().record());
      if (found.winner) {
        ++told;
        EXPECT_EQ(*found.winner == Side::First, first_wins) << one << two;
      }
      if (found.must_play.empty()) continue;
      const auto kept = names(3, found.must_play);
      for (const char* cell : cells) {
        if (std::find(kept.begin(), kept.end(), cell) != kept.end()) continue;
        players::Session next(ui.table().record());
        try {
          next.play(cell);
        } catch (const base::UserError&) {
          continue;
        }
        EXPECT_TRUE(next.over() || wins(wins, next.record())) << one << two << cell;
      }
    }
  }
  EXPECT_GT(told, 60) << "on so small a board connections tell nearly all";
}

TEST_F(ConnectionsShown, TheKeyTintsTheBoardSaysItAndTakesItOff) {
  Ui ui = make();
  start(ui, 11, {"f5", "b9", "e7", "k1"});
  const std::size_t before = shapes(ui);
  ui.typed('c');
  ui.tick(base::Clock::now());
  EXPECT_GT(shapes(ui), before + 3);
  EXPECT_THAT(texts(ui), HasSubstr("connected whatever the other side does"));
  ui.typed('c');
  ui.tick(base::Clock::now() + std::chrono::minutes(1));
  EXPECT_THAT(texts(ui), testing::Not(HasSubstr("connected whatever")));
}

TEST_F(ConnectionsShown, LaddersAreArrowsStrongWhereTheyArrive) {
  const auto arrows = [](Ui& ui) {
    ConnectionsFinder finder;
    std::vector<std::pair<std::string, bool>> found;
    for (const auto& ladder : finder.at(ui.table()).ladders) {
      if (ladder.side == Side::First)
        found.emplace_back(hex::cell_name(11, ladder.from) + "-" + hex::cell_name(11, ladder.to),
                           ladder.joins);
    }
    return found;
  };
  Ui ui = make();
  start(ui, 11, {"e9", "d9", "e10", "d10", "k1", "d11", "j1", "e11"});
  EXPECT_THAT(arrows(ui), UnorderedElementsAre(std::pair("e10-k10", false)));
  const std::size_t before = shapes(ui);
  ui.typed('c');
  ui.tick(base::Clock::now());
  EXPECT_THAT(texts(ui), HasSubstr("arrows: ladders"));
  const std::size_t with = shapes(ui);
  EXPECT_GT(with, before + 2);
  start(ui, 11, {"e9", "d9", "e10", "d10", "i10", "d11", "j1", "e11"});
  EXPECT_THAT(arrows(ui), testing::Contains(std::pair("e10-h10", true)));
}

TEST_F(ConnectionsShown, DraughtsHasNone) {
  Ui ui = make();
  ui.start_game(draughts::setup_of({&draughts::find_rules("international"), 10}),
                {"human", "human"}, {});
  ui.tick(base::Clock::now());
  ui.typed('c');
  ui.tick(base::Clock::now());
  ConnectionsFinder finder;
  EXPECT_THAT(finder.at(ui.table()).bands, IsEmpty());
}

}  // namespace
}  // namespace losange::window
