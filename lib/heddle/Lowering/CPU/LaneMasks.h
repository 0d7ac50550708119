//===- LaneMasks.h - Masks that nobody sees ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drops masks of contractions whose masked-off lanes are never stored.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_LANEMASKS_H
#define HEDDLE_LIB_LOWERING_CPU_LANEMASKS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Drops the mask of a contraction in `root` that only masks off elements of
/// the result, if these elements reach nothing but writes that mask off the
/// same elements:
///   %m = vector.create_mask %rows, %c64, %c1 : vector<6x64x1xi1>
///   %s = scf.for ... iter_args(%acc = %zero) {
///     %r = vector.mask %m { vector.contract ... %a, %b, %acc }
///     scf.yield %r
///   }
///   vector.transfer_write %s, %out, (vector.create_mask %rows, %c64)
/// becomes
///     %r = vector.contract ... %a, %b, %acc
/// A lane of the result depends on its own row and its own column only, so the
/// contents of the masked-off lanes do not matter. The masks would take a
/// register for each vector of the tile, of which AVX-512 has seven, and a
/// move into it for each sum. A mask that leaves out products of a sum stays.
void dropLaneMasks(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_LANEMASKS_H
