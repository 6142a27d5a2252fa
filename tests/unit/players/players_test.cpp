#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "base/error.h"
#include "error_of.h"
#include "hex/files/sgf.h"
#include "players/game/session.h"
#include "players/registry.h"

namespace losange::players {
namespace {

using testing_errors::error_of;
using game::Outcome;
using game::Side;

std::string spec_error(const char* text) {
  return error_of([&] { PlayerSpec::parse(text); });
}

TEST(PlayerSpec, ReadsNamesAndSettings) {
  const auto spec = PlayerSpec::parse(" MonteCarlo:playouts=500 ");
  EXPECT_EQ(spec.name, "montecarlo");
  EXPECT_EQ(spec.text(), "montecarlo:playouts=500");
  EXPECT_EQ(PlayerSpec::parse("human").text(), "human");
  EXPECT_EQ(PlayerSpec::parse("htp:mohex --a=b, c:d").rest, "mohex --a=b, c:d");
  EXPECT_EQ(PlayerSpec::parse("hybrid:montecarlo:playouts=3").text(),
            "hybrid:montecarlo:playouts=3");
}

TEST(PlayerSpec, ExplainsMistakes) {
  EXPECT_EQ(spec_error("montecalro"),
            "there is no player 'montecalro': did you mean 'montecarlo'?");
  EXPECT_NE(spec_error("").find("choose from human"), std::string::npos);
  EXPECT_NE(spec_error("").find("; in draughts draughts, hub ("), std::string::npos)
      << "each where it plays: " << spec_error("");
  EXPECT_EQ(spec_error("montecarlo:playout=3"),
            "player 'montecarlo:playout=3': unknown setting 'playout': did you mean 'playouts'?");
  EXPECT_NE(spec_error("montecarlo:playouts=0").find("1 to 1000000000000"), std::string::npos);
  EXPECT_NE(spec_error("montecarlo:playouts=many").find("1 to"), std::string::npos);
  EXPECT_NE(spec_error("montecarlo:playouts").find("key=value"), std::string::npos);
  EXPECT_NE(spec_error("random:depth=3").find("choose from book, book_visits"), std::string::npos);
  EXPECT_NE(spec_error("random:book_visits=0").find("1 to"), std::string::npos);
  EXPECT_NE(spec_error("htp:").find("COMMAND LINE"), std::string::npos);
  EXPECT_NE(error_of([] { make_player("hybrid:human"); }).find("needs an engine"),
            std::string::npos);
}

TEST(Registry, EveryEngineFinishesALegalGameOnManySizes) {
  for (const auto& strategy : strategies()) {
    if (!strategy.engine || !strategy.plays("hex")) continue;
    for (const int size : {1, 2, 5, 11, 12, 19}) {
      Session session(game::GameSetup{.size = size});
      session.set_player(Side::First, make_player(strategy.name), strategy.name);
      session.set_player(Side::Second, make_player("random"), "random");
      session.base_limits().nodes = size <= 5 ? 200 : 12;  // a net is slow on large boards
      while (!session.over()) {
        const auto answer = session.ask();
        ASSERT_NO_THROW(session.play(answer.move)) << strategy.name << " on " << size;
      }
    }
  }
}

TEST(Registry, EveryEngineOfDraughtsFinishesLegalGames) {
  int engines = 0;
  for (const auto& strategy : strategies()) {
    if (!strategy.engine || !strategy.plays("draughts")) continue;
    ++engines;
    const std::string spec =
        strategy.name == "draughts" ? "draughts:endings=0,table=1" : strategy.name;
    for (const auto& [variant, size] :
         {std::pair("international", 6), std::pair("international", 10),
          std::pair("international", 12), std::pair("english", 8), std::pair("russian", 8),
          std::pair("italian", 8), std::pair("frisian", 10)}) {
      Session session(
          game::GameSetup{.game = "draughts", .size = size, .swap = false, .variant = variant});
      session.set_player(Side::First, make_player(spec), spec);
      session.set_player(Side::Second, make_player("random"), "random");
      session.base_limits().nodes = 16;
      while (!session.over()) {
        const auto answer = session.ask();
        ASSERT_NO_THROW(session.play(answer.move)) << spec << " in " << variant << " " << size;
      }
    }
  }
  EXPECT_GE(engines, 4);
}

// How often a level looks so many plies ahead, of 200 moves.
std::map<int, int> depths_of(const std::string& level, std::optional<int> limit = {}) {
  const game::GameRecord start(game::GameSetup{.game = "draughts", .size = 10, .swap = false});
  const auto player = make_player("draughts:endings=0,table=1,level=" + level);
  std::map<int, int> depths;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    search::Limits limits;
    limits.depth = limit;
    limits.seed = seed;
    const auto answer = player->choose(start, limits, {}, {});
    ++depths[answer.report.depth];
  }
  return depths;
}

TEST(Levels, OfDraughtsLookSoFarAndSometimesOnePlyFurther) {
  const auto first = depths_of("1");
  EXPECT_GT(first.at(0), 8) << "a tenth are any move";
  EXPECT_LT(first.at(0), 40);
  EXPECT_EQ(first.at(0) + first.at(1), 200);
  const auto fifth = depths_of("5");
  EXPECT_GT(fifth.at(3), fifth.at(2));
  EXPECT_EQ(fifth.at(2) + fifth.at(3), 200);
  EXPECT_EQ(depths_of("5"), fifth) << "a level repeats for a seed";
  EXPECT_EQ(depths_of("4", 1), (std::map<int, int>{{1, 200}})) << "limits hold too";
}

TEST(Registry, PlayersOfOneGameSaySoInAnother) {
  const game::GameRecord hex(game::GameSetup{.size = 5});
  const game::GameRecord draughts(game::GameSetup{.game = "draughts", .size = 10, .swap = false});
  EXPECT_NE(
      error_of([&] { make_player("draughts")->choose(hex, {}, {}, {}); }).find("only draughts"),
      std::string::npos);
  EXPECT_NE(
      error_of([&] { make_player("negamax")->choose(draughts, {}, {}, {}); }).find("only Hex"),
      std::string::npos);
}

TEST(Registry, EveryEngineRefusesAFinishedGame) {
  Session session(game::GameSetup{.size = 1});
  session.play("a1");
  for (const auto& strategy : strategies()) {
    if (!strategy.engine || !strategy.plays("hex")) continue;
    const auto player = make_player(strategy.name);
    EXPECT_NE(error_of([&] { player->choose(session.record(), {}, {}, {}); }).find("no move"),
              std::string::npos);
  }
}

TEST(MonteCarlo, RepeatsWithASeedForAnyNumberOfThreads) {
  game::GameRecord record(game::GameSetup{.size = 7, .swap = false});
  record.play({Side::First, "b4"});
  const auto player = make_player("montecarlo:playouts=5000");
  search::Limits limits;
  limits.seed = 9;
  const auto one = player->choose(record, limits, {}, {});
  limits.threads = 3;
  const auto three = player->choose(record, limits, {}, {});
  EXPECT_EQ(one.move, three.move);
  EXPECT_EQ(one.report.value, three.report.value);
  EXPECT_EQ(one.report.nodes, 5000u);
  limits.seed = 10;
  EXPECT_NE(player->choose(record, limits, {}, {}).report.value, one.report.value);
}

TEST(MonteCarlo, FindsTheWinInOneAndReportsIt) {
  game::GameRecord record(game::GameSetup{.size = 5, .swap = false});
  for (const char* move : {"c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4"}) {
    record.play({record.moves().size() % 2 == 0 ? Side::First : Side::Second, move});
  }
  const auto answer = make_player("montecarlo:playouts=1")->choose(record, {}, {}, {});
  EXPECT_TRUE(answer.move == "c5" || answer.move == "b5") << answer.move;
  EXPECT_TRUE(answer.report.proven);
  EXPECT_EQ(answer.report.value, 1.0);
}

TEST(MonteCarlo, StopsWhenTold) {
  const auto player = make_player("montecarlo:playouts=1000000000000");
  std::stop_source source;
  int reports = 0;
  const auto answer = player->choose(
      game::GameRecord(), {},
      [&](const TextReport& report) {
        ++reports;
        EXPECT_FALSE(report.best.empty());
        source.request_stop();
      },
      source.get_token());
  EXPECT_EQ(reports, 1);
  EXPECT_FALSE(answer.move.empty());
}

TEST(Session, PlaysUndoesAndRedoes) {
  Session session(game::GameSetup{.size = 5});
  session.play("b4");
  session.play("swap");
  EXPECT_EQ(session.last_move(), "swap-pieces");
  EXPECT_EQ(session.view().pieces[1 * 5 + 3], 'o');
  EXPECT_EQ(session.to_move(), Side::First);
  EXPECT_TRUE(session.undo());
  EXPECT_EQ(session.view().pieces[3 * 5 + 1], 'x');
  EXPECT_TRUE(session.redo());
  EXPECT_FALSE(session.redo());
  EXPECT_TRUE(session.undo());
  EXPECT_TRUE(session.undo());
  EXPECT_FALSE(session.undo());
  EXPECT_EQ(session.move_number(), 0);
}

TEST(Session, KnowsWhetherTheSwapMayCome) {
  Session session(game::GameSetup{.size = 5});
  EXPECT_FALSE(session.swap_move());
  EXPECT_TRUE(session.swap_may_come());
  session.play("b4");
  EXPECT_EQ(session.swap_move(), "swap-pieces");
  EXPECT_TRUE(session.swap_may_come());
  session.play("c3");
  EXPECT_FALSE(session.swap_move());
  EXPECT_FALSE(session.swap_may_come());
  session.undo();
  session.play("resign");
  EXPECT_FALSE(session.swap_move());

  EXPECT_FALSE(Session(game::GameSetup{.size = 5, .swap = false}).swap_may_come());
  Session draughts(game::GameSetup{.game = "draughts", .size = 10});
  EXPECT_FALSE(draughts.swap_move());
  EXPECT_FALSE(draughts.swap_may_come());
}

TEST(Session, ABadMoveChangesNothing) {
  Session session(game::GameSetup{.size = 5});
  session.play("b4");
  for (const char* bad : {"b4", "z9", "", "resign now", "pass"}) {
    EXPECT_THROW(session.play(bad), base::UserError) << bad;
  }
  EXPECT_EQ(session.record().moves(), std::vector<std::string>{"b4"});
  EXPECT_EQ(session.to_move(), Side::Second);
}

TEST(Session, EndsByChainByResignationAndByTime) {
  Session chain(game::GameSetup{.size = 2, .swap = false});
  for (const char* move : {"a1", "b1", "a2"}) chain.play(move);
  EXPECT_EQ(chain.result(), (game::Result{Outcome::FirstWins, ""}));
  EXPECT_EQ(chain.view().winning_chain, (std::vector<int>{0, 2}));
  EXPECT_THROW(chain.play("b2"), base::UserError);

  Session resigned(game::GameSetup{.size = 5});
  resigned.play("c3");
  resigned.play("resign");
  EXPECT_EQ(resigned.result(), (game::Result{Outcome::FirstWins, "resign"}));
  EXPECT_THROW(resigned.play("a1"), base::UserError);
  EXPECT_TRUE(resigned.undo());
  EXPECT_FALSE(resigned.over());
  EXPECT_EQ(resigned.move_number(), 1);

  Session late(game::GameSetup{.size = 5});
  late.set_time_control(TimeControl::parse("10+1"));
  late.play("c3", base::Millis(4000));
  EXPECT_EQ(late.clock().left(Side::First), base::Millis(7000));
  late.play("a1", base::Millis(10001));
  EXPECT_EQ(late.result(), (game::Result{Outcome::FirstWins, "time"}));
}

// First joins a1 and a2; in the variation Second joins a2 and b2.
TEST(Session, AVariationHasItsOwnEndAndTheGameKeepsIts) {
  Session session(game::GameSetup{.size = 2, .swap = false});
  for (const char* move : {"a1", "b1", "a2"}) session.play(move);
  const game::Result first_won{Outcome::FirstWins, ""}, second_won{Outcome::SecondWins, ""};
  EXPECT_EQ(session.record().result, first_won);
  session.go_to(game::kRoot);
  for (const char* move : {"b1", "a2", "a1", "b2"}) session.play(move);
  EXPECT_EQ(session.result(), second_won) << "where one stands";
  EXPECT_EQ(session.record().result, first_won) << "of the main line";
  session.promote_line();
  EXPECT_EQ(session.record().result, second_won) << "it is the game now";
  const auto end = session.record().cursor();
  session.go_to(session.record().node(end).parent);
  session.remove(end);
  EXPECT_EQ(session.record().result, game::Result{});
}

TEST(Session, ResignationsStayWithTheirLines) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.play("a1");
  session.play("b2");
  session.play("resign");
  const game::Result second_won{Outcome::SecondWins, "resign"};
  session.go_to(1);
  session.play("c3");  // nodes 3 and 4: a variation beside b2
  session.play("d4");
  session.play("resign");
  EXPECT_EQ(session.result(), (game::Result{Outcome::FirstWins, "resign"}));
  EXPECT_EQ(session.record().result, second_won);
  session.go_to(2);
  EXPECT_EQ(session.result(), second_won) << "the main line was resigned too";

  // Nodes get other numbers when one before them goes, and the resignation goes with its node.
  session.go_to(4);
  session.remove(2);
  ASSERT_EQ(session.record().cursor(), 3u);
  EXPECT_EQ(session.result(), (game::Result{Outcome::FirstWins, "resign"}));
  EXPECT_EQ(session.record().result, session.result()) << "this is the main line now";
  EXPECT_TRUE(session.undo());
  EXPECT_FALSE(session.over());
  EXPECT_EQ(session.record().result, game::Result{});
}

TEST(Session, WhoPlaysOnAfterAResignationLeavesTheGameItsResult) {
  const game::Result first_won{Outcome::FirstWins, "resign"};
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.play("a1");
  session.play("b2");
  session.lose(Side::Second, "resign");
  EXPECT_TRUE(session.over() && session.open_on_board());
  EXPECT_THROW(session.play("c3"), base::UserError);
  EXPECT_THROW(session.play_on("b2"), base::UserError);
  session.play_on("c3");
  session.play_on("d4");
  EXPECT_FALSE(session.over());
  EXPECT_EQ(session.record().result, first_won);

  // In a file too, where it stands at the node that it belongs to.
  Session again(hex::read_sgf(hex::write_sgf(session.record())));
  EXPECT_EQ(again.record().result, first_won);
  EXPECT_EQ(again.move_number(), 4);
  EXPECT_FALSE(again.over());
  again.go_to(2);
  EXPECT_EQ(again.result(), first_won);

  session.go_to(2);
  EXPECT_TRUE(session.over());
  EXPECT_TRUE(session.undo());
  EXPECT_FALSE(session.over());
  EXPECT_EQ(session.record().result, game::Result{}) << "taken back, the game goes on";
  EXPECT_EQ(Session(hex::read_sgf(hex::write_sgf(session.record()))).record().result,
            game::Result{});
}

TEST(Session, TakingBackWhatWasPlayedAfterAResignationStopsThere) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.set_player(Side::First, make_player("human"), "human");
  session.set_player(Side::Second, make_player("random"), "random");
  session.play("a1");
  session.lose(Side::First, "resign");
  session.play_on("b2");
  EXPECT_TRUE(session.undo_to_person());
  EXPECT_TRUE(session.over()) << "though the engine would be to move";
  EXPECT_TRUE(session.undo_to_person());
  EXPECT_FALSE(session.over());
  EXPECT_EQ(session.move_number(), 0);
}

TEST(Session, TimeThatRanOutIsBackForWhoPlaysOn) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.set_time_control(TimeControl::parse("60+0"));
  session.play("a1", base::Millis(10'000));
  session.play("b2", base::Millis(10'000));
  session.play("c3", base::Millis(70'000));
  EXPECT_EQ(session.result().reason, "time");
  session.play_on("c3");
  EXPECT_EQ(session.record().result.reason, "time");
  EXPECT_EQ(session.clock().left(Side::First), base::Millis(50'000));
}

TEST(Session, AnEditThatCannotBeReplayedChangesNothing) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.play("a1");
  auto edited = session.record();
  edited.go_to(edited.add_setup_child(edited.cursor()));
  edited.node(edited.cursor()).setup.push_back({"z9", Side::First});
  EXPECT_THROW(session.edit(edited), base::UserError);
  EXPECT_EQ(session.record().size(), 2u);
  EXPECT_EQ(session.last_move(), "a1");
}

TEST(Session, TimeThatRanOutComesBackWithTheMove) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.set_time_control(TimeControl::parse("10+1"));
  session.play("c3", base::Millis(4000));
  session.play("a1", base::Millis(10001));
  ASSERT_EQ(session.result().reason, "time");
  EXPECT_TRUE(session.undo());
  EXPECT_EQ(session.clock().left(Side::Second), base::Millis(10000));
}

TEST(Session, AClockThatStartsInMidGameHoldsWhereverTheGameGoes) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.set_time_control(TimeControl::parse("100+0"));
  session.play("c3", base::Millis(10'000));
  session.play("a1", base::Millis(20'000));
  session.start_clock(TimeControl::parse("30+0"));
  session.play("b2", base::Millis(5'000));
  EXPECT_EQ(session.clock().left(Side::First), base::Millis(25'000));
  session.undo();
  EXPECT_EQ(session.clock().left(Side::First), base::Millis(30'000));
  session.undo();
  EXPECT_EQ(session.clock().left(Side::Second), base::Millis(30'000));
}

TEST(Session, MovesOutOfTurnAreForProtocols) {
  Session session(game::GameSetup{.size = 5, .swap = false});
  session.play_as(Side::Second, "c3");
  EXPECT_EQ(session.to_move(), Side::First);
  session.play_as(Side::First, "a1");
  session.play_as(Side::First, "a2");
  EXPECT_EQ(session.to_move(), Side::Second);
  EXPECT_THROW(session.play_as(Side::First, "a2"), base::UserError);
  EXPECT_EQ(session.move_number(), 3);
  // The record alone rebuilds the position.
  EXPECT_EQ(replay(session.record())->hash(), session.position().hash());
}

TEST(Session, HybridsSwitchInTheMiddleOfAGame) {
  Session session(game::GameSetup{.size = 5});
  session.set_player(Side::First, make_player("hybrid:random"), "hybrid");
  EXPECT_TRUE(session.person_to_move());
  EXPECT_TRUE(session.player(Side::First)->set_person(false));
  EXPECT_FALSE(session.person_to_move());
  session.play(session.ask().move);
  EXPECT_FALSE(make_player("random")->set_person(true));
}

// A person who waits for the move gets it as soon as the choice is made; nobody is promised that who sits at no table.
TEST(Session, AMoveIsPromptForAPersonAlone) {
  Session session(game::GameSetup{.size = 5});
  EXPECT_FALSE(session.limits_for_move().prompt);
  session.set_player(Side::First, make_player("random"), "engine");
  session.set_player(Side::Second, make_player("random"), "engine");
  EXPECT_FALSE(session.limits_for_move().prompt);
  session.set_player(Side::Second, make_player("human"), "person");
  EXPECT_TRUE(session.limits_for_move().prompt);
}

}  // namespace
}  // namespace losange::players
