#include "match/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "players/kinds/pondering.h"

namespace losange::match {

namespace {

using players::PlayerFailure;

Ending ending_of(PlayerFailure::Kind kind) {
  switch (kind) {
    case PlayerFailure::Kind::Crash: return Ending::Crash;
    case PlayerFailure::Kind::Illegal: return Ending::Illegal;
    case PlayerFailure::Kind::Hang: return Ending::Hang;
    case PlayerFailure::Kind::Protocol: return Ending::Protocol;
  }
  return Ending::Crash;
}

// In tenths of milliseconds: exact enough for fast players, and short in the files.
double rounded_seconds(const base::Stopwatch& watch) {
  return std::round(watch.seconds() * 1e4) / 1e4;
}

// The two sides may have different clocks, and a Session keeps one: the mover's is put in for the move.
class Referee {
 public:
  Referee(const GameRules& rules, const Opening& opening, const std::array<Seat, 2>& seats)
      : rules_(rules),
        seats_(seats),
        session_(rules.setup),
        clocks_{players::GameClock(seats[0].limits.clock),
                players::GameClock(seats[1].limits.clock)} {
    for (const auto& move : opening.moves) session_.play(move);
  }

  std::optional<PlayedGame> play(std::stop_token stop) {
    if (!set_up(stop)) return std::nullopt;
    while (!session_.over()) {
      if (!make_move(stop)) return std::nullopt;
    }
    const game::Result result = session_.result();
    played_.outcome = result.outcome;
    played_.moves = session_.record().moves();
    if (result.reason == "resign") played_.ending = Ending::Resign;
    if (result.reason == "time") played_.ending = Ending::Time;
    return std::move(played_);
  }

 private:
  // Nobody's clock runs yet. False when the game is to be given up because of `stop`.
  bool set_up(const std::stop_token& stop) {
    for (const game::Side side : {game::Side::First, game::Side::Second}) {
      players::Player& player = *seats_[game::index(side)].player;
      try {
        player.new_game();
        player.set_up(session_.record(), stop);
      } catch (const PlayerFailure& failure) {
        if (stop.stop_requested()) return false;
        fail(side, ending_of(failure.kind), failure.what());
        return true;
      } catch (const base::UserError&) {
        if (stop.stop_requested()) return false;
        throw;
      }
    }
    return !stop.stop_requested();
  }

  // False when the game is to be given up because of `stop`.
  bool make_move(const std::stop_token& stop) {
    const game::Side side = session_.to_move();
    const Seat& seat = seats_[game::index(side)];
    auto& clock = clocks_[game::index(side)];
    session_.clock() = clock;
    session_.base_limits() = search::Limits{.time = seat.limits.move_time,
                                            .nodes = seat.limits.nodes,
                                            .depth = {},
                                            .clock = {},
                                            .threads = seat.limits.threads,
                                            .seed = seat.seed};
    players::Pondering pondering;
    const Seat& waiting = seats_[game::index(game::other(side))];
    if (rules_.ponder) {
      const search::Limits limits{.time = {},
                                  .nodes = {},
                                  .depth = {},
                                  .clock = {},
                                  .threads = waiting.limits.threads,
                                  .seed = waiting.seed};
      pondering.start(*waiting.player, session_.record(), limits);
    }
    const base::Stopwatch watch;
    players::Answer answer;
    try {
      answer = session_.consult(*seat.player, session_.limits_for_move(), {}, stop);
    } catch (const PlayerFailure& failure) {
      if (stop.stop_requested()) return false;
      played_.seconds.push_back(rounded_seconds(watch));
      fail(side, ending_of(failure.kind), failure.what());
      return true;
    } catch (const base::UserError&) {
      if (stop.stop_requested()) return false;
      throw;
    }
    if (stop.stop_requested()) return false;
    played_.seconds.push_back(rounded_seconds(watch));
    const base::Millis spent = watch.elapsed();
    if (oversteps(seat, spent)) {
      ++played_.oversteps[static_cast<std::size_t>(game::index(side))];
      if (rules_.strict_time) {
        session_.lose(side, "time");
        note_time(spent, *seat.limits.move_time);
        return true;
      }
    }
    const auto left = clock.left(side);
    try {
      session_.play(answer.resign ? "resign" : answer.move, spent);
    } catch (const base::UserError& error) {
      fail(side, Ending::Illegal, error.what());
    }
    if (left && session_.result().reason == "time") note_time(spent, *left);
    clock = session_.clock();
    return true;
  }

  bool oversteps(const Seat& seat, base::Millis spent) const {
    return seat.limits.move_time && spent > *seat.limits.move_time + rules_.time_margin;
  }

  void note_time(base::Millis spent, base::Millis allowed) {
    played_.detail = fmt::format("time: a move took {} s where {} s were left",
                                 base::to_seconds(spent), base::to_seconds(allowed));
  }

  void fail(game::Side side, Ending ending, const std::string& what) {
    played_.ending = ending;
    played_.detail = what;
    session_.lose(side, "forfeit");
  }

  const GameRules& rules_;
  const std::array<Seat, 2>& seats_;
  players::Session session_;
  std::array<players::GameClock, 2> clocks_;
  PlayedGame played_;
};

}  // namespace

std::string_view to_text(Ending ending) {
  switch (ending) {
    case Ending::Board: return "board";
    case Ending::Resign: return "resign";
    case Ending::Time: return "time";
    case Ending::Illegal: return "illegal";
    case Ending::Crash: return "crash";
    case Ending::Hang: return "hang";
    case Ending::Protocol: return "protocol";
  }
  return "board";
}

std::optional<Ending> ending_from(std::string_view text) {
  const auto found = std::find_if(kEndings.begin(), kEndings.end(),
                                  [&](Ending ending) { return to_text(ending) == text; });
  if (found == kEndings.end()) return std::nullopt;
  return *found;
}

std::optional<PlayedGame> play_game(const GameRules& rules, const Opening& opening,
                                    const std::array<Seat, 2>& seats, std::stop_token stop) {
  return Referee(rules, opening, seats).play(std::move(stop));
}

}  // namespace losange::match
