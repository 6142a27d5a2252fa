// A program of your own over Losange's rules, searches and nets: random playouts (First) against a net without any
// search (Second) on 7x7. `duel MODEL.safetensors` prints the moves and the winner.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "hex/board/hex.h"
#include "hex/board/playout.h"
#include "net/file/weights.h"
#include "net/input/board_codes.h"
#include "net/runtimes.h"
#include "search/flat.h"

using namespace losange;
using Hex = hex::Hex<2>;  // two words of bits hold boards up to 11x11

hex::Move by_playouts(const Hex::Position& position) {
  search::Limits limits;
  limits.nodes = 20'000;
  return search::flat_montecarlo(position, limits,
                                 [](const auto& from, base::Random& random) {
                                   return game::win_for(hex::uniform_playout(from, random));
                                 })
      .best;
}

hex::Move by_net(const Hex::Position& position, const net::Evaluator& net) {
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(position.geometry().cells));
  net::write_codes(position, codes.data());
  net::Evaluations seen;
  net.evaluate(position.size(), codes, seen);
  Hex::Position::Moves moves;
  position.legal_moves(moves);
  const auto wish = [&](hex::Move move) {
    return seen.policy[static_cast<std::size_t>(net::turned_cell(position, move.cell()))];
  };
  return *std::max_element(moves.begin(), moves.end(),
                           [&](hex::Move a, hex::Move b) { return wish(a) < wish(b); });
}

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: duel MODEL.safetensors\n"), 2;
  const auto net = net::make_evaluator(net::read_weights(argv[1]), "cpu", "auto");
  auto position = Hex::initial({.size = 7, .swap = false});
  while (position.outcome() == game::Outcome::Ongoing) {
    const bool first = position.to_move() == game::Side::First;
    const hex::Move move = first ? by_playouts(position) : by_net(position, *net);
    std::printf("%s ", Hex::to_text(position, move).c_str());
    position.play(move);
  }
  std::puts(position.outcome() == game::win_for(game::Side::First) ? "playouts won"
                                                                   : "the net won");
}
