// The settings of players: what there is to set, checked on reading, the same in every command, protocol and file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace losange::players {

// One setting of a strategy, as listed by `losange players` and over HTP, and checked on reading.
struct Parameter {
  enum class Kind { Integer, Real, Flag, Choice, Text };

  std::string name;
  std::string description;
  Kind kind = Kind::Integer;
  std::string fallback;              // the default, as text
  double least = 0, most = 0;        // Integer and Real
  std::vector<std::string> choices;  // Choice; Real: words allowed beside numbers, such as "inf"
  bool memory = false;               // an Integer of MiB that the player may take

  static Parameter integer(std::string name, std::string description, long fallback, double least,
                           double most);
  // MiB of memory: players are not made with more of it than the machine has.
  static Parameter mebibytes(std::string name, std::string description, long fallback, double least,
                             double most);
  static Parameter real(std::string name, std::string description, double fallback, double least,
                        double most);
  static Parameter real_or_word(std::string name, std::string description, std::string fallback,
                                double least, double most, std::vector<std::string> words);
  static Parameter flag(std::string name, std::string description, bool fallback);
  static Parameter choice(std::string name, std::string description,
                          std::vector<std::string> choices, std::string fallback);
  // Free text, such as a path; it cannot hold a comma, which parts settings.
  static Parameter text(std::string name, std::string description, std::string fallback);

  // "1 to 1000000", "true or false", "even, halving": what values are allowed.
  base::Message range() const;
  // Throws base::UserError that names the range.
  void check(std::string_view value) const;
};

// Checked settings of one player; those not given have their default.
class Settings {
 public:
  Settings() = default;
  // Throws base::UserError for an unknown key (with the nearest known one) or a bad value.
  Settings(const std::vector<Parameter>& parameters,
           const std::map<std::string, std::string>& given);

  long integer(const std::string& name) const;
  double real(const std::string& name) const;
  bool flag(const std::string& name) const;
  const std::string& text(const std::string& name) const { return values_.at(name); }
  // The memory that was asked for, together, in MiB.
  std::size_t wished_memory(const std::vector<Parameter>& parameters) const;
  // Throws base::UserError when that is more than the machine should give.
  void check_memory(const std::vector<Parameter>& parameters) const;
  bool was_given(const std::string& name) const { return given_.contains(name); }
  const std::map<std::string, std::string>& all() const { return values_; }

 private:
  std::map<std::string, std::string> values_;
  std::map<std::string, std::string> given_;
};

}  // namespace losange::players
