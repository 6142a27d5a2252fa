// Who wins a position of Hex, which moves win and how: proof search with virtual connections and inferior cells. For
// `losange solve` and the protocols; a swap that is still open is not looked at.
//
// Every answer is exact; what a limit cut short is left open and never guessed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "game/game.h"
#include "net/input/evaluator.h"
#include "proof/proof_file.h"

namespace losange::solver {

// A board without its history.
struct HexBoard {
  int size = 0;
  std::vector<int> stones;  // row by row: 0 empty, 1 First, 2 Second
  game::Side to_move = game::Side::First;
};

// What a net was asked, and what the search found out: a lesson for another net. As the net sees the board.
struct HexLesson {
  enum Known : std::uint8_t { Open, Wins, Loses };  // for the side to move
  struct Cell {
    std::uint8_t code = 0;  // net/input/board_codes.h
    bool counts = false;    // a move that the search could not leave out
    Known known = Open;     // of such a move
  };
  std::vector<Cell> cells;  // row by row
  Known known = Open;       // of the position
};

struct HexQuestion {
  bool all_moves = false;              // which moves win, and not the winner alone
  std::optional<base::Millis> time{};  // for the whole answer
  // Positions looked at for it: on one thread the same on every machine, which no time is.
  std::optional<std::uint64_t> nodes{};
  // Told all that the net was asked about, of several threads by the first, once the answer is there.
  std::function<void(const HexLesson&)> lessons{};
};

struct HexAnswer {
  std::optional<game::Side> winner;
  std::vector<int> winning;  // moves of the side to move, where all were asked for
  std::vector<int> open;     // moves that a limit left undecided
  // Good moves of both sides, until a connection decides; where the winner moves, the one that wins with the least work first.
  std::vector<int> line;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::size_t memory = 0;  // bytes of the table
};

// How far it is, told every tenth of a second.
struct HexProgress {
  std::uint64_t nodes = 0;
  std::uint32_t proof = 1, disproof = 1;  // of the position looked at
  int moves_done = 0, moves = 0;          // of those asked for
};

// One board size; what was found out stays for the next question, of which there is one at a time.
class HexSolver {
 public:
  using Observer = std::function<void(const HexProgress&)>;

  virtual ~HexSolver() = default;
  // Ends within 50 ms of its time and of a stop request, and not before a full table has made room. Precondition: the board has the size of the solver.
  virtual HexAnswer solve(const HexBoard& board, const HexQuestion& question = {},
                          const Observer& observer = {}, std::stop_token stop = {}) = 0;
  // A proof of who wins, which searches where that is not known yet; nothing when it was stopped. The same precondition.
  // `steps` is told now and then how many were made, of which some are needed in the end.
  virtual std::optional<proof::Proof> prove(
      const HexBoard& board, std::stop_token stop = {},
      const std::function<void(std::size_t made)>& steps = {}) = 0;
  // All that was found out, for another solver of the size to go on from; observers may ask for it too.
  virtual std::string known() const = 0;
  // Refuses, by a UserError that says why, what is not so made, damaged or of another size.
  virtual void know(std::string_view known) = 0;
};

// `bytes` bounds the table. A net makes answers quicker and changes none; nor do threads, of which one alone takes the same
// way every time.
std::unique_ptr<HexSolver> make_hex_solver(int size, std::size_t bytes,
                                           const std::shared_ptr<const net::Evaluator>& net = {},
                                           int threads = 1);

}  // namespace losange::solver
