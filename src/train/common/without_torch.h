// What the stand-ins of learners do in a build without LibTorch.
#pragma once

#include "base/error.h"

namespace losange::train {

[[noreturn]] inline void refuse_without_libtorch() {
  throw base::UserError(
      "this build has no LibTorch, which training needs: install the package libtorch-dev, then "
      "configure and build again");
}

}  // namespace losange::train
