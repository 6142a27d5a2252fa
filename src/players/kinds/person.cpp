#include "players/kinds/person.h"

#include <utility>

#include "base/error.h"
#include "players/kinds/player_wrapper.h"

namespace losange::players {

namespace {

class Human : public Player {
 public:
  Answer choose(const game::GameRecord&, const search::Limits&, const Observer&,
                std::stop_token) override {
    throw base::UserError(
        "player.person",
        "a person cannot play here: name an engine instead (losange players lists them)");
  }
  bool waits_for_person() const override { return true; }
};

class Hybrid : public PlayerWrapper {
 public:
  using PlayerWrapper::PlayerWrapper;

  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    if (!person_) PlayerWrapper::ponder(record, limits, std::move(stop));
  }
  bool waits_for_person() const override { return person_; }
  bool set_person(bool person) override {
    person_ = person;
    return true;
  }

 private:
  bool person_ = true;
};

}  // namespace

std::unique_ptr<Player> make_human() { return std::make_unique<Human>(); }

std::unique_ptr<Player> make_hybrid(std::unique_ptr<Player> engine) {
  if (engine->waits_for_person()) {
    throw base::UserError("player.hybrid",
                          "hybrid needs an engine: write for example hybrid:montecarlo");
  }
  return std::make_unique<Hybrid>(std::move(engine));
}

}  // namespace losange::players
