// A player around another one: everything is the inner player's. Base of what is put around players (levels, reports,
// books, hybrids), each of which overrides only what it changes; a new function of Player is forwarded here, for all.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "players/game/player.h"

namespace losange::players {

class PlayerWrapper : public Player {
 public:
  explicit PlayerWrapper(std::unique_ptr<Player> inner) : inner_(std::move(inner)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return inner_->choose(record, limits, observer, std::move(stop));
  }
  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    inner_->ponder(record, limits, std::move(stop));
  }
  void prepare() override { inner_->prepare(); }
  void set_up(const game::GameRecord& record, std::stop_token stop) override {
    inner_->set_up(record, std::move(stop));
  }
  std::string own_name() const override { return inner_->own_name(); }
  bool waits_for_person() const override { return inner_->waits_for_person(); }
  bool set_person(bool person) override { return inner_->set_person(person); }
  void new_game() override { inner_->new_game(); }

 protected:
  Player& inner() { return *inner_; }

 private:
  std::unique_ptr<Player> inner_;
};

}  // namespace losange::players
