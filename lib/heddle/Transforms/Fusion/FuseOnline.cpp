//===- FuseOnline.cpp - Fuse softmax along the dim it reduces -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the division by the sum of softmax is deferred (DeferDivision.h). The
// loops outside the one that sums are the nest of the division; inside it, that
// loop and the ones below it are the nest of the sum.
//
// The plan of the second nest is made for the ops that the first nest emitted.
// Everything is tried on a copy first, so that a refusal leaves the IR
// unchanged.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/FuseOnline.h"

#include "heddle/Analysis/Reasons/Reason.h"

#include "DeferDivision.h"
#include "heddle/Analysis/Fusion/MaskedTiles.h"
#include "heddle/Analysis/Spaces/MemorySpace.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/AssumedFinite.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class OnlineFuser {
public:
  OnlineFuser(RewriterBase &rewriter, Operation *root,
              const FusionOptions &options, const DenseSet<Operation *> &kept,
              const OnlineFusionListener &listener,
              std::optional<Reason> &reason)
      : rewriter(rewriter), root(root), options(options), kept(kept),
        listener(listener), reason(reason) {}

  FailureOr<FuseExtResult> run();

private:
  LogicalResult refuse(Operation *op, const Twine &text) {
    reason = Reason(op, text);
    return failure();
  }
  LogicalResult findReduction();
  LogicalResult checkEncodings();
  LogicalResult checkRecurrence();
  void defer();
  LogicalResult emitOuter();
  LogicalResult followTiles(const FuseExtResult &nest);
  LogicalResult emitInner();
  FailureOr<FuseExtResult> emit(Operation *target, FusionOptions own);
  LogicalResult checkMask();
  LogicalResult checkSkipped(const FusionPlan &plan);
  void skipMaskedTiles(Operation *sum);
  SmallVector<unsigned> findFactorArguments(func::FuncOp func) const;
  SmallVector<OpFoldResult> getSizes(bool isOuter) const;

  RewriterBase &rewriter;
  Operation *root;
  FusionOptions options;
  const DenseSet<Operation *> &kept;
  const OnlineFusionListener &listener;
  std::optional<Reason> &reason;

  /// The name of `op`, or of the op of the payload that it replaces.
  std::string getName(Operation *op) const {
    std::string name = names.lookup(op);
    return name.empty() ? quote(op) : name;
  }

  OnlineReduction reduction;
  DeferredDivision ops;
  /// Of ops that were replaced, by what replaces them.
  DenseMap<Operation *, std::string> names;
  /// The dims of the loops, outermost first, and how many of them are outside
  /// the one that sums.
  SmallVector<unsigned> loopDims;
  size_t numOuter = 0;
  FuseExtResult result;

  MaskedParts masked;
  /// Per masked part, the number of the loop over its rows.
  SmallVector<unsigned> rowLoops;
};
} // namespace

/// What the normalized recurrence divides, and where a safe softmax starts:
/// from NaN or inf its value is finite, but the weight of its first tile is
/// NaN.
LogicalResult OnlineFuser::checkRecurrence() {
  if (reduction.isSafe() && !startsFromNoMaximum(reduction.source))
    return refuse(reduction.source, quote(reduction.source) +
                                        " {safe} starts from a maximum "
                                        "that is not known to be -inf");
  if (options.recurrence == Recurrence::Unnormalized ||
      (!reduction.scale && reduction.getRowStep() == RowStep::Divide))
    return success();
  Operation *source = reduction.source;
  return refuse(source,
                "the normalized recurrence expects a softmax that divides by "
                "its sum, but got " +
                    quote(source) +
                    (reduction.scale ? ", which scales rows" : ""));
}

/// The loops of a plan of the unchanged root tell which dims are tiled.
LogicalResult OnlineFuser::findReduction() {
  FailureOr<FusionPlan> plan = FusionPlan::create({root}, options, reason);
  if (failed(plan))
    return failure();
  SmallVector<size_t> reductions;
  for (auto [number, loop] : llvm::enumerate(plan->loops)) {
    loopDims.push_back(loop.position);
    if (loop.isReduction)
      reductions.push_back(number);
  }
  if (reductions.size() != 1)
    return refuse(root, "online expects a tile size for one reduction dim of " +
                            quote(root) + ", but got " +
                            Twine(reductions.size()));
  numOuter = reductions.front();
  if (options.useForall && numOuter == 0)
    return refuse(root, "loop 0 carries a reduction of " + quote(root) +
                            ": no leading parallel loop can form the forall");
  unsigned reductionDim = loopDims[numOuter];
  if (!options.recurrence)
    options.recurrence = chooseRecurrence(root, reductionDim);
  auto found =
      findOnlineReduction(root, reductionDim, reason, *options.recurrence);
  if (failed(found))
    return failure();
  reduction = *found;
  if (failed(checkRecurrence()) || failed(checkEncodings()))
    return failure();
  // A tile of the second nest is cut from a tile of the first nest along the
  // dims of that tile.
  options.exactBoxes = true;
  for (OpOperand *operand : reduction.path) {
    Operation *op = operand->get().getDefiningOp();
    if (options.stop.contains(op))
      return refuse(op, quote(op) + " is a stop op: it cannot be carried "
                                    "online");
    if (options.only && !options.only->contains(op))
      return refuse(op, quote(op) + " is not among the ops of 'only': it "
                                    "cannot be carried online");
  }
  return options.skipMasked ? checkMask() : success();
}

/// The statistics of the rows are new tensors without an encoding.
LogicalResult OnlineFuser::checkEncodings() {
  SmallVector<Operation *> ops = {reduction.source, root};
  for (OpOperand *operand : reduction.path)
    ops.push_back(operand->getOwner());
  for (Operation *op : ops)
    if (hasEncodedOperand(op))
      return refuse(op, quote(op) + " has an operand with an encoding, which "
                                    "the statistics that the loop carries "
                                    "would not have");
  return success();
}

/// Which tiles can be skipped, and which loops decide that.
LogicalResult OnlineFuser::checkMask() {
  Operation *softmax = reduction.source;
  auto found = findMaskedParts(reduction, reason);
  if (failed(found))
    return failure();
  if (!startsAfresh(softmax))
    return refuse(softmax, quote(softmax) +
                               " starts from a maximum and a sum that are not "
                               "known to be -inf and 0, which skip_masked "
                               "expects");
  for (const MaskedPart &part : found->parts) {
    unsigned number = 0;
    if (part.row) {
      if (!reduction.reshapes.empty())
        continue;
      unsigned dim = reduction.resultDims[reduction.rows[*part.row]];
      number = llvm::find(loopDims, dim) - loopDims.begin();
      if (number >= numOuter)
        continue;
    }
    masked.parts.push_back(part);
    rowLoops.push_back(number);
  }
  masked.isAdded = found->isAdded;
  if (masked.parts.empty())
    return refuse(softmax,
                  "skip_masked expects a loop over the rows that the mask of " +
                      quote(softmax) +
                      " compares, outside the loop over what it masks");
  return success();
}

/// The arguments of `func` that have to be finite where tiles are skipped:
/// those from which the factors of softmax are computed and, if the mask is
/// added, those from which the scores are computed.
SmallVector<unsigned>
OnlineFuser::findFactorArguments(func::FuncOp func) const {
  SmallVector<Value> factors;
  for (OpOperand *operand : reduction.path) {
    auto op = dyn_cast<DestinationStyleOpInterface>(operand->getOwner());
    for (OpOperand &other : operand->getOwner()->getOpOperands())
      if (&other != operand && !(op && op.isDpsInit(&other)))
        factors.push_back(other.get());
  }
  if (masked.isAdded)
    factors.push_back(reduction.source->getOperand(0));
  return findSourceArguments(func, factors);
}

/// A loop that skips tiles must have no other results.
LogicalResult OnlineFuser::checkSkipped(const FusionPlan &plan) {
  for (const Carry &carry : plan.carries) {
    Operation *op = plan.instances[carry.instance].op;
    if (op != ops.source && op != ops.root)
      return refuse(op, "the value of " + quote(op) +
                            " leaves the loop, so skip_masked cannot skip "
                            "tiles of it");
  }
  return success();
}

/// Moves the ends of the loop `sum` to the first and the last tile that is not
/// masked. For the rows of a tile, [first, end), and a tile of keys from j on,
/// all is masked by j - i >= d if j >= end - 1 + d, and by i - j >= d if
/// j + size - 1 <= first - d. Where all tiles are masked, the loop ends where
/// it begins: some rewrites of loops, such as upstream's peeling, take for
/// granted that no end is before the begin.
void OnlineFuser::skipMaskedTiles(Operation *sum) {
  auto loop = cast<scf::ForOp>(sum);
  Location loc = loop.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  // Without these, end is at least 1 and so is the end of the loop.
  bool mayEndBefore = llvm::any_of(masked.parts, [](const MaskedPart &part) {
    return part.isBefore || part.distance < 0;
  });
  auto makeIndex = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, number);
  };
  for (auto [part, number] : llvm::zip_equal(masked.parts, rowLoops)) {
    Value first = makeIndex(0), end = makeIndex(1);
    if (part.row) {
      // The leading loops may be one forall.
      auto forall = dyn_cast<scf::ForallOp>(result.loops.front());
      size_t numForall = forall ? forall.getRank() : 0;
      Value step, extent;
      if (number < numForall) {
        first = forall.getInductionVar(number);
        step = getValueOrCreateConstantIndexOp(rewriter, loc,
                                               forall.getMixedStep()[number]);
        extent = getValueOrCreateConstantIndexOp(
            rewriter, loc, forall.getMixedUpperBound()[number]);
      } else {
        auto rows = cast<scf::ForOp>(
            result.loops[forall ? number - numForall + 1 : number]);
        first = rows.getInductionVar();
        step = rows.getStep();
        extent = rows.getUpperBound();
      }
      end = arith::MinSIOp::create(
          rewriter, loc, arith::AddIOp::create(rewriter, loc, first, step),
          extent);
    }
    if (!part.isBefore) {
      Value last = arith::AddIOp::create(rewriter, loc, end,
                                         makeIndex(part.distance - 1));
      upper = arith::MinSIOp::create(rewriter, loc, upper, last);
      continue;
    }
    Value start = arith::AddIOp::create(rewriter, loc, first,
                                        makeIndex(1 - part.distance));
    start = arith::MaxSIOp::create(rewriter, loc, start, makeIndex(0));
    start = arith::DivSIOp::create(rewriter, loc, start, loop.getStep());
    start = arith::MulIOp::create(rewriter, loc, start, loop.getStep());
    lower = isZeroInteger(lower)
                ? start
                : arith::MaxSIOp::create(rewriter, loc, lower, start);
  }
  if (mayEndBefore)
    upper = arith::MaxSIOp::create(rewriter, loc, upper, lower);
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(lower);
    loop.setUpperBound(upper);
  });
}

void OnlineFuser::defer() {
  ops = deferDivision(rewriter, reduction, *options.recurrence);
  for (auto [original, replacement] : ops.replaced) {
    listener.notifyReplaced(original, replacement);
    names.try_emplace(replacement, quote(original));
  }
  eraseDeadOps(rewriter, {root}, kept);
  if (options.only)
    options.only->insert(ops.created.begin(), ops.created.end());
}

/// Plans and emits one nest.
FailureOr<FuseExtResult> OnlineFuser::emit(Operation *target,
                                           FusionOptions own) {
  FailureOr<FusionPlan> plan = FusionPlan::create({target}, own, reason);
  if (failed(plan))
    return failure();
  if (own.online && options.skipMasked && failed(checkSkipped(*plan)))
    return failure();
  listener.notifyPlan(*plan);
  FailureOr<FuseExtResult> nest = emitFusionPlan(rewriter, *plan);
  if (failed(nest))
    return refuse(target, "an op did not tile as planned");
  if (!own.online) {
    // The second nest consists of tiles of the first nest.
    for (const Reason &left : plan->leftOut)
      if (llvm::is_contained(ops.created, left.op) &&
          !isa<linalg::FillOp, tensor::EmptyOp>(left.op))
        return refuse(left.op, getName(left.op) +
                                   " is not fused, so nothing is carried "
                                   "online: " +
                                   left.text);
    if (failed(followTiles(*nest)))
      return failure();
  }
  for (auto &[original, tiled] : nest->tiled)
    if (!tiled.empty())
      listener.notifyReplaced(original, tiled.front());
  eraseDeadOps(rewriter, nest->deadOriginals, kept);
  llvm::append_range(result.loops, nest->loops);
  return nest;
}

/// Each op of the second nest is one tile of the first.
LogicalResult OnlineFuser::followTiles(const FuseExtResult &nest) {
  DenseMap<Operation *, Operation *> tiles;
  for (const auto &[original, tiled] : nest.tiled)
    if (tiled.size() == 1)
      tiles[original] = tiled.front();
  auto follow = [&](Operation *&op) {
    Operation *tile = tiles.lookup(op);
    if (!tile)
      return refuse(op, quote(op) + " is not one tile in the loops outside the "
                                    "sum, so it cannot be carried online");
    op = tile;
    return success();
  };
  for (auto *group : {&ops.between, &ops.weights})
    for (Operation *&op : *group)
      if (failed(follow(op)))
        return failure();
  if (failed(follow(ops.source)) || failed(follow(ops.root)) ||
      (ops.rescale && failed(follow(ops.rescale))))
    return failure();
  if (ops.source->getBlock() != ops.root->getBlock())
    return refuse(
        ops.root,
        "a loop around the one that sums has no dim of " +
            reduction.getSourceName() +
            ", which would be carried anew in each of its iterations: put it "
            "inside by 'interchange', or raise 'max_recompute'");
  // The ops that the first nest put there may be fused.
  options.only.reset();
  return success();
}

/// The loops outside the one that sums tile the division.
LogicalResult OnlineFuser::emitOuter() {
  if (numOuter == 0)
    return success();
  FusionOptions own = options;
  ArrayRef<unsigned> dims = reduction.resultDims;
  own.tileSizes.assign(dims.size(), rewriter.getIndexAttr(0));
  own.interchange.clear();
  for (unsigned loopDim : ArrayRef(loopDims).take_front(numOuter)) {
    const unsigned *place = llvm::find(dims, loopDim);
    assert(place != dims.end() && "parallel dims are dims of the result");
    own.interchange.push_back(place - dims.begin());
    own.tileSizes[place - dims.begin()] = options.tileSizes[loopDim];
  }
  for (int64_t dim = 0, e = dims.size(); dim < e; ++dim)
    if (!llvm::is_contained(own.interchange, dim))
      own.interchange.push_back(dim);
  for (Operation *op : ops.created)
    if (!isa<linalg::FillOp, tensor::EmptyOp>(op))
      own.deepest.insert(op);
  return success(succeeded(emit(ops.division, own)));
}

LogicalResult OnlineFuser::emitInner() {
  FusionOptions own = options;
  for (unsigned dim : ArrayRef(loopDims).take_front(numOuter))
    own.tileSizes[dim] = rewriter.getIndexAttr(0);
  own.useForall = false;
  // Computed in the deepest loop even if they depend on none.
  own.deepest.insert_range(ops.weights);
  own.online = OnlineOps{ops.source, {1, 2}, "max, sum", ops.rescale, ""};
  if (reduction.scale)
    own.online = OnlineOps{ops.source,
                           {1},
                           "statistic",
                           nullptr,
                           ", assumes that the factor of a row and the sum "
                           "before it are finite"};
  if (options.skipMasked)
    own.online->assumption =
        masked.isAdded ? ", skips masked tiles: assumes that what softmax is "
                         "multiplied by is finite, and scores neither NaN nor "
                         "inf"
                       : ", skips masked tiles: assumes that what softmax is "
                         "multiplied by is finite";
  FailureOr<FuseExtResult> nest = emit(ops.root, own);
  if (failed(nest))
    return failure();
  result.tiledRoots = nest->tiledRoots;
  if (options.skipMasked)
    skipMaskedTiles(nest->loops.front());
  return success();
}

FailureOr<FuseExtResult> OnlineFuser::run() {
  if (failed(findReduction()))
    return failure();
  // The factors are found by ops that the next steps erase.
  auto func = root->getParentOfType<func::FuncOp>();
  SmallVector<unsigned> finite;
  if (options.skipMasked && func)
    finite = findFactorArguments(func);
  else if (reduction.scale && func)
    finite = findSourceArguments(func, reduction.scale->getAssumedFinite());
  defer();
  if (failed(emitOuter()) || failed(emitInner()))
    return failure();
  if (!finite.empty())
    assumeFinite(rewriter, func, finite,
                 options.skipMasked ? "skip_masked" : "online", options.step);
  return std::move(result);
}

FailureOr<FuseExtResult> heddle::fuseOnline(
    RewriterBase &rewriter, Operation *root, const FusionOptions &options,
    const DenseSet<Operation *> &kept, const OnlineFusionListener &listener,
    std::optional<Reason> &reason) {
  DenseSet<Operation *> all = kept;
  all.insert_range(options.stop);
  return OnlineFuser(rewriter, root, options, all, listener, reason).run();
}

/// Changes `reason`, which is about a copy of an op or a tile of a copy, so
/// that it is about the original op.
static void mapBack(Reason &reason, Operation *top, Operation *otherwise) {
  OperationName name = reason.op->getName();
  reason.op = otherwise;
  top->walk([&](Operation *op) {
    if (op->getLoc() != reason.loc || op->getName() != name)
      return WalkResult::advance();
    reason.op = op;
    return WalkResult::interrupt();
  });
}

FailureOr<size_t> heddle::canFuseOnline(Operation *root,
                                        const FusionOptions &options,
                                        std::optional<Reason> &reason) {
  Operation *top = root;
  while (top->getParentOp() && !top->hasTrait<OpTrait::IsIsolatedFromAbove>())
    top = top->getParentOp();
  IRMapping mapping;
  Operation *copy = top->clone(mapping);
  FusionOptions own = options;
  auto mapSet = [&](auto &set) {
    auto mapped = llvm::to_vector(llvm::map_range(
        set, [&](Operation *op) { return mapping.lookupOrDefault(op); }));
    set.clear();
    set.insert(mapped.begin(), mapped.end());
  };
  mapSet(own.stop);
  if (own.only)
    mapSet(*own.only);
  for (OpFoldResult &size : own.tileSizes)
    if (auto value = dyn_cast<Value>(size))
      size = mapping.lookupOrDefault(value);
  IRRewriter rewriter(root->getContext());
  OnlineFusionListener silent{[](const FusionPlan &) {},
                              [](Operation *, Operation *) {}};
  FailureOr<FuseExtResult> result =
      fuseOnline(rewriter, mapping.lookup(root), own, {}, silent, reason);
  FailureOr<size_t> loops = failure();
  if (succeeded(result))
    loops = result->loops.size();
  else
    mapBack(*reason, top, root);
  rewriter.eraseOp(copy);
  return loops;
}
