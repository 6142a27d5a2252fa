// The subcommands of `losange`, one file each. A command is a function that adds itself to the program:
// its options, its help and its action. Actions throw base::UserError; main() prints it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace losange::commands {

// The groups of `losange --help`, by purpose.
inline constexpr const char* kPlay = "Play";
inline constexpr const char* kCompare = "Compare";
inline constexpr const char* kLearn = "Learn";
inline constexpr const char* kConnect = "Connect";
inline constexpr const char* kFiles = "Files";
inline constexpr const char* kAbout = "About this program";

void add_bench(CLI::App& program);
void add_book(CLI::App& program);
void add_convert(CLI::App& program);
void add_dxp(CLI::App& program);
void add_experiment(CLI::App& program);
void add_gate(CLI::App& program);
void add_htp(CLI::App& program);
void add_hub(CLI::App& program);
void add_match(CLI::App& program);
void add_net(CLI::App& program);
void add_openings(CLI::App& program);
void add_perft(CLI::App& program);
void add_play(CLI::App& program);
void add_players(CLI::App& program);
void add_report(CLI::App& program);
void add_selfplay(CLI::App& program);
void add_study(CLI::App& program);
void add_train(CLI::App& program);
void add_version(CLI::App& program);
void add_window(CLI::App& program);

// "losange 0.1.0 (3f2a...)": this build, noted beside results.
std::string build_text();

}  // namespace losange::commands
