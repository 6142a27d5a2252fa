// `losange endings`: solves the endings of draughts ahead, so that the first games have them; and how other commands
// show that they are being solved.
#include "commands/common/endings.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/aside.h"
#include "base/error.h"
#include "base/system/interrupt.h"
#include "base/threads/progress.h"
#include "commands/common/options.h"
#include "commands/line/command.h"
#include "draughts/evaluation/bitbase.h"
#include "draughts/text/draughts.h"
#include "players/told/endings.h"

namespace losange::commands {

namespace {

struct EndingsArguments {
  std::string rules = "international";
  int size = 0;  // 0: the usual one
  int pieces = 4;
};

void solve(const EndingsArguments& arguments) {
  const auto& rules = draughts::find_rules(arguments.rules);
  const int size = as_usage([&] { return draughts::checked_size(rules, arguments.size); });
  if (!draughts::Bitbase::possible(rules, size)) {
    throw base::UserError(
        fmt::format("{} draughts on {}x{} has no solved endings: Frisian kings "
                    "and boards over 10x10 have none",
                    rules.name, size, size));
  }
  const auto& variant = draughts::variant<draughts::Bits64>(rules, size);
  std::unique_ptr<base::Progress> progress;
  const auto stop = base::stop_on_interrupt();
  std::shared_ptr<const draughts::Bitbase> base;
  try {
    base = draughts::Bitbase::open(
        variant, arguments.pieces,
        [&](std::uint64_t done, std::uint64_t total) {
          if (!progress) progress = std::make_unique<base::Progress>("solving endings", total);
          progress->update(done);
        },
        [](const std::string& trouble) { base::say_aside("losange: {}\n", trouble); }, stop);
  } catch (const base::UserError&) {
    if (stop.stop_requested()) return;  // whoever stopped it knows
    throw;
  }
  const bool solved = progress != nullptr;
  progress.reset();
  const auto file = draughts::Bitbase::file(variant, arguments.pieces);
  if (!std::filesystem::exists(file))
    throw base::UserError(fmt::format("the endings are not kept: mend {}", file.string()));
  fmt::print("{}: {} placings of up to {} pieces {}\n", file.string(), base->slots(),
             arguments.pieces, solved ? "solved" : "were solved before");
}

}  // namespace

void show_endings_progress(EndingsShown shown) {
  // Endings of several rules may be solved at once, each on its thread.
  struct Lines {
    std::mutex mutex;
    std::map<std::string, base::Progress> of;
  };
  auto lines = std::make_shared<Lines>();
  players::listen_to_endings(
      {.progress =
           [lines, shown](const players::EndingsNews& news) {
             if (shown == EndingsShown::WhenAwaited && !news.awaited) return;
             const std::lock_guard lock(lines->mutex);
             const auto [line, fresh] = lines->of.try_emplace(
                 news.name, "solving endings of " + news.name, news.total, news.done);
             line->second.update(news.done);
             if (news.done >= news.total) lines->of.erase(line);
           },
       .trouble = [](const std::string& trouble) { base::say_aside("losange: {}\n", trouble); }});
}

void add_endings(Command program) {
  auto arguments = std::make_shared<EndingsArguments>();
  const auto command = program.add_subcommand("endings", "Solve the endings of draughts ahead");
  command.group(kFiles);
  names_rules(command.add_option("--variant", arguments->rules,
                  "Rules: international, english, russian, brazilian, italian")
      .capture_default_str());
  command.add_number("--size", arguments->size,
                     "Board size: 6, 8 or 10 in international draughts, 6 or 8 in english, one in "
                     "the others",
                     6, 10);
  command
      .add_number("--pieces", arguments->pieces, "Up to so many pieces", 2,
                  draughts::kMostBasePieces)
      .capture_default_str();
  command.footer(
      "Players of draughts solve what they miss in the background and play without until it is "
      "there; this solves it now, and keeps it for all games to come.");
  command.callback([arguments] { solve(*arguments); });
}

}  // namespace losange::commands
