#include "book/learn.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "hex/board/playout.h"

namespace losange::book {

namespace {

using game::Side;

template <int W>
class Learner {
 public:
  Learner(Tree& tree, int size, std::uint64_t seed, const LearnSettings& settings,
          bool even_openings)
      : tree_(tree),
        start_(size, false),
        seed_(seed),
        settings_(settings),
        even_openings_(even_openings) {}

  void scenario() {
    base::Random random(base::stream_seed(seed_, tree_.node(kRoot).visits));
    // 1. Go down through nodes whose moves were all tried, 2. add one that was not.
    hex::Position<W> position = start_;
    NodeIndex node = kRoot;
    for (bool grown = false; !grown && position.outcome() == game::Outcome::Ongoing;) {
      const auto untried = untried_cells(node, position);
      grown = untried.any();
      if (grown && tree_.size() >= kMaxNodes) break;
      node = grown ? tree_.add_child(node, random_cell(untried, random)) : selected_child(node);
      position.play(hex::Move::at(tree_.node(node).cell));
    }
    // 3. Play out, 4. back up.
    const bool over = position.outcome() != game::Outcome::Ongoing;
    const Side winner = !over ? hex::uniform_playout(position, random)
                        : position.outcome() == game::Outcome::FirstWins ? Side::First
                                                                         : Side::Second;
    Side mover = game::other(position.to_move());
    while (true) {
      tree_.add(node, winner == mover ? kWin : -kWin, 1);
      if (node == kRoot) break;
      node = tree_.node(node).parent;
      mover = game::other(mover);
    }
  }

 private:
  hex::Bitboard<W> untried_cells(NodeIndex node, const hex::Position<W>& position) const {
    auto untried = position.empty();
    tree_.for_each_child(node, [&](NodeIndex child) { untried.reset(tree_.node(child).cell); });
    return untried;
  }

  static int random_cell(const hex::Bitboard<W>& cells, base::Random& random) {
    auto skip = random.below(static_cast<std::uint32_t>(cells.count()));
    int chosen = -1;
    cells.for_each([&](int cell) {
      if (skip-- == 0) chosen = cell;
    });
    return chosen;
  }

  // Precondition: the node has a child.
  NodeIndex selected_child(NodeIndex parent) const {
    const bool evenly = even_openings_ && parent == kRoot;
    const double log_visits =
        std::log(static_cast<double>(std::max(1u, tree_.node(parent).visits)));
    NodeIndex best = kNone;
    double best_score = -std::numeric_limits<double>::infinity();
    tree_.for_each_child(parent, [&](NodeIndex i) {
      const Node& child = tree_.node(i);
      const double visits = std::max(1u, child.visits);
      const double score =
          evenly ? -visits : child.value() + settings_.exploration * std::sqrt(log_visits / visits);
      if (best != kNone && score <= best_score) return;
      best = i;
      best_score = score;
    });
    return best;
  }

  Tree& tree_;
  const hex::Position<W> start_;
  const std::uint64_t seed_;
  const LearnSettings settings_;
  const bool even_openings_;
};

template <int W>
void learn_with(Book& book, Role role, std::uint64_t scenarios, const LearnSettings& settings,
                std::stop_token stop) {
  Tree& tree = book.tree(role);
  const std::uint64_t seed = base::stream_seed(book.seed, static_cast<std::uint64_t>(role));
  Learner<W> learner(tree, book.size, seed, settings,
                     settings.even_openings && role == Role::Answer);
  while (tree.node(kRoot).visits < scenarios && !stop.stop_requested()) learner.scenario();
}

}  // namespace

void learn(Book& book, Role role, std::uint64_t scenarios, const LearnSettings& settings,
           std::stop_token stop) {
  switch (hex::words_for(book.size)) {
    case 2: return learn_with<2>(book, role, scenarios, settings, stop);
    case 4: return learn_with<4>(book, role, scenarios, settings, stop);
    default: return learn_with<6>(book, role, scenarios, settings, stop);
  }
}

}  // namespace losange::book
