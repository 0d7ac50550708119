//===- VectorOps.cpp - Transform ops that make vectors --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, effects, application and messages of the ops that make vectors. The
// algorithms are plain functions in Transforms/Vectors.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Vectors/VectorOps.h"

#include "Cleanup/FoldedLoops.h"
#include "Operands/HandleTypes.h"
#include "Reports/BestEffort.h"
#include "heddle/Analysis/Memory/ElementBytes.h"
#include "heddle/Analysis/Target/CacheSizes.h"
#include "heddle/Analysis/Target/TargetFeatures.h"
#include "heddle/Analysis/Target/VectorRegisters.h"
#include "heddle/Analysis/Vectors/DotProduct.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/PlanObserver.h"
#include "heddle/Transforms/Vectors/ExpandZeroPoints.h"
#include "heddle/Transforms/Vectors/PackDotProducts.h"
#include "heddle/Transforms/Vectors/PackOperand.h"
#include "heddle/Transforms/Vectors/Vectorize.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Vectors/VectorOps.cpp.inc"

/// The largest share of scalar operations that may stay scalar without
/// best_effort.
static constexpr double kLargestScalarShare = 0.01;

LogicalResult VectorizeOp::verify() {
  VectorRegisters given;
  given.bits = getVectorBits().value_or(given.bits);
  given.count = getRegisters().value_or(given.count);
  if (std::optional<std::string> bad = findBadRegisters(given))
    return emitOpError(*bad);
  return success();
}

/// The machine that `op` computes vectors of `root` for: what its options give,
/// and else what the payload names.
static DiagnosedSilenceableFailure readMachine(VectorizeOp op, Operation *root,
                                               VectorTarget &machine) {
  VectorRegisters registers = getVectorRegisters(root);
  registers.bits = op.getVectorBits().value_or(registers.bits);
  registers.count = op.getRegisters().value_or(registers.count);
  if (std::optional<std::string> bad = findBadRegisters(registers)) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(op.getOperation())
        << "the target of the payload: " << *bad;
    failure.attachNote(root->getLoc()) << "the payload";
    return failure;
  }
  machine = {registers.bits, registers.count, op.getDotProducts()};
  return DiagnosedSilenceableFailure::success();
}

bool VectorizeOp::allowsRepeatedHandleOperands() { return true; }

/// The functions in `target`, or `target` itself if there are none. A schedule
/// does not count as payload.
static void collectRoots(Operation *target,
                         llvm::SetVector<Operation *> &roots) {
  bool hasFunctions = false;
  target->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_nonnull<transform::TransformDialect>(op->getDialect()))
      return WalkResult::skip();
    if (!isa<FunctionOpInterface>(op))
      return WalkResult::advance();
    hasFunctions = true;
    if (!cast<FunctionOpInterface>(op).isExternal())
      roots.insert(op);
    return WalkResult::skip();
  });
  if (!hasFunctions)
    roots.insert(target);
}

/// Leaves out roots that are inside another root.
static void dropNested(llvm::SetVector<Operation *> &roots) {
  llvm::SmallPtrSet<Operation *, 8> all(roots.begin(), roots.end());
  roots.remove_if([&](Operation *root) {
    for (Operation *op = root->getParentOp(); op; op = op->getParentOp())
      if (all.contains(op))
        return true;
    return false;
  });
}

static bool holdsStructuredOps(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isa<linalg::LinalgOp, TilingInterface>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::string formatShare(double share) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f %%", 100 * share);
  return text;
}

/// Refuses ops that would stay scalar according to `report`.
static DiagnosedSilenceableFailure refuseScalars(VectorizeOp op,
                                                 const VectorReport &report) {
  DiagnosedSilenceableFailure failure =
      emitSilenceableFailure(op.getOperation())
      << formatShare(report.getScalarShare())
      << " of the scalar operations would stay scalar, and at most "
      << formatShare(kLargestScalarShare)
      << " may; add {best_effort} to leave them so";
  for (const auto &[reason, ops] : report.scalar)
    attachReason(failure, reason);
  return failure;
}

/// Refuses dot products for which the target has no instructions. Also refuses
/// the option `dot_products` if no op is a group of products.
static DiagnosedSilenceableFailure
checkDotProducts(VectorizeOp op, const llvm::SetVector<Operation *> &roots) {
  bool isUsed = false;
  linalg::LinalgOp lacking;
  StringRef feature;
  for (Operation *root : roots)
    root->walk([&](linalg::LinalgOp structured) {
      if (structured == root || !getGroupDim(structured))
        return;
      isUsed = true;
      Type type = getElementTypeOrSelf(structured->getOperand(0).getType());
      std::optional<StringRef> missing =
          findMissingFeature(structured, getDotProductFeatures(type));
      if (!missing || lacking)
        return;
      lacking = structured;
      feature = *missing;
    });
  if (lacking) {
    DiagnosedSilenceableFailure failure =
        emitSilenceableFailure(op.getOperation())
        << "the target lacks '" << feature << "' for dot products of "
        << getElementTypeOrSelf(lacking->getOperand(0).getType());
    failure.attachNote(lacking.getLoc()) << "the op";
    return failure;
  }
  if (!isUsed && !roots.empty())
    return emitSilenceableFailure(op.getOperation())
           << "finds no groups of products for dot products; "
              "transform.heddle.pack_dot_products makes them";
  return DiagnosedSilenceableFailure::success();
}

/// Emits remarks on ops that stay scalar and on values that are spilled.
static void remarkOn(VectorizeOp op, const VectorReport &report,
                     const VectorTarget &machine) {
  for (const auto &[reason, ops] : report.scalar)
    op.emitRemark(reason.text).attachNote(reason.loc) << "the op";
  for (const Reason &spill : report.spills)
    op.emitRemark(spill.text).attachNote(spill.loc) << "the op";
  for (const VectorizedOps &ops : report.vectorized)
    if (ops.registers > machine.numRegisters)
      op.emitRemark("'" + ops.name + "' takes " + Twine(ops.registers) +
                    " registers of " + Twine(machine.numRegisters) +
                    ": the rest is spilled")
              .attachNote(ops.loc)
          << "the op";
}

/// Collects the roots in `targets`. Refuses targets that are
/// structured ops themselves.
static DiagnosedSilenceableFailure
findRoots(VectorizeOp op, ArrayRef<Operation *> targets,
          llvm::SetVector<Operation *> &roots) {
  for (Operation *target : targets) {
    if (isa<linalg::LinalgOp, TilingInterface>(target)) {
      DiagnosedSilenceableFailure failure =
          emitSilenceableFailure(op.getOperation())
          << "expects an op that holds structured ops, such as a function or a "
             "loop, but got '"
          << target->getName() << "'";
      failure.attachNote(target->getLoc()) << "the target";
      return failure;
    }
    collectRoots(target, roots);
  }
  dropNested(roots);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure VectorizeOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &, transform::TransformState &state) {
  llvm::SetVector<Operation *> roots;
  DiagnosedSilenceableFailure status = findRoots(*this, targets, roots);
  if (!status.succeeded())
    return status;
  if (getDotProducts())
    if (DiagnosedSilenceableFailure refused = checkDotProducts(*this, roots);
        !refused.succeeded())
      return refused;
  SmallVector<VectorTarget> machines(roots.size());
  for (auto [root, machine] : llvm::zip_equal(roots, machines))
    if (DiagnosedSilenceableFailure refused = readMachine(*this, root, machine);
        !refused.succeeded())
      return refused;
  VectorReport plan, done;
  std::vector<VectorReport> plans;
  for (auto [root, machine] : llvm::zip_equal(roots, machines))
    plan.append(plans.emplace_back(planVectors(root, machine)));
  if (!targets.empty() && !getBestEffort() &&
      llvm::none_of(roots, holdsStructuredOps))
    return emitSilenceableError()
           << "finds no structured op on tensors in the target";
  if (plan.getScalarShare() > kLargestScalarShare && !getBestEffort())
    return refuseScalars(*this, plan);
  for (auto [ownPlan, machine] : llvm::zip_equal(plans, machines))
    remarkOn(*this, ownPlan, machine);
  bool isEmpty = plan.scalar.empty() && llvm::any_of(roots, holdsStructuredOps);
  if (!targets.empty() && plan.vectorized.empty() && !isEmpty) {
    emitRemark("changes nothing: no op can be vectorized");
    return DiagnosedSilenceableFailure::success();
  }
  if (plan.vectorized.empty() && isEmpty)
    emitRemark("makes no vector: the structured ops in the target have no "
               "elements");
  FoldedLoops folded(rewriter, state, *this);
  for (auto [root, ownPlan, machine] :
       llvm::zip_equal(roots, plans, machines)) {
    // A root in which no op becomes a vector op is left unchanged.
    bool isLeft = ownPlan.vectorized.empty() && !ownPlan.scalar.empty();
    done.append(isLeft ? ownPlan : vectorize(rewriter, root, machine, ownPlan));
  }
  if (std::optional<std::string> difference = findDifference(plan, done))
    return emitDefiniteFailure("did not vectorize as planned: ") << *difference;
  notifyVectorObservers(plan, *this);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// PackOperandOp and PackDotProductsOp
//===----------------------------------------------------------------------===//

/// Lets the structured ops of the target read copies of operands. `check` is
/// asked of all of them before `pack` changes the first; `refusal` says what
/// cannot be done.
template <typename OpTy, typename CheckFn, typename PackFn>
static DiagnosedSilenceableFailure
packTargets(OpTy op, transform::TransformRewriter &rewriter,
            transform::TransformResults &results,
            transform::TransformState &state, StringRef refusal, CheckFn check,
            PackFn pack) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(op, state, "target", op.getTarget(), targets);
  if (!status.succeeded())
    return status;
  BestEffort none(op, /*isOn=*/false, /*numTargets=*/1);
  llvm::SmallSetVector<linalg::LinalgOp, 4> structured;
  status = selectTargets(op, targets, "structured linalg", none, structured);
  if (!status.succeeded())
    return status;
  FailureReasons reasons(rewriter);
  for (linalg::LinalgOp target : structured)
    if (failed(check(target)))
      return refuseTargets(op, refusal, reasons, none);
  SmallVector<Operation *> packed, copies;
  for (linalg::LinalgOp target : structured) {
    auto result = pack(target);
    if (failed(result))
      return op.emitDefiniteFailure(reasons.getFirst("no reason was given"));
    packed.push_back(result->op);
    copies.push_back(result->copy);
  }
  results.set(cast<OpResult>(op.getPacked()), packed);
  results.set(cast<OpResult>(op.getCopy()), copies);
  return DiagnosedSilenceableFailure::success();
}

/// The elements in a vector register of the target of `op`, of the type of its
/// input `operand`. A row can begin at any element that fills a register.
static FailureOr<int64_t>
getOperandLanes(RewriterBase &rewriter, linalg::LinalgOp op, int64_t operand) {
  VectorRegisters registers = getVectorRegisters(op);
  if (std::optional<std::string> bad = findBadRegisters(registers))
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "the target of the payload: " << *bad;
    });
  Type type =
      getElementTypeOrSelf(op.getDpsInputOperand(operand)->get().getType());
  std::optional<int64_t> bytes = getElementBytes(type, DataLayout::closest(op));
  if (!bytes)
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "the bytes of an element of type " << type
           << " are not known: give 'pad' a number of elements";
    });
  return std::max<int64_t>(1,
                           registers.bits / 8 / std::max<int64_t>(1, *bytes));
}

/// Reads the options that depend on the target of `op`. Fails, and tells the
/// rewriter why, if the target does not say enough.
static LogicalResult readTargetOptions(RewriterBase &rewriter,
                                       PackOperandOp pack, linalg::LinalgOp op,
                                       PackOperandOptions &options) {
  std::optional<uint64_t> level = pack.getCacheLevel();
  if (level) {
    options.maxTileBytes = getCacheBytes(op, *level);
    if (!options.maxTileBytes)
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "the bytes of cache level " << *level
             << " are not known: write them into the payload by "
                "'transform.heddle.target'";
      });
  }
  if (auto number = dyn_cast_or_null<IntegerAttr>(pack.getPadAttr())) {
    options.rowMultiple = number.getInt();
  } else if (pack.getPadAttr()) {
    FailureOr<int64_t> lanes = getOperandLanes(rewriter, op, options.operand);
    if (failed(lanes))
      return failure();
    options.rowMultiple = *lanes;
  }
  return success();
}

DiagnosedSilenceableFailure
PackOperandOp::apply(transform::TransformRewriter &rewriter,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  PackOperandOptions options;
  options.operand = getOperandAttr().getInt();
  if (getTranspose())
    options.order = llvm::to_vector(*getTranspose());
  // Without the options of the target first: the operand has to exist.
  auto check = [&](linalg::LinalgOp op) -> LogicalResult {
    PackOperandOptions own = options;
    return success(succeeded(checkPackOperand(rewriter, op, own)) &&
                   succeeded(readTargetOptions(rewriter, *this, op, own)) &&
                   succeeded(checkPackOperand(rewriter, op, own)));
  };
  auto pack = [&](linalg::LinalgOp op) -> FailureOr<PackedOperand> {
    PackOperandOptions own = options;
    if (failed(readTargetOptions(rewriter, *this, op, own)))
      return failure();
    return packOperand(rewriter, op, own);
  };
  return packTargets(*this, rewriter, results, state,
                     "the operand cannot be packed", check, pack);
}

DiagnosedSilenceableFailure
PackDotProductsOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results,
                         transform::TransformState &state) {
  return packTargets(
      *this, rewriter, results, state, "the products cannot be grouped",
      [&](linalg::LinalgOp op) { return checkPackDotProducts(rewriter, op); },
      [&](linalg::LinalgOp op) { return packDotProducts(rewriter, op); });
}

//===----------------------------------------------------------------------===//
// ExpandZeroPointsOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure ExpandZeroPointsOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  llvm::SmallSetVector<Operation *, 4> distinct(targets.begin(), targets.end());
  SmallVector<Operation *> expanded;
  for (Operation *target : distinct)
    expanded.push_back(
        hasZeroPoints(target)
            ? expandZeroPoints(rewriter, cast<linalg::LinalgOp>(target))
                  .getOperation()
            : target);
  results.set(cast<OpResult>(getExpanded()), expanded);
  return DiagnosedSilenceableFailure::success();
}
