// Endings with few pieces, solved: who wins with the side to move, for every placing of up to four or five
// pieces of a variant. Made from the smallest material up, each table backwards from what is decided; draw rules
// by counting and repetition are not in it. Kept in a file with a checksum; made again where that is missing.
//
// Only tables with White to move exist: with Black to move the board is turned half around. A table has a slot
// for every choice of squares for its four kinds of pieces, two bits each.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "draughts/rules/variant.h"

namespace losange::draughts {

enum class BaseValue : std::uint8_t { Draw, Win, Loss };  // for the side to move

inline constexpr int kMostBasePieces = 5;

class Bitbase {
 public:
  using Set = Pieces<Bits64>;
  // Told how many of all slots are done.
  using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

  // Rules with memory in the position (Frisian kings) have no bases; nor have boards of 128 bits.
  static bool possible(const Rules& rules, int size) {
    return rules.king_run == 0 && !needs_128_bits(size);
  }

  // Precondition: possible, 2 <= pieces <= kMostBasePieces. Throws base::UserError when stopped.
  static Bitbase make(const Variant<Bits64>& variant, int pieces, const Progress& progress = {},
                      std::stop_token stop = {});

  // Throws base::UserError when the bytes are damaged or belong to other rules.
  static Bitbase read(const Variant<Bits64>& variant, int pieces, std::string_view bytes);
  std::string write() const;

  // Told that a file was damaged, or that what was made could not be kept; the base is there all the same.
  using Trouble = std::function<void(const std::string&)>;
  // The base from the user's folder, made and kept there when it is missing or damaged.
  static std::shared_ptr<const Bitbase> open(const Variant<Bits64>& variant, int pieces,
                                             const Progress& progress, const Trouble& trouble,
                                             std::stop_token stop);
  static std::filesystem::path file(const Variant<Bits64>& variant, int pieces);

  // Nothing with too many pieces, or when a side has none.
  std::optional<BaseValue> probe(const Set& pieces, Colour to_move) const {
    if (count(pieces.all()) > pieces_ || pieces.of[0] == 0 || pieces.of[1] == 0)
      return std::nullopt;
    return look_up(pieces, to_move);
  }
  int pieces() const { return pieces_; }
  std::uint64_t slots() const { return slots_; }

 private:
  struct Material {
    std::array<int, 4> counts{};  // white men, white kings, black men, black kings
    std::array<std::uint64_t, 4> ways{};
    std::uint64_t slots = 0, start = 0;
    std::vector<std::uint8_t> values;  // four slots a byte
  };

  Bitbase(const Variant<Bits64>& variant, int pieces);
  std::optional<BaseValue> look_up(const Set& pieces, Colour to_move) const;
  Set turned(const Set& pieces) const;
  std::uint64_t slot_of(const Material& material, const Set& white_to_move) const;
  // The pieces of a slot; nothing when two share a square.
  std::optional<Set> pieces_of(const Material& material, std::uint64_t slot) const;
  struct FirstLook {
    BaseValue value = BaseValue::Draw;
    std::uint8_t ways = 0;  // moves that may yet hold; 0: decided
  };
  FirstLook first_look(const Set& white_to_move) const;
  template <class F>
  void for_each_before(const Set& after, F&& f) const;
  void fill(Material& material, const Progress& progress, std::stop_token stop);
  const Material& table(const Set& white_to_move) const;
  BaseValue value(const Material& material, std::uint64_t slot) const {
    return static_cast<BaseValue>(material.values[slot / 4] >> slot % 4 * 2 & 3);
  }
  static int code(const std::array<int, 4>& counts) {
    return ((counts[0] * 6 + counts[1]) * 6 + counts[2]) * 6 + counts[3];
  }

  const Variant<Bits64>* variant_;
  int pieces_;
  std::uint64_t slots_ = 0;
  std::uint64_t progress_ = 0;    // slots looked at while it is made
  std::vector<Material> tables_;  // smaller material first
  std::vector<int> by_code_;      // place in tables_, -1 for none
  // From each square, the squares up-left, up-right, down-left and down-right, the nearest first.
  std::array<std::array<std::vector<int>, 4>, 64> lines_;
  // Squares a kind of piece may stand on, and each square's place among them.
  std::array<std::vector<int>, 4> squares_;
  std::array<std::array<int, 64>, 4> places_;
};

}  // namespace losange::draughts
