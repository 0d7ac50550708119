//===- ElementwiseOps.cpp - Which ops fuse element by element -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All answers follow from indexing maps, iterator types and bodies, so named
// ops and generics are treated in the same way.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Elementwise/ElementwiseOps.h"

#include "heddle/Analysis/Bounds/NominalExtent.h"
#include "heddle/Analysis/Destinations/Destinations.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;

/// True if a destination that the body reads has no contents.
static bool readsEmptyDestination(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return init.get().getDefiningOp<tensor::EmptyOp>() &&
           heddle::bodyReads(op, init);
  });
}

StringRef heddle::findElementwiseObstacle(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp && isStructuredOp(op))
    return "is a named op that is not elementwise";
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      op->getNumResults() == 0 ||
      !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return "computes no tensor";
  if (isa<linalg::FillOp>(op))
    return "is a fill";
  if (op->use_empty())
    return "computes what nobody uses";
  bool isElementwise =
      linalgOp.isAllParallelLoops() && linalgOp.hasOnlyProjectedPermutations();
  if (!isElementwise && !isa<linalg::GenericOp, linalg::ReduceOp>(op))
    return "is a named op that is not elementwise";
  if (!isMemoryEffectFree(op))
    return "has side effects";
  if (readsEmptyDestination(linalgOp))
    return "reads a destination without contents";
  return "";
}

AffineMap heddle::getReadMap(OpOperand &use) {
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  AffineMap map = op.getMatchingIndexingMap(&use);
  // A destination is read before it is written only if no other iteration
  // writes the element.
  if (op.isDpsInit(&use) && !(op.isAllParallelLoops() && map.isPermutation()))
    return AffineMap();
  return map;
}

AffineMap heddle::getProducerLoops(OpOperand &use, StringRef &reason) {
  auto result = cast<OpResult>(use.get());
  auto producer = cast<linalg::LinalgOp>(result.getOwner());
  if (!producer.isAllParallelLoops()) {
    reason = "it has a reduction loop";
    return AffineMap();
  }
  AffineMap written = producer.getIndexingMapMatchingResult(result);
  if (!written.isPermutation()) {
    reason = "its iterations do not compute one element each";
    return AffineMap();
  }
  AffineMap read = getReadMap(use);
  if (!read) {
    reason = "a reduction starts from it";
    return AffineMap();
  }
  return inversePermutation(written).compose(read);
}

OpFoldResult heddle::getUniformScalar(OpOperand &use) {
  Value value = use.get();
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  if (!heddle::bodyReads(op, use) || !getReadMap(use))
    return {};
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    Value scalar = fill.getInputs().front();
    Attribute constant;
    if (scalar.getType() != getElementTypeOrSelf(value))
      return {};
    if (matchPattern(scalar, m_Constant(&constant)))
      return constant;
    return scalar;
  }
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)) ||
      !getElementTypeOrSelf(value).isIntOrIndexOrFloat())
    return {};
  if (!isa<ShapedType>(value.getType()))
    return constant;
  auto splat = dyn_cast<SplatElementsAttr>(constant);
  return splat ? splat.getSplatValue<Attribute>() : Attribute();
}

heddle::RecomputeFactor heddle::getRecomputeFactor(ArrayRef<int64_t> ownExtents,
                                                   AffineMap loops,
                                                   ArrayRef<int64_t> extents) {
  RecomputeFactor factor;
  auto read = [&](int64_t extent) -> double {
    if (!ShapedType::isDynamic(extent))
      return extent;
    factor.isKnown = false;
    return kNominalExtent;
  };
  // A loop that maps to a loop of the op has the same extent there.
  llvm::SmallBitVector isOther(extents.size(), true);
  double points = 1;
  for (auto [expr, extent] : llvm::zip_equal(loops.getResults(), ownExtents)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (dim && isOther.test(dim.getPosition()))
      isOther.reset(dim.getPosition());
    else
      points *= read(extent);
  }
  for (unsigned loop : isOther.set_bits())
    factor.value *= read(extents[loop]);
  if (points > 0)
    factor.value /= points;
  return factor;
}

std::string heddle::toText(const RecomputeFactor &factor) {
  if (!factor.isKnown)
    return "once per iteration of a loop of unknown extent";
  bool isWhole = factor.value == std::floor(factor.value);
  return (isWhole ? llvm::formatv("{0:f0} times", factor.value)
                  : llvm::formatv("{0:f2} times", factor.value))
      .str();
}

bool heddle::computesSomething(linalg::LinalgOp op) {
  return llvm::any_of(op.getBlock()->without_terminator(),
                      [](Operation &nested) {
                        return !isa<linalg::IndexOp>(nested) &&
                               !nested.hasTrait<OpTrait::ConstantLike>();
                      });
}

bool heddle::isStructuredOp(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "linalg" || dialect == "linalg_ext") &&
         op->getNumResults() != 0;
}

llvm::SmallBitVector heddle::getCoveredLoops(ArrayRef<AffineMap> maps,
                                             unsigned numLoops) {
  llvm::SmallBitVector covered(numLoops);
  for (AffineMap map : maps)
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        covered.set(dim.getPosition());
  return covered;
}

Value heddle::ShapeSources::get(Value value) {
  SmallVector<Value> chain;
  while (true) {
    if (auto it = known.find(value); it != known.end()) {
      value = it->second;
      break;
    }
    auto op = value.getDefiningOp<linalg::LinalgOp>();
    if (!op)
      break;
    chain.push_back(value);
    value =
        op.getDpsInitOperand(cast<OpResult>(value).getResultNumber())->get();
  }
  for (Value link : chain)
    known[link] = value;
  return value;
}
