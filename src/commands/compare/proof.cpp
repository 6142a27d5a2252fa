// `losange proof`: checks proofs that losange solve wrote, and walks through them.
#include <fmt/format.h>
#include <fmt/ranges.h>

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
        if (empty) cells.set(cell);
      }
      cells_.push_back(cells);
    }
  }

  void show(std::size_t at, int level) const {
    const auto step = proof_.steps[at];
    switch (step.rule) {
      case proof::Rule::Dead:
      case proof::Rule::Captured: show(step.parts[0], level); return;
      case proof::Rule::Play:
        print(level, fmt::format("{} {}, {}", side_name(proof_.winner),
                                 hex::cell_name(proof_.size, step.cells[0]), where(at)));
        show(step.parts[0], level + 1);
        return;
      case proof::Rule::Either:
        if (!plays(at)) break;
        print(level, fmt::format("wherever {} plays, one of {} is left:",
                                 side_name(game::other(proof_.winner)), step.parts.size()));
        if (level + 1 >= depth_) return print(level + 1, fmt::format("… (--depth {})", depth_ + 2));
        for (const auto part : step.parts) show(part, level + 1);
        return;
      default: break;
    }
    print(level, fmt::format("{} joins the edges, {}", side_name(proof_.winner), where(at)));
  }

 private:
  using Cells = std::bitset<hex::kMaxSize * hex::kMaxSize>;
  static constexpr std::size_t kMostNamed = 16;

  // Whether a move of the winner stands below and not connections alone.
  bool plays(std::size_t at) const {
    const auto step = proof_.steps[at];
    return std::any_of(step.parts.begin(), step.parts.end(), [&](std::uint32_t part) {
      const auto rule = proof_.steps[part].rule;
      return rule == proof::Rule::Play || rule == proof::Rule::Dead ||
             rule == proof::Rule::Captured;
    });
  }
  std::string where(std::size_t at) const {
    const Cells& cells = cells_[at];
    if (cells.none()) return "by stones alone";
    if (cells.count() > kMostNamed) return fmt::format("in {} cells", cells.count());
    std::string names;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell]) names += " " + hex::cell_name(proof_.size, static_cast<int>(cell));
    }
    return "in" + names;
  }
  static void print(int level, const std::string& text) {
    fmt::print("{:>{}}{}\n", "", 2 * level, text);
  }

  const proof::Proof& proof_;
  int depth_;
  std::vector<Cells> cells_;  // empty ones, of each step and what it follows from
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
  ProofWalk(proof, command.depth).show(proof.steps.size() - 1, 0);
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
    command.add_option("file", options->file, "The proof").required().type_name("FILE");
  }
  shows.add_number("--depth", options->depth, "How deep the moves are shown", 1, 1000)
      .capture_default_str();
  checks.callback([options] { check_proof(*options); });
  shows.callback([options] { show_proof(*options); });
}

}  // namespace losange::commands
