#include "protocol/htp/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "players/check_plays.h"
#include "players/registry.h"

namespace losange::protocol {

using base::Millis;
using game::Side;
using players::GameClock;
using players::TimeControl;

namespace {

// From so many periods on main time is shared out; below, a move has its period.
constexpr int kPeriodsOfMainTime = 4;

std::unique_ptr<players::Player> make_engine(const HtpSetup& setup,
                                             const players::PlayerSpec& spec) {
  players::check_plays(spec, {.size = setup.size});
  auto player = setup.make_player ? setup.make_player(spec) : players::make_player(spec);
  if (player->waits_for_person()) {
    throw base::UserError(fmt::format(
        "'{}' is a person and cannot play over HTP: name an engine (losange players lists them)",
        spec.text()));
  }
  player->prepare();  // now, and not in the time of the first move
  return player;
}

bool is_swap(std::string_view move) {
  return move == "swap" || move == "swap-pieces" || move == "swap-sides";
}

}  // namespace

HtpGame::HtpGame(HtpSetup setup)
    : setup_(std::move(setup)),
      player_(make_engine(setup_, setup_.player)),
      session_(game_setup(setup_.size)) {
  reset_clock();
}

game::GameSetup HtpGame::game_setup(int size) const {
  game::GameSetup setup;
  setup.size = size;
  setup.swap = setup_.swap;
  return setup;
}

void HtpGame::reset_clock() {
  session_.set_time_control(setup_.clock);
  stints_ = {};
  told_ = {};
}

bool HtpGame::has_clock(Side side) const {
  return setup_.clock.kind != TimeControl::Kind::None || told_[game::index(side)];
}

template <class Change>
void HtpGame::keeping_clock(Change change) {
  struct Back {  // also when the change is refused
    GameClock& clock;
    GameClock kept = clock;
    ~Back() { clock = kept; }
  } const back{session_.clock()};
  change();
}

void HtpGame::undo() {
  keeping_clock([&] { session_.undo(); });
}

void HtpGame::new_game(int size) {
  players::check_plays(setup_.player, {.size = size});
  session_.restart(game_setup(size));
  setup_.size = size;
  reset_clock();
  player().new_game();
}

void HtpGame::load(game::GameRecord record, std::optional<int> most_moves) {
  record.setup.swap = setup_.swap;
  record.result = {};  // a resignation or a lost clock in the file does not end the game here
  record.go_to(game::kRoot);
  for (int moves = 0; !most_moves || moves < *most_moves;) {
    if (!record.forward()) break;
    if (record.node(record.cursor()).move) ++moves;
  }
  const int size = record.setup.size;
  players::check_plays(setup_.player, {.size = size});
  session_.load(std::move(record));
  setup_.size = size;
  reset_clock();
  player().new_game();
}

void HtpGame::play_line(const std::vector<std::string>& moves) {
  keeping_clock([&] {
    game::GameRecord before = session_.record();
    session_.load(game::GameRecord(game_setup(setup_.size)));
    try {
      for (const auto& move : moves) play(session_.to_move(), move);
    } catch (...) {
      session_.load(std::move(before));
      throw;
    }
  });
  reset_clock();
  player().new_game();
}

void HtpGame::play(Side side, std::string_view text) {
  std::string move = base::lower(base::trim(text));
  if (move == "resign") return;
  if (is_swap(move)) {
    if (!setup_.swap) {
      throw base::UserError("the swap rule is off: turn it on with param_game allow_swap 1");
    }
    if (move != "swap-sides") {
      move = swap_kind == SwapKind::Sides ? "swap-sides" : "swap-pieces";
    }
  } else if (session_.position().cell_of(move) < 0) {
    throw base::UserError("that is not a cell of this board, nor swap-pieces, nor resign");
  }
  session_.play_as(side, move);
}

game::GameRecord HtpGame::record_for(Side side) const {
  game::GameRecord record = session_.record();
  if (side != session_.to_move()) {
    record.play({session_.to_move(), "pass"});
    record.setup.swap = false;  // swapping is for the side that is really to move
  }
  return record;
}

players::Answer HtpGame::ask(Side side, std::stop_token stop) {
  return player().choose(record_for(side), limits_for(side), {}, std::move(stop));
}

players::Answer HtpGame::study(Side side, std::stop_token stop, const players::Observer& observer) {
  auto limits = limits_for(side);
  limits.every_move = true;
  return player().choose(record_for(side), limits, observer, std::move(stop));
}

std::string HtpGame::genmove(Side side, std::stop_token stop) {
  if (session_.over()) return "resign";
  const base::Stopwatch watch;
  const players::Answer answer = ask(side, std::move(stop));
  spend(side, watch.elapsed());
  if (answer.resign) return "resign";
  play(side, answer.move);
  if (ponder_ && !session_.over()) pondering_.start(*player_, session_.record(), setup_.limits);
  if (!is_swap(answer.move)) return answer.move;
  return short_swap_word ? "swap" : "swap-pieces";
}

void HtpGame::set_clock(Millis main, Millis per_move_after) {
  setup_.clock = {};
  if (main > Millis(0) || per_move_after > Millis(0)) {
    setup_.clock.kind = TimeControl::Kind::Fischer;
    setup_.clock.total = main;
  }
  overtime_ = per_move_after;
  reset_clock();
}

void HtpGame::set_time_left(Side side, Millis left, int moves) {
  auto& stint = stints_[game::index(side)];
  stint.reset();
  if (moves > 0) {
    stint = Stint{left, moves};
    if (has_clock(side)) session_.clock().set_left(side, Millis(0));
    return;
  }
  if (!has_clock(side)) told_[game::index(side)] = true;
  if (session_.clock().control().kind == TimeControl::Kind::None) {
    TimeControl control;
    control.kind = TimeControl::Kind::Fischer;
    control.total = left;
    session_.set_time_control(control);
  }
  session_.clock().set_left(side, left);
}

// A fallen flag is for the controller to call; the game goes on here.
void HtpGame::spend(Side side, Millis spent) {
  auto& stint = stints_[game::index(side)];
  if (!stint) {
    if (has_clock(side)) session_.clock().spend(side, spent);
    return;
  }
  stint->left = std::max(Millis(0), stint->left - spent);
  if (--stint->moves == 0) stint.reset();
}

std::optional<Millis> HtpGame::time_left(Side side) const {
  if (const auto& stint = stints_[game::index(side)]) return stint->left;
  if (!has_clock(side)) return std::nullopt;
  const auto left = session_.clock().left(side);
  return left == Millis(0) ? overtime_ : left;
}

search::Limits HtpGame::limits_for(Side side) const {
  const auto for_one_move = [&](Millis time) {
    TimeControl one_move;
    one_move.kind = TimeControl::Kind::PerMove;
    one_move.per_move = time;
    return GameClock(one_move).limits_for(side, 1, setup_.limits);
  };
  if (const auto& stint = stints_[game::index(side)])
    return for_one_move(stint->left / stint->moves);
  if (!has_clock(side)) return setup_.limits;
  const int empty = static_cast<int>(session_.position().legal_moves().size());
  auto limits = session_.clock().limits_for(side, std::max(1, empty / 2), setup_.limits);
  if (!limits.clock || overtime_ == Millis(0)) return limits;
  // While there is main time, the share of a period comes on top of each move's like an increment. When little is left of
  // it, a move has that share, and nobody gets back what it does not use.
  const Millis main = limits.clock->left;
  if (main >= kPeriodsOfMainTime * overtime_) {
    limits.clock->increment += overtime_;
    if (limits.time) *limits.time += overtime_ * 8 / 10;
    return limits;
  }
  return for_one_move(overtime_ + main / kPeriodsOfMainTime);
}

void HtpGame::set_ponder(bool ponder) {
  ponder_ = ponder;
  if (!ponder) pondering_.end();
}

void HtpGame::set_player(players::PlayerSpec spec) {
  auto player = make_engine(setup_, spec);
  pondering_.end();
  player_ = std::move(player);
  setup_.player = std::move(spec);
}

void HtpGame::allow_swap(bool allowed) {
  setup_.swap = allowed;
  game::GameRecord record = session_.record();
  record.setup.swap = allowed;
  keeping_clock([&] { session_.load(std::move(record)); });
}

}  // namespace losange::protocol
