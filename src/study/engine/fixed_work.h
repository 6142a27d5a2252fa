// A fixed amount of work on one thread, of all that searches are made of. The rates depend on the machine; the signature
// depends on nothing but the code, so two builds with the same signature play the same. For `losange bench`, and for the
// page, which is to play as the program does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace losange::study {

struct FixedWork {
  std::string work;
  std::string unit;
  std::uint64_t count = 0;
  double seconds = 0;
  std::uint64_t signature = 0;

  double rate() const { return static_cast<double>(count) / seconds; }
};

// Takes some seconds.
std::vector<FixedWork> do_fixed_work();
// Of all of it, sixteen digits.
std::string signature_of(const std::vector<FixedWork>& all);

}  // namespace losange::study
