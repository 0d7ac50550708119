//===- KernelFeatures.cpp - What a kernel has, read from its IR -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts features of kernels in the IR that was parsed, and not in what the
// generator meant to draw.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

namespace {

enum Feature : unsigned {
  kMap,
  kReduce,
  kBroadcast,
  kMapReadsDestination,
  kParallelIndex,
  kReducedIndex,
  kComparedIndex,
  kCastIndex,
  kAddedIndex,
  kSelectedIndex,
  kRow,
  kColumn,
  kDiagonal,
  kStrided,
  kTwoResults,
  kThreeResults,
  kSum,
  kProduct,
  kExtremum,
  kBitwise,
  kSelectCombiner,
  kSubtraction,
  kCount,
  kI1,
  kI4,
  kI8,
  kF16,
  kBF16,
  kF32,
  kGather,
  kExtract,
  kFlip,
  kFloorDiv,
  kMod,
  kLogSumExp,
  kCrossEntropy,
  kHinge,
  kNorm,
  kOneHot,
  kMask,
  kResidual,
  kReshape,
  kStatic,
  kDynamic,
  kExtentZero,
  kExtentOne,
  kPrime,
  kCalls,
  kNumFeatures
};

constexpr StringRef kNames[kNumFeatures] = {"map",
                                            "reduce",
                                            "broadcast",
                                            "map that reads its destination",
                                            "index of a parallel dim",
                                            "index of a reduced dim",
                                            "index compared",
                                            "index cast",
                                            "index added to data",
                                            "index selected",
                                            "row of a tensor",
                                            "column of a tensor",
                                            "diagonal of a tensor",
                                            "strided slice of a tensor",
                                            "two results",
                                            "three results",
                                            "sum",
                                            "product",
                                            "maximum or minimum",
                                            "and, or, xor",
                                            "combiner with a select",
                                            "subtracting sum",
                                            "count",
                                            "i1",
                                            "i4",
                                            "i8",
                                            "f16",
                                            "bf16",
                                            "f32",
                                            "gather",
                                            "extract in a body",
                                            "flip",
                                            "floordiv",
                                            "mod",
                                            "log-sum-exp",
                                            "cross entropy",
                                            "hinge",
                                            "norm",
                                            "one-hot",
                                            "mask",
                                            "residual sum",
                                            "reshape",
                                            "static extents",
                                            "dynamic extents",
                                            "extent 0",
                                            "extent 1",
                                            "prime extent",
                                            "calls"};

/// Collects the features of one payload.
class FeatureFinder {
public:
  uint64_t find(ModuleOp payload) {
    payload->walk([&](Operation *op) { visit(op); });
    add(kCrossEntropy, picksLabel && has(kLogSumExp));
    add(kNorm, sumsSquares && scalesByRoot);
    return features;
  }

private:
  void add(Feature feature, bool isThere = true) {
    features |= uint64_t(isThere) << feature;
  }
  bool has(Feature feature) const { return features >> feature & 1; }

  void visit(Operation *op);
  void addTypes(Operation *op);
  void addIndex(linalg::IndexOp index);
  void addSlice(tensor::InsertSliceOp insertion);
  void addStructured(linalg::LinalgOp op);
  void addMaps(linalg::LinalgOp op);
  void addCombiner(BlockArgument accumulator, Operation *combiner);
  void addParallelBody(linalg::LinalgOp op);

  uint64_t features = 0;
  bool sumsExp = false, picksLabel = false, sumsSquares = false,
       scalesByRoot = false;
};

} // namespace

ArrayRef<StringRef> mlir::heddle::pairs::getKernelFeatures() { return kNames; }

static bool isPrime(int64_t number) {
  for (int64_t factor = 2; factor * factor <= number; ++factor)
    if (number % factor == 0)
      return false;
  return number > 1;
}

void FeatureFinder::addTypes(Operation *op) {
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    Type element = tensor.getElementType();
    add(kI1, element.isInteger(1));
    add(kI4, element.isInteger(4));
    add(kI8, element.isInteger(8));
    add(kF16, element.isF16());
    add(kBF16, element.isBF16());
    add(kF32, element.isF32());
    add(kStatic, tensor.hasStaticShape());
    add(kDynamic, !tensor.hasStaticShape());
    for (int64_t extent : tensor.getShape()) {
      add(kExtentZero, extent == 0);
      add(kExtentOne, extent == 1);
      add(kPrime, isPrime(extent));
    }
  }
}

static bool isIndexCast(Operation *op) {
  return isa<arith::IndexCastOp, arith::SIToFPOp, arith::UIToFPOp,
             arith::TruncIOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncFOp>(
      op);
}

void FeatureFinder::addIndex(linalg::IndexOp index) {
  auto op = cast<linalg::LinalgOp>(index->getParentOp());
  bool isReduced = op.getIteratorTypesArray()[index.getDim()] ==
                   utils::IteratorType::reduction;
  add(isReduced ? kReducedIndex : kParallelIndex);
  SmallVector<Value> values = {index};
  while (!values.empty()) {
    Value value = values.pop_back_val();
    for (Operation *user : value.getUsers()) {
      add(kComparedIndex, isa<arith::CmpIOp, arith::CmpFOp>(user));
      picksLabel |= isReduced && isa<arith::CmpIOp>(user);
      add(kAddedIndex, isa<arith::AddIOp, arith::AddFOp>(user));
      if (auto select = dyn_cast<arith::SelectOp>(user))
        add(kSelectedIndex, select.getCondition() != value);
      if (!isIndexCast(user))
        continue;
      add(kCastIndex);
      values.push_back(user->getResult(0));
    }
  }
}

void FeatureFinder::addSlice(tensor::InsertSliceOp insertion) {
  llvm::SmallBitVector dropped = insertion.getDroppedDims();
  if (dropped.any()) {
    add(kRow, dropped.test(0));
    add(kColumn, dropped.test(dropped.size() - 1));
  }
  add(kStrided, llvm::any_of(insertion.getStaticStrides(),
                             [](int64_t stride) { return stride > 1; }));
}

void FeatureFinder::addMaps(linalg::LinalgOp op) {
  for (AffineMap map : op.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary)
        return;
      add(kFloorDiv, binary.getKind() == AffineExprKind::FloorDiv);
      add(kMod, binary.getKind() == AffineExprKind::Mod);
      auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      add(kFlip, binary.getKind() == AffineExprKind::Mul && factor &&
                     factor.getValue() < 0);
    });
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    add(kDiagonal,
        map.getNumResults() == 2 && map.getResult(0) == map.getResult(1));
  }
}

static bool isZeroOrOne(Value value) {
  return matchPattern(value, m_Constant());
}

void FeatureFinder::addCombiner(BlockArgument accumulator,
                                Operation *combiner) {
  if (!combiner)
    return;
  add(kSelectCombiner, isa<arith::SelectOp>(combiner));
  if (combiner->getNumOperands() != 2 ||
      !llvm::is_contained(combiner->getOperands(), accumulator))
    return;
  Value other =
      combiner->getOperand(combiner->getOperand(0) == accumulator ? 1 : 0);
  Operation *added = other.getDefiningOp();
  if (isa<arith::AddFOp, arith::AddIOp>(combiner)) {
    add(kSum);
    auto select = dyn_cast_or_null<arith::SelectOp>(added);
    add(kCount, select && isZeroOrOne(select.getTrueValue()) &&
                    isZeroOrOne(select.getFalseValue()));
    auto product = dyn_cast_or_null<arith::MulFOp>(added);
    sumsSquares |= product && product.getLhs() == product.getRhs();
    sumsExp |= isa_and_nonnull<math::ExpOp>(added);
    auto positive = dyn_cast_or_null<arith::MaximumFOp>(added);
    add(kHinge,
        positive && matchPattern(positive.getRhs(), m_AnyZeroFloat()) &&
            isa_and_nonnull<arith::AddFOp>(positive.getLhs().getDefiningOp()));
  }
  add(kProduct, isa<arith::MulFOp, arith::MulIOp>(combiner));
  add(kSubtraction, isa<arith::SubFOp, arith::SubIOp>(combiner));
  add(kBitwise, isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(combiner));
  add(kExtremum, isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                     arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp,
                     arith::MaxUIOp, arith::MinUIOp>(combiner));
}

/// True if `value` is computed from a linalg.index.
static bool comesFromIndex(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<tensor::ExtractOp>(op))
    return false;
  return isa<linalg::IndexOp>(op) ||
         llvm::any_of(op->getOperands(), comesFromIndex);
}

void FeatureFinder::addParallelBody(linalg::LinalgOp op) {
  for (Operation &inner : *op.getBlock()) {
    if (auto select = dyn_cast<arith::SelectOp>(inner)) {
      bool isConstant = isZeroOrOne(select.getFalseValue());
      if (comesFromIndex(select.getCondition()) && isConstant)
        add(isZeroOrOne(select.getTrueValue()) ? kOneHot : kMask);
    }
    if (isa<math::RsqrtOp, math::SqrtOp>(inner))
      scalesByRoot |= op.getNumDpsInputs() > 1;
    add(kLogSumExp, sumsExp && isa<math::LogOp>(inner));
    if (isa<arith::AddFOp, arith::AddIOp>(inner))
      add(kResidual, llvm::any_of(inner.getOperands(), [&](Value value) {
            return llvm::is_contained(op.getRegionOutputArgs(), value);
          }));
  }
}

void FeatureFinder::addStructured(linalg::LinalgOp op) {
  add(kMap, isa<linalg::MapOp>(op));
  add(kReduce, isa<linalg::ReduceOp>(op));
  add(kBroadcast, isa<linalg::BroadcastOp>(op));
  add(kTwoResults, op->getNumResults() == 2);
  add(kThreeResults, op->getNumResults() == 3);
  addMaps(op);
  if (op.getNumReductionLoops() == 0) {
    for (BlockArgument argument : op.getRegionOutputArgs())
      add(kMapReadsDestination,
          isa<linalg::MapOp>(op) && !argument.use_empty());
    return addParallelBody(op);
  }
  Operation *end = op.getBlock()->getTerminator();
  for (auto [argument, value] :
       llvm::zip_equal(op.getRegionOutputArgs(), end->getOperands()))
    addCombiner(argument, value.getDefiningOp());
}

void FeatureFinder::visit(Operation *op) {
  addTypes(op);
  add(kCalls, isa<func::CallOp>(op));
  add(kGather, isa<tensor::GatherOp>(op));
  add(kReshape, isa<tensor::ReshapeOp>(op));
  add(kExtract,
      isa<tensor::ExtractOp>(op) && isa<linalg::LinalgOp>(op->getParentOp()));
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    addIndex(index);
  if (auto insertion = dyn_cast<tensor::InsertSliceOp>(op))
    addSlice(insertion);
  // Bodies come before their op in the walk, and producers before readers.
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    if (!isa<linalg::FillOp>(op))
      addStructured(structured);
}

uint64_t mlir::heddle::pairs::findKernelFeatures(ModuleOp payload) {
  return FeatureFinder().find(payload);
}

uint64_t mlir::heddle::pairs::findScheduledBits(ModuleOp scheduled) {
  uint64_t bits = 0;
  scheduled->walk([&](Operation *op) {
    if (isa<LoopLikeOpInterface>(op))
      bits |= kTiled;
    if (isa<vector::VectorDialect>(op->getDialect()))
      bits |= kVectorized;
  });
  return bits;
}
