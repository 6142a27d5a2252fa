// This source alone is compiled with the flags of LOSANGE_NATIVE=ON (tests/CMakeLists.txt).
#include <gtest/gtest.h>

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace losange {
namespace {

// Code for this machine uses what the CPU has, and nothing that it lacks.
TEST(NativeFlags, AreWhatTheCpuHas) {
#if defined(__aarch64__) && defined(__linux__)
#ifdef __ARM_FEATURE_ATOMICS
  constexpr bool kAtomics = true;
#else
  constexpr bool kAtomics = false;
#endif
#ifdef __ARM_FEATURE_DOTPROD
  constexpr bool kDotProduct = true;
#else
  constexpr bool kDotProduct = false;
#endif
#ifdef __ARM_FEATURE_MATMUL_INT8
  constexpr bool kMatrices = true;
#else
  constexpr bool kMatrices = false;
#endif
#ifdef __ARM_FEATURE_SVE
  EXPECT_NE(getauxval(AT_HWCAP) & HWCAP_SVE, 0u);
#endif
  EXPECT_EQ(kAtomics, (getauxval(AT_HWCAP) & HWCAP_ATOMICS) != 0);
  EXPECT_EQ(kDotProduct, (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0);
  EXPECT_EQ(kMatrices, (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0);
#elif defined(__x86_64__)
#ifdef __POPCNT__
  constexpr bool kPopcount = true;
#else
  constexpr bool kPopcount = false;
#endif
#ifdef __BMI2__
  constexpr bool kBitFields = true;
#else
  constexpr bool kBitFields = false;
#endif
#ifdef __AVX2__
  constexpr bool kVectors = true;
#else
  constexpr bool kVectors = false;
#endif
  EXPECT_EQ(kPopcount, __builtin_cpu_supports("popcnt") != 0);
  EXPECT_EQ(kBitFields, __builtin_cpu_supports("bmi2") != 0);
  EXPECT_EQ(kVectors, __builtin_cpu_supports("avx2") != 0);
#else
  GTEST_SKIP() << "nothing is known of this kind of CPU";
#endif
}

}  // namespace
}  // namespace losange
