// `losange train`: teaches a net by self-play, saves and resumes; also draws the picture of a log.
#include <fmt/format.h>

#include <limits>
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "commands/common/options.h"
#include "commands/common/ranks.h"
#include "commands/common/written.h"
#include "commands/learn/train_summary.h"
#include "commands/learn/train_values.h"
#include "commands/line/command.h"
#include "net/torch/torch.h"
#include "train/common/log.h"
#include "train/common/sizes.h"
#include "train/draughts/run.h"
#include "train/policy/run.h"
#include "train/selfplay/options_json.h"

namespace losange::commands {

namespace {

constexpr std::uint64_t kMostPositions = 1'000'000'000'000'000;
constexpr double kDraughtsMinutes = 20;  // of a run that nothing else ends

using Ways = std::set<std::string>;

// The ways of training that an option has a say in: the methods of Hex, and draughts.
Ways ways_of(const std::string& option) {
  static const Ways all{"policy", "value-fit", "value-rl", "draughts"};
  static const Ways of_hex{"policy", "value-fit", "value-rl"};
  static const std::set<std::string> of_value_rl{
      "--train-games", "--min-depth", "--max-depth",       "--updates-per-game",
      "--buffer",      "--alpha",     "--frozen-share",    "--snapshot-games",
      "--snapshots",   "--min-pairs", "--heuristic-share", "--max-pairs",
      "--random-moves"};
  static const std::map<std::string, Ways> known{
      {"--folder", all},
      {"--minutes", all},
      {"--rounds", all},
      {"--save-minutes", all},
      {"--keep-every", all},
      {"--threads", all},
      {"--seed", all},
      {"--game", all},
      {"--plot", all},
      {"--output", all},
      {"--method", of_hex},
      {"--device", of_hex},
      {"--from", of_hex},
      {"--batch", of_hex},
      {"--learning-rate", of_hex},
      {"--weight-decay", of_hex},
      {"--sizes", {"policy", "value-rl"}},
      {"--data", {"value-fit"}},
      {"--target", {"value-fit"}},
      {"--epochs", {"value-fit"}},
      {"--eval", {"value-fit", "value-rl"}},
      {"--hidden", {"value-fit", "value-rl"}},
      {"--round-games", {"value-rl", "draughts"}},
      {"--variant", {"draughts"}},
      {"--move-nodes", {"draughts"}},
      {"--pull", {"draughts"}},
  };
  if (const auto found = known.find(option); found != known.end()) return found->second;
  return of_value_rl.contains(option) ? Ways{"value-rl"} : Ways{"policy"};
}

struct TrainCommand {
  train::RunRequest request;
  std::string folder = "training";
  std::string start_from, teacher, truth, plot, output;
  std::string game = "hex", method = "policy";
  ValueTraining values;
  train::DraughtsTraining draughts;
  int threads = base::hardware_threads();
  std::uint64_t positions = 0;
  // Options that shape a run, by their name in its state: a resumed run must not contradict them.
  std::map<std::string, Option> shaping;

  void add(Command app, const char* name, std::string& value, const char* help, const char* key) {
    shaping[key] = app.add_option(name, value, help).capture_default_str();
  }
  template <class T>
  void add(Command app, const char* name, T& value, const char* help, const char* key,
           std::type_identity_t<T> least, std::type_identity_t<T> most) {
    shaping[key] = app.add_number(name, value, help, least, most).capture_default_str();
  }

  void add_options(Command app) {
    auto& o = request.options;
    app.add_option("--folder", folder, "Where the run is kept; one that is there is resumed")
        .capture_default_str()
        .type_name("FOLDER");
    app.add_number("--minutes", request.minutes, "Stop after this time; 0: when all is played", 0,
                   1e6)
        .capture_default_str();
    app.add_number("--positions", positions,
                   "Positions to play in all; may be changed when resuming", 1, kMostPositions);
    add_device(app, request.device, "What learns");
    app.add_number("--threads", threads, "Threads on a CPU", 1, 1024).capture_default_str();
    app.add_option("--from", start_from, "A net to start from, with its architecture")
        .type_name("FILE");
    app.add_option("--teacher", teacher,
                   "A net that plays the games in the place of the one that learns from them")
        .type_name("FILE");
    app.add_option("--truth", truth,
                   "A truth file, openings to judge while learning; known: the one that comes with "
                   "losange, up to 9x9")
        .type_name("FILE");
    app.add_number("--save-minutes", request.save_minutes, "Time between saves", 0, 1e6)
        .capture_default_str();
    app.add_number(
           "--keep-every", request.keep_every,
           "Keep a net every so many positions (value nets: rounds, draughts: games); 0: none", 0,
           kMostPositions)
        .capture_default_str();
    app.add_number("--rounds", request.max_rounds,
                   "Stop after so many rounds of this sitting; 0: no bound", 0, 1'000'000'000)
        .capture_default_str();
    app.add_option("--game", game,
                   "hex teaches a net; draughts its patterns, on the CPU, for 20 minutes unless "
                   "--minutes or --rounds is given")
        .one_of({"hex", "draughts"})
        .capture_default_str();
    app.add_option("--method", method,
                   "policy: the policy-value net; value-fit: a perceptron from files of positions; "
                   "value-rl: a "
                   "perceptron by playing")
        .one_of({"policy", "value-fit", "value-rl"})
        .capture_default_str();
    names_rules(
        app.add_option("--variant", draughts.rules, "Draughts: the rules").capture_default_str());
    const auto round_games = app.add_number(
        "--round-games", draughts.games_a_round,
        "Games between two times of learning: draughts (1000 unless given) and value-rl "
        "(20)",
        1, 1'000'000);
    app.add_number("--move-nodes", draughts.games.nodes,
                   "Draughts: positions searched for each move", 1, 100'000'000)
        .capture_default_str();
    app.add_number("--pull", draughts.fit.pull,
                   "Draughts: how strongly weights are held at zero; less with many games", 0, 1e9)
        .capture_default_str();
    const auto draws =
        app.add_option("--plot", plot, "Draw this log as an SVG picture instead of training")
            .type_name("LOG")
            .takes_standard_input();
    app.add_option("--output,--out", output, "Where the picture goes; without it, standard output")
        .type_name("FILE")
        .needs(draws);

    add(app, "--blocks", o.net.blocks, "Residual blocks of the net", "blocks", 1, 64);
    add(app, "--channels", o.net.channels, "Channels of the net", "channels", 4, 512);
    add(app, "--pool-every", o.net.pool_every,
        "Blocks from one that sees the whole board to the next", "pool_every", 1, 64);
    add(app, "--sizes", o.sizes, "Board sizes, 3 to 19, and their shares of the games", "sizes");
    shaping["sizes"].checked([](const std::string& text) { train::parse_sizes(text); });
    add(app, "--seed", o.seed, "Seed of all randomness", "seed", 0,
        std::numeric_limits<std::uint64_t>::max());
    add(app, "--games", o.games, "Games played at the same time", "games", 1, 10'000'000);
    add(app, "--group-games", o.group_games, "Games that move in lockstep, at most", "group_games",
        1, 10'000'000);
    add(app, "--steps", o.steps, "Moves of each game between two times of learning", "steps", 2,
        10'000);
    add(app, "--batch", o.batch, "Positions a minibatch", "batch", 1, 1'000'000);
    add(app, "--reuse", o.reuse, "Times each position is learnt, on average", "reuse", 0.001, 16.0);
    add(app, "--shards", o.shards,
        "Parts of a minibatch that are learnt apart and summed in one order: under mpirun ranks "
        "share them, and the net is the same for any number of ranks",
        "shards", 1, 1024);
    add(app, "--visits", o.visits,
        "Tree search at a share of the moves, whose policy is learnt; 0: none", "visits", 0,
        10'000);
    add(app, "--fast-visits", o.fast_visits, "Tree search at the other moves", "fast_visits", 1,
        10'000);
    add(app, "--full-share", o.full_share, "Share of the moves with --visits", "full_share", 0.0,
        1.0);
    add(app, "--surprise-share", o.surprise_share,
        "Of the lessons with a policy of --visits, the share drawn by how much it differs from the "
        "net's own; the others are drawn alike",
        "surprise_share", 0.0, 1.0);
    add(app, "--wide-share", o.wide_share,
        "Share of the games that begin with two to six random stones, near balance, instead of "
        "none to two",
        "wide_share", 0.0, 1.0);
    add(app, "--leaf-value", o.leaf_value,
        "Weight of the value head in a leaf of the tree; the best Q has the rest", "leaf_value",
        0.0, 1.0);
    shaping["policy_draws"] =
        app.add_switch("--policy-draws", o.policy_draws,
                       "1: without a tree, moves are drawn by the policy instead of Q")
            .capture_default_str();
    add(app, "--policy-memory", o.policy_memory,
        "Without a tree the policy learns softmax(this * its own logits + Q / temperature)",
        "policy_memory", 0.0, 1.0);
    add(app, "--policy-temperature", o.policy_temperature, "The temperature of --policy-memory",
        "policy_temperature", 0.001, 1000.0);
    add(app, "--value-weight", o.value_weight, "Weight of the value head's loss beside Q's",
        "value_weight", 0.0, 1000.0);
    add(app, "--policy-weight", o.policy_weight, "Weight of the policy's loss beside Q's",
        "policy_weight", 0.0, 1000.0);
    add(app, "--soft-policy-weight", o.soft_policy_weight,
        "Weight of a head of the trainer's own that learns the searched policy, flattened; 0: none",
        "soft_policy_weight", 0.0, 1000.0);
    add(app, "--reply-weight", o.reply_weight,
        "The same of a head that learns the opponent's answer", "reply_weight", 0.0, 1000.0);
    add(app, "--ending-weight", o.ending_weight,
        "The same of a head that learns which stones will lie on each cell", "ending_weight", 0.0,
        1000.0);
    add(app, "--near-value-weight", o.near_value_weight,
        "The same of a second value, with targets by --near-lambda", "near_value_weight", 0.0,
        1000.0);
    add(app, "--near-lambda", o.near_lambda, "How far the targets of the second value look ahead",
        "near_lambda", 0.0, 1.0);
    add(app, "--optimizer", o.optimizer,
        "What steps along the gradient; muon: for the matrices of the blocks all their directions "
        "alike, AdamW for the rest",
        "optimizer");
    shaping["optimizer"].one_of({"adamw", "muon"});
    add(app, "--learning-rate", o.learning_rate, "Of the optimizer, after the warm-up",
        "learning_rate", 1e-9, 1.0);
    add(app, "--weight-decay", o.weight_decay, "Of the optimizer", "weight_decay", 0.0, 1.0);
    add(app, "--average-rate", o.average_rate, "A round, of the moving average that is exported",
        "average_rate", 1e-6, 1.0);
    add(app, "--lambda", o.lambda, "How far targets look ahead", "lambda", 0.0, 1.0);
    add(app, "--check-rounds", o.check_rounds,
        "Rounds between two looks at the openings and at the last gate", "check_rounds", 1,
        1'000'000'000);
    shaping["sizes"].type_name("SIZES");
    values.add_options(app);
    values.share("sizes", shaping["sizes"], [&](auto& v) { v.sizes = o.sizes; });
    values.share("seed", shaping["seed"], [&](auto& v) { v.seed = o.seed; });
    values.share("batch", shaping["batch"], [&](auto& v) { v.batch = o.batch; });
    values.share("learning_rate", shaping["learning_rate"],
                 [&](auto& v) { v.learning_rate = o.learning_rate; });
    values.share("weight_decay", shaping["weight_decay"],
                 [&](auto& v) { v.weight_decay = o.weight_decay; });
    values.share("round_games", round_games,
                 [&](auto& v) { v.round_games = draughts.games_a_round; });
  }

  [[noreturn]] void refuse_change(const std::string& option, const std::string& kept) const {
    throw base::UserError(
        fmt::format("the run in {} was started with {} {}: leave the option away to resume it, or "
                    "name another --folder",
                    folder, option, kept));
  }

  void check_resumed() const {
    const auto kept = train::to_json(train::options_of_run(folder));
    const auto given = train::to_json(request.options);
    for (const auto& [key, option] : shaping) {
      if (option.given() && kept.at(key) != given.at(key))
        refuse_change(option.name(), kept.at(key).dump());
    }
    if (!start_from.empty() || !teacher.empty()) {
      throw base::UserError(fmt::format("{} holds a run already: {} only starts a new one", folder,
                                        start_from.empty() ? "--teacher" : "--from"));
    }
  }

  // The defaults are for a GPU: by them a CPU would play for months, and say so only when it has begun.
  void check_hope(Command app) const {
    if (request.device != "auto" || net::has_cuda() || !net::has_libtorch()) return;
    for (const char* bound : {"--positions", "--minutes", "--rounds", "--device"}) {
      if (app.given(bound)) return;
    }
    throw base::UserError(fmt::format(
        "there is no GPU here, and nothing ends this run in {} before {} million positions, which "
        "takes a CPU months. On a CPU take a small board and net, and say how many positions: "
        "losange train --folder run --sizes 4 --blocks 2 --channels 16 --games 128 --steps 16 "
        "--batch 128 --learning-rate 6e-3 --average-rate 0.05 --positions 150000 learns 4x4 in a "
        "minute (docs/training.md, \"On a CPU\"). If you mean it, give --positions, --minutes, "
        "--rounds or --device cpu",
        folder, request.options.total_positions / 1'000'000));
  }

  // Options that only another way of training understands would be ignored.
  void check_way(Command app) const {
    const std::string way = game == "draughts" ? game : method;
    for (const auto& name : app.given_options()) {
      if (ways_of(name).contains(way)) continue;
      refuse_usage(fmt::format("{} has no say in training {}: leave it out", name,
                               game == "draughts" ? "draughts" : "by --method " + method));
    }
    const auto& o = request.options;
    if (way != "policy" || o.visits > 0 || train::has_run(folder)) return;
    for (const char* name : {"--fast-visits", "--full-share", "--leaf-value"}) {
      if (app.given(name)) refuse_usage(fmt::format("{} has no say without --visits", name));
    }
  }

  // A run goes on as it was begun, whether or not its options are given again.
  void resume_draughts(Command app) {
    const auto begun = train::begun_draughts_training(folder);
    if (!begun) return;
    const auto keep = [&](const char* name, auto& value, const auto& kept) {
      if (app.given(name) && value != kept) refuse_change(name, fmt::format("{}", kept));
      value = kept;
    };
    if (!app.given("--variant")) draughts.rules = begun->rules;
    if (draughts::find_rules(draughts.rules).name != begun->rules)
      refuse_change("--variant", begun->rules);
    keep("--round-games", draughts.games_a_round, begun->games_a_round);
    keep("--move-nodes", draughts.games.nodes, begun->games.nodes);
    keep("--pull", draughts.fit.pull, begun->fit.pull);
    keep("--seed", draughts.seed, begun->seed);
  }

  void run_draughts(Command app) {
    static_cast<train::TrainingRequest&>(draughts) = request;
    if (request.minutes == 0 && request.max_rounds == 0) draughts.minutes = kDraughtsMinutes;
    draughts.threads = threads;
    draughts.seed = request.options.seed;
    resume_draughts(app);
    const auto summary = train::train_draughts(draughts, base::stop_on_interrupt());
    tell(summary,
         base::counted(summary.round, "round") + " and " + base::counted(summary.done, "game"),
         summary.round > 0 ? fmt::format("the weights are {}/weights", folder)
                           : "there are no weights yet");
  }

  void run_values() {
    train::ValueRunRequest value_request;
    static_cast<train::TrainingRequest&>(value_request) = request;
    value_request.start_from = start_from;
    value_request.device = request.device;
    value_request.threads = threads;
    values.run(method, std::move(value_request));
  }

  void run(Command app) {
    check_way(app);
    if (!plot.empty()) {
      base::check_different({plot, output});
      const std::string picture = train::is_draughts_log(plot)
                                      ? train::plot_draughts_log(plot)
                                      : train::plot_log(train::read_log(plot));
      if (output.empty()) {
        fmt::print("{}", picture);
      } else {
        base::write_file(output, picture);
        say_written(output);
      }
      return;
    }
    auto& ranks = join_ranks();
    request.folder = folder;
    if (ranks.size() > 1 && (game == "draughts" || method != "policy")) {
      throw base::UserError(
          "ranks train the policy-value net of Hex together, and nothing else: start one process");
    }
    if (!app.given("--threads")) threads = cluster::cores_of(ranks);
    if (game == "draughts") return run_draughts(app);
    if (method != "policy") return run_values();
    request.start_from = start_from;
    request.teacher = teacher;
    request.truth = truth;
    if (positions > 0) request.total_positions = positions;
    if (ranks.is_first()) {
      if (train::has_run(folder)) {
        check_resumed();
      } else if (ranks.size() == 1) {  // more of them are many machines, as likely as not
        check_hope(app);
      }
    }
    request.cluster = &ranks;
    net::set_net_threads(threads);
    const auto summary = train::run_training(request, base::stop_on_interrupt());
    tell(summary,
         base::counted(summary.round, "round") + " and " + base::counted(summary.done, "position"),
         fmt::format("the net is {}/net.safetensors", folder));
  }
};

}  // namespace

void add_train(Command program) {
  auto command = std::make_shared<TrainCommand>();
  const auto app =
      program.add_subcommand("train", "Teach a net (Hex) or patterns (draughts), or go on with it");
  app.group(kLearn);
  app.footer(
      "Under mpirun or srun, ranks share the games and, with --shards, the minibatches of one run: "
      "docs/scale.md.");
  command->add_options(app);
  app.callback([command, app] { command->run(app); });
}

}  // namespace losange::commands
