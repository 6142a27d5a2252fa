// The engine side of the Hub protocol, version 2, as Scan and the Hub program speak it: lines in, lines out. The
// search runs on a thread of its own, so that stop, ping and ponder-hit are heard while it thinks; everything else
// waits for its end. "go" of a position is followed by "done" whatever happens inside, without a move where the board
// has none; an error is told besides. Unknown commands and arguments are ignored, as the protocol asks; docs/draughts.md lists
// what is known.
#pragma once

#include <atomic>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "draughts/text/draughts.h"
#include "players/game/player.h"
#include "players/outside/hub_words.h"
#include "players/player_maker.h"

namespace losange::protocol {

struct HubParameters {
  std::string variant = "normal";
  std::string evaluation = "patterns";
  int endings = 4;
  int table_mib = 64;
  int threads = 1;
};

class HubEngine {
 public:
  HubEngine(std::ostream& out, std::string version, HubParameters parameters,
            players::PlayerMaker make_player = {});
  ~HubEngine();

  // One line; false after "quit".
  bool handle(std::string_view line);
  // Waits for a search that was begun and has an end of its own; others are stopped. Both say "done".
  void finish();
  // What was sent could not be written: nobody listens any more.
  bool broken() const { return broken_; }
  void complain(const std::string& message);

 private:
  enum class Mode { Think, Ponder, Analyze };

  void send(const std::string& line);
  void introduce();
  void set_parameter(const players::HubLine& line);
  void make_player();
  void set_position(const players::HubLine& line);
  void set_level(const players::HubLine& line);
  void go(const players::HubLine& line);
  // The record that is searched; nothing when the board has no move.
  std::optional<game::GameRecord> searchable() const;
  void begin_search(Mode mode);
  void search(const search::Limits& limits, std::stop_token stop);
  void tell(const players::TextReport& report);
  std::string done_line(const players::Answer& answer) const;
  std::vector<std::string> hub_words_of(const std::vector<std::string>& moves) const;
  void end_search(bool quietly);
  draughts::Config config() const;

  std::ostream& out_;
  std::mutex out_mutex_;
  std::atomic<bool> broken_ = false;
  const std::string version_;  // of this program
  HubParameters parameters_;
  players::PlayerMaker make_;
  std::unique_ptr<players::Player> player_;
  std::optional<game::GameRecord> record_;  // none after a position that was refused
  game::GameRecord searched_;               // while a search runs
  search::Limits level_;
  bool infinite_ = false;
  std::atomic<bool> quiet_end_ = false;  // the search that is stopped shall not say done
  Mode mode_ = Mode::Think;
  bool ends_ =
      false;  // the search that runs has an end of its own; others end when they are stopped
  std::jthread thread_;
};

// Serves until "quit", the end of the input, for which a search is finished, or until `out` breaks.
void serve_hub(std::istream& in, std::ostream& out, std::string version, HubParameters parameters);

}  // namespace losange::protocol
