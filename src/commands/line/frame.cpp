#include "commands/line/frame.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/aside.h"
#include "base/text.h"
#include "cluster/join.h"
#include "commands/line/build.h"
#include "commands/line/help.h"

namespace losange::commands {

namespace {

// "-x", "--json"; but "-" and "-5,0" are values.
bool looks_like_option(const std::string& text) {
  if (text.size() < 2 || text.front() != '-') return false;
  const char next = text[1];
  return next == '-' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
}

// An empty text is nobody's file, player or position: most likely a variable of a script that is not set. Without
// this it would pass for an option that was not given.
// A flag with a value (--no-swap=no) would mean what nobody reads out of it.
void refuse_odd_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) {
      option->disable_flag_override();
      continue;
    }
    option->check([](const std::string& text) {
      if (text.empty()) return std::string("an empty text is not possible");
      return looks_like_option(text)
                 ? fmt::format("'{0}' reads like an option and not like a value: write ./{0} for a "
                               "file of that name",
                               base::printable(text))
                 : std::string();
    });
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_odd_values(*command);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  return names;
}

// Why there is no place for another word: the command takes one, and it is given.
std::string why_no_place(const CLI::App& app) {
  const auto places = app.get_options(
      [](const CLI::Option* option) { return option->get_positional() && option->count() > 0; });
  if (places.empty()) return "";
  const bool game = places.front()->get_type_name() == "GAME";
  return game ? ": one game at a time, and moves with spaces between them go in quotes"
              : ": what has spaces in it goes in quotes";
}

// Words that no option or place of the command takes, in the order they were written.
std::string unexpected(const CLI::App& app, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());
  const auto option = std::find_if(words.begin(), words.end(),
                                   [](const std::string& word) { return word.starts_with('-'); });
  if (option == words.end()) {
    return fmt::format("there is no place for '{}' here{}",
                       base::printable(base::joined(words, " ")), why_no_place(app));
  }
  if (*option == "--no-swap" && app.get_name() == "match") {
    return "there is no option --no-swap: matches are played without the swap rule anyway";
  }
  const std::string nearest = base::nearest_word(*option, option_names(app));
  if (nearest.empty() && (*option == "--level" || option->starts_with("--level="))) {
    return "there is no option --level: it is a setting of the player, as in zero:level=5";
  }
  return fmt::format("there is no option {}{}", *option,
                     nearest.empty() ? "" : ": did you mean " + nearest + "?");
}

// What the command cannot do without. Where an option was written that it does not have, that one was meant.
std::string not_given(const CLI::App& app, const std::string& name) {
  auto others = app.remaining();
  if (std::any_of(others.begin(), others.end(),
                  [](const std::string& word) { return word.starts_with('-'); })) {
    std::reverse(others.begin(), others.end());
    return unexpected(app, std::move(others));
  }
  const CLI::Option* wanted = app.get_option_no_throw(name);
  return name + " is not given" +
         (wanted == nullptr
              ? ""
              : ": " + base::joined(base::split_words(wanted->get_description()), " "));
}

std::string missing_command(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const auto written = app.remaining();
  const bool other = !written.empty() && !written.front().starts_with('-');
  return fmt::format(
      "{}say what it is to do: {}",
      other ? fmt::format("there is no '{}' here: ", base::printable(written.front())) : "",
      base::joined(names, ", "));
}

// CLI11 says little and in words of its own: told as the rest of the program speaks. Its messages are their only
// account of what is wrong.
std::string in_plain_words(const CLI::App& app, const CLI::Error& error) {
  const auto words = base::split_words(error.what());  // some stand in several lines
  std::string what = base::joined(words, " ");
  const std::string kind = error.get_name();
  const std::string first = words.empty() ? "" : words.front().substr(0, words.front().find(':'));
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {  // named after the command
    const auto colon = what.find(": ");
    return unexpected(app, base::split_words(what.substr(colon + 2)));
  }
  if (kind == "ExcludesError") return first + " and " + words.back() + " cannot be used together";
  if (kind == "RequiresError") return first + " goes with " + words.back() + ": give that too";
  if (what == "A subcommand is required") return missing_command(app);
  if (kind == "RequiredError") return not_given(app, first);
  if (kind != "ArgumentMismatch") return what;
  if (what.find(": At Most 1 required") != what.npos) {
    return fmt::format("{} is given {} times: once is enough", first, words.back());
  }
  if (what.ends_with("flag override")) return "--" + first + " takes no value";
  if (const auto needed = what.find(" required "); what.ends_with(" missing")) {
    const std::string values = what.substr(needed + 10, what.size() - needed - 18);
    return fmt::format("{} needs a value: {}", first, values.substr(values.find(':') + 1));
  }
  return what;
}

// Nothing when this names a command of the program, or is an option.
std::optional<std::string> wrong_command(const CLI::App& program, const std::string& word) {
  if (word.starts_with('-')) return std::nullopt;
  std::vector<std::string> names;
  for (const auto* command : program.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(word, ignored)) {
    return fmt::format(
        "{0} is no command but a file: losange window {0} opens it, losange play --load {0} in the "
        "terminal",
        base::printable(word));
  }
  names.emplace_back("help");
  const std::string nearest = base::nearest_word(word, names);
  return "there is no command '" + base::printable(word) +
         "': " + (nearest.empty() ? "" : "did you mean '" + nearest + "'? ") +
         "losange --help lists them";
}

// Each process would do and print the same, so that the first one says it. Those that answer
// another program may have been started by one that shares its work.
void note_processes(const std::string& command) {
  const std::vector<std::string> share{"match", "experiment", "solve", "train", "selfplay"};
  const std::vector<std::string> answer{"htp", "hub", "dxp"};
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), command) != names.end();
  };
  if (has(share) || has(answer) || command.starts_with('-')) return;
  const int count = cluster::processes_of_first();
  if (count < 2) return;
  base::say_aside(
      "losange: {} processes were started together, and each runs all of losange {}: only {} share "
      "their work (docs/scale.md)\n",
      count, command, base::joined(share, ", "));
}

}  // namespace

void frame_program(CLI::App& program, void (*add_commands)(CLI::App&)) {
  program.description("Losange plays Hex and draughts, and is a workshop for game AIs.");
  program.formatter(std::make_shared<HelpPage>());
  program.require_subcommand(0, 1);
  program.set_version_flag("--version", build_text(), "Print the version and exit");
  program.footer("Each command explains itself: losange help COMMAND, or losange COMMAND --help");
  add_commands(program);
  refuse_odd_values(program);
}

std::string usage_error(const CLI::App& program, const CLI::Error& error) {
  std::string command = "losange";
  const CLI::App* app = &program;
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    command += " " + app->get_name();
  }
  return in_plain_words(*app, error) + " (" + command + " --help explains it)";
}

int read_and_run(int argc, char** argv, void (*fill)(CLI::App&), const std::string& otherwise,
                 std::function<void()> when_read) {
  CLI::App program;
  fill(program);
  program.parse_complete_callback(std::move(when_read));
  std::vector<std::string> words(argv + 1, argv + argc);
  // "help", alone or before a command, asks for what --help behind it prints.
  if (!words.empty() && words.front() == "help") {
    while (!words.empty() && words.front() == "help") words.erase(words.begin());
    if (words.empty() || words.back() != "--help") words.emplace_back("--help");
  }
  try {
    if (words.empty()) {
      program.parse(otherwise);
      return 0;
    }
    // What a desktop hands over when a file is opened with the program, and what people type.
    std::error_code unknown;
    if (wrong_command(program, words.front()) &&
        std::filesystem::is_regular_file(words.front(), unknown)) {
      if (otherwise == "play") words.insert(words.begin(), "--load");
      words.insert(words.begin(), otherwise);
    }
    if (const auto wrong = wrong_command(program, words.front())) {
      return cluster::end_with_error(*wrong, 2);
    }
    note_processes(words.front());
    program.name(argv[0]);
    std::reverse(words.begin(), words.end());  // as the parser wants them
    program.parse(std::move(words));
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // help or version, asked for
    return cluster::end_with_error(usage_error(program, error), 2);
  }
}

}  // namespace losange::commands
