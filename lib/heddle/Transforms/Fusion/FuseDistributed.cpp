//===- FuseDistributed.cpp - Reductions over devices, fused ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps for each root, each of which checks its own rules: upstream makes
// partial results, one per iteration of a forall; DistributeReduction.h makes
// the iterations devices; ComputeAtPlan.h moves producers into the loop.
//
// Upstream's partial results are right for the roots that findObstacle lets
// pass: the body reads no index (a part would count from 0), and each dim of
// the result is a loop (upstream takes a constant of the map for one). Whether
// the body is one op with a neutral element, DistributeReduction.h decides.
//
// Each part reads its own elements of what the root reads along the dim, so a
// producer that is sliced is computed by one device per element, but for the
// windows of convolutions, which overlap.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/FuseDistributed.h"

#include "OperandRoots.h"
#include "heddle/Analysis/Footprint/IndivisibleDims.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/ComputeAt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// Why upstream's partial results of `root` along `dim` would be wrong or
/// cannot be made; none if they are right.
static std::optional<Reason> findObstacle(Operation *root, unsigned dim) {
  auto op = dyn_cast<linalg::LinalgOp>(root);
  if (!op || !isa<PartialReductionOpInterface>(root) ||
      root->getNumResults() != 1 || !op.hasPureTensorSemantics())
    return Reason(root, "expects a structured op with one result, but " +
                            quote(root) + " is not one");
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  if (dim >= types.size() || types[dim] != utils::IteratorType::reduction)
    return Reason(root, "dim " + Twine(dim) + " of " + quote(root) +
                            " is not a reduction that devices can share");
  if (op.hasIndexSemantics())
    return Reason(root, quote(root) + " reads 'linalg.index', which a part "
                                      "would count from 0");
  if (std::string why = explainIndivisibleDim(op, dim); !why.empty())
    return Reason(root, "a part would read elements of another one: " + why);
  if (!op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return Reason(root, "a dim of the result of " + quote(root) +
                            " is not one of its loops");
  if (llvm::is_contained(op.getStaticLoopRanges(), 0))
    return Reason(root, quote(root) + " has no element to compute");
  return std::nullopt;
}

namespace {
/// The three ops that upstream makes of a root.
struct Parts {
  SharedReduction reduction;
  /// The op that computes a partial result.
  Operation *partial;
};
} // namespace

/// Makes partial results of `root`, one per device, and erases it.
static std::optional<Parts> makeParts(RewriterBase &rewriter, Operation *root,
                                      const FuseDistributedOptions &options,
                                      const ReplacedFn &notifyReplaced) {
  SmallVector<OpFoldResult> threads(options.dim, rewriter.getIndexAttr(0));
  threads.push_back(rewriter.getIndexAttr(options.devices));
  scf::SCFTilingOptions tiling;
  tiling.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
  tiling.setReductionTilingStrategy(
      ReductionTilingStrategy::PartialReductionOuterParallel);
  tiling.setNumThreads(threads);
  tiling.setReductionDims({options.dim});
  rewriter.setInsertionPoint(root);
  FailureOr<scf::SCFTilingResult> made =
      scf::tileUsingSCF(rewriter, cast<TilingInterface>(root), tiling);
  if (failed(made) || made->loops.size() != 1 || made->mergeOps.size() != 1 ||
      made->initialValues.size() != 1 || made->tiledOps.empty() ||
      !made->initialValues.front().getDefiningOp())
    return std::nullopt;
  Operation *partial = made->tiledOps.back();
  notifyReplaced(root, partial);
  rewriter.replaceOp(root, made->replacements);
  return Parts{{made->loops.front(),
                made->initialValues.front().getDefiningOp(),
                made->mergeOps.front()},
               partial};
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

/// A device makes such a value itself, or needs it as a whole.
static bool isForFree(Operation *op) {
  return isa<tensor::EmptyOp, linalg::FillOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// The last op before `loop` in its block that computes what `loop` reads and
/// that is not in `visited`, or null.
static Operation *findProducer(Operation *loop,
                               const DenseSet<Operation *> &visited) {
  Operation *last = nullptr;
  loop->walk([&](Operation *reader) {
    for (Value operand : reader->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || producer->getBlock() != loop->getBlock() ||
          visited.contains(producer) || isForFree(producer) ||
          !isa<RankedTensorType>(operand.getType()))
        continue;
      if (!last || last->isBeforeInBlock(producer))
        last = producer;
    }
  });
  return last;
}

/// Computes in `loop` what the loop reads of producers, part by part.
static void fuseProducers(RewriterBase &rewriter, Operation *loop,
                          FuseDistributedResult &result,
                          const ReplacedFn &notifyReplaced) {
  DenseSet<Operation *> visited;
  while (Operation *producer = findProducer(loop, visited)) {
    visited.insert(producer);
    std::optional<Reason> reason;
    FailureOr<ComputeAtPlan> plan = planComputeAt(producer, loop, reason);
    if (failed(plan)) {
      Reason left(producer, reason->text);
      left.notes = reason->notes;
      result.leftOut.push_back(std::move(left));
      continue;
    }
    if (Operation *tiled = computeAt(rewriter, *plan)) {
      result.fused.push_back(tiled);
      notifyReplaced(producer, tiled);
    }
    if (producer->use_empty())
      eraseDeadOps(rewriter, producer);
  }
}

//===----------------------------------------------------------------------===//
// Devices without a part
//===----------------------------------------------------------------------===//

/// Whether the last of `devices` may have none of `extent` elements.
static bool mayLackPart(int64_t extent, int64_t devices) {
  return ShapedType::isDynamic(extent) ||
         (devices - 1) * llvm::divideCeilSigned(extent, devices) >= extent;
}

/// Whether a loop of `op` may run not at all, so that no device has a part, or
/// the last of `devices` may have none of dim `dim`.
static bool mayLackParts(linalg::LinalgOp op, unsigned dim, int64_t devices) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  return ShapedType::isDynamicShape(extents) ||
         mayLackPart(extents[dim], devices);
}

/// A device has ceil(n / devices) elements, and the last devices may have none.
/// Their slices would begin after the end of their tensors. A window over none
/// of n has a size below 0, or one above that of an empty tile of its producer.
/// So
///
///   size' = max(0, min(size, extent))
///   offset' = max(0, min(offset, extent - size'))
///
/// which are size and offset where the device has a part, as the slice is
/// inside there. 0 <= size' <= extent holds everywhere, hence offset' + size'
/// <= extent does, too. The op of a device without a part runs no loop,
/// whatever the sizes of its operands.
static void keepSlicesInside(RewriterBase &rewriter, Operation *loop) {
  AffineExpr a, b, c;
  bindDims(rewriter.getContext(), a, b, c);
  auto lesser = AffineMap::get(2, 0, {a, b}, rewriter.getContext());
  auto inside = AffineMap::get(3, 0, {a, b - c}, rewriter.getContext());
  auto positive = AffineMap::get(1, 0, {a, rewriter.getAffineConstantExpr(0)},
                                 rewriter.getContext());
  loop->walk([&](tensor::ExtractSliceOp slice) {
    if (!slice.hasUnitStride())
      return;
    rewriter.setInsertionPoint(slice);
    Location loc = slice.getLoc();
    auto clamp = [&](AffineMap map, ArrayRef<OpFoldResult> operands) {
      OpFoldResult least =
          affine::makeComposedFoldedAffineMin(rewriter, loc, map, operands);
      return getValueOrCreateConstantIndexOp(
          rewriter, loc,
          affine::makeComposedFoldedAffineMax(rewriter, loc, positive, least));
    };
    unsigned offsetOperand = 0, sizeOperand = 0;
    for (auto [dim, offset, size] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes())) {
      OpOperand *offsetUse = isa<Value>(offset)
                                 ? &slice.getOffsetsMutable()[offsetOperand++]
                                 : nullptr;
      if (!isa<Value>(size))
        continue;
      OpOperand &sizeUse = slice.getSizesMutable()[sizeOperand++];
      OpFoldResult extent =
          tensor::getMixedSize(rewriter, loc, slice.getSource(), dim);
      Value newSize = clamp(lesser, {size, extent});
      Value newOffset =
          offsetUse ? clamp(inside, {offset, extent, newSize}) : Value();
      rewriter.modifyOpInPlace(slice, [&] {
        sizeUse.set(newSize);
        if (offsetUse)
          offsetUse->set(newOffset);
      });
    }
  });
}

//===----------------------------------------------------------------------===//
// All roots
//===----------------------------------------------------------------------===//

/// Does all, and checks each step before it is taken. On failure `reason` says
/// why, and the IR was changed.
static std::optional<FuseDistributedResult>
distribute(RewriterBase &rewriter, Operation *target,
           const FuseDistributedOptions &options,
           const ReplacedFn &notifyReplaced, std::optional<Reason> &reason) {
  FailureOr<SmallVector<Operation *>> roots = findOperandRoots(target, reason);
  if (failed(roots))
    return std::nullopt;
  FuseDistributedResult result;
  for (Operation *root : *roots) {
    if ((reason = findObstacle(root, options.dim)))
      return std::nullopt;
    Location loc = root->getLoc();
    std::string name = quote(root);
    bool lacksParts = mayLackParts(cast<linalg::LinalgOp>(root), options.dim,
                                   options.devices);
    std::optional<Parts> parts =
        makeParts(rewriter, root, options, notifyReplaced);
    if (!parts) {
      reason.emplace(loc, name + " has no partial results: its body is not one "
                                 "op with a neutral element");
      return std::nullopt;
    }
    reason = checkDistributeReduction(parts->reduction, options.collective);
    if (reason)
      return std::nullopt;
    Operation *loop =
        distributeReduction(rewriter, parts->reduction, options.collective)
            .loop;
    fuseProducers(rewriter, loop, result, notifyReplaced);
    if (lacksParts)
      keepSlicesInside(rewriter, loop);
    result.loops.push_back(loop);
  }
  if (options.expectWholeGraph && failed(checkWhole(result.leftOut, reason)))
    return std::nullopt;
  return result;
}

std::optional<Reason>
heddle::checkFuseDistributed(Operation *target,
                             const FuseDistributedOptions &options) {
  Operation *top = target;
  while (top->getParentOp())
    top = top->getParentOp();
  IRMapping mapping;
  Operation *copy = top->clone(mapping);
  IRRewriter rewriter(target->getContext());
  std::optional<Reason> reason;
  // Upstream reports a reduction without a neutral element as an error.
  ScopedDiagnosticHandler handler(target->getContext(),
                                  [](Diagnostic &) { return success(); });
  (void)distribute(
      rewriter, mapping.lookup(target), options,
      [](Operation *, Operation *) {}, reason);
  rewriter.eraseOp(copy);
  // The ops of the copy are gone; the places stay.
  if (reason)
    reason->op = nullptr;
  return reason;
}

FuseDistributedResult
heddle::fuseDistributed(RewriterBase &rewriter, Operation *target,
                        const FuseDistributedOptions &options,
                        const ReplacedFn &notifyReplaced) {
  std::optional<Reason> reason;
  std::optional<FuseDistributedResult> result =
      distribute(rewriter, target, options, notifyReplaced, reason);
  assert(result && "the operands were not checked");
  return std::move(*result);
}
