#include "net/cpu/relaxed_simd.h"

// Of relaxed_simd.js: whether the browser takes the module, and its function in the calling thread.
extern "C" {
int losange_has_relaxed_simd(const unsigned char* module, std::size_t bytes);
float losange_call_relaxed_simd(const unsigned char* module, std::size_t bytes,
                                const losange::net::ByteWork* work);
}

namespace losange::net {

namespace {

constexpr unsigned char kModule[] = {
#include "relaxed_module.inc"
};

float convolve(const ByteWork& work) {
  return losange_call_relaxed_simd(kModule, sizeof kModule, &work);
}

}  // namespace

const ExactKernels* relaxed_kernels() {
  static const bool there = losange_has_relaxed_simd(kModule, sizeof kModule) != 0;
  static const ExactKernels kernels = [] {
    ExactKernels same = baseline::exact;
    same.fast_bytes = true;
    same.convolve = convolve;
    return same;
  }();
  return there ? &kernels : nullptr;
}

}  // namespace losange::net
