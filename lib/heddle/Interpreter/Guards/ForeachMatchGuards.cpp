//===- ForeachMatchGuards.cpp - Ops that a walk visits next ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's 'foreach_match' walks over the payload while its actions change
// it. An action may erase the op that it was called for, but not the op after
// it or an op around it, with which the walk goes on. No handle names these, so
// they are looked for by address: in blocks that are known to be there, from
// the outermost to the innermost.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Guards/ScheduleGuards.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

namespace {

/// Where 'foreach_match' ops are.
class Walks : public TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Walks)

  explicit Walks(TransformState &state) : Extension(state) {}

  /// An op that is visited or is around one, its block, and the op after it,
  /// which may be null.
  struct Place {
    Block *block;
    Operation *op, *next;
  };
  /// From the visited op to the outermost op around it.
  using Places = SmallVector<Place>;
  /// Of the op that a matcher saw last.
  Places seen;
  /// Of the op that the running action was called for.
  llvm::DenseMap<Operation *, Places> ofAction;
};

} // namespace

static bool holds(Block *block, Operation *op) {
  return llvm::any_of(*block, [&](Operation &other) { return &other == op; });
}

/// True if the walk can go on.
static bool canGoOn(ArrayRef<Walks::Place> places) {
  Operation *around = nullptr;
  for (const Walks::Place &place : llvm::reverse(places)) {
    if (around && llvm::none_of(around->getRegions(), [&](Region &region) {
          return llvm::any_of(
              region, [&](Block &block) { return &block == place.block; });
        }))
      return false;
    if (place.next && !holds(place.block, place.next))
      return false;
    bool isVisited = &place == places.begin();
    if (!isVisited && !holds(place.block, place.op))
      return false;
    around = place.op;
  }
  return true;
}

DiagnosedSilenceableFailure GuardWalkOp::apply(transform::TransformRewriter &,
                                               transform::TransformResults &,
                                               TransformState &state) {
  auto *walks = state.getExtension<Walks>();
  if (!walks)
    walks = &state.addExtension<Walks>();
  if (!getHandle()) {
    Operation *parent = getOperation()->getParentOp();
    if (getOperation()->getPrevNode() == nullptr)
      walks->ofAction[parent] = walks->seen;
    walks->seen.clear();
    return DiagnosedSilenceableFailure::success();
  }
  walks->seen.clear();
  for (Operation *op : state.getPayloadOps(getHandle()))
    for (; op && op->getBlock(); op = op->getParentOp())
      walks->seen.push_back({op->getBlock(), op, op->getNextNode()});
  return DiagnosedSilenceableFailure::success();
}

void GuardWalkOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getHandleMutable(), effects);
  transform::onlyReadsPayload(effects);
}

DiagnosedSilenceableFailure GuardActionOp::apply(transform::TransformRewriter &,
                                                 transform::TransformResults &,
                                                 TransformState &state) {
  auto *walks = state.getExtension<Walks>();
  if (!walks || canGoOn(walks->ofAction.lookup(getOperation()->getParentOp())))
    return DiagnosedSilenceableFailure::success();
  return emitDefiniteFailure()
         << "this action of 'transform.foreach_match' fused, merged or erased "
            "the op to be visited next, or an op around the matched one; find "
            "the ops by 'transform.collect_matching' before the first change";
}

void GuardActionOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &) {}

void heddle::guardWalks(ModuleOp schedule) {
  llvm::SetVector<Operation *> matchers, actions;
  schedule.walk([&](Operation *op) {
    auto forget = [&] {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      GuardWalkOp::create(builder, op->getLoc(), Value());
    };
    if (isa<transform::CollectMatchingOp>(op))
      forget();
    auto match = dyn_cast<transform::ForeachMatchOp>(op);
    if (!match)
      return;
    forget();
    auto collect = [&](ArrayAttr names, llvm::SetVector<Operation *> &found) {
      for (auto name : names.getAsRange<SymbolRefAttr>())
        if (auto sequence = SymbolTable::lookupNearestSymbolFrom<
                transform::NamedSequenceOp>(op, name);
            sequence && !sequence.isExternal())
          found.insert(sequence);
    };
    collect(match.getMatchers(), matchers);
    collect(match.getActions(), actions);
  });
  for (Operation *op : matchers) {
    Block &body = op->getRegion(0).front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    if (body.getNumArguments() > 0 &&
        isa<transform::TransformHandleTypeInterface>(
            body.getArgument(0).getType()))
      GuardWalkOp::create(builder, op->getLoc(), body.getArgument(0));
  }
  for (Operation *op : actions) {
    if (matchers.contains(op))
      continue;
    Block &body = op->getRegion(0).front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    GuardWalkOp::create(builder, op->getLoc(), Value());
    builder.setInsertionPoint(body.getTerminator());
    GuardActionOp::create(builder, op->getLoc());
  }
}
