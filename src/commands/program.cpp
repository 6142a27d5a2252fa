#include "commands/program.h"

#include "commands/common/endings.h"
#include "commands/line/command.h"
#include "commands/line/frame.h"
#include "commands/pages.h"

namespace losange::commands {

void fill_program(CLI::App& program) {
  frame_program(program, [](CLI::App& empty) {
    const Command all(empty);
    add_window(all);
    add_play(all);
    add_web(all);
    add_match(all);
    add_openings(all);
    add_experiment(all);
    add_bench(all);
    add_perft(all);
    add_report(all);
    add_review(all);
    add_study(all);
    add_solve(all);
    add_proof(all);
    add_selfplay(all);
    add_train(all);
    add_gate(all);
    add_net(all);
    add_book(all);
    add_htp(all);
    add_hub(all);
    add_dxp(all);
    add_convert(all);
    add_endings(all);
    add_players(all);
    add_pages(empty);
    add_version(all);
  });
}

}  // namespace losange::commands
