#include "fuzz.h"
#include "known_positions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  losange::fuzz::require_none(
      losange::testing_formats::any_known_problem(losange::fuzz::text_of(data, size)));
  return 0;
}
