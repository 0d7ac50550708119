//===- LinalgExtFootprints.cpp - Boxes of linalg_ext ops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes follow from the iteration dims that index the operands. As for every
// op, a tile that a consumer demands has all of each reduction dim.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "TiledLoops.h"

#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;
using linalg_ext::LinalgExtOp;

namespace {
struct LinalgExtFootprint
    : FootprintOpInterface::FallbackModel<LinalgExtFootprint> {
  IterationDomain getIterationDomainBounds(Operation *op,
                                           ExtentTable &extents) const {
    if (StringRef obstacle = getObstacleOfEncoding(op); !obstacle.empty())
      return IterationDomain::refuse(op, obstacle);
    SmallVector<Bound> domain(getReductionDims(op).size());
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      for (auto [dim, loop] : llvm::enumerate(getDims(op, operand)))
        if (loop >= 0 && !domain[loop])
          domain[loop] = extents.getExtent(operand.get(), dim);
    }
    return domain;
  }

  SmallVector<bool> getReductionDims(Operation *op) const {
    return areReductions(cast<TilingInterface>(op).getLoopIteratorTypes());
  }

  Box getIterationBoxOfResult(Operation *op, ExtentTable &extents,
                              unsigned result, const Box &box) const {
    Box iteration = getWholeBox(extents.getContext(),
                                getIterationDomainBounds(op, extents).extents);
    SmallVector<bool> reductions = getReductionDims(op);
    for (auto [dim, loop] :
         llvm::enumerate(getDims(op, *getDestination(op, result))))
      if (loop >= 0 && !reductions[loop])
        iteration.dims[loop] = box.dims[dim];
    return iteration;
  }

  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    Box legal = iteration;
    SmallVector<Bound> domain = getIterationDomainBounds(op, extents).extents;
    for (auto [loop, extent] : llvm::enumerate(domain))
      if (cast<LinalgExtOp>(op).isIndivisible(loop))
        legal.dims[loop] = {extents.getContext().constant(0), extent};
    return legal;
  }

  Box getResultBox(Operation *op, ExtentTable &extents, unsigned result,
                   const Box &iteration) const {
    return getOperandBox(
        op, extents, getDestination(op, result)->getOperandNumber(), iteration);
  }

  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned operand,
                    const Box &iteration) const {
    OpOperand &value = op->getOpOperand(operand);
    Box box;
    for (auto [dim, loop] : llvm::enumerate(getDims(op, value)))
      box.dims.push_back(loop >= 0
                             ? iteration.dims[loop]
                             : BoxRange{extents.getContext().constant(0),
                                        extents.getExtent(value.get(), dim)});
    return box;
  }

  OperandRole getOperandRole(Operation *op, unsigned operand) const {
    return getStructuredRole(op->getOpOperand(operand));
  }

  bool needsExactBox(Operation *) const { return false; }

  /// Operand dims that one iteration dim indexes have the same extent.
  void assumeShapes(Operation *op, ExtentTable &extents) const {
    SmallVector<Bound> known(getReductionDims(op).size());
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      for (auto [dim, loop] : llvm::enumerate(getDims(op, operand))) {
        if (loop < 0)
          continue;
        Bound own = extents.getOwnExtent(operand.get(), dim);
        if (known[loop])
          extents.assumeEqual(known[loop], own);
        else
          known[loop] = own;
      }
    }
  }

private:
  static SmallVector<int64_t> getDims(Operation *op, OpOperand &operand) {
    return cast<LinalgExtOp>(op).getOperandDims(operand.getOperandNumber());
  }
  static OpOperand *getDestination(Operation *op, unsigned result) {
    return cast<DestinationStyleOpInterface>(op).getTiedOpOperand(
        op->getResult(result));
  }
};
} // namespace

void heddle::registerLinalgExtFootprints(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg_ext::LinalgExtDialect *dialect) {
        for (RegisteredOperationName name : context->getRegisteredOperations())
          if (&name.getDialect() == dialect && name.hasInterface<LinalgExtOp>())
            name.attachInterface<LinalgExtFootprint>();
      });
}
