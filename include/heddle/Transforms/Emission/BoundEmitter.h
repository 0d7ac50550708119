//===- BoundEmitter.h - Bounds as index values ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the bounds of a plan into affine ops. Used by the emission of fusion
// plans only.
//
// A bound is computed in the outermost loop in which its variables are defined
// and which holds other ops as well. A loop that holds nothing but the next
// loop gets no bound, because upstream's loop.coalesce takes perfect nests
// only. In the inner loop the bound is invariant, so loop-invariant code motion
// can move it out again.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_BOUNDEMITTER_H
#define HEDDLE_TRANSFORMS_EMISSION_BOUNDEMITTER_H

#include "heddle/Analysis/Bounds/BoundExpr.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "mlir/IR/PatternMatch.h"
#include <map>

namespace mlir::heddle {

class BoundEmitter {
public:
  /// The values of symbols are made in front of `anchor`.
  BoundEmitter(RewriterBase &rewriter, ExtentTable &extents, Operation *anchor)
      : rewriter(rewriter), extents(extents), anchor(anchor) {
    scopes.emplace_back();
  }

  /// Enters the common body of loops that were not entered yet, with their
  /// variables. `loop` is the op with that body; the rewriter is in the body.
  /// `isPerfect` says that the body will hold one loop and nothing else.
  void enterLoops(Operation *loop, ValueRange variables, bool isPerfect);
  void leaveLoops();

  /// `bound` as an index, usable at the insertion point of the rewriter.
  OpFoldResult get(Bound bound);
  SmallVector<OpFoldResult> get(ArrayRef<Bound> bounds);
  Value getValue(Bound bound);

private:
  struct Scope {
    /// The loop that was entered from this scope.
    Operation *inner = nullptr;
    unsigned firstLoop = 0;
    /// The body holds one loop and nothing else.
    bool isPerfect = false;
    DenseMap<const detail::BoundNode *, OpFoldResult> known;
  };

  OpFoldResult emit(Bound bound);
  AffineExpr getExpr(Bound bound, SmallVectorImpl<OpFoldResult> &operands);
  Value getSymbol(unsigned symbol);

  RewriterBase &rewriter;
  ExtentTable &extents;
  Operation *anchor;
  SmallVector<Scope, 0> scopes;
  SmallVector<Value> variables;
  DenseMap<unsigned, Value> symbols;
  /// No DenseMap: any number may be a key.
  std::map<int64_t, Value> constants;
};

/// The size of dimension `dim` of `value` as an index in front of `at`,
/// computed from the operands of the op that defines `value`.
Value emitOwnExtent(RewriterBase &rewriter, ExtentTable &extents, Value value,
                    int64_t dim, Operation *at);

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_EMISSION_BOUNDEMITTER_H
