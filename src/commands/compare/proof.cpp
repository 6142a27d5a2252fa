// `losange proof`: checks proofs that losange solve wrote, and walks through them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/system/file.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "proof/checker.h"

namespace losange::commands {

namespace {

constexpr std::size_t kMostProofBytes = std::size_t{1} << 30;

struct ProofCommand {
  std::string file;
  int depth = 4;
};

const char* side_word(game::Side side) { return side == game::Side::First ? "first" : "second"; }

proof::Proof read_proof(const std::string& file) {
  return proof::from_file(base::read_file(file, kMostProofBytes));
}

std::string proof_claim(const proof::Proof& proof) {
  return fmt::format("{0}x{0}, {1} to move: {2} wins", proof.size, side_word(proof.to_move),
                     side_word(proof.winner));
}

void check_proof(const ProofCommand& command) {
  const auto proof = read_proof(command.file);
  const auto checked = proof::check(proof);
  fmt::print("{}: {}\nthe proof holds: {} steps; it needs {} stones and {} empty cells\n",
             command.file, proof_claim(proof), checked.steps, checked.stones, checked.carrier);
}

// The moves of the winner, one inside the other: answers to whatever the other side plays.
class ProofWalk {
 public:
  ProofWalk(const proof::Proof& proof, int depth) : proof_(proof), depth_(depth) {}

  void show(std::size_t at, int level) const {
    const auto& step = proof_.steps[at];
    switch (step.rule) {
      case proof::Rule::Dead:
      case proof::Rule::Captured: show(step.parts[0], level); return;
      case proof::Rule::Play:
        print(level, fmt::format("{} {}", side_word(proof_.winner),
                                 hex::cell_name(proof_.size, step.cells[0])));
        show(step.parts[0], level + 1);
        return;
      case proof::Rule::Either:
        if (!plays(at)) break;
        print(level, fmt::format("wherever {} plays, one of {}:",
                                 side_word(game::other(proof_.winner)), step.parts.size()));
        if (level + 1 >= depth_) return;
        for (const auto part : step.parts) show(part, level + 1);
        return;
      default: break;
    }
    print(level, "a connection of the edges");
  }

 private:
  // Whether a move of the winner stands below and not connections alone.
  bool plays(std::size_t at) const {
    const auto& step = proof_.steps[at];
    return std::any_of(step.parts.begin(), step.parts.end(), [&](std::uint32_t part) {
      const auto rule = proof_.steps[part].rule;
      return rule == proof::Rule::Play || rule == proof::Rule::Dead ||
             rule == proof::Rule::Captured;
    });
  }
  static void print(int level, const std::string& text) {
    fmt::print("{:>{}}{}\n", "", 2 * level, text);
  }

  const proof::Proof& proof_;
  int depth_;
};

void show_proof(const ProofCommand& command) {
  const auto proof = read_proof(command.file);
  proof::check(proof);
  fmt::print("{}\n", proof_claim(proof));
  for (int row = 0; row < proof.size; ++row) {
    fmt::print("{:>{}}", "", row);
    for (int column = 0; column < proof.size; ++column) {
      fmt::print(" {}", ".xo"[proof.stones[static_cast<std::size_t>(row * proof.size + column)]]);
    }
    fmt::print("\n");
  }
  std::array<std::size_t, 7> counts{};
  for (const auto& step : proof.steps) ++counts[static_cast<std::size_t>(step.rule)];
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
