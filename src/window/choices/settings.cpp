#include "window/choices/settings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/threads/parallel.h"
#include "players/game/clock.h"
#include "players/kinds/settings.h"
#include "players/spec.h"
#include "players/wrapped/levels.h"
#include "window/words/sentences.h"

namespace losange::window {

namespace {

using Json = nlohmann::ordered_json;

// Visits every setting by its name; read and written by the same list, so neither can forget one.
template <class Visitor>
void visit(Settings& s, Visitor&& v) {
  v.choice("theme", s.theme, kThemeKeys);
  v.choice("palette", s.palette, kPaletteKeys);
  v.choice("shading", s.shading, kShadingKeys);
  v.integer("orientation", s.orientation.twelfths, 0, 11);
  v.flag("mirrored", s.orientation.mirrored);
  v.flag("fill_cells", s.fill_cells);
  v.flag("names_in_cells", s.names_in_cells);
  v.flag("move_numbers", s.move_numbers);
  v.real("music", s.music, 0, 1);
  v.real("effects", s.effects, 0, 1);
  v.flag("mute", s.mute);
  v.real("animation", s.animation, 0, 4);
  v.choice("language", s.language, kLanguageKeys);
  v.real("thinking_s", s.thinking_s, 0.1, 600);
  v.integer("threads", s.threads, 1, 256);
  v.flag("fullscreen", s.fullscreen);
  v.integer("window_x", s.window_x, -30'000, 30'000);
  v.integer("window_y", s.window_y, -30'000, 30'000);
  v.integer("window_width", s.window_width, 0, 30'000);
  v.integer("window_height", s.window_height, 0, 30'000);
  v.real("text_size", s.text_size, 0.5, 3);
  v.flag("show_graph", s.show_graph);
  v.flag("show_hints", s.show_hints);
  v.flag("move_list", s.move_list);
  v.real("pace_s", s.pace_s, 0, 10);
  v.integer("size", s.size, 3, 19);
  v.flag("swap", s.swap);
  v.checked("clock", s.clock, [](const std::string& text) { players::TimeControl::parse(text); });
  const auto player = [](const std::string& text) {
    if (!text.empty()) players::PlayerSpec::parse(text);
  };
  v.checked("first", s.first, player);
  v.checked("second", s.second, player);
  v.integer("level", s.level, 1, players::kTopLevel);
  v.checked("adviser", s.adviser, player);
  v.list("engines", s.engines, player);
}

class Reader {
 public:
  Reader(const Json& json, std::vector<base::Message>* complaints)
      : json_(json), complaints_(complaints) {}

  void flag(const char* name, bool& value) {
    take(name, {"settings.flag", "true or false"},
         [&](const Json& j) { return j.is_boolean() && (value = j, true); });
  }
  void integer(const char* name, int& value, int least, int most) {
    take(name, {"settings.integer", "a whole number from {} to {}", least, most},
         [&](const Json& j) {
           if (!j.is_number_integer()) return false;
           const auto number = j.get<std::int64_t>();
           if (number < least || number > most) return false;
           value = static_cast<int>(number);
           return true;
         });
  }
  void real(const char* name, double& value, double least, double most) {
    take(name,
         {"settings.real", "a number from {} to {}", fmt::format("{}", least),
          fmt::format("{}", most)},
         [&](const Json& j) {
           if (!j.is_number()) return false;
           const double number = j;
           if (!(number >= least && number <= most)) return false;
           value = number;
           return true;
         });
  }
  template <class Enum, std::size_t N>
  void choice(const char* name, Enum& value, const std::array<std::string_view, N>& keys) {
    take(name, {"settings.choice", "one of {}", std::vector<std::string>(keys.begin(), keys.end())},
         [&](const Json& j) {
           if (!j.is_string()) return false;
           const auto found = std::find(keys.begin(), keys.end(), j.get<std::string>());
           if (found == keys.end()) return false;
           value = static_cast<Enum>(found - keys.begin());
           return true;
         });
  }
  template <class Check>
  void checked(const char* name, std::string& value, Check&& check) {
    take(name, {"settings.checked", "what losange --help describes"}, [&](const Json& j) {
      if (!j.is_string()) return false;
      try {
        check(j.get<std::string>());
      } catch (const base::UserError&) {
        return false;
      }
      value = j;
      return true;
    });
  }
  template <class Check>
  void list(const char* name, std::vector<std::string>& values, Check&& check) {
    take(name, {"settings.checked", "what losange --help describes"}, [&](const Json& j) {
      if (!j.is_array()) return false;
      std::vector<std::string> read;
      try {
        for (const Json& entry : j) {
          if (!entry.is_string()) return false;
          check(read.emplace_back(entry));
        }
      } catch (const base::UserError&) {
        return false;
      }
      values = std::move(read);
      return true;
    });
  }

 private:
  template <class Take>
  void take(const char* name, const base::Message& wanted, Take&& take_it) {
    const auto found = json_.find(name);
    if (found == json_.end() || take_it(*found)) return;
    if (complaints_)
      complaints_->push_back({"settings.should-be", "{} should be {}", name, wanted});
  }

  const Json& json_;
  std::vector<base::Message>* complaints_;
};

struct Writer {
  Json json = Json::object();

  void flag(const char* name, bool value) { json[name] = value; }
  void integer(const char* name, int value, int, int) { json[name] = value; }
  void real(const char* name, double value, double, double) { json[name] = value; }
  template <class Enum, std::size_t N>
  void choice(const char* name, Enum value, const std::array<std::string_view, N>& keys) {
    json[name] = keys[static_cast<std::size_t>(value)];
  }
  template <class Check>
  void checked(const char* name, const std::string& value, Check&&) {
    json[name] = value;
  }
  template <class Check>
  void list(const char* name, const std::vector<std::string>& values, Check&&) {
    json[name] = values;
  }
};

Json to_json(const Settings& settings) {
  Writer writer;
  Settings copy = settings;
  visit(copy, writer);
  return writer.json;
}

// Beside the settings, for what stands there and is none: a person wrote it, and perhaps with a wrong comma.
std::filesystem::path unused_aside() {
  std::error_code unknown;
  std::filesystem::path aside = settings_file();
  aside += ".bad";
  for (int number = 2; std::filesystem::exists(aside, unknown); ++number) {
    aside = settings_file();
    aside += fmt::format("-{}.bad", number);
  }
  return aside;
}

// The settings that stand in the file now; nothing where there is none, or what stands there was put aside.
std::optional<std::string> text_of_file() {
  std::error_code unknown;
  if (!std::filesystem::exists(settings_file(), unknown)) return std::nullopt;
  std::string text = base::read_file(settings_file());
  if (Json::parse(text, nullptr, false).is_object()) return text;
  base::write_file(unused_aside(), text);
  return std::nullopt;
}

}  // namespace

Settings read_settings(std::string_view text, std::vector<base::Message>* complaints,
                       Settings settings) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    if (complaints)
      complaints->push_back({"settings.object", "the settings should be one JSON object"});
    return settings;
  }
  visit(settings, Reader(json, complaints));
  return settings;
}

std::string write_settings(const Settings& settings) { return to_json(settings).dump(2) + "\n"; }

std::filesystem::path settings_file() { return base::user_config_folder() / "window.json"; }

Settings load_settings() {
  Settings settings;
  settings.threads = std::max(1, base::hardware_threads() / 2);
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    if (std::string_view(value).starts_with("fr")) settings.language = Language::French;
    break;
  }
  std::error_code ignored;
  if (!std::filesystem::exists(settings_file(), ignored)) return settings;
  std::vector<base::Message> complaints;
  try {
    settings = read_settings(base::read_file(settings_file()), &complaints, settings);
  } catch (const base::UserError& error) {
    complaints.push_back(error.message());
  }
  for (const auto& complaint : complaints) {
    const base::Message told("settings.default", "{}: {}; the default is used",
                             settings_file().string(), complaint);
    base::say_aside("losange: {}\n", sentence(settings.language, told));
  }
  return settings;
}

void save_settings(const Settings& settings, const Settings& before) {
  base::make_folder(settings_file().parent_path());
  Json next = to_json(settings);
  if (const auto text = text_of_file()) {
    const Json was = to_json(before);
    Json theirs = to_json(read_settings(*text, nullptr, settings));
    for (const auto& [name, value] : next.items()) {
      if (value != was[name]) theirs[name] = value;
    }
    next = std::move(theirs);
  }
  base::write_file(settings_file(), next.dump(2) + "\n");
}

}  // namespace losange::window
