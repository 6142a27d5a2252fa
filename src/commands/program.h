// The programs as CLI11 knows them: their commands with their options, nothing run yet. Mains run them; tests walk the
// options and read the command lines of the documents with them.
#pragma once

namespace CLI {
class App;
}

namespace losange::commands {

// Adds every command, the version and the help to an empty program: `losange` and `losange-torch`.
void fill_program(CLI::App& program);

}  // namespace losange::commands
