//===- VectorRegisters.h - Registers of the target --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vector registers of the processor that payload is scheduled for. How
// tiles use them is decided in Analysis/Vectors.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_TARGET_VECTORREGISTERS_H
#define HEDDLE_ANALYSIS_TARGET_VECTORREGISTERS_H

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace mlir::heddle {

/// The vector registers of a processor; by default those of AVX-512.
struct VectorRegisters {
  /// Bits of one register.
  int64_t bits = 512;
  /// The number of registers.
  int64_t count = 32;
};

/// Why no processor has such registers; nullopt if one may have.
std::optional<std::string> findBadRegisters(const VectorRegisters &registers);

/// The registers of the processor that the module around `op` names, by its
/// entries `vector_bits` and `registers`. A missing entry has the value of
/// AVX-512. An entry that is not a number counts as 0.
VectorRegisters getVectorRegisters(Operation *op);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_TARGET_VECTORREGISTERS_H
