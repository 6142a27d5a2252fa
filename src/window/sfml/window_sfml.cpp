// The real window: turns SFML's events into the Ui's, shows its frames, and sleeps in between.
#include <langinfo.h>

#include <SFML/Graphics.hpp>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/system/interrupt.h"
#include "window/sfml/painter.h"
#include "window/sfml/speaker.h"
#include "window/sfml/watch.h"
#include "window/sfml/window.h"
#include "window/ui/ui.h"

namespace losange::window {

namespace {

// How long nobody looks at what engines found, clocks and buttons that are pressed without the pointer being moved; all
// else wakes the window at once (watch.h).
constexpr base::Millis kFrame{16};      // while something moves
constexpr base::Millis kAttentive{12};  // after an event: the next one is likely
constexpr base::Millis kIdle{40};       // otherwise
constexpr base::Millis kAttention{1'500};
constexpr unsigned kUsualWidth = 1280, kUsualHeight = 800;
constexpr unsigned kLeastWidth = 360, kLeastHeight = 480;

// Where no language is set, X would pass on none but English letters.
void take_all_letters() {
  std::setlocale(LC_CTYPE, "");
  if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
}

KeyPress to_key(const sf::Event::KeyEvent& event) {
  KeyPress press{Key::None, 0, event.control, event.shift};
  switch (event.code) {
    case sf::Keyboard::Return: press.key = Key::Enter; break;
    case sf::Keyboard::Escape: press.key = Key::Escape; break;
    case sf::Keyboard::Tab: press.key = Key::Tab; break;
    case sf::Keyboard::Space: press.key = Key::Space; break;
    case sf::Keyboard::Left: press.key = Key::Left; break;
    case sf::Keyboard::Right: press.key = Key::Right; break;
    case sf::Keyboard::Up: press.key = Key::Up; break;
    case sf::Keyboard::Down: press.key = Key::Down; break;
    case sf::Keyboard::Home: press.key = Key::Home; break;
    case sf::Keyboard::End: press.key = Key::End; break;
    case sf::Keyboard::PageUp: press.key = Key::PageUp; break;
    case sf::Keyboard::PageDown: press.key = Key::PageDown; break;
    case sf::Keyboard::Backspace: press.key = Key::Backspace; break;
    case sf::Keyboard::Delete: press.key = Key::Delete; break;
    case sf::Keyboard::F1: press.key = Key::F1; break;
    case sf::Keyboard::F11: press.key = Key::F11; break;
    default:
      // Plain letters come as text, whatever the keyboard's layout.
      if (event.control && event.code >= sf::Keyboard::A && event.code <= sf::Keyboard::Z) {
        press.key = Key::Letter;
        press.letter = static_cast<char>('a' + (event.code - sf::Keyboard::A));
      }
  }
  return press;
}

// The sign of the program: two rhombs in the colours of the players, one in the other.
constexpr unsigned kIcon = 64;
std::vector<sf::Uint8> icon_pixels() {
  const Palette& colors = palette(PaletteName::RedBlue);
  std::vector<sf::Uint8> pixels;
  pixels.reserve(std::size_t{4} * kIcon * kIcon);
  for (unsigned y = 0; y < kIcon; ++y) {
    for (unsigned x = 0; x < kIcon; ++x) {
      const double half = kIcon / 2.0;
      const double at = std::abs(x + 0.5 - half) / half + std::abs(y + 0.5 - half) / (0.66 * half);
      const bool first = at <= 1 && at > 0.66, second = at <= 0.42;
      const Color color = colors.of(first ? game::Side::First : game::Side::Second);
      pixels.insert(pixels.end(), {color.red, color.green, color.blue,
                                   static_cast<sf::Uint8>(first || second ? 255 : 0)});
    }
  }
  return pixels;
}

class Application {
 public:
  explicit Application(const WindowOptions& options)
      : options_(options), ui_(load_settings(), painter_.measure(), services()) {
    open();
    ui_.tick(base::Clock::now());  // what is said from here on lasts from now
    if (options.opened) {
      ui_.load_game(options.opened->record,
                    options.start_game ? options.players : std::array<std::string, 2>{},
                    options.clock);
      if (!options.file.empty()) ui_.game_came_from(options.file, !options.opened->whole());
      ui_.tell_rest_of(*options.opened);
      if (options.start_game) ui_.table().continue_game();
    } else if (options.start_game) {
      ui_.start_game(options.setup, options.players,
                     options.clock.value_or(players::TimeControl{}));
    }
    if (options.trouble) ui_.refuse(*options.trouble);
    speaker_.update_music(ui_.settings());
  }

  void run() {
    const auto stop = base::stop_on_interrupt();
    auto last_event = base::Clock::now();
    while (!ui_.wants_to_quit()) {
      if (stop.stop_requested()) ui_.leave();
      if (watch_.gone()) return leave_without_window();
      bool any = false;
      for (sf::Event event{}; window_.pollEvent(event); any = true) handle(event);
      if (reopen_) open();
      const auto now = base::Clock::now();
      if (any) last_event = now;
      if (ui_.tick(now)) draw();
      const base::Millis nap = ui_.animating()                 ? kFrame
                               : now - last_event < kAttention ? kAttentive
                                                               : kIdle;
      const auto spent = std::chrono::duration_cast<base::Millis>(base::Clock::now() - now);
      if (spent < nap) watch_.wait(nap - spent);
    }
    window_.setVisible(false);  // what follows is not waited for
    keep_place();
  }

 private:
  // Another program took the window away: the game is kept, and SFML is asked nothing more, not even to close it.
  void leave_without_window() {
    ui_.leave();
    std::_Exit(0);
  }

  Services services() {
    Services services;
    services.clipboard = [](const Services::TakeText& take) {
      const auto bytes = sf::Clipboard::getString().toUtf8();
      take(std::string(bytes.begin(), bytes.end()));
    };
    services.set_clipboard = [](const std::string& text, const Services::Copied& copied) {
      sf::Clipboard::setString(sf::String::fromUtf8(text.begin(), text.end()));
      copied(true);
    };
    services.play = [this](Sound sound) { speaker_.play(sound, ui_.settings()); };
    services.save_picture = [this](const Scene& scene, int width, int height,
                                   const std::filesystem::path& file) {
      painter_.save_picture(scene, width, height, file);
    };
    services.settings_changed = [this](const Settings& settings) {
      speaker_.update_music(settings);
      reopen_ = settings.fullscreen != fullscreen_;
    };
    return services;
  }

  void open() {
    take_all_letters();
    reopen_ = false;
    held_.clear();
    fullscreen_ = ui_.settings().fullscreen;
    asked_size_.reset();
    if (fullscreen_) {
      window_.create(sf::VideoMode::getDesktopMode(), title_, sf::Style::Fullscreen);
    } else {
      const auto desktop = sf::VideoMode::getDesktopMode();
      const Settings& kept = ui_.settings();
      Rect left{static_cast<double>(kept.window_x), static_cast<double>(kept.window_y),
                static_cast<double>(kept.window_width), static_cast<double>(kept.window_height)};
      if (options_.width || options_.height) {  // as it is asked for, in the middle
        left.width = options_.width.value_or(kUsualWidth);
        left.height = options_.height.value_or(kUsualHeight);
        left.x = (desktop.width - left.width) / 2;
        left.y = (desktop.height - left.height) / 2;
      }
      const Rect place = opening_place(
          {0, 0, static_cast<double>(desktop.width), static_cast<double>(desktop.height)}, left,
          kUsualWidth, kUsualHeight);
      window_.create(
          sf::VideoMode(static_cast<unsigned>(place.width), static_cast<unsigned>(place.height)),
          title_);
      if (options_.width || options_.height) asked_size_ = window_.getSize();
      // SFML 2.5 places a new window by the size of the wrong screen.
      window_.setPosition({static_cast<int>(place.x), static_cast<int>(place.y)});
    }
    const auto icon = icon_pixels();
    watch_.follow(window_.getSystemHandle());
    window_.setIcon(kIcon, kIcon, icon.data());
    window_.setKeyRepeatEnabled(true);
    ui_.resize(window_.getSize().x, window_.getSize().y);
  }

  // What a window manager adds around it is not in its size, but may be in its place: where that did not change it is kept.
  // A size that the command line gave is for that time, unless the person gave the window another.
  void keep_place() {
    const auto at = window_.getPosition();
    const auto size = window_.getSize();
    if (fullscreen_ || size == asked_size_) return;
    ui_.change_settings([&](Settings& s) {
      s.window_x = at.x;
      s.window_y = at.y;
      s.window_width = static_cast<int>(size.x);
      s.window_height = static_cast<int>(size.y);
    });
  }

  void handle(const sf::Event& event) {
    switch (event.type) {
      case sf::Event::Closed: ui_.leave(); break;
      case sf::Event::Resized:
        window_.setView(sf::View(sf::FloatRect(0, 0, static_cast<float>(event.size.width),
                                               static_cast<float>(event.size.height))));
        if (event.size.width < kLeastWidth || event.size.height < kLeastHeight) {
          window_.setSize(
              {std::max(kLeastWidth, event.size.width), std::max(kLeastHeight, event.size.height)});
        }
        ui_.resize(event.size.width, event.size.height);
        break;
      case sf::Event::MouseMoved:
        ui_.pointer_moved(
            {static_cast<double>(event.mouseMove.x), static_cast<double>(event.mouseMove.y)});
        break;
      case sf::Event::MouseLeft: ui_.pointer_moved({-1, -1}); break;
      case sf::Event::MouseButtonPressed:
        if (event.mouseButton.button == sf::Mouse::Left)
          ui_.pointer_pressed(point(event.mouseButton));
        break;
      case sf::Event::MouseButtonReleased:
        if (event.mouseButton.button == sf::Mouse::Left)
          ui_.pointer_released(point(event.mouseButton));
        break;
      case sf::Event::MouseWheelScrolled:
        ui_.wheel({static_cast<double>(event.mouseWheelScroll.x),
                   static_cast<double>(event.mouseWheelScroll.y)},
                  event.mouseWheelScroll.delta);
        break;
      case sf::Event::KeyPressed: press_key(event.key); break;
      case sf::Event::KeyReleased: held_.erase(event.key.code); break;
      case sf::Event::LostFocus: held_.clear(); break;  // what is let go elsewhere is not told
      case sf::Event::TextEntered: ui_.typed(event.text.unicode); break;
      case sf::Event::GainedFocus: ui_.resize(window_.getSize().x, window_.getSize().y); break;
      default: break;
    }
  }
  // SFML 2.5 tells a key that is held down as pressed again and again.
  void press_key(const sf::Event::KeyEvent& event) {
    KeyPress press = to_key(event);
    press.repeated = !held_.insert(event.code).second;
    if (press.key != Key::None) ui_.key(press);
  }
  static Point point(const sf::Event::MouseButtonEvent& event) {
    return {static_cast<double>(event.x), static_cast<double>(event.y)};
  }

  void draw() {
    painter_.paint(ui_.to_show(), window_);
    window_.display();
    if (const std::string title = ui_.title(); title != title_) {
      title_ = title;
      window_.setTitle(sf::String::fromUtf8(title.begin(), title.end()));
    }
  }

  WindowOptions options_;
  Painter painter_;
  Speaker speaker_;
  Ui ui_;
  sf::RenderWindow window_;
  WindowWatch watch_;
  std::string title_ = "Losange";
  std::optional<sf::Vector2u> asked_size_;  // on the command line, as the window has it
  bool fullscreen_ = false, reopen_ = false;
  std::set<sf::Keyboard::Key> held_;
};

}  // namespace

bool built_in() { return true; }

bool available() { return WindowWatch::display_answers(); }

void run(const WindowOptions& options) {
  sf::err().rdbuf(
      nullptr);  // its remarks on missing vertical sync and the like are of no use to people
  if (!available()) {
    throw base::UserError(
        "no display answers: set DISPLAY to an X server, or play in the terminal with losange "
        "play");
  }
  Application(options).run();
}

}  // namespace losange::window
