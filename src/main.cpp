// `losange`, and the same with LibTorch, `losange-torch`: all that they do is in the rooms.
#include "commands/program.h"
#include "commands/start/run.h"

int main(int argc, char** argv) {
  return losange::commands::run(argc, argv, losange::commands::fill_program);
}
