#include "terminal/board/style.h"

#include <fmt/format.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <clocale>
#include <cstdlib>

#include "base/text.h"

namespace losange::terminal {

namespace {

// Colours of the 256-colour table that keep a contrast of at least 3.5 on black and on white; where they are black or
// white themselves, on a brown of their own.
const char* codes(Ink ink) {
  switch (ink) {
    case Ink::Plain: return "";
    case Ink::Quiet: return "38;5;244";
    case Ink::First: return "38;5;196";
    case Ink::Second: return "38;5;33";
    case Ink::FirstLit: return "1;38;5;160;48;5;222";
    case Ink::SecondLit: return "1;38;5;26;48;5;222";
    case Ink::WhitePiece: return "1;38;5;231;48;5;94";
    case Ink::BlackPiece: return "1;38;5;16;48;5;94";
    case Ink::Hint: return "1;38;5;35";
    case Ink::Strong: return "1";
    case Ink::Alarm: return "1;38;5;196";
  }
  return "";
}

// Empty where it is not set.
std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// "fr_FR.UTF-8", which many a container is told and has not made.
bool asks_for_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = base::lower(environment(name));
    if (!value.empty())
      return value.find("utf-8") != value.npos || value.find("utf8") != value.npos;
  }
  return false;
}

bool locale_draws_stones() {
  if (std::setlocale(LC_CTYPE, "") == nullptr && asks_for_utf8())
    std::setlocale(LC_CTYPE, "C.UTF-8");
  if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8") return false;
  return ::wcwidth(L'\u25CF') == 1 && ::wcwidth(L'\u25C6') == 1;
}

}  // namespace

std::string Style::paint(std::string_view text, Ink ink) const {
  const std::string_view code = codes(ink);
  if (!colour || code.empty() || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

Style detect_style(int descriptor, bool ascii) {
  Style style;
  const auto terminal = environment("TERM");
  const bool able = !terminal.empty() && terminal != "dumb" && environment("NO_COLOR").empty();
  style.colour = ::isatty(descriptor) == 1 && able;
  style.unicode = locale_draws_stones() && !ascii;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0) style.columns = size.ws_col;
  return style;
}

std::string wrapped(std::span<const std::string> words, std::string_view separator,
                    std::size_t indent, std::size_t columns) {
  std::string text;
  std::size_t column = 0;
  for (const auto& word : words) {
    if (column > indent && column + separator.size() + word.size() > columns) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      text += separator;
      column += separator.size();
    }
    text += word;
    column += word.size();
  }
  return text;
}

}  // namespace losange::terminal
