// "Solve": who wins for certain, told beside the board, played out, and kept in the game.
#include <gmock/gmock.h>

#include <algorithm>

#include "base/random.h"
#include "cpu_time.h"
#include "hex/board/geometry.h"
#include "hex/files/sgf.h"
#include "oracle.h"
#include "study/solving/solver_input.h"
#include "window/findings/solved.h"
#include "window/solving/solver_room.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;
using testing::Not;

class SolveShown : public UiTest {
 protected:
  static void start(Ui& ui, int size, std::initializer_list<const char*> moves = {}) {
    ui.start_game({.size = size, .swap = false}, {"human", "human"}, {});
    for (const char* move : moves) ui.table().play(move);
    ui.tick(base::Clock::now());
  }
  static bool says(Ui& ui, const std::string& words) {
    return texts(ui).find(words) != std::string::npos;
  }
  // What is told in several lines, as one.
  static std::string told(Ui& ui) {
    std::string all = texts(ui);
    std::replace(all.begin(), all.end(), '\n', ' ');
    return all;
  }
  static void open(Ui& ui, const std::string& sgf) {
    ui.load_game(hex::read_sgf(sgf));
    ui.table().go_to(ui.table().end_of_line());
    ui.tick(base::Clock::now());
  }
  static bool solved(Ui& ui) { return ui.frame().find("solve.again") != nullptr; }
  static std::optional<Solved> kept(Ui& ui) {
    const auto& record = ui.table().record();
    return solved_at(record.node(record.cursor()));
  }
  static hex::Position<2> position_of(Ui& ui) {
    const auto board = study::solver_board(ui.table().record());
    return hex::Position<2>::from_flat(board.stones, board.to_move);
  }
  static std::vector<std::string> winning_moves(Ui& ui, oracle::Solver& truth) {
    const auto position = position_of(ui);
    std::vector<std::string> moves;
    position.empty().for_each([&](int cell) {
      auto next = position;
      next.play(hex::Move::at(cell));
      if (truth.winner(next) == position.to_move())
        moves.push_back(hex::cell_name(position.size(), cell));
    });
    return moves;
  }
};

TEST_F(SolveShown, WhoWinsAndByWhichMovesIsTheTruth) {
  Ui ui = make();
  oracle::Solver truth;
  for (const char* opening : {"a1", "b2", "d1", "a2"}) {
    start(ui, 4, {opening});
    ui.typed('y');
    ASSERT_TRUE(wait(ui, [&] { return solved(ui); })) << opening;
    const Side winner = truth.winner(position_of(ui));
    ASSERT_TRUE(kept(ui)) << opening;
    EXPECT_EQ(kept(ui)->winner, winner) << opening;
    EXPECT_THAT(kept(ui)->moves, testing::UnorderedElementsAreArray(winning_moves(ui, truth)));
    EXPECT_TRUE(says(ui, winner == Side::First ? "Red wins, whatever Blue plays" : "Blue wins, by"))
        << opening << texts(ui);
    ui.typed('y');
    EXPECT_EQ(ui.frame().find("solve.leave"), nullptr);
  }
}

TEST_F(SolveShown, ItIsToldInFrenchToo) {
  Settings settings = quiet_settings();
  settings.language = Language::French;
  Ui ui = make(settings);
  start(ui, 3, {"a1"});
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_THAT(texts(ui), HasSubstr("Bleu gagne, par"));
  EXPECT_THAT(texts(ui), HasSubstr("Dérouler"));
}

TEST_F(SolveShown, MovesThatWinAreMarkedOnTheBoard) {
  Ui ui = make();
  start(ui, 3, {"a1"});
  const auto count = [&] {
    const std::string all = texts(ui);
    std::size_t found = 0;
    for (std::size_t at = all.find("\nwin\n"); at != std::string::npos;
         at = all.find("\nwin\n", at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count(), 0u);
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_EQ(count(), kept(ui)->moves.size());
  EXPECT_GT(count(), 0u);
}

TEST_F(SolveShown, ProgressIsToldBesideTheAnalysisAndAnotherPositionEndsIt) {
  Ui ui = make();
  start(ui, 11, {"f6"});
  ui.table().set_analysing(true);
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return says(ui, "positions in") && ui.table().analysis(); }));
  EXPECT_THAT(texts(ui), HasSubstr("not known yet"));
  EXPECT_TRUE(
      wait(ui, [&] { return told(ui).find("so far nearer to a win of") != std::string::npos; }));
  EXPECT_NE(ui.frame().find("solve.stop"), nullptr);
  EXPECT_FALSE(kept(ui)) << "nothing is guessed";
  ui.table().play("e5");
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.frame().find("solve.stop"), nullptr) << "it was of another position";
  EXPECT_THAT(texts(ui), HasSubstr("not known yet"));
  click(ui, "solve.again");
  EXPECT_NE(ui.frame().find("solve.stop"), nullptr);
  click(ui, "solve.stop");
  EXPECT_EQ(ui.frame().find("solve.stop"), nullptr);
  click(ui, "solve.leave");
  EXPECT_EQ(ui.frame().find("solve.leave"), nullptr);
  start(ui, 5);
  EXPECT_THAT(texts(ui), Not(HasSubstr("not known yet")));
}

// Whatever the side that has lost plays, the other one answers and wins.
TEST_F(SolveShown, AProofIsPlayedAgainstAnyReply) {
  Ui ui = make();
  base::Random random(11);
  for (int game = 0; game < 12; ++game) {
    const bool small = game % 2 == 0;
    start(ui, small ? 4 : 5, {small ? "b3" : "c3"});      // First has won
    if (game % 4 >= 2) start(ui, small ? 4 : 5, {"a1"});  // Second has
    ui.typed('y');
    ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
    const Side winner = kept(ui)->winner;
    click(ui, "solve.play");
    for (int moves = 0; !ui.table().session().over(); ++moves) {
      ASSERT_LT(moves, 30);
      ASSERT_TRUE(wait(ui,
                       [&] {
                         return ui.table().session().over() ||
                                (ui.table().session().to_move() != winner && kept(ui));
                       }))
          << "no answer in game " << game;
      if (ui.table().session().over()) break;
      EXPECT_EQ(kept(ui)->winner, winner);
      const auto legal = ui.table().session().position().legal_moves();
      ui.table().play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      ui.tick(base::Clock::now());
    }
    EXPECT_EQ(ui.table().session().result().outcome, game::win_for(winner)) << game;
  }
}

TEST_F(SolveShown, WhoTakesAnAnswerBackTriesAnother) {
  Ui ui = make();
  start(ui, 4, {"b3"});
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  click(ui, "solve.play");
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  const auto answered = [&] {
    return wait(ui, [&] { return ui.table().record().line().size() >= 4 && kept(ui); });
  };
  ui.table().play("c2");
  ASSERT_TRUE(answered());
  ui.perform(Action::Undo);
  ui.tick(base::Clock::now());
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_EQ(ui.table().record().line().size(), 3u) << "the answer stays away";
  ui.perform(Action::Undo);
  ui.tick(base::Clock::now());
  ui.table().play("b2");
  EXPECT_TRUE(answered());
}

TEST_F(SolveShown, WhoTakesAnAnswerBackIsToldThatTheWinnerWaits) {
  Ui ui = make();
  start(ui, 4, {"a1"});
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  click(ui, "solve.play");
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().line().size() == 3 && solved(ui); }));
  EXPECT_THAT(told(ui), HasSubstr("Play Red: Blue answers at once"));
  ui.perform(Action::Undo);
  ui.tick(base::Clock::now());
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_THAT(told(ui), Not(HasSubstr("answers at once")));
  EXPECT_THAT(told(ui), HasSubstr("Blue to move: play for it, or take back one more move"));
}

// Once every move was looked at the one that was found with the least work is still the answer.
TEST_F(SolveShown, TheAnswerIsTheMoveThatWinsWithTheLeastWork) {
  Ui ui = make();
  start(ui, 6, {"f4", "a1", "d3", "c3"});
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  ASSERT_GT(kept(ui)->moves.size(), 30u) << "nearly all of them win";
  click(ui, "solve.play");
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().line().size() == 6; }));
  const auto board = study::solver_board(ui.table().record());
  const auto after = solver::make_hex_solver(6, 1 << 20, study::solver_net())->solve(board);
  EXPECT_EQ(after.nodes, 1u) << "a connection decides at once, after "
                             << ui.table().session().last_move();
}

// Cells that are captured may have decided it: no search names a move then.
TEST_F(SolveShown, WhereWhatIsFilledInDecidesTheWinnerJoinsIt) {
  Ui ui = make();
  start(ui, 4, {"b3", "d1", "b2", "d4"});
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  click(ui, "solve.play");
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().line().size() == 6; }));
  EXPECT_THAT(ui.table().session().last_move(), testing::AnyOf("b1", "c1", "a4", "b4"));
}

TEST_F(SolveShown, TheResultIsKeptInTheFileAndReadAgain) {
  Ui ui = make();
  start(ui, 4, {"a1"});
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  const auto found = *kept(ui);
  const std::string text = hex::write_sgf(ui.table().record());
  EXPECT_THAT(text, HasSubstr("SOLVED[W "));
  start(ui, 3);
  open(ui, text);
  EXPECT_EQ(kept(ui), found);
  ui.typed('y');
  EXPECT_TRUE(says(ui, "Blue wins, by")) << "at once, without a search";
  EXPECT_THAT(told(ui), Not(HasSubstr("The file says")));
  EXPECT_NE(ui.frame().find("solve.again"), nullptr);
  Ui another = make();
  open(another, text);
  another.typed('y');
  EXPECT_THAT(told(another), HasSubstr("The file says: Blue wins, by"))
      << "no search found it here";
  EXPECT_NE(another.frame().find("solve.again"), nullptr);
}

TEST_F(SolveShown, WhatAFileSaysIsItsOwnWordUntilItIsFoundHere) {
  Ui ui = make();
  const char* lie = "(;FF[4]GM[11]SZ[5];B[a3];W[c3];B[b2]SOLVED[B 7])";
  open(ui, lie);
  ui.typed('y');
  EXPECT_THAT(told(ui), HasSubstr("The file says: Red wins, whatever Blue plays"));
  click(ui, "solve.again");
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_THAT(told(ui), Not(HasSubstr("The file says")));
  EXPECT_THAT(told(ui), HasSubstr("Blue wins, by"));
  EXPECT_EQ(kept(ui)->winner, Side::Second);
  open(ui, lie);
  ui.typed('y');
  EXPECT_THAT(told(ui), HasSubstr("Blue wins, by")) << "it was found here";
  EXPECT_THAT(told(ui), Not(HasSubstr("The file says")));
  EXPECT_EQ(kept(ui)->winner, Side::Second) << "and goes into the game";
}

TEST_F(SolveShown, WhatAFileSaysIsNotPlayedOut) {
  Ui ui = make();
  open(ui, "(;FF[4]GM[11]SZ[5];B[a3];W[c3];B[b2]SOLVED[B 7])");
  ui.typed('y');
  click(ui, "solve.play");
  EXPECT_THAT(told(ui), Not(HasSubstr("Red answers at once")));
  ASSERT_TRUE(wait(ui, [&] { return ui.table().record().line().size() == 5; }));
  EXPECT_THAT(told(ui), HasSubstr("Play Red: Blue answers at once"));
}

TEST_F(SolveShown, MovesThatAFileNamesGiveWayToThoseThatWin) {
  Ui ui = make();
  oracle::Solver truth;
  start(ui, 3, {"a1"});
  const auto winning = winning_moves(ui, truth);
  const std::string all = "b1 c1 a2 b2 c2 a3 b3 c3";
  ASSERT_LT(winning.size(), 8u);
  open(ui, "(;FF[4]GM[11]SZ[3];B[a1]SOLVED[W 7][" + all + "])");
  ui.typed('y');
  EXPECT_TRUE(says(ui, "\nwin?\n")) << texts(ui);
  EXPECT_FALSE(says(ui, "\nwin\n"));
  click(ui, "solve.again");
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_THAT(kept(ui)->moves, testing::UnorderedElementsAreArray(winning));
  EXPECT_FALSE(says(ui, "\nwin?\n"));
}

TEST(Solved, WhatCannotBeReadIsNotBelieved) {
  const auto read = [](std::vector<std::string> values) {
    game::RecordNode node;
    node.other.push_back({"SOLVED", std::move(values)});
    return solved_at(node);
  };
  EXPECT_EQ(read({"B 12", "c3 d2"}), (Solved{Side::First, 12, {"c3", "d2"}}));
  EXPECT_EQ(read({"W 0"}), (Solved{Side::Second, 0, {}}));
  for (const char* bad : {"", "B", "X 1", "B -1", "B x", "B 1 2"}) EXPECT_FALSE(read({bad})) << bad;
  EXPECT_FALSE(read({}));
  game::RecordNode node;
  const Solved solved{Side::Second, 5, {"a1"}};
  keep_solved(node, {Side::First, 1, {}});
  keep_solved(node, solved);
  EXPECT_EQ(solved_at(node), solved);
  EXPECT_EQ(node.other.size(), 1u);
}

TEST_F(SolveShown, MovesThatAreNoneAreNotShown) {
  Ui ui = make();
  start(ui, 4, {"a1"});
  ui.table().note_finding([](game::RecordNode& node) {
    keep_solved(node, {Side::Second, 1, {"z9"}});
  });
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  EXPECT_THAT(kept(ui)->moves, Not(testing::Contains("z9")));
}

TEST_F(SolveShown, UndoingAnEditKeepsWhatWasSolved) {
  Ui ui = make();
  start(ui, 4, {"a1"});
  const auto node = ui.table().record().cursor();
  ui.table().set_comment(node, "before");
  ui.table().end_comment();
  ui.typed('y');
  ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
  ui.table().undo();
  ui.tick(base::Clock::now());
  EXPECT_TRUE(solved_at(ui.table().record().node(node)));
}

TEST_F(SolveShown, AGameThatIsOverAndDraughtsHaveNothingToSolve) {
  Ui ui = make();
  start(ui, 1, {"a1"});
  ui.perform(Action::Solve);
  ui.tick(base::Clock::now());
  EXPECT_TRUE(says(ui, "nothing is left to solve"));
  EXPECT_EQ(ui.frame().find("solve.leave"), nullptr);
}

solver::HexBoard empty_board(int size) {
  return {size, std::vector<int>(static_cast<std::size_t>(size * size), 0), Side::First};
}

// The thread that solves gives way to all others, so that a busy machine may keep it from its core for as long as it likes:
// what it has of the processor after it was told to stop is what counts.
TEST(SolverRoom, StopsAtOnceAndAnswersTheLastQuestion) {
  constexpr double kPatience_s = 120;
  SolverRoom room;
  room.start(empty_board(11), true);
  for (const base::Stopwatch watch; room.news().nodes == 0 && watch.seconds() < kPatience_s;) {
    std::this_thread::sleep_for(base::Millis(5));
  }
  ASSERT_GT(room.news().nodes, 0u);
  const testing_time::ProcessCpuWatch all;
  const testing_time::CpuWatch waiting;
  room.stop();
  EXPECT_FALSE(room.news().running);
  for (const base::Stopwatch watch; room.busy() && watch.seconds() < kPatience_s;) {
    std::this_thread::sleep_for(base::Millis(1));
  }
  EXPECT_FALSE(room.busy());
  EXPECT_LT(all.seconds() - waiting.seconds(), testing_time::kPromise_s);
  room.start(empty_board(11), true);
  room.start(empty_board(3), true);
  for (const base::Stopwatch watch; room.news().running && watch.seconds() < kPatience_s;) {
    std::this_thread::sleep_for(base::Millis(1));
  }
  const auto news = room.news();
  EXPECT_EQ(news.winner, Side::First);
  ASSERT_TRUE(news.winning);
  EXPECT_THAT(*news.winning, testing::Contains(4)) << "the middle of 3x3";
  EXPECT_TRUE(news.reply);
}

TEST_F(SolveShown, ThatTheSwapIsLeftOutIsSaidBeforeTheFirstStoneToo) {
  for (const bool swap : {true, false}) {
    Ui ui = make();
    ui.start_game({.size = 3, .swap = swap}, {"human", "human"}, {});
    ui.tick(base::Clock::now());
    ui.typed('y');
    ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
    EXPECT_EQ(says(ui, "The swap is left out of it"), swap);
  }
}

TEST_F(SolveShown, InASmallWindowNothingOfItIsMissing) {
  for (const Language language : {Language::English, Language::French}) {
    const bool french = language == Language::French;
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    ui.resize(360, 480);
    const std::string swap =
        french ? "L’échange n’est pas pris en compte." : "The swap is left out of it.";
    const auto check = [&](std::initializer_list<const char*> buttons) {
      EXPECT_THAT(told(ui), HasSubstr(swap));
      for (const char* id : buttons) {
        const Widget* button = ui.frame().find(id);
        ASSERT_NE(button, nullptr) << id;
        EXPECT_GE(button->area.height, 43.5) << id;
        EXPECT_GE(button->area.width, 43.5) << id;
      }
    };
    for (const int size : {5, 11}) {
      ui.start_game({.size = size, .swap = true}, {"human", "human"}, {});
      ui.table().play("a2");
      ui.tick(base::Clock::now());
      ui.typed('y');
      if (size == 11) {
        ASSERT_TRUE(wait(ui, [&] { return says(ui, french ? "positions en" : "positions in"); }));
        check({"solve.stop", "solve.leave"});
        ui.typed('y');
        continue;
      }
      ASSERT_TRUE(wait(ui, [&] { return solved(ui); }));
      EXPECT_THAT(told(ui), HasSubstr(french ? "Bleu gagne" : "Blue wins"));
      check({"solve.again", "solve.play", "solve.leave"});
    }
  }
}

}  // namespace
}  // namespace losange::window
