//===- TilingProbe.h - Boxes read back from a tile --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the boxes of an op that implements TilingInterface but has no footprint
// model. One tile with symbolic offsets and sizes is built in a scratch module,
// and the boxes are read off its slices. The payload is not touched.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FOOTPRINT_TILINGPROBE_H
#define HEDDLE_ANALYSIS_FOOTPRINT_TILINGPROBE_H

#include "heddle/Analysis/Bounds/Box.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace mlir::heddle {

class ExtentTable;

class TilingProbe {
public:
  /// Probes `op`, which implements TilingInterface.
  TilingProbe(Operation *op, ExtentTable &extents);

  /// Why the op cannot be computed by boxes, after "it"; empty if it can.
  StringRef getReason() const { return reason; }

  /// The extents of the iteration space.
  SmallVector<Bound> getDomain() const;
  /// Records that the iteration space computes all of each result.
  void assumeShapes() const;
  /// The box of a tensor operand that `iteration` reads or writes.
  Box getOperandBox(unsigned operand, const Box &iteration) const;
  Box getResultBox(unsigned result, const Box &iteration) const;
  /// The iteration box that computes `box` of a result.
  Box getIterationBox(unsigned result, const Box &box) const;

  /// The tile: the op itself, on slices. Emission clones it onto other slices.
  Operation *getTile() const { return tile; }

private:
  /// Offsets and sizes, as arguments of the scratch region.
  struct Arguments {
    SmallVector<OpFoldResult> offsets, sizes;
  };

  std::string build(Operation *op);
  std::string readOperands(Operation *op);
  std::string readResults(OpBuilder &builder, TilingInterface clone);
  std::string invertResult(OpBuilder &builder, TilingInterface clone,
                           unsigned result);
  Arguments addArguments(unsigned rank);
  Bound read(OpFoldResult index) const;
  /// The box with these offsets and sizes; nullopt if one of them is not a
  /// bound.
  std::optional<Box> readBox(ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes) const;
  /// `box`, a box over `arguments`, with the arguments replaced by the offsets
  /// and sizes of `at`.
  Box evaluate(const Box &box, const Arguments &arguments, const Box &at) const;
  /// The same, clamped to [0, limits).
  Box evaluateInside(const Box &box, const Arguments &arguments, const Box &at,
                     ArrayRef<Bound> limits) const;

  ExtentTable &extents;
  OwningOpRef<ModuleOp> scratch;
  Operation *op = nullptr;
  Operation *tile = nullptr;
  std::string reason;
  SmallVector<Bound> domain;
  Arguments iterationArguments;
  SmallVector<Arguments> resultArguments;
  /// Boxes over iterationArguments. An empty box is the whole operand.
  SmallVector<Box> operandBoxes, resultBoxes;
  /// Per result, a box over its resultArguments.
  SmallVector<Box> iterationBoxes;
};

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_FOOTPRINT_TILINGPROBE_H
