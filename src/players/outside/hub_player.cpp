#include "players/outside/hub_player.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <utility>

#include "base/process.h"
#include "base/text.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "players/game/games.h"
#include "players/outside/hub_words.h"

namespace losange::players {

namespace {

using base::Clock;
using base::Millis;
using Kind = PlayerFailure::Kind;

constexpr const char* kUsualRules = "normal";  // what hub_variant calls international draughts

std::string level_line(const search::Limits& limits) {
  if (limits.clock) {
    return fmt::format("level time={} inc={}", base::to_seconds(limits.clock->left),
                       base::to_seconds(limits.clock->increment));
  }
  if (limits.nodes) return fmt::format("level nodes={}", *limits.nodes);
  if (limits.depth) return fmt::format("level depth={}", *limits.depth);
  return fmt::format("level move-time={}", limits.time ? base::to_seconds(*limits.time) : 1.0);
}

class HubPlayer : public Player {
 public:
  HubPlayer(std::string command_line, ExternalPatience patience)
      : command_line_(std::move(command_line)), patience_(patience) {}

  ~HubPlayer() override {
    if (process_ && process_->running() && process_->write("quit\n")) {
      process_->ends_within(patience_.quit);
    }
  }

  Answer choose(const game::GameRecord& record, const search::Limits& limits, const Observer&,
                std::stop_token stop) override {
    try {
      return with_draughts(record.setup, [&](auto tag, const auto& config) {
        using G = typename decltype(tag)::Game;
        start(hub_variant(*config.rules));
        if (std::exchange(fresh_game_, false)) send("new-game");
        send(position_line<G>(record, config));
        send(level_line(limits));
        return think<G>(replay<G>(record, config), limits, std::move(stop));
      });
    } catch (...) {
      process_.reset();  // whatever state it is in, the next move starts from a fresh one
      throw;
    }
  }

  // Parameters are for the start alone, and the rules are one of them: a first start before the game is known is for
  // the usual ones.
  void prepare() override {
    try {
      start(variant_);
    } catch (...) {
      process_.reset();
      throw;
    }
  }
  void new_game() override { fresh_game_ = true; }

 private:
  [[noreturn]] void fail(Kind kind, const std::string& what) {
    throw PlayerFailure(kind, fmt::format("the program '{}' {}", command_line_, what));
  }

  void send(const std::string& line) {
    if (process_->write(line + "\n")) return;
    fail(Kind::Crash,
         fmt::format("{} at '{}'", process_->parting_text("no longer reads what it is sent,"),
                     line));
  }

  // The next line; nothing when `stop` was requested first.
  std::optional<HubLine> receive(Clock::time_point deadline, const std::stop_token& stop,
                                 const char* what) {
    std::string line;
    switch (process_->read_line(line, deadline, stop)) {
      case base::Process::Read::Line: break;
      case base::Process::Read::Stopped: return std::nullopt;
      case base::Process::Read::TimedOut:
        fail(Kind::Hang, fmt::format("did not answer {} in time", what));
      case base::Process::Read::TooLong: fail(Kind::Crash, "sent a line that does not end");
      case base::Process::Read::Ended:
        fail(Kind::Crash,
             fmt::format("{} at {}", process_->parting_text("closed its output,"), what));
    }
    try {
      return parse_hub_line(line);
    } catch (const base::UserError&) {
      return HubLine{};  // talk that is not ours to understand
    }
  }

  HubLine wait_for(std::string_view command, Millis patience, const char* what) {
    const auto deadline = Clock::now() + patience;
    while (true) {
      auto line = *receive(deadline, {}, what);
      if (line.command == command) return line;
      if (line.command == "error") report_error(line, what);
    }
  }

  [[noreturn]] void report_error(const HubLine& line, const char* what) {
    fail(Kind::Crash, fmt::format("reports an error at {}: {}", what,
                                  base::printable(line.value("message").value_or(""), 100)));
  }

  void start(const std::string& variant) {
    if (process_ && (!process_->running() || variant != variant_)) process_.reset();
    if (process_) return;
    process_.emplace(command_line_);
    variant_ = variant;
    send("hub");
    wait_for("wait", patience_.startup, "'hub'");
    if (variant != kUsualRules) send(fmt::format("set-param name=variant value={}", variant));
    send("init");
    wait_for("ready", patience_.startup, "'init'");
    fresh_game_ = true;
  }

  // The start of the record and every move since, so that the program sees repetitions.
  template <class G>
  static std::string position_line(const game::GameRecord& record, const draughts::Config& config) {
    std::vector<std::string> moves;
    std::string start;
    const auto end =
        replay<G>(record, config, [&](const auto& before, const game::RecordNode& node) {
          if (!node.move) return;
          if (start.empty()) start = draughts::to_hub_position(before);
          moves.push_back(draughts::hub_text(before.variant(), G::parse(before, node.move->text)));
        });
    if (start.empty()) return fmt::format("pos pos={}", draughts::to_hub_position(end));
    return fmt::format("pos pos={} moves=\"{}\"", start, fmt::join(moves, " "));
  }

  template <class G>
  Answer think(const typename G::Position& position, const search::Limits& limits,
               std::stop_token stop) {
    Millis patience = patience_.unlimited;
    if (limits.time && !limits.nodes && !limits.depth) patience = *limits.time + patience_.grace;
    if (limits.clock) patience = limits.clock->left + patience_.grace;
    auto deadline = Clock::now() + patience;
    send("go think");
    Answer answer;
    while (true) {
      const auto line = receive(deadline, stop, "'go think'");
      if (!line) {
        send("stop");
        deadline = std::min(deadline, Clock::now() + patience_.interrupt);
        stop = {};
        continue;
      }
      if (line->command == "info") note_info(*line, answer.report);
      // After an error the program may never answer.
      if (line->command == "error") report_error(*line, "'go think'");
      if (line->command != "done") continue;
      const std::string move = line->value("move").value_or("");
      try {
        answer.move = G::to_text(position, draughts::parse_hub_move(position, move));
      } catch (const base::UserError& error) {
        fail(Kind::Illegal, fmt::format("played '{}', which is not legal: {}",
                                        base::printable(move, 20), error.what()));
      }
      answer.report.best = answer.move;
      return answer;
    }
  }

  static void note_info(const HubLine& line, TextReport& report) {
    if (const auto depth = base::parse_integer(line.value("depth").value_or(""))) {
      report.depth = static_cast<int>(*depth);
    }
    if (const auto nodes = base::parse_integer(line.value("nodes").value_or(""))) {
      report.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, *nodes));
    }
    if (const auto score = base::parse_real(line.value("score").value_or(""))) {
      report.value = std::tanh(*score);
    }
  }

  std::string command_line_;
  ExternalPatience patience_;
  std::optional<base::Process> process_;
  std::string variant_ = kUsualRules;
  bool fresh_game_ = true;
};

}  // namespace

std::unique_ptr<Player> make_hub_player(std::string command_line, ExternalPatience patience) {
  return std::make_unique<HubPlayer>(std::move(command_line), patience);
}

}  // namespace losange::players
