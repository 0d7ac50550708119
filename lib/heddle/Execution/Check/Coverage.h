//===- Coverage.h - What of a function was executed -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a copy of a function that marks the regions and branches which it
// executes. Which inputs are tried is decided in CheckCoverage.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_COVERAGE_H
#define HEDDLE_LIB_EXECUTION_CHECK_COVERAGE_H

#include "heddle/Execution/Run/Jit.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::heddle {

/// A copy of a function with an additional last argument, an array of i8 with
/// an element for each place. A call sets the elements of the places that it
/// and earlier calls in the same process have executed.
struct CoverageCode {
  std::unique_ptr<JitModule> module;
  const JitFunction *function = nullptr;
  /// "the partial tile of line 12 of a.mlir", one per place.
  SmallVector<std::string> places;
  /// Those of the places that are in a loop which runs on some inputs.
  SmallVector<unsigned> loops;
  /// What the function declares, "the extents in 'tensor.cast' in line 12". An
  /// element for each of them follows those of the places and one more. It is
  /// set where the declaration is false.
  SmallVector<std::string> claims;

  unsigned getNumMarks() const {
    return places.size() + (claims.empty() ? 0 : 1 + claims.size());
  }
  unsigned getClaimMark(unsigned claim) const {
    return places.size() + 1 + claim;
  }
};

/// Marks the bodies of loops that may not run, the branches of conditions, the
/// blocks of a function, full and partial tiles (a minimum that is its
/// constant, or is less), and both answers of scalar comparisons. No places if
/// there are none, if the copy cannot be compiled, or if `known` is given and
/// has all of them: then declarations are not marked either.
CoverageCode
compileCoverage(func::FuncOp func, const JitOptions &options,
                std::optional<ArrayRef<std::string>> known = std::nullopt);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_COVERAGE_H
