// The subcommands of `losange`, one file each. A command is a function that adds itself to the program:
// its options, its help and its action. Actions throw base::UserError; main() prints it.
#pragma once

#include "commands/line/command_line.h"

namespace losange::commands {

// The groups of `losange --help`, by purpose.
inline constexpr const char* kPlay = "Play";
inline constexpr const char* kCompare = "Compare";
inline constexpr const char* kLearn = "Learn";
inline constexpr const char* kConnect = "Connect";
inline constexpr const char* kFiles = "Files";
inline constexpr const char* kAbout = "About this program";

void add_bench(Command program);
void add_book(Command program);
void add_convert(Command program);
void add_dxp(Command program);
void add_experiment(Command program);
void add_gate(Command program);
void add_htp(Command program);
void add_hub(Command program);
void add_match(Command program);
void add_net(Command program);
void add_openings(Command program);
void add_perft(Command program);
void add_play(Command program);
void add_players(Command program);
void add_proof(Command program);
void add_report(Command program);
void add_review(Command program);
void add_selfplay(Command program);
void add_solve(Command program);
void add_study(Command program);
void add_train(Command program);
void add_version(Command program);
void add_web(Command program);
void add_window(Command program);

}  // namespace losange::commands
