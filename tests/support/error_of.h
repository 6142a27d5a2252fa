// What a UserError says, or nothing when none is thrown.
#pragma once

#include <string>

#include "base/error.h"

namespace losange::testing_errors {

std::string error_of(auto&& action) {
  try {
    action();
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace losange::testing_errors
