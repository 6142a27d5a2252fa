// The 8-bit convolution by relaxed SIMD, in browsers that have it: products of bytes in one instruction. It stands in a
// module of its own inside the program, which the page's script makes ready in each thread.
#pragma once

#include "net/kernels/kernels.h"

namespace losange::net {

// None where the browser lacks it.
const ExactKernels* relaxed_kernels();

}  // namespace losange::net
