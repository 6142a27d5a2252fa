// What a game is. Searches are templates over these concepts and know nothing else; each game's rules
// are one type that models them. Held to it by tests/support/games/conformance.h, which every game must pass.
//
// A position is a small trivially copyable value: a search copies it and never undoes. Where a game
// needs its past to know its outcome (repetition in draughts), the position carries what it needs.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace losange::game {

enum class Side : std::uint8_t { First, Second };
enum class Outcome : std::uint8_t { Ongoing, FirstWins, SecondWins, Draw };

constexpr Side other(Side side) { return side == Side::First ? Side::Second : Side::First; }
constexpr int index(Side side) { return static_cast<int>(side); }
constexpr Outcome win_for(Side side) {
  return side == Side::First ? Outcome::FirstWins : Outcome::SecondWins;
}
// The outcome as a value in {-1, 0, 1} for `side`; 0 while the game goes on.
constexpr int value_for(Side side, Outcome outcome) {
  if (outcome == win_for(side)) return 1;
  return outcome == win_for(other(side)) ? -1 : 0;
}

struct RecordNode;

template <class P>
concept Position = std::is_trivially_copyable_v<P> && std::equality_comparable<typename P::Move> &&
    requires(P p, const P c, typename P::Move m, typename P::Moves& out) {
  { c.to_move() } -> std::same_as<Side>;
  { c.outcome() } -> std::same_as<Outcome>;
  { c.hash() } -> std::same_as<std::uint64_t>;             // equal positions, equal hashes
  { c.recomputed_hash() } -> std::same_as<std::uint64_t>;  // the same from nothing: for tests
  c.legal_moves(out);  // clears `out` first; empty exactly when the game is over
  p.play(m);           // precondition: m is legal
};

template <class G>
concept Game = Position<typename G::Position> &&
    requires(typename G::Position p, const typename G::Position c,
             const typename G::Position::Move m, const typename G::Config config,
             std::string_view text, const RecordNode& node) {
  { G::kName } -> std::convertible_to<std::string_view>;
  { G::initial(config) } -> std::same_as<typename G::Position>;
  // Text depends on the position: draughts writes a capture's path only where it is ambiguous.
  { G::to_text(c, m) } -> std::same_as<std::string>;
  // Reads a legal move; throws base::UserError that says why the text is not one.
  { G::parse(c, text) } -> std::same_as<typename G::Position::Move>;
  // Applies what a node of a game record does: setup stones, then its move. Throws base::UserError.
  G::apply(p, node);
};

}  // namespace losange::game
