// What main() does with the command line: finds the command, runs it, and says on standard error what went wrong.
#pragma once

namespace losange::commands {

// Exit codes: 0 done, 1 an error the user can mend, 2 wrong usage, 130 interrupted. Without a command it opens the
// window, or where there is no display, plays in the terminal.
int run(int argc, char** argv);

}  // namespace losange::commands
