//===- ForeachGuards.cpp - Iterations whose op is gone --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's 'foreach' lists its payload ops before the first iteration and
// does not look whether they are there when their turn comes. The handle that
// it iterates over is kept up to date: an op of the list that the handle no
// longer names was fused, merged or erased.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Guards/ScheduleGuards.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

namespace {

/// What the running 'foreach' ops of a schedule iterate over.
class Iterations : public TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Iterations)

  explicit Iterations(TransformState &state) : Extension(state) {}

  /// One payload op, which may be gone, and its location.
  using Target = std::pair<Operation *, Location>;
  struct Loop {
    /// The payload ops of each operand that is a handle to ops.
    SmallVector<std::pair<Value, SmallVector<Target>>> targets;
    size_t next = 0; ///< the iteration after the one that runs
  };
  llvm::DenseMap<Operation *, Loop> loops;
};

} // namespace

/// True if the body consumes `handle` itself: then it names nothing there.
static bool isConsumedIn(transform::ForeachOp foreachOp, Value handle) {
  return llvm::any_of(handle.getUses(), [&](OpOperand &use) {
    auto op = dyn_cast<transform::TransformOpInterface>(use.getOwner());
    return op && foreachOp->isProperAncestor(op) &&
           transform::isHandleConsumed(handle, op);
  });
}

DiagnosedSilenceableFailure
GuardTargetsOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &, TransformState &state) {
  auto foreachOp =
      dyn_cast<transform::ForeachOp>(getOperation()->getNextNode());
  if (!foreachOp)
    return DiagnosedSilenceableFailure::success();
  auto *iterations = state.getExtension<Iterations>();
  if (!iterations)
    iterations = &state.addExtension<Iterations>();
  Iterations::Loop &loop = iterations->loops[foreachOp];
  loop = {};
  for (Value handle : foreachOp.getTargets()) {
    if (!isa<transform::TransformHandleTypeInterface>(handle.getType()) ||
        isConsumedIn(foreachOp, handle))
      continue;
    SmallVector<Iterations::Target> targets;
    for (Operation *target : state.getPayloadOps(handle))
      targets.push_back({target, target->getLoc()});
    loop.targets.push_back({handle, std::move(targets)});
  }
  return DiagnosedSilenceableFailure::success();
}

void GuardTargetsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getInputsMutable(), effects);
  transform::onlyReadsPayload(effects);
}

DiagnosedSilenceableFailure
GuardIterationOp::apply(transform::TransformRewriter &,
                        transform::TransformResults &, TransformState &state) {
  auto *iterations = state.getExtension<Iterations>();
  Operation *foreachOp = getOperation()->getParentOp();
  if (!iterations || !iterations->loops.contains(foreachOp))
    return DiagnosedSilenceableFailure::success();
  Iterations::Loop &loop = iterations->loops[foreachOp];
  ++loop.next;
  for (auto &[handle, targets] : loop.targets) {
    llvm::SmallDenseSet<Operation *> live;
    for (Operation *op : state.getPayloadOps(handle))
      live.insert(op);
    for (size_t i = loop.next; i < targets.size(); ++i) {
      if (live.contains(targets[i].first))
        continue;
      DiagnosedDefiniteFailure diag = emitDefiniteFailure();
      diag << "iteration " << loop.next - 1 << " of 'transform.foreach' fused, "
           << "merged or erased the op of iteration " << i
           << "; look for one op after the other in the body, or apply the "
              "step to all of them at once";
      diag.attachNote(targets[i].second) << "the op that is gone";
      return diag;
    }
  }
  return DiagnosedSilenceableFailure::success();
}

void GuardIterationOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &) {}
