// `losange proof`: checks proofs that losange solve wrote, and walks through them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "hex/files/slanted_board.h"
#include "players/seat.h"
#include "proof/checker.h"

namespace losange::commands {

namespace {

constexpr std::size_t kMostProofBytes = std::size_t{1} << 30;

struct ProofCommand {
  std::string file;
  int depth = 4;
};

const char* side_name(game::Side side) { return players::side_name(side, {}); }

proof::Proof read_proof(const std::string& file) {
  try {
    return proof::from_file(base::read_file(file, kMostProofBytes));
  } catch (const base::UserError& error) {
    if (std::string_view(error.what()).find(file) != std::string_view::npos) throw;
    throw base::UserError(fmt::format("{}: {}", file, error.what()));
  }
}

std::string proof_claim(const proof::Proof& proof) {
  return fmt::format("{0}x{0}, {1} to move: {2} wins", proof.size, side_name(proof.to_move),
                     side_name(proof.winner));
}

proof::Checked checked(const ProofCommand& command, const proof::Proof& proof) {
  try {
    return proof::check(proof);
  } catch (const base::UserError& error) {
    throw base::UserError(fmt::format("{}: {}", command.file, error.what()));
  }
}

void check_proof(const ProofCommand& command) {
  const auto proof = read_proof(command.file);
  const auto found = checked(command, proof);
  fmt::print("{}: {}\nthe proof holds: {}; it needs {} and {}\n", command.file, proof_claim(proof),
             base::counted(found.steps, "step"), base::counted(found.stones, "stone"),
             base::counted(found.carrier, "empty cell"));
}

// The moves of the winner, one inside the other: answers to whatever the other side plays, each with the empty cells that it
// happens in. It holds as long as the other side has none of them.
class ProofWalk {
 public:
  ProofWalk(const proof::Proof& proof, int depth) : proof_(proof), depth_(depth) {
    for (std::size_t i = 0; i < proof.steps.size(); ++i) {
      const auto step = proof.steps[i];
      Cells cells;
      for (const auto part : step.parts) cells |= cells_[part];
      for (const auto cell : step.cells) {
        const bool empty = cell < proof.stones.size() && proof.stones[cell] == 0;
        if (empty) cells.set(cell, step.rule != proof::Rule::Dead);
      }
      cells_.push_back(cells);
      ends_.push_back(ends_of(step));
    }
  }

  void show() const { show(proof_.steps.size() - 1, 0, {}); }

 private:
  using Cells = std::bitset<hex::kMaxSize * hex::kMaxSize>;
  static constexpr std::size_t kMostNamed = 16;

  // Two cells or edges, by number. "Through" and "over" join the ends that their two parts do not share.
  using Ends = std::array<std::uint16_t, 2>;
  Ends ends_of(const proof::StepList::Step& step) const {
    switch (step.rule) {
      case proof::Rule::Touch: return {step.cells[0], step.cells[1]};
      case proof::Rule::Through:
      case proof::Rule::Over: {
        const Ends& a = ends_[step.parts[0]];
        const Ends& b = ends_[step.parts[1]];
        const auto shared = meeting(step);
        return {a[0] == shared ? a[1] : a[0], b[0] == shared ? b[1] : b[0]};
      }
      default: return ends_[step.parts[0]];
    }
  }
  std::uint16_t meeting(const proof::StepList::Step& step) const {
    const Ends& a = ends_[step.parts[0]];
    const Ends& b = ends_[step.parts[1]];
    return a[0] == b[0] || a[0] == b[1] ? a[0] : a[1];
  }

  // What the winner does at a step; `after` names the replies that it answers, where there are any.
  void show(std::size_t at, int level, const std::string& after) const {
    const auto step = proof_.steps[at];
    switch (step.rule) {
      case proof::Rule::Dead:
      case proof::Rule::Captured: return show(step.parts[0], level, after);
      case proof::Rule::Play:
        print(level, fmt::format("{}{} {}, {}", after, side_name(proof_.winner),
                                 hex::cell_name(proof_.size, step.cells[0]), in(cells_[at])));
        return show(step.parts[0], level + 1, {});
      case proof::Rule::Either:
        if (plays(at)) return show_replies(step, level, after);
        break;
      default: break;
    }
    const bool moves = step.rule == proof::Rule::Over;
    print(level, fmt::format("{}{}{} joins the edges, {}", after, side_name(proof_.winner),
                             moves ? " " + hex::cell_name(proof_.size, meeting(step)) : "",
                             in(cells_[at])));
  }

  // Every reply spoils the parts whose cells it takes and leaves another, which answers it: the first one that it leaves. What
  // takes no cell of any part is answered by the first.
  void show_replies(const proof::StepList::Step& step, int level, const std::string& after) const {
    const auto* loser = side_name(game::other(proof_.winner));
    print(level, fmt::format("{}wherever {} plays:", after, loser));
    if (level + 1 >= depth_) return print(level + 1, fmt::format("… (--depth {})", depth_ + 2));
    Cells open;
    for (const auto part : step.parts) open |= cells_[part];
    bool elsewhere = true;
    for (const auto part : step.parts) {
      const Cells answered = open & ~cells_[part];
      open &= cells_[part];
      if (answered.none() && !elsewhere) continue;
      const auto replies =
          answered.none() ? "elsewhere" : named(answered) + (elsewhere ? " or elsewhere" : "");
      show(part, level + 1, fmt::format("{} {}: ", loser, replies));
      elsewhere = false;
    }
  }

  // Whether a move of the winner stands below and not connections alone.
  bool plays(std::size_t at) const {
    const auto step = proof_.steps[at];
    return std::any_of(step.parts.begin(), step.parts.end(), [&](std::uint32_t part) {
      const auto rule = proof_.steps[part].rule;
      return rule == proof::Rule::Play || rule == proof::Rule::Dead ||
             rule == proof::Rule::Captured;
    });
  }
  std::string in(const Cells& cells) const {
    if (cells.count() > kMostNamed) return fmt::format("in {} cells", cells.count());
    return cells.none() ? "by stones alone" : "in " + named(cells);
  }
  std::string named(const Cells& cells) const {
    std::vector<std::string> names;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell]) names.push_back(hex::cell_name(proof_.size, static_cast<int>(cell)));
    }
    return base::joined(names, " ");
  }
  static void print(int level, const std::string& text) {
    fmt::print("{:>{}}{}\n", "", 2 * level, text);
  }

  const proof::Proof& proof_;
  int depth_;
  std::vector<Cells> cells_;  // empty ones, of each step and what it follows from
  std::vector<Ends> ends_;    // of each step
};

void print_board(const proof::Proof& proof) {
  std::string signs;
  for (const int stone : proof.stones) signs += ".xo"[stone];
  fmt::print("{}x is Black, who joins top and bottom, o White\n",
             hex::slanted_board(proof.size, signs));
}

void show_proof(const ProofCommand& command) {
  const auto proof = read_proof(command.file);
  checked(command, proof);
  fmt::print("{}\n", proof_claim(proof));
  print_board(proof);
  std::array<std::size_t, 7> counts{};
  for (std::size_t i = 0; i < proof.steps.size(); ++i)
    ++counts[static_cast<std::size_t>(proof.steps[i].rule)];
  fmt::print("steps: {} touch, {} through, {} over, {} either, {} play, {} dead, {} captured\n",
             counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]);
  ProofWalk(proof, command.depth).show();
}

}  // namespace

void add_proof(Command program) {
  auto options = std::make_shared<ProofCommand>();
  const auto group =
      program.add_subcommand("proof", "Check a proof that losange solve --proof wrote, or show it");
  group.group(kCompare);
  group.require_subcommand();
  const auto checks = group.add_subcommand(
      "check", "Verify a proof step by step, without the solver: what is said to win does win");
  const auto shows = group.add_subcommand("show", "Check a proof and walk through its moves");
  for (const auto& command : {checks, shows}) {
    command.add_option("file", options->file, "The proof")
        .required()
        .type_name("FILE")
        .takes_standard_input();
  }
  shows.add_number("--depth", options->depth, "How deep the moves are shown", 1, 1000)
      .capture_default_str();
  checks.callback([options] { check_proof(*options); });
  shows.callback([options] { show_proof(*options); });
}

}  // namespace losange::commands
