//===- Claims.h - What code declares and must hold --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that declare something: that a sum does not overflow, that a division
// leaves no remainder, that extents are equal. Where that is false, the op has
// no meaning, even if the machine happens to compute the right number.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_CLAIMS_H
#define HEDDLE_LIB_EXECUTION_CHECK_CLAIMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

#include <set>
#include <string>
#include <vector>

namespace mlir::heddle {

/// A value of type i1 that is false where the declaration is. Null if nothing
/// is declared there, or if it always holds.
struct CheckedClaim {
  Value holds;
  std::string what; ///< "extents that 'tensor.cast' declares"
};

/// Whether `emitClaims` may emit something for `op`.
bool declaresShapes(Operation *op);

/// Computes at the insertion point whether what `op` declares of extents,
/// addresses and truth values holds.
CheckedClaim emitClaim(RewriterBase &rewriter, Operation *op);

/// Computes at the insertion point whether the array that `op` makes has no
/// negative extent. Null for other ops, and where the extents show it.
CheckedClaim emitExtentClaim(RewriterBase &rewriter, Operation *op);

/// "line 5 of a.mlir"; "" if that is not known. What a schedule makes of an op
/// has the line of that op, so the file has to be named.
std::string formatLine(Location loc);

/// Which declarations on numbers count.
enum class ClaimKinds {
  All,
  /// Without `nnan` and `ninf`, which many payloads set on all their floats.
  WithoutFloats
};

/// The declarations on numbers in a module: "'arith.addi' with nsw".
std::set<std::string> collectNumberClaims(ModuleOp module);

/// The first op of `func`, or of what it calls, with a declaration that is not
/// among `known`, with its line, or else the first one with a declaration; ""
/// if there is none.
std::string describeNumberClaim(func::FuncOp func,
                                const std::set<std::string> &known,
                                ClaimKinds kinds = ClaimKinds::All);

/// Gives all results whose declaration is false the bits of `pattern`, and
/// drops the declarations.
void replacePoison(RewriterBase &rewriter, ModuleOp module, uint8_t pattern,
                   ClaimKinds kinds);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_CLAIMS_H
