#include "web/program/page.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "players/files/write_game.h"
#include "players/game/games.h"
#include "web/program/services.h"

namespace losange::web {

namespace {

using namespace window;

// Asking the browser for a width costs more than all else of a frame, and frames say the same again and again.
double width_of(std::string_view text, double size, Weight weight) {
  // A comment being typed must not fill the memory, nor a long one that is broken into lines.
  constexpr std::size_t kMost = 20'000, kLongest = 200;
  const auto measured = [&] {
    return losange_measure(text.data(), text.size(), size, weight == Weight::Bold ? 1 : 0);
  };
  if (text.size() > kLongest) return measured();
  static std::unordered_map<std::string, double> known;
  std::string key(text);
  key += '\0';
  key += std::to_string(size);
  key += weight == Weight::Bold ? 'b' : 'r';
  if (known.size() > kMost) known.clear();
  const auto [at, fresh] = known.try_emplace(std::move(key), 0);
  if (fresh) at->second = measured();
  return at->second;
}

// Loading again, tabs and windows, the address: most browsers never hand these over.
bool browser_keeps(const KeyPress& press) {
  return press.control && press.key == Key::Letter &&
         std::string_view("lnqrtw").find(press.letter) != std::string_view::npos;
}

// A page comes up in its tab, whatever the last one did: only a person's hand fills the screen. It is as dark as other pages
// until the person chose a theme.
Settings settings_of_a_tab(bool dark, bool still) {
  std::error_code unknown;
  const bool chosen = std::filesystem::exists(settings_file(), unknown);
  Settings settings = load_settings();
  settings.fullscreen = false;
  if (dark && !chosen) settings.theme = ThemeName::Dark;
  if (still) settings.animation = 0;
  return settings;
}

}  // namespace

Page::Page(bool dark, bool still) : ui_(settings_of_a_tab(dark, still), width_of, services()) {
  update_music(ui_.settings());
}

Services Page::services() {
  Services services;
  services.clipboard = [this](const Services::TakeText& take) {
    take_pasted_ = take;
    losange_ask_paste();
  };
  services.set_clipboard = [this](const std::string& text, const Services::Copied& copied) {
    copied_ = copied;
    losange_copy(text.c_str());
  };
  services.play = [this](Sound sound) { play(sound); };
  services.save_picture = [](const Scene& scene, int width, int height,
                             const std::filesystem::path& file) {
    const Drawing drawing = to_drawing(scene);
    losange_save_picture(drawing.numbers.data(), drawing.numbers.size(), drawing.texts.data(),
                         width, height, file.filename().c_str());
  };
  services.file_written = [](const std::filesystem::path& file) {
    losange_hand_out(file.c_str());
    // A picture is not listed among the saved games: kept here, it would take room for ever.
    if (file.extension() == ".svg") std::filesystem::remove(file);
  };
  services.has_folders = false;
  services.choose_file = [] { losange_choose_file(); };
  services.starts_programs = false;
  services.can_quit = false;
  services.keeps_key = browser_keeps;
  services.settings_changed = [this](const Settings& settings) {
    update_music(settings);
    if (std::exchange(fullscreen_, settings.fullscreen) != settings.fullscreen)
      losange_set_fullscreen(settings.fullscreen ? 1 : 0);
  };
  return services;
}

void Page::play(Sound sound) {
  const Settings& settings = ui_.settings();
  if (settings.mute || settings.effects <= 0) return;
  const int number = static_cast<int>(sound);
  if (losange_has_sound(number) == 0) {
    const auto samples = synthesise(sound);
    losange_keep_sound(number, samples.data(), samples.size(), kSampleRate);
  }
  losange_play(number, settings.effects);
}

void Page::update_music(const Settings& settings) {
  const double volume = settings.mute ? 0 : 0.6 * settings.music;
  if (volume > 0 && losange_has_sound(kSounds) == 0) {
    const auto samples = synthesise_music();
    losange_keep_sound(kSounds, samples.data(), samples.size(), kSampleRate);
  }
  losange_play_music(kSounds, volume);
}

int Page::tick() {
  const bool changed = ui_.tick(base::Clock::now());
  return (changed ? 1 : 0) | (ui_.animating() ? 2 : 0);
}

const Drawing& Page::draw() {
  drawing_ = to_drawing(ui_.to_show());
  return drawing_;
}

std::string Page::address() const {
  if (ui_.screen() != Screen::Game) return {};
  const auto& record = ui_.table().record();
  const std::string text = players::position_text(record);
  if (players::is_draughts(record.setup)) return text;
  const std::size_t hash = text.find('#');
  return hash == text.npos ? std::string() : text.substr(hash + 1);
}

void Page::pasted(const std::optional<std::string>& text) {
  const auto take = std::exchange(take_pasted_, {});
  if (take) take(text);
}

void Page::copied(bool worked) {
  const auto told = std::exchange(copied_, {});
  if (told) told(worked);
}

bool Page::uses_control(char letter, bool shift) const {
  const KeyPress press{Key::Letter, letter, true, shift};
  if (browser_keeps(press)) return false;
  return action_for(press).has_value() || letter == 'a' || letter == 'x';  // in fields
}

void Page::fullscreen_is(bool on) {
  fullscreen_ = on;  // it is done already
  if (ui_.settings().fullscreen != on)
    ui_.change_settings([on](Settings& s) { s.fullscreen = on; });
}

}  // namespace losange::web
