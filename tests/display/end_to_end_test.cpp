// The real program on a display of its own, used as a person uses it: with the pointer and the
// keyboard. What the screen shows is compared, cell by cell, with what the saved game says.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <SFML/Graphics.hpp>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/error.h"
#include "base/system/file.h"
#include "places.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "virtual_display.h"
#include "window/draw/layout.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

constexpr double kPatience_s = 20;

class EndToEnd : public UiTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(display_.running()) << "Xvfb does not start";
    std::filesystem::create_directories(folder_ / "config" / "losange");
    std::ofstream(folder_ / "config" / "losange" / "window.json")
        << R"({"mute":true,"animation":0,"thinking_s":0.1,"threads":1})";
  }
  void TearDown() override {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }

  void start(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {testing_places::program(), "window"});
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      if (::chdir(folder_.c_str()) != 0) ::_exit(126);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    ASSERT_EQ(shell("timeout 20 xdotool search --sync --onlyvisible --name '^Losange' > window.id"),
              0);
    window_ = base::read_file(folder_ / "window.id");
    window_ = window_.substr(0, window_.find('\n'));
    do_x("windowfocus " + window_);
  }
  // The exit code after Ctrl-C.
  int stop() {
    ::kill(pid_, SIGINT);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  int shell(const std::string& command) const {
    return std::system(fmt::format("cd '{}' && {}", folder_.string(), command).c_str());
  }
  void do_x(const std::string& order) const { ASSERT_EQ(shell("xdotool " + order), 0) << order; }
  void key(const std::string& name) const { do_x("key " + name); }
  void click(Point at) const {
    do_x(fmt::format("mousemove {:.0f} {:.0f} click 1", corner_.x + at.x, corner_.y + at.y));
  }
  void click(Ui& twin, const std::string& id) const {
    const Widget* widget = twin.frame().find(id);
    ASSERT_NE(widget, nullptr) << id;
    click(widget->area.center());
  }

  PlacedBoard board(int size, Orientation orientation = {}) const {
    const double unit = unit_for(width_, height_, 1);
    return place(hex_layout(size, orientation), game_layout(width_, height_, unit).board);
  }
  sf::Image screen() const {
    EXPECT_EQ(shell("import -window root -depth 8 screen.png"), 0);
    sf::Image image;
    EXPECT_TRUE(image.loadFromFile((folder_ / "screen.png").string()));
    return image;
  }
  // The pieces as the eye sees them. A point beside the centre, off the lines to neighbours,
  // where no mark stands.
  std::string seen(const PlacedBoard& board, const sf::Image& image) const {
    const auto& stones = palette(PaletteName::RedBlue).stones;
    std::string pieces;
    for (int cell = 0; cell < static_cast<int>(board.layout.cells.size()); ++cell) {
      const Point p = corner_ + board.center(cell) + Point{0.328, 0.088} * board.scale;
      const auto pixel = image.getPixel(static_cast<unsigned>(p.x), static_cast<unsigned>(p.y));
      const auto near = [&](Color c) {
        return std::abs(c.red - pixel.r) + std::abs(c.green - pixel.g) +
                   std::abs(c.blue - pixel.b) <
               40;
      };
      pieces += near(stones[0]) ? 'x' : near(stones[1]) ? 'o' : '.';
    }
    return pieces;
  }
  // Waits until the screen shows these pieces.
  bool shows(const PlacedBoard& board, const std::string& pieces) const {
    do_x("mousemove 3 3");  // no ghost under the pointer
    std::string last;
    for (const base::Stopwatch watch; watch.seconds() < kPatience_s;) {
      if ((last = seen(board, screen())) == pieces) return true;
    }
    ADD_FAILURE() << "the screen shows " << last << " and not " << pieces;
    return false;
  }

  std::optional<game::GameRecord> saved(const std::filesystem::path& file) const {
    try {
      return players::at_saved_move(players::open_game(file.string(), {}));
    } catch (const base::UserError&) {
      return std::nullopt;
    }
  }
  template <class Condition>
  bool eventually(Condition&& condition) const {
    for (const base::Stopwatch watch; watch.seconds() < kPatience_s;) {
      if (condition()) return true;
      std::this_thread::sleep_for(base::Millis(20));
    }
    return false;
  }
  std::filesystem::path autosave() const { return folder_ / "data" / "losange" / "window.sgf"; }

  testing_display::VirtualDisplay display_{"1280x800x24"};
  pid_t pid_ = -1;
  std::string window_;
  Point corner_;  // of the window on the screen
  double width_ = 1280, height_ = 800;
};

TEST_F(EndToEnd, APersonPlaysUndoesAnalysesSavesReloadsAndRearranges) {
  start({"--size", "4", "--no-swap", "--black", "human", "--white", "random"});
  const auto first = board(4);

  // Plays by mouse, takes back, and plays until the game is over.
  click(first.center(5));
  ASSERT_TRUE(eventually([&] {
    const auto r = saved(autosave());
    return r && r->moves().size() == 2;
  }));
  key("ctrl+z");
  ASSERT_TRUE(shows(first, std::string(16, '.')));
  ASSERT_TRUE(eventually([&] { return saved(autosave())->moves().empty(); }));
  for (bool over = false; !over;) {
    const players::Session session(*saved(autosave()));
    const auto moves = session.position().legal_moves();
    const int cell = session.position().cell_of(moves[moves.size() / 2]);
    const std::size_t before = session.record().moves().size();
    click(first.center(cell));
    ASSERT_TRUE(eventually([&] {
      const auto now = saved(autosave());
      if (!now) return false;
      over = players::Session(*now).over();
      return over || (now->moves().size() >= before + 2 && now->moves().size() % 2 == 0 &&
                      now->moves()[before] == moves[moves.size() / 2]);
    }));
  }
  const auto played = *saved(autosave());
  const std::string final_pieces = players::Session(played).view().pieces;
  ASSERT_TRUE(shows(first, final_pieces)) << "what the screen says is what the session says";

  // Analyses the game: a sweep from the keyboard, kept in the file that is saved.
  key("w");
  const auto file = folder_ / "game.sgf";
  ASSERT_TRUE(eventually([&] {
    std::filesystem::remove(file);
    key("ctrl+s");
    key("Return");
    if (!eventually([&] { return std::filesystem::exists(file); })) return false;
    const auto record = saved(file);
    return record && value_at(record->node(game::kRoot)).has_value();
  }));
  const auto kept = *saved(file);
  EXPECT_EQ(kept.moves(), played.moves());

  // Goes elsewhere and reloads.
  key("Home");
  ASSERT_TRUE(shows(first, std::string(16, '.')));
  key("ctrl+o");
  key("Return");
  key("a");  // values would tint the cells
  ASSERT_TRUE(shows(first, final_pieces));

  // Turns the board, and changes the language with the pointer.
  key("r");
  ASSERT_TRUE(shows(board(4, {1, false}), final_pieces));
  Ui twin = make();
  twin.resize(width_, height_);
  twin.perform(Action::Settings);
  key("comma");
  click(twin, "settings.language.1");
  const auto config = folder_ / "config" / "losange" / "window.json";
  ASSERT_TRUE(eventually(
      [&] { return read_settings(base::read_file(config)).language == Language::French; }));
  EXPECT_EQ(read_settings(base::read_file(config)).orientation.twelfths, 1);
  key("Escape");

  // A smaller window: the board follows.
  do_x(fmt::format("windowsize --sync {} 900 640", window_));
  do_x(fmt::format("windowmove --sync {} 0 0", window_));
  corner_ = {0, 0};
  width_ = 900, height_ = 640;
  EXPECT_TRUE(shows(board(4, {1, false}), final_pieces));

  EXPECT_EQ(stop(), 130) << "Ctrl-C ends it in order";
}

TEST_F(EndToEnd, ASizeOfTheCommandLineIsForThatTime) {
  const auto config = folder_ / "config" / "losange" / "window.json";
  const auto left = [&](const std::vector<std::string>& arguments, bool resizes) {
    start(arguments);
    if (resizes) do_x(fmt::format("windowsize --sync {} 900 640", window_));
    stop();
    return read_settings(base::read_file(config)).window_width;
  };
  const int usual = left({}, false);
  EXPECT_GT(usual, 360);
  EXPECT_EQ(left({"--width", "360", "--height", "480"}, false), usual);
  EXPECT_EQ(left({"--width", "360", "--height", "480"}, true), 900);
}

}  // namespace
}  // namespace losange::window
