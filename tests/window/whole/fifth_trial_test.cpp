// What people ran into when they tried the window a fifth time: engines that fail and leave nothing to do, games that go
// without a question or cannot be kept, and words that name what is not there.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "base/text.h"
#include "context_fixture.h"
#include "places.h"
#include "players/registry.h"
#include "window/common/level_list.h"
#include "window/common/player_text.h"
#include "window/findings/record_marks.h"
#include "window/kept/library.h"
#include "window/picture/board_picture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kFails = "htp:exit 3";
constexpr game::GameSetup kSmall{.size = 5, .swap = false};
const game::GameSetup kDraughts{
    .game = "draughts", .size = 10, .swap = false, .variant = "international"};

class FifthTrial : public UiInAFolder {
 protected:
  // Red has moved, and Blue's engine failed.
  static void start_with_trouble(Ui& ui) {
    ui.start_game(kSmall, {"human", kFails}, {});
    ui.table().play("c3");
    ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; })) << ui.notice();
  }
  static std::size_t moves(const Ui& ui) { return ui.table().record().moves().size(); }
  void keep_nothing() { ::setenv("XDG_DATA_HOME", "/proc/none", 1); }
  // What is said stands there for some time from the last tick on.
  static void key(Ui& ui, char letter) {
    ui.tick(base::Clock::now());
    ui.key({Key::Letter, letter, false, false});
    ui.tick(base::Clock::now());
  }
};

// --- An engine that fails.

TEST_F(FifthTrial, WhyAnEngineDoesNotPlayStaysUntilSomethingWasDone) {
  Ui ui = make();
  start_with_trouble(ui);
  EXPECT_THAT(ui.notice(), HasSubstr("exit 3"));
  later(ui, std::chrono::minutes(1));
  EXPECT_EQ(ui.notice(), "");
  EXPECT_THAT(texts(ui), HasSubstr("\nBlue made no move\n"));
  EXPECT_THAT(in_one_line(ui), HasSubstr("the program 'exit 3' ended"));
  click_cell(ui, 0);
  EXPECT_EQ(moves(ui), 1u) << "no stone of the engine's is played by a click";
  ui.perform(Action::Back);
  ui.perform(Action::Forward);
  EXPECT_THAT(texts(ui), HasSubstr("\nBlue made no move\n")) << "where one comes back to it, too";
  click_cell(ui, 0);
  EXPECT_EQ(moves(ui), 1u);
}

TEST_F(FifthTrial, AnEngineThatFailedIsAskedAgain) {
  for (const bool by_key : {false, true}) {
    Ui ui = make();
    start_with_trouble(ui);
    later(ui, std::chrono::minutes(1));
    if (by_key) {
      press(ui, Key::Space);
    } else {
      click(ui, "trouble.again");
    }
    ASSERT_TRUE(wait(ui, [&] { return !ui.notice().empty(); })) << "it fails again";
    EXPECT_NE(ui.table().trouble(), nullptr);
  }
}

TEST_F(FifthTrial, APersonTakesTheSeatOfAnEngineThatFailed) {
  Ui ui = make();
  start_with_trouble(ui);
  click(ui, "trouble.person");
  EXPECT_EQ(ui.table().trouble(), nullptr);
  click_cell(ui, 0);
  EXPECT_EQ(moves(ui), 2u);
}

TEST_F(FifthTrial, OurEngineTakesTheSeatOfOneThatFailed) {
  Settings settings = quiet_settings();
  settings.level = 3;
  Ui ui = make(settings);
  start_with_trouble(ui);
  click(ui, "trouble.other");
  EXPECT_EQ(ui.table().seat(Side::Second).engine, players::default_engine() + ":level=3");
  EXPECT_EQ(ui.dialog(), Dialog::Level) << "its level is chosen at once";
}

TEST_F(FifthTrial, TheClockOfAnEngineThatFailedStands) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", kFails}, players::TimeControl::parse("60+0"));
  ui.table().play("c3");
  ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; }));
  const auto left = ui.table().time_left(Side::Second, base::Clock::now());
  later(ui, std::chrono::minutes(5));
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_EQ(ui.table().time_left(Side::Second, base::Clock::now() + std::chrono::minutes(5)), left);
}

// --- A game that cannot be kept.

TEST_F(FifthTrial, LeavingAGameThatCannotBeKeptIsAskedForAsLongAsItTakes) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  keep_nothing();
  click_cell(ui, 12);
  EXPECT_THAT(ui.notice(), HasSubstr("the game is not kept: "));
  control(ui, 'q');
  later(ui, std::chrono::minutes(1));
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave) << "it does not go by itself";
  EXPECT_THAT(in_one_line(ui), HasSubstr("The game is not kept: cannot make the folder"));
  press(ui, Key::Escape);
  control(ui, 'q');
  EXPECT_FALSE(ui.wants_to_quit()) << "who stayed is asked again";
  click(ui, "confirm.no");
  EXPECT_EQ(ui.dialog(), Dialog::None);
  control(ui, 'q');
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::Save) << "in another place";
  press(ui, Key::Enter);
  EXPECT_THAT(ui.notice(), HasSubstr("Saved in"));
  control(ui, 'q');
  click(ui, "confirm.leave");
  EXPECT_TRUE(ui.wants_to_quit());
}

TEST_F(FifthTrial, ADoubleWishToLeaveIsOne) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  keep_nothing();
  click_cell(ui, 12);
  control(ui, 'q');
  control(ui, 'q');
  EXPECT_FALSE(ui.wants_to_quit());
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave);
  later(ui, std::chrono::milliseconds(600));
  control(ui, 'q');
  EXPECT_TRUE(ui.wants_to_quit()) << "it was read";
}

TEST_F(FifthTrial, AGameThatCannotBeKeptIsNotLostOnTheStartScreen) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  keep_nothing();
  click_cell(ui, 12);
  ui.show(Screen::Start);
  ui.leave();
  EXPECT_FALSE(ui.wants_to_quit());
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave);
}

TEST_F(FifthTrial, ThatAGameIsNotKeptDoesNotHideASwap) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  click_cell(ui, 7);
  ui.table().set_engine(Side::Second, "random");
  ui.table().switch_seat(Side::Second);
  keep_nothing();
  ui.table().play("swap-pieces");
  ui.tick(base::Clock::now());
  EXPECT_THAT(ui.notice(), HasSubstr("Blue swaps"));
  EXPECT_THAT(ui.notice(), HasSubstr("the game is not kept"));
}

TEST_F(FifthTrial, ASwapIsToldWhenItIsPlayedAndUntilTheNextMove) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  click_cell(ui, 7);
  ui.table().set_engine(Side::Second, "random");
  ui.table().switch_seat(Side::Second);
  ui.table().play("swap-pieces");
  ui.tick(base::Clock::now());
  ASSERT_THAT(ui.notice(), HasSubstr("Blue swaps"));
  ui.table().play("e5");
  ui.tick(base::Clock::now());
  EXPECT_EQ(ui.notice(), "") << "it was about another position";
  ASSERT_TRUE(wait(ui, [&] { return moves(ui) == 4; }));
  control(ui, 'z');
  ASSERT_EQ(ui.table().session().last_move(), "swap-pieces");
  EXPECT_EQ(ui.notice(), "") << "who comes back to it knows";
}

// --- A game that makes room for another one.

TEST_F(FifthTrial, AGameThatIsPlayedIsNotReplacedUnasked) {
  base::make_folder(Library::folder());
  base::write_file(Library::folder() / "a.sgf", "(;GM[11]SZ[4];B[c3])");
  base::write_file("a.sgf", "(;GM[11]SZ[4];B[c3])");
  Settings settings = quiet_settings();
  settings.engines = {"random"};
  const auto opens = [](Ui& ui, int way) {
    if (way == 0) {
      control(ui, 'o');
      control(ui, 'a');
      type(ui, "a.sgf");
      press(ui, Key::Enter);
    } else if (way == 1) {
      control(ui, 'l');
      click(ui, "library.game.a.sgf");
    } else if (way == 2) {
      ui.open_text("(;GM[11]SZ[4];B[c3])");
    } else {
      ui.perform(Action::Settings);
      click(ui, "settings.page.3");
      click(ui, "engines.play.0");
    }
  };
  for (const int way : {0, 1, 2, 3}) {
    SCOPED_TRACE(way);
    Ui ui = make(settings);
    ui.start_game(kSmall, {"human", "human"}, {});
    click_cell(ui, 12);
    const auto played = ui.table().game_number();
    opens(ui, way);
    ASSERT_EQ(ui.dialog(), Dialog::ConfirmNew);
    EXPECT_EQ(ui.table().game_number(), played);
    click(ui, "confirm.no");
    EXPECT_EQ(ui.table().game_number(), played) << "it goes on";
    opens(ui, way);
    press(ui, Key::Enter);
    EXPECT_NE(ui.table().game_number(), played);
    EXPECT_THAT(ui.notice(), HasSubstr("brings back"));
    if (way == 3) continue;
    const auto opened = ui.table().game_number();
    opens(ui, way);
    EXPECT_NE(ui.table().game_number(), opened) << "one that was only looked at gives way";
    EXPECT_EQ(ui.dialog(), Dialog::None);
  }
}

TEST_F(FifthTrial, TheQuestionBeforeANewGameIsItsOwnAfterAnotherOne) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  click_cell(ui, 12);
  ui.open_text("(;GM[11]SZ[4];B[c3])");
  ASSERT_EQ(ui.dialog(), Dialog::ConfirmNew);
  press(ui, Key::Escape);
  ui.perform(Action::NewGame);
  press(ui, Key::Enter);
  EXPECT_EQ(ui.dialog(), Dialog::NewGame);
}

// --- Names.

// A program in mini.sh that tells its name and answers every genmove so.
void write_mini(const std::string& answer) {
  base::write_file("mini.sh",
                   "while read line; do case $line in\n"
                   "  name) printf '= Mini 3\\n\\n' ;;\n"
                   "  genmove*) printf '" +
                       answer +
                       "\\n\\n' ;;\n"
                       "  *) printf '= \\n\\n' ;;\n"
                       "esac; done\n");
}

TEST_F(FifthTrial, AnOutsideProgramHasItsOwnName) {
  write_mini("= a1");
  Ui ui = make();
  ui.start_game(kSmall, {"human", "htp:sh mini.sh"}, {});
  EXPECT_THAT(texts(ui), HasSubstr("\nmini.sh\n")) << "until it is started";
  EXPECT_THAT(ui.title(), HasSubstr("mini.sh"));
  ui.table().play("c3");
  ASSERT_TRUE(wait(ui, [&] { return moves(ui) == 2; })) << ui.notice();
  EXPECT_THAT(texts(ui), HasSubstr("\nMini 3\n"));
  EXPECT_THAT(ui.title(), HasSubstr("Mini 3"));
}

TEST_F(FifthTrial, AProgramThatFailsIsNamedAllTheSame) {
  write_mini("? no");
  Ui ui = make();
  ui.start_game(kSmall, {"htp:sh mini.sh", "human"}, {});
  ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; }));
  EXPECT_THAT(texts(ui), HasSubstr("\nMini 3 made no move\n"));
}

TEST_F(FifthTrial, AHubProgramHasItsOwnNameToo) {
  Ui ui = make();
  ui.start_game(kDraughts, {"hub:" + testing_places::program() + " hub --endings 0", "human"}, {});
  EXPECT_THAT(texts(ui), HasSubstr("\nlosange\n")) << "its file";
  ASSERT_TRUE(wait(ui, [&] { return moves(ui) == 1; })) << ui.notice();
  EXPECT_THAT(texts(ui), HasSubstr("\nLosange\n"));
}

TEST_F(ContextTest, AScriptIsNamedAndNotWhatRunsIt) {
  for (const auto& [line, name] :
       std::map<std::string, std::string>{{"/usr/bin/mohex --quiet", "mohex"},
                                          {"python3 /tmp/mini.py --fast", "mini.py"},
                                          {"/usr/bin/env A=b python3.11 -u mini.py", "mini.py"},
                                          {"java -jar hex.jar", "hex.jar"},
                                          {"python3", "python3"}}) {
    EXPECT_EQ(engine_text(context_, "htp:" + line), name);
  }
}

TEST_F(ContextTest, TheEdgesOfASideAreNamedAsTheBoardStands) {
  settings_.orientation = {0, false};
  EXPECT_EQ(edges_text(context_, Side::First), "joins top and bottom");
  EXPECT_EQ(edges_text(context_, Side::Second), "joins left and right");
  settings_.orientation.twelfths = 3;
  EXPECT_EQ(edges_text(context_, Side::First), "joins left and right");
  // However it stands, the two sides do not have the same edges, and a half turn changes nothing.
  for (const bool mirrored : {false, true}) {
    for (int turn = 0; turn < 12; ++turn) {
      settings_.orientation = {turn, mirrored};
      const std::string first = edges_text(context_, Side::First);
      EXPECT_NE(first, edges_text(context_, Side::Second)) << turn;
      settings_.orientation = {(turn + 6) % 12, mirrored};
      EXPECT_EQ(first, edges_text(context_, Side::First)) << turn;
    }
  }
}

TEST_F(FifthTrial, ANameThatIsCutIsTold) {
  Ui ui = make();
  game::GameRecord record(kSmall);
  const std::string name = "Wilhelmina Augusta Alexandra Charlotte of Somewhere";
  record.players = {name, "Bea"};
  record.play({Side::First, "c3"});
  ui.load_game(record);
  ASSERT_NE(ui.frame().find("player.0"), nullptr);
  EXPECT_EQ(ui.frame().find("player.0")->tip, name);
  EXPECT_EQ(ui.frame().find("player.1"), nullptr) << "a short one is seen";
}

// --- The menu.

TEST_F(FifthTrial, TheKeysThatTheMenuShowsWorkInIt) {
  for (const auto& [press, dialog] :
       {std::pair{KeyPress{Key::Letter, 's', true, false}, Dialog::Save},
        std::pair{KeyPress{Key::Letter, ',', false, false}, Dialog::Settings},
        std::pair{KeyPress{Key::Letter, 'l', true, false}, Dialog::Library}}) {
    Ui ui = make();
    ui.start_game(kSmall, {"human", "human"}, {});
    ui.perform(Action::Menu);
    EXPECT_THAT(texts(ui), HasSubstr("\n" + key_text(press, Language::English) + "\n"));
    ui.key(press);
    EXPECT_EQ(ui.dialog(), dialog) << press.letter;
  }
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  ui.perform(Action::Menu);
  key(ui, 'e');
  EXPECT_NE(ui.frame().find("setup.done"), nullptr);
  ui.perform(Action::Menu);
  key(ui, '1');
  EXPECT_EQ(ui.dialog(), Dialog::Menu) << "what it does not show is not done";
  EXPECT_TRUE(ui.table().seat(Side::First).person);
}

TEST_F(FifthTrial, NothingLiesOverTheNextEntryOfTheMenu) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  ui.perform(Action::Menu);
  for (const auto& widget : ui.frame().widgets) {
    EXPECT_TRUE(!widget.id.starts_with("menu.") || widget.tip.empty()) << widget.id;
  }
}

// --- What is said.

TEST_F(FifthTrial, CellsThatDoNotMatterHaveALegendThatGoesWithThem) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  key(ui, 'i');
  EXPECT_THAT(ui.notice(), HasSubstr("Crosses: dead cells"));
  key(ui, 'i');
  EXPECT_EQ(ui.notice(), "");
  key(ui, 'c');
  EXPECT_NE(ui.notice(), "");
  key(ui, 'c');
  EXPECT_EQ(ui.notice(), "") << "what was told of connections goes with them";
  for (const char* move : {"c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5"})
    ui.table().play(move);
  ui.tick(base::Clock::now());
  key(ui, 'i');
  EXPECT_THAT(ui.notice(), HasSubstr("No cell is dead")) << "there is nothing to explain";
}

TEST_F(FifthTrial, DraughtsHasPiecesAndSaysWhatItHasNot) {
  Settings settings = quiet_settings();
  settings.language = Language::French;
  Ui ui = make(settings);
  ui.start_game(kDraughts, {"human", "draughts:level=5"}, {});
  EXPECT_THAT(texts(ui), HasSubstr("\ndames · niveau 5\n"));
  ui.perform(Action::SetUp);
  EXPECT_THAT(texts(ui), HasSubstr("\nPlacez les pièces\n"));
  EXPECT_THAT(texts(ui), Not(HasSubstr("pierres")));
  ui.perform(Action::SetUp);
  key(ui, 't');
  EXPECT_THAT(ui.notice(), HasSubstr("pour le Hex seulement"));
  ui.show(Screen::Start);
  EXPECT_THAT(texts(ui), HasSubstr("dames"));
}

TEST(FifthTrialWords, NothingIsWorthLessThanNothing) {
  EXPECT_EQ(men_text(-0.004, 2), "+0.00");
  EXPECT_EQ(men_text(0.004, 2), "+0.00");
  EXPECT_EQ(men_text(-0.006, 2), "−0.01");
  EXPECT_EQ(men_text(-0.04, 1), "+0.0");
}

TEST_F(ContextTest, TheSmallestBoardsHaveNoRatings) {
  struct Levels {
    const Context& context;
    game::GameSetup setup;
    void draw(Pen& pen) {
      Rect area{0, 0, 400, 300};
      draw_levels(pen, context, "x", area, setup, 5, true, [](int) {});
    }
  };
  Levels small{context_, {.size = 3}}, usual{context_, {.size = 11}};
  EXPECT_THAT(all_text(draw(small)), Not(HasSubstr("about")));
  EXPECT_THAT(all_text(draw(small)), Not(HasSubstr("stronger than any person")));
  EXPECT_THAT(all_text(draw(usual)), HasSubstr("about 3"));
}

TEST_F(FifthTrial, WhatIsWrongWithAClockStandsBesideItAndCoversNothing) {
  for (const bool narrow : {false, true}) {
    Ui ui = make();
    if (narrow) ui.resize(360, 740);
    ui.perform(Action::NewGame);
    if (narrow) click(ui, "new.page.2");
    click(ui, "new.clock.own");
    type(ui, "soon");
    if (narrow) click(ui, "new.page.0");
    click(ui, "new.start");
    ASSERT_EQ(ui.dialog(), Dialog::NewGame);
    EXPECT_EQ(ui.notice(), "") << "nothing lies on the dialog";
    ASSERT_NE(ui.frame().find("new.clock.own"), nullptr) << "its page is shown";
    EXPECT_EQ(ui.focused(), "new.clock.own");
    const Rect field = ui.frame().find("new.clock.own")->area;
    EXPECT_THAT(ui.frame().find("new.clock.own")->name, HasSubstr("no clock")) << "who hears";
    double at = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr || text->text.find("“soon” is no clock") == std::string::npos) continue;
      at = text->at.y;
    }
    EXPECT_GT(at, field.bottom());
    EXPECT_LT(at, field.bottom() + 20);
    EXPECT_THAT(in_one_line(ui), Not(HasSubstr("10000000"))) << "in units of people";
    type(ui, "3");  // it was chosen whole
    EXPECT_THAT(in_one_line(ui), Not(HasSubstr("is no clock"))) << "mended, or on the way to it";
  }
}

// --- What is seen.

TEST_F(ContextTest, AWordThatIsWiderThanALineIsBroken) {
  const std::string path(60, '/');
  std::vector<std::string> lines;
  struct Paragraph {
    const std::string& text;
    std::vector<std::string>& lines;
    void draw(Pen& pen) { lines = pen.wrapped(text, 10, 100); }
  } paragraph{path, lines};
  draw(paragraph);
  EXPECT_EQ(base::joined(lines, ""), path) << "and nothing of it is lost";
  for (const auto& line : lines) EXPECT_LE(plain_measure(line, 10, Weight::Regular), 100);
}

TEST_F(FifthTrial, ASwapThatIsHintedIsSaidAndKeepsItsSignBesideItsValue) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = true}, {"human", "human"}, {});
  click_cell(ui, 12);
  key(ui, 'h');
  ASSERT_TRUE(wait(ui, [&] { return ui.notice().find("Hint: swap") != std::string::npos; }));
  const Point stone = ui.placed_board()->center(12);
  const double scale = ui.placed_board()->scale;
  const auto discs_beside = [&] {
    int discs = 0;
    for (const auto& shape : ui.frame().scene) {
      const auto* disc = std::get_if<Disc>(&shape);
      if (disc != nullptr && length(disc->center - stone) > 0.4 * scale &&
          length(disc->center - stone) < 0.6 * scale && disc->radius < 0.3 * scale)
        ++discs;
    }
    return discs;
  };
  EXPECT_EQ(discs_beside(), 0);
  key(ui, 'a');
  ASSERT_TRUE(wait(ui, [&] {
    const auto& found = ui.table().analysis();
    return found && std::any_of(found->moves.begin(), found->moves.end(),
                                [](const auto& move) { return move.move.starts_with("swap"); });
  }));
  EXPECT_EQ(discs_beside(), 1) << "the sign of the swap, beside the value";
}

TEST(FifthTrialStones, HaveARimThatIsSeen) {
  Scene scene;
  add_stone(scene, {50, 50}, 6, Side::First, rgb(0x1E2126), rgb(0x888888), false);
  ASSERT_EQ(scene.size(), 2u);
  EXPECT_GE(std::get<Disc>(scene[0]).radius - std::get<Disc>(scene[1]).radius, 1.2);
}

TEST(FifthTrialStones, CoordinatesAreReadOnAPhone) {
  BoardPicture picture;
  picture.board = place(hex_layout(11, {}), {0, 0, 300, 220});
  picture.pieces.assign(121, '.');
  Scene scene;
  draw_board(scene, picture, quiet_settings());
  for (const auto& shape : scene) {
    const auto* text = std::get_if<Text>(&shape);
    EXPECT_TRUE(text == nullptr || text->size >= 8.5) << text->text;
  }
}

TEST_F(FifthTrial, OneThingAtATimeIsBesideTheGame) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", "human"}, {});
  click_cell(ui, 12);
  const std::vector<std::pair<Action, std::string>> asides{{Action::Solve, "solve.leave"},
                                                           {Action::Marks, "marks.done"},
                                                           {Action::SwapMap, "swapmap.leave"},
                                                           {Action::SetUp, "setup.done"}};
  for (const auto& [first, its_own] : asides) {
    for (const auto& [second, other] : asides) {
      if (first == second) continue;
      ui.perform(first);
      ASSERT_NE(ui.frame().find(its_own), nullptr);
      ui.perform(second);
      EXPECT_NE(ui.frame().find(other), nullptr);
      EXPECT_EQ(ui.frame().find(its_own), nullptr) << its_own << " beside " << other;
      ui.perform(second);
    }
  }
}

}  // namespace
}  // namespace losange::window
