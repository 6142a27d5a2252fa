// On an x86-64 CPU that lacks what this program was compiled for (cmake/Cpu.cmake): one line that says so, instead of a death
// by its first such instruction. It stands before every other initialisation and is itself compiled for any CPU.
#if defined(__x86_64__) && LOSANGE_NEEDED_LEVEL > 1

#include <unistd.h>

#define LOSANGE_TEXT_OF(number) #number
#define LOSANGE_TEXT(macro) LOSANGE_TEXT_OF(macro)

namespace {

bool cpu_has_level() {
  __builtin_cpu_init();
  const bool second = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2");
#if LOSANGE_NEEDED_LEVEL > 2
  return second && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
#else
  return second;
#endif
}

[[gnu::constructor(101)]] void check_cpu() {
  if (cpu_has_level()) return;
  constexpr char kMessage[] =
      "losange: this CPU is too old for this build, which needs x86-64-v" LOSANGE_TEXT(
          LOSANGE_NEEDED_LEVEL) ": build it on this machine, or with cmake -DLOSANGE_X86_64_LEVEL=1\n";
  (void)!write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(1);
}

}  // namespace

#endif
