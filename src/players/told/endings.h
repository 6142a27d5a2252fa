// The solved endings of draughts (draughts/evaluation/bitbase.h) as players get them: read or, where nobody has solved
// them yet, solved in the background on a thread of low priority, once for all players of the program. No move waits
// for them on a clock; what is not ready is not used. A program that ends stops the work.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "draughts/evaluation/bitbase.h"

namespace losange::players {

// How the work stands that goes on.
struct EndingsNews {
  std::string name;  // "international draughts on 10x10, 4 pieces"
  std::uint64_t done = 0, total = 0;
  bool awaited = false;  // somebody does nothing else than wait for them
};

// Who wants to be told, for the whole program, from any thread: those that solve call it. It must not
// come back to the endings. Nobody at first.
struct EndingsListener {
  std::function<void(const EndingsNews&)> progress{};
  std::function<void(const std::string&)>
      trouble{};  // a damaged file, or one that cannot be written
};
void listen_to_endings(EndingsListener listener);

class Endings {
 public:
  using Variant = draughts::Variant<draughts::Bits64>;

  // Begins with the work where nobody has yet. Precondition: Bitbase::possible, and 2 to kMostBasePieces pieces.
  static std::shared_ptr<Endings> of(const Variant& variant, int pieces);

  Endings(const Variant& variant, int pieces, EndingsListener listener)
      : variant_(variant), pieces_(pieces), listener_(std::move(listener)) {}
  Endings(const Endings&) = delete;
  Endings& operator=(const Endings&) = delete;

  int pieces() const { return pieces_; }
  // Nothing until they are there, and when they cannot be had.
  std::shared_ptr<const draughts::Bitbase> ready() const;
  // Waits for them; nothing when `stop` is requested first or they cannot be had. Who waits has the time to solve them
  // itself: on a busy machine the thread of low priority might never get there. The first to be done serves all.
  std::shared_ptr<const draughts::Bitbase> wait(std::stop_token stop);

 private:
  void work_in_background(std::stop_token stop);
  void solve(std::stop_token stop);
  void finish(std::shared_ptr<const draughts::Bitbase> base);

  const Variant& variant_;
  int pieces_;
  EndingsListener listener_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<const draughts::Bitbase> base_;  // guarded by mutex_, like the next four
  bool over_ = false;
  int solving_ = 0;  // how many are at it
  std::uint64_t told_ = 0;
  bool solved_by_waiter_ = false;  // somebody who waits is at it
  std::stop_source no_more_;       // work: they are there, or cannot be had
};

}  // namespace losange::players
