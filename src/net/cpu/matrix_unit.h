// The matrix unit of newer x86-64 CPUs (AMX): sixteen rows of 64 bytes times sixteen columns of them in one
// instruction. Used by int8_convolution.cpp where the CPU has one and the system lets the program use it; the
// sums are exact, so it gives what net/cpu/byte_products.h gives, sooner.
#pragma once

#include <cstddef>
#include <cstdint>

namespace losange::net {

inline constexpr std::size_t kUnitRows = 16;    // of inputs, and of sums
inline constexpr std::size_t kUnitInputs = 64;  // products a sum

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

// Whether this thread may use the unit. Asks the system once.
bool matrix_unit_works();

// One thread's use of the unit. Precondition: matrix_unit_works().
class MatrixUnit {
 public:
  MatrixUnit();
  ~MatrixUnit();
  MatrixUnit(const MatrixUnit&) = delete;
  MatrixUnit& operator=(const MatrixUnit&) = delete;

  void multiply(const UnitWork& work, UnitSums& out) const;
};

}  // namespace losange::net
