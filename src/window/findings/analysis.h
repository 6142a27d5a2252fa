// What an engine thought of the positions of a game. It lives in the record itself, in a property
// of the node it is about, so that it is saved with the game, comes back on load, and follows the
// tree:
//   EVAL[0.1250 12000 mcts][f6 0.1250 8000 f6 e7 d5][e5 1.0000! 950 e5]
// first the value, the visits and the engine, with its level where that is not the top ("zero:level=8"), then one entry a move: value, visits, expected play.
// Values are for the first player in [-1, 1]; '!' marks proven ones, with the moves that the winner needs at most where they
// are known ("1.0000!7"), '<' those that are no more than a bound: the move is worth this to the side to move, or less.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "players/game/player.h"

namespace losange::window {

struct AnalysedMove {
  std::string move;
  double value = 0;  // for First
  bool proven = false;
  std::uint64_t visits = 0;
  std::vector<std::string> variation;  // `move` first
  bool at_most = false;                // the side to move has no more than this value
  int moves = 0;                       // of what is proven: the winner's at most, 0 where not known
};

struct Analysis {
  double value = 0;  // for First
  bool proven = false;
  std::uint64_t visits = 0;
  std::string engine;
  std::vector<AnalysedMove> moves;  // best first
};

// Chance that `side` wins.
double chance_for(game::Side side, double value_for_first);

Analysis analysis_of(const players::TextReport& report, game::Side to_move, std::string engine);

// Nothing where there is none or it cannot be read.
std::optional<Analysis> analysis_at(const game::RecordNode& node);
// The same, where a move has the value that was found after it if that search was the deeper one: so a move has one value
// wherever it is shown. Its visits are those of the search before it.
std::optional<Analysis> deepest_analysis_at(const game::GameRecord& record, game::NodeId node);
std::optional<double> value_at(const game::RecordNode& node);
void keep_analysis(game::RecordNode& node, const Analysis& analysis);
void forget_analysis(game::RecordNode& node);
// What was found in one tree since the other was a copy of it: the nodes that both have get the analysis of more visits,
// and who wins where that was solved.
void carry_analyses(const game::GameRecord& from, game::GameRecord& to);

// Whether an engine values positions in men, as draughts programs do: its values are tanh(men).
bool counts_men(std::string_view engine);
// By how many men a side is ahead: "+0.35", "> +4" where the value tells no more.
std::string men_text(double value_for_side, int digits);
// What a move is worth to the side to move, as faces show it: "48.0 %", in men "+0.35"; "≤ 48.0 %" where it is a bound.
std::string worth_text(const AnalysedMove& move, std::string_view engine, game::Side to_move,
                       int digits, const char* unit);

// "950", "12.3k", "1.4M".
std::string visits_text(std::uint64_t visits);

}  // namespace losange::window
