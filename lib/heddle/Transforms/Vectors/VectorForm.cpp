//===- VectorForm.cpp - Ops as upstream's vectorizer likes them -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dims of one element are dropped, the strides of windows become slices, and
// every sum of products becomes a linalg.contract, whatever its form.
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "heddle/Analysis/Vectors/DotProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// The input that `value` is, perhaps extended with its sign.
static BlockArgument getFactor(Value value) {
  if (Operation *def = value.getDefiningOp();
      isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp>(def))
    value = def->getOperand(0);
  return dyn_cast<BlockArgument>(value);
}

/// The product that the body of `op` adds to its result, if the body does
/// nothing else with its two inputs.
static Operation *matchSumOfProducts(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return nullptr;
  Block *body = op.getBlock();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  for (int result : {0, 1}) {
    Operation *product = sum->getOperand(1 - result).getDefiningOp();
    if (sum->getOperand(result) != body->getArgument(2) ||
        !isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
      continue;
    BlockArgument lhs = getFactor(product->getOperand(0));
    BlockArgument rhs = getFactor(product->getOperand(1));
    if (lhs && rhs && lhs.getArgNumber() + rhs.getArgNumber() == 1 &&
        lhs.getType() == rhs.getType())
      return product;
  }
  return nullptr;
}

/// A generic with a sum of products as `linalg.contract`.
static linalg::LinalgOp nameContraction(RewriterBase &rewriter,
                                        linalg::GenericOp op) {
  auto maps = op.getIndexingMapsArray();
  if (op.getNumReductionLoops() == 0 || op.getNumParallelLoops() == 0 ||
      !matchSumOfProducts(op) || !llvm::all_of(maps, [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return op;
  if (findOddLoop(op))
    return op;
  rewriter.setInsertionPoint(op);
  auto contract = linalg::ContractOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), op.getInputs(),
      op.getOutputs(), op.getIndexingMaps());
  rewriter.replaceOp(op, contract);
  return contract;
}

/// A sum of one product per element is rounded once, like the sums of a
/// contraction.
static void fuseMultiplyAdd(RewriterBase &rewriter, linalg::GenericOp op) {
  Operation *product = matchSumOfProducts(op);
  if (!product || !isa<arith::MulFOp>(product))
    return;
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  rewriter.setInsertionPoint(sum);
  rewriter.replaceOpWithNewOp<math::FmaOp>(sum, product->getOperand(0),
                                           product->getOperand(1),
                                           op.getBlock()->getArgument(2));
  rewriter.eraseOp(product);
}

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

/// An index that walks along one dim: offset + dim * step.
struct DimWalk {
  unsigned dim;
  int64_t offset = 0;
  int64_t step = 1;
};

static std::optional<DimWalk> getWalk(AffineExpr expr) {
  DimWalk walk;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    auto offset = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!offset || offset.getValue() < 0)
      return std::nullopt;
    walk.offset = offset.getValue();
    expr = binary.getLHS();
    binary = dyn_cast<AffineBinaryOpExpr>(expr);
  }
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    auto step = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!step || step.getValue() < 1)
      return std::nullopt;
    walk.step = step.getValue();
    expr = binary.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  walk.dim = dim.getPosition();
  return walk;
}

/// The slice of `input` that `op` walks along with steps, from an offset, or
/// not to its end, and its map; nothing if it reads rows as they are. The index
/// of a loop in `unitLoops` is 0.
static std::optional<std::pair<Value, AffineMap>>
sliceInput(RewriterBase &rewriter, linalg::GenericOp op, OpOperand &input,
           const llvm::SmallBitVector &unitLoops) {
  auto type = dyn_cast<RankedTensorType>(input.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&input);
  SmallVector<AffineExpr> exprs(map.getResults()), first;
  auto isPlain = llvm::IsaPred<AffineDimExpr, AffineConstantExpr>;
  if (!type || llvm::all_of(exprs, isPlain))
    return std::nullopt;
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
    first.push_back(unitLoops[loop] ? rewriter.getAffineConstantExpr(0)
                                    : rewriter.getAffineDimExpr(loop));
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, input.get());
  bool isSliced = false;
  for (auto [position, expr] : llvm::enumerate(exprs)) {
    if (isPlain(expr))
      continue;
    expr = expr.replaceDims(first);
    std::optional<DimWalk> walk = getWalk(expr);
    if (!walk)
      continue;
    Value operand;
    unsigned from;
    if (failed(op.mapIterationSpaceDimToOperandDim(walk->dim, operand, from)))
      return std::nullopt;
    expr = rewriter.getAffineDimExpr(walk->dim);
    OpFoldResult size = tensor::getMixedSize(rewriter, loc, operand, from);
    bool isWhole = walk->step == 1 && walk->offset == 0 &&
                   isEqualConstantIntOrValue(size, sizes[position]);
    isSliced |= !isWhole;
    sizes[position] = size;
    offsets[position] = rewriter.getIndexAttr(walk->offset);
    strides[position] = rewriter.getIndexAttr(walk->step);
  }
  if (!isSliced)
    return std::nullopt;
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), input.get(), offsets, sizes, strides);
  return std::make_pair(
      slice, AffineMap::get(map.getNumDims(), 0, exprs, op.getContext()));
}

/// If `op` does not read rows of an input, but every second element, for
/// example, makes it read rows of a slice. A window of one element becomes an
/// index alone, of which a dim is as long as its loop; the input may be longer.
static void sliceInputs(RewriterBase &rewriter, linalg::GenericOp op,
                        std::optional<unsigned> kept) {
  rewriter.setInsertionPoint(op);
  llvm::SmallBitVector unitLoops(op.getNumLoops());
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    unitLoops[loop] = range == 1 && loop != kept;
  auto maps = op.getIndexingMapsArray();
  for (OpOperand *input : op.getDpsInputOperands())
    if (auto sliced = sliceInput(rewriter, op, *input, unitLoops)) {
      maps[input->getOperandNumber()] = sliced->second;
      rewriter.modifyOpInPlace(op, [&, &slice = sliced->first] {
        input->set(slice);
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
      });
    }
}

/// Adds to `kept` the loops of one iteration without which a result would seem
/// to be written by an index alone, although it is longer than that loop.
static void keepUnequalResults(linalg::GenericOp op,
                               llvm::SmallBitVector &kept) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineExpr> first;
  for (auto [loop, range] : llvm::enumerate(ranges))
    first.push_back(range == 1 ? getAffineConstantExpr(0, op.getContext())
                               : getAffineDimExpr(loop, op.getContext()));
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    auto type = cast<ShapedType>(init.get().getType());
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), type.getShape())) {
      auto left = dyn_cast<AffineDimExpr>(expr.replaceDims(first));
      if (isa<AffineDimExpr>(expr) || !left ||
          (ShapedType::isStatic(size) && ranges[left.getPosition()] == size))
        continue;
      for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
        if (expr.isFunctionOfDim(loop))
          kept.set(loop);
    }
  }
}

/// Drops the loops of one iteration, except `kept`.
static linalg::GenericOp dropUnitDims(RewriterBase &rewriter,
                                      linalg::GenericOp op,
                                      std::optional<unsigned> kept) {
  sliceInputs(rewriter, op, kept);
  linalg::ControlDropUnitDims options;
  options.rankReductionStrategy =
      linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice;
  llvm::SmallBitVector keptLoops(op.getNumLoops());
  if (kept)
    keptLoops.set(*kept);
  keepUnequalResults(op, keptLoops);
  options.controlFn = [&](Operation *) {
    SmallVector<unsigned> dims;
    for (unsigned dim = 0, e = op.getNumLoops(); dim < e; ++dim)
      if (!keptLoops[dim])
        dims.push_back(dim);
    return dims;
  };
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::DropUnitDimsResult> dropped =
      linalg::dropUnitDims(rewriter, op, options);
  if (failed(dropped) || dropped->resultOp == op)
    return op;
  auto result = cast<linalg::GenericOp>(dropped->resultOp.getOperation());
  rewriter.replaceOp(op, dropped->replacements);
  return result;
}

/// True if a result of `op` has a dim of one element that no loop indexes, such
/// as the last one of sums of rows that keep their dim.
static bool keepsUnitDims(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return !op.getMatchingIndexingMap(&init).isProjectedPermutation();
  });
}

void heddle::dropKeptDims(RewriterBase &rewriter, Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op != root && op.hasPureTensorSemantics() && !isLeftScalar(op) &&
        op.getNumReductionLoops() > 0 && keepsUnitDims(op))
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    dropUnitDims(rewriter, op, /*kept=*/std::nullopt);
}

linalg::LinalgOp heddle::bringToVectorForm(RewriterBase &rewriter,
                                           linalg::LinalgOp op) {
  std::optional<SummedDims> summed = getSummedDims(op);
  std::optional<unsigned> kept;
  if (summed && !summed->contracted.empty())
    kept = summed->contracted.back();
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return op;
    generic = *made;
  }
  generic = dropUnitDims(rewriter, generic, kept);
  generic = readInBody(rewriter, generic, [](AffineMap map) {
    return !map.isProjectedPermutation(/*allowZeroInResults=*/true);
  });
  if (summed && generic.getNumReductionLoops() == 0)
    fuseMultiplyAdd(rewriter, generic);
  return nameContraction(rewriter, generic);
}
