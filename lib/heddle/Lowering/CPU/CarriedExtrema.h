//===- CarriedExtrema.h - Maxima and minima that loops carry ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of floats in vectors, each step of which takes a processor several
// instructions if NaN and the signs of zeros count.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_CARRIEDEXTREMA_H
#define HEDDLE_LIB_LOWERING_CPU_CARRIEDEXTREMA_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Computes maxima and minima of f32 and f64 that loops in `root` carry as
/// vectors from the bits of the elements:
///   scf.for ... iter_args(%m = %init) -> vector<64xf32> {
///     %r = arith.maximumf %x, %m : vector<64xf32>
///     scf.yield %r
///   }
/// becomes
///   scf.for ... iter_args(%s = %bits, %m = %bits, %u = %bits) {
///     %b = arith.bitcast %x : vector<64xf32> to vector<64xi32>
///     %s1 = arith.maxsi %s, %b
///     %m1 = arith.minsi %m, %b
///     %u1 = arith.maxui %u, %b
///     scf.yield %s1, %m1, %u1
///   }
/// and the result follows from the three numbers after the loop. A loop stays
/// as it is if the carried value has other readers, if the op has both flags
/// `nnan` and `nsz`, or if the three vectors would not fit the registers of
/// the target.
void lowerCarriedExtrema(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_CARRIEDEXTREMA_H
