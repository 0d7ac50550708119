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

/// Computes the contractions in `root` for all lanes whose mask leaves out
/// elements of the result alone, if these reach nothing but writes that leave
/// out the same ones:
///   %m = vector.create_mask %rows, %c64, %c1 : vector<6x64x1xi1>
///   %s = scf.for ... iter_args(%acc = %zero) {
///     %r = vector.mask %m { vector.contract ... %a, %b, %acc }
///     scf.yield %r
///   }
///   vector.transfer_write %s, %out, (vector.create_mask %rows, %c64)
/// becomes
///     %r = vector.contract ... %a, %b, %acc
/// A lane of the result depends on its own row and its own column only, so what
/// the other ones hold does not matter. The masks would take a register for
/// each vector of the tile, of which AVX-512 has seven, and a move into it for
/// each sum. A mask that leaves out products of a sum stays.
void dropLaneMasks(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_LANEMASKS_H
