// `losange-window`: the window, the game in the terminal and the server of the page. Any other command is for `losange` beside it.
#include "commands/start/play_program.h"
#include "commands/start/run.h"
#include "commands/start/twins.h"

int main(int argc, char** argv) {
  using namespace losange::commands;
  if (!play_program_has(argc, argv)) continue_in_losange(argv);
  return run(argc, argv, fill_play_program);
}
