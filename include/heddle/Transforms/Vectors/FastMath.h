//===- FastMath.h - Flags for operations on floats --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds the fast-math flags that the author of a schedule declares. What the
// flags mean is defined by LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORS_FASTMATH_H
#define HEDDLE_TRANSFORMS_VECTORS_FASTMATH_H

#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// The flags that may be added. `ninf` is not among them, because reductions
/// start from infinities, nor is `afn`, because nothing bounds its error.
constexpr arith::FastMathFlags kKnownFastMath =
    arith::FastMathFlags::nnan | arith::FastMathFlags::nsz |
    arith::FastMathFlags::arcp | arith::FastMathFlags::contract |
    arith::FastMathFlags::reassoc;

/// Adds `flags` to the operations on floats in `targets`, and returns how many
/// have them now.
///
/// ```
///   linalg.generic ... { %m = arith.maximumf %a, %b : f32 }
/// ```
/// becomes, for nnan and nsz,
/// ```
///   linalg.generic ... { %m = arith.maximumf %a, %b fastmath<nnan,nsz> : f32 }
/// ```
/// Conversions between floats stay as they are, and maxima that pass over NaN
/// do not get `nnan`. An op whose body is not printed stays as it is, and
/// `left` says so.
///
/// On failure, if no operation has the flags: the IR is untouched, and the
/// rewriter was told why.
FailureOr<unsigned> addFastMath(RewriterBase &rewriter,
                                ArrayRef<Operation *> targets,
                                arith::FastMathFlags flags,
                                SmallVectorImpl<Reason> &left);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_VECTORS_FASTMATH_H
