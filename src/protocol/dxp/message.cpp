#include "protocol/dxp/message.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace losange::protocol {

namespace {

constexpr std::size_t kNameWidth = 32, kSquares = 50;

// Takes fields of fixed width off a message.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_(text) {}

  std::string_view take(std::size_t width) {
    if (text_.size() < width) throw base::UserError("a DXP message is shorter than it should be");
    const auto field = text_.substr(0, width);
    text_.remove_prefix(width);
    return field;
  }
  char letter() { return take(1)[0]; }
  std::string name() { return std::string(base::trim(take(kNameWidth))); }
  int number(std::size_t width) {
    const auto field = base::trim(take(width));
    const auto value = base::parse_integer(field);
    if (!value || *value < 0) {
      throw base::UserError(
          fmt::format("'{}' is no number of a DXP message", base::printable(field, 10)));
    }
    return static_cast<int>(*value);
  }
  draughts::Colour colour() {
    const char c = letter();
    if (c != 'W' && c != 'Z') throw base::UserError("a colour of a DXP message is W or Z");
    return c == 'W' ? draughts::Colour::White : draughts::Colour::Black;
  }
  std::string_view rest() const { return text_; }

 private:
  std::string_view text_;
};

char letter_of(draughts::Colour colour) { return colour == draughts::Colour::White ? 'W' : 'Z'; }

// Black is z there and b with Hub.
std::string exchanged(std::string_view squares, char from, char to) {
  std::string result(squares);
  for (char& c : result) {
    if (base::lower({&c, 1})[0] == from) c = static_cast<char>(c - from + to);
  }
  return result;
}

DxpRequest take_request(Fields& fields) {
  DxpRequest request;
  request.version = fields.number(2);
  if (request.version > 1) return request;  // what follows may have another shape
  request.name = fields.name();
  request.follower = fields.colour();
  request.minutes = fields.number(3);
  request.moves = fields.number(3);
  // A position that is none is for the follower to refuse: the request itself is one.
  const char start = fields.letter();
  if (start == 'A') return request;
  const std::string_view rest = start == 'B' ? fields.rest() : "";
  request.position = rest.starts_with('W') ? "W" : rest.starts_with('Z') ? "B" : "?";
  if (!rest.empty()) request.position += exchanged(rest.substr(1, kSquares), 'z', 'b');
  return request;
}

DxpMove take_move(Fields& fields) {
  DxpMove move;
  move.seconds = fields.number(4);
  move.from = fields.number(2);
  move.to = fields.number(2);
  for (int left = fields.number(2); left > 0; --left) move.captured.push_back(fields.number(2));
  return move;
}

struct Writer {
  std::string operator()(const DxpRequest& request) const {
    std::string text = fmt::format("R{:02}{:<32.32}{}{:03}{:03}", request.version, request.name,
                                   letter_of(request.follower), std::min(request.minutes, 999),
                                   std::min(request.moves, 999));
    if (request.position.empty()) return text + "A";
    return text + "B" + exchanged(request.position, 'b', 'z');
  }
  std::string operator()(const DxpAccept& accept) const {
    return fmt::format("A{:<32.32}{}", accept.name, accept.code);
  }
  std::string operator()(const DxpMove& move) const {
    std::string text = fmt::format("M{:04}{:02}{:02}{:02}", std::clamp(move.seconds, 0, 9999),
                                   move.from, move.to, move.captured.size());
    for (const int square : move.captured) text += fmt::format("{:02}", square);
    return text;
  }
  std::string operator()(const DxpEnd& end) const {
    return fmt::format("E{}{}", end.reason, end.stop);
  }
  std::string operator()(const DxpBack& back) const {
    return fmt::format("B{:03}{}", back.move, letter_of(back.colour));
  }
  std::string operator()(const DxpBackAnswer& answer) const {
    return fmt::format("K{}", answer.code);
  }
  std::string operator()(const DxpChat& chat) const { return "C" + chat.text; }
};

}  // namespace

DxpMessage parse_dxp(std::string_view text) {
  if (text.empty()) throw base::UserError("a DXP message is empty");
  Fields fields(text.substr(1));
  switch (text[0]) {
    case 'R': return take_request(fields);
    case 'A': {
      std::string name = fields.name();
      return DxpAccept{std::move(name), fields.letter()};
    }
    case 'M': return take_move(fields);
    case 'E': {
      const char reason = fields.letter();
      return DxpEnd{reason, fields.letter()};
    }
    case 'B': {
      const int move = fields.number(3);
      return DxpBack{move, fields.colour()};
    }
    case 'K': return DxpBackAnswer{fields.letter()};
    case 'C': return DxpChat{std::string(fields.rest())};
    default:
      throw base::UserError(
          fmt::format("'{}' begins no DXP message", base::printable(text.substr(0, 1))));
  }
}

std::string to_text(const DxpMessage& message) { return std::visit(Writer{}, message); }

}  // namespace losange::protocol
