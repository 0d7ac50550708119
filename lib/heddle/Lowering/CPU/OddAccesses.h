//===- OddAccesses.h - Transfers of one element -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream does not lower a transfer of one element for buffers of any strides.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_LOWERING_CPU_ODDACCESSES_H
#define HEDDLE_LIB_LOWERING_CPU_ODDACCESSES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::heddle {

/// Adds patterns that make a load or a store of a transfer of one element.
void populateOddAccessPatterns(RewritePatternSet &patterns);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_LOWERING_CPU_ODDACCESSES_H
