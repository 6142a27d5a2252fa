#include "terminal/board/draughts_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "players/game/games.h"

namespace losange::terminal {

namespace {

using draughts::Colour;

// By colour, then men and kings. One column each.
constexpr const char* kUnicodePieces[2][2] = {{"○", "◎"}, {"●", "◉"}};
constexpr const char* kAsciiPieces[2][2] = {{"w", "W"}, {"b", "B"}};

const char* shape(Colour colour, bool king, const Style& style) {
  const auto& shapes = style.unicode ? kUnicodePieces : kAsciiPieces;
  return shapes[draughts::index(colour)][king ? 1 : 0];
}

Colour colour_of(game::Side side, const draughts::Config& config) {
  return side == game::Side::First ? config.rules->first : other(config.rules->first);
}

Ink ink_of(Colour colour) { return colour == Colour::White ? Ink::WhitePiece : Ink::BlackPiece; }

// Three columns for every square.
template <class Bits>
TextLine board_row(const draughts::Variant<Bits>& variant, const draughts::Config& config, int row,
                   const players::BoardView& view, const Marks& marks, const Style& style) {
  TextLine line;
  const auto put = [&](const std::string& text, int width, Ink ink) {
    line.text += style.paint(text, ink);
    line.width += width;
  };
  const auto name = [&](int place) {
    return square_name(
        variant,
        variant.index_of_square[static_cast<std::size_t>(row * (variant.size / 2) + place + 1)]);
  };
  put(fmt::format("{:>3} |", name(0)), 5, Ink::Quiet);
  for (int column = 0; column < view.columns; ++column) {
    const int cell = row * view.columns + column;
    const char piece = view.pieces[static_cast<std::size_t>(cell)];
    const auto index = variant.index_at(row, column);
    if (!index) {
      put("   ", 3, Ink::Plain);
      continue;
    }
    if (piece == '.') {
      const auto hint = marks.hints.find(cell);
      if (hint != marks.hints.end()) {
        put(fmt::format("#{} ", hint->second), 3, Ink::Hint);
      } else {
        put(fmt::format("{:>2} ", square_name(variant, *index)), 3, Ink::Quiet);
      }
      continue;
    }
    const auto side = piece == 'x' || piece == 'X' ? game::Side::First : game::Side::Second;
    const bool king = piece == 'X' || piece == 'O';
    const bool last = cell == marks.last_move;
    const Colour colour = colour_of(side, config);
    put(fmt::format("{}{}{}", last ? "(" : " ", shape(colour, king, style), last ? ")" : " "), 3,
        ink_of(colour));
  }
  put(fmt::format("| {}", name(variant.size / 2 - 1)), 4, Ink::Quiet);
  return line;
}

}  // namespace

std::vector<TextLine> draughts_text(const game::GameSetup& setup, const players::BoardView& view,
                                    const Marks& marks, const Style& style) {
  const auto config = draughts::config_of(setup);
  return draughts::with_variant(config, [&](const auto& variant) {
    const std::string bar =
        "    +" + std::string(static_cast<std::size_t>(3 * view.columns), '-') + "+";
    const TextLine edge{style.paint(bar, Ink::Quiet), static_cast<int>(bar.size())};
    std::vector<TextLine> lines{edge};
    for (int row = 0; row < view.rows; ++row) {
      lines.push_back(board_row(variant, config, row, view, marks, style));
    }
    lines.push_back(edge);
    return lines;
  });
}

std::string man_shape(game::Side side, const game::GameSetup& setup, const Style& style) {
  return shape(colour_of(side, draughts::config_of(setup)), false, style);
}

Ink man_ink(game::Side side, const game::GameSetup& setup) {
  return ink_of(colour_of(side, draughts::config_of(setup)));
}

std::string draughts_ending(const game::GameRecord& record) {
  return players::with_draughts(record.setup, [&](auto tag, const auto& config) -> std::string {
    using G = typename decltype(tag)::Game;
    const auto position = players::replay<G>(record, config);
    const auto& rules = position.rules();
    switch (position.draw()) {
      case draughts::Draw::None: break;
      case draughts::Draw::Repetition:
        return fmt::format("the same position {} times ({})", rules.repetitions,
                           rules.draw_article);
      case draughts::Draw::QuietMoves:
        return fmt::format("{} moves of kings without a capture ({})", rules.quiet_moves,
                           rules.draw_article);
      case draughts::Draw::Ending: {
        const auto& ending = rules.endings[static_cast<std::size_t>(position.ending())];
        return fmt::format("{}, {} moves played ({})", ending.article, ending.moves,
                           rules.draw_article);
      }
    }
    const bool wiped_out =
        position.pieces().of[static_cast<std::size_t>(index(position.turn()))] == 0;
    return wiped_out ? "every piece is captured" : "the other side cannot move";
  });
}

}  // namespace losange::terminal
