// What a UserError says, or nothing when none is thrown.
#pragma once

#include <string>

#include "base/error.h"

namespace losange::testing_errors {

base::Message message_of(auto&& action) {
  try {
    action();
  } catch (const base::UserError& error) {
    return error.message();
  }
  return {};
}

std::string error_of(auto&& action) { return message_of(action).english; }

}  // namespace losange::testing_errors
