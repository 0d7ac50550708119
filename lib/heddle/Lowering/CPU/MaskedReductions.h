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

/// Rewrites the masked reductions of floats in `root`: the lanes that are
/// masked off get a neutral element, and the reduction needs no mask.
///   %r = vector.mask %m { vector.reduction <maximumf>, %v, %a }
/// becomes
///   %f = llvm.freeze %v
///   %s = arith.select %m, %f, dense<-inf>
///   %r = vector.reduction <maximumf>, %s, %a
/// Upstream would fill the lanes of a maximum with the smallest positive
/// numbers, which are about 0. It would add and multiply one lane after the
/// other, even where `reassociate` allows any order. A reduction of bf16, but
/// for maxima and minima, is computed in f32 and rounded once.
void lowerMaskedReductions(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_MASKEDREDUCTIONS_H
