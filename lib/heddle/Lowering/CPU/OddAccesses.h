//===- OddAccesses.h - Elements that are no row of a buffer -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfers of one element, and gathers from views, neither of which upstream
// lowers for buffers of any strides.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_ODDACCESSES_H
#define HEDDLE_LIB_LOWERING_CPU_ODDACCESSES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Adds patterns that make a load or a store of a transfer of one element, and
/// that let a gather find the elements of a view.
void populateOddAccessPatterns(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_ODDACCESSES_H
