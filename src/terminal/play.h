// A game in the terminal: shows the board, asks people for moves and commands, lets engines think, and
// keeps the clocks. Input and output are given, so tests play whole games in memory. Whatever way a
// person leaves, an unfinished game is saved first. play.cpp has the loop and what is shown,
// play_engines.cpp what engines do in it, play_orders.cpp what each command does, play_files.cpp what is kept.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "players/game/session.h"
#include "players/seat.h"
#include "terminal/board/board_text.h"
#include "terminal/input/line_input.h"
#include "terminal/verbs.h"

namespace losange::terminal {

struct PlayOptions {
  std::array<players::Seat, 2> seats;
  Style style;
  bool quiet = false;               // moves and the result only, no boards
  bool show_thinking = false;       // a line on stderr while an engine thinks
  bool ponder = false;              // engines think while a person does
  std::filesystem::path save_file;  // where the game goes when the person leaves
  bool save_finished = false;       // also when it is over
  std::string in_save_file;         // what that file held when this game was read from it
  std::filesystem::path from_file;  // the other file that this game was read from; empty: none
  // Where it is kept while it is played, and not after it was left; empty: nowhere.
  std::filesystem::path in_play_file;
  base::Millis turn_spent{0};  // of the turn with which the game goes on
  // What goes on with the saved game, as it is told to the person: with those who sit at the board then, by the clock
  // that runs then.
  std::function<std::string(const std::array<players::Seat, 2>&, const players::TimeControl&)>
      resume_command;
};

class Play {
 public:
  // The session holds the position and the clocks; its players are seated here. `stop` is Ctrl-C.
  Play(players::Session session, LineInput& input, std::ostream& out, PlayOptions options,
       std::stop_token stop);

  // Returns when the person leaves, when input ends, or when two engines have finished. Throws
  // base::UserError when the game could not be saved, and when an engine failed with nobody to mend that.
  void run();

  const players::Session& session() const { return session_; }
  const players::Seat& seat(game::Side side) const { return options_.seats[game::index(side)]; }
  // What may be typed here, for Tab.
  std::vector<std::string> completions() const;

 private:
  // The loop.
  void step();
  void prompt();
  // Reads a line, during which the engine on the other side may ponder.
  LineInput::Read read(std::string& line, std::optional<base::Clock::time_point> flag);
  void conclude();
  void changed();  // after every change of the position
  // After one by a person who went elsewhere in the game, or to another.
  void brought_elsewhere();

  // Engines.
  struct Failure {
    std::string reason;
    bool broke_rules = false;
  };
  static std::optional<Failure> failure_of(const std::function<void()>& work);
  void engine_turn();
  search::Limits engine_limits();
  void engine_failed(game::Side side, const Failure& failure);
  // Outside programs start and get the game before a clock runs.
  void set_up_engine(game::Side side);
  void set_up_engines();

  // What is kept.
  void leave();
  // For the case that the process is killed at the prompt. Where that fails it is told once.
  void keep_in_play();
  void forget_in_play();
  // Saves and says so; on failure prints the moves and throws base::UserError.
  void keep(const std::filesystem::path& file, std::string_view words);
  void make_room();  // for this game where it is saved: another that lies there stays
  bool only_part_is_saved() const;  // in the file that a person named last
  // Nothing was played since it was read from a file, which has it: it needs no other.
  bool only_looked_at() const;
  void keep_before_replacing();
  // Where the game on the board came from; no path: from no file.
  void note_read(const std::filesystem::path& file);

  // The commands.
  void obey(const Order& order);
  void play_move(const std::string& text);
  void undo();
  void redo();
  void hint();
  void tell_connections();
  void switch_seat(std::string_view arguments);
  void save(std::string_view arguments);
  void load(const std::string& text);
  void start_over(std::string_view arguments);
  void list_moves();
  void set_clock(std::string_view arguments);
  void list_players();

  // What is shown.
  void say(const std::string& text, Ink ink);
  void show_board(const Marks& extra = {});
  std::vector<TextLine> panel() const;
  std::string prompt_text() const;
  bool hex() const { return session_.record().setup.game == "hex"; }
  const char* side_name(game::Side side) const {
    // Where nothing is drawn, for programs perhaps, by the words of the rules.
    const auto& setup = session_.record().setup;
    return options_.quiet ? players::side_name(side, setup)
                          : shown_side(side, setup, options_.style);
  }
  std::string example_move() const;          // as it is typed in this game
  std::string shape(game::Side side) const;  // of its stones or men
  Ink ink(game::Side side) const;
  std::string both_sides(std::string_view between) const;  // as they may be typed
  std::vector<TextLine> board_lines(const Marks& marks) const;
  std::string how_it_ended(game::Side winner) const;
  std::string who(game::Side side) const;     // "you", "a person" or the engine
  std::string titled(game::Side side) const;  // "White (montecarlo)"
  std::optional<base::Millis> time_left(game::Side side) const;
  base::Millis spent() const;  // of the turn under way

  bool is_person(game::Side side) const { return seat(side).person; }
  bool anyone_here() const { return options_.seats[0].person || options_.seats[1].person; }
  void seat_player(game::Side side);

  players::Session session_;
  LineInput& input_;
  std::ostream& out_;
  PlayOptions options_;
  std::stop_token stop_;
  // Of the turn under way: what was spent before `turn_` began to run, and that, which counts for people alone: engines are
  // timed while they are asked.
  base::Millis turn_spent_{0};
  base::Stopwatch turn_;
  bool attended_ = false;  // a person takes part, so the end of a game is not the end
  bool paused_ = false;    // a person stopped the engines, or one of them failed
  bool board_is_due_ = true;
  bool concluded_ = false;  // the result of this position was announced
  bool done_ = false;
  std::set<std::filesystem::path> own_files_;  // where this game was saved, or came from
  std::filesystem::path asked_file_;           // is replaced when it is named once more
  struct Saved {
    std::filesystem::path file;
    std::size_t nodes = 0;  // of the record, and its result: as it was then
    game::Result result;
    int moves = 0;
  };
  std::optional<Saved> saved_;                // by name, and not where the game goes in the end
  std::optional<Saved> read_;                 // from a file, and not from where the game goes
  std::optional<std::size_t> in_play_nodes_;  // of the record, when it was kept in play
  bool told_of_loss_ = false;                 // that it could not be
  std::optional<std::string> failure_;        // what run() throws in the end
};

// "4:55", or "9.5 s" when it is short.
std::string clock_text(base::Millis left);

}  // namespace losange::terminal
