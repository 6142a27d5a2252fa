#include "base/threads/background.h"

#if defined(__linux__)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace losange::base {

void give_way() {
#if defined(__linux__)
  // There a thread has a priority of its own, by its number. Half way down: it must get on on a busy machine too.
  constexpr int kNicer = 10;
  const auto thread = static_cast<id_t>(::gettid());
  ::setpriority(PRIO_PROCESS, thread, ::getpriority(PRIO_PROCESS, thread) + kNicer);
#endif
}

}  // namespace losange::base
