// A Ui without a display, with the user's folders in a place of its own, and hands to use it with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "temporary.h"
#include "window/ui/ui.h"

namespace losange::window {

// As wide as an average letter, of whole pixels as SFML has them; layouts must hold for any honest measure.
inline double plain_measure(std::string_view text, double size, Weight weight) {
  std::size_t letters = 0;
  for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return static_cast<double>(letters) * std::round(size) * (weight == Weight::Bold ? 0.56 : 0.52);
}

inline Settings quiet_settings() {
  Settings settings;
  settings.animation = 0;
  settings.mute = true;
  settings.thinking_s = 0.1;
  settings.pace_s = 0;
  return settings;
}

inline std::vector<std::string> labels_of(const Frame& frame) {
  std::vector<std::string> labels;
  for (const auto& shape : frame.scene) {
    if (const auto* text = std::get_if<Text>(&shape)) labels.push_back(text->text);
  }
  return labels;
}

// All that is written in the window, a line each, with a line end before the first.
inline std::string all_text(const Frame& frame) {
  std::string all = "\n";
  for (const auto& label : labels_of(frame)) all += label + "\n";
  return all;
}

class UiTest : public testing::Test {
 protected:
  UiTest() : folder_(testing_files::temporary("window")) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    ::setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    ::setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);
  }
  ~UiTest() override { std::filesystem::remove_all(folder_); }

  Ui make(Settings settings = quiet_settings()) {
    Services services;
    services.clipboard = [this](const auto& take) { take(clipboard_); };
    services.set_clipboard = [this](const std::string& text, const Services::Copied& copied) {
      clipboard_ = text;
      copied(true);
    };
    return Ui(std::move(settings), plain_measure, services,
              {.adviser = "mcts:descents=2000,memory=16"});
  }

  static void click(Ui& ui, Point at) {
    ui.pointer_moved(at);
    ui.pointer_pressed(at);
    ui.pointer_released(at);
    ui.tick(base::Clock::now());
  }
  static void click(Ui& ui, const std::string& id) {
    const Widget* widget = ui.frame().find(id);
    ASSERT_NE(widget, nullptr) << "nothing to click: " << id;
    click(ui, widget->area.center());
  }
  static void click_cell(Ui& ui, int cell) {
    ui.frame();
    ASSERT_TRUE(ui.placed_board());
    click(ui, ui.placed_board()->center(cell));
  }
  static void press(Ui& ui, Key key) {
    ui.key({key, 0, false, false});
    ui.tick(base::Clock::now());
  }
  // A letter with the control key.
  static void control(Ui& ui, char letter) {
    ui.key({Key::Letter, letter, true, false});
    ui.tick(base::Clock::now());
  }
  // So much later; what is wished for a second time then is meant.
  static void later(Ui& ui, base::Millis by = base::Millis(600)) {
    ui.tick(base::Clock::now() + by);
  }
  static void type(Ui& ui, std::string_view text) {
    for (const char c : text) ui.typed(static_cast<unsigned char>(c));
  }
  static std::string texts(Ui& ui) { return all_text(ui.frame()); }
  static std::vector<std::string> labels(Ui& ui) { return labels_of(ui.frame()); }
  // The same with spaces for line ends, for what may be broken anywhere.
  static std::string in_one_line(Ui& ui) {
    std::string text = texts(ui);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
  // Lets engines think until the condition holds.
  template <class Condition>
  static bool wait(Ui& ui, Condition&& condition) {
    for (const base::Stopwatch watch; watch.seconds() < 30;) {
      ui.tick(base::Clock::now());
      if (condition()) return true;
      std::this_thread::sleep_for(base::Millis(2));
    }
    return false;
  }

  std::filesystem::path folder_;
  std::string clipboard_;
};

// The current folder for as long as it lives, which may be taken away from under the program.
class StandingIn {
 public:
  explicit StandingIn(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
  }
  ~StandingIn() { std::filesystem::current_path(before_); }
  StandingIn(const StandingIn&) = delete;
  StandingIn& operator=(const StandingIn&) = delete;

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
};

// A test that works in a folder of its own, where files without a path are saved.
class UiInAFolder : public UiTest {
  StandingIn here_{folder_ / "here"};
};

}  // namespace losange::window
