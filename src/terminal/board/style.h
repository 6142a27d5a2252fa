// How text is dressed for the place it goes to: colour or none, Unicode or plain ASCII. Detected once
// from the environment and handed to everything that draws, so that tests can choose.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace losange::terminal {

// What a piece of text is, not how it looks; the look is decided in one place.
enum class Ink {
  Plain,
  Quiet,
  First,
  Second,
  FirstLit,
  SecondLit,
  WhitePiece,
  BlackPiece,
  Hint,
  Strong,
  Alarm
};

struct Style {
  bool colour = false;
  bool unicode = false;
  int columns = 0;  // of the terminal; 0: it is none, or does not tell

  // The text with the escape codes of its ink, or as it is without colour.
  std::string paint(std::string_view text, Ink ink) const;
};

// Colour only on a terminal that can, and never with NO_COLOR or TERM=dumb; Unicode where the locale
// is UTF-8, be it one that this machine lacks, and draws the stones one column wide. Sets the locale of characters,
// nothing else of it.
Style detect_style(int descriptor, bool ascii);

// What fits a terminal of eighty columns whatever it does at the end of a line.
inline constexpr std::size_t kColumns = 79;

// Words after each other in lines of at most that many columns, each after the first indented.
std::string wrapped(std::span<const std::string> words, std::string_view separator = " ",
                    std::size_t indent = 0, std::size_t columns = kColumns);

}  // namespace losange::terminal
