// The table people play and study at: a Session, who sits where, and the engine room. It decides
// what is to be thought about now (an engine's move, a sweep, a hint, the analysis) from its state
// alone; every action only changes the state, and tick() brings the engine room in line with it. No
// display in here, so tests play whole games. table.cpp has the game, table_edits.cpp what changes the
// tree and how that is undone, table_study.cpp the analysis.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "players/game/session.h"
#include "players/seat.h"
#include "window/findings/line_study.h"
#include "window/findings/sweep.h"
#include "window/table/engine_room.h"
#include "window/table/history.h"

namespace losange::window {

struct TableOptions {
  double thinking_s = 2;
  int threads = 1;
  double pace_s = 0.6;    // least time between the moves of engines
  std::string adviser{};  // who hints and analyses, as a player spec
  // Where engines come from, by their spec: the registry, unless something else is given.
  std::function<std::unique_ptr<players::Player>(const std::string&)> make_player{};
};

class Table {
 public:
  using Time = base::Clock::time_point;

  explicit Table(TableOptions options);

  const players::Session& session() const { return session_; }
  const game::GameRecord& record() const { return session_.record(); }
  const players::Seat& seat(game::Side side) const { return seats_[index(side)]; }
  bool anyone_here() const { return seats_[0].person || seats_[1].person; }
  bool person_to_move() const { return seat(session_.to_move()).person; }
  // A person may move for the side to move: it is theirs, or they only look about, as everyone does where a game has ended
  // that can be played on.
  bool person_may_play() const {
    const bool looks = session_.over() || (browsing_ && trouble() == nullptr);
    return session_.open_on_board() && (person_to_move() || looks) && !paused_;
  }
  // Why the engine that is to move does not: it failed, and waits to be asked again (continue_game), for another one, or
  // for a person to take its seat.
  const base::Message* trouble() const;
  // What an outside program that was started calls itself; empty where that is not known.
  std::string program_name(game::Side side) const;
  // Nothing was played, set up, marked or written: nobody would miss it.
  bool untouched() const;
  // It was opened and only looked at since.
  bool as_it_came() const { return edits_ == came_edits_; }
  // Which game is on the table: another number for each that was started or opened. Undoing brings the old one back.
  std::uint64_t game_number() const { return game_; }
  // Changes whenever the position or the tree does.
  std::uint64_t revision() const { return revision_; }
  // How many moves were played at this table: none of those that one went back or forward to.
  std::uint64_t played() const { return played_; }
  // Changes with the tree, and not when one only looks about in it.
  std::uint64_t edits() const { return edits_; }
  // Changes where nodes may have gone or stand for other moves since: what names nodes of the tree is of no use then.
  std::uint64_t tree_number() const { return tree_; }
  void set_options(TableOptions options);

  // The game. Texts that are not legal throw base::UserError and change nothing.
  void start(const game::GameSetup& setup, const std::array<std::string, 2>& players,
             players::TimeControl clock);
  void load(game::GameRecord record);
  void play(std::string_view text);
  void resign();
  void switch_seat(game::Side side);
  // Another engine, or the same at another level, plays the side from now on.
  void set_engine(game::Side side, const std::string& spec);
  void set_paused(bool paused);
  bool paused() const { return paused_; }
  // Engines wait because someone looks at another position; continue_game() lets them play from
  // here.
  bool browsing() const { return browsing_; }
  void continue_game();
  // A game that came from elsewhere is looked at first: its clocks wait for a move or to be continued.
  bool clocks_wait() const;
  // The board cannot be seen. A person who plays an engine has their clock stopped meanwhile; between people it runs, or
  // one could think without it.
  void set_covered(bool covered, Time now);

  // Through the tree.
  void go_to(game::NodeId node);
  void step(int moves);  // along the line through the cursor
  void go_to_sibling(int direction);
  // After a node, the way one came by last, or else the main line. Nothing where the line ends.
  std::optional<game::NodeId> next_of(game::NodeId node) const;
  game::NodeId end_of_line() const;  // the last node of the line through the cursor
  game::NodeId end_of_main_line() const;

  // The tree is edited; every edit can be undone.
  void remove_variation();
  void promote_variation();
  void set_comment(game::NodeId id, std::string text);
  void end_comment() { history_.end_comment(); }  // it is done: what is written now is another edit
  // What people wrote on the board of the node that is shown (record_marks.h).
  void edit_marks(const std::function<void(game::RecordNode&)>& edit);
  // A stone put freely on the board, or taken off.
  void set_up(const std::string& cell, std::optional<game::Side> stone);
  void set_to_move(game::Side side);
  // Takes back what happened last: a move (against an engine, to a move of the person), an edit of the tree, or that
  // another game came on the table.
  enum class Undone { Nothing, Move, Edit, Game };
  Undone undo();
  Undone redo();
  bool can_undo() const;
  bool can_redo() const;
  bool undo_brings_game() const;  // the one that was on the table before

  // Study.
  void set_analysing(bool on);
  bool analysing() const { return analysing_; }
  // How the analysis of the position that is shown proceeds. It runs until it is stopped, or there is nothing more to find.
  struct AnalysisState {
    bool runs = false, ended = false;
    bool out_of_memory = false;                    // why it ended
    std::uint64_t tree_nodes = 0, tree_bytes = 0;  // that it holds now; 0 where the engine has no tree
  };
  AnalysisState analysis_state() const;
  void ask_hint();
  bool hint_asked() const { return hint_asked_; }
  // The answer, while the position stands: also of a program that tells no values. Empty where there is none.
  std::string hinted() const { return hint_.revision == revision_ ? hint_.move : ""; }
  // Looks for mistakes on the main line (sweep.h), or `deeper` than before on the same game.
  void start_sweep(bool deeper = false);
  void stop_sweep() { sweep_.stop(); }
  bool sweeping() const { return sweep_.running(); }
  double sweep_share() const { return sweep_.share(); }  // done, 0 to 1
  SweepVisits visits_of_sweep() const;                   // of the next one
  // What the adviser thinks of a position beside the game, a move that is tried or an opening: its value for First comes
  // once. One question at a time: another one takes its place.
  void ask_aside(game::GameRecord position, std::uint64_t visits);
  bool asks_aside() const { return aside_.has_value(); }
  std::optional<double> take_aside() { return std::exchange(aside_value_, std::nullopt); }
  void drop_aside() { aside_.reset(); }
  // Writes what was found of the position that is shown into its node: no edit that people would undo.
  void note_finding(const std::function<void(game::RecordNode&)>& write);
  std::string adviser_name() const;
  // An HTP program tells its move, and not what it is worth: it gives hints, and nothing that is reckoned from values.
  bool adviser_tells_values() const { return adviser_name() != "htp"; }
  // Of the position at the cursor; running or kept.
  const std::optional<Analysis>& analysis() const { return analysis_; }
  // The main line, which is the game, and the line through the cursor, to its end. Frames ask for them: they are read
  // from the record when something changed.
  const LineStudy& game_study() { return studies().game; }
  const LineStudy& line_study() { return studies().line; }
  // The mistake that led to a node of one of them; nothing where it was none.
  const Mistake* mistake_at(game::NodeId node);

  // Where one person plays, their side; it stays when they hand it over. The board stands with this side below where
  // its game has an upper and a lower side, and may be turned around.
  std::optional<game::Side> own_side() const { return own_side_; }
  bool turned() const { return turned_; }
  void turn() { turned_ = !turned_; }

  // The clocks: what a side has left now.
  std::optional<base::Millis> time_left(game::Side side, Time now) const;
  // Of the turn under way; a game that was left in the midst of one goes on with it.
  base::Millis turn_spent(Time now) const { return spent(now); }
  void take_up_turn(base::Millis spent) { turn_spent_ = spent; }
  // An engine decides about its move, and since when.
  bool engine_thinks() const { return asked_.key.kind == TaskKind::Move && asked_.key == wanted(); }
  // It is started, or its board is, and has no time to move yet: no clock runs for that.
  bool engine_gets_ready() const { return !person_to_move() && unready().has_value(); }
  // What it thinks so far of the move it is about to make.
  const std::optional<Analysis>& thought() const { return thought_; }
  bool thinks() const { return asked_.key.kind != TaskKind::None; }
  // The engines' thread is at work, on what is asked or still on what was given up.
  bool engines_busy() const { return room_.busy(); }
  double thinking_seconds(Time now) const;

  // Takes what engines found, plays their moves, minds the clocks, starts and stops thinking. True
  // when something to be seen changed.
  bool tick(Time now);
  std::optional<base::Message> take_message();  // what a person should be told, once

 private:
  enum class TaskKind { None, SetUp, Move, Aside, Sweep, Hint, Analysis };
  struct TaskKey {
    TaskKind kind = TaskKind::None;
    game::NodeId node = 0;
    std::uint64_t revision = 0;
    bool operator==(const TaskKey&) const = default;
  };
  // What the room works on, and all that is needed to put the answer in its place. An answer counts only while its
  // question is still the one wanted(): the revision tells positions and games apart, for sweeps their number. An
  // engine is set up for a game and not for a node, in whose place stands its side.
  struct Question {
    TaskKey key;
    std::uint64_t ticket = 0;
    std::string engine;  // its label
    game::Side mover = game::Side::First;
    Time began{};
  };
  struct DueMove {  // an engine's, waiting for its time
    TaskKey answers;
    std::string text;
    Time came;
  };
  struct Engine;
  class SeatPlayer;
  struct Trouble {
    base::Message reason;
    std::shared_ptr<Engine> engine;  // whose it is, while it is to move there
    std::uint64_t game = 0;
    game::NodeId node = 0;
  };

  static std::size_t index(game::Side side) { return static_cast<std::size_t>(game::index(side)); }
  void seat_player(game::Side side, players::Seat seat);
  void seat_adviser(const game::GameSetup& setup);
  std::shared_ptr<Engine> make_engine(const std::string& spec) const;
  void find_own_side();
  void position_changed();             // one stands elsewhere
  void tree_grew();                    // and the tree has something new
  void give_up_thought();              // another one plays a side
  void turn_ended(base::Millis used);  // without a move: the clock stands where it stopped
  void tree_changed();                 // and what its nodes are may have changed: sweeps end
  void game_changed();                 // another one is on the table
  void name_people(const std::array<std::string, 2>& names);
  TableState state() const;
  void remember_game();  // before another one comes
  bool stays(const TableState& kept, game::NodeId node) const;
  bool ended_elsewhere() const;
  bool step_back();  // false at the start
  void take_up_left_turn();
  Undone restore(TableState kept);
  std::size_t line_length() const { return record().line().size(); }
  // Sets stones or the side to move at the cursor, in a node that has no other purpose.
  void edit_setup(const std::function<void(game::RecordNode&)>& edit);
  TaskKey here(TaskKind kind) const { return {kind, record().cursor(), revision_}; }
  bool move_is_due() const { return due_ && due_->answers == here(TaskKind::Move); }
  // Whose engine is to be started before it moves by a clock: the side to move first.
  std::optional<game::Side> unready() const;
  TaskKey wanted() const;
  void reconcile(Time now);
  void begin(const TaskKey& key, Time now);
  bool take_results(Time now);
  void finish(const EngineRoom::Done& done);
  bool play_due_move(Time now);
  bool mind_clock(Time now);
  bool turn_counts() const;  // a move made now costs the time of its turn
  bool clock_runs() const;
  void hold_turn(Time now);                          // its clock stops, with what was spent so far
  void fail(const base::Message& reason, Time now);  // the engine that is to move
  base::Millis spent(Time now) const;
  std::optional<base::Millis> time_of_move(Time now) const;
  void read_analysis();
  void note_report(const players::TextReport& report);
  search::Limits limits_of(const TaskKey& key, Engine& engine);

  TableOptions options_;
  players::Session session_;
  std::array<players::Seat, 2> seats_;
  std::array<std::shared_ptr<Engine>, 2> engines_;
  std::array<std::uint64_t, 2> ready_{};  // the game for which each was set up
  std::shared_ptr<Engine> adviser_;
  std::uint64_t revision_ = 1, edits_ = 0, tree_ = 0, played_ = 0, game_ = 1, games_ = 1,
                came_edits_ = 0;  // when it was opened
  History history_;

  bool paused_ = false, browsing_ = false, waits_ = false, covered_ = false, analysing_ = false,
       hint_asked_ = false;
  struct {
    std::uint64_t revision = 0;
    std::string move;
  } hint_;
  Sweep sweep_;
  int sweep_depth_ = 0;  // how often one wanted to look deeper
  std::uint64_t sweep_number_ = 0;
  std::optional<Analysis> analysis_, thought_;
  struct Aside {
    game::GameRecord position;
    std::uint64_t visits = 0;
  };
  std::optional<Aside> aside_;
  std::uint64_t aside_number_ = 0;
  std::optional<double> aside_value_;
  TaskKey analysed_;            // the last analysis that ran to its end
  TaskKey searched_;            // the last one that reported, and its tree then
  AnalysisState tree_state_;
  std::uint64_t analyses_ = 0;  // kept in the record so far
  struct Studies {
    std::uint64_t revision = 0, analyses = 0;
    LineStudy game, line;
  } studied_;
  const Studies& studies();
  std::optional<game::Side> own_side_;
  bool turned_ = false;
  // By node: the one that came after it when it was passed last; kRoot where it was not passed.
  std::vector<game::NodeId> way_;

  Question asked_;
  Time reported_{};  // when a report was taken last
  std::optional<DueMove> due_;
  Time last_move_{};
  std::optional<Time> turn_began_;  // while the clock runs
  base::Millis turn_spent_{0};      // before turn_began_
  struct LeftTurn {
    game::NodeId node;
    base::Millis spent;
  };
  std::optional<LeftTurn> left_turn_;  // where the game stands, while browsing_ elsewhere
  std::optional<Trouble> trouble_;
  std::optional<base::Message> message_;
  EngineRoom room_;  // last: its thread ends before what it uses
};

}  // namespace losange::window
