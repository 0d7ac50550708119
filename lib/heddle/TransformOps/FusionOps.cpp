//===- FusionOps.cpp - Transform ops that fuse ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, effects and application of the ops that fuse: they read handles,
// call Analysis and Transforms, and report. No rule of fusion stands here.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/FusionOps.h"

#include "HandleReading.h"
#include "KnownOptions.h"
#include "PayloadSizes.h"
#include "heddle/TransformOps/FailureReasons.h"
#include "heddle/TransformOps/PlanObserver.h"
#include "heddle/TransformOps/TestBreak.h"
#include "heddle/Transforms/DeadOps.h"
#include "heddle/Transforms/FuseExt.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/FusionOps.cpp.inc"

//===----------------------------------------------------------------------===//
// FuseExtOp: what can be checked without a payload
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> FuseExtOp::getMixedTileSizes() {
  return getMixedValues(getStaticTileSizes(), getTileSizes(), getContext());
}

SmallVector<OpFoldResult> FuseExtOp::getMixedInterchange() {
  return getMixedValues(getStaticInterchange(), getInterchange(), getContext());
}

void FuseExtOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::onlyReadsHandle(getTileSizesMutable(), effects);
  transform::onlyReadsHandle(getInterchangeMutable(), effects);
  transform::onlyReadsHandle(getStopMutable(), effects);
  transform::onlyReadsHandle(getOnlyMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// True if `order` holds each of 0 ... n-1 once.
static bool isPermutation(ArrayRef<int64_t> order) {
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  return llvm::equal(sorted, llvm::seq<int64_t>(0, order.size()));
}

static std::string joinValues(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(values, os);
  os << "]";
  return text;
}

static LogicalResult verifyFactor(FuseExtOp op, StringRef name,
                                  std::optional<APFloat> factor) {
  if (!factor || factor->convertToDouble() >= 1.0)
    return success();
  return op.emitOpError("expects '")
         << name << "' of at least 1.0, but got " << factor->convertToDouble();
}

/// The options that the textual form accepts, whatever built the op.
static LogicalResult verifyOptionNames(FuseExtOp op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isUnknownOption(attribute))
      return op.emitOpError("expects one of the options ")
             << llvm::join(FuseExtOp::getOptionNames(), ", ") << ", but got "
             << attribute.getName();
  return success();
}

// A target that is also a stop op is refused by the plan, which says so.
bool FuseExtOp::allowsRepeatedHandleOperands() { return true; }

LogicalResult FuseExtOp::verify() {
  if (failed(verifyListOfOperandsOrIntegers(
          *this, "tile size", getStaticTileSizes().size(), getStaticTileSizes(),
          getTileSizes())) ||
      failed(verifyListOfOperandsOrIntegers(
          *this, "interchange", getStaticInterchange().size(),
          getStaticInterchange(), getInterchange())) ||
      failed(verifyOptionNames(*this)) ||
      failed(verifyFactor(*this, "max_recompute", getMaxRecompute())) ||
      failed(verifyFactor(*this, "placement_slack", getPlacementSlack())))
    return failure();
  if (getInterchange().empty() && !isPermutation(getStaticInterchange()))
    return emitOpError("expects 'interchange' to be a permutation of 0 to ")
           << getStaticInterchange().size() - 1 << ", but got "
           << joinValues(getStaticInterchange());

  ArrayRef<int64_t> sizes = getStaticTileSizes();
  int64_t numSizes = sizes.size() - llvm::count(sizes, 0);
  int64_t numLoops = getLoops().size();
  if (numSizes == 0)
    return emitOpError("expects a tile size that is not 0");
  if (getUseForall() && (numLoops < 1 || numLoops > numSizes))
    return emitOpError("expects 1 to ")
           << numSizes << " loop results, but got " << numLoops;
  if (!getUseForall() && numLoops != numSizes)
    return emitOpError("expects ")
           << numSizes << " loop results, one per tile size that is not 0, but "
           << "got " << numLoops;
  return success();
}

//===----------------------------------------------------------------------===//
// FuseExtOp: application
//===----------------------------------------------------------------------===//

namespace {
/// One nest that is asked for.
struct NestRequest {
  SmallVector<Operation *> roots;
  SmallVector<OpFoldResult> tileSizes;
  SmallVector<int64_t> interchange;
  /// The plan for the payload as it was when all targets were checked.
  std::optional<FusionPlan> checked;
};

/// All nests of one op.
struct FusionRequest {
  /// What is the same for all nests. No target is computed inside the nest of
  /// another one: those that wait are stop ops.
  FusionOptions options;
  SmallVector<NestRequest, 0> nests;
  /// Targets that are stop ops because the script says so.
  SmallPtrSet<Operation *, 4> stoppedTargets;

  /// The targets of `nest` wait no longer.
  void take(const NestRequest &nest) {
    for (Operation *root : nest.roots)
      if (!stoppedTargets.contains(root))
        options.stop.erase(root);
  }

  FailureOr<FusionPlan> plan(NestRequest &nest,
                             SmallVectorImpl<Reason> &reasons) {
    options.tileSizes = nest.tileSizes;
    options.interchange = nest.interchange;
    return FusionPlan::create(nest.roots, options, reasons);
  }
};
} // namespace

/// The options that are the same for all nests.
static FusionOptions getSharedOptions(FuseExtOp op, ArrayRef<Operation *> stop,
                                      ArrayRef<Operation *> only) {
  FusionOptions options;
  options.keepIntermediates = op.getKeepIntermediates();
  options.useForall = op.getUseForall();
  options.stop.insert(stop.begin(), stop.end());
  if (op.getOnly()) {
    options.only.emplace();
    options.only->insert(only.begin(), only.end());
  }
  if (op.getMaxRecompute())
    options.maxRecompute = op.getMaxRecompute()->convertToDouble();
  if (op.getPlacementSlack())
    options.placementSlack = op.getPlacementSlack()->convertToDouble();
  options.testBreak = parseTestBreak(getTestBreak()).value_or(TestBreak::None);
  return options;
}

/// Distributes targets, sizes and interchange over nests: one per target, or
/// one for all of them.
static DiagnosedSilenceableFailure
makeNests(FuseExtOp op, ArrayRef<Operation *> targets,
          ArrayRef<SmallVector<OpFoldResult>> sizes,
          ArrayRef<SmallVector<OpFoldResult>> interchange,
          FusionRequest &request) {
  DenseSet<Operation *> seen;
  for (Operation *target : targets) {
    if (!seen.insert(target).second) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op)
          << "expects each target once, but one is named twice";
      failure.attachNote(target->getLoc()) << "this one";
      return failure;
    }
    if (request.options.stop.contains(target))
      request.stoppedTargets.insert(target);
  }
  request.options.stop.insert(targets.begin(), targets.end());
  for (auto [i, target] : llvm::enumerate(targets)) {
    if (op.getJoint() && i > 0) {
      if (sizes[i] != sizes[0] || interchange[i] != interchange[0])
        return emitSilenceableFailure(op)
               << "expects the same sizes and interchange for joint targets";
      request.nests.front().roots.push_back(target);
      continue;
    }
    NestRequest &nest = request.nests.emplace_back();
    nest.roots.push_back(target);
    nest.tileSizes = sizes[i];
    for (auto [j, entry] : llvm::enumerate(interchange[i])) {
      std::optional<int64_t> dim = getConstantIntValue(entry);
      if (!dim)
        return emitSilenceableFailure(op)
               << "expects interchange entry " << j << " to be a constant";
      nest.interchange.push_back(*dim);
    }
  }
  return DiagnosedSilenceableFailure::success();
}

/// Reads and checks all operands.
static DiagnosedSilenceableFailure readNests(FuseExtOp op,
                                             transform::TransformState &state,
                                             FusionRequest &request) {
  SmallVector<Operation *> targets, stop, only;
  DiagnosedSilenceableFailure status =
      readHandle(op, state, "target", op.getTarget(), targets);
  if (status.succeeded())
    status = readHandle(op, state, "stop", op.getStop(), stop);
  if (status.succeeded())
    status = readHandle(op, state, "only", op.getOnly(), only);
  SmallVector<SmallVector<OpFoldResult>> sizes, interchange;
  if (status.succeeded())
    status = readPayloadSizes(state, op, "tile size", op.getMixedTileSizes(),
                              targets, sizes);
  if (status.succeeded())
    status = readPayloadSizes(state, op, "interchange entry",
                              op.getMixedInterchange(), targets, interchange);
  if (!status.succeeded())
    return status;
  for (auto [i, size] : llvm::enumerate(op.getMixedTileSizes()))
    if (isa<Value>(size) &&
        llvm::any_of(sizes, [i = i](ArrayRef<OpFoldResult> target) {
          return isZeroInteger(target[i]);
        }))
      return emitSilenceableFailure(op)
             << "tile size " << i << " is a param with the value 0; a param "
             << "always makes a loop: give 1 or more, or write 0 in the list";
  request.options = getSharedOptions(op, stop, only);
  return makeNests(op, targets, sizes, interchange, request);
}

/// The first reason is the error on the schedule, the others are notes on it.
template <typename DiagT>
static void attachReasons(DiagT &diagnostic, ArrayRef<Reason> reasons) {
  for (auto [i, reason] : llvm::enumerate(reasons)) {
    if (!reason.op)
      continue;
    auto &note = diagnostic.attachNote(reason.op->getLoc());
    if (i == 0)
      note << "this is about '" << reason.op->getName() << "'";
    else
      note << reason.text;
  }
}

/// Plans each nest, and refuses the whole if one cannot be planned. Nothing is
/// changed.
static DiagnosedSilenceableFailure checkPlans(FuseExtOp op,
                                              FusionRequest &request) {
  for (NestRequest &nest : request.nests) {
    SmallVector<Reason> reasons;
    request.take(nest);
    FailureOr<FusionPlan> plan = request.plan(nest, reasons);
    request.options.stop.insert(nest.roots.begin(), nest.roots.end());
    if (failed(plan)) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op)
          << (reasons.empty() ? "no plan was found" : reasons.front().text);
      attachReasons(failure, reasons);
      return failure;
    }
    // The leading loops of a forall are one loop.
    size_t numLoops =
        plan->loops.size() - std::max<unsigned>(plan->numForall, 1) + 1;
    if (numLoops != op.getLoops().size()) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op)
          << "expects " << numLoops << " loop results for this target, but "
          << "got " << op.getLoops().size();
      failure.attachNote(nest.roots.front()->getLoc()) << "the target";
      return failure;
    }
    // The other nests are planned again behind the changes of the first.
    if (&nest == request.nests.begin())
      nest.checked.emplace(std::move(*plan));
  }
  return DiagnosedSilenceableFailure::success();
}

/// Holds the sizes of a nest that is made later, so that none of them is erased
/// meanwhile and each can be followed to what replaces it; null without sizes
/// in the payload.
static Operation *holdSizes(RewriterBase &rewriter, NestRequest &nest) {
  SmallVector<Value> values;
  for (OpFoldResult size : nest.tileSizes)
    if (auto value = dyn_cast<Value>(size))
      values.push_back(value);
  if (values.empty())
    return nullptr;
  Operation *root = nest.roots.front();
  rewriter.setInsertionPoint(root);
  return UnrealizedConversionCastOp::create(
      rewriter, root->getLoc(), TypeRange{rewriter.getIndexType()}, values);
}

/// Takes the sizes as they are by now from `holder`.
static LogicalResult takeSizes(FuseExtOp op, RewriterBase &rewriter,
                               Operation *holder, NestRequest &nest) {
  if (!holder)
    return success();
  unsigned next = 0;
  for (OpFoldResult &size : nest.tileSizes)
    if (isa<Value>(size))
      size = holder->getOperand(next++);
  rewriter.eraseOp(holder);
  DominanceInfo dominance;
  Operation *root = nest.roots.front();
  for (OpFoldResult size : nest.tileSizes) {
    auto value = dyn_cast<Value>(size);
    if (!value || dominance.properlyDominates(value, root))
      continue;
    InFlightDiagnostic error =
        op.emitError("tiling another target made this impossible: a tile size "
                     "came to stand behind its target");
    error.attachNote(value.getLoc()) << "the tile size";
    error.attachNote(root->getLoc()) << "the target";
    return failure();
  }
  return success();
}

/// Plans `nest` on the payload as it is by now and emits it. What becomes dead
/// is erased, but no target that is `waiting`, and live handles follow the ops
/// to their tiled form.
static FailureOr<FuseExtResult>
applyNest(FuseExtOp op, transform::TransformRewriter &rewriter,
          FusionRequest &request, NestRequest &nest,
          const DenseSet<Operation *> &waiting) {
  SmallVector<Reason> reasons;
  FailureOr<FusionPlan> plan =
      nest.checked ? FailureOr<FusionPlan>(std::move(*nest.checked))
                   : request.plan(nest, reasons);
  if (failed(plan)) {
    InFlightDiagnostic error =
        op.emitError("tiling another target made this impossible: ")
        << (reasons.empty() ? "no plan was found" : reasons.front().text);
    attachReasons(error, reasons);
    return failure();
  }
  notifyPlanObservers(*plan, op);
  if (op.getExplain())
    plan->remark();

  FailureReasons listener(rewriter);
  FailureOr<FuseExtResult> result = emitFusionPlan(rewriter, *plan);
  if (failed(result)) {
    InFlightDiagnostic error =
        op.emitError(listener.getFirst("an op did not tile as planned"));
    listener.attachTo(*error.getUnderlyingDiagnostic());
    return failure();
  }
  for (auto &[original, tiled] : result->tiled)
    if (!tiled.empty())
      (void)rewriter.notifyPayloadOperationReplaced(original, tiled.front());
  eraseDeadOps(rewriter, result->deadOriginals, waiting);
  return result;
}

DiagnosedSilenceableFailure
FuseExtOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  FusionRequest request;
  DiagnosedSilenceableFailure status = readNests(*this, state, request);
  if (status.succeeded())
    status = checkPlans(*this, request);
  if (!status.succeeded())
    return status;

  SmallVector<Operation *> roots;
  SmallVector<SmallVector<Operation *>> loops(getLoops().size());
  DenseSet<Operation *> waiting;
  SmallVector<Operation *> holders;
  for (NestRequest &nest : request.nests) {
    waiting.insert_range(nest.roots);
    holders.push_back(request.nests.size() > 1 ? holdSizes(rewriter, nest)
                                               : nullptr);
  }
  for (auto [nest, holder] : llvm::zip_equal(request.nests, holders)) {
    if (failed(takeSizes(*this, rewriter, holder, nest)))
      return DiagnosedSilenceableFailure::definiteFailure();
    for (Operation *root : nest.roots)
      waiting.erase(root);
    request.take(nest);
    FailureOr<FuseExtResult> result =
        applyNest(*this, rewriter, request, nest, waiting);
    if (failed(result))
      return DiagnosedSilenceableFailure::definiteFailure();
    llvm::append_range(roots, result->tiledRoots);
    for (auto [handle, loop] : llvm::zip_equal(loops, result->loops))
      handle.push_back(loop);
  }
  results.set(cast<OpResult>(getTransformed()), roots);
  for (auto [handle, payload] : llvm::zip_equal(getLoops(), loops))
    results.set(cast<OpResult>(handle), payload);
  return DiagnosedSilenceableFailure::success();
}
