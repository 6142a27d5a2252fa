// The solved endings of draughts (draughts/bitbase.h) as players get them: read or, where nobody has solved them
// yet, solved in the background on a thread of low priority, once for all players of the program. No move waits
// for them on a clock; what is not ready is not used. A program that ends stops the work.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "draughts/bitbase.h"

namespace losange::players {

// How the work stands that goes on.
struct EndingsNews {
  std::string name;  // "international draughts on 10x10, 4 pieces"
  std::uint64_t done = 0, total = 0;
  bool awaited = false;  // somebody does nothing else than wait for them
};

// Who wants to be told, for the whole program: the listener is called from the thread that solves. Nobody at first.
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

  Endings(const Variant& variant, int pieces) : variant_(variant), pieces_(pieces) {}
  Endings(const Endings&) = delete;
  Endings& operator=(const Endings&) = delete;

  int pieces() const { return pieces_; }
  // Nothing until they are there, and when they cannot be had.
  std::shared_ptr<const draughts::Bitbase> ready() const;
  // Waits for them; nothing when `stop` is requested first or they cannot be had.
  std::shared_ptr<const draughts::Bitbase> wait(std::stop_token stop);

 private:
  void work(const EndingsListener& listener, std::stop_token stop);

  const Variant& variant_;
  int pieces_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<const draughts::Bitbase> base_;  // guarded by mutex_, like the next two
  bool over_ = false;
  int waiting_ = 0;
};

}  // namespace losange::players
