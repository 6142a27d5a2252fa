// Exceptions with threads. Debian's compiler (LLVM 14) and the library of its emscripten do not agree where a thrown
// exception's landing pad is told to the library: the compiler writes it to one place of the whole program, the library
// looks in a place of each thread, so that with threads no exception is ever caught by its type. These functions take the
// place of that library's (libunwind's Unwind-wasm) and look where the compiler writes.
//
// Since all threads share the place, they take turns to throw: a turn ends when a handler is found, and after kTurn in any
// case, since `catch (...)` does not say that it caught, and a thread that unwinds may wait for one that wants to throw.
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdint>

extern "C" {

struct _Unwind_Exception {
  std::uint64_t exception_class;
  void (*exception_cleanup)(int reason, _Unwind_Exception* exception);
  std::uintptr_t private_1, private_2;
};

// As the compiler knows it.
struct LandingPad {
  std::uintptr_t index, lsda, selector;
};
LandingPad __wasm_lpad_context;

int __gxx_personality_wasm0(int version, int actions, std::uint64_t exception_class,
                            _Unwind_Exception* exception, void* context);

}  // extern "C"

namespace {

constexpr std::chrono::milliseconds kTurn{20};
constexpr int kCleanupPhase = 2;  // WebAssembly unwinds by itself, in one phase
constexpr int kForeignExceptionCaught = 1;

using Clock = std::chrono::steady_clock;

std::atomic<pthread_t> whose_turn{};
std::atomic<Clock::rep> until{0};

Clock::rep now() { return Clock::now().time_since_epoch().count(); }

void take_turn() {
  const pthread_t self = pthread_self();
  for (pthread_t other{}; !whose_turn.compare_exchange_strong(other, self); other = {}) {
    if (other == self || (now() > until && whose_turn.compare_exchange_strong(other, self))) break;
    sched_yield();
  }
  until = now() + Clock::duration(kTurn).count();
}

}  // namespace

extern "C" {

// Called in every landing pad that asks for a type.
int _Unwind_CallPersonality(void* thrown) {
  auto* exception = static_cast<_Unwind_Exception*>(thrown);
  __wasm_lpad_context.selector = 0;
  const int result = __gxx_personality_wasm0(1, kCleanupPhase, exception->exception_class,
                                             exception, &__wasm_lpad_context);
  if (__wasm_lpad_context.selector != 0 && whose_turn == pthread_self()) whose_turn = pthread_t{};
  return result;
}

int _Unwind_RaiseException(_Unwind_Exception* exception) {
  take_turn();
  __builtin_wasm_throw(0, exception);
}

void _Unwind_DeleteException(_Unwind_Exception* exception) {
  if (exception->exception_cleanup != nullptr)
    exception->exception_cleanup(kForeignExceptionCaught, exception);
}

// The "registers" of a landing pad: the personality function sets the selector as the second one.
void _Unwind_SetGR(void* context, int index, std::uintptr_t value) {
  if (index == 1) static_cast<LandingPad*>(context)->selector = value;
}
// Landing pads are counted from 1 there, after 1 was taken off.
std::uintptr_t _Unwind_GetIP(void* context) { return static_cast<LandingPad*>(context)->index + 2; }
void _Unwind_SetIP(void*, std::uintptr_t) {}
std::uintptr_t _Unwind_GetLanguageSpecificData(void* context) {
  return static_cast<LandingPad*>(context)->lsda;
}
std::uintptr_t _Unwind_GetRegionStart(void*) { return 0; }

}  // extern "C"
