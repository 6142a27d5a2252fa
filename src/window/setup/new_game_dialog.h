// The new-game dialog: which game, on which board, against whom. It begins with what the person chose last.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "window/common/context.h"
#include "window/common/part.h"

namespace losange::window {

class NewGameDialog final : public Part {
 public:
  explicit NewGameDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  void come() override;
  bool key(const KeyPress& press) override;  // Enter starts

 private:
  struct SeatChoice {
    int kind = 0;        // 0 person, 1 engine, 2 person who may hand over
    std::string engine;  // its spec, without the level
    int level = 5;       // 1 to 10
    bool more = false;   // all engines are shown, not only the levels of the usual one
  };

  void draw_seat(Pen& pen, Rect area, game::Side side);
  void draw_engines(Pen& pen, Rect& area, SeatChoice& seat, const std::string& id);
  std::vector<std::string> engines() const;  // specs of those that play this game
  void draw_games(Pen& pen, Rect area);
  void draw_rules(Pen& pen, Rect rest);  // board, clock, swap
  void draw_clocks(Pen& pen, Rect row);
  std::string wrong_clock_text() const;
  void draw_wrong_clock(Pen& pen, Rect& rest) const;
  double wrong_clock_height(const Pen& pen) const;  // design pixels
  std::optional<players::TimeControl> chosen_clock();
  void draw_buttons(Pen& pen, Rect bottom);
  void start();
  game::GameSetup setup() const;  // what is asked for

  const Context& context_;
  bool draughts_ = false;
  int variant_ = 0;  // of draughts_games()
  int size_ = 11;
  bool swap_ = true;
  std::array<SeatChoice, 2> seats_;
  int clock_ = 0;             // of the usual ones
  std::string own_clock_;     // in their place, where one writes another
  bool wrong_clock_ = false;  // it is none: told where it stands, until it is mended
  int page_ = 1;              // in a narrow window: a seat, or the rules
};

}  // namespace losange::window
