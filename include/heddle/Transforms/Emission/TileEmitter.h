//===- TileEmitter.h - Slices and types of tiles ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices, types and empty tensors for the boxes of a nest, which the emission
// models of all ops use. FuseExt.cpp decides where the tiles of operands come
// from.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_TILEEMITTER_H
#define HEDDLE_TRANSFORMS_EMISSION_TILEEMITTER_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Transforms/Emission/BoundEmitter.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::heddle {

/// True if a slice of `value` at these offsets is known to be empty because it
/// starts at the end of a dimension, which the verifiers of slices reject.
bool startsAtEnd(Value value, ArrayRef<OpFoldResult> offsets);

/// The chain of ops that computes `part` and nothing else, starting from an
/// empty tensor. The last op comes first; each op has the next one's result as
/// destination. Empty if other ops read one of the results.
SmallVector<Operation *> findWriters(Value part);

/// Makes `writers` write into `slice`, and moves them after it.
void writeInto(RewriterBase &rewriter, ArrayRef<Operation *> writers,
               Value slice);

/// Slices and tiles of one nest.
class TileEmitter {
public:
  TileEmitter(RewriterBase &rewriter, ExtentTable &extents,
              BoundEmitter &bounds)
      : rewriter(rewriter), extents(extents), bounds(bounds),
        context(extents.getContext()) {}

  /// The part `box` of `value`, whose first element has the index `origin` (a
  /// null origin: 0). `value` itself if that is all of it.
  Value extract(Location loc, Value value, const Box &box,
                ArrayRef<BoxRange> origin, ArrayRef<Bound> whole);
  /// `tile` written into `box` of `into`, whose first element has the index
  /// `origin`.
  Value insert(Location loc, Value tile, Value into, const Box &box,
               ArrayRef<BoxRange> origin);
  /// An uninitialised tensor of the sizes of `box`, with the element type and
  /// the encoding of `whole`, a ranked tensor type.
  Value makeEmpty(Location loc, const Box &box, Type whole);
  /// The same as the destination of `op`, which may say how long the rows of
  /// its temporaries are (RowPadding.h).
  Value makeDestination(Operation *op, const Box &box, Type whole);
  /// `tile` with the static sizes of `box`: a cast where its type differs.
  Value matchType(Location loc, Value tile, const Box &box);

  /// `tile`, which is part of an operand of `op`, with the static sizes that
  /// the footprint of `op` gives it for the box `iteration`.
  Value matchOperand(Operation *op, unsigned operand, const Box &iteration,
                     Value tile);
  /// The same for the tensors among `operands`.
  SmallVector<Value> matchOperands(Operation *op, const Box &iteration,
                                   ArrayRef<Value> operands);
  /// Writes `part`, which has the box `partBox` and lacks the dims `dropped`,
  /// into `tile`, which has the box `iteration`. The part begins at the place
  /// in `tile` of index `starts` of the whole. An empty part stays in bounds.
  Value insertPart(Location loc, Value part, Value tile, const Box &iteration,
                   ArrayRef<Bound> starts, const Box &partBox,
                   const llvm::SmallBitVector &dropped);

  /// The offsets and the sizes of a box, as values at the insertion point.
  SmallVector<OpFoldResult> getOffsets(const Box &box);
  SmallVector<OpFoldResult> getSizes(const Box &box);
  /// The type of the part `box` of a tensor of type `whole`, which is ranked.
  RankedTensorType getType(const Box &box, Type whole);

  ExtentTable &getExtents() { return extents; }
  BoundEmitter &getBounds() { return bounds; }

private:
  RewriterBase &rewriter;
  ExtentTable &extents;
  BoundEmitter &bounds;
  BoundContext &context;
};

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_EMISSION_TILEEMITTER_H
