//===- MaskedReductions.h - Reductions under a mask -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites masked reductions that upstream's conversion gets wrong or does not
// support.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_MASKEDREDUCTIONS_H
#define HEDDLE_LIB_LOWERING_CPU_MASKEDREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Rewrites the masked reductions of floats in `root`. A maximum or a minimum
/// gets an infinity in the lanes that are masked off, and needs no mask:
///   %r = vector.mask %m { vector.reduction <maximumf>, %v, %a }
/// becomes
///   %f = llvm.freeze %v
///   %s = arith.select %m, %f, dense<-inf>
///   %r = vector.reduction <maximumf>, %s, %a
/// Upstream fills these lanes with the smallest positive numbers, which are
/// about 0. Any other reduction of bf16 is made in f32. A mask holds one op, so
/// the conversions are outside of it.
void lowerMaskedReductions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_MASKEDREDUCTIONS_H
