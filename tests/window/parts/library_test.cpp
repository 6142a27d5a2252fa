// The library: every game played or opened is found again, by what is written of it, and leaves only when a person asks
// for that twice.
#include "window/kept/library.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "window/kept/autosave.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class LibraryTest : public UiTest {
 protected:
  static void start(Ui& ui, const std::array<std::string, 2>& players, int size,
                    std::initializer_list<const char*> moves) {
    ui.start_game({.size = size, .swap = false}, players, {});
    for (const char* move : moves) ui.table().play(move);
    ui.tick(base::Clock::now());
  }
  // A game in the library as if it had been kept so many seconds before now.
  static void put(const std::string& name, const std::string& sgf, int seconds_ago) {
    base::make_folder(Library::folder());
    base::write_file(Library::folder() / name, sgf);
    std::filesystem::last_write_time(
        Library::folder() / name,
        std::filesystem::file_time_type::clock::now() - std::chrono::seconds(seconds_ago));
  }
  static std::vector<std::string> files(const std::vector<LibraryGame>& games) {
    std::vector<std::string> names;
    names.reserve(games.size());
    for (const auto& game : games) names.push_back(game.file);
    return names;
  }
  static std::vector<std::string> shown(Ui& ui) {
    std::vector<std::string> names;
    for (const auto& widget : ui.frame().widgets) {
      constexpr std::string_view kGame = "library.game.";
      if (widget.id.starts_with(kGame)) names.push_back(widget.id.substr(kGame.size()));
    }
    return names;
  }
};

constexpr const char* kAnna = "(;GM[11]SZ[5]PB[Anna]PW[Bea]DT[2026-01-02]RE[B+];B[c3];W[a1])";
constexpr const char* kCleo = "(;GM[11]SZ[7]PB[Cleo]PW[Dora];B[d4];W[a1];B[b2])";

TEST_F(LibraryTest, AFinishedGameIsFoundAgainAfterARestart) {
  {
    Ui ui = make();
    start(ui, {"human", "human"}, 2, {"a1", "b1", "a2"});
    ASSERT_TRUE(ui.table().session().over());
    start(ui, {"human", "human"}, 5, {"c3"});
    ui.leave();
  }
  Ui ui = make();
  ASSERT_NE(ui.frame().find("start.recent.1"), nullptr) << "both are on the start screen";
  EXPECT_EQ(ui.frame().find("start.recent.2"), nullptr);
  control(ui, 'l');
  ASSERT_EQ(ui.dialog(), Dialog::Library);
  type(ui, "red wins 2x2");
  ASSERT_THAT(shown(ui), SizeIs(1));
  press(ui, Key::Enter);
  EXPECT_EQ(ui.screen(), Screen::Game);
  EXPECT_THAT(ui.table().record().moves(), ElementsAre("a1", "b1", "a2"));
  EXPECT_TRUE(ui.table().session().over());
}

TEST_F(LibraryTest, AGameHasOneFileHoweverOftenItIsOpenedAndGoesOn) {
  Ui ui = make();
  clipboard_ = "https://hexworld.org/board/#5n,c3a1";
  control(ui, 'v');
  control(ui, 'v');
  EXPECT_THAT(Library().games(), SizeIs(1)) << "the same game was pasted twice";
  ui.table().play("d4");
  ui.tick(base::Clock::now());
  ui.show(Screen::Start);
  click(ui, "start.recent.0");
  ui.table().play("e5");
  ui.tick(base::Clock::now());
  const auto games = Library().games();
  ASSERT_THAT(games, SizeIs(1));
  EXPECT_EQ(games[0].moves, 4);
  start(ui, {"human", "human"}, 5, {"c3", "a1"});
  EXPECT_THAT(Library().games(), SizeIs(2))
      << "a new game is another one, whatever is played in it";
}

TEST_F(LibraryTest, UndoingBringsBackAGameWithItsFile) {
  Ui ui = make();
  start(ui, {"human", "human"}, 5, {"a1", "b2"});
  clipboard_ = "https://hexworld.org/board/#5n,c3";
  control(ui, 'v');
  control(ui, 'z');
  ui.table().play("e5");
  ui.tick(base::Clock::now());
  const auto games = Library().games();
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0].moves, 3);
  EXPECT_EQ(games[1].moves, 1);
}

TEST_F(LibraryTest, AnOldGameThatStandsOnlyInTheAutosaveIsTakenIn) {
  base::make_folder(base::user_data_folder());
  base::write_file(autosave_file({}), kAnna);
  Ui ui = make();
  start(ui, {"human", "human"}, 5, {"e5"});
  auto games = Library().games();
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_TRUE(games[0].players[0] == "Anna" || games[1].players[0] == "Anna");
}

TEST_F(LibraryTest, WhatIsKnownOfAGameIsTrueOfItsFile) {
  put("a.sgf", kAnna, 20);
  put("b.sgf", kCleo, 10);
  Library library;
  auto games = library.games();
  ASSERT_THAT(files(games), ElementsAre("b.sgf", "a.sgf")) << "the newest first";
  EXPECT_EQ(games[0].moves, 3);
  EXPECT_EQ(games[0].date, "") << "the game does not say";
  EXPECT_EQ(games[1].date, "2026-01-02");
  EXPECT_EQ(games[1].result.outcome, game::Outcome::FirstWins);
  EXPECT_EQ(games[1].pieces[12], 'x');
  put("b.sgf", kAnna, 5);
  EXPECT_EQ(library.games()[0].players[0], "Anna") << "the file changed by other hands";
  EXPECT_EQ(Library().games()[0].players[0], "Anna");
}

TEST_F(LibraryTest, DatesOfBothGamesHaveOneForm) {
  put("a.sgf", kAnna, 20);
  put("b.pdn", "[Date \"2026.11.19\"]\n1. 32-28 *\n", 10);
  Ui ui = make();
  EXPECT_THAT(texts(ui), HasSubstr("2026-11-19"));
  control(ui, 'l');
  EXPECT_THAT(texts(ui), HasSubstr("2026-11-19"));
  EXPECT_THAT(texts(ui), HasSubstr("2026-01-02"));
  EXPECT_THAT(texts(ui), testing::Not(HasSubstr("2026.11.19")));
  ui.show(Screen::Start);
  ui.start_game({.game = "draughts", .size = 10, .swap = false, .variant = "international"},
                {"human", "human"}, {});
  ui.table().play("32-28");
  ui.tick(base::Clock::now());
  std::string day = players::today();
  std::replace(day.begin(), day.end(), '-', '.');
  EXPECT_THAT(base::read_file(autosave_file(ui.table().record().setup)),
              HasSubstr("[Date \"" + day + "\"]"));
}

TEST_F(LibraryTest, TheIndexIsUsedAndMadeAnewWhereItIsLost) {
  put("a.sgf", kAnna, 20);
  Library().games();
  const auto index = Library::folder() / "index.tsv";
  std::string text = base::read_file(index);
  ASSERT_NE(text.find("Anna"), text.npos);
  text.replace(text.find("Anna"), 4, "Zora");
  base::write_file(index, text);
  EXPECT_EQ(Library().games()[0].players[0], "Zora") << "an unchanged file is not read again";
  for (const char* broken : {"", "something else\n", "losange library 1\na.sgf\t1\t2\n"}) {
    base::write_file(index, broken);
    EXPECT_EQ(Library().games()[0].players[0], "Anna") << broken;
  }
  put("broken.sgf", "(;GM[11]SZ[5];B[z9])", 1);
  const auto games = Library().games();
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_FALSE(games[0].readable);
  EXPECT_TRUE(games[1].readable);
  Ui ui = make();
  control(ui, 'l');
  EXPECT_THAT(shown(ui), ElementsAre("broken.sgf", "a.sgf"));
}

TEST_F(LibraryTest, TheNewestAreKnownWithoutReadingAll) {
  put("a.sgf", kAnna, 20);
  put("b.sgf", kCleo, 10);
  EXPECT_THAT(files(Library().games(1)), ElementsAre("b.sgf"));
  EXPECT_EQ(base::read_file(Library::folder() / "index.tsv").find("Anna"), std::string::npos);
  EXPECT_THAT(files(Library().games()), ElementsAre("b.sgf", "a.sgf"));
}

TEST_F(LibraryTest, ASearchFindsWhatIsWritten) {
  put("a.sgf", kAnna, 20);
  put("b.sgf", kCleo, 10);
  for (const Language language : {Language::English, Language::French}) {
    Settings settings = quiet_settings();
    settings.language = language;
    Ui ui = make(settings);
    control(ui, 'l');
    EXPECT_THAT(shown(ui), SizeIs(2));
    type(ui, "anna");
    EXPECT_THAT(shown(ui), ElementsAre("a.sgf"));
    type(ui, language == Language::French ? " rouge" : " red");
    EXPECT_THAT(shown(ui), ElementsAre("a.sgf"));
    type(ui, " cleo");
    EXPECT_THAT(shown(ui), IsEmpty());
    press(ui, Key::Enter);
    EXPECT_EQ(ui.dialog(), Dialog::Library) << "there is nothing to open";
    press(ui, Key::Escape);
    control(ui, 'l');
    type(ui, "7x7");
    EXPECT_THAT(shown(ui), ElementsAre("b.sgf"));
  }
}

TEST_F(LibraryTest, TheListIsGoneThroughByArrows) {
  put("a.sgf", kAnna, 20);
  put("b.sgf", kCleo, 10);
  Ui ui = make();
  control(ui, 'l');
  press(ui, Key::Down);
  press(ui, Key::Enter);
  EXPECT_EQ(ui.table().session().player_name(game::Side::First), "Anna");
}

TEST_F(LibraryTest, AGameIsRemovedWhenThatIsAskedForTwice) {
  put("a.sgf", kAnna, 20);
  put("b.sgf", kCleo, 10);
  Ui ui = make();
  control(ui, 'l');
  click(ui, "library.remove.a.sgf");
  EXPECT_TRUE(std::filesystem::exists(Library::folder() / "a.sgf"));
  click(ui, "library.remove.b.sgf");
  ASSERT_TRUE(std::filesystem::exists(Library::folder() / "b.sgf")) << "asked for another";
  EXPECT_EQ(ui.frame().find("library.remove.b.sgf")->name, "Remove for good?");
  later(ui);
  click(ui, "library.remove.b.sgf");
  EXPECT_FALSE(std::filesystem::exists(Library::folder() / "b.sgf"));
  EXPECT_THAT(shown(ui), ElementsAre("a.sgf"));
  EXPECT_THAT(files(Library().games()), ElementsAre("a.sgf"));
}

TEST_F(LibraryTest, AFingerScrollsByPartsOfAStep) {
  for (int i = 0; i < 20; ++i) put("g" + std::to_string(i) + ".sgf", kAnna, i);
  Ui ui = make();
  control(ui, 'l');
  const auto top = [&] { return shown(ui).front(); };
  ASSERT_EQ(top(), "g0.sgf");
  for (int i = 0; i < 3; ++i) ui.wheel({640, 400}, -1.0 / 3);
  EXPECT_EQ(top(), "g1.sgf");
  for (int i = 0; i < 6; ++i) ui.wheel({640, 400}, -1.0 / 3);
  EXPECT_EQ(top(), "g3.sgf");
  for (int i = 0; i < 9; ++i) ui.wheel({640, 400}, 1.0 / 3);
  EXPECT_EQ(top(), "g0.sgf");
}

TEST_F(LibraryTest, AnEmptyLibrarySaysWhatItIsFor) {
  Ui ui = make();
  EXPECT_EQ(ui.frame().find("start.recent.0"), nullptr);
  click(ui, "start.library");
  EXPECT_EQ(ui.dialog(), Dialog::Library);
  press(ui, Key::Enter);
  press(ui, Key::Down);
  EXPECT_EQ(ui.dialog(), Dialog::Library);
}

TEST_F(LibraryTest, SearchIsBlindToAccentsAndKnowsTheEvent) {
  put("1.sgf", "(;GM[11]SZ[5]PB[Kov\u00e1cs \u0141ukasz]PW[Bea];B[c3])", 30);
  put("2.sgf", "(;GM[11]SZ[5]PB[Anna]PW[Bea]EV[Championnat d\u2019\u00e9t\u00e9];B[c3])", 20);
  Ui ui = make();
  ui.perform(Action::Library);
  ASSERT_THAT(shown(ui), SizeIs(2));
  const auto finds = [&](const std::string& text) {
    control(ui, 'a');
    for (const char c : text) ui.typed(static_cast<unsigned char>(c));
    return shown(ui);
  };
  EXPECT_THAT(finds("kovacs lukasz"), ElementsAre("1.sgf"));
  EXPECT_THAT(finds("championnat ete"), ElementsAre("2.sgf"));
  EXPECT_THAT(finds("5x5"), SizeIs(2));
}

}  // namespace
}  // namespace losange::window
