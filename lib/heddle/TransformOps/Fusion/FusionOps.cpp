//===- FusionOps.cpp - Transform ops that fuse ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, effects and application of the ops that fuse. The ops read
// handles, call Analysis and Transforms, and report. The rules of fusion are
// not here.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "Operands/HandleTypes.h"

#include "EmitNest.h"
#include "FuseExtRequest.h"
#include "Reports/BestEffort.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/TransformOps/Reports/PlanObserver.h"
#include "heddle/Transforms/Cleanup/DeadOps.h"
#include "heddle/Transforms/Fusion/FuseExt.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Fusion/FusionOps.cpp.inc"

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
  transform::onlyReadsHandle(getAtMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// True if `order` holds each of 0 ... n-1 once.
LogicalResult
heddle::verifyNumHandles(size_t number,
                         llvm::function_ref<InFlightDiagnostic()> emitError) {
  constexpr size_t kMaxHandles = 4096;
  if (number <= kMaxHandles)
    return success();
  return emitError() << "expects at most " << kMaxHandles
                     << " operands and results, but got " << number;
}

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

// The plan refuses a target that is also a stop op, with a reason.
bool FuseExtOp::allowsRepeatedHandleOperands() { return true; }

/// "; did you mean [1, 0]?" where the numbers below the largest one of `begin`
/// are missing; else nothing.
static std::string suggestPermutation(ArrayRef<int64_t> begin) {
  SmallVector<int64_t> all(begin);
  llvm::SmallDenseSet<int64_t> seen(begin.begin(), begin.end());
  constexpr int64_t kMaxRank = 32;
  if (seen.size() != begin.size() ||
      llvm::any_of(begin, [](int64_t n) { return n < 0 || n >= kMaxRank; }))
    return "";
  for (int64_t number = 0; number < *llvm::max_element(begin); ++number)
    if (!seen.contains(number))
      all.push_back(number);
  std::string text = "; did you mean ";
  llvm::raw_string_ostream(text) << joinValues(all) << "?";
  return text;
}

LogicalResult FuseExtOp::verify() {
  if (failed(verifyListOfOperandsOrIntegers(
          *this, "tile size", getStaticTileSizes().size(), getStaticTileSizes(),
          getTileSizes())) ||
      failed(verifyListOfOperandsOrIntegers(
          *this, "interchange", getStaticInterchange().size(),
          getStaticInterchange(), getInterchange())) ||
      failed(verifyFactor(*this, "max_recompute", getMaxRecompute())) ||
      failed(verifyFactor(*this, "placement_slack", getPlacementSlack())))
    return failure();
  if (getInterchange().empty() && !isPermutation(getStaticInterchange()))
    return emitOpError("expects 'interchange' to be a permutation of 0 to ")
           << getStaticInterchange().size() - 1 << ", but got "
           << joinValues(getStaticInterchange())
           << suggestPermutation(getStaticInterchange());

  ArrayRef<int64_t> sizes = getStaticTileSizes();
  int64_t numSizes = sizes.size() - llvm::count(sizes, 0);
  int64_t numLoops = getLoops().size();
  if (numSizes == 0)
    return emitOpError("expects a tile size that is not 0");
  if (getOnline() && getJoint())
    return emitOpError("expects 'online' without 'joint'");
  if (getSkipMasked() && !getOnline())
    return emitOpError("expects 'skip_masked' with 'online'");
  if (getRecurrence() && !getOnline())
    return emitOpError("expects 'recurrence' with 'online'");
  if (getOnline() && getKeepIntermediates())
    return emitOpError(
        "expects 'online' without 'keep_intermediates': what the "
        "loop computes of softmax is not its value");
  if (getAt().size() != getAtLoops().size())
    return emitOpError("expects a loop for each of ")
           << getAt().size() << " handles of 'at', but got "
           << getAtLoops().size();
  if (getOnline() && !getAt().empty())
    return emitOpError("expects 'online' without 'at'");
  for (int64_t loop : getAtLoops())
    if (loop < 0 || loop >= numLoops)
      return emitOpError("expects 'at' to name a loop in [0, ")
             << numLoops << "), but got " << loop;
  if (getUseForall() && (numLoops < 1 || numLoops > numSizes))
    return emitOpError("expects 1 to ")
           << numSizes << " loop results, but got " << numLoops;
  // Fewer loops may mean that the target has fewer dims. The plan says so.
  if (!getUseForall() && numLoops > numSizes)
    return emitOpError("expects ")
           << numSizes << " loop results, one per tile size that is not 0, but "
           << "got " << numLoops;
  return success();
}

//===----------------------------------------------------------------------===//
// FuseExtOp: application
//===----------------------------------------------------------------------===//

InFlightDiagnostic heddle::skipNest(NestRequest &nest, FusionRequest &request,
                                    BestEffort &bestEffort, StringRef text) {
  nest.isSkipped = true;
  request.options.stop.insert(nest.roots.begin(), nest.roots.end());
  InFlightDiagnostic remark = bestEffort.skip(nest.roots.front(), text);
  for (Operation *root : ArrayRef(nest.roots).drop_front())
    remark.attachNote(root->getLoc()) << "a joint target";
  return remark;
}

void heddle::refuseAfterOthers(FuseExtOp op, NestRequest &nest,
                               FusionRequest &request, BestEffort &bestEffort,
                               const Reason &reason) {
  std::string text =
      "tiling another target made this impossible: " + reason.text;
  InFlightDiagnostic diagnostic =
      bestEffort ? skipNest(nest, request, bestEffort, text)
                 : op.emitError(text);
  attachPlaces(diagnostic, reason);
}

/// Plans `nest` and checks that the op has a result for each of its loops.
static FailureOr<FusionPlan> checkPlan(FuseExtOp op, NestRequest &nest,
                                       FusionRequest &request,
                                       std::optional<Reason> &reason) {
  request.take(nest);
  FailureOr<FusionPlan> plan = request.plan(nest, reason);
  request.options.stop.insert(nest.roots.begin(), nest.roots.end());
  if (failed(plan))
    return failure();
  // The leading loops of a forall are one loop.
  size_t numLoops =
      plan->loops.size() - std::max<unsigned>(plan->numForall, 1) + 1;
  if (numLoops == op.getLoops().size())
    return plan;
  reason = Reason(nest.roots.front(), "expects " + Twine(numLoops) +
                                          " loop results for this target, but "
                                          "got " +
                                          Twine(op.getLoops().size()));
  return failure();
}

/// Emits a remark for each tile size above the extent of its dim. A loop over
/// an extent of 0 does not run, whatever the size is.
static void remarkLargeSizes(FuseExtOp op, const FusionPlan &plan) {
  for (const PlannedLoop &loop : plan.loops) {
    std::optional<int64_t> size = getConstantIntValue(loop.size);
    std::optional<int64_t> extent = loop.extent.getConstant();
    if (!size || !extent || *extent == 0 || *size <= *extent)
      continue;
    InFlightDiagnostic remark = op.emitRemark("tile size ")
                                << *size << " is above the extent " << *extent
                                << " of dim " << loop.position
                                << ": its loop has at most one iteration";
    remark.attachNote(plan.roots.front()->getLoc()) << "the target";
  }
}

/// Emits a remark for each stop op that no target depends on: it has no effect.
static void remarkIdleStops(FuseExtOp op, const FusionRequest &request) {
  if (request.options.stop.empty())
    return;
  llvm::SetVector<Operation *> slice;
  for (const NestRequest &nest : request.nests)
    slice.insert(nest.roots.begin(), nest.roots.end());
  for (size_t next = 0; next < slice.size(); ++next)
    // Values that regions use from outside count, too.
    slice[next]->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          slice.insert(producer);
    });
  SmallVector<Operation *> idle(
      llvm::make_filter_range(request.options.stop, [&](Operation *stop) {
        return !slice.contains(stop);
      }));
  if (idle.empty())
    return;
  // The set has no order.
  Operation *first = *llvm::min_element(idle, [](Operation *a, Operation *b) {
    return a->getBlock() == b->getBlock() && a->isBeforeInBlock(b);
  });
  InFlightDiagnostic remark = mlir::emitRemark(op.getLoc())
                              << "stop has no effect on '" << first->getName()
                              << "', which no target depends on";
  if (idle.size() > 1)
    remark << ", nor on " << idle.size() - 1 << " more";
  remark.attachNote(first->getLoc()) << "this op";
}

/// Refuses `at` for an op that no nest computes.
static DiagnosedSilenceableFailure
checkPlaces(FuseExtOp op, const FusionRequest &request,
            const llvm::SmallPtrSetImpl<Operation *> &computed) {
  for (Operation *producer : request.placed) {
    if (computed.contains(producer))
      continue;
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(op)
        << "expects 'at' to name producers of a target, but no nest computes '"
        << producer->getName() << "'";
    failure.attachNote(producer->getLoc()) << "this op";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

/// Plans each nest. If a nest cannot be planned and is not skipped, refuses the
/// whole op. Nothing is changed.
static DiagnosedSilenceableFailure
checkPlans(FuseExtOp op, FusionRequest &request, BestEffort &bestEffort) {
  remarkIdleStops(op, request);
  bool isFirst = true, isSkipped = false;
  llvm::SmallPtrSet<Operation *, 8> computed;
  for (NestRequest &nest : request.nests) {
    std::optional<Reason> reason;
    FailureOr<FusionPlan> plan = checkPlan(op, nest, request, reason);
    if (failed(plan) && bestEffort) {
      InFlightDiagnostic remark =
          skipNest(nest, request, bestEffort, reason->text);
      attachPlaces(remark, *reason);
      isSkipped = true;
      continue;
    }
    if (failed(plan)) {
      DiagnosedSilenceableFailure failure = emitSilenceableFailure(op)
                                            << reason->text;
      attachPlaces(failure, *reason);
      return bestEffort.suggestIn(std::move(failure));
    }
    remarkLargeSizes(op, *plan);
    for (const Instance &instance : plan->instances)
      if (!instance.isRoot)
        computed.insert(instance.op);
    // The other nests are planned again after the first has been changed.
    if (isFirst)
      nest.checked.emplace(std::move(*plan));
    isFirst = false;
  }
  // A nest that is skipped would perhaps have computed them.
  if (isSkipped)
    return DiagnosedSilenceableFailure::success();
  return checkPlaces(op, request, computed);
}

Operation *heddle::holdSizes(RewriterBase &rewriter, NestRequest &nest) {
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

LogicalResult heddle::takeSizes(RewriterBase &rewriter, Operation *holder,
                                NestRequest &nest,
                                std::optional<Reason> &reason) {
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
    reason = Reason(root, "a tile size is now computed after its target");
    if (Operation *def = value.getDefiningOp())
      reason->addNote(def, "the tile size");
    return failure();
  }
  return success();
}

/// Plans `nest` on the current payload. If that fails, skips the nest if
/// targets may be skipped, and else fails with an error.
static FailureOr<FusionPlan> planNest(FuseExtOp op, RewriterBase &rewriter,
                                      FusionRequest &request, NestRequest &nest,
                                      Operation *holder,
                                      BestEffort &bestEffort) {
  std::optional<Reason> reason;
  auto makePlan = [&]() -> FailureOr<FusionPlan> {
    if (failed(takeSizes(rewriter, holder, nest, reason)))
      return failure();
    request.take(nest);
    if (nest.checked)
      return std::move(*nest.checked);
    return request.plan(nest, reason);
  };
  FailureOr<FusionPlan> plan = makePlan();
  if (succeeded(plan))
    return plan;
  refuseAfterOthers(op, nest, request, bestEffort, *reason);
  return failure();
}

DiagnosedSilenceableFailure
FuseExtOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  FusionRequest request;
  DiagnosedSilenceableFailure status = readNests(*this, state, request);
  BestEffort bestEffort(*this, getBestEffort(), request.nests.size());
  if (status.succeeded() && getOnline())
    return fuseNestsOnline(*this, rewriter, results, request, bestEffort);
  if (status.succeeded())
    status = checkPlans(*this, request, bestEffort);
  if (!status.succeeded())
    return status;

  SmallVector<Operation *> roots;
  SmallVector<SmallVector<Operation *>> loops(getLoops().size());
  DenseSet<Operation *> waiting;
  SmallVector<Operation *> holders;
  for (NestRequest &nest : request.nests) {
    waiting.insert_range(nest.roots);
    bool isLater = request.nests.size() > 1 && !nest.isSkipped;
    holders.push_back(isLater ? holdSizes(rewriter, nest) : nullptr);
  }
  for (auto [nest, holder] : llvm::zip_equal(request.nests, holders)) {
    if (nest.isSkipped)
      continue;
    FailureOr<FusionPlan> plan =
        planNest(*this, rewriter, request, nest, holder, bestEffort);
    if (nest.isSkipped)
      continue;
    if (failed(plan))
      return DiagnosedSilenceableFailure::definiteFailure();
    for (Operation *root : nest.roots)
      waiting.erase(root);
    FailureOr<FuseExtResult> result =
        emitNest(*this, getExplain(), rewriter, *plan, waiting);
    if (failed(result))
      return DiagnosedSilenceableFailure::definiteFailure();
    request.forget(result->deadOriginals);
    llvm::append_range(roots, result->tiledRoots);
    for (auto [handle, loop] : llvm::zip_equal(loops, result->loops))
      handle.push_back(loop);
  }
  bestEffort.finish();
  results.set(cast<OpResult>(getTransformed()), roots);
  for (auto [handle, payload] : llvm::zip_equal(getLoops(), loops))
    results.set(cast<OpResult>(handle), payload);
  return DiagnosedSilenceableFailure::success();
}
