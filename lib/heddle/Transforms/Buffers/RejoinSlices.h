//===- RejoinSlices.h - Two slices of the same elements ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before bufferization, undoes a merge of slices that would cost a copy.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_BUFFERS_REJOINSLICES_H
#define HEDDLE_TRANSFORMS_BUFFERS_REJOINSLICES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Makes a slice that drops dims a slice of the slice that is overwritten by
/// what is computed in it:
///
/// ```mlir
/// %a = tensor.extract_slice %rows[0, 0] [1, 9] [1, 1] : to tensor<1x9xf32>
/// %b = tensor.extract_slice %rows[0, 0] [1, 9] [1, 1] : to tensor<9xf32>
/// %0 = linalg.exp ins(%x) outs(%b)
/// %1 = tensor.insert_slice %0 into %a[0, 0] [1, 9] [1, 1]
/// ```
/// becomes
/// ```mlir
/// %a = tensor.extract_slice %rows[0, 0] [1, 9] [1, 1] : to tensor<1x9xf32>
/// %b = tensor.extract_slice %a[0, 0] [1, 9] [1, 1] : to tensor<9xf32>
/// ```
/// Only slices of a `bufferization.alloc_tensor` are looked at.
void rejoinSlices(RewriterBase &rewriter, Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_BUFFERS_REJOINSLICES_H
