//===- StridedReads.h - Vectors of every second element ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors that are read with steps between their elements, such as the rows of
// a convolution with stride 2 whose channels come first.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_STRIDEDREADS_H
#define HEDDLE_LIB_LOWERING_CPU_STRIDEDREADS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Reads a vector whose elements are a few elements apart in memory as a longer
/// vector, and takes its lanes from that:
///   %v = vector.transfer_read %m[%i], %pad {in_bounds = [true]}
///       : memref<9xf32, strided<[2]>>, vector<4xf32>
/// becomes, with %row as the elements of %m from %i on, in one piece,
///   %w = vector.maskedload %row[%c0], <1, 0, 1, 0, 1, 0, 1, 0>, %pads
///       : memref<8xf32, strided<[1], offset: ?>> into vector<8xf32>
///   %v = vector.shuffle %w, %w [0, 2, 4, 6]
/// The mask leaves out the elements between, so that nothing is read that the
/// payload does not read. Upstream reads each element by itself. Reads stay as
/// they are where the step is dynamic or large, or the mask is any vector.
void populateStridedReadPatterns(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_STRIDEDREADS_H
