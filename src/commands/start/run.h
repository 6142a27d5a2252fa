// All that main() does: finds the command of the command line, runs it, and says on standard error what went wrong.
#pragma once

namespace CLI {
class App;
}

namespace losange::commands {

// fill: adds the program's commands to an empty one. Exit codes: 0 done, 1 an error the user can mend, 2 wrong usage, 130 interrupted. Without a command it opens the
// window, or where there is no display, plays in the terminal.
int run(int argc, char** argv, void (*fill)(CLI::App&));

}  // namespace losange::commands
