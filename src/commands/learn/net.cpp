// `losange net`: what a file of weights holds, whether it is sound, how fast it runs here, and other nets made
// from it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "commands/common/options.h"
#include "commands/common/written.h"
#include "commands/learn/net_value.h"
#include "commands/line/command.h"
#include "hex/board/geometry.h"
#include "net/cpu/instruction_set.h"
#include "net/file/surgery.h"
#include "net/file/weights.h"
#include "net/input/evaluator.h"
#include "net/runtimes.h"
#include "net/torch/torch.h"
#include "net/value_file/value_weights.h"

namespace losange::commands {

namespace {

struct NetCommand {
  Options options;
  std::string file, output;
  std::vector<std::string> files;
  std::optional<int> blocks, channels;  // without: as many as before
  std::string device = "cpu";
  std::string runtime = "all";
  std::vector<int> sizes{11, 13};
  std::vector<int> batches{1, 4, 8, 16};
};

std::filesystem::path path_of(const NetCommand& command) {
  return command.file.empty() ? net::default_model() : std::filesystem::path(command.file);
}

using Rows = nlohmann::ordered_json;

// What all kinds of nets say of themselves, after what only some do.
template <class Net>
void add_history(Rows& rows, const Net& net) {
  rows.update({{"weights", net.values.size()},
               {"sizes", net.history.sizes},
               {"step", net.history.step},
               {"positions", net.history.positions},
               {"parent", net.history.parent},
               {"hash", net::hash_of_values(net.values)},
               {"licence", net.history.licence}});
}

// The architecture names the kind; whoever reads the net then says what is wrong with either.
bool is_value_net(const std::filesystem::path& path) {
  return net::NetFile(path).architecture().find("hex-value-") != std::string::npos;
}

void print_info(const NetCommand& command) {
  const auto path = path_of(command);
  Rows rows{{"file", path.string()}, {"format", net::kNetFormat}};
  if (is_value_net(path)) {
    const auto net = net::read_value_weights(path);
    const bool graph = net.config.kind == net::ValueKind::Graph;
    rows["kind"] = graph ? "graph net (negamax-gnn)" : "perceptron (negamax-mlp)";
    rows["hidden"] = net.config.hidden;
    if (graph) rows["blocks"] = net.config.blocks;
    add_history(rows, net);
  } else {
    const auto net = net::read_weights(path);
    rows.update({{"blocks", net.config.blocks},
                 {"channels", net.config.channels},
                 {"pool_every", net.config.pool_every},
                 {"value_hidden", net.config.value_hidden}});
    add_history(rows, net);
  }
  if (command.options.json) {
    fmt::print("{}\n", rows.dump(2, ' ', false, Rows::error_handler_t::replace));
    return;
  }
  for (const auto& [key, value] : rows.items()) {
    fmt::print("{:<13} {}\n", key, value.is_string() ? value.get<std::string>() : value.dump());
  }
}

std::vector<std::uint8_t> random_boards(int count, int size, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<std::uint8_t> codes(static_cast<std::size_t>(count * size * size));
  for (auto& code : codes) code = static_cast<std::uint8_t>(random.below(3));
  return codes;
}

// Reading checks the file; running shows that its numbers make a net that answers on every size.
void check(const NetCommand& command) {
  const auto path = path_of(command);
  const auto weights = net::read_weights(path);
  const auto evaluator = net::make_evaluator(weights, command.device);
  net::Evaluations seen;
  for (int size = 1; size <= 19; ++size) {
    evaluator->evaluate(size, random_boards(2, size, 1), seen);
    for (const auto* values : {&seen.q, &seen.policy, &seen.value}) {
      for (const float value : *values) {
        if (std::isfinite(value)) continue;
        throw base::UserError(fmt::format("{} gives answers that are not finite on {}x{}",
                                          path.string(), size, size));
      }
    }
  }
  fmt::print("{}: sound, runs on sizes 1 to 19\n", path.string());
}

// For nets that other programs wrote or changed: all is checked but the hash, which is written anew.
void seal(const NetCommand& command) {
  const std::string& output = command.output.empty() ? command.file : command.output;
  if (is_value_net(command.file)) {
    net::write_value_weights(output,
                             net::read_value_weights(command.file, net::HashCheck::Ignored));
  } else {
    net::write_weights(output, net::read_weights(command.file, net::HashCheck::Ignored));
  }
  say_written(output);
}

// To the form that the name of the new file asks for.
void convert(const NetCommand& command) {
  if (std::filesystem::path(command.file).extension() == ".pt") {
    throw base::UserError(fmt::format(
        "{} is TorchScript, which is written but not read back: convert from the .safetensors file "
        "it was made of",
        command.file));
  }
  const auto weights = net::read_weights(command.file);
  const std::filesystem::path output = command.output;
  if (output.extension() == ".safetensors") {
    net::write_weights(output, weights);
  } else if (output.extension() == ".pt") {
    net::write_torch_script(output, weights);
  } else {
    throw base::UserError(fmt::format(
        "'{}' says no form to convert to: name a file .pt (TorchScript) or .safetensors (ours)",
        command.output));
  }
  say_written(command.output);
}

void grow(const NetCommand& command) {
  const auto small = net::read_weights(command.file);
  net::NetConfig config = small.config;
  config.blocks = command.blocks.value_or(config.blocks);
  config.channels = command.channels.value_or(config.channels);
  if (config == small.config) {
    refuse_usage("give --blocks or --channels: what the new net has more of");
  }
  net::write_weights(command.output, net::grown(small, config, command.options.seed));
  say_written(command.output,
              fmt::format("{} blocks of {} channels instead of {} of {}, with the same answers",
                          config.blocks, config.channels, small.config.blocks,
                          small.config.channels));
}

void average(const NetCommand& command) {
  std::vector<net::Weights> nets;
  for (const auto& file : command.files) nets.push_back(net::read_weights(file));
  net::write_weights(command.output, net::averaged(nets));
  say_written(command.output, fmt::format("the mean of {} nets", nets.size()));
}

// Seconds that a call takes. On a CPU those of the processor itself, so that a loaded machine measures
// the same; an accelerator works while the processor waits, so there the clock counts.
double seconds_a_call(const net::Evaluator& evaluator, int size, int batch, bool on_cpu) {
  const auto codes = random_boards(batch, size, 2);
  net::Evaluations seen;
  evaluator.evaluate(size, codes, seen);  // the first call plans
  const base::Stopwatch watch;
  const std::clock_t start = std::clock();
  const auto seconds = [&] {
    return on_cpu ? static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC : watch.seconds();
  };
  int calls = 0;
  do {
    evaluator.evaluate(size, codes, seen);
    ++calls;
  } while (seconds() < 0.5);
  return seconds() / calls;
}

// The yardstick is LibTorch's best batch, so it goes first where it is built in.
std::vector<std::string> runtimes_to_time(const NetCommand& command) {
  if (command.runtime != "all") return {command.runtime};
  if (command.device != "cpu") return {"auto"};
  auto names = net::built_in_runtimes();
  std::stable_partition(names.begin(), names.end(),
                        [](const auto& name) { return name == "libtorch"; });
  return names;
}

// Operations of one core, in billions a second of the processor.
double peak(std::size_t (*work)(std::size_t rounds)) {
  const std::clock_t start = std::clock();
  double products = 0, seconds = 0;
  do {
    products += static_cast<double>(work(1'000));
    seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  } while (seconds < 0.2);
  return 2e-9 * products / seconds;
}

void print_peak(double int8_reached) {
  const auto& set = net::instruction_set();
  const double bytes = peak(set.exact->peak);
  fmt::print("inner loops alone, by {}: {:.0f} GOP/s in 8 bits{}, {:.0f} GFLOP/s in float\n",
             set.name, bytes,
             int8_reached > 0 ? fmt::format(" ({:.0f} % reached)", 100 * int8_reached / bytes) : "",
             peak(set.floats->peak));
}

void bench(const NetCommand& command) {
  const auto weights = net::read_weights(path_of(command));
  net::set_net_threads(1);
  std::map<int, double> libtorch_best;
  double int8_reached = 0;
  std::vector<std::pair<std::string, std::unique_ptr<net::Evaluator>>> evaluators;
  for (const auto& runtime : runtimes_to_time(command)) {
    evaluators.emplace_back(runtime, net::make_evaluator(weights, command.device, runtime));
  }
  fmt::print("{}x{} net, device {}, one thread\n{:<13} {:>5} {:>6} {:>13} {:>8} {:>12}\n",
             weights.config.blocks, weights.config.channels, command.device, "runtime", "board",
             "batch", "evaluations/s", "GFLOP/s", "to LibTorch");
  for (const auto& [runtime, evaluator] : evaluators) {
    for (const int size : command.sizes) {
      const double work =
          2e-9 * static_cast<double>(net::multiplication_count(weights.config, size));
      for (const int batch : command.batches) {
        const double rate =
            batch / seconds_a_call(*evaluator, size, batch, command.device == "cpu");
        double& best = libtorch_best[size];
        if (runtime == "libtorch") best = std::max(best, rate);
        if (runtime == "int8") int8_reached = std::max(int8_reached, rate * work);
        fmt::print("{:<13} {:>5} {:>6} {:>13.0f} {:>8.1f} {:>12}\n", runtime,
                   fmt::format("{0}x{0}", size), batch, rate, rate * work,
                   best > 0 && runtime != "libtorch" ? fmt::format("{:.2f}", rate / best) : "-");
        std::fflush(stdout);  // the next line may be stopped
      }
    }
  }
  if (command.device == "cpu") print_peak(int8_reached);
}

}  // namespace

void add_net(Command program) {
  auto command = std::make_shared<NetCommand>();
  const auto app =
      program.add_subcommand("net", "Look into, check, convert, change and time files of nets");
  app.group(kLearn);
  app.require_subcommand();
  const auto add = [&](const char* name, const char* help, auto action) {
    const auto sub = app.add_subcommand(name, help);
    sub.add_option("file", command->file, "The net; without it, the one that plays by default")
        .type_name("FILE");
    sub.callback([command, action] { action(*command); });
    return sub;
  };
  command->options.add_json(add("info", "What the file says about its net", print_info));
  const auto checks = add("check", "Read all of it and run it on every board size", check);
  const auto converts = app.add_subcommand("convert", "The same net in another form of file");
  converts.add_option("file", command->file, "The net").required().type_name("FILE");
  converts.add_option("output", command->output, "The new file: .pt for TorchScript, .safetensors")
      .required()
      .type_name("FILE");
  converts.callback([command] { convert(*command); });
  const auto seals = app.add_subcommand(
      "seal", "Check a net that another program wrote or changed, and write its hash");
  seals.add_option("file", command->file, "The net").required().type_name("FILE");
  seals.add_option("output", command->output, "The sealed net; without it, the same file")
      .type_name("FILE");
  seals.callback([command] { seal(*command); });
  const auto grows =
      app.add_subcommand("grow", "A larger net that answers the same, to be taught on");
  grows.add_option("file", command->file, "The net").required().type_name("FILE");
  grows.add_option("output", command->output, "The new file").required().type_name("FILE");
  grows.add_number("--blocks", command->blocks, "Blocks of the new net", 1, 64);
  grows.add_number("--channels", command->channels, "Channels of the new net", 4, 512);
  command->options.add_seed(grows);
  grows.callback([command] { grow(*command); });
  const auto averages =
      app.add_subcommand("average", "The mean of nets that come from one another");
  averages.add_option("files", command->files, "The nets")
      .required()
      .expected(2, 64)
      .type_name("FILE");
  averages.add_option("--output,--out", command->output, "The new file")
      .required()
      .type_name("FILE");
  averages.callback([command] { average(*command); });
  const auto benches = add("bench", "Positions a second of every runtime, on one core", bench);
  for (const auto& sub : {checks, benches}) {
    add_device(sub, command->device, "What it runs on");
  }
  benches.add_option("--runtime", command->runtime, "One of those built in, auto, or all")
      .one_of({"all", "auto", "float", "int8", "winograd", "libtorch"})
      .capture_default_str()
      .type_name("RUNTIME");
  benches.add_number("--sizes", command->sizes, "Board sizes", hex::kMinSize, hex::kMaxSize)
      .delimiter(',')
      .capture_default_str();
  benches.add_number("--batch", command->batches, "Positions a call", 1, 65536)
      .delimiter(',')
      .capture_default_str();
  add_net_value(app);
}

}  // namespace losange::commands
