// The rules of draughts as data, each with the article it comes from. What decides which moves there are
// (Mechanics) is known at compile time by the generators; the rest (Rules) is read while playing:
// numbering, draws, and the words with which a refused move is explained.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace losange::draughts {

// White stands at the bottom of the board and moves up, whoever begins.
enum class Colour : std::uint8_t { White, Black };
constexpr Colour other(Colour colour) {
  return colour == Colour::White ? Colour::Black : Colour::White;
}
constexpr int index(Colour colour) { return static_cast<int>(colour); }
constexpr base::Sentence word_of(Colour colour) {
  return colour == Colour::White ? base::Sentence{"draughts.white", "white"}
                                 : base::Sentence{"draughts.black", "black"};
}

enum class Majority : std::uint8_t {
  None,     // any capture, taken to its end
  Number,   // the most pieces
  Italian,  // the most pieces, then with a king, then the most kings, then kings soonest
  Value,  // the highest value, n kings being worth less than 2n men and more than 2n - 1; then a king
};
enum class Crowning : std::uint8_t { AtEnd, InPassing };

struct Mechanics {
  bool flying_kings = true;
  bool men_capture_backward = true;
  bool men_capture_kings = true;
  bool orthogonal_captures = false;
  Majority majority = Majority::Number;
  Crowning crowning = Crowning::AtEnd;
};

inline constexpr Mechanics kInternationalMechanics{};
inline constexpr Mechanics kEnglishMechanics{
    .flying_kings = false, .men_capture_backward = false, .majority = Majority::None};
inline constexpr Mechanics kRussianMechanics{.majority = Majority::None,
                                             .crowning = Crowning::InPassing};
inline constexpr Mechanics kItalianMechanics{.flying_kings = false,
                                             .men_capture_backward = false,
                                             .men_capture_kings = false,
                                             .majority = Majority::Italian};
inline constexpr Mechanics kFrisianMechanics{.orthogonal_captures = true,
                                             .majority = Majority::Value};

// An ending that is drawn unless it is decided in a number of moves of each side.
struct Ending {
  std::string_view article;
  int least_pieces, most_pieces;  // of both sides together
  bool lone_king;                 // one side has a king and nothing else
  int kings;                      // the other side has at least this many kings
  int moves;
};

struct Rules {
  std::string_view name;
  base::Sentence title;
  const Mechanics* mechanics;
  std::span<const int> sizes;  // the first is the usual one
  int game_type;               // of PDN, on the usual size
  Colour first;                // who begins
  bool mirrored;               // the dark corner stands at the right hand: square 1 in the corner
  bool algebraic;              // squares are written c3 and not by number
  int king_run;                // quiet moves a king may make in a row beside men; 0: any number
  int repetitions;             // positions that make a draw
  int quiet_moves;             // of each side with kings and without captures that make a draw
  std::span<const Ending> endings;
  bool endings_restart;  // a capture or a crowning starts the count of an ending anew
  // Where the rules are written down.
  std::string_view source;
  base::Sentence men_article, king_article, capture_article, majority_article;
  std::string_view draw_article;
};

std::span<const Rules> all_rules();
// Throws base::UserError with the names there are.
const Rules& find_rules(std::string_view name);
// The size itself, or the usual one for 0; throws base::UserError for a size these rules are not played on.
int checked_size(const Rules& rules, int size);

// How many rows of men each side starts with: all but two rows of the board are filled.
constexpr int rows_of_men(int size) { return (size - 2) / 2; }

}  // namespace losange::draughts
