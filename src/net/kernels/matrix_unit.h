// The matrix unit of newer x86-64 CPUs (AMX): sixteen rows of 64 bytes times sixteen columns of them in one
// instruction. Its sums are exact, so it gives what byte_products.h gives, sooner.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace losange::net {
namespace {

constexpr std::size_t kUnitRows = 16;       // of inputs, and of sums
constexpr std::size_t kUnitInputs = 64;     // products a sum
constexpr std::size_t kMostUnitChunks = 4;  // of 64 channels that the unit is used for

// Two blocks of rows by two vectors of sixteen outputs: as many sums as the unit's registers hold beside what
// is multiplied.
struct UnitSums {
  alignas(64) std::int32_t sums[2][2][kUnitRows][16];
};

// Where the factors of one UnitSums lie. A step is 64 inputs.
struct UnitWork {
  const std::uint8_t* rows;  // of the first step, one after another, `row_bytes` apart
  std::size_t row_bytes;
  const std::ptrdiff_t* shifts;  // from `rows` to those of each step
  std::size_t steps;
  const std::int8_t* weights;  // [step][4 inputs][16 outputs] of 4 bytes
  std::size_t vector_bytes;    // from there to those of the next sixteen outputs
  bool both_blocks;            // else the first sixteen rows alone
};

struct alignas(64) UnitShapes {
  std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
constexpr UnitShapes kUnitShapes;

// One thread's use of the unit, which the system must have given to the program (net/cpu/instruction_set.cpp).
class MatrixUnit {
 public:
  MatrixUnit() { _tile_loadconfig(&kUnitShapes); }
  ~MatrixUnit() { _tile_release(); }
  MatrixUnit(const MatrixUnit&) = delete;
  MatrixUnit& operator=(const MatrixUnit&) = delete;

  // Registers: 0 to 3 the sums, 4 and 5 rows, 6 and 7 weights.
  void multiply(const UnitWork& work, UnitSums& out) const {
    constexpr std::size_t kStepBytes = kUnitInputs * 16;
    const auto row_bytes = static_cast<long>(work.row_bytes);
    const std::ptrdiff_t second = row_bytes * static_cast<long>(kUnitRows);
    const std::int8_t* weights = work.weights;
    // What was written must be there: the loads below do not say they read it.
    asm volatile("" ::: "memory");
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
};

}  // namespace
}  // namespace losange::net
