// `losange selfplay`: games between engines for the sake of their positions, which value nets learn from.
#include <fmt/format.h>

#include "base/aside.h"
#include "base/system/interrupt.h"
#include "base/threads/parallel.h"
#include "commands/common/options.h"
#include "commands/common/ranks.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "net/file/weights.h"
#include "train/value/generate.h"

namespace losange::commands {

namespace {

struct SelfplayCommand {
  train::GenerateRequest request;
  Options common;
  std::string format = "jsonl", output = request.output.string(), teacher;

  void run(Command app) {
    check_player(players::PlayerSpec::parse(request.player), {});
    auto& ranks = join_ranks();
    if (!app.given("--threads")) common.threads = cluster::cores_of(ranks);
    if (app.given("--threads") && ranks.size() == 1) note_many_threads(common.threads);
    request.output = output;
    request.packed = format == "packed";
    request.limits = common.limits();
    if (!common.seed_given) request.limits.seed = 1;  // a run that goes on needs the same
    request.threads = common.threads;
    if (!teacher.empty())
      request.teacher = teacher == "default" ? net::default_model().string() : teacher;
    const auto stop = base::stop_on_interrupt();
    if (!ranks.is_first()) return train::help_generate(request, ranks);
    const bool complete = train::generate(request, stop, &ranks);
    for (const int size : request.sizes)
      say_written(train::samples_path(request.output, size, request.packed).string());
    if (!complete) base::say_aside("losange: stopped: the same command goes on with it\n");
  }
};

}  // namespace

void add_selfplay(Command program) {
  auto command = std::make_shared<SelfplayCommand>();
  auto& r = command->request;
  const auto app = program.add_subcommand(
      "selfplay", "Play games between engines and write their positions to learn from");
  app.group(kLearn);
  app.footer("Under mpirun or srun, ranks share the games: docs/scale.md.");
  app.add_option("--format", command->format,
                 "jsonl: one JSON object a position, a file a size; packed: the same as bytes with "
                 "checksums, much shorter")
      .one_of({"jsonl", "packed"})
      .capture_default_str();
  app.add_number("--games", r.games, "Games of each size, those in the files included", 1,
                 1'000'000'000)
      .capture_default_str();
  app.add_number("--sizes", r.sizes, "Board sizes", hex::kMinSize, hex::kMaxSize)
      .delimiter(',')
      .capture_default_str();
  app.add_option("--output,--out", command->output,
                 "The files begin so; _N7.jsonl or _N7.positions and the like follow")
      .capture_default_str()
      .type_name("FILE");
  names_player(app.add_option("--player", r.player, "Who plays both sides")
                   .capture_default_str()
                   .type_name("PLAYER"));
  app.add_number("--min-depth", r.min_depth,
                 "Plies of search, drawn for each game and side: at least", 1, train::kMostDepth)
      .capture_default_str();
  app.add_number("--max-depth", r.max_depth, "At most", 1, train::kMostDepth).capture_default_str();
  app.add_number("--min-pairs", r.start.min_pairs,
                 "Random stones of each side at the start: at least; 0: none", 0, train::kMostPairs)
      .capture_default_str();
  app.add_number("--max-pairs", r.start.max_pairs, "At most; each side has two that touch", 0,
                 train::kMostPairs)
      .capture_default_str();
  app.add_number("--random-moves", r.start.random_moves, "Random moves after these, at most", 0,
                 train::kMostRandomMoves)
      .capture_default_str();
  app.add_number("--random-share", r.random_share,
                 "Share of the moves that are any: positions as searches meet them", 0, 1)
      .capture_default_str();
  app.add_option(
         "--teacher", command->teacher,
         "A policy-value net whose opinion of each position is written too [none]; the word "
         "default names the one that ships")
      .type_name("FILE");
  command->common.threads = base::hardware_threads();
  command->common.add_move_time(app);
  command->common.add_nodes(app);
  command->common.add_threads(app);
  command->common.add_seed(app);
  app.callback([command, app] { command->run(app); });
}

}  // namespace losange::commands
