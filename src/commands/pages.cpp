#include "commands/pages.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <vector>

#include "base/text.h"
#include "build_info.h"
#include "commands/line/command.h"

namespace losange::commands {

namespace {

// The words that lead to a command, "net bench"; of the program itself, none.
using Visit = std::function<void(const std::string& words, const CLI::App& app)>;

void for_each_command(const CLI::App& app, const std::string& words, const Visit& visit) {
  visit(words, app);
  for (const CLI::App* command : app.get_subcommands({})) {
    for_each_command(*command, words + (words.empty() ? "" : " ") + command->get_name(), visit);
  }
}

// "--nodes" and "--playouts" of "--nodes,--playouts"; of what stands in a place, nothing.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

// What an option may be, where that is a list: its type then ends with "{hex,draughts}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto open = type.find('{'), close = type.rfind('}');
  if (open == type.npos || close == type.npos) return {};
  return base::split(type.substr(open + 1, close - open - 1), ',');
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string in_quotes(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

// The commands of a shell that find `at`, the words of the command being typed, among the words before the cursor.
std::string arms_of_commands(const CLI::App& program, const char* open) {
  std::string arms;
  for_each_command(program, "", [&](const std::string& words, const CLI::App&) {
    if (words.empty()) return;
    const auto last = words.rfind(' ');
    const std::string before = last == words.npos ? "" : words.substr(0, last);
    const std::string name = last == words.npos ? words : words.substr(last + 1);
    arms += fmt::format("      {}'{} {}') at='{}' ;;\n", open, before, name, words);
  });
  return arms;
}

// After an option that takes a value: `files` for text of any kind, `choose` for one of a list.
std::string arms_of_values(const CLI::App& program, const char* open, const char* files,
                           const char* choose) {
  std::string arms;
  for_each_command(program, "", [&](const std::string& words, const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_items_expected_max() == 0) continue;
      const auto choices = choices_of(*option);
      for (const auto& name : names_of(*option)) {
        arms += fmt::format("    {}'{} {}') {} ;;\n", open, words, name,
                            choices.empty()
                                ? files
                                : fmt::format(fmt::runtime(choose), base::joined(choices, " ")));
      }
    }
  });
  return arms;
}

// Text of a manual page: no sign of troff's own, no line that begins like an order.
std::string troff(const std::string& text) {
  std::string plain = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  if (plain.starts_with('.') || plain.starts_with('\'')) plain.insert(0, "\\&");
  return plain;
}

std::string troff_options(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr() && app.get_parent() != nullptr) continue;  // said once
    auto names = names_of(*option);
    if (names.empty()) names.push_back(option->get_name());
    std::string value;
    if (option->get_items_expected_max() > 0) {
      value = " " + replaced(option->get_type_name(), ":", ", ");
      if (!option->get_default_str().empty()) value += " [" + option->get_default_str() + "]";
    }
    text +=
        fmt::format(".TP\n.B {}{}\n{}\n", troff(base::joined(names, ", ")),
                    value.empty() ? "" : "\\fR" + troff(value), troff(option->get_description()));
  }
  return text;
}

// Paragraphs; lines that begin with a blank are examples and stay as they are.
std::string troff_footer(const std::string& footer) {
  std::string text = ".PP\n";
  bool example = false;
  for (const auto& line : base::split(footer, '\n')) {
    const bool is_example = line.starts_with(' ');
    if (is_example != example) text += is_example ? ".nf\n" : ".fi\n";
    example = is_example;
    text += line.empty() ? std::string(".PP\n") : troff(line) + "\n";
  }
  return text + (example ? ".fi\n" : "");
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string words;
  for_each_command(program, "", [&](const std::string& at, const CLI::App& app) {
    std::vector<std::string> all;
    for (const CLI::App* command : app.get_subcommands({})) all.push_back(command->get_name());
    for (const CLI::Option* option : app.get_options()) {
      const auto names = names_of(*option);
      for (const auto& word : names.empty() ? choices_of(*option) : names) all.push_back(word);
    }
    words += fmt::format("    '{}') words='{}' ;;\n", at, base::joined(all, " "));
  });
  return fmt::format(
      "# Completion of losange for bash; `losange completion bash` prints it.\n"
      "_losange() {{\n"
      "  local at= words= i current=${{COMP_WORDS[COMP_CWORD]}}\n"
      "  COMPREPLY=()\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    case \"$at ${{COMP_WORDS[i]}}\" in\n{}    esac\n"
      "  done\n"
      "  case \"$at ${{COMP_WORDS[COMP_CWORD - 1]}}\" in\n{}  esac\n"
      "  if [ -z \"$words\" ]; then\n"
      "  case \"$at\" in\n{}  esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "}}\n"
      "complete -o default -F _losange losange losange-torch\n",
      arms_of_commands(program, ""), arms_of_values(program, "", "return", "words='{}'"), words);
}

std::string zsh_completion(const CLI::App& program) {
  std::string lists;
  const auto entry = [](const std::string& name, const std::string& help) {
    return " " + in_quotes(replaced(name, ":", "\\:") + ":" + help);
  };
  for_each_command(program, "", [&](const std::string& at, const CLI::App& app) {
    std::string commands, options;
    for (const CLI::App* command : app.get_subcommands({})) {
      commands += entry(command->get_name(), command->get_description());
    }
    for (const CLI::Option* option : app.get_options()) {
      const auto names = names_of(*option);
      for (const auto& name : names) options += entry(name, option->get_description());
      if (!names.empty()) continue;
      for (const auto& word : choices_of(*option)) commands += entry(word, "");
    }
    lists += fmt::format("  ('{}') commands=({}) options=({}) ;;\n", at, commands, options);
  });
  return fmt::format(
      "#compdef losange losange-torch\n"
      "# Completion of losange for zsh; `losange completion zsh` prints it.\n"
      "local at= word\n"
      "local -a commands options\n"
      "for word in ${{words[2,CURRENT-1]}}; do\n"
      "  case \"$at $word\" in\n{}  esac\n"
      "done\n"
      "case \"$at ${{words[CURRENT-1]}}\" in\n{}esac\n"
      "case \"$at\" in\n{}esac\n"
      "if [[ ${{words[CURRENT]}} = -* ]]; then\n"
      "  _describe -o option options\n"
      "elif (( $#commands )); then\n"
      "  _describe command commands\n"
      "else\n"
      "  _files\n"
      "fi\n",
      arms_of_commands(program, "("),
      arms_of_values(program, "(", "_files; return", "compadd -- {}; return"), lists);
}

std::string manual_page(const CLI::App& program) {
  std::string text = fmt::format(
      ".TH LOSANGE 1 \"\" \"losange {}\" \"Games\"\n"
      ".SH NAME\nlosange \\- play and study Hex and draughts\n"
      ".SH SYNOPSIS\n.B losange\n[\\fICOMMAND\\fR [\\fIOPTIONS\\fR]]\n"
      ".SH DESCRIPTION\n{}\nWithout a command it opens the window, or where there is no display, "
      "plays in the terminal.\n.PP\n"
      ".B losange\\-torch\nis the same program with LibTorch, for training and for nets in "
      "TorchScript; losange goes on in it by itself.\n"
      ".SH OPTIONS\n{}",
      LOSANGE_VERSION, troff(program.get_description()), troff_options(program));
  text += ".SH COMMANDS\n";
  for_each_command(program, "", [&](const std::string& words, const CLI::App& app) {
    if (words.empty()) return;
    text += fmt::format(".SS losange {}\n{}.\n{}", troff(words), troff(app.get_description()),
                        troff_options(app));
    const bool own = app.get_footer() != program.get_footer();  // commands inherit it
    if (own && !app.get_footer().empty()) text += troff_footer(app.get_footer());
  });
  text +=
      ".SH FILES\n.TP\n.I ~/.config/losange\nSettings of the window.\n"
      ".TP\n.I ~/.local/share/losange\nSaved games, endings of draughts, nets and weights of your "
      "own below models.\n"
      ".SH EXIT STATUS\n0 done, 1 the work failed, 2 the command line is wrong, 130 interrupted.\n";
  return text;
}

void add_pages(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  const auto completion = Command(program).add_subcommand(
      "completion", "Print what a shell needs to complete commands");
  completion.group(kAbout);
  completion.add_option("shell", *shell, "bash or zsh")
      .one_of({"bash", "zsh"})
      .required()
      .type_name("SHELL");
  completion.footer("For this session of bash:\n  . <(losange completion bash)");
  completion.callback([shell, &program] {
    fmt::print("{}", *shell == "bash" ? bash_completion(program) : zsh_completion(program));
  });
  const auto manual = Command(program).add_subcommand("manual", "Print the manual page, for man");
  manual.group(kAbout);
  manual.footer("To read it:\n  losange manual | man -l -");
  manual.callback([&program] { fmt::print("{}", manual_page(program)); });
}

}  // namespace losange::commands
