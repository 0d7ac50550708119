//===- TileEmitter.h - One tile of one op -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the ops that compute one box of one payload op from tiles of its
// operands. Where the tiles come from is the business of FuseExt.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_EMISSION_TILEEMITTER_H
#define HEDDLE_TRANSFORMS_EMISSION_TILEEMITTER_H

#include "heddle/Analysis/Bounds/Box.h"
#include "heddle/Transforms/Emission/BoundEmitter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::heddle {

/// True if a slice of `value` at these offsets is known to be empty because it
/// starts at the end of a dimension, which the verifiers of slices reject.
bool startsAtEnd(Value value, ArrayRef<OpFoldResult> offsets);

/// The ops that write `part`, nothing but that, and from an empty tensor: the
/// last one first, each starting from what the next one writes. None if others
/// read any of it.
SmallVector<Operation *> findWriters(Value part);

/// Lets `writers` write into `slice`, behind which they move.
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
  /// An uninitialised tensor of the sizes of `box`.
  Value makeEmpty(Location loc, const Box &box, Type elementType);
  /// A tensor whose static sizes are those of `box`: a cast where `tile` says
  /// something else.
  Value matchType(Location loc, Value tile, const Box &box);

  /// The tile of `op` for `iteration`. `operands` has, for each operand, its
  /// tile, or the operand itself where it is not sliced. Returns the value of
  /// each result.
  FailureOr<SmallVector<Value>> emitTile(Operation *op, const Box &iteration,
                                         ArrayRef<Value> operands);

  /// The tile `iteration` of `pad`, if the tile `source` of what is padded, of
  /// the box `sourceBox`, reaches over the part of it, `part`, that lies there:
  /// a view of a tensor that has room for all of it. Null if that is not known
  /// to be small, or if others read the tile.
  Value emitPadAround(tensor::PadOp pad, const Box &iteration, Value source,
                      const Box &sourceBox, const Box &part);

private:
  SmallVector<Value> emitProbed(Operation *op, const Box &iteration,
                                ArrayRef<Value> operands);
  void replaceUnreadInputs(linalg::LinalgOp op, MutableArrayRef<Value> tiles);
  Value matchSource(Operation *op, const Box &iteration, Value source);
  SmallVector<Value> matchTypes(Operation *op, const Box &iteration,
                                ArrayRef<Value> operands);
  Value emitPad(tensor::PadOp op, const Box &iteration, Value source);
  Value emitFrame(tensor::PadOp op, const Box &iteration);
  struct Surroundings;
  bool findSurroundings(tensor::PadOp pad, const Box &iteration,
                        const Box &sourceBox, const Box &part,
                        Surroundings &around);
  Value fillSurroundings(tensor::PadOp pad, const Box &iteration,
                         const Box &part, const Surroundings &around,
                         Value tensor);
  Value emitExtractSlice(tensor::ExtractSliceOp op, const Box &iteration,
                         Value source);
  Value emitInsertSlice(tensor::InsertSliceOp op, const Box &iteration,
                        Value source, Value dest);
  Value emitConcat(tensor::ConcatOp op, const Box &iteration,
                   ArrayRef<Value> inputs);
  /// Inserts `part` at the place that index `start` of the whole has in a tile
  /// that begins at the `lo` of `iteration`; an empty part stays in bounds.
  Value insertAt(Location loc, Value part, Value tile, const Box &iteration,
                 ArrayRef<Bound> starts, const Box &partBox,
                 const llvm::SmallBitVector &dropped);
  RankedTensorType getType(const Box &box, Type elementType);

  RewriterBase &rewriter;
  ExtentTable &extents;
  BoundEmitter &bounds;
  BoundContext &context;
};

} // namespace mlir::heddle

#endif // HEDDLE_TRANSFORMS_EMISSION_TILEEMITTER_H
