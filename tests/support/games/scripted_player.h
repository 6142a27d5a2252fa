// A player whose every choice is what a test says, to see how faces bear what should not happen.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "players/game/player.h"

namespace losange::testing_players {

using Choice = std::function<players::Answer(const game::GameRecord&, const players::Observer&)>;

class ScriptedPlayer : public players::Player {
 public:
  explicit ScriptedPlayer(Choice choice) : choice_(std::move(choice)) {}

  players::Answer choose(const game::GameRecord& record, const search::Limits&,
                         const players::Observer& observer, std::stop_token) override {
    return choice_(record, observer);
  }
  void ponder(const game::GameRecord& record, const search::Limits&, std::stop_token) override {
    choice_(record, {});
  }

 private:
  Choice choice_;
};

inline players::Answer answer(std::string move) {
  players::Answer answer;
  answer.move = std::move(move);
  return answer;
}
inline players::Answer resignation() {
  players::Answer answer;
  answer.resign = true;
  return answer;
}

inline std::unique_ptr<players::Player> scripted(Choice choice) {
  return std::make_unique<ScriptedPlayer>(std::move(choice));
}

}  // namespace losange::testing_players
