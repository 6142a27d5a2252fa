#include "commands/line/help.h"

#include <sstream>

#include "base/text.h"
#include "terminal/board/style.h"

namespace losange::commands {

namespace {

std::string wrapped(std::string_view text, std::size_t columns) {
  return terminal::wrapped(base::split_words(text), " ", 0, columns);
}

}  // namespace

std::string HelpPage::make_description(const CLI::App* app) const {
  const std::string text = wrapped(CLI::Formatter::make_description(app), terminal::kColumns);
  return text.empty() ? text : text + "\n";
}

std::string HelpPage::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option), terminal::kColumns - get_column_width());
}

std::string HelpPage::make_subcommand(const CLI::App* command) const {
  std::ostringstream out;
  CLI::detail::format_help(
      out, command->get_display_name(true),
      wrapped(command->get_description(), terminal::kColumns - get_column_width()),
      get_column_width());
  return out.str();
}

std::string HelpPage::make_footer(const CLI::App* app) const {
  std::string text, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) text += wrapped(paragraph, terminal::kColumns) + "\n";
    paragraph.clear();
  };
  for (const auto& line : base::split(app->get_footer(), '\n')) {
    if (!line.empty() && !line.starts_with(' ')) {
      paragraph += line + " ";
      continue;
    }
    end_paragraph();
    text += line + "\n";
  }
  end_paragraph();
  return text;
}

}  // namespace losange::commands
