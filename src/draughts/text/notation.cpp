#include "draughts/text/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/containers/seen_set.h"
#include "base/error.h"
#include "base/text.h"
#include "draughts/text/draughts.h"

namespace losange::draughts {

template <class Bits>
std::string square_name(const Variant<Bits>& variant, int index) {
  if (!variant.rules->algebraic) {
    return std::to_string(variant.square_of_index[static_cast<std::size_t>(index)]);
  }
  return fmt::format("{}{}", static_cast<char>('a' + variant.column_of(index)),
                     variant.size - variant.row_of(index));
}

template <class Bits>
int parse_square(const Variant<Bits>& variant, std::string_view text) {
  text = base::trim(text);
  if (const auto number = base::parse_integer(text)) {
    if (*number >= 1 && *number <= variant.squares()) {
      return variant.index_of_square[static_cast<std::size_t>(*number)];
    }
  } else if (text.size() >= 2 && text.size() <= 3) {
    const char letter = base::lower(text.substr(0, 1))[0];
    const auto row = base::parse_integer(text.substr(1));
    if (letter >= 'a' && letter <= 'z' && row && *row >= 1 && *row <= variant.size) {
      const auto index = variant.index_at(variant.size - static_cast<int>(*row), letter - 'a');
      if (index) return *index;
    }
  }
  throw base::UserError(
      "draughts.no-square", "'{}' is not a square: write {} to {}", base::printable(text, 20),
      square_name(variant, variant.index_of_square[1]),
      square_name(variant, variant.index_of_square[static_cast<std::size_t>(variant.squares())]));
}

namespace {

// Finds a way a capture can go by trying all of them, on rows and columns instead of bits: it runs when a
// move is written or read, never in a search. What led nowhere is not tried again, since ways may be millions.
template <class Bits>
class PathFinder {
 public:
  PathFinder(const Position<Bits>& position, const Move<Bits>& move,
             const std::vector<int>& through)
      : variant_(position.variant()),
        mechanics_(*position.rules().mechanics),
        move_(move),
        through_(through),
        occupied_(position.pieces().all() & ~bit<Bits>(move.from)),
        last_row_(variant_.compiled->last_row[static_cast<std::size_t>(index(position.turn()))]) {
    king_ = has(position.pieces().kings, move.from);
    path_.push_back(move.from);
  }

  std::vector<int> find() {
    if (go(move_.from, move_.captured, 0, king_)) return path_;
    return {};
  }

 private:
  bool go(int square, Bits left, std::size_t touched, bool king) {
    if (left == 0) return square == move_.to && touched == through_.size();
    // Every jump but the last touches one square at most.
    if (through_.size() - touched >= static_cast<std::size_t>(count(left))) return false;
    if (!seen_.insert(
            {left, static_cast<std::uint8_t>(square), static_cast<std::uint8_t>(touched), king})) {
      return false;
    }
    static constexpr int kDown[8] = {-1, -1, 1, 1, -2, 0, 0, 2};
    static constexpr int kRight[8] = {-1, 1, -1, 1, 0, -2, 2, 0};
    const int directions = mechanics_.orthogonal_captures ? 8 : 4;
    for (int d = 0; d < directions; ++d) {
      if (jump(square, kDown[d], kRight[d], left, touched, king)) return true;
    }
    return false;
  }

  bool jump(int square, int down, int right, Bits left, std::size_t touched, bool king) {
    const bool flies = king && mechanics_.flying_kings;
    int row = variant_.row_of(square) + down, column = variant_.column_of(square) + right;
    auto over = variant_.index_at(row, column);
    while (flies && over && !has(occupied_, *over)) {
      over = variant_.index_at(row += down, column += right);
    }
    if (!over || !has(left, *over)) return false;
    while (true) {
      const auto to = variant_.index_at(row += down, column += right);
      if (!to || has(occupied_, *to)) return false;
      // The last square of the path is where the move ends, and is not touched on the way.
      const Bits rest = left & ~bit<Bits>(*over);
      const bool touches = rest != 0 && touched < through_.size() && through_[touched] == *to;
      const bool crowned = mechanics_.crowning == Crowning::InPassing && has(last_row_, *to);
      path_.push_back(*to);
      if (go(*to, rest, touched + (touches ? 1 : 0), king || crowned)) return true;
      path_.pop_back();
      if (!flies) return false;
    }
  }

  struct State {
    Bits left{};
    std::uint8_t square = 0, touched = 0;
    bool king = false;

    bool operator==(const State&) const = default;
    std::uint64_t hash() const {
      return mixed(std::uint64_t{square} << 16 | std::uint64_t{touched} << 8 | (king ? 1 : 0),
                   left);
    }
  };

  const Variant<Bits>& variant_;
  const Mechanics& mechanics_;
  const Move<Bits>& move_;
  const std::vector<int>& through_;
  Bits occupied_, last_row_;
  bool king_ = false;
  std::vector<int> path_;
  base::SeenSet<State> seen_;
};

// "28x19x23" taken apart; nothing when it does not look like a move.
std::optional<MoveWords> take_apart(std::string_view text) {
  MoveWords words;
  std::string word;
  for (const char c : base::trim(text)) {
    if (c == '-' || c == 'x' || c == 'X' || c == ':' || c == '*') {
      words.captures = words.captures || c != '-';
      words.squares.push_back(std::exchange(word, {}));
    } else {
      word += c;
    }
  }
  words.squares.push_back(word);
  const bool whole = std::none_of(words.squares.begin(), words.squares.end(),
                                  [](const std::string& s) { return s.empty(); });
  if (words.squares.size() < 2 || words.squares.size() > 40 || !whole) return std::nullopt;
  return words;
}

}  // namespace

template <class Bits>
MoveWords move_words(const Position<Bits>& position, std::string_view text) {
  if (!position.can_move())
    throw base::UserError("game.over", "the game is over: undo or start a new one");
  auto words = take_apart(text);
  if (!words) {
    const Move<Bits> first = board_moves(position)[0];
    throw base::UserError(
        "draughts.no-move",
        "'{}' is not a move: write where a piece stands and where it goes, for example {}",
        base::printable(text, 40), Draughts<Bits>::to_text(position, first));
  }
  return *std::move(words);
}

template <class Bits>
std::vector<int> capture_path(const Position<Bits>& position, const Move<Bits>& move,
                              const std::vector<int>& through) {
  return PathFinder<Bits>(position, move, through).find();
}

template <class Bits>
std::string hub_text(const Variant<Bits>& variant, const Move<Bits>& move) {
  const auto number = [&](int i) { return variant.square_of_index[static_cast<std::size_t>(i)]; };
  std::string text =
      fmt::format("{}{}{}", number(move.from), move.captured == 0 ? '-' : 'x', number(move.to));
  for_each_bit(move.captured, [&](int i) { text += fmt::format("x{}", number(i)); });
  return text;
}

template <class Bits>
Move<Bits> parse_hub_move(const Position<Bits>& position, std::string_view text) {
  const MoveWords words = move_words(position, text);
  const int from = parse_square(position.variant(), words.squares[0]);
  const int to = parse_square(position.variant(), words.squares[1]);
  Bits captured = 0;
  for (std::size_t i = 2; i < words.squares.size(); ++i) {
    captured |= bit<Bits>(parse_square(position.variant(), words.squares[i]));
  }
  std::vector<Move<Bits>> fitting;
  for (const auto& move : board_moves(position)) {
    if (move.from != from || move.to != to) continue;
    if (words.squares.size() == 2 || move.captured == captured) fitting.push_back(move);
  }
  if (fitting.size() == 1) return fitting.front();
  if (fitting.empty()) throw base::UserError(why_refused(position, from, to));
  throw base::UserError("draughts.several", "'{}' may mean several captures: name what is captured",
                        base::printable(text, 40));
}

template <class Bits>
base::Message why_refused(const Position<Bits>& position, int from, int to) {
  const auto& rules = position.rules();
  const auto& pieces = position.pieces();
  const auto name = [&](int i) { return square_name(position.variant(), i); };
  const auto ours = pieces.of[static_cast<std::size_t>(index(position.turn()))];
  if (!has(pieces.all(), from)) return {"draughts.empty", "there is no piece on {}", name(from)};
  if (!has(ours, from)) {
    return {"draughts.not-yours", "the piece on {} is not yours: {} is to move", name(from),
            word_of(position.turn())};
  }
  const auto moves = board_moves(position);
  if (moves.empty()) return {"game.over", "the game is over: undo or start a new one"};
  const base::Message refused =
      from == to
          ? base::Message("draughts.may-not-move", "the piece on {} may not move", name(from))
          : base::Message("draughts.impossible", "{}-{} is not possible", name(from), name(to));
  if (moves[0].captured != 0) {
    std::vector<std::string> texts;
    bool from_captures = false;
    for (const auto& move : moves) {
      from_captures = from_captures || move.from == from;
      if (texts.size() < 6) texts.push_back(Draughts<Bits>::to_text(position, move));
    }
    return {"draughts.must-capture", "{}: {}; play {}", refused,
            base::Message(from_captures ? rules.majority_article : rules.capture_article),
            base::either(texts)};
  }
  if (from != to && has(pieces.all(), to))
    return {"draughts.taken", "{} is taken: choose an empty square", name(to)};
  const bool king = has(pieces.kings, from);
  return {"draughts.refused", "{}: {}", refused,
          base::Message(king ? rules.king_article : rules.men_article)};
}

template std::string square_name(const Variant<Bits64>&, int);
template std::string square_name(const Variant<Bits128>&, int);
template int parse_square(const Variant<Bits64>&, std::string_view);
template int parse_square(const Variant<Bits128>&, std::string_view);
template std::string hub_text(const Variant<Bits64>&, const Move<Bits64>&);
template std::string hub_text(const Variant<Bits128>&, const Move<Bits128>&);
template Move<Bits64> parse_hub_move(const Position<Bits64>&, std::string_view);
template Move<Bits128> parse_hub_move(const Position<Bits128>&, std::string_view);
template std::vector<int> capture_path(const Position<Bits64>&, const Move<Bits64>&,
                                       const std::vector<int>&);
template std::vector<int> capture_path(const Position<Bits128>&, const Move<Bits128>&,
                                       const std::vector<int>&);
template MoveWords move_words(const Position<Bits64>&, std::string_view);
template MoveWords move_words(const Position<Bits128>&, std::string_view);
template base::Message why_refused(const Position<Bits64>&, int, int);
template base::Message why_refused(const Position<Bits128>&, int, int);

}  // namespace losange::draughts
