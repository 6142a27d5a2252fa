// What the terminal face keeps of a game when it is left, saved or replaced; its clocks; engines that fail or are late.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "temporary.h"
#include "terminal_play_fixture.h"

namespace losange::terminal {
namespace {

using game::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_errors::error_of;

TEST_F(TerminalPlay, LeavingSavesAnUnfinishedGame) {
  seats("human", "human");
  for (const char* last : {"quit", ScriptedInput::kInterrupt, "board"}) {
    empty_folder();
    play({"b2", "a1", last});
    EXPECT_THAT(text_, HasSubstr("Go on with it: losange play --resume")) << last;
    const auto record = players::open_game(options_.save_file.string(), {});
    EXPECT_THAT(record.moves(), ElementsAre("b2", "a1")) << last;
    EXPECT_EQ(record.setup, setup_);
    EXPECT_THAT(record.players, ElementsAre("human", "human"));
    EXPECT_TRUE(players::unfinished(record));
  }
  empty_folder();
  play({"quit"});
  EXPECT_FALSE(std::filesystem::exists(options_.save_file)) << "there is nothing to save";
}

TEST_F(TerminalPlay, AGameThatCannotBeSavedIsNotLost) {
  seats("human", "human");
  options_.save_file = "/proc/none/autosave.sgf";
  play({"b2", "a1"});
  EXPECT_THAT(failure_, HasSubstr("the game could not be saved: "));
  EXPECT_THAT(text_, HasSubstr("The moves of the game: b2 a1"));
  EXPECT_THAT(text_, Not(HasSubstr("Go on with it")));
  play({"b2", "new 5", "c3", "save"});
  EXPECT_THAT(moves(), ElementsAre("b2", "c3")) << "a game that cannot be kept is not given up";
  EXPECT_THAT(text_, HasSubstr("the game could not be saved: "));
}

TEST_F(TerminalPlay, AFolderThatIsNotThereIsNotMade) {
  seats("human", "human");
  play({"b2", ("save " + (folder_ / "typo" / "g.sgf").string()).c_str(), "a1"});
  EXPECT_THAT(text_, HasSubstr("there is no folder"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "typo"));
  EXPECT_THAT(moves(), ElementsAre("b2", "a1"));
}

TEST_F(TerminalPlay, AGameOfAnotherKindIsNotPutOnThisBoard) {
  seats("human", "random");
  play({"b2", "load 32-28 19-23", "board"});
  EXPECT_THAT(text_, HasSubstr("that is a game of international draughts, and this one is of Hex"));
  EXPECT_EQ(play_->session().record().setup.game, "hex");
}

TEST_F(TerminalPlay, AFinishedGameIsSavedWhereItWasAskedFor) {
  seats("human", "human");
  options_.save_finished = true;
  play({"b2", "resign"});
  const auto record = players::open_game(options_.save_file.string(), {});
  EXPECT_EQ(record.result.outcome, game::Outcome::FirstWins);
  EXPECT_EQ(record.result.reason, "resign");
  EXPECT_FALSE(players::unfinished(record));
}

TEST_F(TerminalPlay, SavingAndLoadingComesBackToTheSameMove) {
  seats("human", "human");
  control_ = players::TimeControl::parse("100+1");
  const std::string file = (folder_ / "kept game.sgf").string();
  play({"a1", "undo", "b2", "a1", "c3", "a3", "undo", "undo", ("save " + file).c_str(), "quit"});
  EXPECT_THAT(text_, HasSubstr("The game is saved in " + file));
  EXPECT_EQ(players::saved_clock(players::open_game(file, {})).text(), "100+1");

  const auto before = players::name_beside(options_.save_file);
  play({"c1", ("load " + file).c_str()});
  EXPECT_THAT(moves(), ElementsAre("b2", "a1"));
  EXPECT_THAT(text_, HasSubstr("The unfinished game is kept in " + before.string()));
  EXPECT_THAT(moves_in(before), ElementsAre("c1"));
  play({("load " + file).c_str(), "redo", "redo", "redo"});
  EXPECT_THAT(moves(), ElementsAre("b2", "a1", "c3", "a3"));
}

TEST_F(TerminalPlay, AnotherGamesFileIsReplacedOnlyWhenThatIsSaidTwice) {
  seats("human", "human");
  const std::string file = (folder_ / "mine.sgf").string(), save = "save " + file;
  const auto kept = [&] { return players::open_game(file, {}).moves(); };
  play({"b2", save.c_str(), "a1", save.c_str()});
  EXPECT_THAT(kept(), ElementsAre("b2", "a1")) << "its own file a game replaces";
  play({"c1", save.c_str(), "c2"});
  EXPECT_THAT(text_, HasSubstr("is there already: type the same once more to replace it"));
  EXPECT_THAT(kept(), ElementsAre("b2", "a1"));
  play({"c1", save.c_str(), "c2", save.c_str()});
  EXPECT_THAT(kept(), ElementsAre("b2", "a1")) << "a move lies between";
  play({"c1", save.c_str(), save.c_str()});
  EXPECT_THAT(kept(), ElementsAre("c1"));
  play({("load " + file).c_str(), "c2", save.c_str()});
  EXPECT_THAT(kept(), ElementsAre("c1", "c2")) << "it came from there";
  play({"b2", save.c_str(), save.c_str(), "new", "a1", save.c_str()});
  EXPECT_THAT(kept(), ElementsAre("b2")) << "a new game has no file yet";
}

TEST_F(TerminalPlay, LoadsMovesAndLinksAndListsThem) {
  seats("human", "human");
  play({"load b2 a1 c3", "moves", "load https://hexworld.org/board/#4,b2c3", "board"});
  EXPECT_THAT(text_, HasSubstr("1. b2  2. a1  3. c3\n"));
  EXPECT_THAT(text_, HasSubstr("hexworld.org/board/#3"));
  EXPECT_EQ(play_->session().view().rows, 4);
  EXPECT_THAT(moves(), ElementsAre("b2", "c3"));
}

TEST_F(TerminalPlay, TellsOfOtherGamesInAFile) {
  seats("human", "human");
  play({"load (;SZ[3];B[b2])(;SZ[3];B[c1])"});
  EXPECT_THAT(text_, HasSubstr("Of 2 games this is the first."));
  EXPECT_THAT(moves(), ElementsAre("b2"));
}

TEST_F(TerminalPlay, NewStartsOverAndKeepsTheOldGame) {
  seats("human", "human");
  const auto first = players::name_beside(options_.save_file);
  play({"b2", "new 4", "d4", "new", "a1"});
  EXPECT_EQ(play_->session().view().rows, 4);
  EXPECT_THAT(moves(), ElementsAre("a1"));
  EXPECT_THAT(moves_in(first), ElementsAre("b2"));
  EXPECT_THAT(moves_in(folder_ / (first.stem().string() + "-2.sgf")), ElementsAre("d4"));
}

TEST_F(TerminalPlay, AGameThatLiesThereMakesRoomAndStays) {
  seats("human", "human");
  const auto first = players::name_beside(options_.save_file);
  play({"b2", "quit"});
  EXPECT_FALSE(std::filesystem::exists(first));
  play({"quit"});
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("b2")) << "nothing takes its place";
  play({"c1", "save", "a1", "quit"});
  EXPECT_THAT(moves_in(first), ElementsAre("b2"));
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("c1", "a1"));
  EXPECT_THAT(text_,
              HasSubstr("losange play --load " + first.string() + " --save " + first.string()));
  const auto second = players::name_beside(options_.save_file);
  EXPECT_NE(second, first);
  base::write_file(options_.save_file, "no game, but somebody may make something of it");
  play({"a3", "quit"});
  EXPECT_EQ(base::read_file(second), "no game, but somebody may make something of it");
}

TEST_F(TerminalPlay, AGameIsKeptWhileItIsPlayed) {
  struct Looking : ScriptedInput {
    using ScriptedInput::ScriptedInput;
    Read read(std::string& line, std::string_view prompt,
              std::optional<base::Clock::time_point> deadline) override {
      there.push_back(std::filesystem::exists(file));
      return ScriptedInput::read(line, prompt, deadline);
    }
    std::filesystem::path file;
    std::vector<bool> there;
  };
  seats("human", "human");
  options_.in_play_file = folder_ / "in-play.sgf";
  Looking input{"b2", "a1", "c1", "resign"};
  input.file = options_.in_play_file;
  play(input);
  EXPECT_THAT(input.there, ElementsAre(false, true, true, true, false));
  EXPECT_FALSE(std::filesystem::exists(input.file));
}

TEST_F(TerminalPlay, AGameThatIsOnlyLookedAtStaysInItsFile) {
  seats("human", "human");
  const std::string file = (folder_ / "evening.sgf").string(), load = "load " + file;
  base::write_file(file, "(;FF[4]GM[11]SZ[3];B[b2];W[a1])");
  const auto beside = players::name_beside(options_.save_file);
  play({load.c_str(), "undo", "redo", "quit"});
  EXPECT_FALSE(std::filesystem::exists(options_.save_file));
  EXPECT_THAT(text_, HasSubstr("The game is in " + file + ", as it was."));
  play({load.c_str(), "new", "quit"});
  EXPECT_FALSE(std::filesystem::exists(beside));
  play({load.c_str(), "c1", "quit"});
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("b2", "a1", "c1"));
  // From the command line too; but not where a place to save it was named.
  empty_folder();
  base::write_file(file, "(;FF[4]GM[11]SZ[3];B[b2];W[a1])");
  options_.from_file = file;
  const auto look = [&] {
    players::Session session(setup_);
    session.load(players::open_game(file, {}));
    ScriptedInput input{"undo", "quit"};
    play(input, std::move(session));
  };
  look();
  EXPECT_FALSE(std::filesystem::exists(options_.save_file));
  options_.save_finished = true;
  look();
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("b2", "a1"));
}

TEST_F(TerminalPlay, AGameThatGoesOnTakesItsOwnPlace) {
  seats("human", "human");
  const auto beside = players::name_beside(options_.save_file);
  play({"b2", "quit"});
  options_.in_save_file = base::read_file(options_.save_file);
  play({"b2", "a1", "save", "c1", "quit"});
  EXPECT_FALSE(std::filesystem::exists(beside));
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("b2", "a1", "c1"));
}

TEST_F(TerminalPlay, AFileWithAPartOfTheGameIsNamedOnLeaving) {
  seats("human", "human");
  const std::string file = (folder_ / "evening.sgf").string(), save = "save " + file;
  const std::string told = file + " holds it up to move 1 only.";
  play({"b2", save.c_str(), "quit"});
  EXPECT_THAT(text_, Not(HasSubstr("holds it"))) << "it has all there is";
  empty_folder();
  play({"b2", save.c_str(), "a1", "quit"});
  EXPECT_THAT(text_, HasSubstr(told));
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("b2", "a1"));
  empty_folder();
  play({"b2", save.c_str(), "a1", "resign", "quit"});
  EXPECT_THAT(text_, HasSubstr(told)) << "a game that is over too";
  EXPECT_THAT(moves_in(options_.save_file), ElementsAre("b2", "a1"));
}

TEST_F(TerminalPlay, ATurnThatIsLeftGoesOnWithTheTimeThatWasLeft) {
  seats("human", "human");
  control_ = players::TimeControl::parse("100+1");
  options_.turn_spent = base::Millis(39'000);  // as if it had gone on for so long
  play({"quit"});
  const auto file = options_.save_file.string();
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing was played";
  play({"b2", "quit"});
  EXPECT_EQ(players::saved_turn(players::open_game(file, {}), control_).count() / 1000, 0)
      << "the turn under way is the next one";
  ScriptedInput input{"b2", "undo", "quit"};
  play(input);
  EXPECT_THAT(input.prompts[0], testing::ContainsRegex("1:0[01]"));
}

TEST(SavedGame, HoldsWhatWasSpentOfTheTurnByItsClock) {
  using base::Millis;
  const auto file = testing_files::temporary("turn.sgf");
  const auto control = players::TimeControl::parse("10+1");
  players::Session session(game::GameSetup{.size = 3, .swap = false});
  session.set_time_control(control);
  session.play("b2", Millis(1'000));
  players::save_game(session, file, {.turn_spent = Millis(2'500)});
  const auto record = players::open_game(file.string(), {});
  EXPECT_EQ(players::saved_turn(record, control), Millis(2'500));
  EXPECT_EQ(players::saved_turn(record, players::TimeControl::parse("20+1")), Millis(0));
  EXPECT_EQ(players::saved_turn(record, {}), Millis(0));
  auto later = record;
  later.play({Side::Second, "a1"});
  EXPECT_EQ(players::saved_turn(later, control), Millis(0)) << "it was another turn";
  players::save_game(session, file);
  EXPECT_EQ(players::saved_turn(players::open_game(file.string(), {}), control), Millis(0));
  for (const char* odd : {"-5 1", "nan 1", "soon", "1e300 1", "5", "5 1 1"}) {
    base::write_file(file, std::string("(;FF[4]GM[11]SZ[3]OT[10+1]TURN[") + odd + "];B[b2])");
    const auto spent = players::saved_turn(players::open_game(file.string(), {}), control);
    EXPECT_GE(spent, Millis(0)) << odd;
    EXPECT_LE(spent, Millis(10'000'000'000)) << odd;
  }
}

TEST(SavedGame, OldOnesThatEndedGoAndTheNewestHundredStay) {
  const auto folder = testing_files::temporary("kept");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto file = [&](const std::string& name) { return folder / ("autosave-" + name + ".sgf"); };
  const std::string ended = "(;FF[4]GM[11]SZ[3]RE[B+R];B[b2])",
                    going_on = "(;FF[4]GM[11]SZ[3];B[b2])";
  const auto now = std::filesystem::file_time_type::clock::now();
  const auto write = [&](const std::string& name, const std::string& text, int days_ago) {
    base::write_file(file(name), text);
    std::filesystem::last_write_time(file(name), now - std::chrono::hours(24 * days_ago));
  };
  for (int i = 2; i <= 101; ++i) write(fmt::format("2026-11-19-{}", i), ended, 1);
  write("2026-01-01", ended, 100);
  write("2026-01-02", going_on, 101);
  write("2026-01-03", "no game", 102);
  write("2026-01-04", "(;FF[4]GM[11]SZ[3]RE[B+R]CURSOR[0];B[b2])", 103);
  write("the-best-of-all", ended, 104);
  players::remove_old_games_beside(folder / "autosave.sgf");
  for (int i = 2; i <= 101; ++i)
    EXPECT_TRUE(std::filesystem::exists(file(fmt::format("2026-11-19-{}", i))));
  EXPECT_FALSE(std::filesystem::exists(file("2026-01-01")));
  EXPECT_TRUE(std::filesystem::exists(file("2026-01-02"))) << "it can be gone on with";
  EXPECT_TRUE(std::filesystem::exists(file("2026-01-03"))) << "somebody may make something of it";
  EXPECT_TRUE(std::filesystem::exists(file("the-best-of-all"))) << "a person named it";
  std::filesystem::remove_all(folder);
}

TEST_F(TerminalPlay, AMoveThatComesTooLateIsNotTold) {
  seats("random", "human");
  options_.quiet = true;
  control_.kind = players::TimeControl::Kind::PerMove;
  control_.per_move = base::Millis(-1);  // whoever moves is late
  play({"quit"});
  EXPECT_TRUE(moves().empty());
  EXPECT_THAT(text_, Not(HasSubstr("black ")));
  EXPECT_THAT(text_, HasSubstr("Black ran out of time, after 0 moves."));
}

TEST_F(TerminalPlay, AFlagThatFallsLoses) {
  seats("human", "human");
  control_ = players::TimeControl::parse("5/move");
  ScriptedInput input{"b2", ScriptedInput::kTimeout};
  play(input);
  ASSERT_TRUE(input.deadlines[1]);
  EXPECT_THAT(input.prompts[1], HasSubstr("s left"));
  EXPECT_THAT(text_, HasSubstr("Black (a person) wins: White ran out of time, after 1 move."));
  EXPECT_THAT(text_, testing::ContainsRegex("left and right, +0.0 s")) << "the board shows it too";
  ScriptedInput untimed{"b2"};
  control_ = {};
  play(untimed);
  EXPECT_FALSE(untimed.deadlines[0]);
}

TEST_F(TerminalPlay, AClockThatWasSetStaysWhenAFlagIsTakenBack) {
  seats("human", "human");
  const std::string file = (folder_ / "evening.sgf").string(), load = "load " + file;
  base::write_file(file, "(;FF[4]GM[11]SZ[3]OT[900+0];B[b2]BL[700];W[a1]WL[800];B[c1]BL[600])");
  control_ = players::TimeControl::parse("15+0");
  ScriptedInput input{load.c_str(), ScriptedInput::kTimeout, "undo", "undo", "quit"};
  play(input);
  EXPECT_THAT(input.prompts[1], HasSubstr("White, move 4, 15.0 s left"));
  EXPECT_THAT(input.prompts[3], HasSubstr("White, move 4, 15.0 s left"));
  EXPECT_THAT(input.prompts[4], HasSubstr("Black, move 3, 15.0 s left"));
  ScriptedInput set{load.c_str(), "clock 10+0", ScriptedInput::kTimeout, "undo", "undo", "quit"};
  play(set);
  EXPECT_THAT(set.prompts[5], HasSubstr("Black, move 3, 10.0 s left"));
  control_ = players::TimeControl::parse("900+0");
  ScriptedInput same{load.c_str(), "undo", "quit"};
  play(same);
  EXPECT_THAT(same.prompts[1], testing::ContainsRegex("White, move 4, 13:(20|19) left"))
      << "the clock of the file";
  EXPECT_THAT(same.prompts[2], testing::ContainsRegex("Black, move 3, 11:(40|39) left"));
}

TEST_F(TerminalPlay, AMoveAfterTheFlagLosesToo) {
  seats("human", "human");
  control_ = players::TimeControl::parse("0.001+0");
  players::Session session(setup_);
  struct SlowInput : ScriptedInput {
    using ScriptedInput::ScriptedInput;
    Read read(std::string& line, std::string_view prompt,
              std::optional<base::Clock::time_point> deadline) override {
      std::this_thread::sleep_for(base::Millis(10));
      return ScriptedInput::read(line, prompt, deadline);
    }
  };
  SlowInput input{"b2"};
  play(input, std::move(session));
  EXPECT_EQ(play_->session().result(), (game::Result{game::Outcome::SecondWins, "time"}));
}

TEST_F(TerminalPlay, ClocksAreShownAndSet) {
  seats("human", "human");
  ScriptedInput input{"clock", "clock 300+2", "b2", "clock"};
  play(input);
  EXPECT_THAT(text_, HasSubstr("There is no clock"));
  EXPECT_THAT(input.prompts[2], HasSubstr("Black, move 1, 5:00 left> "));
  EXPECT_THAT(text_, HasSubstr("Clock 300+2: Black 5:0"));
  EXPECT_EQ(clock_text(base::Millis(9'460)), "9.5 s");
  EXPECT_EQ(clock_text(base::Millis(3'725'000)), "1:02:05");
  EXPECT_EQ(clock_text(base::Millis(-5)), "0.0 s");
}

TEST_F(TerminalPlay, AnEngineThatFailsLeavesTheGameToThePerson) {
  seats("human", "htp:exit 3");
  play({"b2", "switch white", "a1"});
  EXPECT_THAT(text_, HasSubstr("White (htp:exit 3): "));
  EXPECT_THAT(text_, HasSubstr("type switch to play its side"));
  EXPECT_THAT(moves(), ElementsAre("b2", "a1"));
  seats("htp:exit 3", "random");
  play({});
  EXPECT_THAT(text_, HasSubstr("White (random) wins: Black broke off, after 0 moves."));
  EXPECT_EQ(failure_, "");
}

TEST_F(TerminalPlay, AnEngineWithoutTimeHasLostWhateverItsProgramDid) {
  const std::string late = program("", "sleep 0.7; exit 3");
  seats("human", late.c_str());
  control_ = players::TimeControl::parse("0.5+0");
  play({"b2", "quit"});
  EXPECT_THAT(text_, HasSubstr("Black (you) wins: White ran out of time, after 1 move."));
  EXPECT_THAT(text_, Not(HasSubstr("Press Enter")));
  seats("random", late.c_str());
  play({});
  EXPECT_THAT(text_, HasSubstr("White ran out of time, after 1 move."));
}

TEST_F(TerminalPlay, AProgramThatIsStoppedHasNotFailed) {
  const std::string slow = program("", "sleep 20");
  for (const char* black : {"human", "random"}) {  // attended and not
    stop_ = {};
    seats(black, slow.c_str());
    const std::jthread interrupt([&] {
      std::this_thread::sleep_for(base::Millis(700));
      stop_.request_stop();
    });
    play({"b2"});
    EXPECT_EQ(failure_, "") << black;
    EXPECT_THAT(text_, Not(HasSubstr("the program"))) << black;
    EXPECT_EQ(moves().size(), 1u) << black;
  }
}

TEST_F(TerminalPlay, AProgramStartsBeforeItsClock) {
  const std::string slow = program("sleep 1.2", "printf '= resign\\n\\n'");
  control_ = players::TimeControl::parse("1+0");
  seats("human", slow.c_str());
  play({"b2", "new", "b2"});
  EXPECT_THAT(text_, HasSubstr("Black (you) wins: White resigned, after 1 move."));
  EXPECT_THAT(text_, Not(HasSubstr("ran out of time")));
  seats("human", "human");
  play({("switch white " + slow).c_str(), "b2"});
  EXPECT_THAT(text_, HasSubstr("White resigned, after 1 move."));
  EXPECT_THAT(text_, Not(HasSubstr("ran out of time")));
}

TEST_F(TerminalPlay, AnEngineThatCannotPlayEndsAGameNobodyAttends) {
  setup_.size = 5;
  seats("random", "random:report=/proc/none/report");
  play({});
  EXPECT_THAT(failure_, HasSubstr("White (random:report=/proc/none/report): cannot write"));
  EXPECT_THAT(text_, HasSubstr("Go on with it: losange play --resume"));
}

TEST_F(TerminalPlay, NonsenseInDraughtsIsAnsweredWithAMoveOfDraughts) {
  setup_ = {};
  setup_.game = "draughts";
  setup_.size = 10;
  setup_.variant = "international";
  seats("human", "human");
  play({"xyzzy", "play"});
  EXPECT_THAT(text_, HasSubstr("type a move such as 31-26, or help"));
  EXPECT_THAT(text_, HasSubstr("play what? For example play 31-26"));
}

TEST_F(TerminalPlay, AHintThatIsABoundSaysSo) {
  setup_ = {.game = "draughts", .size = 10, .swap = false, .variant = "international"};
  seats("human", "human");
  control_ = players::TimeControl::parse("0.2/move");
  play({"hint", "quit"});
  EXPECT_THAT(text_,
              testing::ContainsRegex("Best moves: [0-9]+ positions in [0-9.]+ s, depth [0-9]+\n"));
  EXPECT_THAT(text_, testing::ContainsRegex("\n1\\. [^ ]+ +[0-9.]+ % +[0-9]+  "));
  EXPECT_THAT(text_, testing::ContainsRegex("\n2\\. [^ ]+ +at most [0-9.]+ % +[0-9]+  "));
}

TEST_F(TerminalPlay, StoppingAThinkingEngineSavesTheGameBeforeItsMove) {
  seats("human", "montecarlo:playouts=1000000000000");
  setup_.size = 11;
  std::jthread interrupt([&] {
    std::this_thread::sleep_for(base::Millis(300));
    stop_.request_stop();
  });
  play({"f6"});
  EXPECT_THAT(players::open_game(options_.save_file.string(), {}).moves(), ElementsAre("f6"));
}

TEST_F(TerminalPlay, OffersWhatCanBeTyped) {
  seats("human", "human");
  play({"b2"});
  const auto words = play_->completions();
  EXPECT_THAT(words, testing::IsSupersetOf({"undo", "switch", "a1", "c3"}));
  EXPECT_THAT(words, Not(testing::Contains("b2")));
}

TEST(SessionClock, GoesBackWithTheMoves) {
  players::Session session;
  session.set_time_control(players::TimeControl::parse("100+0"));
  session.play("f6", base::Millis(10'000));
  session.play("g7", base::Millis(20'000));
  session.play("a1", base::Millis(30'000));
  EXPECT_EQ(session.clock().left(Side::First), base::Millis(60'000));
  session.undo();
  EXPECT_EQ(session.clock().left(Side::First), base::Millis(90'000));
  session.undo();
  session.undo();
  EXPECT_EQ(session.clock().left(Side::First), base::Millis(100'000));
  EXPECT_EQ(session.clock().left(Side::Second), base::Millis(100'000));
  session.redo();
  session.redo();
  EXPECT_EQ(session.clock().left(Side::Second), base::Millis(80'000));
}

}  // namespace
}  // namespace losange::terminal
