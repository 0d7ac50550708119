//===- StructureTensors.cpp - Structured ops of tensor arithmetic ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather of `x` along the dims D, by coordinates `i` of shape b... x |D|:
//
//   result[p, q] = x[place(p, q)]
//
// for each point p of b... and q of the other dims of `x`. In a dim of D, the
// place is the coordinate i[p, k] of that dim, in any other dim it is the index
// of q. A coordinate is an operand of the generic, i by the map (p, q) -> (p,
// k); what it selects is read in the body. The dims of D are dims of extent 1
// of the result, or none.
//
// A scatter writes the same places. linalg_ext.scatter selects leading dims, so
// the dims D of the destination are moved to the front, and back after it.
//
// Coordinates are in bounds, so that a signed and an unsigned reading of them
// agree wherever both are in bounds; they are read as unsigned, or a coordinate
// of 200 in 8 bits would be none. linalg_ext.scatter reads signed ones of the
// type `index`.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Elementwise/StructureTensors.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_STRUCTURETENSORSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// What can be structured
//===----------------------------------------------------------------------===//

static bool isPlain(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding();
}

static bool isElementwise(Operation *op) {
  return op->getNumResults() != 0 && OpTrait::hasElementwiseMappableTraits(op);
}

/// True if `indices` are coordinates of a number that is known.
static bool areCoordinates(RankedTensorType indices) {
  Type type = indices.getElementType();
  return (type.isSignlessInteger() || type.isIndex()) &&
         !indices.isDynamicDim(indices.getRank() - 1);
}

bool heddle::canBeStructured(Operation *op) {
  if (!llvm::all_of(op->getResultTypes(), isPlain) ||
      !llvm::all_of(op->getOperandTypes(), isPlain))
    return false;
  if (auto gather = dyn_cast<tensor::GatherOp>(op))
    return areCoordinates(gather.getIndicesType());
  if (auto scatter = dyn_cast<tensor::ScatterOp>(op))
    return areCoordinates(scatter.getIndicesType());
  return isElementwise(op);
}

//===----------------------------------------------------------------------===//
// Gathers and scatters
//===----------------------------------------------------------------------===//

static AffineMap getIdentity(OpBuilder &builder, unsigned rank) {
  return builder.getMultiDimIdentityMap(rank);
}

static Value toIndex(OpBuilder &builder, Location loc, Value coordinate) {
  if (coordinate.getType().isIndex())
    return coordinate;
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      coordinate);
}

static void structureGather(RewriterBase &rewriter, tensor::GatherOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value source = op.getSource(), indices = op.getIndices();
  auto type = cast<RankedTensorType>(op.getType());
  ArrayRef<int64_t> selected = op.getGatherDims();
  int64_t rank = op.getSourceType().getRank();
  int64_t numBatch = op.getIndicesType().getRank() - 1;
  bool keepsDims = type.getRank() == numBatch + rank;

  // The loop of each dim of the source that is not selected, and the extents.
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(rewriter, loc, indices);
  extents.pop_back();
  SmallVector<int64_t> loops(rank, -1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isSelected = llvm::is_contained(selected, dim);
    if (!isSelected)
      loops[dim] = extents.size();
    if (!isSelected)
      extents.push_back(tensor::getMixedSize(rewriter, loc, source, dim));
    else if (keepsDims)
      extents.push_back(rewriter.getIndexAttr(1));
  }

  SmallVector<AffineMap> maps;
  AffineMap all = getIdentity(rewriter, extents.size());
  for (size_t i = 0; i < selected.size(); ++i) {
    SmallVector<AffineExpr> point(all.getResults().take_front(numBatch));
    point.push_back(rewriter.getAffineConstantExpr(i));
    maps.push_back(
        AffineMap::get(extents.size(), 0, point, rewriter.getContext()));
  }
  SmallVector<Value> coordinates(selected.size(), indices);
  maps.push_back(all);
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, extents, type.getElementType());
  auto generic = linalg::GenericOp::create(
      rewriter, loc, empty.getType(), coordinates, empty, maps,
      SmallVector<utils::IteratorType>(extents.size(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location, ValueRange arguments) {
        SmallVector<Value> place(rank);
        for (auto [i, dim] : llvm::enumerate(selected))
          place[dim] = toIndex(builder, loc, arguments[i]);
        for (int64_t dim = 0; dim < rank; ++dim)
          if (!place[dim])
            place[dim] = linalg::IndexOp::create(builder, loc, loops[dim]);
        Value element = tensor::ExtractOp::create(builder, loc, source, place);
        linalg::YieldOp::create(builder, loc, element);
      });
  generic->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Value result = generic.getResult(0);
  if (result.getType() != type)
    result = tensor::CastOp::create(rewriter, loc, type, result);
  rewriter.replaceOp(op, result);
}

/// `value` with its dims in the order of `permutation`.
static Value transpose(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation))
    return value;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, value);
  applyPermutationToVector(sizes, permutation);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes,
                                        getElementTypeOrSelf(value.getType()));
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
      ->getResult(0);
}

/// `updates` without the dims of extent 1 that stand for `selected` dims.
static Value dropSelectedDims(OpBuilder &builder, Location loc, Value updates,
                              int64_t numBatch, ArrayRef<int64_t> selected) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices dropped;
  int64_t rank = cast<RankedTensorType>(updates.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (llvm::is_contained(selected, dim - numBatch)) {
      (groups.empty() ? dropped : groups.back()).push_back(dim);
      continue;
    }
    groups.push_back(std::move(dropped));
    groups.back().push_back(dim);
    dropped.clear();
  }
  return tensor::CollapseShapeOp::create(builder, loc, updates, groups);
}

/// `indices` of the type `index`.
static Value castIndices(OpBuilder &builder, Location loc, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  if (type.getElementType().isIndex())
    return indices;
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, indices),
      builder.getIndexType());
  AffineMap all = getIdentity(builder, type.getRank());
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), indices, empty,
             ArrayRef<AffineMap>{all, all},
             SmallVector<utils::IteratorType>(type.getRank(),
                                              utils::IteratorType::parallel),
             [&](OpBuilder &inner, Location, ValueRange arguments) {
               linalg::YieldOp::create(inner, loc,
                                       toIndex(inner, loc, arguments[0]));
             })
      .getResult(0);
}

static void structureScatter(RewriterBase &rewriter, tensor::ScatterOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  ArrayRef<int64_t> selected = op.getScatterDims();
  int64_t rank = op.getDestType().getRank();
  int64_t numBatch = op.getIndicesType().getRank() - 1;
  Value updates = op.getSource();
  if (op.getSourceType().getRank() == numBatch + rank)
    updates = dropSelectedDims(rewriter, loc, updates, numBatch, selected);
  SmallVector<int64_t> order(selected);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(selected, dim))
      order.push_back(dim);

  Value target = transpose(rewriter, loc, op.getDest(), order);
  auto scatter =
      linalg_ext::ScatterOp::create(rewriter, loc, target.getType(),
                                    castIndices(rewriter, loc, op.getIndices()),
                                    updates, target, op.getUnique());
  Type element = op.getDestType().getElementType();
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = rewriter.createBlock(&scatter.getBody(), {},
                                       {element, element}, {loc, loc});
    linalg_ext::YieldOp::create(rewriter, loc, body->getArgument(1));
  }
  scatter->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Value result = transpose(rewriter, loc, scatter->getResult(0),
                           invertPermutationVector(order));
  if (result.getType() != op.getType())
    result = tensor::CastOp::create(rewriter, loc, op.getType(), result);
  rewriter.replaceOp(op, result);
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// Upstream writes the results into operands. An op that names no destination
/// gets an empty one: what is in an operand may be needed by a caller.
static void freeDestinations(RewriterBase &rewriter, linalg::GenericOp op) {
  rewriter.setInsertionPoint(op);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (bodyReads(op, init) || init.get().getDefiningOp<tensor::EmptyOp>())
      continue;
    auto type = cast<RankedTensorType>(init.get().getType());
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(),
        tensor::getMixedSizes(rewriter, op.getLoc(), init.get()),
        type.getElementType(), type.getEncoding());
    rewriter.modifyOpInPlace(op, [&] { init.set(empty); });
  }
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

void heddle::structureTensors(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> elementwise, others;
  root->walk([&](Operation *op) {
    if (canBeStructured(op))
      (isElementwise(op) ? elementwise : others).push_back(op);
  });
  for (Operation *op : others)
    if (auto gather = dyn_cast<tensor::GatherOp>(op))
      structureGather(rewriter, gather);
    else
      structureScatter(rewriter, cast<tensor::ScatterOp>(op));
  if (elementwise.empty())
    return;
  RewritePatternSet patterns(root->getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps)
      .enableFolding(false)
      .enableConstantCSE(false)
      .setListener(
          dyn_cast_if_present<RewriterBase::Listener>(rewriter.getListener()));
  DenseSet<Operation *> known;
  root->walk([&](linalg::GenericOp op) { known.insert(op); });
  (void)applyOpPatternsGreedily(elementwise, std::move(patterns), config);
  root->walk([&](linalg::GenericOp op) {
    if (!known.contains(op))
      freeDestinations(rewriter, op);
  });
}

namespace {
struct StructureTensors
    : heddle::impl::StructureTensorsPassBase<StructureTensors> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    structureTensors(rewriter, getOperation());
  }
};
} // namespace
