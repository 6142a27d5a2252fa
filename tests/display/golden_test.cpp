// Pictures of the main screens against those in tests/display/golden, seen from afar: averages over
// blocks of 20 pixels, so that fonts and software rendering may differ a little from machine to
// machine, and a missing board, panel or dialog does not. LOSANGE_UPDATE_GOLDEN=1 writes them anew.
#include <SFML/Graphics.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "cpu_time.h"
#include "places.h"
#include "players/files/open_game.h"
#include "virtual_display.h"
#include "window/sfml/painter.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

constexpr unsigned kWidth = 1280, kHeight = 800, kBlock = 20;

sf::Image from_afar(const sf::Image& image) {
  sf::Image small;
  small.create(image.getSize().x / kBlock, image.getSize().y / kBlock);
  for (unsigned y = 0; y < small.getSize().y; ++y) {
    for (unsigned x = 0; x < small.getSize().x; ++x) {
      unsigned sums[3] = {};
      for (unsigned i = 0; i < kBlock * kBlock; ++i) {
        const auto pixel = image.getPixel(x * kBlock + i % kBlock, y * kBlock + i / kBlock);
        sums[0] += pixel.r, sums[1] += pixel.g, sums[2] += pixel.b;
      }
      const auto mean = [&](int part) {
        return static_cast<sf::Uint8>(sums[part] / (kBlock * kBlock));
      };
      small.setPixel(x, y, {mean(0), mean(1), mean(2)});
    }
  }
  return small;
}

struct Difference {
  double mean = 0;
  int most = 0;
};
Difference difference(const sf::Image& a, const sf::Image& b) {
  Difference result;
  for (unsigned y = 0; y < a.getSize().y; ++y) {
    for (unsigned x = 0; x < a.getSize().x; ++x) {
      const auto p = a.getPixel(x, y), q = b.getPixel(x, y);
      for (const int d : {p.r - q.r, p.g - q.g, p.b - q.b}) {
        result.mean += std::abs(d);
        result.most = std::max(result.most, std::abs(d));
      }
    }
  }
  result.mean /= 3.0 * a.getSize().x * a.getSize().y;
  return result;
}

class Golden : public UiTest {
 protected:
  static void SetUpTestSuite() { display_ = new testing_display::VirtualDisplay; }
  static void TearDownTestSuite() { delete display_; }

  void SetUp() override { ASSERT_TRUE(display_->running()) << "Xvfb does not start"; }

  void compare(Ui& ui, const std::string& name) {
    Painter painter;
    sf::RenderTexture target;
    ASSERT_TRUE(target.create(kWidth, kHeight));
    ui.resize(kWidth, kHeight);
    painter.paint(ui.to_show(), target);
    target.display();
    const sf::Image seen = from_afar(target.getTexture().copyToImage());
    const auto file =
        std::filesystem::path(testing_places::source()) / "tests/display/golden" / (name + ".png");
    if (std::getenv("LOSANGE_UPDATE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(file.parent_path());
      ASSERT_TRUE(seen.saveToFile(file.string()));
      return;
    }
    sf::Image golden;
    ASSERT_TRUE(golden.loadFromFile(file.string()));
    ASSERT_EQ(golden.getSize().x, seen.getSize().x);
    const auto found = difference(seen, golden);
    EXPECT_LT(found.mean, 2.0) << name;
    EXPECT_LT(found.most, 60) << name;
  }

  static inline testing_display::VirtualDisplay* display_ = nullptr;
};

TEST_F(Golden, StartScreen) {
  Ui ui = make();
  compare(ui, "start");
}

TEST_F(Golden, GameWithStonesAndVariations) {
  Ui ui = make();
  ui.load_game(players::open_game("https://hexworld.org/board/#11,a10f6e7d8h4g5i3", {}));
  compare(ui, "game");
}

TEST_F(Golden, DraughtsWithAPieceThatMustCapture) {
  Ui ui = make();
  ui.load_game(players::open_game(
      "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 32-28", {}));
  compare(ui, "draughts");
}

// Three moves, every position with an analysis.
game::GameRecord analysed_game(int size) {
  auto record = players::open_game("c3 d4 e5", {.size = size, .swap = false});
  for (const game::NodeId node : {0u, 1u, 2u, 3u}) {
    Analysis analysis{0.1 * static_cast<double>(node), false, 900, "mcts", {}};
    analysis.moves = {{"f5", 0.3, false, 700, {"f5", "g4", "h3"}},
                      {"e4", 0.1, false, 150, {"e4", "f3"}},
                      {"b7", -1, true, 50, {"b7"}}};
    for (int i = 0; i < 30; ++i) {
      const std::string cell = static_cast<char>('a' + i % size) + std::to_string(size - i / size);
      analysis.moves.push_back(
          {cell, 0.01 * i, false, static_cast<std::uint64_t>(200 - i), {cell}});
    }
    keep_analysis(record.node(node), analysis);
  }
  return record;
}

TEST_F(Golden, AnalysedGameInTheDarkTheme) {
  Settings settings = quiet_settings();
  settings.theme = ThemeName::Dark;
  Ui ui = make(settings);
  ui.load_game(analysed_game(9));
  ui.table().set_analysing(true);
  compare(ui, "analysis");
}

// Drawing and painting anew, 11x11 with an analysis. Processor time of all threads, so that a
// machine under load does not fail it; with two cores half of it passes on the clock.
TEST_F(Golden, ThirtyFramesASecond) {
  Ui ui = make();
  ui.load_game(analysed_game(11));
  ui.table().set_analysing(true);
  Painter painter;
  sf::RenderTexture target;
  ASSERT_TRUE(target.create(kWidth, kHeight));
  const auto frame = [&] {
    ui.resize(kWidth, kHeight);
    painter.paint(ui.to_show(), target);
    target.display();
  };
  frame();  // fills the pages of glyphs
  constexpr int kFrames = 60;
  const base::Stopwatch watch;
  const auto before = std::clock();
  for (int i = 0; i < kFrames; ++i) frame();
  target.getTexture().copyToImage();  // waits until all is painted
  const double cpu_s = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC / kFrames;
  RecordProperty("frames_a_second", std::to_string(kFrames / watch.seconds()));
  std::printf("%.1f frames/s, %.1f ms of processor time a frame\n", kFrames / watch.seconds(),
              1000 * cpu_s);
  EXPECT_LT(cpu_s, 2.0 / 30 * testing_time::kSlowdown);
}

TEST_F(Golden, NewGameDialog) {
  Ui ui = make();
  ui.perform(Action::NewGame);
  compare(ui, "new-game");
}

TEST_F(Golden, SettingsInFrenchAndWood) {
  Settings settings = quiet_settings();
  settings.theme = ThemeName::Wood;
  settings.language = Language::French;
  Ui ui = make(settings);
  ui.perform(Action::Settings);
  compare(ui, "settings");
}

TEST_F(Golden, LessonAndVictory) {
  Ui ui = make();
  ui.show(Screen::Lesson);
  compare(ui, "lesson");
  ui.start_game({.size = 3, .swap = false}, {"human", "human"}, {});
  for (const int cell : {1, 0, 4, 3, 7}) click_cell(ui, cell);
  ui.tick(base::Clock::now());
  compare(ui, "victory");
}

}  // namespace
}  // namespace losange::window
