// Engines of other makers: added in the settings, as adviser and as opponent.
#include <gmock/gmock.h>

#include "places.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Engines : public UiTest {
 protected:
  // Our own program, as any other that speaks the protocol.
  static std::string outside(const std::string& protocol, const std::string& arguments) {
    return protocol + ":" + testing_places::program() + " " + arguments;
  }
  static void open_page(Ui& ui) {
    ui.perform(Action::Settings);
    click(ui, "settings.page.3");
  }
  static void add(Ui& ui, const std::string& spec) {
    click(ui, "engines.new");
    ui.key({Key::Letter, 'a', true, false});
    for (const char c : spec) ui.typed(static_cast<unsigned char>(c));
    ui.key({Key::Enter, 0, false, false});
    ui.tick(base::Clock::now());
  }
};

TEST_F(Engines, AreAddedTakenOffAndKept) {
  Ui ui = make();
  open_page(ui);
  for (int i = 0; i < 2; ++i) {
    add(ui, "htp:mohex --quiet");
    later(ui);
    press(ui, Key::Enter);
  }
  EXPECT_THAT(ui.settings().engines, ElementsAre("htp:mohex --quiet"));
  add(ui, "no such engine");
  EXPECT_THAT(ui.notice(), HasSubstr("no such engine"));
  add(ui, "human");
  EXPECT_THAT(ui.notice(), HasSubstr("does not choose moves"));
  EXPECT_EQ(ui.settings().engines.size(), 1u);
  click(ui, "engines.adviser.1");
  EXPECT_EQ(ui.settings().adviser, "htp:mohex --quiet");
  EXPECT_THAT(ui.notice(), HasSubstr("there is no program 'mohex'"));
  const Settings kept = read_settings(write_settings(ui.settings()));
  EXPECT_EQ(kept.engines, ui.settings().engines);
  EXPECT_EQ(kept.adviser, ui.settings().adviser);
  std::vector<base::Message> complaints;
  EXPECT_THAT(read_settings(R"({"engines": ["htp:mohex", 3]})", &complaints).engines, IsEmpty());
  EXPECT_EQ(complaints.size(), 1u);
  click(ui, "engines.remove.0");
  EXPECT_THAT(ui.settings().engines, IsEmpty());
  EXPECT_EQ(ui.settings().adviser, "") << "our own advises again";
}

TEST_F(Engines, AProgramThatIsNotThereIsAddedWhenThatIsWishedForAgain) {
  const std::string why = "Not added: there is no program 'mohex': check the command line";
  Ui ui = make();
  open_page(ui);
  add(ui, "htp:mohex");
  press(ui, Key::Enter);
  EXPECT_THAT(ui.settings().engines, IsEmpty()) << "a double wish is one";
  later(ui, std::chrono::minutes(1));
  EXPECT_THAT(in_one_line(ui), HasSubstr(why)) << "it stands there as long as it takes";
  EXPECT_EQ(ui.frame().find("engines.add")->name, "Add anyway");
  type(ui, "2");
  EXPECT_THAT(in_one_line(ui), Not(HasSubstr(why))) << "it is not told of the next one";
  EXPECT_EQ(ui.frame().find("engines.add")->name, "Add");
  ui.tick(base::Clock::now());
  press(ui, Key::Enter);
  EXPECT_THAT(ui.settings().engines, IsEmpty()) << "another program is another question";
  later(ui);
  click(ui, "engines.add");
  EXPECT_THAT(ui.settings().engines, ElementsAre("htp:mohex2"));
  EXPECT_EQ(ui.frame().find("engines.add"), nullptr) << "there is nothing to add";
  add(ui, outside("htp", "htp"));
  EXPECT_EQ(ui.settings().engines.size(), 2u) << "one that is there is added at once";
}

TEST_F(Engines, AllOfALongListAreReached) {
  Settings settings = quiet_settings();
  for (int i = 0; i < 11; ++i) settings.engines.push_back("htp:engine" + std::to_string(i));
  Ui ui = make(settings);
  open_page(ui);
  ASSERT_NE(ui.frame().find("engines.adviser.1"), nullptr);
  EXPECT_EQ(ui.frame().find("engines.adviser.11"), nullptr);
  for (int i = 0; i < 11; ++i) ui.wheel({640, 500}, -1);
  ASSERT_NE(ui.frame().find("engines.adviser.11"), nullptr);
  EXPECT_EQ(ui.frame().find("engines.adviser.1"), nullptr);
  click(ui, "engines.remove.10");
  EXPECT_EQ(ui.settings().engines.size(), 10u);
  for (int i = 0; i < 5; ++i) press(ui, Key::PageUp);
  EXPECT_NE(ui.frame().find("engines.adviser.1"), nullptr);
  add(ui, "htp:another");
  later(ui);
  press(ui, Key::Enter);
  EXPECT_NE(ui.frame().find("engines.adviser.11"), nullptr) << "what was added is seen";
}

TEST_F(Engines, AnOutsideProgramGivesAHint) {
  Settings settings = quiet_settings();
  settings.engines = {outside("htp", "htp --player random")};
  settings.adviser = settings.engines.front();
  Ui ui = make(settings);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.perform(Action::Hint);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().hinted().empty(); })) << ui.notice();
  ui.frame();
  const int cell = ui.table().session().position().cell_of(ui.table().hinted());
  const Point at = ui.placed_board()->center(cell);
  bool shown = false;
  for (const auto& shape : ui.frame().scene) {
    const auto* disc = std::get_if<Disc>(&shape);
    shown = shown || (disc != nullptr && disc->center == at);
  }
  EXPECT_TRUE(shown) << "on its cell";
}

TEST_F(Engines, WhyOneDoesNotPlayIsToldInOnePlace) {
  const auto places = [](Ui& ui) {
    const std::string text = in_one_line(ui), why = "the program 'exit 3' ended";
    const auto at = text.find(why);
    return at == std::string::npos ? 0 : text.find(why, at + 1) == std::string::npos ? 1 : 2;
  };
  Ui ui = make();
  ui.start_game({.size = 5, .swap = false}, {"human", "htp:exit 3"}, {});
  ui.table().play("c3");
  ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; }));
  EXPECT_THAT(ui.notice(), HasSubstr("exit 3")) << "for those who hear it";
  EXPECT_EQ(places(ui), 1) << "on its card";
}

// One that never answers.
TEST_F(Engines, WhoIsWaitedForIsToldAndLetGo) {
  Settings settings = quiet_settings();
  settings.engines = {"htp:sleep 60"};
  settings.adviser = settings.engines.front();
  Ui ui = make(settings);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.perform(Action::Hint);
  EXPECT_TRUE(ui.table().hint_asked());
  ASSERT_TRUE(wait(ui, [&] { return !ui.notice().empty(); }));
  EXPECT_THAT(ui.notice(), HasSubstr("sleep"));
  EXPECT_THAT(ui.notice(), HasSubstr("not answered yet"));
  ASSERT_TRUE(ui.table().hint_asked());
  ui.change_settings([](Settings& s) { s.adviser.clear(); });
  EXPECT_FALSE(ui.table().hint_asked());
  ui.perform(Action::Hint);
  ASSERT_TRUE(wait(ui, [&] { return !ui.table().hint_asked(); })) << "ours answers";
}

// What is shown goes on with the new one at once.
TEST_F(Engines, AnotherAdviserAnalysesFromThenOn) {
  Settings settings = quiet_settings();
  settings.adviser = "htp:sleep 60";
  settings.engines = {settings.adviser};
  Ui ui = make(settings);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.perform(Action::Analyse);
  ui.tick(base::Clock::now());
  ui.change_settings([](Settings& s) { s.adviser.clear(); });
  EXPECT_TRUE(wait(ui, [&] { return ui.table().analysis().has_value(); }));
}

TEST_F(Engines, AnOutsideProgramIsPlayedAgainst) {
  Settings settings = quiet_settings();
  settings.size = 5;
  settings.swap = false;
  settings.engines = {outside("htp", "htp --player random")};
  Ui ui = make(settings);
  open_page(ui);
  click(ui, "engines.play.0");
  ASSERT_EQ(ui.screen(), Screen::Game);
  click_cell(ui, 12);
  EXPECT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; })) << ui.notice();
}

TEST_F(Engines, AnAddedOneIsChosenForANewGame) {
  Settings settings = quiet_settings();
  settings.size = 5;
  settings.swap = false;
  settings.engines = {outside("htp", "htp --player random"), outside("hub", "hub --endings 0")};
  Ui ui = make(settings);
  ui.perform(Action::NewGame);
  click(ui, "seat.1.more");
  ASSERT_NE(ui.frame().find("seat.1.engine." + settings.engines[0]), nullptr);
  EXPECT_EQ(ui.frame().find("seat.1.engine." + settings.engines[0])->name, "losange")
      << "the name of its program";
  EXPECT_EQ(ui.frame().find("seat.1.engine." + settings.engines[1]), nullptr)
      << "it plays draughts";
  click(ui, "seat.1.engine." + settings.engines[0]);
  EXPECT_EQ(ui.frame().find("seat.1.level.3"), nullptr) << "it has no levels of ours";
  click(ui, "new.start");
  ASSERT_EQ(ui.screen(), Screen::Game);
  EXPECT_EQ(ui.table().seat(game::Side::Second).engine, settings.engines[0]);
  click_cell(ui, 12);
  EXPECT_TRUE(wait(ui, [&] { return ui.table().record().moves().size() == 2; })) << ui.notice();
  ui.show(Screen::Game, Dialog::NewGame);
  EXPECT_TRUE(ui.frame().find("seat.1.engine." + settings.engines[0])->on.value_or(false))
      << "and proposed for the next";
  ui.show(Screen::Game);
  ui.change_settings([](Settings& s) { s.engines.clear(); });
  ui.show(Screen::Game, Dialog::NewGame);
  EXPECT_NE(ui.frame().find("seat.1.level.3"), nullptr) << "one that was taken off is not";
}

TEST_F(Engines, AreNotOfferedWhereNoProgramCanBeStarted) {
  Services services;
  services.starts_programs = false;
  Settings settings = quiet_settings();
  settings.engines = {"htp:mohex --quiet"};  // kept when their page was there
  settings.adviser = settings.engines.front();
  Ui ui(settings, plain_measure, services, {.adviser = "mcts:descents=2000,memory=16"});
  ui.perform(Action::Settings);
  EXPECT_NE(ui.frame().find("settings.page.2"), nullptr);
  EXPECT_EQ(ui.frame().find("settings.page.3"), nullptr);
  ui.show(Screen::Start, Dialog::NewGame);
  click(ui, "seat.1.more");
  EXPECT_EQ(ui.frame().find("seat.1.engine.htp:mohex --quiet"), nullptr);
  ui.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ui.perform(Action::Hint);
  EXPECT_TRUE(wait(ui, [&] { return !ui.table().hinted().empty(); })) << ui.notice();
}

TEST_F(Engines, AHubProgramAdvisesInDraughts) {
  Settings settings = quiet_settings();
  settings.engines = {outside("hub", "hub --endings 0")};
  settings.adviser = settings.engines.front();
  Ui ui = make(settings);
  open_page(ui);
  click(ui, "engines.play.0");
  EXPECT_EQ(ui.table().record().setup.game, "draughts");
  ui.perform(Action::Hint);
  EXPECT_TRUE(wait(ui, [&] { return !ui.table().hinted().empty(); })) << ui.notice();
}

}  // namespace
}  // namespace losange::window
