// `losange dxp`: the draughts engine behind the DamExchange Protocol; it follows a program that leads, or leads one
// that follows.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "commands/common/endings.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "draughts/text/fen.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "players/registry.h"
#include "players/seat.h"
#include "protocol/dxp/socket.h"

namespace losange::commands {

namespace {

constexpr const char* kDxpHelp =
    "Without --connect it waits for a leader and follows it until that wants no more games.\n"
    "With --connect it leads: it asks for --games games by turns with both colours, White first.\n"
    "Either prints each result. International rules on 10x10.\n\n"
    "Examples:\n"
    "  losange dxp --move-time 2\n"
    "  losange dxp --connect localhost --games 10 --minutes 5 --out games.pdn";

struct Dxp {
  Options common;
  std::string player = "draughts";
  int port = protocol::kDxpPort;
  bool open_to_all = false;
  std::string connect, fen, out;
  int games = 2, minutes = 3, moves = 75;
  double patience_s = 0;  // 0: not given

  void add_options(Command app) {
    names_player(app.add_option("--player", player, "Who chooses the moves")
                     .capture_default_str()
                     .type_name("SPEC"));
    const auto waits =
        app.add_number("--port", port, "The port to wait on; 0: any free one", 0, 65535)
            .capture_default_str();
    const auto open =
        app.add_flag("--open-to-all", open_to_all, "Wait on every address, not on 127.0.0.1 alone");
    const auto leads =
        app.add_option("--connect", connect,
                       fmt::format("Lead a follower that waits at this address; without a port {}",
                                   protocol::kDxpPort))
            .type_name("HOST[:PORT]")
            .excludes(waits)
            .excludes(open);
    const auto of_leader = [&](Option option) { option.needs(leads); };
    of_leader(app.add_number("--games", games, "Leader: games to play", 1, 100'000)
                  .capture_default_str());
    of_leader(app.add_number("--minutes", minutes,
                             "Leader: minutes for each side in a game; ours too without "
                             "--move-time or --nodes",
                             0, 999)
                  .capture_default_str());
    of_leader(app.add_number("--moves", moves,
                             "Leader: moves after which the follower may end a game; 0: none", 0,
                             999)
                  .capture_default_str());
    of_leader(
        app.add_option("--fen", fen, "Leader: the position games begin with").type_name("FEN"));
    of_leader(app.add_option("--out,--output", out, "Leader: add the games to this PDN file")
                  .type_name("FILE"));
    of_leader(app.add_number("--patience", patience_s,
                             "Leader: seconds of silence before it gives up; without it the "
                             "minutes of a game and ten seconds",
                             0.01, 1e6)
                  .type_name("SECONDS"));
    common.add_move_time(app);
    common.add_nodes(app);
    common.add_threads(app);
    common.add_seed(app);
  }

  // The player, an engine for the board of the protocol.
  std::unique_ptr<players::Player> engine() const {
    check_player(players::PlayerSpec::parse(player), draughts::setup_of({}));
    auto made = players::make_player(player);
    if (made->waits_for_person()) {
      refuse_usage(
          "a person cannot play over DXP: name an engine (losange players lists them)");
    }
    return made;
  }

  struct Score {
    int won = 0, drawn = 0, lost = 0, unknown = 0;
    int games() const { return won + drawn + lost + unknown; }
  };

  // Both programs may have one name: it is said which side was ours.
  static void tell(const game::GameRecord& record, game::Side ours, Score& score) {
    const auto outcome = record.result.outcome;
    const bool known = outcome != game::Outcome::Ongoing;
    const auto value = game::value_for(ours, outcome);
    ++(!known ? score.unknown : value > 0 ? score.won : value < 0 ? score.lost : score.drawn);
    fmt::print(
        "game {}: {} as {} against {}, {}\n", score.games(),
        !known      ? "unknown result"
        : value > 0 ? "won"
        : value < 0 ? "lost"
                    : "drawn",
        players::side_name(ours, record.setup),
        base::printable(record.players[static_cast<std::size_t>(game::index(game::other(ours)))]),
        base::counted((record.moves().size() + 1) / 2, "move"));
    std::fflush(stdout);  // the next game may be stopped
  }

  void follow() const {
    Score score;
    protocol::DxpFollower follower(engine(), common.limits());
    protocol::serve_dxp(
        port, open_to_all, follower,
        [&](int got) {
          base::say_aside("waiting for a leader on {}:{}\n", open_to_all ? "0.0.0.0" : "127.0.0.1",
                          got);
        },
        base::stop_on_interrupt(),
        [&](const game::GameRecord& record, game::Side ours) { tell(record, ours, score); });
  }

  protocol::DxpRequest wished() const {
    protocol::DxpRequest request;
    request.minutes = minutes;
    request.moves = moves;
    if (fen.empty()) return request;
    const draughts::Config config;
    const auto& variant = draughts::variant<draughts::Bits64>(*config.rules, config.size);
    request.position = draughts::to_hub_position(draughts::parse_fen(variant, fen));
    return request;
  }

  // With the tags that PDN asks for, and two names that differ.
  game::GameRecord for_file(game::GameRecord record, game::Side ours, int round) const {
    record.event = fmt::format("DXP games against {}", connect);
    record.date = players::today();
    record.node(game::kRoot).other.push_back({"Round", {std::to_string(round)}});
    auto& us = record.players[static_cast<std::size_t>(game::index(ours))];
    auto& them = record.players[static_cast<std::size_t>(game::index(game::other(ours)))];
    if (us == them) {
      us += fmt::format(" ({})", player);
      them += fmt::format(" ({})", connect);
    }
    return record;
  }

  void lead() const {
    if (!out.empty()) base::check_writable(out);
    protocol::DxpLeader leader(engine(), common.limits(), wished(), games);
    const auto patience = base::to_millis(patience_s > 0 ? patience_s : minutes * 60.0 + 10);
    Score score;
    const auto ended = [&](const game::GameRecord& record, game::Side ours) {
      tell(record, ours, score);
      if (!out.empty())
        base::append_file(out, players::write_game(for_file(record, ours, score.games())) + "\n");
    };
    protocol::lead_dxp(protocol::DxpAddress::parse(connect), leader, patience, ended,
                       base::stop_on_interrupt());
    const auto [won, drawn, lost, unknown] = score;
    fmt::print("score {} of {}: won {}, drawn {}, lost {}\n", won + drawn / 2.0, won + drawn + lost,
               won, drawn, lost);
    if (unknown > 0) fmt::print("{} without a result\n", unknown);
    if (!out.empty() && score.games() > 0) say_written(out);
  }
};

}  // namespace

void add_dxp(Command program) {
  auto dxp = std::make_shared<Dxp>();
  const auto command = program.add_subcommand(
      "dxp", "Play draughts over TCP with another program (DamExchange), following or leading it");
  command.group(kConnect);
  command.footer(kDxpHelp);
  dxp->add_options(command);
  command.callback([dxp] {
    show_endings_progress(EndingsShown::Always);
    dxp->connect.empty() ? dxp->follow() : dxp->lead();
  });
}

}  // namespace losange::commands
