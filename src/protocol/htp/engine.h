// The HTP commands: a table from names to what they do with an HtpGame. Takes a Command, gives a
// Reply; whoever reads and writes the text is somebody else. Not thread-safe.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "protocol/htp/game.h"
#include "protocol/htp/solving.h"
#include "protocol/lines/framing.h"

namespace losange::protocol {

class HtpEngine {
 public:
  // `log` gets the replies of commands that files contain. Throws like HtpGame.
  HtpEngine(HtpSetup setup, std::string version, std::ostream& log);
  HtpEngine(const HtpEngine&) = delete;
  HtpEngine& operator=(const HtpEngine&) = delete;

  // Never throws: what goes wrong is a failure reply, and the next command finds the game whole.
  Reply execute(const Command& command, std::stop_token stop = {});
  // True after the command quit.
  bool done() const { return done_; }
  // Runs the commands of a file. Throws base::UserError with file and line at the first that fails.
  void run_file(const std::string& path, std::stop_token stop = {});

  // Where pictures of a running search go, whole blocks of text between the replies; nowhere until set.
  void show_live(std::function<void(const std::string&)> show) { show_live_ = std::move(show); }

  const HtpGame& game() const { return game_; }

 private:
  struct Call {
    const Command& command;
    std::stop_token stop;

    std::size_t count() const { return command.arguments.size(); }
    const std::string& argument(std::size_t i) const { return command.arguments[i]; }
    game::Side colour(std::size_t i) const;
  };
  struct Entry {
    std::string arguments;  // as the help shows them
    std::string help;
    std::size_t least = 0, most = 0;
    std::function<std::string(const Call&)> run;  // the reply's text; throws base::UserError
  };

  void add(std::string name, std::string arguments, std::size_t least, std::size_t most,
           std::string help, std::function<std::string(const Call&)> run);
  void add_protocol_commands(std::string version);
  void add_game_commands();
  void add_move_commands();
  void add_time_commands();
  void add_system_commands();
  void add_analyze_commands();     // analyze.cpp
  void add_search_commands();      // analyze.cpp
  void add_connection_commands();  // connections.cpp
  void add_solver_commands();      // connections.cpp

  std::string run(const Command& command, std::stop_token stop);
  std::string help(const Call& call) const;
  std::string set_time_left(const Call& call);
  // Throws base::UserError when the game is over, with what that means.
  void require_game(const std::string& what) const;
  // A cell and its mark a pair, as HexGui colours them; x for the cells that are not to be considered.
  std::string considered_marks(game::Side side, const std::vector<int>& consider) const;

  HtpGame game_;
  HtpSolver solver_;
  std::ostream& log_;
  std::function<void(const std::string&)> show_live_;
  std::map<std::string, Entry> commands_;
  int file_depth_ = 0;
  bool done_ = false;
};

}  // namespace losange::protocol
