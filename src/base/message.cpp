#include "base/message.h"

#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace losange::base {

std::string filled(std::string_view sentence, const std::vector<std::string>& values) {
  std::string text;
  std::size_t next = 0;
  while (!sentence.empty()) {
    const bool in_order = sentence.starts_with("{}");
    const bool by_number = !in_order && places(sentence.substr(0, 3)) > 0;
    const std::size_t value = by_number ? static_cast<std::size_t>(sentence[1] - '0') : next;
    if ((in_order || by_number) && value < values.size()) {
      text += values[value];
      next += in_order ? 1 : 0;
      sentence.remove_prefix(in_order ? 2 : 3);
    } else {
      text += sentence.front();
      sentence.remove_prefix(1);
    }
  }
  return text;
}

Message MessageValue::message() const {
  switch (kind_) {
    case Kind::Character: return Message::verbatim(std::string(1, static_cast<char>(number_)));
    case Kind::Signed: return Message::verbatim(std::to_string(static_cast<std::int64_t>(number_)));
    case Kind::Unsigned: return Message::verbatim(std::to_string(number_));
    case Kind::Text: return Message::verbatim(text_);
    case Kind::Words: return Message::list(*words_);
    case Kind::Message: return *message_;
    case Kind::Sentence: return *sentence_;
  }
  return {};
}

Message::Message() = default;
Message::Message(const Message& other) = default;
Message::Message(Message&& other) noexcept = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;

Message::Message(const Sentence& sentence) : key(sentence.key), english(sentence.english) {}

Message::Message(const char* key, const char* sentence, MessageValues given) : key(key) {
  std::vector<std::string> texts;
  for (const auto& value : given) texts.push_back(values.emplace_back(value.message()).english);
  english = filled(sentence, texts);
}

Message Message::verbatim(std::string_view text) {
  Message message;
  message.english = text;
  return message;
}

Message Message::list(const std::vector<std::string>& words) {
  return verbatim(joined(words, ", "));
}

Message either(const std::vector<std::string>& words) {
  Message all = Message::verbatim(words.empty() ? "" : words.front());
  for (std::size_t i = 1; i < words.size(); ++i)
    all = Message("base.or", "{} or {}", all, words[i]);
  return all;
}

Message system_reason(int error) {
  switch (error) {
    case ENOENT: return {"system.not-there", "No such file or directory"};
    case EACCES: return {"system.no-permission", "Permission denied"};
    case EPERM: return {"system.not-permitted", "Operation not permitted"};
    case EISDIR: return {"system.is-folder", "Is a directory"};
    case ENOTDIR: return {"system.no-folder", "Not a directory"};
    case ENOSPC: return {"system.full", "No space left on device"};
    case EDQUOT: return {"system.quota", "Disk quota exceeded"};
    case EFBIG: return {"system.too-large", "File too large"};
    case EROFS: return {"system.read-only", "Read-only file system"};
    case EIO: return {"system.disk-error", "Input/output error"};
    case ENAMETOOLONG: return {"system.long-name", "File name too long"};
    case ELOOP: return {"system.links", "Too many levels of symbolic links"};
    case EEXIST: return {"system.there-already", "File exists"};
    case EINVAL: return {"system.invalid", "Invalid argument"};
    case EBUSY: return {"system.busy", "Device or resource busy"};
    case ETXTBSY: return {"system.running", "Text file busy"};
    case ENXIO: return {"system.no-device", "No such device or address"};
    case EMFILE: return {"system.open-files", "Too many open files"};
    case ENFILE: return {"system.all-open-files", "Too many open files in system"};
    case EAGAIN: return {"system.not-now", "Resource temporarily unavailable"};
    case ENOMEM: return {"system.memory", "Cannot allocate memory"};
    default: return Message::verbatim(std::strerror(error));
  }
}

}  // namespace losange::base
