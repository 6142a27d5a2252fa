#include "players/game/any_position.h"

#include "draughts/text/notation.h"
#include "players/game/games.h"

namespace losange::players {

namespace {

template <int W>
BoardView view_of(const hex::Position<W>& position) {
  BoardView view{position.size(), position.size(), std::string(position.geometry().cells, '.'), {}};
  position.stones(game::Side::First).for_each([&](int cell) { view.pieces[cell] = 'x'; });
  position.stones(game::Side::Second).for_each([&](int cell) { view.pieces[cell] = 'o'; });
  view.winning_chain = position.winning_chain();
  return view;
}

template <int W>
int cell_index(const hex::Position<W>& position, std::string_view text) {
  return hex::parse_cell(position.size(), text).value_or(-1);
}

template <class Bits>
BoardView view_of(const draughts::Position<Bits>& position) {
  const auto& variant = position.variant();
  const auto& pieces = position.pieces();
  BoardView view{variant.size, variant.size, std::string(variant.size * variant.size, ' '), {}};
  for (int square = 1; square <= variant.squares(); ++square) {
    const int i = variant.index_of_square[static_cast<std::size_t>(square)];
    char piece = '.';
    for (const auto side : {game::Side::First, game::Side::Second}) {
      const auto colour = static_cast<std::size_t>(index(position.colour_of(side)));
      if (!draughts::has(pieces.of[colour], i)) continue;
      const bool king = draughts::has(pieces.kings, i);
      piece = side == game::Side::First ? (king ? 'X' : 'x') : (king ? 'O' : 'o');
    }
    view.pieces[static_cast<std::size_t>(variant.row_of(i) * variant.size + variant.column_of(i))] =
        piece;
  }
  return view;
}

// Where the move ends.
template <class Bits>
int cell_index(const draughts::Position<Bits>& position, std::string_view text) {
  const auto mark = text.find_last_of("-x");
  if (mark == text.npos) return -1;
  try {
    const int i = draughts::parse_square(position.variant(), text.substr(mark + 1));
    return position.variant().row_of(i) * position.variant().size + position.variant().column_of(i);
  } catch (const base::UserError&) {
    return -1;
  }
}

template <int W>
std::vector<int> path_cells(const hex::Position<W>& position, std::string_view text) {
  const int cell = cell_index(position, text);
  return cell < 0 ? std::vector<int>{} : std::vector<int>{cell};
}

template <class Bits>
std::vector<int> path_cells(const draughts::Position<Bits>& position, std::string_view text) {
  const auto& variant = position.variant();
  std::vector<int> path;
  try {
    const auto move = draughts::Draughts<Bits>::parse(position, text);
    std::vector<int> through;
    for (const auto& word : draughts::move_words(position, text).squares)
      through.push_back(draughts::parse_square(variant, word));
    through = {through.begin() + 1, through.end() - 1};
    path = move.captured == 0 ? std::vector<int>{move.from, move.to}
                              : draughts::capture_path(position, move, through);
  } catch (const base::UserError&) {
    return {};
  }
  for (int& i : path) i = variant.row_of(i) * variant.size + variant.column_of(i);
  return path;
}

template <class G>
class Erased : public AnyPosition {
 public:
  explicit Erased(typename G::Position position) : position_(position) {}

  std::unique_ptr<AnyPosition> clone() const override {
    return std::make_unique<Erased>(position_);
  }
  game::Side to_move() const override { return position_.to_move(); }
  game::Outcome outcome() const override { return position_.outcome(); }
  std::uint64_t hash() const override { return position_.hash(); }

  std::vector<std::string> legal_moves() const override {
    typename G::Position::Moves moves;
    position_.legal_moves(moves);
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(G::to_text(position_, move));
    return texts;
  }
  std::string check(std::string_view text) const override {
    return G::to_text(position_, G::parse(position_, text));
  }
  void apply(const game::RecordNode& node) override { G::apply(position_, node); }
  BoardView view() const override { return view_of(position_); }
  int cell_of(std::string_view text) const override { return cell_index(position_, text); }
  std::vector<int> path_of(std::string_view text) const override {
    return path_cells(position_, text);
  }

 private:
  typename G::Position position_;
};

}  // namespace

std::unique_ptr<AnyPosition> make_position(const game::GameSetup& setup) {
  return with_game(setup, [](auto tag, const auto& config) -> std::unique_ptr<AnyPosition> {
    using G = typename decltype(tag)::Game;
    return std::make_unique<Erased<G>>(G::initial(config));
  });
}

std::unique_ptr<AnyPosition> replay(const game::GameRecord& record) {
  return with_game(record.setup, [&](auto tag, const auto& config) -> std::unique_ptr<AnyPosition> {
    using G = typename decltype(tag)::Game;
    return std::make_unique<Erased<G>>(replay<G>(record, config));
  });
}

}  // namespace losange::players
