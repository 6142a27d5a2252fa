#include "net/cpu/instruction_set.h"

#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

#if defined(__x86_64__)
#include <cpuid.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif
#elif defined(__EMSCRIPTEN__)
#include "net/cpu/relaxed_simd.h"
#elif defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace losange::net {

namespace {

#if defined(__x86_64__)

struct Registers {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers ask_cpu(unsigned leaf, unsigned subleaf) {
  Registers r;
  __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
  return r;
}

// The registers of the matrix unit are large, so Linux gives them only to programs that ask.
bool system_gives_matrix_unit() {
#ifdef __linux__
  constexpr long kAskForFeature = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kAskForFeature, kTileData) == 0;
#else
  return false;
#endif
}

std::vector<InstructionSet> find_sets() {
  // These look at what the system saves of a program, too.
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512vnni") &&
                          __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
  const bool has_avxvnni = has_avx2 && (ask_cpu(7, 1).eax & (1u << 4)) != 0;
  const unsigned unit = (1u << 24) | (1u << 25);  // tiles, and their products of bytes
  const bool has_unit = has_avx512 && (ask_cpu(7, 0).edx & unit) == unit;
  std::vector<InstructionSet> sets;
  if (has_unit && system_gives_matrix_unit()) sets.push_back({"amx", &amx::exact, &amx::floats});
  if (has_avx512) sets.push_back({"avx512", &avx512::exact, &avx512::floats});
  if (has_avxvnni) sets.push_back({"avxvnni", &avxvnni::exact, &avxvnni::floats});
  if (has_avx2) sets.push_back({"avx2", &avx2::exact, &avx2::floats});
  sets.push_back({"baseline", &baseline::exact, &baseline::floats});
  return sets;
}

#elif defined(__aarch64__) && defined(__linux__)

std::vector<InstructionSet> find_sets() {
  std::vector<InstructionSet> sets;
  const bool has_dotprod = (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
  if (has_dotprod && (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0)
    sets.push_back({"i8mm", &i8mm::exact, &i8mm::floats});
  if (has_dotprod) sets.push_back({"dotprod", &dotprod::exact, &dotprod::floats});
  sets.push_back({"baseline", &baseline::exact, &baseline::floats});
  return sets;
}

#elif defined(__EMSCRIPTEN__)

std::vector<InstructionSet> find_sets() {
  std::vector<InstructionSet> sets;
  if (const ExactKernels* relaxed = relaxed_kernels())
    sets.push_back({"relaxed", relaxed, &baseline::floats});
  sets.push_back({"baseline", &baseline::exact, &baseline::floats});
  return sets;
}

#else

std::vector<InstructionSet> find_sets() {
  return {{"baseline", &baseline::exact, &baseline::floats}};
}

#endif

// A function of its own: by a lambda g++ 13 sees a reference to what does not last.
const InstructionSet& chosen_set() {
  const char* wish = std::getenv("LOSANGE_CPU");
  if (wish == nullptr || *wish == '\0') return instruction_sets().front();
  std::string names;
  for (const auto& set : instruction_sets()) {
    if (set.name == std::string_view(wish)) return set;
    names += (names.empty() ? "" : ", ") + std::string(set.name);
  }
  throw base::UserError(
      "net.cpu", "LOSANGE_CPU is '{}', and this CPU has {}: choose one of these, or leave it out",
      base::printable(wish), names);
}

}  // namespace

const std::vector<InstructionSet>& instruction_sets() {
  static const std::vector<InstructionSet> sets = find_sets();
  return sets;
}

const InstructionSet& instruction_set() {
  static const InstructionSet& chosen = chosen_set();
  return chosen;
}

}  // namespace losange::net
