#include "protocol/dxp/dxp.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "draughts/text/fen.h"
#include "draughts/text/notation.h"
#include "players/game/games.h"
#include "players/game/sure_answer.h"

namespace losange::protocol {

namespace {

using draughts::Bits64;
using draughts::Colour;
using G = draughts::Draughts<Bits64>;

constexpr const char* kName = "Losange";
constexpr int kUsualMoves = 75;  // of a game without a bound

const draughts::Variant<Bits64>& board() {
  return draughts::variant<Bits64>(*draughts::Config{}.rules, 10);
}

DxpMove message_of(const draughts::Move<Bits64>& move, double seconds) {
  const auto number = [](int i) { return board().square_of_index[static_cast<std::size_t>(i)]; };
  DxpMove message{static_cast<int>(seconds), number(move.from), number(move.to), {}};
  draughts::for_each_bit(move.captured, [&](int i) { message.captured.push_back(number(i)); });
  return message;
}

std::vector<std::string> texts(const DxpAnswers& answers) {
  std::vector<std::string> result;
  for (const auto& answer : answers) result.push_back(to_text(answer));
  return result;
}

// "I lose" from the other side is a win for this one.
game::Outcome outcome_told(char reason, game::Side ours) {
  switch (reason) {
    case '1': return game::win_for(ours);
    case '2': return game::Outcome::Draw;
    case '3': return game::win_for(game::other(ours));
    default: return game::Outcome::Ongoing;
  }
}

void append(DxpAnswers& answers, DxpAnswers more) {
  for (auto& answer : more) answers.push_back(std::move(answer));
}

}  // namespace

DxpGame::DxpGame(std::unique_ptr<players::Player> player, search::Limits limits)
    : player_(std::move(player)), limits_(limits) {}

void DxpGame::start(const DxpRequest& request, Colour ours) {
  game::GameRecord record(draughts::setup_of({}));
  draughts::Position<Bits64> start(board());
  if (!request.position.empty()) {
    start = draughts::parse_hub_position(board(), request.position);
    draughts::set_start(record, {}, draughts::to_fen(start));
  }
  record_ = std::move(record);
  side_ = start.side_of(ours);
  record_.players[game::index(side_)] = kName;
  playing_ = true;
  minutes_ = request.minutes;
  clocked_ = minutes_ > 0 && !(limits_.time || limits_.nodes || limits_.depth);
  players::TimeControl control;
  control.kind = players::TimeControl::Kind::Fischer;
  control.total = base::to_millis(minutes_ * 60.0);
  clock_ = players::GameClock(control);
  moves_ = request.moves > 0 ? request.moves : kUsualMoves;
  player_->new_game();
}

search::Limits DxpGame::limits_of_move() const {
  if (!clocked_) return limits_;
  const int played = static_cast<int>(record_.moves().size()) / 2;
  return clock_.limits_for(side_, std::max(0, moves_ - played), limits_);
}

DxpAnswers DxpGame::play_on(char stop_code, std::stop_token stop) {
  auto position = players::replay<G>(record_, {});
  if (position.to_move() != side_) return {};
  if (position.outcome() != game::Outcome::Ongoing)
    return {end_of_game(position.outcome(), stop_code)};
  const base::Stopwatch watch;
  const auto [answer, trouble] =
      players::choose_surely(*player_, record_, limits_of_move(), {}, stop);
  clock_.spend(side_, base::to_millis(watch.seconds()));
  DxpAnswers answers;
  if (!trouble.empty()) answers.push_back(DxpChat{trouble});
  if (answer.resign) {
    answers.push_back(end_of_game(game::win_for(game::other(side_)), stop_code));
    record_.result.reason = "resign";
    return answers;
  }
  record_.play({side_, answer.move});
  answers.push_back(message_of(G::parse(position, answer.move), watch.seconds()));
  return answers;
}

DxpMessage DxpGame::end_of_game(game::Outcome outcome, char stop_code) {
  playing_ = false;
  record_.result = {outcome, ""};
  return DxpEnd{static_cast<char>('2' + static_cast<int>(game::value_for(side_, outcome))),
                stop_code};
}

DxpAnswers DxpGame::opponent_moved(const DxpMove& message, char stop_code, std::stop_token stop) {
  if (!playing_) throw base::UserError("a move came without a game");
  const auto position = players::replay<G>(record_, {});
  if (position.to_move() == side_) throw base::UserError("a move came out of turn");
  // It has not seen that the game is over: we say so, now that it would be our turn.
  if (position.outcome() != game::Outcome::Ongoing)
    return {end_of_game(position.outcome(), stop_code)};
  std::string text = fmt::format("{}x{}", message.from, message.to);
  for (const int square : message.captured) text += fmt::format("x{}", square);
  record_.play(
      {position.to_move(), G::to_text(position, draughts::parse_hub_move(position, text))});
  return play_on(stop_code, stop);
}

DxpAnswers DxpGame::ended(const DxpEnd& message, char stop_code) {
  if (!std::exchange(playing_, false)) return {};
  const auto decided = players::replay<G>(record_, {}).outcome();
  record_.result = decided != game::Outcome::Ongoing
                       ? game::Result{decided, ""}
                       : game::Result{outcome_told(message.reason, side_),
                                      message.reason == '1' ? "resign" : ""};
  return {DxpEnd{'0', stop_code}};
}

DxpAnswers DxpGame::taken_back(const DxpBack& message, std::stop_token stop) {
  const auto line = record_.line();
  int ply = 2 * (message.move - 1) + (message.colour == Colour::White ? 0 : 1);
  if (record_.node(game::kRoot).to_move == game::Side::Second) --ply;
  if (!playing_ || ply < 0 || ply >= static_cast<int>(line.size())) return {DxpBackAnswer{'2'}};
  record_.go_to(line[static_cast<std::size_t>(ply)]);
  DxpAnswers answers{DxpBackAnswer{'0'}};
  append(answers, play_on('0', stop));
  return answers;
}

std::vector<std::string> DxpFollower::handle(std::string_view text, std::stop_token stop) {
  const auto message = parse_dxp(text);
  if (const auto* asked = std::get_if<DxpRequest>(&message)) return texts(request(*asked, stop));
  if (const auto* move = std::get_if<DxpMove>(&message))
    return texts(game_.opponent_moved(*move, '0', stop));
  if (const auto* back = std::get_if<DxpBack>(&message))
    return texts(game_.taken_back(*back, stop));
  if (const auto* end = std::get_if<DxpEnd>(&message)) {
    over_ = end->stop == '1';
    auto answers = texts(game_.ended(*end, end->stop));
    if (std::exchange(begun_, false)) {
      ended_ = game_.record();
      ended_->promote_line();
    }
    return answers;
  }
  return {};
}

DxpAnswers DxpFollower::request(const DxpRequest& asked, std::stop_token stop) {
  if (asked.version > 1) return {DxpAccept{kName, '1'}};
  try {
    game_.start(asked, asked.follower);
  } catch (const base::UserError&) {
    return {DxpAccept{kName, '2'}};  // such a position there is not
  }
  begun_ = true;
  game_.record().players[game::index(game::other(game_.side()))] = asked.name;
  DxpAnswers answers{DxpAccept{kName, '0'}};
  append(answers, game_.play_on('0', stop));
  return answers;
}

DxpLeader::DxpLeader(std::unique_ptr<players::Player> player, search::Limits limits,
                     DxpRequest wished, int games)
    : game_(std::move(player), limits), wished_(std::move(wished)), games_(games) {
  wished_.name = kName;
}

std::vector<std::string> DxpLeader::begin() { return {to_text(next_request())}; }

DxpMessage DxpLeader::next_request() {
  wished_.follower = begun_ % 2 == 0 ? Colour::Black : Colour::White;
  ++begun_;
  asked_ = true;
  return wished_;
}

std::vector<std::string> DxpLeader::handle(std::string_view text, std::stop_token stop) {
  const auto message = parse_dxp(text);
  if (const auto* accept = std::get_if<DxpAccept>(&message)) return texts(accepted(*accept, stop));
  if (const auto* move = std::get_if<DxpMove>(&message))
    return texts(game_.opponent_moved(*move, stop_code(), stop));
  if (const auto* back = std::get_if<DxpBack>(&message))
    return texts(game_.taken_back(*back, stop));
  if (const auto* end = std::get_if<DxpEnd>(&message)) return texts(confirmed(*end));
  if (std::holds_alternative<DxpRequest>(message))
    throw base::UserError("the other program leads too: start it as the follower");
  return {};
}

DxpAnswers DxpLeader::accepted(const DxpAccept& accept, std::stop_token stop) {
  if (!std::exchange(asked_, false)) throw base::UserError("an answer came to no request");
  switch (accept.code) {
    case '0': break;
    case '1': throw base::UserError("the follower speaks another version of DXP than 1");
    case '2':
      throw base::UserError(
          "the follower refuses this game: try other --minutes, --moves or --fen");
    default: throw base::UserError("the follower wants to play no game");
  }
  game_.start(wished_, draughts::other(wished_.follower));
  game_.record().players[game::index(game::other(game_.side()))] = accept.name;
  return game_.play_on(stop_code(), stop);
}

DxpAnswers DxpLeader::confirmed(const DxpEnd& end) {
  if (asked_) over_ = end.stop == '1';
  if (asked_ || over_) return {};  // some confirm a confirmation
  DxpAnswers answers = game_.ended(end, stop_code());
  ended_ = game_.record();
  ended_->promote_line();
  over_ = begun_ == games_ || end.stop == '1';
  if (!over_) answers.push_back(next_request());
  return answers;
}

}  // namespace losange::protocol
