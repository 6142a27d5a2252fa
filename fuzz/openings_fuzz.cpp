#include "fuzz.h"
#include "kept_openings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  losange::fuzz::require_none(
      losange::testing_formats::openings_problem(losange::fuzz::text_of(data, size)));
  return 0;
}
