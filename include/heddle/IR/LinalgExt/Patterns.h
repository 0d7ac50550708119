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

#include "mlir/Support/LLVM.h"

#include <functional>

namespace mlir {
class Operation;
class RewriterBase;
class RewritePatternSet;

namespace linalg {
class LinalgOp;
} // namespace linalg

namespace linalg_ext {
/// Replaces linalg_ext.alias by its operand.
void populateRemoveAliasPatterns(RewritePatternSet &patterns);

/// Replaces ops of linalg on tensors by linalg_ext.batch_matmul and
/// linalg_ext.softmax: linalg.batch_matmul, a linalg.contract or
/// linalg.generic that computes one, linalg.softmax, and a softmax that
/// several ops of linalg write out.
void populateFromLinalgPatterns(RewritePatternSet &patterns);

/// Creates the op of linalg_ext that computes what `op`, or a group of ops of
/// which `op` is the last one, computes. The new op gets the uses of `op` and
/// is returned. On failure the IR is untouched, and the listener of `rewriter`
/// is told why if `op` looks like such an op. On success: `op` has no uses,
/// and the caller erases it.
FailureOr<Operation *> raiseFromLinalg(RewriterBase &rewriter, Operation *op);

/// The same for the division that ends a written-out softmax. The other ops of
/// the softmax stay; they are dead if they have no other use.
FailureOr<Operation *> raiseWrittenOutSoftmax(RewriterBase &rewriter,
                                              Operation *op);

/// The same for a linalg.generic, linalg.contract or linalg.batch_matmul that
/// is a batch_matmul of any layout, with any number of batch dims.
FailureOr<Operation *> raiseBatchMatmul(RewriterBase &rewriter,
                                        linalg::LinalgOp op);

/// Called before `product` is replaced. The replacement assumes that `factor`,
/// a tensor of floats, is finite.
using AssumeFinite = std::function<void(RewriterBase &rewriter,
                                        Operation *product, Value factor)>;

/// Replaces a linalg.matmul, linalg.batch_matmul or linalg_ext.batch_matmul on
/// tensors with a linalg_ext.diag on one side by a linalg.generic that scales
/// the rows or the columns of the other side. Assumes that the other side is
/// finite: 0 times anything else is not 0.
void populateScaleByDiagPatterns(RewritePatternSet &patterns,
                                 const AssumeFinite &assume);

/// Replaces ops on tensors that linalg can express by ops of linalg.
void populateDecomposePatterns(RewritePatternSet &patterns);
} // namespace linalg_ext
} // namespace mlir

#endif // HEDDLE_IR_LINALGEXT_PATTERNS_H
