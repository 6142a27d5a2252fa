// Whether a proof that a side wins a position of Hex is one. Trusts nothing: knows the board and the rules of docs/solver.md,
// and nothing of how the proof was found. For `losange proof check`.
#pragma once

#include <cstddef>
#include <vector>

#include "proof/proof_file.h"

namespace losange::proof {

struct Checked {
  std::size_t steps = 0, stones = 0, carrier = 0;  // what the last step needs
};

// Throws base::UserError, which names the step and what is wrong with it, unless the proof holds.
Checked check(const Proof& proof);

// What a step states: whoever owns the stones and both ends joins the ends by playing in the carrier alone, as long as the
// other side has no stone there: whatever the other side does (full), or if it moves first.
struct Statement {
  std::vector<int> stones, carrier;
  int from = 0, to = 0;
  bool full = true;
};
// The statement of every step, whatever the position. Throws as check().
std::vector<Statement> statements(const Proof& proof);

}  // namespace losange::proof
