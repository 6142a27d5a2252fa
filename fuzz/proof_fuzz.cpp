#include "fuzz.h"
#include "proof_round_trip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  losange::fuzz::require_none(
      losange::testing_formats::any_proof_problem(losange::fuzz::text_of(data, size)));
  return 0;
}
