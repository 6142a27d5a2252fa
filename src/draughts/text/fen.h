// Positions of draughts as text: FEN as PDN has it ("W:W31-50:B1-20", kings K31), and the one word of the
// Hub protocol ("W" or "B", then a letter a square). Both hold a board and a side to move, nothing of the past.
#pragma once

#include <string>
#include <string_view>

#include "draughts/text/draughts.h"

namespace losange::draughts {

// Throws base::UserError that says what is wrong and what is expected.
template <class Bits>
Position<Bits> parse_fen(const Variant<Bits>& variant, std::string_view text);
template <class Bits>
std::string to_fen(const Position<Bits>& position);

template <class Bits>
Position<Bits> parse_hub_position(const Variant<Bits>& variant, std::string_view text);
template <class Bits>
std::string to_hub_position(const Position<Bits>& position);

// A record that begins with the position of a FEN. The text is checked.
void set_start(game::GameRecord& record, const Config& config, std::string_view fen);
// The FEN a record begins with; empty when it begins as games do.
std::string start_of(const game::GameRecord& record, const Config& config);

// Calls f(variant) with the type the size of a configuration needs.
template <class F>
decltype(auto) with_variant(const Config& config, F&& f) {
  return needs_128_bits(config.size) ? f(variant<Bits128>(*config.rules, config.size))
                                     : f(variant<Bits64>(*config.rules, config.size));
}

}  // namespace losange::draughts
