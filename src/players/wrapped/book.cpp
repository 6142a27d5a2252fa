#include "players/wrapped/book.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/containers/stable_sort.h"
#include "base/random.h"
#include "book/file.h"
#include "hex/evaluation/distance.h"
#include "players/kinds/engine_player.h"
#include "players/kinds/player_wrapper.h"

namespace losange::players {

namespace {

using Report = search::Report<hex::Move>;

constexpr std::size_t kLinesShown = 10;

// The moves of a record as a book knows them: cells in order, mirrored back where the first stone was
// swapped. Nothing when the record is more than a game from the empty board.
struct BookLine {
  std::vector<int> cells;
  bool swapped = false;
};

template <class G>
std::optional<BookLine> book_line(const game::GameRecord& record,
                                  const typename G::Config& config) {
  BookLine line;
  bool known = true;
  replay<G>(record, config, [&](const auto& position, const game::RecordNode& node) {
    known = known && node.setup.empty() && !node.to_move;
    if (!known || !node.move) return;
    known = node.move->side == position.to_move();
    if (node.move->text == "swap-pieces" || node.move->text == "swap") {
      known = known && position.swap_available();
      line.swapped = true;
      return;
    }
    const auto cell = hex::parse_cell(position.size(), node.move->text);
    known = known && cell.has_value();
    if (known) line.cells.push_back(line.swapped ? position.geometry().transposed(*cell) : *cell);
  });
  if (!known) return std::nullopt;
  return line;
}

// A place in a book, and how its cells stand on the board of the game.
template <int W>
class Place {
 public:
  Place(const book::Tree& tree, const hex::Geometry<W>& geometry, const BookLine& line,
        bool rotated)
      : tree_(&tree), geometry_(&geometry), swapped_(line.swapped), rotated_(rotated) {
    std::vector<int> cells = line.cells;
    if (rotated) {
      for (int& cell : cells) cell = geometry.rotated(cell);
    }
    node_ = tree.find(cells);
  }

  std::uint32_t visits() const { return node_ == book::kNone ? 0 : tree_->node(node_).visits; }
  // For the side that made the last move.
  double value() const { return tree_->node(node_).value(); }

  // The trusted moves with their values for the side to move, most visited first.
  Report report(const hex::Position<W>& position, std::uint32_t trusted_visits) const {
    Report report;
    report.nodes = visits();
    if (node_ == book::kNone) return report;
    for (const auto child : tree_->ranked_children(node_)) {
      const auto& node = tree_->node(child);
      if (node.visits < trusted_visits || !position.is_empty(cell_of(child))) continue;
      report.lines.push_back({hex::Move::at(cell_of(child)), node.value(), node.visits, false,
                              variation(position, child)});
    }
    return report;
  }

 private:
  int cell_of(book::NodeIndex node) const {
    int cell = tree_->node(node).cell;
    if (rotated_) cell = geometry_->rotated(cell);
    return swapped_ ? geometry_->transposed(cell) : cell;
  }

  std::vector<hex::Move> variation(hex::Position<W> position, book::NodeIndex node) const {
    std::vector<hex::Move> moves;
    while (position.outcome() == game::Outcome::Ongoing) {
      moves.push_back(hex::Move::at(cell_of(node)));
      position.play(moves.back());
      const auto children = tree_->ranked_children(node);
      if (children.empty()) break;
      node = children.front();
    }
    return moves;
  }

  const book::Tree* tree_;
  const hex::Geometry<W>* geometry_;
  bool swapped_, rotated_;
  book::NodeIndex node_ = book::kNone;
};

// With the swap rule the best opening is the most even one, and a first stone that stands well is taken.
template <int W>
void heed_swap(Report& report, const hex::Position<W>& position, const Place<W>& place,
               std::uint32_t trusted_visits) {
  if (position.swap_available() && place.visits() >= trusted_visits && place.value() > 0) {
    report.lines.insert(
        report.lines.begin(),
        {hex::Move::swap(), place.value(), place.visits(), false, {hex::Move::swap()}});
  }
  if (position.stone_count() > 0 || report.lines.empty()) return;
  auto after = position;
  after.play(report.lines.front().move);
  if (!after.swap_available()) return;
  for (auto& line : report.lines) line.value = -std::abs(line.value);
  base::stable_sort(report.lines.begin(), report.lines.end(),
                    [](const auto& a, const auto& b) { return a.value > b.value; });
}

class OpenBook {
 public:
  OpenBook(const std::string& file, long trusted_visits)
      : file_(file),
        book_(book::shared_book(file)),
        trusted_visits_(static_cast<std::uint32_t>(trusted_visits)) {}

  // Throws base::UserError unless it is a book for this board.
  void check_board(const game::GameSetup& setup) const {
    if (!is_hex(setup)) {
      throw base::UserError("book.for-hex",
                            "the book {} is for Hex, the game is {}: leave the book out", file_,
                            setup.game);
    }
    check_size(setup.size);
  }

  // What the book knows where the record stands; nothing when it has no move it trusts.
  std::optional<Answer> look_up(const game::GameRecord& record) const {
    return with_hex(record.setup, [&](auto tag, const auto& config) -> std::optional<Answer> {
      using G = typename decltype(tag)::Game;
      check_size(record.setup.size);
      const auto position = replay<G>(record, config);
      const auto line = book_line<G>(record, config);
      if (!line || position.outcome() != game::Outcome::Ongoing) return std::nullopt;
      const auto role = line->cells.size() % 2 == 0 ? book::Role::Start : book::Role::Answer;
      const auto& tree = book_->tree(role);
      Place place(tree, position.geometry(), *line, false);
      const Place turned(tree, position.geometry(), *line, true);
      if (turned.visits() > place.visits()) place = turned;
      Report report = place.report(position, trusted_visits_);
      heed_swap(report, position, place, trusted_visits_);
      if (report.lines.empty()) return std::nullopt;
      if (report.lines.size() > kLinesShown) report.lines.resize(kLinesShown);
      report.best = report.lines.front().move;
      report.value = report.lines.front().value;
      report.depth = static_cast<int>(report.lines.front().variation.size());
      return to_answer<G>(position, report);
    });
  }

 private:
  void check_size(int size) const {
    if (book_->size == size) return;
    throw base::UserError(
        "book.for-size",
        "the book {0} is for {1}x{1}, the game is on {2}x{2}: leave the book out, or "
        "learn one with "
        "losange book learn --size {2}",
        file_, book_->size, size);
  }

  std::string file_;
  std::shared_ptr<const book::Book> book_;
  std::uint32_t trusted_visits_;
};

// The Petits Diables off their tree: of the cells on a shortest path between the own edges, one with the
// most neighbours that lie on such a path too or hold a stone of the other side.
struct ShortestPath {
  static constexpr bool kHexOnly = true;

  template <class G, class P>
  Report operator()(GameTag<G>, const P& position, const search::Limits& limits,
                    const search::Observer<hex::Move>&, std::stop_token) const {
    if (position.outcome() != game::Outcome::Ongoing) {
      throw base::UserError("game.no-move", "there is no move to play: the game is over");
    }
    const auto paths = hex::shortest_paths(position, position.to_move());
    const auto wanted = paths.cells | position.stones(game::other(position.to_move()));
    std::vector<int> best;
    int most = -1;
    paths.cells.for_each([&](int cell) {
      const int score =
          (position.geometry().neighbours[static_cast<std::size_t>(cell)] & wanted).count();
      if (score > most) best.clear();
      most = std::max(most, score);
      if (score == most) best.push_back(cell);
    });
    base::Random random(base::stream_seed(limits.seed, position.hash()));
    Report report;
    report.best = hex::Move::at(best[random.below(static_cast<std::uint32_t>(best.size()))]);
    report.nodes = 1;
    report.depth = 1;
    return report;
  }
};

// Opens from the book while it knows a trusted move; everything else is the engine's.
class BookPlayer : public PlayerWrapper {
 public:
  BookPlayer(OpenBook book, std::unique_ptr<Player> engine)
      : PlayerWrapper(std::move(engine)), book_(std::move(book)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    if (auto answer = book_.look_up(record)) return *std::move(answer);
    return inner().choose(record, limits, observer, stop);
  }

 private:
  OpenBook book_;
};

const std::string kNoBook = "none";

std::unique_ptr<Player> opened(std::unique_ptr<Player> engine, const std::string& file,
                               long visits) {
  if (file == kNoBook) return engine;
  return std::make_unique<BookPlayer>(OpenBook(file, visits), std::move(engine));
}

}  // namespace

void check_book(const Settings& settings, const std::string& name, const game::GameSetup& setup) {
  const std::string& file = settings.text(name);
  if (file != kNoBook) OpenBook(file, 1).check_board(setup);
}

std::vector<Parameter> book_parameters() {
  return {Parameter::text("file", "the book; none: only the shortest path", kNoBook),
          Parameter::integer("visits", "scenarios a move must have to be trusted", 10, 1, 4e9)};
}

std::unique_ptr<Player> make_book(const Settings& settings) {
  return opened(std::make_unique<EnginePlayer<ShortestPath>>(ShortestPath{}), settings.text("file"),
                settings.integer("visits"));
}

std::vector<Parameter> opening_parameters() {
  return {Parameter::text("book", "a book to open from; none: think from the first move", kNoBook),
          Parameter::integer("book_visits", "scenarios a move of the book must have to be trusted",
                             1000, 1, 4e9)};
}

std::unique_ptr<Player> with_opening_book(std::unique_ptr<Player> engine,
                                          const Settings& settings) {
  return opened(std::move(engine), settings.text("book"), settings.integer("book_visits"));
}

}  // namespace losange::players
