//===- ResultFootprint.h - Ops tiled by their result ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a footprint model that is the same for most ops that move data.
// The models of the op families derive from it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_FOOTPRINT_RESULTFOOTPRINT_H
#define HEDDLE_LIB_ANALYSIS_FOOTPRINT_RESULTFOOTPRINT_H

#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::heddle {

/// Why a tile of the op, which may be a tile of an operand, would not be in the
/// memory space of the result; empty if it is.
inline StringRef getObstacleOfSpaces(Operation *op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  bool isFound = llvm::any_of(op->getOperandTypes(), [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding() != result.getEncoding();
  });
  return isFound ? "has an operand whose encoding is not that of the result"
                 : "";
}

/// The model of ops with one tensor result whose index space is the iteration
/// space. `Model` adds getOperandBox and overrides the methods that differ.
template <typename Model, typename OpTy>
struct ResultFootprint : FootprintOpInterface::ExternalModel<Model, OpTy> {
  IterationDomain getIterationDomainBounds(Operation *op,
                                           ExtentTable &extents) const {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || hasOtherEncoding(type))
      return IterationDomain::refuse(
          op, "has a result that is not a plain ranked tensor");
    StringRef obstacle =
        static_cast<const Model *>(this)->getObstacle(cast<OpTy>(op));
    if (obstacle.empty() && !Model::canChangeSpace)
      obstacle = getObstacleOfSpaces(op);
    if (!obstacle.empty())
      return IterationDomain::refuse(op, obstacle);
    return extents.getExtents(op->getResult(0));
  }
  /// Operands may have another encoding than the result.
  static constexpr bool canChangeSpace = false;
  /// Why the op cannot be computed by boxes; empty if it can.
  StringRef getObstacle(OpTy) const { return ""; }
  SmallVector<bool> getReductionDims(Operation *op) const {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    return SmallVector<bool>(type.getRank(), false);
  }
  Box getIterationBoxOfResult(Operation *, ExtentTable &, unsigned,
                              const Box &box) const {
    return box;
  }
  Box getLegalIterationBox(Operation *, ExtentTable &,
                           const Box &iteration) const {
    return iteration;
  }
  Box getResultBox(Operation *, ExtentTable &, unsigned,
                   const Box &iteration) const {
    return iteration;
  }
  OperandRole getOperandRole(Operation *, unsigned operand) const {
    return operand == 0 ? OperandRole::Input : OperandRole::Whole;
  }
  void assumeShapes(Operation *, ExtentTable &) const {}
};

/// The part of `range` in a window that starts at `offset`, relative to that
/// start: [lo - offset, hi - offset) clamped to [0, extent).
inline BoxRange shiftInto(BoundContext &context, const BoxRange &range,
                          Bound offset, Bound extent) {
  Bound zero = context.constant(0);
  return {context.clamp(context.sub(range.lo, offset), zero, extent),
          context.clamp(context.sub(range.hi, offset), zero, extent)};
}

} // namespace mlir::heddle

#endif // HEDDLE_LIB_ANALYSIS_FOOTPRINT_RESULTFOOTPRINT_H
