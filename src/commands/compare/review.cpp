// `losange review`: a saved game gone through by an engine, move by move, as the window finds mistakes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/aside.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "base/threads/progress.h"
#include "commands/common/endings.h"
#include "commands/common/opened_game.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/compare/review_words.h"
#include "commands/line/command.h"
#include "players/files/open_game.h"
#include "players/files/write_game.h"
#include "players/game/any_position.h"
#include "players/registry.h"
#include "players/seat.h"
#include "window/choices/levels.h"
#include "window/findings/line_study.h"
#include "window/findings/sweep.h"

namespace losange::commands {

namespace {

using game::NodeId;
using game::Side;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kCloser = 8;     // times as much where a move seems to have cost something
constexpr double kProgramSeconds = 1.0;  // for a program that counts in its own way

struct ReviewOptions {
  Options common;
  std::string game, player, output;
  std::uint64_t visits = 0;  // 0: as the window has them
};

class Review {
 public:
  Review(const ReviewOptions& options, game::GameRecord record)
      : options_(options),
        record_(std::move(record)),
        spec_(players::PlayerSpec::parse(
            options.player.empty() ? window::adviser_spec(record_.setup) : options.player)),
        label_(window::spec_at_level(spec_.name, window::level_of(spec_.text()))),
        visits_(window::sweep_visits(spec_.name)) {
    check_player(spec_, record_.setup);
    seconds_ = options.common.move_time_s;
    if (seconds_ == 0 && players::find_strategy(spec_.name).make_program)
      seconds_ = kProgramSeconds;
    if (options.visits > 0) visits_ = {options.visits, kCloser * options.visits};
    // By time nobody knows how many they will be.
    if (seconds_ > 0) visits_ = {1, std::numeric_limits<std::uint64_t>::max()};
    if (without_search()) visits_ = {1, 1};
    given_ = given_moves(record_);
    forget_others();
    value_end();
  }

  // False where it was stopped: then it knows a part of the game.
  bool look(const std::stop_token& stop);
  std::string text() const;
  Json json() const;
  // The game with its values, and each mistake with a comment and the better moves.
  game::GameRecord annotated() const;
  std::string engine_text() const;
  bool counts_men() const { return window::counts_men(label_); }
  const game::GameRecord& record() const { return record_; }

 private:
  // What the file has of engines that are not this one, as it looks now.
  void forget_others();
  search::Limits limits_of(const window::Sweep::Step& step) const;
  std::string side_name(Side side) const { return players::side_name(side, record_.setup); }
  std::string worth(double value_for_first, Side side) const;
  std::string totals_text(const window::LineStudy& study, Side side) const;
  // The net alone looks at a position once.
  bool without_search() const { return spec_.name == "net"; }
  // The last move is judged by the result where the game ended on the board.
  void value_end();
  std::string judgement(const window::LineStudy& study, std::size_t at) const;
  window::LineStudy study() const { return window::study_line(record_, record_.cursor()); }

  const ReviewOptions& options_;
  game::GameRecord record_;
  players::PlayerSpec spec_;
  std::string label_;  // whose opinion it is, as the window writes it
  double seconds_ = 0;
  std::size_t given_ = 0;  // moves of the opening that a match gave: nobody chose them
  window::SweepVisits visits_;
};

void Review::forget_others() {
  // An engine that is named may have other settings, which the file does not tell.
  const bool may_be_same = options_.player.empty() && seconds_ == 0;
  std::size_t moves = 0;
  for (const NodeId node : record_.line()) {
    if (record_.node(node).move) ++moves;
    const auto kept = window::analysis_at(record_.node(node));
    if (kept && (moves < given_ || !(may_be_same && kept->engine == label_)))
      window::forget_analysis(record_.node(node));
  }
}

void Review::value_end() {
  auto& last = record_.node(record_.cursor());
  if (!last.move || last.move->text == "resign") return;
  const auto outcome = players::replay(record_)->outcome();
  if (outcome == game::Outcome::Ongoing) return;
  const double value = game::value_for(Side::First, outcome);
  window::keep_analysis(
      last, {.value = value, .proven = true, .visits = 1, .engine = label_, .moves = {}});
}

search::Limits Review::limits_of(const window::Sweep::Step& step) const {
  search::Limits limits;
  limits.threads = options_.common.threads;
  limits.every_move = true;
  if (seconds_ == 0) {
    limits.nodes = step.visits;
  } else {
    const bool close = step.visits == visits_.close;
    limits.time = base::to_millis(seconds_ * (close ? static_cast<double>(kCloser) : 1.0));
  }
  return limits;
}

bool Review::look(const std::stop_token& stop) {
  std::vector<NodeId> positions;
  game::GameRecord at = record_;
  std::size_t moves = 0;
  for (const NodeId node : record_.line()) {
    at.go_to(node);
    if (record_.node(node).move) ++moves;
    // What is left out has no value, and a move from there is not judged.
    if (moves < given_) continue;
    if (players::replay(at)->outcome() == game::Outcome::Ongoing) positions.push_back(node);
  }
  const auto player = players::make_player(spec_.text());
  window::Sweep sweep;
  sweep.start(record_, record_.cursor(), positions, label_, visits_);
  const base::Stopwatch since;
  base::Progress progress("positions", 0);
  for (std::uint64_t looks = 0; sweep.running();) {
    const auto step = sweep.next();
    at.go_to(step.node);
    player->new_game();  // the same is found whatever was looked at before
    const auto answer = player->choose(at, limits_of(step), {}, stop);
    if (stop.stop_requested()) return false;
    if (answer.report.lines.empty()) {
      throw base::UserError(
          fmt::format("{} tells moves and not what they are worth: name another --player", label_));
    }
    const auto found = window::analysis_of(answer.report, players::replay(at)->to_move(), label_);
    window::keep_analysis(record_.node(step.node), found);
    sweep.done(record_);
    const double share = sweep.share();
    progress.update(
        ++looks, fmt::format("{:.0f} %", 100 * share),
        share < 1 ? std::optional(since.seconds() * (1 - share) / share) : std::nullopt);
  }
  return true;
}

std::string Review::worth(double value_for_first, Side side) const {
  const window::AnalysedMove alone{.move = "", .value = value_for_first, .variation = {}};
  return window::worth_text(alone, label_, side, 1, " %");
}

std::string Review::engine_text() const {
  if (without_search()) return fmt::format("{}, without search", label_);
  if (seconds_ > 0)
    return fmt::format(
        "{}, {:g} s a position, {} times as long where a move seems to have cost "
        "something",
        label_, seconds_, kCloser);
  return fmt::format("{}, {} visits a position, {} where a move seems to have cost something",
                     label_, visits_.quick, visits_.close);
}

std::string Review::totals_text(const window::LineStudy& study, Side side) const {
  const auto& totals = study.totals[static_cast<std::size_t>(game::index(side))];
  const std::string& name = record_.players[game::index(side)];
  std::string text = side_name(side);
  if (!name.empty()) text += fmt::format(" ({})", base::printable(name));
  if (totals.moves == 0) return text + ": no move is judged\n";
  return fmt::format(
      "{}: accuracy {:.0f} % over {}, {}, {}, {}\n", text, 100 * totals.accuracy,
      base::counted(static_cast<std::uint64_t>(totals.moves), "move"),
      totals.counts[0] == 1 ? "1 inaccuracy" : fmt::format("{} inaccuracies", totals.counts[0]),
      base::counted(static_cast<std::uint64_t>(totals.counts[1]), "mistake"),
      base::counted(static_cast<std::uint64_t>(totals.counts[2]), "blunder"));
}

// "blunder, -31.2 %", nothing where the move cost less than an inaccuracy.
std::string Review::judgement(const window::LineStudy& study, std::size_t at) const {
  const auto* mistake = study.mistake_at(study.line[at]);
  if (mistake == nullptr) return "";
  return fmt::format("{}, {}", mark_of(mistake->loss),
                     cost_text(study, at, mistake->loss, counts_men()));
}

std::string Review::text() const {
  const auto study = this->study();
  const auto decided = decided_from(study);
  std::vector<std::array<std::string, 7>> rows{
      {"", "side", "move", "before", "after", "better", ""}};
  std::string ending;
  for (std::size_t i = 1; i < study.line.size(); ++i) {
    const auto& move = record_.node(study.line[i]).move;
    if (!move) continue;
    // One more line is not worth another.
    if (decided && i > *decided && i + 1 < study.line.size()) {
      const Side winner = *study.values.back() > 0 ? Side::First : Side::Second;
      ending = fmt::format("decided from move {} on: {} wins\n", rows.size(), side_name(winner));
      break;
    }
    const auto value = [&](std::size_t at) {
      return study.values[at] ? worth(*study.values[at], move->side) : std::string("-");
    };
    const auto* mistake = study.mistake_at(study.line[i]);
    const bool given = rows.size() <= given_;
    rows.push_back({fmt::format("{}.", rows.size()), side_name(move->side), move->text,
                    value(i - 1), value(i), mistake != nullptr ? mistake->better : "",
                    given ? "opening of the match" : judgement(study, i)});
  }
  std::array<std::size_t, 7> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], fmt::formatted_size("{}", row[i]));
  }
  std::string text;
  if (rows.size() == 1) rows.clear();
  for (const auto& row : rows) {
    std::string line = fmt::format("{:>{}} {:<{}} {:<{}} {:>{}} {:>{}}  {:<{}}  {}", row[0],
                                   widths[0], row[1], widths[1], row[2], widths[2], row[3],
                                   widths[3], row[4], widths[4], row[5], widths[5], row[6]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + ending + "\n" + totals_text(study, Side::First) +
         totals_text(study, Side::Second);
}

game::GameRecord Review::annotated() const {
  const auto study = this->study();
  game::GameRecord record = record_;
  const auto totals = [&](Side side) {
    return std::string(base::trim(totals_text(study, side)));
  };
  put_note(record.node(game::kRoot).comment,
           fmt::format("{}; {}; {}", engine_text(), totals(Side::First), totals(Side::Second)));
  for (std::size_t i = 1; i < study.line.size(); ++i) {
    const NodeId node = study.line[i];
    const auto* mistake = study.mistake_at(node);
    const auto before = window::analysis_at(record_.node(study.line[i - 1]));
    const bool noted = mistake != nullptr && before && study.values[i];
    put_note(record.node(node).comment,
             noted ? fmt::format("{} ({} before, {} after); better {}", judgement(study, i),
                                 worth(before->value, mistake->side),
                                 worth(*study.values[i], mistake->side), mistake->better)
                   : "");
    if (!noted || before->moves.empty()) continue;
    put_variation(record, study.line[i - 1], mistake->side, before->moves.front().variation);
  }
  return record;
}

Json Review::json() const {
  const auto study = this->study();
  const auto chance = [&](std::size_t at, Side side) {
    return study.values[at] ? Json(window::chance_for(side, *study.values[at])) : Json(nullptr);
  };
  // Also of moves that cost too little for a mark; null of those that are not judged.
  const auto loss = [&](std::size_t at, Side side) -> Json {
    if (const auto* mistake = study.mistake_at(study.line[at])) return mistake->loss;
    const auto before = window::analysis_at(record_.node(study.line[at - 1]));
    const auto after = window::value_at(record_.node(study.line[at]));
    if (!before || !after) return nullptr;
    const bool own = !before->moves.empty() &&
                     before->moves.front().move == record_.node(study.line[at]).move->text;
    const double cost =
        window::chance_for(side, before->value) - window::chance_for(side, *after);
    return own ? 0.0 : std::max(0.0, cost);
  };
  auto moves = Json::array();
  for (std::size_t i = 1; i < study.line.size(); ++i) {
    const auto& move = record_.node(study.line[i]).move;
    if (!move) continue;
    const auto before = window::analysis_at(record_.node(study.line[i - 1]));
    const auto* mistake = study.mistake_at(study.line[i]);
    Json entry{{"number", moves.size() + 1},
               {"side", base::lower(side_name(move->side))},
               {"move", move->text},
               {"given", moves.size() < given_},
               {"before", chance(i - 1, move->side)},
               {"after", chance(i, move->side)},
               {"best", nullptr},
               {"line", Json::array()},
               {"loss", loss(i, move->side)},
               {"mark", mistake != nullptr ? Json(mark_of(mistake->loss)) : Json(nullptr)}};
    if (before && !before->moves.empty()) {
      entry["best"] = before->moves.front().move;
      entry["line"] = before->moves.front().variation;
    }
    moves.push_back(std::move(entry));
  }
  auto sides = Json::object();
  for (const Side side : {Side::First, Side::Second}) {
    const auto& totals = study.totals[static_cast<std::size_t>(game::index(side))];
    sides[base::lower(side_name(side))] = {
        {"name", record_.players[game::index(side)]},
        {"moves", totals.moves},
        {"accuracy", totals.moves > 0 ? Json(totals.accuracy) : Json(nullptr)},
        {"inaccuracies", totals.counts[0]},
        {"mistakes", totals.counts[1]},
        {"blunders", totals.counts[2]}};
  }
  return {{"game", record_.setup.game},
          {"size", record_.setup.size},
          {"engine", spec_.text()},
          {"whole", study.whole()},
          {"moves", moves},
          {"sides", sides}};
}

// All games, or the one of --pick.
std::vector<game::GameRecord> games_to_review(const ReviewOptions& options) {
  const auto setup = options.common.setup();
  const auto opened = options.common.pick > 0
                          ? options.common.open_game(options.game, setup)
                          : game::GameRecord();
  if (options.common.pick > 0) return {opened};
  auto all = players::open_all_games(options.game, setup);
  for (const auto& what : all.left_out)
    base::say_aside("losange: left out: {}\n", what.english);
  return std::move(all.records);
}

// Refused before the work.
void check_output(const ReviewOptions& options, const std::vector<game::GameRecord>& games) {
  if (options.output.empty()) return;
  const auto ending = base::lower(std::filesystem::path(options.output).extension().string());
  for (const auto& game : games) {
    const auto wanted = players::game_file_ending(game.setup);
    if (ending == "." + wanted || (wanted == "sgf" && ending == ".hsgf")) continue;
    refuse_usage(fmt::format("--output {}: a game of {} is written as .{}",
                             base::printable(options.output), game.setup.game, wanted));
  }
  std::error_code ignored;  // of moves that are too long for a name
  if (std::filesystem::is_regular_file(options.game, ignored))
    base::check_different({options.game, options.output});
  base::check_writable(options.output);
}

std::string heading(const game::GameRecord& record, std::size_t number, std::size_t games) {
  std::string text = fmt::format("game {} of {}", number, games);
  if (!record.players[0].empty() || !record.players[1].empty())
    text += fmt::format(": {} - {}", base::printable(record.players[0]),
                        base::printable(record.players[1]));
  if (!record.event.empty()) text += fmt::format(", {}", base::printable(record.event));
  if (!record.date.empty()) text += fmt::format(", {}", base::printable(record.date));
  return text;
}

void run_review(const ReviewOptions& options, Command command) {
  const auto games = games_to_review(options);
  for (const auto& game : games) check_opened(options.common, command, game.setup);
  check_output(options, games);
  show_endings_progress(EndingsShown::WhenAwaited);
  const auto stop = base::stop_on_interrupt();
  bool whole = true, men = false;
  auto all = Json::array();
  std::string written;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!written.empty() && players::game_file_ending(games[i].setup) == "pdn") written += "\n";
    if (!whole) {  // stopped before this game
      written += players::write_game(games[i]);
      continue;
    }
    Review review(options, games[i]);
    whole = review.look(stop);
    men = men || review.counts_men();
    written += players::write_game(review.annotated());
    if (options.common.json) {
      all.push_back(review.json());
      continue;
    }
    if (i == 0) fmt::print("{}\n\n", review.engine_text());
    if (games.size() > 1) fmt::print("{}\n", heading(games[i], i + 1, games.size()));
    fmt::print("{}\n", review.text());
    std::fflush(stdout);  // the next game may be stopped
  }
  if (options.common.json) {
    const Json told = games.size() > 1 ? Json{{"games", all}} : all.front();
    fmt::print("{}\n", told.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print("{}", explanation(men));
  }
  if (!options.output.empty()) {
    base::write_file(options.output, written);
    say_written(options.output);
  }
  if (!whole) base::say_aside("losange: it was stopped: a part of the game is judged\n");
}

}  // namespace

void add_review(Command program) {
  auto options = std::make_shared<ReviewOptions>();
  const auto command = program.add_subcommand(
      "review", "Go through a saved game with an engine: what each move cost, and what was better");
  command.group(kCompare);
  command.add_option("file", options->game, "A file (SGF, .hsgf, PDN), a HexWorld link, or moves")
      .required()
      .type_name("GAME")
      .takes_standard_input();
  names_player(command
                   .add_option("--player", options->player,
                               "The engine that judges; the one with which the window finds "
                               "mistakes unless given")
                   .type_name("PLAYER"));
  options->common.add_move_time(command);
  command
      .add_number("--visits", options->visits,
                  "Visits (playouts, positions) of each position; eight times as many where a move "
                  "seems to have cost something [as the window looks]",
                  1, 1'000'000'000)
      .excludes(command.option("--move-time"));
  command
      .add_option("--output,--out", options->output,
                  "Write the games with values, comments and better moves to this file, .sgf or "
                  ".pdn: the window shows all of it")
      .type_name("FILE");
  options->common.add_threads(command);
  options->common.add_pick(command, "all");
  options->common.add_game(command);
  options->common.add_size(command);
  options->common.add_swap(command);
  options->common.add_json(command);
  command.footer(
      "Chances are those of the side that moves, in draughts men. A move that costs 5 % of the "
      "chance\nto win is an inaccuracy, from 10 % a mistake, from 20 % a blunder. Openings that a "
      "match gave\nare not judged. By visits and with one thread the same game is judged the same "
      "each time.\nCtrl-C tells what is known so far.\n"
      "--game, --variant, --size and --no-swap are for lists of moves, which name none of them.");
  command.callback([options, command] { run_review(*options, command); });
}

}  // namespace losange::commands
