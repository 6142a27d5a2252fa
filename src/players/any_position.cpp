#include "players/any_position.h"

#include "players/games.h"

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

template <class G>
class Erased : public AnyPosition {
 public:
  explicit Erased(typename G::Position position) : position_(position) {}

  std::unique_ptr<AnyPosition> clone() const override { return std::make_unique<Erased>(position_); }
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
