#include "base/error.h"

#include <utility>

namespace losange::base {

UserError::UserError(Message message)
    : runtime_error(message.english),
      message_(std::make_shared<const Message>(std::move(message))) {}

UserError::UserError(const std::string& english) : UserError(Message::verbatim(english)) {}

UserError::UserError(const char* key, const char* sentence, MessageValues values)
    : UserError(Message(key, sentence, values)) {}

UserError::~UserError() = default;

ParseError::ParseError(int line, int column, const Message& message)
    : UserError("text.place", "line {}, column {}: {}", line, column, message),
      line(line),
      column(column) {}

}  // namespace losange::base
