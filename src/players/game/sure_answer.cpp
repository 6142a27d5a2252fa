#include "players/game/sure_answer.h"

#include <fmt/format.h>

#include <utility>

#include "players/game/any_position.h"

namespace losange::players {

SureAnswer choose_surely(Player& player, const game::GameRecord& record,
                         const search::Limits& limits, const Observer& observer,
                         std::stop_token stop) {
  const auto position = replay(record);
  const auto legal = position->legal_moves();
  if (legal.empty())
    throw base::UserError("game.none-to-choose", "the game is over: there is no move to choose");
  SureAnswer sure;
  try {
    sure.answer = player.choose(record, limits, observer, std::move(stop));
    if (!sure.answer.resign) sure.answer.move = position->check(sure.answer.move);
    return sure;
  } catch (const std::exception& error) {
    sure.trouble = error.what();
  } catch (...) {
    sure.trouble = "unexpected error";
  }
  sure.answer = {};
  sure.answer.move = legal.front();
  sure.trouble = fmt::format("the search failed, {} is any legal move: {}", sure.answer.move,
                             std::exchange(sure.trouble, {}));
  return sure;
}

}  // namespace losange::players
