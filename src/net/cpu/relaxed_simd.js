// The module of relaxed_simd.cpp. Each thread has an instance of its own on the program's memory, with a stack of its own
// in it.
mergeInto(LibraryManager.library, {
  $losangeRelaxed: {instance: null},
  losange_has_relaxed_simd: function (module, bytes) {
    return WebAssembly.validate(HEAPU8.slice(module, module + bytes)) ? 1 : 0;
  },
  losange_call_relaxed_simd__deps: ['$losangeRelaxed', 'malloc'],
  losange_call_relaxed_simd: function (module, bytes, work) {
    if (!losangeRelaxed.instance) {
      var stack = 65536;
      var made = new WebAssembly.Instance(new WebAssembly.Module(HEAPU8.slice(module, module + bytes)),
          {env: {memory: wasmMemory, relaxed_dot_add: function () {}}});
      made.exports.__stack_pointer.value = (_malloc(stack) + stack) & ~15;
      losangeRelaxed.instance = made.exports;
    }
    return losangeRelaxed.instance.losange_relaxed_convolve(work);
  },
});
