// Which instructions our runtimes use: each hot loop is compiled for several sets of them (net/kernels/kernels.h), and
// the best that this CPU has is taken when the program runs. The environment variable LOSANGE_CPU names a lesser one.
#pragma once

#include <string>
#include <vector>

#include "net/kernels/kernels.h"

namespace losange::net {

struct InstructionSet {
  const char* name;
  const ExactKernels* exact;
  const FloatKernels* floats;
};

// Those that this CPU and system have, best first; the last one is the baseline of its kind of CPU.
const std::vector<InstructionSet>& instruction_sets();

// The one in force. Throws base::UserError when LOSANGE_CPU names none of those.
const InstructionSet& instruction_set();

}  // namespace losange::net
