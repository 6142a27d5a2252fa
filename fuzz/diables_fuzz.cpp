#include "fuzz.h"
#include "random_book.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const bool partial : {false, true}) {
    losange::fuzz::require_none(
        losange::testing::diables_problem(losange::fuzz::text_of(data, size), partial));
  }
  return 0;
}
