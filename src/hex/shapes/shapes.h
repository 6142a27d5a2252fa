// Shapes: stones whose connection (to each other or to their edge) cannot be cut even by an intruder who
// moves first inside the carrier, the empty cells that the shape needs. Shapes are data, drawn as
// pictures; ShapeGame is exhaustive play of a carrier, from which the proofs of the tests and the reply
// tables of shape_playout.cpp come. Not for hot paths.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace losange::hex {

// A cell relative to the first stone of a shape: rows down and columns to the right.
struct Place {
  int down = 0, right = 0;
  bool operator==(const Place&) const = default;
};
// The six neighbours, in the order of kDirections.
inline constexpr std::array<Place, 6> kAround{{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};
constexpr Place operator+(Place a, Place b) { return {a.down + b.down, a.right + b.right}; }
constexpr Place operator-(Place a, Place b) { return {a.down - b.down, a.right - b.right}; }
// The same place seen in a mirror that stands upright on a horizontal edge.
constexpr Place mirrored(Place p) { return {p.down, -p.right - p.down}; }

// A picture has one line a row, each row half a cell (one character) to the right of the row above:
//   O  a stone of the owner      .  an empty cell of the carrier      =  the owner's edge
// A shape without an edge joins its first stone to its last one; with an edge, its first stone to it.
struct Shape {
  Shape(std::string_view name, std::string_view picture);

  std::string_view name;
  std::string_view picture;
  std::vector<Place> stones;
  std::vector<Place> carrier;
  int edge = 0;  // the row of the edge, 0 without one

  Shape without(Place cell) const;
};

// The library: bridge, edge templates II, III (the ziggurat) and IV.
const std::vector<Shape>& shapes();
// Precondition: a shape of the library has this name.
const Shape& shape(std::string_view name);

// The game inside a carrier of at most 64 cells. A Cells has bit i for carrier[i].
class ShapeGame {
 public:
  using Cells = std::uint64_t;

  explicit ShapeGame(const Shape& shape);

  Cells all() const { return all_; }
  bool joined(Cells own) const { return (flood(start_, own) & goal_) != 0; }
  // Whether the connection survives with the intruder to move.
  bool holds(Cells own = 0, Cells intruder = 0) { return solve(own, intruder, false).holds; }
  // The replies to an intrusion after which the connection still holds.
  Cells saving_replies(int intrusion);
  // Of these, the replies after which an owner who only ever answers intrusions into bridges (the edge
  // counted as a row of his stones) keeps the connection, whichever bridge he saves and wherever he
  // plays when there is none to save.
  Cells steady_replies(int intrusion);
  // The answers to an intrusion just made that save a bridge.
  Cells bridge_replies(int intrusion, Cells own, Cells intruder) const;

 private:
  struct Verdict {
    bool holds;
    Cells carrier;  // the empty cells that the side which prevails needs
  };
  // Exhaustive but for moves that cannot help: one outside the carrier of what the other side does after
  // some other move is answered in the same way (must-play, Hayward et al. 2003).
  Verdict solve(Cells own, Cells intruder, bool owner_moves);
  Cells flood(Cells seeds, Cells region) const;
  // The cells where the owner joins at once, and where the intruder leaves no path.
  Cells joining_moves(Cells own, Cells intruder) const;
  Cells cutting_moves(Cells own, Cells intruder) const;
  bool holds_by_bridges(Cells own, Cells intruder) const;
  bool is_own(Place place, Cells own) const;
  int index_of(Place place) const;

  struct Key {
    Cells own, intruder;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return key.own * 0x9E3779B97F4A7C15ULL ^ key.intruder * 0xD1B54A32D192ED03ULL;
    }
  };

  std::vector<Place> stones_, carrier_;
  int edge_;
  Cells all_ = 0, start_ = 0, goal_ = 0;  // the cells next to either end of the connection
  std::vector<Cells> near_;
  std::array<std::vector<int>, 2> score_;  // how often a cell was right: tried first; [owner moves]
  std::array<std::unordered_map<Key, Verdict, KeyHash>, 2> verdicts_;
};

}  // namespace losange::hex
