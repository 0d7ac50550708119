//===- Generator.h - Random numbers that are the same everywhere *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small generator, so that the numbers are the same with every standard
// library.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_GENERATOR_H
#define HEDDLE_EXECUTION_INPUTS_GENERATOR_H

#include <cstdint>

namespace mlir::heddle {

/// SplitMix64: every state gives a full-period sequence of 64-bit numbers.
class Generator {
public:
  explicit Generator(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /// A number in [0, bound).
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(next() % static_cast<uint64_t>(bound));
  }
  /// A number in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
  uint64_t state;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_GENERATOR_H
