// The engines of a Table, shared by its two source files.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "players/registry.h"
#include "window/choices/levels.h"
#include "window/table/table.h"

namespace losange::window {

// An engine as the engine room uses it: made there at its first move, or before where a clock
// runs, since loading a net takes time.
struct Table::Engine {
  Engine(std::string spec, decltype(TableOptions::make_player) make)
      : spec(std::move(spec)), make(std::move(make)) {}

  players::Answer choose(const game::GameRecord& record, const search::Limits& limits,
                         const players::Observer& observer, std::stop_token stop) {
    return named([&] { return ready_player().choose(record, limits, observer, stop); });
  }
  void set_up(const game::GameRecord& record, std::stop_token stop) {
    named([&] {
      ready_player().prepare();
      player->set_up(record, std::move(stop));
    });
  }

  // For the window's thread: what the player called itself, once it was asked for something.
  std::string own_name() const {
    const std::lock_guard lock(mutex_);
    return own_name_;
  }
  std::string name() const { return spec.substr(0, spec.find(':')); }
  // Whose opinion it is: what a level thinks is not what the engine thinks that advises.
  std::string label() const { return spec_at_level(name(), level_of(spec)); }
  bool counts_visits() const { return !players::find_strategy(name()).make_program; }

  const std::string spec;
  const decltype(TableOptions::make_player) make;
  std::unique_ptr<players::Player> player;  // the engine room's alone
  std::atomic<bool> starts_over{false};

 private:
  players::Player& ready_player() {
    if (!player) player = make ? make(spec) : players::make_player(spec);
    if (starts_over.exchange(false)) player->new_game();
    return *player;
  }
  // Does it, and notes what the player called itself meanwhile, also where it failed then.
  template <class Work>
  std::invoke_result_t<Work&> named(Work&& work) {
    struct Listener {
      Engine& engine;
      ~Listener() {
        const std::lock_guard lock(engine.mutex_);
        if (engine.player) engine.own_name_ = engine.player->own_name();
      }
    } listener{*this};
    return work();
  }

  mutable std::mutex mutex_;  // guards what the player called itself
  std::string own_name_;
};

}  // namespace losange::window
