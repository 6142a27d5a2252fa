// Dialogs by themselves: drawn and used without the window they are in, over a context of the test's own.
#include <gmock/gmock.h>

#include <utility>

#include "base/system/file.h"
#include "context_fixture.h"
#include "window/dialogs/confirm_dialog.h"
#include "window/dialogs/files_dialog.h"
#include "window/dialogs/help_dialog.h"
#include "window/dialogs/menu_dialog.h"
#include "window/screens/lesson_screen.h"
#include "window/setup/new_game_dialog.h"
#include "window/setup/settings_dialog.h"

namespace losange::window {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const game::GameSetup kDraughts{
    .game = "draughts", .size = 10, .swap = false, .variant = "international"};

TEST_F(ContextTest, ADialogAsksForWhatItsButtonsSay) {
  shown_ = {Screen::Game, Dialog::ConfirmNew};
  std::vector<Dialog> opened;
  context_.ask.show = [&](Shown next) {
    EXPECT_EQ(next.screen, Screen::Game) << "a dialog leaves the screen it lies on";
    opened.push_back(next.dialog);
  };
  std::vector<Action> performed;
  context_.ask.perform = [&](Action action) { performed.push_back(action); };
  ConfirmDialog confirm(context_);
  use(confirm, "confirm.yes");
  use(confirm, "close");
  EXPECT_THAT(opened, ElementsAre(Dialog::NewGame, Dialog::None));
  MenuDialog menu(context_);
  use(menu, "menu." + std::to_string(static_cast<int>(Action::Sweep)));
  EXPECT_EQ(opened.back(), Dialog::None);
  EXPECT_THAT(performed, ElementsAre(Action::Sweep));
}

TEST_F(ContextTest, WhatStandsSideBySideToChooseFromHasLettersOfOneSize) {
  shown_ = {Screen::Start, Dialog::NewGame};
  NewGameDialog dialog(context_);
  std::vector<double> sizes;
  for (const auto& shape : draw(dialog).scene) {
    const auto* text = std::get_if<Text>(&shape);
    if (text != nullptr && (text->text.starts_with("3 min") || text->text.starts_with("30 min") ||
                            text->text.starts_with("10 s")))
      sizes.push_back(text->size);
  }
  ASSERT_EQ(sizes.size(), 3u);
  EXPECT_EQ(sizes[0], sizes[1]);
  EXPECT_EQ(sizes[0], sizes[2]);
}

TEST_F(ContextTest, DraughtsIsOfferedNothingOfHex) {
  shown_ = {Screen::Game, Dialog::Menu};
  MenuDialog menu(context_);
  HelpDialog help(context_);
  const std::string inferior = "menu." + std::to_string(static_cast<int>(Action::Inferior));
  EXPECT_NE(draw(menu).find(inferior), nullptr);
  EXPECT_THAT(all_text(draw(menu)), HasSubstr("HexWorld"));
  table_.start(kDraughts, {"human", "human"}, {});
  EXPECT_EQ(draw(menu).find(inferior), nullptr);
  for (const std::string& text : {all_text(draw(menu)), all_text(draw(help))}) {
    EXPECT_THAT(text, HasSubstr("Copy the position (FEN)"));
    EXPECT_THAT(text, Not(HasSubstr("HexWorld")));
    EXPECT_THAT(text, Not(HasSubstr("Dead and captured cells")));
  }
}

TEST_F(ContextTest, NobodyIsToldOfAKeyThatNeverComes) {
  HelpDialog help(context_);
  EXPECT_THAT(all_text(draw(help)), HasSubstr("Ctrl+R"));
  EXPECT_EQ(context_.tip(Action::Resign), "Resign   Ctrl+R");
  services_.keeps_key = [](const KeyPress& press) { return press.control && press.letter == 'r'; };
  EXPECT_THAT(all_text(draw(help)), AllOf(Not(HasSubstr("Ctrl+R")), Not(HasSubstr("Resign"))));
  EXPECT_THAT(all_text(draw(help)), HasSubstr("Ctrl+S"));
  EXPECT_EQ(context_.tip(Action::Resign), "Resign");
}

TEST_F(ContextTest, APageIsNotAskedToQuit) {
  shown_ = {Screen::Game, Dialog::Menu};
  MenuDialog menu(context_);
  EXPECT_NE(draw(menu).find("menu.quit"), nullptr);
  services_.can_quit = false;
  EXPECT_EQ(draw(menu).find("menu.quit"), nullptr);
  EXPECT_NE(draw(menu).find("menu.start"), nullptr);
}

TEST_F(ContextTest, TheRulesOfHexNameTheColoursOfHex) {
  HelpDialog help(context_);
  use(help, "help.page.1");
  const std::string rules = all_text(draw(help));
  EXPECT_THAT(rules, HasSubstr("Red"));
  LessonScreen lesson(context_);
  lesson.begin();
  const std::string taught = all_text(draw(lesson));
  table_.start(kDraughts, {"human", "human"}, {});
  EXPECT_EQ(all_text(draw(help)), rules);
  EXPECT_EQ(all_text(draw(lesson)), taught);
}

TEST_F(ContextTest, EveryKindOfDraughtsIsNamedInFull) {
  for (const Language language : {Language::English, Language::French}) {
    settings_.language = language;
    NewGameDialog dialog(context_);
    dialog.come();
    use(dialog, "new.game.1");
    EXPECT_THAT(all_text(draw(dialog)), Not(HasSubstr("…")));
    for (const Word word : {Word::International, Word::Brazilian, Word::Canadian}) {
      EXPECT_THAT(all_text(draw(dialog)), HasSubstr(context_.tr(word)));
    }
  }
}

TEST_F(ContextTest, ANewGameIsAskedForAsItWasChosen) {
  settings_.size = 13;
  settings_.second = "montecarlo:level=3";
  game::GameSetup setup;
  std::array<std::string, 2> players;
  players::TimeControl clock;
  context_.ask.start_game = [&](const auto& a, const auto& b, const auto& c) {
    setup = a, players = b, clock = c;
  };
  context_.ask.change_settings = [&](const auto& change) { change(settings_); };
  NewGameDialog dialog(context_);
  dialog.come();
  EXPECT_FALSE(dialog.key({Key::Escape, 0, false, false}));
  EXPECT_TRUE(dialog.key({Key::Enter, 0, false, false}));
  EXPECT_EQ(setup.size, 13);
  EXPECT_THAT(players, ElementsAre("human", "montecarlo:level=3"));
  use(dialog, "new.game.1");
  use(dialog, "new.variant.2");
  use(dialog, "new.clock.1");
  use(dialog, "new.start");
  EXPECT_EQ(setup.variant, "russian");
  use(dialog, "new.variant.more.2");
  use(dialog, "new.start");
  EXPECT_EQ(setup.size, 12) << "the last of the second row, Canadian";
  EXPECT_EQ(clock.text(), "180+2");
  EXPECT_EQ(settings_.size, 13) << "the size of draughts is not kept for Hex";
}

TEST_F(ContextTest, AFileIsReplacedWhenItWasAskedForTwice) {
  const auto file = folder_ / "game.sgf";
  base::write_file(file, "something else");
  shown_ = {Screen::Game, Dialog::Save};
  std::vector<std::string> said;
  context_.ask.say = [&](const std::string& text) { said.push_back(text); };
  bool closed = false;
  context_.ask.show = [&](Shown next) { closed = next.dialog == Dialog::None; };
  FilesDialog dialog(context_);
  dialog.come();
  Frame frame = draw(dialog);
  *frame.find("files.name")->text = file.string();
  use(dialog, "files.act");
  EXPECT_EQ(base::read_file(file), "something else");
  EXPECT_FALSE(closed);
  use(dialog, "files.act");
  EXPECT_EQ(base::read_file(file), "something else") << "a double click";
  now_ += base::Millis(600);
  use(dialog, "files.act");
  EXPECT_NE(base::read_file(file), "something else");
  EXPECT_TRUE(closed);
  EXPECT_EQ(said.size(), 2u);
}

TEST_F(ContextTest, APageHasNoFoldersAndItsGamesAreRenamedAndRemoved) {
  const StandingIn here(folder_ / "games");
  for (const char* name : {"one.sgf", "two.sgf"}) base::write_file(name, "(;GM[11]SZ[5];B[a1])");
  std::filesystem::create_directory("folder");
  services_.has_folders = false;
  shown_ = {Screen::Game, Dialog::Save};
  std::string said, refused;
  context_.ask.say = [&](const std::string& text) { said = text; };
  context_.ask.refuse = [&](const std::string& text) { refused = text; };
  FilesDialog dialog(context_);
  dialog.come();
  EXPECT_EQ(draw(dialog).find("files.up"), nullptr);
  EXPECT_EQ(draw(dialog).find("files.entry.folder"), nullptr);
  EXPECT_THAT(all_text(draw(dialog)), Not(HasSubstr("/")));
  const auto written = [&](const std::string& name) { *draw(dialog).find("files.name")->text = name; };
  for (const char* elsewhere : {"/tmp/lost", "folder/lost", "~/lost"}) {
    written(elsewhere);
    use(dialog, "files.act");
    EXPECT_THAT(std::exchange(refused, {}), HasSubstr("no folders")) << elsewhere;
  }
  written("mine.2");
  use(dialog, "files.act");
  EXPECT_EQ(said, "Saved in this browser and downloaded as mine.2.sgf");
  EXPECT_TRUE(std::filesystem::exists("mine.2.sgf"));

  dialog.come();
  use(dialog, "files.rename.one.sgf");
  written("two");
  use(dialog, "files.act");
  EXPECT_THAT(refused, HasSubstr("two.sgf exists"));
  written("first");
  use(dialog, "files.act");
  EXPECT_TRUE(std::filesystem::exists("first.sgf") && !std::filesystem::exists("one.sgf"));
  EXPECT_NE(draw(dialog).find("files.entry.first.sgf"), nullptr);

  use(dialog, "files.remove.two.sgf");
  EXPECT_TRUE(std::filesystem::exists("two.sgf")) << "asked first";
  now_ += base::Millis(600);
  use(dialog, "files.remove.two.sgf");
  EXPECT_FALSE(std::filesystem::exists("two.sgf"));
  EXPECT_EQ(draw(dialog).find("files.entry.two.sgf"), nullptr);
}

TEST_F(ContextTest, ASettingIsAskedForAndNotChanged) {
  int asked = 0;
  context_.ask.change_settings = [&](const auto& change) {
    Settings other = settings_;
    change(other);
    EXPECT_EQ(other.theme, ThemeName::Dark);
    ++asked;
  };
  SettingsDialog dialog(context_);
  use(dialog, "settings.theme.1");
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(settings_.theme, ThemeName::Light);
}

TEST_F(UiTest, AFileFromElsewhereThatIsTooLargeIsRefusedWithAWord) {
  Settings settings = quiet_settings();
  settings.language = Language::French;
  Ui ui = make(settings);
  const double most = 64.0 * 1024 * 1024;
  EXPECT_TRUE(ui.takes_file("grand.sgf", most));
  EXPECT_EQ(ui.notice(), "");
  EXPECT_FALSE(ui.takes_file("grand.sgf", most + 1));
  EXPECT_EQ(ui.notice(), "grand.sgf dépasse 64 Mio : ce n’est pas une partie");
  ui.file_was_unreadable();
  EXPECT_EQ(ui.notice(), "Ce fichier est illisible");
}

TEST_F(UiInAFolder, TypingPicksOutFilesAndEnterOpensTheOneThatIsLeft) {
  base::write_file("anna.sgf", "(;GM[11]SZ[5];B[c3])");
  base::write_file("badger.sgf", "(;GM[11]SZ[7];B[c3])");
  Ui ui = make();
  ui.perform(Action::Open);
  const auto listed = [&] {
    std::vector<std::string> names;
    for (const auto& widget : ui.frame().widgets) {
      constexpr std::string_view kEntry = "files.entry.";
      if (widget.id.starts_with(kEntry)) names.push_back(widget.id.substr(kEntry.size()));
    }
    return names;
  };
  ASSERT_THAT(listed(), testing::ElementsAre("anna.sgf", "badger.sgf"));
  type(ui, "BAD");
  EXPECT_THAT(listed(), testing::ElementsAre("badger.sgf"));
  press(ui, Key::Enter);
  EXPECT_EQ(ui.table().record().setup.size, 7);
  ui.perform(Action::Open);
  EXPECT_THAT(listed(), testing::SizeIs(2)) << "all again";
  type(ui, "an");
  click(ui, "files.entry.anna.sgf");
  type(ui, "x");
  EXPECT_EQ(*ui.frame().find("files.name")->text, "x") << "a chosen name is replaced as a whole";
}

TEST_F(UiInAFolder, ArrowsGoThroughTheFilesThatTypingPicksOut) {
  for (const char* name : {"anna.sgf", "badger.sgf", "badminton.sgf"})
    base::write_file(name, "(;GM[11]SZ[5];B[c3])");
  Ui ui = make();
  ui.perform(Action::Open);
  type(ui, "bad");
  press(ui, Key::Down);
  EXPECT_EQ(*ui.frame().find("files.name")->text, "badger.sgf");
  press(ui, Key::Down);
  EXPECT_EQ(*ui.frame().find("files.name")->text, "badminton.sgf");
}

TEST_F(UiInAFolder, APathThatIsTypedIsOpenedWhateverElseIsListed) {
  std::filesystem::create_directory("club");
  base::write_file("club/badger.sgf", "(;GM[11]SZ[7];B[c3])");
  Ui ui = make();
  ui.perform(Action::Open);
  type(ui, "club/badger.sgf");
  press(ui, Key::Enter);
  EXPECT_EQ(ui.table().record().setup.size, 7);
}

TEST_F(UiTest, EachOrientationHasANameOfItsOwn) {
  Ui ui = make();
  ui.perform(Action::Settings);
  click(ui, "settings.page.1");
  EXPECT_EQ(ui.frame().find("settings.turn.0")->name, "Turned by 0\u00b0");
  EXPECT_EQ(ui.frame().find("settings.turn.5")->name, "Turned by 150\u00b0");
  EXPECT_EQ(ui.frame().find("settings.turn.0")->on, true);
}

}  // namespace
}  // namespace losange::window
