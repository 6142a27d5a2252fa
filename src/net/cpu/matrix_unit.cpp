#include "net/cpu/matrix_unit.h"

#if defined(__AMX_INT8__) && defined(__linux__)

#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace losange::net {

namespace {

// The registers are large, so Linux gives them only to programs that ask.
bool ask_the_system() {
  constexpr long kAskForFeature = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kAskForFeature, kTileData) == 0;
}

struct alignas(64) Shapes {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
constexpr Shapes kShapes;

}  // namespace

bool matrix_unit_works() {
  static const bool works = ask_the_system();
  return works;
}

MatrixUnit::MatrixUnit() { _tile_loadconfig(&kShapes); }
MatrixUnit::~MatrixUnit() { _tile_release(); }

// Registers: 0 to 3 the sums, 4 and 5 rows, 6 and 7 weights.
void MatrixUnit::multiply(const UnitWork& work, UnitSums& out) const {
  constexpr std::size_t kStepBytes = kUnitInputs * 16;
  const auto row_bytes = static_cast<long>(work.row_bytes);
  const std::ptrdiff_t second = row_bytes * static_cast<long>(kUnitRows);
  const std::int8_t* weights = work.weights;
  asm volatile(
      "" ::
          : "memory");  // what was written must be there: the loads below do not say they read it
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (std::size_t step = 0; step < work.steps; ++step, weights += kStepBytes) {
    const std::uint8_t* rows = work.rows + work.shifts[step];
    _tile_loadd(6, weights, 64);
    _tile_loadd(7, weights + work.vector_bytes, 64);
    _tile_loadd(4, rows, row_bytes);
    _tile_dpbusd(0, 4, 6);
    _tile_dpbusd(1, 4, 7);
    if (!work.both_blocks) continue;
    _tile_loadd(5, rows + second, row_bytes);
    _tile_dpbusd(2, 5, 6);
    _tile_dpbusd(3, 5, 7);
  }
  _tile_stored(0, out.sums[0][0], 64);
  _tile_stored(1, out.sums[0][1], 64);
  _tile_stored(2, out.sums[1][0], 64);
  _tile_stored(3, out.sums[1][1], 64);
}

}  // namespace losange::net

#else

#include <cstdlib>

namespace losange::net {

bool matrix_unit_works() { return false; }
MatrixUnit::MatrixUnit() = default;
MatrixUnit::~MatrixUnit() = default;
void MatrixUnit::multiply(const UnitWork&, UnitSums&) const { std::abort(); }

}  // namespace losange::net

#endif
