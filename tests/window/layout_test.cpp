// Every dialog and every screen at many sizes of the window and of its text: nothing lies on anything else, and nothing
// leaves the window.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "window/common/library.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

struct Size {
  double width, height;
};
constexpr std::array<Size, 14> kSizes{{{360, 480},
                                       {360, 640},
                                       {390, 844},
                                       {430, 932},
                                       {599, 480},
                                       {600, 800},
                                       {640, 480},
                                       {800, 600},
                                       {1024, 600},
                                       {1280, 800},
                                       {1366, 768},
                                       {1920, 1080},
                                       {3840, 2160},
                                       {900, 1600}}};

struct Box {
  std::string what;
  Rect area;
};

bool overlap(const Rect& a, const Rect& b) {
  constexpr double kTouch = 1;  // pixels; neighbours may share an edge
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > kTouch &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > kTouch;
}

class Layout : public UiTest {
 protected:
  // What can be used, above what a dialog covers.
  static std::vector<Box> widgets(const Frame& frame) {
    std::vector<Box> boxes;
    for (std::size_t i = frame.modal; i < frame.widgets.size(); ++i)
      boxes.push_back({frame.widgets[i].id, frame.widgets[i].area});
    return boxes;
  }
  // The capitals of each text, above what a dialog covers.
  static std::vector<Box> texts(const Frame& frame) {
    std::vector<Box> boxes;
    for (const auto& shape : frame.scene) {
      if (const auto* ground = std::get_if<Polygon>(&shape);
          ground != nullptr && ground->points.size() == 4 && ground->points[2].x > 15'000) {
        boxes.clear();  // the dimmed rest
      }
      const auto* text = std::get_if<Text>(&shape);
      if (text == nullptr) continue;
      const double width = plain_measure(text->text, text->size, text->weight);
      const double left = text->align == Align::Left     ? 0
                          : text->align == Align::Center ? width / 2
                                                         : width;
      boxes.push_back({text->text, Rect{text->at.x - left, text->at.y - 0.36 * text->size, width,
                                        0.72 * text->size}});
    }
    return boxes;
  }
  // A row of the library has its bin in it.
  static bool may_overlap(const std::string& a, const std::string& b) {
    return a.starts_with("library.game.") && b.starts_with("library.remove.");
  }

  static void check(Ui& ui, const Size& size, const std::string& where, bool board_texts = false) {
    const Frame& frame = ui.frame();
    for (const auto& boxes : {widgets(frame), board_texts ? std::vector<Box>{} : texts(frame)}) {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Rect& a = boxes[i].area;
        EXPECT_TRUE(a.x > -1 && a.y > -1 && a.right() < size.width + 1 &&
                    a.bottom() < size.height + 1)
            << where << ": '" << boxes[i].what << "' leaves the window: " << a.x << " " << a.y
            << " " << a.right() << " " << a.bottom();
        for (std::size_t k = i + 1; k < boxes.size(); ++k) {
          EXPECT_FALSE(overlap(a, boxes[k].area) && !may_overlap(boxes[i].what, boxes[k].what))
              << where << ": '" << boxes[i].what << "' and '" << boxes[k].what << "'";
        }
      }
    }
  }

  template <class Look>
  void everywhere(Look&& look) {
    for (const Language language : {Language::English, Language::French}) {
      for (const double text_size : {0.8, 1.0, 1.4}) {
        Settings settings = quiet_settings();
        settings.language = language;
        settings.text_size = text_size;
        Ui ui = make(settings);
        for (const Size& size : kSizes) {
          ui.resize(size.width, size.height);
          look(ui, size,
               (language == Language::French ? "fr " : "en ") + std::to_string(int(size.width)) +
                   "x" + std::to_string(int(size.height)) + " at " +
                   std::to_string(int(100 * text_size)) + " %");
          if (HasFailure()) return;  // one report is enough to mend
        }
      }
    }
  }
};

TEST_F(Layout, DialogsLieOnNothingAndStayInTheWindow) {
  base::make_folder(Library::folder());
  for (int i = 0; i < 12; ++i) {
    base::write_file(Library::folder() / (std::to_string(i) + ".sgf"),
                     "(;GM[11]SZ[5]PB[Anna]PW[Bea]DT[2026-01-02]RE[B+];B[c3];W[a1])");
  }
  everywhere([](Ui& ui, const Size& size, const std::string& where) {
    ui.start_game({.size = 5, .swap = true}, {"human", "random:level=3"}, {});
    ui.table().set_paused(true);
    const auto looked = [&](Dialog dialog, const std::string& name,
                            std::initializer_list<const char*> clicks = {}) {
      ui.show(Screen::Game, dialog);
      check(ui, size, where + ", " + name);
      for (const char* id : clicks) {
        if (ui.frame().find(id) == nullptr) continue;
        click(ui, id);
        check(ui, size, where + ", " + name + " " + id);
      }
    };
    looked(Dialog::NewGame, "new game",
           {"new.page.0", "seat.0.kind.1", "seat.0.more", "new.page.1", "seat.1.more", "new.page.2",
            "new.game.1", "new.page.1", "new.page.2"});
    looked(Dialog::Settings, "settings", {"settings.page.1", "settings.page.2"});
    looked(Dialog::Help, "help", {"help.page.1", "help.page.0"});
    looked(Dialog::Open, "open");
    looked(Dialog::Save, "save");
    looked(Dialog::Library, "library", {"library.remove.3.sgf"});
    looked(Dialog::Level, "level");
    looked(Dialog::Menu, "menu");
    looked(Dialog::ConfirmNew, "confirm");
    ui.start_game({.size = 5, .swap = true}, {"random", "random:level=3"}, {});
    ui.table().set_paused(true);
    looked(Dialog::Level, "two levels");
  });
}

TEST_F(Layout, ScreensLieOnNothingAndStayInTheWindow) {
  everywhere([](Ui& ui, const Size& size, const std::string& where) {
    ui.show(Screen::Start);
    check(ui, size, where + ", start", true);
    ui.start_game({.size = 5, .swap = true}, {"human", "random:level=3"},
                  players::TimeControl::parse("600+5"));
    ui.table().play("c3");
    ui.table().set_paused(true);
    check(ui, size, where + ", game", true);
    ui.table().set_analysing(true);
    check(ui, size, where + ", analysis", true);
    ui.perform(Action::SetUp);
    check(ui, size, where + ", set up", true);
    ui.perform(Action::SetUp);
    ui.table().set_analysing(false);
    ui.table().resign();
    ui.tick(base::Clock::now());
    check(ui, size, where + ", victory", true);
    ui.show(Screen::Start);
    click(ui, "start.lesson");
    ui.tick(base::Clock::now() + std::chrono::minutes(1));  // what was told goes by itself
    for (std::size_t step = 0; step < lesson_steps().size(); ++step) {
      check(ui, size, where + ", lesson " + std::to_string(step + 1));
      if (step + 1 < lesson_steps().size()) click(ui, "lesson.next");
    }
  });
}

}  // namespace
}  // namespace losange::window
