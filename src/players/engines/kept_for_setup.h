// What a player made for a game and keeps from move to move: a search with its tree or table, whatever type the game
// makes it. Made anew when the game, its board or its rules are other ones; forgotten when the player wants.
#pragma once

#include <memory>

#include "game/record.h"

namespace losange::players {

class KeptForSetup {
 public:
  // What make() gives, of any type, also one that cannot be moved: that of an earlier call where it was of the same
  // type, for the same setup, and is not forgotten.
  template <class Make>
  auto& get(const game::GameSetup& setup, Make&& make) {
    using Type = Holding<decltype(make())>;
    auto* kept = dynamic_cast<Type*>(kept_.get());
    if (kept == nullptr || setup_ != setup) {
      auto made = std::make_unique<Type>(make);
      kept = made.get();
      kept_ = std::move(made);
      setup_ = setup;
    }
    return kept->thing;
  }
  void forget() { kept_.reset(); }

 private:
  struct Anything {
    virtual ~Anything() = default;
  };
  template <class Thing>
  struct Holding : Anything {
    explicit Holding(auto& make) : thing(make()) {}

    Thing thing;
  };

  std::unique_ptr<Anything> kept_;
  game::GameSetup setup_;
};

}  // namespace losange::players
