//===- LinalgFootprints.cpp - Boxes of structured linalg ops --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes follow from the indexing maps. A tile of an op keeps these maps, so a
// map result must be sum(c_i * d_i) + c with all c_i, c >= 0. Then the offset
// of the tile only moves the operand's box by sum(c_i * offset_i). Iteration
// dims in any other expression are taken whole: the indivisible ones
// (IndivisibleDims.h), and those beside them, so that the operand is whole.
//
//===----------------------------------------------------------------------===//

#include "AffineSum.h"
#include "FootprintFamilies.h"
#include "TiledLoops.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

static void addDims(AffineExpr expr, llvm::SmallBitVector &dims) {
  expr.walk([&](AffineExpr inner) {
    if (auto dim = dyn_cast<AffineDimExpr>(inner))
      dims.set(dim.getPosition());
  });
}

/// True if `expr` sums several dims and one of them has no iterations. That dim
/// lowers the last value of the sum by 1 below the first one. In a tile of size
/// 1, the other dims add nothing to make up for that, and the verifier rejects
/// an op whose index ends below 0.
static bool isSumOfNothing(AffineExpr expr, ArrayRef<int64_t> extents) {
  unsigned count = 0;
  bool isEmpty = false;
  expr.walk([&](AffineExpr inner) {
    if (auto dim = dyn_cast<AffineDimExpr>(inner)) {
      ++count;
      isEmpty |= extents[dim.getPosition()] == 0;
    }
  });
  return count > 1 && isEmpty;
}

/// The iteration dims that a tile must take whole.
static llvm::SmallBitVector getWholeDims(linalg::LinalgOp op) {
  llvm::SmallBitVector dims(op.getNumLoops());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands()) {
    bool isInit = op.isDpsInit(&operand);
    llvm::SmallBitVector seen(op.getNumLoops());
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      bool again = isInit && dim && seen[dim.getPosition()];
      if (!getSum(expr) || again || isSumOfNothing(expr, extents) ||
          (isInit && !dim && !isa<AffineConstantExpr>(expr)))
        addDims(expr, dims);
      if (dim)
        seen.set(dim.getPosition());
    }
  }
  return dims;
}

/// The range that is read in the operand dimension with map result `expr`.
static BoxRange getOperandRange(BoundContext &context, AffineExpr expr,
                                const Box &iteration, Bound extent) {
  std::optional<AffineSum> sum = getSum(expr);
  if (!sum) // The dims are taken whole, so the operand is, too.
    return {context.constant(0), extent};
  if (sum->terms.size() == 1 && sum->terms[0].second == 1 && sum->constant == 0)
    return iteration.dims[sum->terms[0].first];
  Bound lo = context.constant(0);
  Bound hi = context.constant(sum->constant + 1);
  bool canVanish = false;
  for (auto [dim, factor] : sum->terms) {
    const BoxRange &range = iteration.dims[dim];
    lo = context.add(lo, context.mul(range.lo, factor));
    hi = context.add(hi, context.mul(context.add(range.hi, -1), factor));
    canVanish |= canBeEmpty(context, range);
  }
  if (!canVanish)
    return {lo, hi};
  // If the iteration box is empty, the window may lie anywhere: keep it inside.
  lo = context.min(lo, extent);
  hi = context.min(context.max(hi, lo), extent);
  return {lo, context.max(hi, lo)};
}

namespace {
// One model for all ops: a class for each would be compiled for each.
struct LinalgFootprint : FootprintOpInterface::FallbackModel<LinalgFootprint> {
  IterationDomain getIterationDomainBounds(Operation *op,
                                           ExtentTable &extents) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    assert(linalgOp.hasPureTensorSemantics() &&
           "an op with a tensor result has no operand in memory");
    SmallVector<Bound> domain(linalgOp.getNumLoops());
    if (StringRef obstacle = getObstacleOfEncoding(op); !obstacle.empty())
      return IterationDomain::refuse(op, obstacle);
    forEachLoopExtent(linalgOp, [&](unsigned loop, Value operand, int64_t dim) {
      if (!domain[loop])
        domain[loop] = extents.getExtent(operand, dim);
    });
    assert(llvm::all_of(domain, [](Bound extent) { return bool(extent); }) &&
           "the verifier wants a subscript for each iteration dim");
    return domain;
  }

  bool needsExactBox(Operation *) const { return false; }

  void assumeShapes(Operation *op, ExtentTable &extents) const {
    extents.assumeShapesOf(op);
  }

  SmallVector<bool> getReductionDims(Operation *op) const {
    return areReductions(cast<linalg::LinalgOp>(op).getIteratorTypesArray());
  }

  Box getIterationBoxOfResult(Operation *op, ExtentTable &extents,
                              unsigned result, const Box &box) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    Box iteration = getWholeBox(extents.getContext(),
                                getIterationDomainBounds(op, extents).extents);
    // A reduction dim is taken whole even if this result has it, because
    // another result may be reduced over it.
    SmallVector<bool> reductions = getReductionDims(op);
    AffineMap map =
        linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(result));
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (!reductions[loop.getPosition()])
          iteration.dims[loop.getPosition()] = box.dims[dim];
    return iteration;
  }

  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    llvm::SmallBitVector dims = getWholeDims(cast<linalg::LinalgOp>(op));
    if (dims.none())
      return iteration;
    Box legal = iteration;
    SmallVector<Bound> domain = getIterationDomainBounds(op, extents).extents;
    for (int dim : dims.set_bits())
      legal.dims[dim] = {extents.getContext().constant(0), domain[dim]};
    return legal;
  }

  Box getResultBox(Operation *op, ExtentTable &extents, unsigned result,
                   const Box &iteration) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    return getOperandBox(op, extents,
                         linalgOp.getDpsInitOperand(result)->getOperandNumber(),
                         iteration);
  }

  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned operand,
                    const Box &iteration) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    OpOperand &value = op->getOpOperand(operand);
    AffineMap map = linalgOp.getMatchingIndexingMap(&value);
    bool isInit = linalgOp.isDpsInit(&value);
    BoundContext &context = extents.getContext();
    Box box;
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      Bound extent = extents.getExtent(value.get(), dim);
      // The box of a result also has elements that the map does not reach.
      if (isInit && !isa<AffineDimExpr>(expr))
        box.dims.push_back({context.constant(0), extent});
      else
        box.dims.push_back(getOperandRange(context, expr, iteration, extent));
    }
    return box;
  }

  OperandRole getOperandRole(Operation *op, unsigned operand) const {
    return getStructuredRole(op->getOpOperand(operand));
  }
};
} // namespace

void heddle::registerLinalgFootprints(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg::LinalgDialect *dialect) {
        for (RegisteredOperationName name : context->getRegisteredOperations())
          if (&name.getDialect() == dialect &&
              name.hasInterface<linalg::LinalgOp>())
            name.attachInterface<LinalgFootprint>();
      });
}
