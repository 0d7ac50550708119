//===- Patterns.h - Rewrites of linalg_ext ops ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that a schedule or a pass asks for. Canonicalization patterns are
// with the ops.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_PATTERNS_H
#define HEDDLE_IR_LINALGEXT_PATTERNS_H

namespace mlir {
class RewritePatternSet;

namespace linalg_ext {
/// Replaces linalg_ext.alias by its operand.
void populateRemoveAliasPatterns(RewritePatternSet &patterns);

/// Replaces linalg.batch_matmul, linalg.softmax and a softmax of linalg.generic
/// ops on tensors by the ops of linalg_ext.
void populateFromLinalgPatterns(RewritePatternSet &patterns);

/// Replaces the division that ends a softmax of linalg.generic ops on tensors
/// by linalg_ext.softmax. The other ops stay, dead if they have no other use.
void populateWrittenOutSoftmaxPatterns(RewritePatternSet &patterns);

/// Replaces a linalg.matmul on tensors with a linalg_ext.diag on one side by a
/// linalg.generic that scales the rows or the columns of the other side.
/// Assumes that the other side is finite: 0 times anything else is not 0.
void populateScaleByDiagPatterns(RewritePatternSet &patterns);

/// Replaces ops on tensors that linalg can express by ops of linalg.
void populateDecomposePatterns(RewritePatternSet &patterns);
} // namespace linalg_ext
} // namespace mlir

#endif // HEDDLE_IR_LINALGEXT_PATTERNS_H
