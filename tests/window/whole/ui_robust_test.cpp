// What the window lives through: errors of the file system, layouts that never settle, answers of engines that come
// when another game is on the board; and that moving the pointer costs no work on the disk.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "puppet_engine.h"
#include "window/kept/autosave.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

TEST_F(UiTest, ASliderIsWrittenWhenItIsLetGo) {
  Ui ui = make();
  ui.perform(Action::Settings);
  click(ui, "settings.page.2");
  const Rect area = ui.frame().find("settings.music")->area;
  const auto at = [&](double share) { return Point{area.x + area.width * share, area.center().y}; };
  ui.pointer_moved(at(0.2));
  std::filesystem::remove(settings_file());
  ui.pointer_pressed(at(0.2));
  for (int step = 20; step < 90; ++step) {
    ui.pointer_moved(at(step / 100.0));
    ui.tick(base::Clock::now());
  }
  EXPECT_GT(ui.settings().music, 0.7) << "it is heard at once";
  EXPECT_FALSE(std::filesystem::exists(settings_file())) << "written for every move of the pointer";
  ui.pointer_released({5, 5});
  EXPECT_EQ(load_settings().music, ui.settings().music);
}

TEST_F(UiTest, ASliderInHandIsWrittenOnLeaving) {
  Ui ui = make();
  ui.perform(Action::Settings);
  click(ui, "settings.page.2");
  ui.pointer_pressed(ui.frame().find("settings.music")->area.center());
  ui.leave();
  EXPECT_EQ(load_settings().music, ui.settings().music);
}

TEST_F(UiTest, AClipboardThatIsRefusedIsNotTakenForOneThatWorked) {
  Services services;
  services.clipboard = [](const auto& take) { take(std::nullopt); };
  services.set_clipboard = [](const auto&, const auto& copied) { copied(false); };
  Ui ui(quiet_settings(), plain_measure, services, {.adviser = "mcts:descents=2000,memory=16"});
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.perform(Action::CopyLink);
  EXPECT_THAT(ui.notice(), HasSubstr("refused to copy"));
  ui.perform(Action::Paste);
  EXPECT_THAT(ui.notice(), HasSubstr("refused to read the clipboard. Press Ctrl+V"));
  // In a field as well, where nothing that was not copied is cut.
  ui.perform(Action::Save);
  const std::string before = *ui.frame().find("files.name")->text;
  control(ui, 'a');
  control(ui, 'x');
  EXPECT_EQ(*ui.frame().find("files.name")->text, before);
  EXPECT_THAT(ui.notice(), HasSubstr("refused to copy"));
  control(ui, 'v');
  EXPECT_THAT(ui.notice(), HasSubstr("refused to read"));
}

TEST_F(UiTest, ADialogTallerThanAWindowUnderFingersIsScrolled) {
  Ui ui = make();
  ui.resize(844, 390, /*fingers=*/true);
  ui.perform(Action::NewGame);
  EXPECT_GT(ui.frame().find("new.start")->area.bottom(), 390);
  for (int i = 0; i < 9; ++i) ui.wheel({400, 200}, -1);
  EXPECT_LE(ui.frame().find("new.start")->area.bottom(), 390);
  for (int i = 0; i < 9; ++i) ui.wheel({400, 200}, 1);
  EXPECT_GE(ui.frame().find("close")->area.y, 0);
}

TEST_F(UiTest, LookingAboutWritesNothingUntilOneLeaves) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  for (const int cell : {0, 6, 12}) click_cell(ui, cell);
  const auto file = autosave_file(ui.table().record().setup);
  ASSERT_TRUE(std::filesystem::exists(file)) << "moves are kept at once";
  std::filesystem::remove(file);
  for (const double steps : {1, 1, -1}) {
    ui.wheel({10, 10}, steps);
    ui.tick(base::Clock::now());
  }
  EXPECT_FALSE(std::filesystem::exists(file));
  ui.leave();
  EXPECT_EQ(players::at_saved_move(players::open_game(file.string(), {})).moves().size(), 2u);
}

TEST_F(UiTest, TheStartScreenOffersTheGameOneComesFrom) {
  Ui ui = make();
  EXPECT_EQ(ui.frame().find("start.continue"), nullptr);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  for (const int cell : {0, 6}) click_cell(ui, cell);
  ui.perform(Action::Back);
  ui.show(Screen::Start);
  click(ui, "start.continue");
  EXPECT_EQ(ui.table().session().move_number(), 1) << "where one stood";
}

// The pointer left the board while another screen was shown: no ghost of a stone is left there.
TEST_F(UiTest, AScreenThatComesAgainKnowsOfNoPointer) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  const Point corner{2, 798};
  ui.pointer_moved(corner);
  const auto shapes = ui.frame().scene.size();
  ui.pointer_moved(ui.placed_board()->center(7));
  EXPECT_GT(ui.frame().scene.size(), shapes);
  ui.show(Screen::Start);
  ui.pointer_moved(corner);
  ui.show(Screen::Game);
  ui.perform(Action::Pause);
  EXPECT_EQ(ui.frame().scene.size(), shapes);
}

TEST_F(UiTest, AGameOneDoesNotSeeStandsStill) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "random"},
                players::TimeControl::parse("5+1"));
  click_cell(ui, 12);
  const int before = ui.table().session().move_number();
  ui.show(Screen::Lesson);
  auto now = base::Clock::now();
  for (int i = 0; i < 20; ++i) ui.tick(now += std::chrono::seconds(1));
  EXPECT_EQ(ui.table().session().move_number(), before);
  EXPECT_FALSE(ui.table().session().over()) << "a clock ran out";
}

// A lost game, taken back two moves and left: the engine has its seat again when it goes on.
TEST_F(UiTest, AGameTakenUpInTheMiddleHasItsPlayers) {
  {
    Ui ui = make();
    ui.start_game({.size = 2, .swap = false}, {"human", "random"}, {});
    ui.table().play("a1");
    ASSERT_TRUE(wait(ui, [&] { return ui.table().session().move_number() == 2; }));
    ui.table().resign();
    ui.table().step(-1);
    ui.leave();
  }
  Ui ui = make();
  click(ui, "start.continue");
  EXPECT_FALSE(ui.table().seat(Side::Second).person);
}

TEST_F(UiTest, AFolderThatIsGoneIsToldAndTheGameGoesOn) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 7);
  {
    const StandingIn nowhere(folder_ / "gone");
    std::filesystem::remove(folder_ / "gone");
    ui.perform(Action::ExportDrawing);
    EXPECT_THAT(ui.notice(), HasSubstr("the folder losange was started in is gone"));
    ui.perform(Action::Open);
    EXPECT_EQ(ui.dialog(), Dialog::Open);
    ui.key({Key::Escape, 0, false, false});
  }
  {
    const StandingIn here(folder_ / "listed" / "below");
    Ui other = make();
    other.tick(base::Clock::now());
    other.perform(Action::Open);
    std::filesystem::remove_all(folder_ / "listed");
    click(other, "files.up");
    EXPECT_THAT(other.notice(), HasSubstr("cannot list the folder"));
  }
  EXPECT_EQ(ui.table().session().move_number(), 1);
}

TEST_F(UiTest, AGameThatCannotBeKeptIsNotLeftWithoutAWord) {
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ::setenv("XDG_DATA_HOME", "/proc/none", 1);
  ui.table().play("c3");
  ui.leave();
  EXPECT_FALSE(ui.wants_to_quit());
  EXPECT_EQ(ui.dialog(), Dialog::ConfirmLeave);
  EXPECT_THAT(in_one_line(ui), HasSubstr("The game is not kept: cannot make the folder"));
  ui.tick(base::Clock::now() + std::chrono::seconds(1));
  ui.leave();
  EXPECT_TRUE(ui.wants_to_quit()) << "the person knows, and wants to";
}

TEST_F(UiTest, NoErrorOfAServiceClosesTheWindow) {
  Services services;
  services.clipboard = [](const auto&) { throw std::runtime_error("no clipboard"); };
  services.save_picture = [](const Scene&, int, int, const std::filesystem::path& file) {
    std::filesystem::create_directory(file / "below" / "nothing");
  };
  Ui ui(quiet_settings(), plain_measure, services);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.perform(Action::ExportPicture);
  EXPECT_THAT(ui.notice(), HasSubstr("unexpected error: "));
  ui.perform(Action::Comment);
  ui.key({Key::Letter, 'v', true, false});
  EXPECT_THAT(ui.notice(), HasSubstr("unexpected error: no clipboard"));
}

// A button that is under the pointer in every second drawing.
TEST_F(UiTest, ALayoutThatNeverSettlesIsDrawnTwice) {
  int drawn = 0;
  const auto measure = [&](std::string_view text, double size, Weight weight) {
    // The large word over the board, measured once a drawing, before the bar.
    if (text == "Paused" && size > 20) ++drawn;
    if (text == "Analysis") return drawn % 2 == 0 ? 300.0 : 20.0;
    return plain_measure(text, size, weight);
  };
  Ui ui(quiet_settings(), measure, {});
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.table().set_paused(true);
  const auto draw = [&] {
    ui.resize(1280, 800);
    return ui.frame().find("analyse")->area;
  };
  Rect wide = draw();
  if (const Rect next = draw(); next.width > wide.width) wide = next;
  ASSERT_GT(wide.width, 300);
  ui.pointer_moved({wide.x + 4, wide.center().y});
  for (int i = 0; i < 4; ++i) {
    const int before = drawn;
    draw();
    EXPECT_EQ(drawn - before, 2);
  }
}

TEST_F(UiTest, GamesAreSavedWithTheEndingOfTheirKind) {
  const StandingIn here(folder_ / "games");
  const auto save = [&](Ui& ui, const char* typed) {
    ui.perform(Action::Save);
    ASSERT_EQ(ui.dialog(), Dialog::Save);
    if (*typed != '\0') {
      for (int i = 0; i < 40; ++i) ui.key({Key::Backspace, 0, false, false});
      for (const char* c = typed; *c != '\0'; ++c) ui.typed(static_cast<unsigned char>(*c));
    }
    ui.key({Key::Enter, 0, false, false});
    EXPECT_EQ(ui.dialog(), Dialog::None) << ui.notice();
  };
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 7);
  save(ui, "mine");
  EXPECT_TRUE(std::filesystem::exists("mine.sgf"));
  ui.start_game({.game = "draughts", .size = 10, .variant = "international"}, {"human", "human"},
                {});
  ui.table().play("32-28");
  save(ui, "mine");
  EXPECT_THAT(base::read_file("mine.pdn"), HasSubstr("32-28"));
  save(ui, "other.pdn");
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  click_cell(ui, 7);
  save(ui, "");
  EXPECT_TRUE(std::filesystem::exists("other.sgf")) << "the name proposed again, with its ending";
}

TEST_F(UiTest, APastedGameGetsNoValueOfTheOneBefore) {
  test::PuppetStrings strings;
  {
    Services services;
    services.clipboard = [](const auto& take) { take("https://hexworld.org/board/#5n,a1b2c3"); };
    Ui ui(quiet_settings(), plain_measure, services,
          {.adviser = "mcts",
           .make_player = [&](const std::string& spec) { return strings.make_player(spec); }});
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 7);
    ui.perform(Action::Analyse);
    ui.tick(base::Clock::now());
    ASSERT_TRUE(strings.asked(1));
    strings.answer("a1");
    for (const base::Stopwatch watch; ui.table().engines_busy() && watch.seconds() < 60;) {
      std::this_thread::sleep_for(base::Millis(1));
    }
    ui.perform(Action::Paste);
    ui.tick(base::Clock::now());
    EXPECT_EQ(ui.table().session().move_number(), 3);
    for (game::NodeId node = 0; node < ui.table().record().size(); ++node) {
      EXPECT_FALSE(analysis_at(ui.table().record().node(node))) << node;
    }
    strings.cut();
  }
}

}  // namespace
}  // namespace losange::window
