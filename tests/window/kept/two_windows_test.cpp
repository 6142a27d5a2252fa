// Two windows at once, over the same library and the same settings: neither takes anything from the other.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "window/kept/library.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class TwoWindows : public UiTest {
 protected:
  static std::vector<std::string> lines() {
    std::vector<std::string> all;
    for (const auto& game : Library().games()) {
      std::string line;
      for (const auto& move : players::open_game(Library::path_of(game).string(), {}).moves())
        line += move;
      all.push_back(line);
    }
    return all;
  }
  static std::filesystem::path put(const std::string& sgf) {
    base::make_folder(Library::folder());
    base::write_file(Library::folder() / "a.sgf", sgf);
    return Library::folder() / "a.sgf";
  }
  static void play(Ui& ui, const char* move) {
    ui.table().play(move);
    ui.tick(base::Clock::now());
  }
};

TEST_F(TwoWindows, OneGameInBothKeepsTheMovesOfBoth) {
  const auto file = put("(;GM[11]SZ[5];B[c3])");
  Ui first = make(), second = make();
  for (Ui* ui : {&first, &second}) ui->load_game(players::open_game(file.string(), {}));
  play(first, "a1");
  play(second, "b2");
  EXPECT_THAT(lines(), UnorderedElementsAre("c3a1", "c3b2"));
  play(first, "d4");
  play(second, "e5");
  EXPECT_THAT(lines(), UnorderedElementsAre("c3a1d4", "c3b2e5")) << "each in its own file now";
}

TEST_F(TwoWindows, AFileThatWasOnlyTouchedStaysTheGamesOwn) {
  const auto file = put("(;GM[11]SZ[5];B[c3])");
  Ui ui = make();
  ui.load_game(players::open_game(file.string(), {}));
  base::write_file(file, "(;GM[11]FF[4]SZ[5];B[c3])\n");
  play(ui, "a1");
  EXPECT_THAT(lines(), ElementsAre("c3a1"));
}

TEST_F(TwoWindows, EachWritesTheSettingsItChanged) {
  Ui first = make(), second = make();
  first.change_settings([](Settings& s) { s.theme = ThemeName::Dark; });
  second.change_settings([](Settings& s) { s.music = 0.5; });
  first.change_settings([](Settings& s) { s.window_width = 900; });
  const Settings kept = load_settings();
  EXPECT_EQ(kept.theme, ThemeName::Dark);
  EXPECT_EQ(kept.music, 0.5);
  EXPECT_EQ(kept.window_width, 900);
}

TEST_F(TwoWindows, SettingsThatCannotBeReadAreKeptBeside) {
  const std::string wrong = "{\n  \"theme\": \"dark\",\n}\n";
  const auto aside = settings_file().parent_path() / "window.json.bad";
  base::make_folder(settings_file().parent_path());
  base::write_file(aside, "an older one");
  base::write_file(settings_file(), wrong);
  Ui ui = make();
  ui.change_settings([](Settings& s) { s.music = 0.5; });
  EXPECT_EQ(load_settings().music, 0.5);
  EXPECT_EQ(base::read_file(aside), "an older one");
  EXPECT_EQ(base::read_file(settings_file().parent_path() / "window.json-2.bad"), wrong);
  ui.change_settings([](Settings& s) { s.music = 0.25; });
  EXPECT_FALSE(std::filesystem::exists(settings_file().parent_path() / "window.json-3.bad"));
}

}  // namespace
}  // namespace losange::window
