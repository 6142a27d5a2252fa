#include "protocol/dxp.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "draughts/fen.h"
#include "draughts/notation.h"
#include "players/any_position.h"
#include "players/games.h"

namespace losange::protocol {

namespace {

using draughts::Bits64;
using G = draughts::Draughts<Bits64>;

const draughts::Variant<Bits64>& board() {
  return draughts::variant<Bits64>(*draughts::Config{}.rules, 10);
}

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
    const char c = take(1)[0];
    if (c != 'W' && c != 'Z') throw base::UserError("a colour of a DXP message is W or Z");
    return c == 'W' ? draughts::Colour::White : draughts::Colour::Black;
  }

 private:
  std::string_view text_;
};

std::string move_message(const draughts::Position<Bits64>& position,
                         const draughts::Move<Bits64>& move, double seconds) {
  const auto number = [&](int i) {
    return position.variant().square_of_index[static_cast<std::size_t>(i)];
  };
  std::string text =
      fmt::format("M{:04}{:02}{:02}{:02}", std::clamp(static_cast<int>(seconds), 0, 9999),
                  number(move.from), number(move.to), draughts::count(move.captured));
  draughts::for_each_bit(move.captured, [&](int i) { text += fmt::format("{:02}", number(i)); });
  return text;
}

}  // namespace

DxpFollower::DxpFollower(std::unique_ptr<players::Player> player, search::Limits limits)
    : player_(std::move(player)), limits_(limits), game_limits_(limits) {}

std::vector<std::string> DxpFollower::handle(std::string_view message, std::stop_token stop) {
  if (message.empty()) throw base::UserError("a DXP message is empty");
  const auto rest = message.substr(1);
  switch (message[0]) {
    case 'R': return request(rest, stop);
    case 'M': return opponent_moved(rest, stop);
    case 'E': return ended(rest);
    case 'B': return taken_back(rest, stop);
    case 'C':
    case 'A':
    case 'K': return {};
    default:
      throw base::UserError(
          fmt::format("'{}' begins no DXP message", base::printable(message.substr(0, 1))));
  }
}

std::vector<std::string> DxpFollower::request(std::string_view rest, std::stop_token stop) {
  Fields fields(rest);
  const auto accept = [](char code) { return fmt::format("A{:<32}{}", "Losange", code); };
  if (fields.number(2) > 1) return {accept('1')};
  fields.take(32);
  const auto colour = fields.colour();
  const int minutes = fields.number(3), moves = fields.number(3);
  game::GameRecord record(draughts::setup_of({}));
  draughts::Position<Bits64> start(board());
  if (fields.take(1) == "B") {
    const auto side = fields.colour();
    std::string squares = side == draughts::Colour::White ? "W" : "B";
    for (const char c : fields.take(50)) squares += c == 'z' ? 'b' : c == 'Z' ? 'B' : c;
    start = draughts::parse_hub_position(board(), squares);
    draughts::set_start(record, {}, draughts::to_fen(start));
  }
  record_ = std::move(record);
  side_ = start.side_of(colour);
  playing_ = true;
  game_limits_ = limits_;
  const bool limited = limits_.time || limits_.nodes || limits_.depth;
  if (!limited) {
    // An even share of the time for the moves of the game, something kept back.
    game_limits_.time =
        std::max(base::Millis(10), base::to_millis(minutes * 60 * 0.9 / std::max(1, moves)));
  }
  player_->new_game();
  std::vector<std::string> answers{accept('0')};
  for (auto& answer : play_on(stop)) answers.push_back(std::move(answer));
  return answers;
}

std::vector<std::string> DxpFollower::opponent_moved(std::string_view rest, std::stop_token stop) {
  if (!playing_) throw base::UserError("a move came without a game");
  const auto position = players::replay<G>(record_, {});
  if (position.to_move() == side_) throw base::UserError("a move came out of turn");
  Fields fields(rest);
  fields.number(4);
  const int from = fields.number(2), to = fields.number(2), captured = fields.number(2);
  std::string text = fmt::format("{}x{}", from, to);
  for (int i = 0; i < captured; ++i) text += fmt::format("x{}", fields.number(2));
  record_.play(
      {position.to_move(), G::to_text(position, draughts::parse_hub_move(position, text))});
  return play_on(stop);
}

std::vector<std::string> DxpFollower::ended(std::string_view rest) {
  Fields fields(rest);
  fields.take(1);
  const auto code = fields.take(1);
  over_ = code == "1";
  if (!std::exchange(playing_, false)) return {};
  return {fmt::format("E0{}", code)};
}

std::vector<std::string> DxpFollower::taken_back(std::string_view rest, std::stop_token stop) {
  Fields fields(rest);
  const int move = fields.number(3);
  const auto colour = fields.colour();
  const auto start = record_.line();
  int ply = 2 * (move - 1) + (colour == draughts::Colour::White ? 0 : 1);
  if (record_.node(game::kRoot).to_move == game::Side::Second) --ply;
  if (!playing_ || ply < 0 || ply >= static_cast<int>(start.size())) return {"K1"};
  record_.go_to(start[static_cast<std::size_t>(ply)]);
  std::vector<std::string> answers{"K0"};
  for (auto& answer : play_on(stop)) answers.push_back(std::move(answer));
  return answers;
}

std::vector<std::string> DxpFollower::play_on(std::stop_token stop) {
  std::vector<std::string> answers;
  auto position = players::replay<G>(record_, {});
  if (position.outcome() == game::Outcome::Ongoing && position.to_move() == side_) {
    const base::Stopwatch watch;
    const auto answer = player_->choose(record_, game_limits_, {}, stop);
    const auto move = G::parse(position, answer.move);
    answers.push_back(move_message(position, move, watch.seconds()));
    record_.play({side_, answer.move});
    position.play(move);
  }
  if (position.outcome() != game::Outcome::Ongoing) {
    playing_ = false;
    answers.push_back(fmt::format("E{}0", 2 + game::value_for(side_, position.outcome())));
  }
  return answers;
}

}  // namespace losange::protocol
