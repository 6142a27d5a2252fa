#include "players/outside/hub_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "players/game/games.h"
#include "players/outside/hub_words.h"

namespace losange::players {

namespace {

using Kind = PlayerFailure::Kind;

constexpr const char* kUsualRules = "normal";  // what hub_variant calls international draughts

// All that limits a move, whichever comes first. Of a clock the time for the move is the program's own affair.
std::string level_line(const search::Limits& limits) {
  std::vector<std::string> words;
  if (limits.clock) {
    words.push_back(fmt::format("time={} inc={}", base::to_seconds(limits.clock->left),
                                base::to_seconds(limits.clock->increment)));
  } else if (limits.time) {
    words.push_back(fmt::format("move-time={}", base::to_seconds(*limits.time)));
  }
  if (limits.nodes) words.push_back(fmt::format("nodes={}", *limits.nodes));
  if (limits.depth) words.push_back(fmt::format("depth={}", *limits.depth));
  if (words.empty()) words.push_back("move-time=1");
  return "level " + base::joined(words, " ");
}

class HubPlayer : public Player {
 public:
  HubPlayer(std::string command_line, ProgramPatience patience, std::shared_ptr<ProgramLog> log)
      : program_(std::move(command_line), patience, std::move(log)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits, const Observer&,
                std::stop_token stop) override {
    return program_.or_kill([&] {
      return with_draughts(record.setup, [&](auto tag, const auto& config) {
        using G = typename decltype(tag)::Game;
        start_for(record, stop);
        if (std::exchange(fresh_game_, false)) program_.send("new-game");
        program_.send(position_line<G>(record, config));
        program_.send(level_line(limits));
        return think<G>(replay<G>(record, config), limits, std::move(stop));
      });
    });
  }

  // Parameters are for the start alone, and the rules are one of them: a first start before the game is known is for
  // the usual ones.
  void prepare() override {
    program_.or_kill([&] { start(variant_, {}); });
  }
  void new_game() override { fresh_game_ = true; }
  void set_up(const game::GameRecord& record, std::stop_token stop) override {
    program_.or_kill([&] { start_for(record, stop); });
  }
  std::string own_name() const override { return name_; }

 private:
  static std::string rules_of(const game::GameRecord& record) {
    return with_draughts(record.setup, [](auto, const auto& config) {
      return std::string(hub_variant(*config.rules));
    });
  }

  HubLine receive(ProgramLink::Question& question) {
    return understand(program_.next_line(question), question);
  }

  HubLine understand(const std::string& line, const ProgramLink::Question& question) {
    HubLine words;
    try {
      words = parse_hub_line(line);
    } catch (const base::UserError&) {
      return {};  // talk that is not ours to understand
    }
    // After an error the program may never answer.
    if (words.command == "error") {
      program_.fail(Kind::Protocol,
                    {"program.hub-error", "reports an error at '{}': {}", question.text,
                     base::printable(words.value("message").value_or(""), 100)});
    }
    return words;
  }

  // The parameter "variant", as the program declares it.
  struct Variants {
    std::string value;                // its rules at the start; empty: it has no such parameter
    std::vector<std::string> values;  // those it can play; empty: it does not say
  };

  void note_variants(const HubLine& line) {
    if (line.command != "param" || line.value("name") != "variant") return;
    variants_.value = line.value("value").value_or(kUsualRules);
    variants_.values = base::split_words(line.value("values").value_or(""));
  }

  // A program without the parameter plays the usual rules.
  bool knows(const std::string& variant) const {
    if (variants_.value.empty()) return variant == kUsualRules;
    return variants_.values.empty() || std::find(variants_.values.begin(), variants_.values.end(),
                                                 variant) != variants_.values.end();
  }

  void ask(const char* question, std::string_view answer, const std::stop_token& stop) {
    auto asked = program_.ask(question, program_.patience().startup, stop);
    while (true) {
      const std::string line = program_.next_line(asked);
      const HubLine words = understand(line, asked);
      const std::string& command = words.command;
      if (command == answer) return;
      note_variants(words);
      if (command == "id")
        name_ = base::printable(words.value("name").value_or(""), kLongestOwnName);
      if (!line.empty() && command != "id" && command != "param") {
        asked.remark = {"program.stray-hub", "; it said '{}', which is not Hub",
                        base::printable(line, 100)};
      }
    }
  }

  void start(const std::string& variant, const std::stop_token& stop) {
    if (program_.running() && variant == variant_) return;
    program_.start();
    variant_ = variant;
    variants_ = {};
    ask("hub", "wait", stop);
    if (knows(variant) && !variants_.value.empty() && variants_.value != variant)
      program_.send(fmt::format("set-param name=variant value={}", variant));
    ask("init", "ready", stop);
    fresh_game_ = true;
  }

  // Throws base::UserError where the program does not play these rules: it would take each game for
  // another.
  void start_for(const game::GameRecord& record, const std::stop_token& stop) {
    check_hub_board(record.setup);
    const std::string variant = rules_of(record);
    start(variant, stop);
    if (knows(variant)) return;
    throw base::UserError(
        "program.no-variant", "the program '{}' does not play '{}' (parameter variant): it has {}",
        program_.command_line(), variant,
        variants_.values.empty() ? std::string(kUsualRules)
                                 : base::joined(variants_.values, ", "));
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
    return fmt::format("pos pos={} moves=\"{}\"", start, base::joined(moves, " "));
  }

  template <class G>
  Answer think(const typename G::Position& position, const search::Limits& limits,
               std::stop_token stop) {
    auto question =
        program_.ask("go think", program_.patience().for_move(limits), std::move(stop), "stop");
    Answer answer;
    bool valued = false;
    while (true) {
      const HubLine line = receive(question);
      if (line.command == "info") valued |= note_info(line, answer.report);
      if (line.command != "done") continue;
      const std::string move = line.value("move").value_or("");
      try {
        answer.move = G::to_text(position, draughts::parse_hub_move(position, move));
      } catch (const base::UserError& error) {
        program_.fail(Kind::Illegal, {"program.illegal", "played '{}', which is not legal: {}",
                                      base::printable(move, 20), error.message()});
      }
      auto& report = answer.report;
      report.best = answer.move;
      // It tells one value, that of its move.
      if (valued)
        report.lines.push_back({answer.move,
                                report.value,
                                std::max<std::uint64_t>(1, report.nodes),
                                false,
                                {answer.move}});
      return answer;
    }
  }

  // True where it says what the position is worth.
  static bool note_info(const HubLine& line, TextReport& report) {
    if (const auto depth = base::parse_integer(line.value("depth").value_or(""))) {
      report.depth = static_cast<int>(*depth);
    }
    if (const auto nodes = base::parse_integer(line.value("nodes").value_or(""))) {
      report.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, *nodes));
    }
    const auto score = base::parse_real(line.value("score").value_or(""));
    if (score) report.value = std::tanh(*score);
    return score.has_value();
  }

  ProgramLink program_;
  std::string name_;  // its own
  std::string variant_ = kUsualRules;
  Variants variants_;
  bool fresh_game_ = true;
};

}  // namespace

void check_hub_board(const game::GameSetup& setup) {
  const auto config = draughts::config_of(setup);
  const int usual = draughts::checked_size(*config.rules, 0);
  if (config.size == usual) return;
  throw base::UserError("program.hub-board",
                        "programs behind Hub play {0} draughts on {1}x{1} alone, not on {2}x{2}",
                        config.rules->name, usual, config.size);
}

std::unique_ptr<Player> make_hub_player(std::string command_line, ProgramPatience patience,
                                        std::shared_ptr<ProgramLog> log) {
  return std::make_unique<HubPlayer>(std::move(command_line), patience, std::move(log));
}

}  // namespace losange::players
