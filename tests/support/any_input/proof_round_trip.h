// What must hold of any file that is given as a proof: it is refused, or can be written and read back equal, and the checker
// says yes or no.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "proof/checker.h"

namespace losange::testing_formats {

// What went wrong, or nothing.
inline std::string any_proof_problem(std::string_view text) {
  proof::Proof read;
  try {
    read = proof::from_file(text);
  } catch (const base::UserError&) {
    return "";
  }
  try {
    if (proof::from_file(proof::to_file(read)) != read) return "a proof changes when it is written";
  } catch (const base::UserError& error) {
    return std::string("what was read is refused: ") + error.what();
  }
  try {
    proof::check(read);
  } catch (const base::UserError&) {
  }
  return "";
}

}  // namespace losange::testing_formats
