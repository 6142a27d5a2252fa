// Errors that are the user's to mend: bad input, bad files, missing programs. The message says what
// is wrong and what to do. Faces catch UserError, show it and go on; main() turns it into exit code 1.
// Programmer errors are asserts, never these.
#pragma once

#include <stdexcept>
#include <string>

namespace losange::base {

class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void need(bool good, const char* message) {
  if (!good) throw UserError(message);
}

// Broken text from outside, with the place (both from 1) where reading stopped.
class ParseError : public UserError {
 public:
  ParseError(int line, int column, const std::string& message)
      : UserError("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " +
                  message),
        line(line),
        column(column) {}

  int line;
  int column;
};

}  // namespace losange::base
