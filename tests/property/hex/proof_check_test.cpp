// The checker of proofs: what the solver writes holds, whatever it accepts is true - steps put together by chance, proofs that
// were tampered with - and files that were damaged are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "error_of.h"
#include "hex/board/geometry.h"
#include "oracle.h"
#include "proof/checker.h"
#include "solver/hex_solver.h"

namespace losange::proof {
namespace {

using game::Side;
using testing::HasSubstr;
using testing_errors::error_of;

// Whether a statement is true, by playing: nothing of it comes from the checker.
class Truth {
 public:
  Truth(int size, Side side, const Statement& said) : size_(size), side_(side), said_(said) {
    for (const int cell : said.stones) own_.insert(cell);
    for (const int end : {said.from, said.to}) {
      if (end < size * size) own_.insert(end);
    }
  }
  bool holds() { return wins(own_, {said_.carrier.begin(), said_.carrier.end()}, !said_.full); }

 private:
  using Cells = std::set<int>;

  // The edges are nodes as well: a way may lead along either.
  std::vector<int> beside(int node) const {
    std::vector<int> all;
    const int cells = size_ * size_;
    const auto on_edge = [&](int cell, int edge) {
      const int line = side_ == Side::First ? cell / size_ : cell % size_;
      return line == (edge == 0 ? 0 : size_ - 1);
    };
    for (int other = 0; other < cells + 2; ++other) {
      bool touch = false;
      if (node < cells && other < cells) {
        const int down = other / size_ - node / size_, right = other % size_ - node % size_;
        touch = std::abs(down) + std::abs(right) == 1 || (down == 1 && right == -1) ||
                (down == -1 && right == 1);
      } else if (node < cells) {
        touch = on_edge(node, other - cells);
      } else if (other < cells) {
        touch = on_edge(other, node - cells);
      }
      if (touch) all.push_back(other);
    }
    return all;
  }
  bool joined(const Cells& own) const {
    Cells seen{said_.from};
    std::vector<int> stack{said_.from};
    while (!stack.empty()) {
      const int node = stack.back();
      stack.pop_back();
      if (node == said_.to) return true;
      for (const int next : beside(node)) {
        if ((next >= size_ * size_ || own.contains(next)) && seen.insert(next).second)
          stack.push_back(next);
      }
    }
    return false;
  }
  bool wins(const Cells& own, const Cells& open, bool owner_moves) {
    if (joined(own)) return true;
    if (open.empty()) return false;
    const auto key = std::tuple(own, open, owner_moves);
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    bool result = !owner_moves;
    for (const int cell : open) {
      Cells next = own, left = open;
      left.erase(cell);
      if (owner_moves) next.insert(cell);
      if (wins(next, left, !owner_moves) == owner_moves) {
        result = owner_moves;
        break;
      }
    }
    // The other side may also play elsewhere.
    if (!owner_moves && result) result = wins(own, open, true);
    return known_[key] = result;
  }

  int size_;
  Side side_;
  const Statement& said_;
  Cells own_;
  std::map<std::tuple<Cells, Cells, bool>, bool> known_;
};

// A step by itself, to be changed.
struct Step {
  Rule rule = Rule::Touch;
  std::vector<std::uint32_t> parts{};
  std::vector<std::uint16_t> cells{}, support{};
};
void add(StepList& steps, const Step& step) {
  steps.add(step.rule, step.parts, step.cells, step.support);
}
std::vector<Step> taken_apart(const StepList& steps) {
  std::vector<Step> all;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto step = steps[i];
    all.push_back({step.rule,
                   {step.parts.begin(), step.parts.end()},
                   {step.cells.begin(), step.cells.end()},
                   {step.support.begin(), step.support.end()}});
  }
  return all;
}
StepList put_together(const std::vector<Step>& steps) {
  StepList all;
  for (const Step& step : steps) add(all, step);
  return all;
}

Step random_step(std::size_t before, int cells, base::Random& random) {
  const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  const auto cell = [&] {
    return static_cast<std::uint16_t>(below(static_cast<std::size_t>(cells)));
  };
  Step step;
  step.rule = static_cast<Rule>(below(7));
  if (step.rule == Rule::Touch && below(3) != 0) step.rule = Rule::Play;
  const auto parts = [&](std::size_t count) {
    for (std::size_t i = 0; i < count && before > 0; ++i)
      step.parts.push_back(random.below(3) == 0 ? below(before)
                                                : static_cast<std::uint32_t>(before - 1) -
                                                      below(std::min<std::size_t>(before, 8)));
  };
  switch (step.rule) {
    case Rule::Touch:
      step.cells = {cell(), static_cast<std::uint16_t>(below(static_cast<std::size_t>(cells) + 2))};
      break;
    case Rule::Through:
    case Rule::Over: parts(2); break;
    case Rule::Either: parts(1 + below(3)); break;
    case Rule::Play:
      step.cells = {cell()};
      parts(1);
      break;
    case Rule::Dead:
      for (auto n = 1 + below(2); n > 0; --n) step.cells.push_back(cell());
      for (auto n = below(4); n > 0; --n) step.support.push_back(cell());
      parts(1);
      break;
    case Rule::Captured:
      step.cells = {cell(), cell()};
      for (auto n = below(4); n > 0; --n) step.support.push_back(cell());
      parts(1);
      break;
  }
  return step;
}

// Steps by chance, those kept that the checker accepts: each states the truth.
void check_random_steps(int size, int rounds, int tries, std::uint64_t seed) {
  base::Random random(seed);
  std::map<Rule, int> counts;
  for (int round = 0; round < rounds; ++round) {
    Proof proof;
    proof.size = size;
    proof.winner = round % 2 == 0 ? Side::First : Side::Second;
    // A chain of stones between the edges, for the rules that start from one.
    for (int i = 0; i < size; ++i) {
      const auto number = [&](int place) {
        return static_cast<std::uint16_t>(proof.winner == Side::First
                                              ? place * size + round % size
                                              : round % size * size + place);
      };
      const auto edge = static_cast<std::uint16_t>(size * size);
      const auto touch = [&](std::uint16_t a, std::uint16_t b) {
        add(proof.steps, {.rule = Rule::Touch, .cells = {a, b}});
      };
      const auto join = [&](std::uint32_t a) {
        const auto last = static_cast<std::uint32_t>(proof.steps.size() - 1);
        add(proof.steps, {.rule = Rule::Through, .parts = {a, last}});
      };
      if (i == 0) {
        touch(number(0), edge);
        continue;
      }
      const auto before = static_cast<std::uint32_t>(proof.steps.size() - 1);
      touch(number(i - 1), number(i));
      join(before);
      if (i + 1 < size) continue;
      const auto whole = static_cast<std::uint32_t>(proof.steps.size() - 1);
      touch(number(i), static_cast<std::uint16_t>(edge + 1));
      join(whole);
    }
    for (int i = 0; i < tries; ++i) {
      add(proof.steps, random_step(proof.steps.size(), size * size, random));
      std::vector<Statement> said;
      try {
        said = statements(proof);
      } catch (const base::UserError&) {
        proof.steps.drop_last();
        continue;
      }
      const Statement& last = said.back();
      // Touching again tells nothing new; large carriers take too long to play out.
      if ((proof.steps.back().rule == Rule::Touch && random.below(4) != 0) ||
          last.carrier.size() > 8) {
        proof.steps.drop_last();
        continue;
      }
      ++counts[proof.steps.back().rule];
      ASSERT_TRUE(Truth(size, proof.winner, last).holds())
          << "seed " << seed << " round " << round << " step " << proof.steps.size() << " by rule "
          << static_cast<int>(proof.steps.back().rule);
      if (proof.steps.size() > 150) break;
    }
  }
  for (int rule = 0; rule < 7; ++rule) EXPECT_GT(counts[static_cast<Rule>(rule)], 20) << rule;
}
TEST(ProofChecker, AcceptsOnlyWhatIsTrueOn3x3) { check_random_steps(3, 40, 4000, 1); }
TEST(ProofChecker, AcceptsOnlyWhatIsTrueOn4x4) { check_random_steps(4, 20, 6000, 2); }

solver::HexBoard random_board(int size, int stones, base::Random& random) {
  while (true) {
    solver::HexBoard board{size, std::vector<int>(static_cast<std::size_t>(size * size), 0),
                           random.below(2) == 0 ? Side::First : Side::Second};
    for (int placed = 0; placed < stones;) {
      int& cell = board.stones[random.below(static_cast<std::uint32_t>(board.stones.size()))];
      if (cell != 0) continue;
      cell = 1 + static_cast<int>(random.below(2));
      ++placed;
    }
    if (!oracle::joins(board.stones, size, 1) && !oracle::joins(board.stones, size, 2))
      return board;
  }
}

TEST(ProofChecker, AcceptsWhatTheSolverProves) {
  base::Random random(3);
  for (int size = 2; size <= 6; ++size) {
    const auto solver = solver::make_hex_solver(size, 1 << 24);
    for (int i = 0; i < 60; ++i) {
      const int most = size * size * 2 / 3;
      const auto board = random_board(size, i % most, random);
      const auto proof = solver->prove(board);
      ASSERT_TRUE(proof.has_value());
      EXPECT_EQ(proof->winner, *solver->solve(board).winner);
      ASSERT_EQ(error_of([&] { check(*proof); }), "") << size << " " << i;
      ASSERT_EQ(from_file(to_file(*proof)), *proof);
    }
  }
}

TEST(ProofChecker, AcceptsProofsOfAllOpenings) {
  for (int size = 3; size <= 5; ++size) {
    for (int cell = 0; cell < size * size; ++cell) {
      solver::HexBoard board{size, std::vector<int>(static_cast<std::size_t>(size * size), 0),
                             Side::Second};
      board.stones[static_cast<std::size_t>(cell)] = 1;
      const auto proof = solver::make_hex_solver(size, 1 << 24)->prove(board);
      ASSERT_TRUE(proof.has_value());
      ASSERT_EQ(error_of([&] { check(*proof); }), "") << size << " " << cell;
    }
  }
}

// What was forgotten on the way is found again, and not by trying every move.
TEST(ProofChecker, AcceptsWhatIsProvedWithLittleMemory) {
  for (const int cell : {9, 16}) {
    solver::HexBoard board{7, std::vector<int>(49, 0), Side::Second};
    board.stones[static_cast<std::size_t>(cell)] = 1;
    const auto roomy = solver::make_hex_solver(7, 1 << 24), tight = solver::make_hex_solver(7, 0);
    const auto with_all = roomy->prove(board), with_little = tight->prove(board);
    ASSERT_TRUE(with_all && with_little);
    ASSERT_EQ(error_of([&] { check(*with_little); }), "") << cell;
    EXPECT_EQ(with_little->winner, with_all->winner);
    EXPECT_LT(with_little->steps.size(), 2 * with_all->steps.size());
  }
}

// A proof of one thing with something changed: refused, or what it says is true all the same.
TEST(ProofChecker, RefusesDishonestProofs) {
  base::Random random(4);
  oracle::Solver truth;
  const auto solver = solver::make_hex_solver(4, 1 << 22);
  int refused = 0, accepted = 0;
  for (int i = 0; i < 800; ++i) {
    Proof proof = *solver->prove(random_board(4, 3 + static_cast<int>(random.below(6)), random));
    const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
    auto steps = taken_apart(proof.steps);
    Step& step = steps[below(steps.size())];
    switch (below(7)) {
      case 0: proof.winner = game::other(proof.winner); break;
      case 1: proof.to_move = game::other(proof.to_move); break;
      case 2: proof.stones[below(16)] = static_cast<int>(below(3)); break;
      case 3:
        if (!step.parts.empty()) step.parts.erase(step.parts.begin());
        break;
      case 4:
        if (!step.parts.empty()) step.parts[below(step.parts.size())] = below(steps.size());
        break;
      case 5:
        for (auto& cell : step.cells) cell = static_cast<std::uint16_t>(below(16));
        break;
      default: steps.resize(1 + below(steps.size()));
    }
    proof.steps = put_together(steps);
    if (oracle::joins(proof.stones, 4, 1) || oracle::joins(proof.stones, 4, 2)) continue;
    try {
      check(proof);
      ++accepted;
      ASSERT_EQ(truth.winner(hex::Position<2>::from_flat(proof.stones, proof.to_move)),
                proof.winner);
    } catch (const base::UserError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(accepted, 20);
}

TEST(ProofChecker, SaysWhatIsWrong) {
  const auto solver = solver::make_hex_solver(4, 1 << 22);
  solver::HexBoard board{4, std::vector<int>(16, 0), Side::First};
  const std::string good = to_file(*solver->prove(board));
  Proof proof = from_file(good);
  proof.to_move = Side::Second;
  EXPECT_THAT(error_of([&] { check(proof); }), HasSubstr("a move that the winner does not have"));
  proof = from_file(good);
  proof.steps = {};
  EXPECT_THAT(error_of([&] { check(proof); }), HasSubstr("there is no step"));
  proof = from_file(good);
  proof.stones.assign(16, 2);
  EXPECT_THAT(error_of([&] { check(proof); }), HasSubstr("that the other side holds"));
}

// A file that lost or changed bytes is refused or is another proof that holds or not; it never breaks the reader.
TEST(ProofFile, RefusesDamage) {
  const auto solver = solver::make_hex_solver(4, 1 << 22);
  solver::HexBoard board{4, std::vector<int>(16, 0), Side::First};
  const Proof proof = *solver->prove(board);
  const std::string text = to_file(proof);
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_NE(error_of([&] { from_file(text.substr(0, length)); }), "") << length;
  }
  EXPECT_THAT(error_of([&] { from_file(text + "x"); }), HasSubstr("follows the last step"));
  EXPECT_THAT(error_of([&] { from_file("hello"); }), HasSubstr("no proof of losange"));
  base::Random random(5);
  oracle::Solver truth;
  for (int i = 0; i < 2000; ++i) {
    std::string other = text;
    other[random.below(static_cast<std::uint32_t>(other.size()))] =
        static_cast<char>(random.below(256));
    try {
      const Proof read = from_file(other);
      check(read);
      ASSERT_EQ(read.size, 4);
      if (oracle::joins(read.stones, 4, 1) || oracle::joins(read.stones, 4, 2)) continue;
      ASSERT_EQ(truth.winner(hex::Position<2>::from_flat(read.stones, read.to_move)), read.winner);
    } catch (const base::UserError&) {
    }
  }
}

}  // namespace
}  // namespace losange::proof
