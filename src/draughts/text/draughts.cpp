#include "draughts/text/draughts.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "draughts/text/notation.h"

namespace losange::draughts {

Config config_of(const game::GameSetup& setup) {
  Config config;
  if (!setup.variant.empty()) config.rules = &find_rules(setup.variant);
  config.size = checked_size(*config.rules, setup.size);
  return config;
}

game::GameSetup setup_of(const Config& config) {
  return {.game = std::string(Draughts<Bits64>::kName),
          .size = config.size,
          .swap = false,
          .variant = std::string(config.rules->name)};
}

namespace {

template <class Bits>
void apply_setup(Position<Bits>& position, const game::RecordNode& node) {
  const auto& variant = position.variant();
  Pieces<Bits> pieces = position.pieces();
  for (const auto& stone : node.setup) {
    if (stone.cell == "*" && !stone.side) {
      pieces = {};
      continue;
    }
    const bool king = !stone.cell.empty() && (stone.cell[0] == 'K' || stone.cell[0] == 'k') &&
                      stone.cell.size() > 1;
    const int square = parse_square(variant, std::string_view(stone.cell).substr(king ? 1 : 0));
    for (auto& side : pieces.of) side &= ~bit<Bits>(square);
    pieces.kings &= ~bit<Bits>(square);
    if (!stone.side) continue;
    const auto colour = static_cast<std::size_t>(index(position.colour_of(*stone.side)));
    if (!king && has(variant.compiled->last_row[colour], square)) {
      throw base::UserError("draughts.crowned",
                            "a man cannot stand on {}: it would be a king there, write K{}",
                            stone.cell, stone.cell);
    }
    pieces.of[colour] |= bit<Bits>(square);
    if (king) pieces.kings |= bit<Bits>(square);
  }
  const Side to_move = node.to_move.value_or(position.to_move());
  position = Position<Bits>(variant, pieces, position.colour_of(to_move));
}

}  // namespace

template <class Word>
std::string Draughts<Word>::to_text(const Position& position, const Move& move) {
  const auto name = [&](int i) { return square_name(position.variant(), i); };
  if (move.captured == 0) return fmt::format("{}-{}", name(move.from), name(move.to));
  int alike = 0;
  for (const auto& m : board_moves(position))
    alike += m.from == move.from && m.to == move.to ? 1 : 0;
  if (alike < 2) return fmt::format("{}x{}", name(move.from), name(move.to));
  std::vector<std::string> names;
  for (const int square : capture_path(position, move)) names.push_back(name(square));
  return base::joined(names, "x");
}

template <class Word>
typename Draughts<Word>::Move Draughts<Word>::parse(const Position& position,
                                                    std::string_view text) {
  const MoveWords words = move_words(position, text);
  std::vector<int> squares;
  for (const auto& word : words.squares) squares.push_back(parse_square(position.variant(), word));
  const int from = squares.front(), to = squares.back();
  const std::vector<int> through(squares.begin() + 1, squares.end() - 1);
  std::vector<Move> fitting;
  for (const auto& move : board_moves(position)) {
    if (move.from != from || move.to != to) continue;
    if (through.empty() || !capture_path(position, move, through).empty()) fitting.push_back(move);
  }
  // A path that touches fewer squares than another fits both; the whole path decides.
  if (fitting.size() > 1) {
    std::erase_if(fitting,
                  [&](const Move& move) { return capture_path(position, move) != squares; });
  }
  if (fitting.size() == 1) return fitting.front();
  if (!through.empty()) {
    throw base::UserError("draughts.no-way",
                          "'{}' is not a way a capture can go here: name every square where "
                          "it turns",
                          base::printable(text, 40));
  }
  for (const auto& move : board_moves(position)) {
    if (move.from == from && move.to == to) {
      throw base::UserError("draughts.several-paths",
                            "'{}' may mean several captures: write the whole path, as {}",
                            base::printable(text, 40), to_text(position, move));
    }
  }
  throw base::UserError(why_refused(position, from, to));
}

template <class Word>
void Draughts<Word>::apply(Position& position, const game::RecordNode& node) {
  if (!node.setup.empty()) {
    apply_setup(position, node);
  } else if (node.to_move && *node.to_move != position.to_move()) {
    position = Position(position.variant(), position.pieces(), position.colour_of(*node.to_move));
  }
  if (!node.move) return;
  const std::string word = base::lower(node.move->text);
  if (word == "resign" || word == "forfeit") return;
  if (node.move->side != position.to_move()) {
    throw base::UserError("draughts.turn",
                          "'{}' is out of turn: the sides move by turns in draughts",
                          base::printable(node.move->text, 20));
  }
  position.play(parse(position, word));
}

template struct Draughts<Bits64>;
template struct Draughts<Bits128>;

}  // namespace losange::draughts
