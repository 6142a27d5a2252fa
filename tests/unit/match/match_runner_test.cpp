// The referee, the folder and the runner, with players that are fast or broken on purpose.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/system/file.h"
#include "base/text.h"
#include "draughts/text/draughts.h"
#include "draughts/text/pdn.h"
#include "error_of.h"
#include "hex/files/sgf.h"
#include "json.h"
#include "match/report.h"
#include "match/runner.h"
#include "players/registry.h"
#include "terminal_stderr.h"

namespace losange::match {
namespace {

using testing_errors::error_of;
using game::Outcome;
using players::PlayerFailure;
using testing_files::Json;

// Plays by a function of the record.
class Scripted : public players::Player {
 public:
  using Script = std::function<players::Answer(const game::GameRecord&)>;
  explicit Scripted(Script script) : script_(std::move(script)) {}
  players::Answer choose(const game::GameRecord& record, const search::Limits& limits,
                         const players::Observer&, std::stop_token) override {
    seen = limits;
    return script_(record);
  }
  void ponder(const game::GameRecord& record, const search::Limits&, std::stop_token) override {
    pondered.push_back(record.moves().size());
  }
  search::Limits seen;
  std::vector<std::size_t> pondered;  // the moves on the board each time

 private:
  Script script_;
};

players::Answer move(std::string text) { return {std::move(text), false, {}}; }
players::Answer first_legal(const game::GameRecord& record) {
  return move(players::replay(record)->legal_moves().front());
}

PlayedGame referee(Scripted& first, Scripted& second, const PlayerLimits& limits = {},
                   bool strict = false, std::vector<std::string> opening = {"b2"}) {
  const GameRules rules{{.size = 3, .swap = false}, strict, base::Millis(5)};
  const Opening start{"", std::move(opening)};
  return *play_game(rules, start, {{{&first, limits, 1}, {&second, limits, 2}}}, {});
}

TEST(Referee, PlaysFromTheOpeningToTheEnd) {
  Scripted first(first_legal), second(first_legal);
  const auto game = referee(first, second);
  EXPECT_EQ(game.ending, Ending::Board);
  EXPECT_EQ(game.moves.front(), "b2");
  EXPECT_NE(game.outcome, Outcome::Ongoing);
  EXPECT_EQ(game.seconds.size() + 1, game.moves.size());
  EXPECT_EQ(first.seen.seed, 1u);
  EXPECT_EQ(second.seen.seed, 2u);
}

TEST(Referee, LetsPlayersPonderWhereTheRulesDo) {
  for (const bool ponder : {false, true}) {
    Scripted first(first_legal), second(first_legal);
    const GameRules rules{{.size = 3, .swap = false}, false, base::Millis(5), ponder};
    const auto game = *play_game(rules, {"", {"b2"}}, {{{&first, {}, 1}, {&second, {}, 2}}}, {});
    // Each thinks exactly while the other has to move: Second moves with 1, 3... moves on the board.
    std::vector<std::size_t> odd, even;
    for (std::size_t moves = 1; ponder && moves < game.moves.size(); ++moves) {
      (moves % 2 == 1 ? odd : even).push_back(moves);
    }
    EXPECT_EQ(first.pondered, odd);
    EXPECT_EQ(second.pondered, even);
  }
}

TEST(Referee, TellsFailuresApart) {
  Scripted good(first_legal);
  const auto failing = [](PlayerFailure::Kind kind) {
    return Scripted([kind](const auto&) -> players::Answer {
      throw PlayerFailure(kind, base::Message::verbatim("why"));
    });
  };
  auto crash = failing(PlayerFailure::Kind::Crash);
  auto hang = failing(PlayerFailure::Kind::Hang);
  auto illegal = failing(PlayerFailure::Kind::Illegal);
  auto refusing = failing(PlayerFailure::Kind::Protocol);
  Scripted taken([](const auto&) { return move("b2"); });
  Scripted resigning([](const auto&) { return players::Answer{"", true, {}}; });

  EXPECT_EQ(referee(good, crash).ending, Ending::Crash);
  EXPECT_EQ(referee(good, crash).outcome, Outcome::FirstWins);
  EXPECT_EQ(referee(good, crash).detail, "why");
  EXPECT_EQ(referee(hang, good).ending, Ending::Hang);
  EXPECT_EQ(referee(hang, good).outcome, Outcome::SecondWins);
  EXPECT_EQ(referee(good, illegal).ending, Ending::Illegal);
  EXPECT_EQ(referee(refusing, good).ending, Ending::Protocol);
  EXPECT_EQ(ending_from(to_text(Ending::Protocol)), Ending::Protocol);
  EXPECT_EQ(referee(good, taken).ending, Ending::Illegal);
  EXPECT_NE(referee(good, taken).detail.find("b2 is taken"), std::string::npos);
  EXPECT_EQ(referee(good, resigning).ending, Ending::Resign);
  EXPECT_EQ(referee(good, resigning).outcome, Outcome::FirstWins);
  Scripted broken([](const auto&) -> players::Answer { throw base::UserError("no model"); });
  EXPECT_EQ(error_of([&] { referee(good, broken); }), "no model");
}

TEST(Referee, CountsOverstepsAndKeepsClocks) {
  Scripted quick(first_legal);
  Scripted slow([](const auto& record) {
    std::this_thread::sleep_for(base::Millis(130));
    return first_legal(record);
  });
  PlayerLimits limits;
  // Long enough for a quick player on a machine under load.
  limits.move_time = base::Millis(100);
  const auto lenient = referee(quick, slow, limits);
  EXPECT_EQ(lenient.ending, Ending::Board);
  EXPECT_GE(lenient.oversteps[1], 1);
  EXPECT_EQ(slow.seen.time, base::Millis(100));
  const auto strict = referee(quick, slow, limits, true);
  EXPECT_EQ(strict.ending, Ending::Time);
  EXPECT_EQ(strict.outcome, Outcome::FirstWins);
  EXPECT_TRUE(strict.detail.ends_with(" where 0.1 s were left")) << strict.detail;

  PlayerLimits clocked;
  clocked.clock = players::TimeControl::parse("0.1+0");
  const auto late = referee(quick, slow, clocked);
  EXPECT_EQ(late.ending, Ending::Time);
  EXPECT_TRUE(late.detail.starts_with("time: a move took 0.1")) << late.detail;
  Scripted late_to_resign([](const auto&) {
    std::this_thread::sleep_for(base::Millis(130));
    return players::Answer{"", true, {}};
  });
  EXPECT_EQ(referee(quick, late_to_resign, clocked).ending, Ending::Time);
  EXPECT_EQ(referee(quick, slow, clocked).outcome, Outcome::FirstWins);
  clocked.clock = players::TimeControl::parse("100+5");
  EXPECT_EQ(referee(quick, slow, clocked).ending, Ending::Board);
  ASSERT_TRUE(quick.seen.clock);
  // An opening takes no time and earns no increment; each move played earned 5 seconds.
  EXPECT_GT(quick.seen.clock->left, base::Millis(100'000));
}

TEST(Referee, GivesUpWhenStopped) {
  std::stop_source stop;
  Scripted stopping([&](const auto& record) {
    stop.request_stop();
    return first_legal(record);
  });
  const GameRules rules{{.size = 3, .swap = false}, false, base::Millis(5)};
  EXPECT_FALSE(
      play_game(rules, {"", {}}, {{{&stopping, {}, 1}, {&stopping, {}, 2}}}, stop.get_token()));
}

class MatchFolderTest : public testing::Test {
 protected:
  MatchFolderTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("losange_match_test_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~MatchFolderTest() override { std::filesystem::remove_all(folder_); }

  static MatchSettings settings(std::uint64_t games,
                                const std::vector<std::string>& specs = {"random", "random"}) {
    MatchSettings settings;
    for (const auto& spec : specs) settings.entrants.push_back(parse_entrant(spec, {}));
    make_names_distinct(settings.entrants);
    settings.game.size = 3;
    settings.game.swap = false;
    settings.openings = find_openings("all", settings.game);
    settings.games = games;
    settings.seed = 9;
    return settings;
  }
  RunResult run(const MatchSettings& settings, int concurrency = 1,
                std::stop_token stop = {}) const {
    return run_match(settings, {concurrency, folder_, "test", std::move(stop), false});
  }
  std::string file(const char* name) const { return base::read_file(folder_ / name); }

  // A games file without what differs between two runs: the times.
  static std::vector<std::string> timeless(const std::string& text) {
    std::vector<std::string> lines;
    for (const auto& line : base::split(text, '\n')) {
      if (!line.empty()) lines.push_back(Json(line).without("seconds").without("time_s").text());
    }
    return lines;
  }

  static int games_in(std::string_view sgf) {
    int games = 0;
    for (auto at = sgf.find("(;"); at != sgf.npos; at = sgf.find("(;", at + 1)) ++games;
    return games;
  }

  std::filesystem::path folder_;
};

TEST_F(MatchFolderTest, WritesEveryGameForProgramsAndForPeople) {
  const auto match = settings(6);
  const auto result = run(match);
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.tally.games(), 6u);
  const auto lines = base::split(base::trim(file("games.jsonl")), '\n');
  ASSERT_EQ(lines.size(), 6u);
  for (const auto& line : lines) {
    const auto game = from_line(match, line);
    EXPECT_EQ(to_line(match, game), line);
    const auto record = hex::read_sgf(hex::write_sgf(to_record(match, game)));
    EXPECT_EQ(record.moves(), game.played.moves);
    EXPECT_EQ(record.result.outcome, game.played.outcome);
    EXPECT_EQ(players::replay(record)->outcome(), game.played.outcome);
  }
  EXPECT_EQ(games_in(file("games.sgf")), 6);
}

TEST_F(MatchFolderTest, RepeatsForTheSameSeedWhateverTheConcurrency) {
  const auto match = settings(36);
  run(match);
  auto one = timeless(file("games.jsonl"));
  std::filesystem::remove_all(folder_);
  run(match, 4);
  auto four = timeless(file("games.jsonl"));
  std::sort(one.begin(), one.end());
  std::sort(four.begin(), four.end());
  EXPECT_EQ(one, four);
}

// A power cut may leave any part of the last line.
TEST_F(MatchFolderTest, GoesOnAfterACutAtEveryByte) {
  const auto match = settings(4);
  run(match);
  const std::string whole = file("games.jsonl");
  const auto games = timeless(whole);
  const auto settings_file = file("match.json");
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    base::write_file(folder_ / "games.jsonl", std::string_view(whole).substr(0, bytes));
    base::write_file(folder_ / "games.sgf", "(;torn");
    ASSERT_TRUE(run(match).finished);
    ASSERT_EQ(timeless(file("games.jsonl")), games) << "cut after " << bytes;
    ASSERT_EQ(games_in(file("games.sgf")), 4);
  }
  EXPECT_EQ(file("match.json"), settings_file);
}

TEST_F(MatchFolderTest, StopsAndGoesOn) {
  const auto match = settings(200);
  run(match, 2);
  auto all = timeless(file("games.jsonl"));
  std::filesystem::remove_all(folder_);
  std::stop_source stop;
  std::jthread stopper([&] {
    while (!std::filesystem::exists(folder_ / "games.sgf") ||
           std::filesystem::file_size(folder_ / "games.sgf") < 500) {
      std::this_thread::yield();
    }
    stop.request_stop();
  });
  const auto part = run(match, 2, stop.get_token());
  stopper.join();
  EXPECT_GT(part.tally.games(), 0u);
  EXPECT_EQ(timeless(file("games.jsonl")).size(), part.tally.games());
  EXPECT_TRUE(run(match, 2).finished);
  auto both = timeless(file("games.jsonl"));
  std::sort(all.begin(), all.end());
  std::sort(both.begin(), both.end());
  EXPECT_EQ(both, all);
}

TEST_F(MatchFolderTest, IsSeenToPlayBeforeItsFirstGameEnds) {
  auto match = settings(50, {"montecarlo", "montecarlo"});
  match.game.size = 9;
  for (auto& entrant : match.entrants) entrant.limits.move_time = base::Millis(5000);
  testing_files::TerminalStderr terminal(80);
  std::stop_source stop;
  RunOptions options;
  options.concurrency = 2;
  options.stop = stop.get_token();
  options.show_progress = true;
  std::jthread playing([&] { run_match(match, options); });
  const base::Stopwatch watch;
  while (watch.seconds() < 20 && terminal.seen().find("up to 1 s") == std::string::npos)
    std::this_thread::sleep_for(base::Millis(20));
  stop.request_stop();
  playing.join();
  EXPECT_NE(terminal.seen().find("games: 0/50, playing 2, up to 1 s"), std::string::npos)
      << terminal.seen();
}

TEST_F(MatchFolderTest, KeepsWhyAGameOfDraughtsWasForfeited) {
  auto match = settings(2, {"random", "random"});
  match.game = draughts::setup_of({&draughts::find_rules("international"), 10});
  match.openings = find_openings("32-28", match.game);
  {
    MatchFolder folder(folder_, match, "test");
    for (std::uint64_t number = 0; number < 2; ++number) {
      FinishedGame game{plan_game(match, number), {}};
      game.played.moves = {"32-28", "19-23"};
      game.played.outcome = game::Outcome::FirstWins;
      game.played.ending = Ending::Illegal;
      game.played.detail = "'28-99' is not a move {at all}";
      folder.add(game);
    }
  }
  const std::string text = file("games.pdn");
  EXPECT_TRUE(text.ends_with("2-0\n\n")) << text;
  const auto games = draughts::read_pdn(text, {&draughts::find_rules("international"), 10});
  ASSERT_EQ(games.size(), 2u);
  for (const auto& game : games) {
    EXPECT_EQ(game.node(game::kRoot).comment, "'28-99' is not a move {at all)");
    EXPECT_EQ(game.result.reason, "forfeit");
    EXPECT_EQ(game.moves(), (std::vector<std::string>{"32-28", "19-23"}));
  }
}

TEST_F(MatchFolderTest, CanBeMadeLongerButNotOtherwiseChanged) {
  run(settings(4));
  const auto before = timeless(file("games.jsonl"));
  EXPECT_TRUE(run(settings(8)).finished);
  auto after = timeless(file("games.jsonl"));
  ASSERT_EQ(after.size(), 8u);
  after.resize(4);
  EXPECT_EQ(after, before);

  EXPECT_NE(error_of([&] { run(settings(6)); }).find("can be made longer"), std::string::npos);
  auto other = settings(8);
  other.seed = 10;
  EXPECT_NE(error_of([&] { run(other); }).find("seed: was 9, now 10"), std::string::npos);
  // However much differs: on another board every opening does.
  other.game.size = 9;
  other.openings = find_openings("all", other.game);
  for (auto& entrant : other.entrants) {
    entrant = parse_entrant("montecarlo:playouts=5@time=1,nodes=7,threads=2", {});
  }
  make_names_distinct(other.entrants);
  const auto told = error_of([&] { run(other); });
  for (const char* part : {"size: was ", "players/0/spec: was ", "players/1/spec: was "}) {
    EXPECT_NE(told.find(part), std::string::npos) << part << told;
  }
  EXPECT_EQ(timeless(file("games.jsonl")).size(), 8u);
}

TEST_F(MatchFolderTest, RefusesWhatDoesNotBelong) {
  run(settings(4));
  const std::string good = file("games.jsonl");
  const std::string first = good.substr(0, good.find('\n') + 1);
  const auto error_with = [&](const std::string& text) {
    base::write_file(folder_ / "games.jsonl", text);
    return error_of([&] { run(settings(4)); });
  };
  EXPECT_NE(error_with(first + first).find("line 2: that game was there before"),
            std::string::npos);
  EXPECT_NE(error_with("{}\n" + good).find("line 1: it is not a game"), std::string::npos);
  std::string alien = good;
  alien.replace(alien.find("\"first\":\"random\""), 16, "\"first\":\"nobody\"");
  EXPECT_NE(error_with(alien).find("other players"), std::string::npos);
  base::write_file(folder_ / "match.json", "{");
  EXPECT_NE(error_of([&] { run(settings(4)); }).find("match.json is broken"), std::string::npos);
  std::filesystem::remove(folder_ / "match.json");
  EXPECT_NE(error_of([&] { run(settings(4)); }).find("has games and no match.json, which says how"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "match.json")) << "nothing is made up";
}

TEST_F(MatchFolderTest, IsLockedWhileAMatchRuns) {
  const auto match = settings(4);
  const MatchFolder held(folder_, match, "test");
  EXPECT_NE(error_of([&] { run(match); }).find("another match"), std::string::npos);
}

// Games that are played at the same time do not share their players' tables.
TEST_F(MatchFolderTest, RefusesMoreMemoryThanThereIsForAllGamesAtATime) {
  const std::size_t most = base::most_mebibytes();
  const auto with_tables = [&](std::size_t a, std::size_t b) {
    return settings(100, {fmt::format("negamax:table={}", a), fmt::format("negamax:table={}", b)});
  };
  const auto four = error_of([&] { run(with_tables(most / 4, 1), 4); });
  EXPECT_NE(four.find("take --concurrency 3"), std::string::npos) << four;
  const auto one = error_of([&] { run(with_tables(most - 1, 2), 1); });
  EXPECT_NE(one.find("take smaller tables"), std::string::npos) << one;
  EXPECT_FALSE(std::filesystem::exists(folder_));  // nothing was begun
}

TEST_F(MatchFolderTest, SaysWhenItCannotBeWritten) {
  base::write_file(folder_.string() + ".file", "");
  const auto error = error_of([&] {
    run_match(settings(2), {1, folder_.string() + ".file/match", "test", {}, false});
  });
  EXPECT_NE(error.find("cannot make the folder"), std::string::npos) << error;
  std::filesystem::remove(folder_.string() + ".file");
}

TEST_F(MatchFolderTest, TheSequentialTestDecidesTheSameForAnyConcurrency) {
  auto match = settings(2000, {"montecarlo:playouts=90", "random"});
  match.sprt = SprtSettings{0, 100, 0.05, 0.05};
  std::vector<std::uint64_t> pairs;
  for (const int concurrency : {1, 4}) {
    std::filesystem::remove_all(folder_);
    const auto result = run(match, concurrency);
    EXPECT_TRUE(result.finished);
    EXPECT_LT(result.tally.games(), 2000u);
    EXPECT_EQ(result.tally.sprt()->state(), Sprt::State::AcceptedElo1);
    pairs.push_back(result.tally.sprt()->pairs());
    // A match that was decided stays so.
    EXPECT_EQ(run(match).tally.games(), result.tally.games());
  }
  EXPECT_EQ(pairs[0], pairs[1]);
}

TEST(Tally, CountsPairsFailuresAndDraws) {
  MatchSettings settings;
  settings.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
  settings.game = {.size = 3, .swap = false};
  settings.openings = find_openings("all", settings.game);
  Tally tally(settings);
  const auto add = [&](std::uint64_t number, Outcome outcome, Ending ending = Ending::Board) {
    FinishedGame game{plan_game(settings, number), {}};
    game.played.outcome = outcome;
    game.played.ending = ending;
    game.played.seconds = {1.0, 3.0};  // the opening is one stone: the second side first
    game.played.moves = {std::to_string(number)};
    tally.add(game);
  };
  add(0, Outcome::FirstWins);
  EXPECT_EQ(tally.pairings()[0].singles, (GameCounts{0, 0, 1}));
  EXPECT_FALSE(tally.pairings()[0].rests_on_pairs());
  add(1, Outcome::SecondWins);  // 2-0
  add(3, Outcome::Draw);
  add(2, Outcome::Draw);  // 1-1
  add(4, Outcome::SecondWins, Ending::Crash);
  add(5, Outcome::Draw);  // 0.5-1.5
  const PairingTally& pairing = tally.pairings()[0];
  EXPECT_EQ(pairing.games, (GameCounts{1, 3, 2}));
  EXPECT_EQ(pairing.pairs, (PairCounts{0, 1, 1, 0, 1}));
  EXPECT_EQ(pairing.clean_pairs, (PairCounts{0, 0, 1, 0, 1}));
  EXPECT_EQ(pairing.singles, GameCounts{});
  EXPECT_EQ(tally.players()[0].lost_by[static_cast<std::size_t>(Ending::Crash)], 1u);
  EXPECT_EQ(tally.players()[0].first_failure, "game 5: crash");
  EXPECT_EQ(tally.players()[1].games, (GameCounts{2, 3, 1}));
  EXPECT_EQ(tally.players()[0].seconds, 3 * 3.0 + 3 * 1.0);
  EXPECT_EQ(tally.first_side(), (GameCounts{2, 3, 1}));

  const auto text = report_text(settings, tally, true);
  EXPECT_NE(text.find("3.5 of 6 (58.3 %): won 2, drawn 3, lost 1"), std::string::npos) << text;
  EXPECT_NE(text.find("1 by crashes"), std::string::npos) << text;
  const Json json(report_json(settings, tally, true));
  EXPECT_EQ(json.at("pairings").item(0).at("pairs").text(), "[0,1,1,0,1]");
  EXPECT_EQ(json.at("pairings").item(0).at("without_failures").at("units").number(), 2);
}

// Openings of 3x3; a game is told by two letters for its moves.
class Repetitions : public testing::Test {
 protected:
  Repetitions() {
    settings_.entrants = {parse_entrant("random", {}), parse_entrant("montecarlo", {})};
    settings_.game = {.size = 3, .swap = false};
    settings_.openings = find_openings("a1,b1", settings_.game);
    settings_.games = 100;
    settings_.sprt = SprtSettings{0, 400, 0.05, 0.05};
  }
  FinishedGame game(std::uint64_t number, const std::string& moves, Outcome outcome) const {
    FinishedGame game{plan_game(settings_, number), {}};
    game.played.moves = base::split_words(moves);
    game.played.outcome = outcome;
    return game;
  }

  MatchSettings settings_;
};

TEST_F(Repetitions, AddNothingToWhatIsProved) {
  Tally once(settings_), often(settings_);
  for (std::uint64_t number = 0; number < 40; ++number) {
    // The same four games of two openings again and again: 2-0 and 1-1.
    const bool second_of_pair = number % 2 == 1, other_opening = number % 4 >= 2;
    const auto played =
        game(number, other_opening ? "b1 c3 a2" : "a1 b2 c2",
             second_of_pair && !other_opening ? Outcome::SecondWins : Outcome::FirstWins);
    if (number < 4) once.add(played);
    often.add(played);
  }
  EXPECT_EQ(often.games(), 40u);
  EXPECT_EQ(often.different_games(), 4u);
  const PairingTally &all = often.pairings()[0], &first = once.pairings()[0];
  EXPECT_EQ(all.games, (GameCounts{10, 0, 30}));
  EXPECT_EQ(all.different, first.games);
  EXPECT_EQ(all.pairs, (PairCounts{0, 0, 1, 0, 1}));
  EXPECT_EQ(all.estimate().units, 2u);
  EXPECT_EQ(all.estimate().low, first.estimate().low);
  EXPECT_EQ(all.estimate().high, first.estimate().high);
  EXPECT_EQ(often.sprt()->pairs(), 2u);
  EXPECT_EQ(often.sprt()->log_ratio(), once.sprt()->log_ratio());
  EXPECT_EQ(often.ratings()[0].error, once.ratings()[0].error);
  const auto text = report_text(settings_, often, true);
  EXPECT_NE(text.find("40 of 100 games, 4 different"), std::string::npos) << text;
  EXPECT_NE(text.find("36 of these games played before"), std::string::npos) << text;
  const Json json(report_json(settings_, often, true));
  EXPECT_EQ(json.at("different").number(), 4);
  EXPECT_EQ(json.at("pairings").item(0).at("different").number(), 4);
}

TEST_F(Repetitions, APairWithANewGameAndAnOldOneIsNoPair) {
  Tally tally(settings_);
  tally.add(game(0, "a1 b2", Outcome::FirstWins));
  tally.add(game(1, "a1 b3", Outcome::FirstWins));
  tally.add(game(4, "a1 b2", Outcome::FirstWins));  // its own opening comes again two pairs later
  tally.add(game(5, "a1 c3", Outcome::FirstWins));
  tally.close();
  EXPECT_EQ(tally.different_games(), 3u);
  EXPECT_EQ(tally.pairings()[0].pairs, (PairCounts{0, 0, 1, 0, 0}));
  EXPECT_EQ(tally.pairings()[0].singles, (GameCounts{1, 0, 0}));
  EXPECT_EQ(tally.pairings()[0].different, (GameCounts{2, 0, 1}));
}

TEST_F(Repetitions, AreSeenThroughTheHalfTurnAndNotThroughColoursOrResults) {
  Tally tally(settings_);
  tally.add(game(0, "a1 b2 c2", Outcome::FirstWins));
  tally.add(game(1, "a1 b2 c2", Outcome::FirstWins));   // colours reversed
  tally.add(game(2, "c3 b2 a2", Outcome::FirstWins));   // game 0, turned
  tally.add(game(3, "a1 b2 c2", Outcome::SecondWins));  // the other way
  EXPECT_EQ(tally.different_games(), 3u);
}

// Which of two games is the repetition goes by the plan, so that concurrency changes nothing.
TEST_F(Repetitions, DoNotDependOnTheOrderInWhichGamesEnd) {
  std::vector<FinishedGame> games;
  base::Random random(3);
  for (std::uint64_t number = 0; number < 60; ++number) {
    const char* const moves[] = {"a1 b2", "a1 b3", "a1 c2", "a1 c3"};
    const auto which = random.below(4);
    games.push_back(
        game(number, moves[which], which < 2 ? Outcome::FirstWins : Outcome::SecondWins));
  }
  Tally in_order(settings_), shuffled(settings_);
  for (const auto& one : games) in_order.add(one);
  for (std::size_t i = games.size(); i > 1; --i) {
    std::swap(games[i - 1], games[random.below(static_cast<std::uint32_t>(i))]);
  }
  for (const auto& one : games) shuffled.add(one);
  EXPECT_EQ(in_order.pairings()[0].pairs, shuffled.pairings()[0].pairs);
  EXPECT_EQ(in_order.pairings()[0].singles, shuffled.pairings()[0].singles);
  EXPECT_EQ(in_order.sprt()->log_ratio(), shuffled.sprt()->log_ratio());
}

TEST_F(Repetitions, OfPlayersWithoutChanceGiveTheIntervalOfOneRound) {
  settings_.sprt.reset();
  settings_.entrants = {parse_entrant("negamax:depth=1,table=1", {}),
                        parse_entrant("negamax:depth=2,table=1", {})};
  settings_.game.size = 4;
  settings_.openings = find_openings("all", settings_.game);
  settings_.games = 4 * 2 * 16;
  EXPECT_EQ(games_that_must_repeat(settings_), 3u * 2 * 16);
  const auto often =
      run_match(settings_, {.concurrency = 3, .folder = {}, .program = "", .stop = {}});
  settings_.games = 2 * 16;
  EXPECT_EQ(games_that_must_repeat(settings_), 0u);
  const auto once =
      run_match(settings_, {.concurrency = 1, .folder = {}, .program = "", .stop = {}});
  EXPECT_EQ(often.tally.games(), 128u);
  EXPECT_EQ(often.tally.different_games(), once.tally.different_games());
  EXPECT_LE(often.tally.different_games(), 32u);
  EXPECT_EQ(often.tally.pairings()[0].pairs, once.tally.pairings()[0].pairs);
}

TEST_F(Repetitions, AreRareWherePlayersDraw) {
  settings_.sprt.reset();
  settings_.entrants = {parse_entrant("random", {}), parse_entrant("random", {})};
  make_names_distinct(settings_.entrants);
  settings_.game.size = 7;
  settings_.openings = find_openings("a1", settings_.game);
  settings_.games = 200;
  EXPECT_EQ(games_that_must_repeat(settings_), 0u);
  const auto result =
      run_match(settings_, {.concurrency = 1, .folder = {}, .program = "", .stop = {}});
  EXPECT_EQ(result.tally.different_games(), 200u);
  EXPECT_EQ(result.tally.pairings()[0].estimate().units, 100u);
}

TEST_F(Repetitions, AreForeseenOnlyWhereNothingIsLeftToChance) {
  settings_.sprt.reset();
  const auto must_repeat = [&](const std::vector<std::string>& specs) {
    settings_.entrants.clear();
    for (const auto& spec : specs) settings_.entrants.push_back(parse_entrant(spec, {}));
    return games_that_must_repeat(settings_);
  };
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=8"}), 96u);
  EXPECT_EQ(must_repeat({"zero@nodes=9", "net"}), 96u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "net", "negamax@nodes=9"}), 3 * 96u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "net", "mcts"}), 96u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "mcts:descents=9"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero"}), 0u);  // that one thinks for a second
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9@time=1"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9@threads=2"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9@clock=60+1"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9,temperature=0.5"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=9,level=9"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "negamax:equal=random@nodes=9"}), 0u);
  EXPECT_EQ(must_repeat({"zero:visits=9", "htp:./some-program"}), 0u);
  settings_.ponder = true;
  EXPECT_EQ(must_repeat({"zero:visits=9", "zero:visits=8"}), 0u);
}

}  // namespace
}  // namespace losange::match
