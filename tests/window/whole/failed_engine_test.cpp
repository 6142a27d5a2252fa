// An engine that fails or has no answer: why is said for as long as it is so, and there is a way on.
#include <gmock/gmock.h>

#include "places.h"
#include "players/files/open_game.h"
#include "players/registry.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

constexpr const char* kFails = "htp:exit 3";
constexpr game::GameSetup kSmall{.size = 5, .swap = false};

class FailedEngine : public UiInAFolder {
 protected:
  // Red has moved, and Blue's engine failed.
  static void start_with_trouble(Ui& ui) {
    ui.start_game(kSmall, {"human", kFails}, {});
    ui.table().play("c3");
    ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; })) << ui.notice();
  }
  static std::size_t moves(const Ui& ui) { return ui.table().record().moves().size(); }
};

TEST_F(FailedEngine, WhyAnEngineDoesNotPlayStaysUntilSomethingWasDone) {
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

TEST_F(FailedEngine, AnEngineThatFailedIsAskedAgain) {
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

TEST_F(FailedEngine, APersonTakesTheSeatOfAnEngineThatFailed) {
  Ui ui = make();
  start_with_trouble(ui);
  click(ui, "trouble.person");
  EXPECT_EQ(ui.table().trouble(), nullptr);
  click_cell(ui, 0);
  EXPECT_EQ(moves(ui), 2u);
}

TEST_F(FailedEngine, OurEngineTakesTheSeatOfOneThatFailed) {
  Settings settings = quiet_settings();
  settings.level = 3;
  Ui ui = make(settings);
  start_with_trouble(ui);
  click(ui, "trouble.other");
  EXPECT_EQ(ui.table().seat(Side::Second).engine, players::default_engine() + ":level=3");
  EXPECT_EQ(ui.dialog(), Dialog::Level) << "its level is chosen at once";
}

TEST_F(FailedEngine, TheClockOfAnEngineThatFailedStands) {
  Ui ui = make();
  ui.start_game(kSmall, {"human", kFails}, players::TimeControl::parse("60+0"));
  ui.table().play("c3");
  ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; }));
  const auto left = ui.table().time_left(Side::Second, base::Clock::now());
  later(ui, std::chrono::minutes(5));
  EXPECT_FALSE(ui.table().session().over());
  EXPECT_EQ(ui.table().time_left(Side::Second, base::Clock::now() + std::chrono::minutes(5)), left);
}

TEST_F(FailedEngine, AnEngineThatFailedIsToldThoughTheGameWasSweptBefore) {
  Settings settings = quiet_settings();
  settings.engines = {"book:file=/no/such.book", "htp:/bin/false"};
  Ui ui = make(settings);
  ui.load_game(players::open_game("b1 d1 b2 d2 d4 b3", {.size = 4, .swap = false}));
  ui.perform(Action::Sweep);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  ASSERT_THAT(ui.notice(), HasSubstr("accuracy"));
  ui.change_settings([](Settings& s) { s.adviser = s.engines[0]; });
  ui.perform(Action::Sweep);
  ASSERT_TRUE(ui.table().sweeping());
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().sweeping(); }));
  EXPECT_THAT(ui.notice(), HasSubstr("/no/such.book"));
  ui.change_settings([](Settings& s) { s.adviser = s.engines[1]; });
  ui.perform(Action::Hint);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); }));
  EXPECT_THAT(ui.notice(), HasSubstr("/bin/false"));
}

// Moves are all that it tells.
class AskedForValues : public UiTest {
 protected:
  static Settings advised_by_htp() {
    Settings settings = quiet_settings();
    settings.engines = {"htp:" + testing_places::program() + " htp --player random --seed 1"};
    settings.adviser = settings.engines.front();
    return settings;
  }
  static void note(Ui& ui, const std::vector<AnalysedMove>& moves) {
    Analysis found{moves.front().value, false, 1000, "zero", moves};
    ui.table().note_finding([&](game::RecordNode& node) { keep_analysis(node, found); });
  }
};

TEST_F(AskedForValues, AProgramThatTellsMovesAloneIsNotAskedForMore) {
  const std::vector<std::pair<Action, std::string>> asked{{Action::Analyse, ""},
                                                          {Action::Sweep, ""},
                                                          {Action::Deeper, ""},
                                                          {Action::Learn, "quiz.leave"},
                                                          {Action::SwapMap, "swapmap.leave"}};
  for (const auto& [action, widget] : asked) {
    SCOPED_TRACE(static_cast<int>(action));
    Ui ui = make(advised_by_htp());
    ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
    click_cell(ui, 12);
    ui.perform(action);
    EXPECT_THAT(ui.notice(), HasSubstr("losange tells moves and no values"));
    ui.tick(base::Clock::now());
    EXPECT_FALSE(ui.table().thinks()) << "in vain";
    if (!widget.empty()) {
      EXPECT_EQ(ui.frame().find(widget), nullptr);
    }
  }
}

TEST_F(AskedForValues, ItsHintIsItsOwnWhateverAnotherEngineFound) {
  Ui ui = make(advised_by_htp());
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  note(ui, {{"c3", 0.46, false, 600, {"c3"}}});
  for (const bool analysing : {false, true}) {
    ui.table().set_analysing(analysing);
    click_cell(ui, 0);
    press(ui, Key::Left);
    ui.perform(Action::Hint);
    ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); })) << ui.notice();
    const std::string hint = ui.table().hinted();
    ASSERT_NE(hint, "c3");
    ui.frame();
    const Point own = ui.placed_board()->center(ui.table().session().position().cell_of(hint));
    const auto& scene = ui.frame().scene;
    EXPECT_TRUE(std::any_of(scene.begin(), scene.end(),
                            [&](const auto& shape) {
                              const auto* disc = std::get_if<Disc>(&shape);
                              return disc != nullptr && disc->center == own;
                            }))
        << hint << (analysing ? " beside the values" : "");
  }
}

}  // namespace
}  // namespace losange::window
