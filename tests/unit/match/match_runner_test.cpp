// The folder of a match and the runner.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "base/text.h"
#include "draughts/text/draughts.h"
#include "draughts/text/pdn.h"
#include "error_of.h"
#include "hex/files/sgf.h"
#include "json.h"
#include "match/runner.h"
#include "players/registry.h"
#include "terminal_stderr.h"

namespace losange::match {
namespace {

using testing_errors::error_of;
using testing_files::Json;

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

}  // namespace
}  // namespace losange::match
