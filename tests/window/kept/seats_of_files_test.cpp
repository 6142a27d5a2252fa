// Whoever wrote the file of a game chose the names in it: which engines such a name seats, and which it does not.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "players/files/open_game.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using game::Side;
using testing::HasSubstr;

class SeatsOfFiles : public UiInAFolder {
 protected:
  static constexpr const char* kFinished =
      "(;GM[11]SZ[3]PB[random]PW[zero:level=5]RE[B+Resign];B[a1];W[b2];B[c3])";
};

TEST_F(SeatsOfFiles, AFileSeatsNoEngineThatDoesMoreThanPlay) {
  const auto file = folder_ / "written";
  const std::string path = file.string();
  for (const std::string& engine :
       {"htp:touch " + path, "hub:touch " + path, "hybrid:htp:touch " + path,
        "random:report=" + path, "random:book=" + path, "hybrid:random:report=" + path}) {
    for (const char* side : {"PB", "PW"}) {
      Ui ui = make();
      ui.open_text("(;GM[11]SZ[5]" + std::string(side) + "[" + engine + "];B[c3];W[b2])");
      ui.perform(Action::Pause);
      click_cell(ui, 0);
      for (const Side seat : {Side::First, Side::Second})
        EXPECT_TRUE(ui.table().seat(seat).person) << side << " " << engine;
      ui.perform(Action::SwitchFirst);  // nor as who takes the side over
      ui.perform(Action::SwitchSecond);
      for (const Side seat : {Side::First, Side::Second})
        EXPECT_EQ(ui.table().seat(seat).engine, "zero");
      ui.leave();
      Ui again = make();
      click(again, "start.continue");
      for (const Side seat : {Side::First, Side::Second})
        EXPECT_NE(again.table().seat(seat).name(), engine) << "its name was kept with the game";
    }
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(SeatsOfFiles, AFileSeatsEnginesThatPlayAndThoseThePersonAdded) {
  const std::string added = "htp:my-engine --quiet";
  for (const std::string& engine :
       {std::string("random"), std::string("mcts:level=3"), std::string("hybrid:random"), added}) {
    auto settings = quiet_settings();
    settings.engines = {added};
    Ui ui = make(settings);
    ui.open_text("(;GM[11]SZ[5]PB[human]PW[" + engine + "];B[c3])");
    EXPECT_EQ(ui.table().seat(Side::Second).name(), engine);
  }
}

TEST_F(SeatsOfFiles, EnginesThatAFinishedGameNamesDoNotComeBackToPlayOn) {
  {
    Ui ui = make();
    ui.load_game(players::open_game(kFinished, {}));
    ui.perform(Action::Back);
    ui.leave();
  }
  Ui ui = make();
  click(ui, "start.continue");
  EXPECT_TRUE(ui.table().seat(Side::First).person);
  EXPECT_TRUE(ui.table().seat(Side::Second).person);
  EXPECT_EQ(ui.table().session().player_name(Side::Second), "zero:level=5") << "who played it";
  ui.perform(Action::Forward);
  ui.perform(Action::Save);
  press(ui, Key::Enter);
  EXPECT_THAT(ui.notice(), HasSubstr("Saved in")) << "and a file people keep says the same";
}

TEST_F(SeatsOfFiles, AGameWhoseEngineIsNotHereIsOpenedForPeople) {
  Ui ui = make();
  for (const char* name : {"hybrid:oldengine", "oldengine", "hybrid:"}) {
    ui.load_game(players::open_game(fmt::format("(;GM[11]SZ[5]PB[Anna]PW[{}];B[c3])", name), {}));
    EXPECT_EQ(ui.screen(), Screen::Game) << ui.notice();
    EXPECT_TRUE(ui.table().seat(Side::Second).person) << name;
    ui.show(Screen::Start);
  }
}

}  // namespace
}  // namespace losange::window
