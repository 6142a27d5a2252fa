#include "protocol/hub/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "draughts/evaluation/evaluation.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "players/alphabeta/draughts_player.h"
#include "players/game/any_position.h"
#include "players/game/games.h"
#include "players/game/sure_answer.h"
#include "players/registry.h"
#include "search/budget.h"

namespace losange::protocol {

namespace {

using players::HubLine;
using players::hub_argument;

constexpr int kScoreOfMan = 1000;
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

// MiB of table, as far as the machine has memory.
std::int64_t most_table() {
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(base::most_mebibytes()), 1, 65536);
}

// Instead of a level that cannot be understood: whoever sent it waits for a move all the same.
constexpr base::Millis kUnclearLevel{1000};

// A number of a level; throws where it is none, or not between these.
std::optional<double> number_of(const HubLine& line, std::string_view name, double least,
                                double most) {
  const auto text = line.value(name);
  if (!text) return std::nullopt;
  const auto number = base::parse_real(*text);
  if (number && *number >= least && *number <= most) return number;
  throw base::UserError(
      fmt::format("level: {} takes a number from {} to {}; '{}' counts as {} s a move", name, least,
                  most, base::printable(*text, 40), kUnclearLevel.count() / 1000));
}

}  // namespace

HubEngine::HubEngine(std::ostream& out, std::string version, HubParameters parameters,
                     players::PlayerMaker make_player)
    : out_(out),
      version_(std::move(version)),
      parameters_(std::move(parameters)),
      make_(std::move(make_player)) {
  record_ = game::GameRecord(draughts::setup_of(config()));
}

HubEngine::~HubEngine() { end_search(true); }

draughts::Config HubEngine::config() const {
  const auto& rules = players::rules_of_hub_variant(parameters_.variant);
  return {&rules, draughts::checked_size(rules, 0)};
}

void HubEngine::send(const std::string& line) {
  const std::lock_guard lock(out_mutex_);
  out_ << line << '\n' << std::flush;
  if (!out_) broken_ = true;
}

void HubEngine::complain(const std::string& message) {
  send("error " + hub_argument("message", message));
}

bool HubEngine::handle(std::string_view text) {
  HubLine line;
  try {
    line = players::parse_hub_line(text);
    const std::string& command = line.command;
    if (command == "ping") {
      send("pong");
      return true;
    }
    if (command == "stop") {
      end_search(false);
      return true;
    }
    if (command == "ponder-hit") {
      if (thread_.joinable() && mode_ == Mode::Ponder) {
        end_search(true);
        begin_search(Mode::Think);
      }
      return true;
    }
    if (command == "quit") {
      end_search(false);
      return false;
    }
    if (command == "hub") {
      introduce();
    } else if (command == "set-param") {
      finish();
      set_parameter(line);
    } else if (command == "init") {
      finish();
      make_player();
      send("ready");
    } else if (command == "new-game") {
      finish();
      if (player_) player_->new_game();
    } else if (command == "pos") {
      finish();
      set_position(line);
    } else if (command == "level") {
      finish();
      set_level(line);
    } else if (command == "go") {
      finish();
      go(line);
    }
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return true;
}

void HubEngine::introduce() {
  send(fmt::format("id name=Losange {} author=Losange country=France",
                   hub_argument("version", version_)));
  std::vector<std::string> variants;
  for (const auto& rules : draughts::all_rules()) variants.push_back(players::hub_variant(rules));
  send(fmt::format("param name=variant value={} type=enum {}", parameters_.variant,
                   hub_argument("values", base::joined(variants, " "))));
  send(fmt::format("param name=eval value={} type=enum {}", parameters_.evaluation,
                   hub_argument("values", base::joined(draughts::cost_names(), " "))));
  send(fmt::format("param name=bb-size value={} type=int min=0 max=5", parameters_.endings));
  send(fmt::format("param name=table value={} type=int min=1 max={}", parameters_.table_mib,
                   most_table()));
  send(fmt::format("param name=threads value={} type=int min=1 max=1024", parameters_.threads));
  send("wait");
}

void HubEngine::set_parameter(const HubLine& line) {
  const std::string name = line.value("name").value_or(""),
                    value = line.value("value").value_or("");
  const auto integer = [&](int& target, std::int64_t least, std::int64_t most) {
    const auto number = base::parse_integer(value);
    if (!number || *number < least || *number > most) {
      throw base::UserError(fmt::format("{} takes {} to {}", name, least, most));
    }
    target = static_cast<int>(*number);
  };
  if (name == "variant") {
    parameters_.variant = players::hub_variant(players::rules_of_hub_variant(value));
    record_ = game::GameRecord(draughts::setup_of(config()));
  } else if (name == "eval") {
    const auto& names = draughts::cost_names();
    if (std::find(names.begin(), names.end(), value) == names.end()) {
      throw base::UserError(fmt::format("eval takes {}", base::joined(names, ", ")));
    }
    parameters_.evaluation = value;
  } else if (name == "bb-size") {
    integer(parameters_.endings, 0, 5);
  } else if (name == "table") {
    integer(parameters_.table_mib, 1, most_table());
  } else if (name == "threads") {
    integer(parameters_.threads, 1, 1024);
  }
  player_.reset();
}

void HubEngine::make_player() {
  const auto spec = players::PlayerSpec::parse(
      fmt::format("draughts:eval={},endings={},table={}", parameters_.evaluation,
                  parameters_.endings, parameters_.table_mib));
  player_ = make_ ? make_(spec) : players::make_player(spec);
}

void HubEngine::set_position(const HubLine& line) {
  record_.reset();  // a move in the position before would be an answer to another question
  game::GameRecord record(draughts::setup_of(config()));
  draughts::with_variant(config(), [&](const auto& variant) {
    using Bits = std::decay_t<decltype(variant.start.kings)>;
    auto position = draughts::parse_hub_position(variant, line.value("pos").value_or(""));
    draughts::set_start(record, config(), draughts::to_fen(position));
    for (const auto& word : base::split_words(line.value("moves").value_or(""))) {
      const auto move = draughts::parse_hub_move(position, word);
      record.play({position.to_move(), draughts::Draughts<Bits>::to_text(position, move)});
      position.play(move);
    }
  });
  record_ = std::move(record);
  level_ = {};
  infinite_ = false;
}

void HubEngine::set_level(const HubLine& line) try {
  search::Limits limits;
  constexpr double kMostSeconds = 1e8;
  const auto seconds = [&](const char* name) { return number_of(line, name, 0, kMostSeconds); };
  if (const auto depth = number_of(line, "depth", 1, 1e9))
    limits.depth = static_cast<int>(std::min<double>(*depth, players::kEndlessDepth));
  if (const auto nodes = number_of(line, "nodes", 1, 1e18))
    limits.nodes = static_cast<std::uint64_t>(*nodes);
  if (const auto time = seconds("move-time"))
    limits.time = std::max(base::Millis(1), base::to_millis(*time));
  const auto moves = number_of(line, "moves", 0, 1e9);
  const auto increment = seconds("inc");
  if (const auto time = seconds("time")) {
    const search::ClockState clock{base::to_millis(*time), base::to_millis(increment.value_or(0))};
    if (moves && *moves >= 1) {
      // So many moves to the next control: an even share of what can be thought away.
      const auto count = static_cast<int>(std::min(*moves, 1e6));
      limits.time = std::max(base::Millis(1), search::spare_time(clock, count) / count);
    } else {
      limits.clock = clock;
    }
  } else if (moves || increment) {
    throw base::UserError(
        fmt::format("level: moves and inc belong to a time; without one {} s a move count",
                    kUnclearLevel.count() / 1000));
  }
  // Several lines may add up: each names what it limits.
  if (limits.depth) level_.depth = limits.depth;
  if (limits.nodes) level_.nodes = limits.nodes;
  if (limits.time) level_.time = limits.time;
  if (limits.clock) level_.clock = limits.clock;
  infinite_ = infinite_ || line.has("infinite");
} catch (const base::UserError&) {
  level_.time = kUnclearLevel;
  throw;
}

std::optional<game::GameRecord> HubEngine::searchable() const {
  return players::with_draughts(record_->setup, [&](auto tag, const auto& config) {
    using G = typename decltype(tag)::Game;
    const auto position = players::replay<G>(*record_, config);
    std::optional<game::GameRecord> result;
    if (!position.can_move()) return result;
    result = *record_;
    if (position.outcome() != game::Outcome::Ongoing) {
      // Whoever asks has other rules for draws, or plays on: then the past counts for nothing.
      result.emplace(record_->setup);
      draughts::set_start(*result, config, draughts::to_fen(position));
    }
    return result;
  });
}

void HubEngine::go(const HubLine& line) {
  if (!record_) throw base::UserError("there is no position to search: the last one was refused");
  auto record = searchable();
  if (!record) {
    complain("the game is over: there is nothing to search");
    send("done");  // as Scan does, so that nobody waits for it
    return;
  }
  searched_ = *std::move(record);
  try {
    if (!player_) make_player();
    begin_search(line.has("ponder")    ? Mode::Ponder
                 : line.has("analyze") ? Mode::Analyze
                                       : Mode::Think);
  } catch (const std::exception& error) {  // no memory for the player, or no thread
    complain(error.what());
    send(done_line({}));
  }
}

void HubEngine::begin_search(Mode mode) {
  mode_ = mode;
  quiet_end_ = false;
  search::Limits limits = level_;
  if (infinite_ || mode == Mode::Ponder) limits = {};
  const bool limited = limits.depth || limits.nodes || limits.time || limits.clock;
  if (!limited) limits.depth = players::kEndlessDepth;
  ends_ = limited && mode == Mode::Think;
  limits.threads = parameters_.threads;
  thread_ = std::jthread([this, limits](std::stop_token stop) { search(limits, stop); });
}

void HubEngine::search(const search::Limits& limits, std::stop_token stop) {
  std::string done;
  try {
    const auto [answer, trouble] = players::choose_surely(
        *player_, searched_, limits, [this](const players::TextReport& report) { tell(report); },
        stop);
    if (!trouble.empty()) complain(trouble);
    tell(answer.report);
    done = done_line(answer);
  } catch (const std::exception& error) {
    complain(error.what());
  }
  if (!ends_) {
    // However soon all is known: who ponders or analyzes waits for no answer before it says stop.
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
  }
  if (!quiet_end_ && !done.empty()) send(done);
}

// Texts of moves from the searched position on, as Hub writes them, up to one that cannot be played.
std::vector<std::string> HubEngine::hub_words_of(const std::vector<std::string>& moves) const {
  return players::with_draughts(searched_.setup, [&](auto tag, const auto& c) {
    using G = typename decltype(tag)::Game;
    auto position = players::replay<G>(searched_, c);
    std::vector<std::string> words;
    try {
      for (const auto& text : moves) {
        const auto move = G::parse(position, text);
        words.push_back(draughts::hub_text(position.variant(), move));
        position.play(move);
      }
    } catch (const base::UserError&) {
      // What comes before it is still true, and a line is never worth the answer.
    }
    return words;
  });
}

void HubEngine::tell(const players::TextReport& report) {
  if (report.lines.empty() || report.depth == 0) return;
  const auto pv = hub_words_of(report.lines.front().variation);
  // In hundredths, so that none of them is below zero by less than is written.
  const double score = static_cast<double>(report.score * 100 / kScoreOfMan) / 100;
  const double speed =
      report.seconds > 0 ? static_cast<double>(report.nodes) / report.seconds / 1e6 : 0;
  send(fmt::format("info depth={} score={:.2f} nodes={} time={:.3f} nps={:.3f} {}", report.depth,
                   std::clamp(score, -999.0, 999.0), report.nodes, report.seconds, speed,
                   hub_argument("pv", base::joined(pv, " "))));
}

// An answer without a move that can be played is any legal one.
std::string HubEngine::done_line(const players::Answer& answer) const {
  std::vector<std::string> line{answer.move};
  if (!answer.report.lines.empty() && answer.report.lines.front().variation.size() > 1 &&
      answer.report.lines.front().move == answer.move) {
    line.push_back(answer.report.lines.front().variation[1]);
  }
  auto words = hub_words_of(line);
  if (words.empty()) words = hub_words_of({players::replay(searched_)->legal_moves().front()});
  std::string done = "done " + hub_argument("move", words.at(0));
  if (words.size() > 1) done += " " + hub_argument("ponder", words[1]);
  return done;
}

void HubEngine::end_search(bool quietly) {
  if (!thread_.joinable()) return;
  if (quietly) quiet_end_ = true;
  thread_.request_stop();
  thread_.join();
}

void HubEngine::finish() {
  if (!thread_.joinable()) return;
  if (!ends_) thread_.request_stop();
  thread_.join();
}

void serve_hub(std::istream& in, std::ostream& out, std::string version, HubParameters parameters) {
  HubEngine engine(out, std::move(version), std::move(parameters));
  std::string line;
  bool more = true;
  while (more && !engine.broken()) {
    line.clear();
    char c = 0;
    while ((more = static_cast<bool>(in.get(c))) && c != '\n') {
      if (line.size() <= kLongestLine) line += c;
    }
    if (line.size() > kLongestLine) {
      engine.complain(fmt::format("a line is longer than {} characters", kLongestLine));
    } else if (!engine.handle(line)) {
      return;
    }
  }
  engine.finish();
}

}  // namespace losange::protocol
