#include "draughts/text/fen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "draughts/text/notation.h"

namespace losange::draughts {

namespace {

constexpr base::Sentence kExample{"fen.example", "for example W:W31-50:B1-20, kings as K31"};

Colour parse_colour(std::string_view text) {
  const std::string word = base::lower(base::trim(text));
  if (word == "w") return Colour::White;
  if (word == "b") return Colour::Black;
  throw base::UserError("fen.turn", "'{}' is not a side to move: a FEN begins with W or B, {}",
                        base::printable(text, 20), kExample);
}

template <class Bits>
void put(const Variant<Bits>& variant, Pieces<Bits>& pieces, int square, Colour colour, bool king) {
  const std::string name = square_name(variant, square);
  if (has(pieces.all(), square)) {
    throw base::UserError("fen.two", "the position has two pieces on {}", name);
  }
  const auto side = static_cast<std::size_t>(index(colour));
  if (!king && has(variant.compiled->last_row[side], square)) {
    throw base::UserError("fen.crowned", "a {} man cannot stand on {}: it would be a king there",
                          word_of(colour), name);
  }
  pieces.of[side] |= bit<Bits>(square);
  if (king) pieces.kings |= bit<Bits>(square);
}

template <class Bits>
void put_list(const Variant<Bits>& variant, Pieces<Bits>& pieces, Colour colour,
              std::string_view list) {
  if (base::trim(list).empty()) return;
  for (const auto& part : base::split(list, ',')) {
    std::string_view word = base::trim(part);
    const bool king = !word.empty() && (word[0] == 'K' || word[0] == 'k');
    if (king) word.remove_prefix(1);
    const auto dash = word.find('-');
    if (dash == word.npos) {
      put(variant, pieces, parse_square(variant, word), colour, king);
      continue;
    }
    const auto number = [&](std::string_view text) {
      return variant.square_of_index[static_cast<std::size_t>(parse_square(variant, text))];
    };
    const int first = number(word.substr(0, dash)), last = number(word.substr(dash + 1));
    if (first > last) {
      throw base::UserError("fen.backwards", "'{}' runs backwards: write {}-{}",
                            base::printable(word), word.substr(dash + 1), word.substr(0, dash));
    }
    for (int square = first; square <= last; ++square) {
      put(variant, pieces, variant.index_of_square[static_cast<std::size_t>(square)], colour, king);
    }
  }
}

}  // namespace

template <class Bits>
Position<Bits> parse_fen(const Variant<Bits>& variant, std::string_view text) {
  text = base::trim(text);
  if (text.ends_with('.')) text.remove_suffix(1);
  const auto parts = base::split(text, ':');
  const Colour turn = parse_colour(parts[0]);
  Pieces<Bits> pieces;
  std::array<bool, 2> named{};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = base::trim(parts[i]);
    if (part.empty()) continue;
    // Some programs add move counters ("H0", "F1") that FEN does not define.
    if (part[0] == 'H' || part[0] == 'F') continue;
    const Colour colour = parse_colour(part.substr(0, 1));
    if (std::exchange(named[static_cast<std::size_t>(index(colour))], true)) {
      throw base::UserError("fen.twice", "the FEN names {} twice: write {}", word_of(colour),
                            kExample);
    }
    put_list(variant, pieces, colour, part.substr(1));
  }
  if (pieces.all() == 0)
    throw base::UserError("fen.empty", "the position has no pieces: write {}", kExample);
  for (const Colour colour : {Colour::White, Colour::Black}) {
    if (named[static_cast<std::size_t>(index(colour))]) continue;
    throw base::UserError(
        "fen.missing",
        "the FEN does not say where {} stands: write {}; a side without pieces is :{}",
        word_of(colour), kExample, colour == Colour::White ? "W" : "B");
  }
  return Position<Bits>(variant, pieces, turn);
}

template <class Bits>
std::string to_fen(const Position<Bits>& position) {
  const auto& variant = position.variant();
  std::string text(position.turn() == Colour::White ? "W" : "B");
  for (const Colour colour : {Colour::White, Colour::Black}) {
    text += colour == Colour::White ? ":W" : ":B";
    const char* separator = "";
    for (int square = 1; square <= variant.squares(); ++square) {
      const int i = variant.index_of_square[static_cast<std::size_t>(square)];
      if (!has(position.pieces().of[static_cast<std::size_t>(index(colour))], i)) continue;
      text += fmt::format("{}{}{}", separator, has(position.pieces().kings, i) ? "K" : "",
                          square_name(variant, i));
      separator = ",";
    }
  }
  return text;
}

template <class Bits>
Position<Bits> parse_hub_position(const Variant<Bits>& variant, std::string_view text) {
  if (static_cast<int>(text.size()) != variant.squares() + 1 ||
      (text[0] != 'W' && text[0] != 'B')) {
    throw base::UserError("fen.hub", "'{}' is not a position: give W or B and {} letters of wWbBe",
                          base::printable(text, 60), variant.squares());
  }
  Pieces<Bits> pieces;
  for (int square = 1; square <= variant.squares(); ++square) {
    const char c = text[static_cast<std::size_t>(square)];
    const int i = variant.index_of_square[static_cast<std::size_t>(square)];
    switch (c) {
      case 'w': put(variant, pieces, i, Colour::White, false); break;
      case 'W': put(variant, pieces, i, Colour::White, true); break;
      case 'b': put(variant, pieces, i, Colour::Black, false); break;
      case 'B': put(variant, pieces, i, Colour::Black, true); break;
      case 'e': break;
      default:
        throw base::UserError("fen.piece", "'{}' is no piece: write w, W, b, B or e",
                              base::printable(std::string_view(&c, 1)));
    }
  }
  return Position<Bits>(variant, pieces, text[0] == 'W' ? Colour::White : Colour::Black);
}

template <class Bits>
std::string to_hub_position(const Position<Bits>& position) {
  const auto& variant = position.variant();
  const auto& pieces = position.pieces();
  std::string text(position.turn() == Colour::White ? "W" : "B");
  for (int square = 1; square <= variant.squares(); ++square) {
    const int i = variant.index_of_square[static_cast<std::size_t>(square)];
    const bool king = has(pieces.kings, i);
    text += has(pieces.of[0], i)   ? (king ? 'W' : 'w')
            : has(pieces.of[1], i) ? (king ? 'B' : 'b')
                                   : 'e';
  }
  return text;
}

void set_start(game::GameRecord& record, const Config& config, std::string_view fen) {
  record.setup = setup_of(config);
  with_variant(config, [&](const auto& variant) {
    const auto position = parse_fen(variant, fen);
    auto& root = record.node(game::kRoot);
    root.setup = {{"*", std::nullopt}};
    root.to_move = position.to_move();
    for (int square = 1; square <= variant.squares(); ++square) {
      const int i = variant.index_of_square[static_cast<std::size_t>(square)];
      for (const Colour colour : {Colour::White, Colour::Black}) {
        if (!has(position.pieces().of[static_cast<std::size_t>(index(colour))], i)) continue;
        const bool king = has(position.pieces().kings, i);
        root.setup.push_back(
            {(king ? "K" : "") + square_name(variant, i), position.side_of(colour)});
      }
    }
  });
}

std::string start_of(const game::GameRecord& record, const Config& config) {
  const auto& root = record.node(game::kRoot);
  if (root.setup.empty() && !root.to_move) return "";
  return with_variant(config, [&](const auto& variant) {
    using Bits = std::decay_t<decltype(variant.start.kings)>;
    Position<Bits> position(variant);
    game::RecordNode setup_only;
    setup_only.setup = root.setup;
    setup_only.to_move = root.to_move;
    Draughts<Bits>::apply(position, setup_only);
    return to_fen(position);
  });
}

template Position<Bits64> parse_fen(const Variant<Bits64>&, std::string_view);
template Position<Bits128> parse_fen(const Variant<Bits128>&, std::string_view);
template std::string to_fen(const Position<Bits64>&);
template std::string to_fen(const Position<Bits128>&);
template Position<Bits64> parse_hub_position(const Variant<Bits64>&, std::string_view);
template Position<Bits128> parse_hub_position(const Variant<Bits128>&, std::string_view);
template std::string to_hub_position(const Position<Bits64>&);
template std::string to_hub_position(const Position<Bits128>&);

}  // namespace losange::draughts
