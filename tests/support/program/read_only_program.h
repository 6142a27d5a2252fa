// The program with all its commands, which reads command lines as main() does and runs none of them.
#pragma once

#include <CLI/CLI.hpp>

#include "commands/line/frame.h"
#include "commands/program.h"

namespace losange::testing_program {

// Thrown where a command would run: its line was read, every value of it taken.
struct WouldRun {};

class ReadOnly : public CLI::App {
 public:
  ReadOnly() { commands::fill_program(*this); }

 private:
  void pre_callback() override { throw WouldRun{}; }
};

}  // namespace losange::testing_program
