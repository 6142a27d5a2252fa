// Every dialog and every screen at many sizes of the window and of its text: nothing lies on anything else, and nothing
// leaves the window.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "players/files/open_game.h"
#include "window/kept/library.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

struct Size {
  double width, height;
  bool fingers = false;
};
constexpr std::array<Size, 21> kSizes{{{360, 480},
                                       {400, 700},
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
                                       {900, 1600},
                                       {360, 640, true},
                                       {390, 844, true},
                                       {844, 390, true},
                                       {667, 375, true},
                                       {768, 1024, true},
                                       {1024, 768, true}}};

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
  // The capitals of each text, above what a dialog covers; those on a board lie on its cells.
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
      const Widget* board = frame.modal == 0 ? frame.find("board") : nullptr;
      if (board != nullptr && board->area.contains(text->at)) continue;
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

  // A label that ends in dots was cut. Paths are as long as they are, and what engines expect goes on.
  static bool is_cut(const std::string& text) {
    return text.ends_with("…") && !text.starts_with("/") && text.find("analys") == text.npos;
  }

  // What has no room to be large, and can be reached otherwise: the moves of a tree and of a list by the buttons below,
  // candidates on the board, mistakes by the buttons beside them, steps of the lesson by its buttons.
  static bool may_be_small(const Widget& widget) {
    constexpr std::array kSmall{"tree.", "graph",        "list.",       "line.",
                                "mistake.row.", "summary", "lesson.step."};
    return widget.kind == Widget::Kind::Board ||
           std::any_of(kSmall.begin(), kSmall.end(),
                       [&](const char* begin) { return widget.id.starts_with(begin); });
  }
  static void check_for_fingers(const Frame& frame, const std::string& where) {
    constexpr double kFingerPixels = 43.5;
    for (std::size_t i = frame.modal; i < frame.widgets.size(); ++i) {
      const Widget& widget = frame.widgets[i];
      EXPECT_TRUE(may_be_small(widget) || std::min(widget.area.width, widget.area.height) >=
                                              kFingerPixels)
          << where << ": '" << widget.id << "' is " << widget.area.width << " x "
          << widget.area.height;
    }
  }

  static void check(Ui& ui, const Size& size, const std::string& where, bool may_cut = false) {
    const Frame& frame = ui.frame();
    if (size.fingers) check_for_fingers(frame, where);
    for (const auto& text : texts(frame)) {
      EXPECT_FALSE(is_cut(text.what) && !may_cut) << where << ": '" << text.what << "'";
    }
    for (const auto& boxes : {widgets(frame), texts(frame)}) {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Rect& a = boxes[i].area;
        // A dialog that is taller than the window is scrolled.
        EXPECT_TRUE(a.x > -1 && a.y > -1 && a.right() < size.width + 1 &&
                    a.bottom() < size.height + frame.overflow + 1)
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
          ui.resize(size.width, size.height, size.fingers);
          look(ui, size,
               (language == Language::French ? "fr " : "en ") + std::to_string(int(size.width)) +
                   "x" + std::to_string(int(size.height)) + (size.fingers ? " touched" : "") + " at " +
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
        check(ui, size, fmt::format("{}, {} {}", where, name, id));
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

// Twelve moves, every position with an analysis; Red makes mistakes.
game::GameRecord judged_game() {
  auto record = players::open_game("a2 f6 b9 e7 c4 d8 k10 d9 g3 e5 h2 c9", {.swap = false});
  for (game::NodeId node = 0; node < record.size(); ++node) {
    const auto own_moves = (node + 1) / 2;
    const double value = 0.6 - 0.12 * static_cast<double>(own_moves);
    Analysis found{value, false, 900, "mcts", {}};
    for (const char* cell : {"f5", "g6", "h7", "i8", "j9", "c10"})
      found.moves.push_back({cell, value, false, 300, {cell, "a11", "b11", "c11", "d11", "e11"}});
    keep_analysis(record.node(node), found);
  }
  return record;
}

TEST_F(Layout, TheStudyLiesOnNothingAndStaysInTheWindow) {
  everywhere([](Ui& ui, const Size& size, const std::string& where) {
    ui.load_game(judged_game());
    ui.table().set_analysing(true);
    ui.table().go_to(4);
    ui.table().set_paused(true);
    ui.tick(base::Clock::now());
    check(ui, size, where + ", mistakes", true);
    EXPECT_TRUE(size.height < 600 || ui.frame().find("mistake.row.0") != nullptr)
        << where << ": no mistake is listed";
    for (const auto& [action, name] :
         {std::pair{Action::SetUp, "set up"}, std::pair{Action::Marks, "marks"},
          std::pair{Action::SwapMap, "swap map"}, std::pair{Action::Solve, "solve"},
          std::pair{Action::Learn, "questions"}}) {
      ui.perform(action);
      ui.tick(base::Clock::now() + std::chrono::minutes(1));
      check(ui, size, where + ", " + name, true);
      if (action != Action::Learn) ui.perform(action);
    }
    ui.perform(Action::Learn);
    ui.perform(Action::Last);
    ui.table().resign();
    ui.tick(base::Clock::now());
    check(ui, size, where + ", victory and mistakes", true);
  });
}

TEST_F(Layout, WhatFailedLiesOnNothingAndStaysInTheWindow) {
  const std::string data = std::getenv("XDG_DATA_HOME");
  everywhere([&](Ui& ui, const Size& size, const std::string& where) {
    if (ui.table().trouble() == nullptr) {
      ui.start_game({.size = 5, .swap = false}, {"human", "htp:exit 3"}, {});
      ui.table().play("c3");
      ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; }));
      ui.tick(base::Clock::now() + std::chrono::minutes(1));  // what was told goes by itself
    }
    check(ui, size, where + ", an engine failed", true);
    for (const char* id : {"trouble.again", "trouble.person", "trouble.other"})
      EXPECT_NE(ui.frame().find(id), nullptr) << where << " " << id;
    ::setenv("XDG_DATA_HOME", "/proc/none", 1);
    ui.leave();
    check(ui, size, where + ", leaving");
    EXPECT_NE(ui.frame().find("confirm.leave"), nullptr) << where;
    ::setenv("XDG_DATA_HOME", data.c_str(), 1);
    ui.show(Screen::Game);
  });
}

TEST_F(Layout, ScreensLieOnNothingAndStayInTheWindow) {
  everywhere([](Ui& ui, const Size& size, const std::string& where) {
    ui.show(Screen::Start);
    check(ui, size, where + ", start");
    ui.start_game({.size = 5, .swap = true}, {"human", "zero:level=3"},
                  players::TimeControl::parse("600+5"));
    ui.table().play("c3");
    ui.table().set_paused(true);
    check(ui, size, where + ", game");
    ui.table().set_analysing(true);
    check(ui, size, where + ", analysis");
    ui.perform(Action::SetUp);
    check(ui, size, where + ", set up");
    ui.perform(Action::SetUp);
    ui.table().set_analysing(false);
    ui.table().resign();
    ui.tick(base::Clock::now());
    check(ui, size, where + ", victory");
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
