// The strategies negamax and hexproject as players: settings, proofs, reports, levels, studies.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "base/system/file.h"
#include "base/text.h"
#include "error_of.h"
#include "hex/evaluation/distance.h"
#include "oracle.h"
#include "players/alphabeta/negamax.h"
#include "players/game/games.h"
#include "players/game/session.h"
#include "players/registry.h"
#include "record_of.h"
#include "study/engine/search_report_view.h"
#include "study/engine/study.h"
#include "temporary.h"

namespace losange::players {
namespace {

using game::Side;
using testing_games::record_of;

search::Limits to_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

// With inferior cells, urgent cells, reductions and extensions it still finds who wins, for every evaluation.
TEST(Negamax, SolvesSmallBoardsWithEveryEvaluation) {
  oracle::Solver solver;
  for (const auto& evaluation : evaluation_names()) {
    const auto player = make_player("negamax:table=4,eval=" + evaluation);
    const int size = evaluation == "resistance" ? 3 : 4;  // it takes its time
    for (int cell = 0; cell < size * size; ++cell) {
      const auto record = record_of(size, {hex::cell_name(size, cell)});
      const auto answer = player->choose(record, to_depth(20), {}, {});
      ASSERT_TRUE(answer.report.proven) << evaluation << " " << cell;
      hex::Position<2> position(size, false);
      position.play(hex::Move::at(cell));
      const bool wins = solver.winner(position) == Side::Second;
      EXPECT_EQ(answer.report.value, wins ? 1.0 : -1.0) << evaluation << " " << cell;
      if (!wins) continue;
      position.play(hex::Hex<2>::parse(position, answer.move));
      EXPECT_EQ(solver.winner(position), Side::Second) << evaluation;
    }
  }
}

TEST(Negamax, WinsWhatIsWonToTheEnd) {
  // The centre wins on 5x5, whatever the other side does.
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Session session(game::GameSetup{.size = 5, .swap = false});
    session.set_player(Side::First, make_player("negamax"), "negamax");
    session.set_player(Side::Second, make_player("random"), "random");
    session.base_limits().nodes = 200'000;
    session.base_limits().seed = seed;
    session.play("c3");
    while (!session.over()) session.play(session.ask().move);
    EXPECT_EQ(session.result().outcome, game::Outcome::FirstWins);
  }
}

TEST(Negamax, VariantsAndThreadsAgreeAtFixedDepth) {
  const auto record = record_of(5, {"a2", "c3"});
  const std::string exact = "negamax:reductions=false,extensions=false,inferior=false,table=0";
  const auto score = [&](const std::string& more, int threads) {
    auto limits = to_depth(3);
    limits.threads = threads;
    return make_player(exact + more)->choose(record, limits, {}, {}).report.score;
  };
  const auto truth = score(",search=plain", 1);
  for (const char* more :
       {"", ",search=alphabeta", ",order=false", ",aspiration=false", ",equal=random"}) {
    EXPECT_EQ(score(more, 1), truth) << more;
  }
  for (const char* more : {",parallel=lazy", ",parallel=root", ",search=plain,parallel=root"}) {
    EXPECT_EQ(score(more, 2), truth) << more;
  }
}

TEST(Negamax, SettingsReachTheEvaluation) {
  const auto settings = [](const std::map<std::string, std::string>& given) {
    return Settings(negamax_parameters(), given);
  };
  EXPECT_EQ(evaluation_of(settings({{"eval", "mix"}}), 7).mix.distance, 670);
  const auto changed =
      evaluation_of(settings({{"eval", "mix"}, {"distance", "5"}, {"bridges", "9"}}), 7);
  EXPECT_EQ(changed.mix.distance, 5);
  EXPECT_EQ(changed.mix.bridges, 9);
  EXPECT_EQ(evaluation_of(settings({{"eval", "distance"}}), 7).mix.joints, 0);
  EXPECT_EQ(evaluation_of(settings({{"eval", "resistance"}, {"bridge_wire", "0.25"}}), 7)
                .resistance.bridge,
            0.25);
  EXPECT_THROW(make_player("negamax:eval=best"), base::UserError);
  EXPECT_THROW(evaluation_named("best", 7), base::UserError);
}

TEST(Negamax, HexprojectLooksFivePliesAhead) {
  const auto player = make_player("hexproject");
  search::Limits limits;
  limits.time = base::Millis(60'000);
  EXPECT_EQ(player->choose(record_of(5, {"a1"}), limits, {}, {}).report.depth, 5);
}

// The time of the player ends the search where no depth was asked for (0 is none), or a time as well.
TEST(Negamax, ADepthEndsTheSearchAlone) {
  for (const char* spec :
       {"negamax:time=30", "negamax:time=30,depth=0", "negamax:time=30,depth=60"}) {
    std::stop_source source;
    std::jthread stopper([&](std::stop_token answered) {
      for (int i = 0; i < 300 && !answered.stop_requested(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      source.request_stop();
    });
    const auto player = make_player(spec);
    EXPECT_FALSE(player->choose(record_of(8, {"d6"}), {}, {}, source.get_token()).move.empty());
    EXPECT_FALSE(source.stop_requested()) << spec << " thought for 30 s";
  }
  EXPECT_FALSE(ends_at_a_depth(Settings(negamax_parameters(), {{"depth", "0"}})));
  EXPECT_TRUE(ends_at_a_depth(Settings(negamax_parameters(), {{"depth", "3"}})));
  EXPECT_FALSE(ends_at_a_depth(Settings(negamax_parameters(), {{"depth", "3"}, {"time", "30"}})));
}

TEST(Levels, EveryEngineHasTen) {
  int engines = 0;
  for (const auto& strategy : strategies()) {
    if (!strategy.engine || !strategy.plays("hex")) continue;
    ++engines;
    for (const char* level : {"1", "5", "9"}) {
      Session session(game::GameSetup{.size = 4});
      for (const Side side : {Side::First, Side::Second}) {
        session.set_player(side, make_player(strategy.name + ":level=" + level), strategy.name);
      }
      session.base_limits().nodes = 50;
      while (!session.over()) ASSERT_NO_THROW(session.play(session.ask().move)) << strategy.name;
    }
    EXPECT_THROW(make_player(strategy.name + ":level=0"), base::UserError);
    EXPECT_THROW(make_player(strategy.name + ":level=11"), base::UserError);
  }
  EXPECT_GT(engines, 5);
}

// What was chosen without a thought about the chance to win tells none: there are no lines.
TEST(Levels, TellAValueOnlyWhereTheirEngineThought) {
  const auto asked = [](const std::string& spec, std::uint64_t seed) {
    search::Limits limits;
    limits.nodes = 200;
    limits.seed = seed;
    return make_player(spec)->choose(record_of(7, {"b2", "d4", "c5"}), limits, {}, {});
  };
  int thought = 0;
  constexpr int kAsked = 20;
  for (std::uint64_t seed = 1; seed <= kAsked; ++seed) {
    for (const char* spec : {"mcts:level=1", "mcts:level=6", "random", "book"}) {
      const Answer answer = asked(spec, seed);
      EXPECT_TRUE(answer.report.lines.empty()) << spec;
      EXPECT_EQ(answer.report.best, answer.move) << spec;
    }
    const Answer answer = asked("mcts:level=7", seed);
    const auto& lines = answer.report.lines;
    EXPECT_TRUE(lines.empty() || lines.size() > 20) << "all that the search says, or nothing";
    thought += lines.empty() ? 0 : 1;
  }
  EXPECT_GT(thought, 0);
  EXPECT_LT(thought, kAsked);
}

// At first sight it would be the middle, which everyone takes over; and one stone every time would bore.
TEST(Levels, OpenNearlyAsEvenlyAsTheirEngineWhereTheFirstStoneMayBeTakenOver) {
  const auto open = [](const std::string& spec, std::uint64_t seed, bool swap = true) {
    search::Limits limits;
    limits.nodes = 500;
    limits.seed = seed;
    return make_player(spec)->choose(game::GameRecord({.size = 7, .swap = swap}), limits, {}, {});
  };
  std::set<std::string> openings;
  int others = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Answer engine = open("mcts", seed);
    for (const char* level : {"1", "4", "7", "9"}) {
      const std::string move = open("mcts:level=" + std::string(level), seed).move;
      openings.insert(move);
      const auto& lines = engine.report.lines;
      const auto line = std::find_if(lines.begin(), lines.end(),
                                     [&](const auto& one) { return one.move == move; });
      ASSERT_NE(line, lines.end()) << move;
      EXPECT_GE(line->value, engine.report.value - 0.06) << level << " " << seed << " " << move;
      const std::string low = "mcts:level=" + std::string(level);
      others += open(low, seed, false).move != open("mcts", seed, false).move ? 1 : 0;
    }
    EXPECT_EQ(open("mcts:level=10", seed).move, engine.move) << "the engine itself";
  }
  EXPECT_GT(openings.size(), 1U);
  EXPECT_GT(others, 0) << "without the swap rule a level has its own";
}

// A beginner errs, but sees the win in front of him nearly always and does not throw stones about.
TEST(Levels, TheLowestErrsAsBeginnersDo) {
  const auto player = make_player("mcts:level=1");
  search::Limits limits;
  std::map<std::string, int> played;
  hex::Position<2> position(7, false);
  for (const int cell : {24, 17}) position.play(hex::Move::at(cell));  // d4, d3
  const auto ways = hex::shortest_paths(position, Side::First).cells |
                    hex::shortest_paths(position, Side::Second).cells;
  int sensible = 0;
  for (limits.seed = 1; limits.seed <= 200; ++limits.seed) {
    const auto move = player->choose(record_of(7, {"d4", "d3"}), limits, {}, {}).move;
    ++played[move];
    sensible += ways.test(*hex::parse_cell(7, move)) ? 1 : 0;
  }
  EXPECT_GT(played.size(), 8u);
  EXPECT_GT(sensible, 120);
  int wins = 0;
  const auto won = record_of(5, {"c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4"});
  for (limits.seed = 1; limits.seed <= 100; ++limits.seed) {
    const auto move = player->choose(won, limits, {}, {}).move;
    wins += move == "c5" || move == "b5" ? 1 : 0;
  }
  EXPECT_GT(wins, 90);
}

TEST(Levels, HigherLevelsWin) {
  int high = 0;
  for (int game = 0; game < 12; ++game) {
    Session session(game::GameSetup{.size = 5, .swap = false});
    const bool first = game % 2 == 0;
    session.set_player(Side::First, make_player(first ? "negamax:level=9" : "negamax:level=1"), "");
    session.set_player(Side::Second, make_player(first ? "negamax:level=1" : "negamax:level=9"),
                       "");
    session.base_limits().nodes = 20'000;
    session.base_limits().seed = static_cast<std::uint64_t>(game) + 1;
    session.play(game % 3 == 0 ? "a1" : game % 3 == 1 ? "b5" : "e2");
    session.play("a3");
    while (!session.over()) session.play(session.ask().move);
    high += (session.result().outcome == game::Outcome::FirstWins) == first ? 1 : 0;
  }
  EXPECT_GE(high, 9);
}

std::string report_file(const char* name) { return testing_files::temporary(name).string(); }

TEST(SearchReport, DepthsOfAnyEngine) {
  for (const char* engine : {"mcts", "negamax"}) {
    const auto file = report_file("depths.jsonl");
    search::Limits limits;
    limits.nodes = 3'000;
    const auto answer = make_player(std::string(engine) + ":report=" + file)
                            ->choose(record_of(7, {"a2"}), limits, {}, {});
    const auto searches = study::read_search_reports(file);
    ASSERT_EQ(searches.size(), 1u) << engine;
    EXPECT_EQ(searches[0].moves, std::vector<std::string>{"a2"});
    EXPECT_EQ(searches[0].answer.nodes, answer.report.nodes);
    EXPECT_EQ(searches[0].answer.best, answer.move);
    EXPECT_TRUE(searches[0].nodes.empty());
    EXPECT_NE(study::depth_table(searches[0]).find("branching"), std::string::npos);
  }
}

// A search of visits tells no depths on its way: its table has the row of its end.
TEST(SearchReport, OfPlayoutsHasARow) {
  const auto file = report_file("visits.jsonl");
  const auto player = make_player("montecarlo:report=" + file);
  search::Limits limits;
  limits.nodes = 100;
  const auto answer = player->choose(record_of(4, {"b2"}), limits, {}, {});
  auto search = study::read_search_reports(file).at(0);
  search.depths.clear();  // told only by searches that last
  const auto lines = base::split(study::depth_table(search), '\n');
  ASSERT_GE(lines.size(), 3u);
  EXPECT_NE(lines[2].find(answer.move), std::string::npos) << lines[2];
  EXPECT_NE(lines[2].find(std::to_string(answer.report.nodes)), std::string::npos) << lines[2];
}

TEST(SearchReport, SaysOfNoMoveDrawnByChanceWhatItIsWorth) {
  const auto file = report_file("drawn.jsonl");
  make_player("random:report=" + file)->choose(record_of(4, {"b2"}), {}, {}, {});
  const auto search = study::read_search_reports(file).at(0);
  EXPECT_FALSE(search.answer.value);
  const auto lines = base::split(study::depth_table(search), '\n');
  EXPECT_EQ(base::split_words(lines.at(2)).at(2), "-") << lines[2];
}

TEST(SearchReport, NodesMakeATree) {
  const auto file = report_file("nodes.jsonl");
  const auto player = make_player("negamax:report_lines=nodes,report=" + file);
  const auto first = player->choose(record_of(4, {"b2"}), to_depth(3), {}, {});
  player->choose(record_of(4, {"b2", "c3", "a1"}), to_depth(2), {}, {});
  const auto searches = study::read_search_reports(file);
  ASSERT_EQ(searches.size(), 2u);
  const auto& search = searches[0];
  EXPECT_EQ(search.answer.best, first.move);
  EXPECT_EQ(search.depths.size(), static_cast<std::size_t>(search.answer.depth));
  std::size_t below = search.roots.size();
  std::uint64_t cuts = 0;
  for (const auto& node : search.nodes) {
    below += node.below.size();
    cuts += node.cut ? 1 : 0;
    EXPECT_EQ(node.board.size(), 4u * 4 + 3);
    for (const auto child : node.below) EXPECT_EQ(search.nodes[child].ply, node.ply + 1);
  }
  EXPECT_EQ(below, search.nodes.size());
  EXPECT_EQ(cuts, search.answer.cut_offs);
  const auto tree = study::node_tree(search, 2, 10);
  EXPECT_NE(tree.find("more: see --lines"), std::string::npos);
  EXPECT_EQ(std::count(tree.begin(), tree.end(), '\n'), 11);
  const auto page = study::to_html(searches);
  EXPECT_NE(page.find("<details>"), std::string::npos);
}

TEST(SearchReport, IsBounded) {
  const auto file = report_file("bounded.jsonl");
  make_player("negamax:report_lines=nodes,report_most=50,report=" + file)
      ->choose(record_of(5, {"b2"}), to_depth(4), {}, {});
  const auto text = base::read_file(file);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 51);  // and the end of the search
  EXPECT_EQ(study::read_search_reports(file)[0].answer.depth, 4);
}

// What is there is begun anew if it is a file, and otherwise stays what it is.
TEST(SearchReport, ReplacesNothingButFiles) {
  const std::filesystem::path folder = report_file("report_places");
  std::filesystem::create_directories(folder / "folder");
  std::filesystem::create_symlink("file", folder / "link");
  std::filesystem::create_symlink("/dev/full", folder / "full");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto think = [&](const std::string& name) {
    return testing_errors::error_of([&] {
      const auto player = make_player("negamax:report=" + (folder / name).string());
      for (int i = 0; i < 2; ++i) player->choose(record_of(4, {"b2"}), to_depth(1), {}, {});
    });
  };
  base::write_file(folder / "file", "what stood there before\n");
  EXPECT_EQ(think("link"), "");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(study::read_search_reports(folder / "file").size(), 2u);
  EXPECT_NE(think("full").find("No space left"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "full"));
  EXPECT_NE(think("folder").find("directory"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_directory(folder / "folder"));
  {
    std::jthread reader(
        [&] { base::write_file(folder / "read", base::read_file(folder / "pipe")); });
    EXPECT_EQ(think("pipe"), "");
  }
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_EQ(study::read_search_reports(folder / "read").size(), 2u);
  std::filesystem::remove_all(folder);
}

TEST(SearchReport, ExplainsWhatItCannotDoOrRead) {
  EXPECT_THROW(make_player("mcts:report_lines=nodes,report=x"), base::UserError);
  const auto file = report_file("bad.jsonl");
  for (const char* bad : {"", "{}", "nonsense", "{\"line\":\"depth\"}", "{\"line\":\"other\"}"}) {
    base::write_file(file, bad);
    EXPECT_THROW(study::read_search_reports(file), base::UserError) << bad;
  }
  const auto read_node = [&](const std::string& ply) {
    base::write_file(
        file,
        R"({"line":"search","game":"hex","size":3,"moves":[]})"
        "\n"
        R"({"line":"node","id":1,"parent":0,"depth":1,"move":"a1","side":"x","board":"","best":"",)"
        R"("alpha":0,"beta":0,"value":0,"seconds":0,"children":0,"searched":0,"cut":false,"ply":)" +
            ply + "}\n");
    return study::node_tree(study::read_search_reports(file).at(0), 9, 9);
  };
  EXPECT_EQ(read_node("1"), "a1 0 depth 1 window 0..0\n");
  for (const char* ply : {"0", "-1"}) EXPECT_THROW(read_node(ply), base::UserError) << ply;
}

TEST(Study, HeatIsHighWhereTheEvaluationLooks) {
  for (const auto& name : evaluation_names()) {
    // First needs only c3: everybody must see it.
    const auto map =
        study::heat_map(record_of(5, {"c1", "a1", "c2", "a2", "c4", "a4", "c5", "e5"}), name);
    EXPECT_EQ(map.heat[12], 1.0) << name;
    EXPECT_GT(map.value, 0) << name;
    EXPECT_EQ(map.pieces[2], 'x');
    EXPECT_NE(study::to_svg(map).find("</svg>"), std::string::npos);
    EXPECT_NE(study::to_text(map).find("100"), std::string::npos);
    EXPECT_NE(
        study::to_text(map).find(", from -1 (lost) to 1 (won)\nin the cells: what its stone "),
        std::string::npos);
  }
  EXPECT_THROW(study::heat_map(record_of(2, {"a1", "b1", "a2"}), "mix"), base::UserError);
}

TEST(Study, EvaluationsGoWithTheTruth) {
  const auto results = study::correlations(4, 120, 1);
  ASSERT_GE(results.size(), evaluation_names().size() + 2);  // the value nets, too
  for (const auto& result : results) {
    // On so small a board the move counts most, which distances alone do not see.
    const bool sees_answers =
        result.evaluation == "two-distance" || result.evaluation == "resistance";
    EXPECT_GT(result.positions, 100) << result.evaluation;
    EXPECT_GT(result.correlation, sees_answers ? 0.4 : 0.05) << result.evaluation;
    EXPECT_LE(result.correlation, 1.0);
    EXPECT_GT(result.right, sees_answers ? 0.6 : 0.45) << result.evaluation;
  }
}

}  // namespace
}  // namespace losange::players
