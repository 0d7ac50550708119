//===- DotProducts.cpp - Instructions for dot products --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The factors come in groups of 32 bits: four i8, or two bf16. One of them is
// the same for all sums of a vector, the other lies along them.
//
//===----------------------------------------------------------------------===//

#include "DotProducts.h"
#include "heddle/Analysis/Target/TargetFeatures.h"
#include "heddle/Analysis/Vectors/DotProduct.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// A factor of a contraction over groups.
struct GroupedFactor {
  Value vector;
  AffineMap map;
  bool isUnsigned;
};

/// A contraction that instructions can compute.
struct GroupedContraction {
  vector::ContractionOp op;
  GroupedFactor lanes; ///< has the dim of the lanes
  GroupedFactor other; ///< is the same for all lanes
  int64_t group;
  int64_t width; ///< lanes of one instruction
};
} // namespace

/// The narrow vector that `value` is the extension of.
static std::optional<GroupedFactor> getFactor(Value value, AffineMap map) {
  Operation *def = value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(def))
    return std::nullopt;
  Type type = getElementTypeOrSelf(def->getOperand(0).getType());
  if (!type.isSignlessInteger(8) && !type.isBF16())
    return std::nullopt;
  return GroupedFactor{def->getOperand(0), map, isa<arith::ExtUIOp>(def)};
}

/// Whether the last results of `map` are `dims`.
static bool endsIn(AffineMap map, ArrayRef<AffineExpr> dims) {
  return map.isProjectedPermutation() && map.getNumResults() >= dims.size() &&
         map.getResults().take_back(dims.size()) == dims;
}

static std::optional<GroupedContraction>
matchContraction(vector::ContractionOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto sums = dyn_cast<VectorType>(op.getAccType());
  std::optional<GroupedFactor> lhs = getFactor(op.getLhs(), maps[0]);
  std::optional<GroupedFactor> rhs = getFactor(op.getRhs(), maps[1]);
  if (!op->hasAttr(kDotProduct) || !sums || !lhs || !rhs ||
      isa<vector::MaskOp>(op->getParentOp()) || sums.getRank() == 0 ||
      sums.getElementType().getIntOrFloatBitWidth() != 32 ||
      op.getKind() != vector::CombiningKind::ADD)
    return std::nullopt;
  Type type = getElementTypeOrSelf(lhs->vector);
  if (type != getElementTypeOrSelf(rhs->vector) ||
      (type.isInteger() && lhs->isUnsigned == rhs->isUnsigned))
    return std::nullopt;
  MLIRContext *context = op.getContext();
  AffineExpr inGroup = getAffineDimExpr(maps[0].getNumDims() - 1, context);
  AffineExpr lanes = maps[2].getResults().back();
  if (llvm::count_if(op.getIteratorTypesArray(),
                     [](vector::IteratorType kind) {
                       return kind == vector::IteratorType::reduction;
                     }) != 1 ||
      maps[2].getResultPosition(inGroup) || !endsIn(maps[2], {lanes}))
    return std::nullopt;
  if (maps[0].getResultPosition(lanes))
    std::swap(lhs, rhs);
  if (!endsIn(lhs->map, {inGroup}) || lhs->map.getResultPosition(lanes) ||
      !endsIn(rhs->map, {lanes, inGroup}))
    return std::nullopt;
  GroupedContraction result{op, *rhs, *lhs, type.isInteger() ? 4 : 2, 0};
  for (int64_t width : {4, 8, 16})
    if (sums.getShape().back() % width == 0)
      result.width = width;
  if (result.width == 0 ||
      cast<VectorType>(lhs->vector.getType()).getShape().back() != result.group)
    return std::nullopt;
  return result;
}

/// The part of `factor` that the sums at `position` of the result read.
static Value extractPart(RewriterBase &rewriter, Location loc,
                         const GroupedFactor &factor, unsigned numLast,
                         AffineMap sums, ArrayRef<int64_t> position) {
  SmallVector<int64_t> at;
  for (AffineExpr dim : factor.map.getResults().drop_back(numLast))
    at.push_back(position[*sums.getResultPosition(dim)]);
  if (at.empty())
    return factor.vector;
  return vector::ExtractOp::create(rewriter, loc, factor.vector, at);
}

/// One group of elements, as many times as a vector has sums.
static Value broadcastGroup(RewriterBase &rewriter, Location loc, Value group,
                            int64_t width) {
  auto type = cast<VectorType>(group.getType());
  Type word = rewriter.getI32Type();
  Value bits = vector::BitCastOp::create(rewriter, loc,
                                         VectorType::get({1}, word), group);
  Value scalar =
      vector::ExtractOp::create(rewriter, loc, bits, ArrayRef<int64_t>{0});
  Value words = vector::BroadcastOp::create(
      rewriter, loc, VectorType::get({width}, word), scalar);
  return vector::BitCastOp::create(
      rewriter, loc,
      VectorType::get({width * type.getNumElements()}, type.getElementType()),
      words);
}

static Value takeLanes(RewriterBase &rewriter, Location loc, Value row,
                       int64_t first, int64_t count) {
  if (cast<VectorType>(row.getType()).getNumElements() == count)
    return row;
  return vector::ExtractStridedSliceOp::create(rewriter, loc, row,
                                               ArrayRef{first}, ArrayRef{count},
                                               ArrayRef<int64_t>{1});
}

/// The intrinsic adds the products of two vectors of groups to `sum`.
static Value addProducts(RewriterBase &rewriter, GroupedContraction &dot,
                         Value sum, Value lanes, Value other) {
  Location loc = dot.op.getLoc();
  bool isInteger = dot.group == 4;
  std::string name =
      isInteger ? "llvm.x86.avx512.vpdpbusd." : "llvm.x86.avx512bf16.dpbf16ps.";
  name += std::to_string(dot.width * 32);
  if (isInteger && !dot.lanes.isUnsigned)
    std::swap(lanes, other);
  return LLVM::CallIntrinsicOp::create(rewriter, loc, sum.getType(),
                                       rewriter.getStringAttr(name),
                                       ValueRange{sum, lanes, other})
      .getResult(0);
}

static void lowerContraction(RewriterBase &rewriter, GroupedContraction &dot) {
  Location loc = dot.op.getLoc();
  rewriter.setInsertionPoint(dot.op);
  auto type = cast<VectorType>(dot.op.getAccType());
  AffineMap sums = dot.op.getIndexingMapsArray()[2];
  ArrayRef<int64_t> outer = type.getShape().drop_back();
  int64_t lanes = type.getShape().back();
  Value result = dot.op.getAcc();
  for (int64_t row = 0, e = computeProduct(outer); row < e; ++row) {
    SmallVector<int64_t> position = delinearize(row, computeStrides(outer));
    Value sum = result;
    if (!position.empty())
      sum = vector::ExtractOp::create(rewriter, loc, result, position);
    Value groups = extractPart(rewriter, loc, dot.lanes, 2, sums, position);
    auto groupsType = cast<VectorType>(groups.getType());
    groups = vector::ShapeCastOp::create(
        rewriter, loc,
        VectorType::get({groupsType.getNumElements()},
                        groupsType.getElementType()),
        groups);
    Value other = broadcastGroup(
        rewriter, loc, extractPart(rewriter, loc, dot.other, 1, sums, position),
        dot.width);
    for (int64_t first = 0; first < lanes; first += dot.width) {
      Value factors = takeLanes(rewriter, loc, groups, first * dot.group,
                                dot.width * dot.group);
      Value part = takeLanes(rewriter, loc, sum, first, dot.width);
      part = addProducts(rewriter, dot, part, factors, other);
      sum = lanes == dot.width
                ? part
                : vector::InsertStridedSliceOp::create(rewriter, loc, part, sum,
                                                       ArrayRef{first},
                                                       ArrayRef<int64_t>{1})
                      .getResult();
    }
    result = position.empty() ? sum
                              : vector::InsertOp::create(rewriter, loc, sum,
                                                         result, position)
                                    .getResult();
  }
  rewriter.replaceOp(dot.op, result);
}

void heddle::lowerDotProducts(RewriterBase &rewriter, Operation *root) {
  SmallVector<GroupedContraction> contractions;
  root->walk([&](vector::ContractionOp op) {
    if (std::optional<GroupedContraction> dot = matchContraction(op))
      contractions.push_back(*dot);
  });
  for (GroupedContraction &dot : contractions)
    if (!findMissingFeature(root, getDotProductFeatures(
                                      getElementTypeOrSelf(dot.lanes.vector))))
      lowerContraction(rewriter, dot);
}

//===----------------------------------------------------------------------===//
// Groups in memory
//===----------------------------------------------------------------------===//

/// True for rows of groups: n x 4 x i8, n x 2 x bf16 or the like.
static bool isRowOfGroups(VectorType type) {
  if (type.getRank() != 2 || type.isScalable() ||
      !type.getElementType().isIntOrFloat())
    return false;
  int64_t group = type.getDimSize(1);
  return (group == 2 || group == 4) &&
         group * type.getElementTypeBitWidth() == 32;
}

namespace {

/// Elements that lie apart are put into groups by one or two rounds of
/// interleaving.
struct InterleaveGroups : OpRewritePattern<vector::TransposeOp> {
  InterleaveGroups(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/10) {}

  LogicalResult matchAndRewrite(vector::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getResultVectorType();
    if (!isRowOfGroups(type) ||
        !llvm::equal(op.getPermutation(), ArrayRef{1, 0}))
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> rows;
    for (int64_t row = 0; row < type.getDimSize(1); ++row)
      rows.push_back(
          vector::ExtractOp::create(rewriter, loc, op.getVector(), row));
    while (rows.size() > 1) {
      size_t half = rows.size() / 2;
      for (size_t row = 0; row < half; ++row)
        rows[row] = vector::InterleaveOp::create(rewriter, loc, rows[row],
                                                 rows[row + half]);
      rows.resize(half);
    }
    rewriter.replaceOpWithNewOp<vector::ShapeCastOp>(op, type, rows.front());
    return success();
  }
};

/// A transfer of rows of groups as one of all their elements.
template <typename OpTy> struct MergeGroups : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getVectorType();
    auto buffer = dyn_cast<MemRefType>(op.getBase().getType());
    if (!buffer || !isRowOfGroups(type) || buffer.getRank() < 2 ||
        !op.getPermutationMap().isMinorIdentity() ||
        buffer.getShape().back() != type.getDimSize(1) ||
        op.hasOutOfBoundsDim() ||
        getConstantIntValue(op.getIndices().back()) != 0)
      return failure();
    SmallVector<ReassociationIndices> dims;
    for (int64_t dim = 0; dim < buffer.getRank() - 1; ++dim)
      dims.push_back({dim});
    dims.back().push_back(buffer.getRank() - 1);
    if (!memref::CollapseShapeOp::isGuaranteedCollapsible(buffer, dims))
      return failure();
    Location loc = op.getLoc();
    FailureOr<Value> mask = mergeMask(rewriter, loc, op.getMask(), type);
    if (failed(mask))
      return failure();
    Value merged =
        memref::CollapseShapeOp::create(rewriter, loc, op.getBase(), dims);
    SmallVector<Value> indices(llvm::drop_end(op.getIndices()));
    Value group =
        arith::ConstantIndexOp::create(rewriter, loc, type.getDimSize(1));
    indices.back() =
        arith::MulIOp::create(rewriter, loc, indices.back(), group);
    auto row = VectorType::get({type.getNumElements()}, type.getElementType());
    auto map = AffineMapAttr::get(AffineMap::getMinorIdentityMap(
        indices.size(), 1, rewriter.getContext()));
    ArrayAttr inBounds = rewriter.getBoolArrayAttr({true});
    if constexpr (std::is_same_v<OpTy, vector::TransferReadOp>) {
      Value read =
          vector::TransferReadOp::create(rewriter, loc, row, merged, indices,
                                         map, op.getPadding(), *mask, inBounds);
      rewriter.replaceOpWithNewOp<vector::ShapeCastOp>(op, type, read);
    } else {
      Value elements =
          vector::ShapeCastOp::create(rewriter, loc, row, op.getValueToStore());
      vector::TransferWriteOp::create(rewriter, loc, elements, merged, indices,
                                      map, *mask, inBounds);
      rewriter.eraseOp(op);
    }
    return success();
  }

  /// The mask of whole groups, for their elements.
  static FailureOr<Value> mergeMask(PatternRewriter &rewriter, Location loc,
                                    Value mask, VectorType type) {
    if (!mask)
      return Value();
    auto create = mask.getDefiningOp<vector::CreateMaskOp>();
    if (!create ||
        getConstantIntValue(create->getOperand(1)) != type.getDimSize(1))
      return failure();
    Value group =
        arith::ConstantIndexOp::create(rewriter, loc, type.getDimSize(1));
    Value count =
        arith::MulIOp::create(rewriter, loc, create->getOperand(0), group);
    return vector::CreateMaskOp::create(
               rewriter, loc,
               VectorType::get({type.getNumElements()}, rewriter.getI1Type()),
               count)
        .getResult();
  }
};

} // namespace

void heddle::populateGroupPatterns(RewritePatternSet &patterns) {
  patterns.add<InterleaveGroups, MergeGroups<vector::TransferReadOp>,
               MergeGroups<vector::TransferWriteOp>>(patterns.getContext());
}
