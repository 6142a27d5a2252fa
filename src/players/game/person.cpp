#include "players/game/person.h"

#include "base/error.h"

namespace losange::players {

namespace {

class Human : public Player {
 public:
  Answer choose(const game::GameRecord&, const search::Limits&, const Observer&,
                std::stop_token) override {
    throw base::UserError(
        "a person cannot play here: name an engine instead (losange players lists them)");
  }
  bool waits_for_person() const override { return true; }
};

class Hybrid : public Player {
 public:
  explicit Hybrid(std::unique_ptr<Player> engine) : engine_(std::move(engine)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    return engine_->choose(record, limits, observer, stop);
  }
  void ponder(const game::GameRecord& record, const search::Limits& limits,
              std::stop_token stop) override {
    if (!person_) engine_->ponder(record, limits, stop);
  }
  bool waits_for_person() const override { return person_; }
  bool set_person(bool person) override {
    person_ = person;
    return true;
  }
  void prepare() override { engine_->prepare(); }
  void new_game() override { engine_->new_game(); }

 private:
  std::unique_ptr<Player> engine_;
  bool person_ = true;
};

}  // namespace

std::unique_ptr<Player> make_human() { return std::make_unique<Human>(); }

std::unique_ptr<Player> make_hybrid(std::unique_ptr<Player> engine) {
  if (engine->waits_for_person()) {
    throw base::UserError("hybrid needs an engine: write for example hybrid:montecarlo");
  }
  return std::make_unique<Hybrid>(std::move(engine));
}

}  // namespace losange::players
