//===- ScheduleGuards.cpp - Checks in a running schedule ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts the guards, and finds out whether a lookup came back empty. What
// makes an upstream op unsound is in UnsoundOps.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/ScheduleGuards.h"

#include "UnsoundOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

#define GET_OP_CLASSES
#include "heddle/Interpreter/ScheduleGuards.cpp.inc"

//===----------------------------------------------------------------------===//
// Insertion
//===----------------------------------------------------------------------===//

/// Upstream ops that look payload ops up and are content to find none.
static bool isLookup(Operation *op) {
  return llvm::is_contained({"transform.structured.match",
                             "transform.pdl_match", "transform.select",
                             "transform.collect_matching"},
                            op->getName().getStringRef());
}

void heddle::insertScheduleGuards(ModuleOp schedule,
                                  const GuardOptions &options) {
  schedule.walk([&](Operation *op) {
    OpBuilder builder(op);
    if (mayBeUnsound(op))
      GuardSoundnessOp::create(builder, op->getLoc(), op->getOperand(0),
                               options.strict);
    if (!isLookup(op) || op->hasAttr(kMayBeEmptyAttrName))
      return;
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults())
      if (isa<transform::TransformHandleTypeInterface>(result.getType()))
        GuardMatchOp::create(builder, op->getLoc(), result);
  });
}

//===----------------------------------------------------------------------===//
// GuardMatchOp
//===----------------------------------------------------------------------===//

/// The op names that `lookup` looks for; empty if it does not look for names.
static SmallVector<StringRef> getSoughtNames(Operation *lookup) {
  if (auto name = lookup->getAttrOfType<StringAttr>("op_name"))
    return {name.getValue()};
  SmallVector<StringRef> names;
  if (auto ops = lookup->getAttrOfType<ArrayAttr>("ops"))
    llvm::append_range(names, ops.getAsValueRange<StringAttr>());
  return names;
}

/// Of the op names under `scope` the one that is most like `sought`, or an
/// empty string if none is alike.
static StringRef findNearestName(StringRef sought, Operation *scope) {
  StringRef nearest;
  unsigned best = std::max<unsigned>(1, sought.size() / 4) + 1;
  scope->walk([&](Operation *op) {
    StringRef name = op->getName().getStringRef();
    unsigned distance = sought.edit_distance(name, true, best);
    if (distance > 0 && distance < best) {
      best = distance;
      nearest = name;
    }
  });
  return nearest;
}

DiagnosedSilenceableFailure GuardMatchOp::apply(transform::TransformRewriter &,
                                                transform::TransformResults &,
                                                TransformState &state) {
  if (!state.getPayloadOps(getHandle()).empty())
    return DiagnosedSilenceableFailure::success();

  Operation *lookup = getHandle().getDefiningOp();
  SmallVector<Operation *> scopes =
      llvm::to_vector(state.getPayloadOps(lookup->getOperand(0)));
  SmallVector<StringRef> names = getSoughtNames(lookup);
  DiagnosedSilenceableFailure diag = emitSilenceableError()
                                     << "expects '" << lookup->getName()
                                     << "' to find an op, but found none";
  if (!names.empty()) {
    diag << " for";
    llvm::interleave(
        names, [&](StringRef name) { diag << " '" << name << "'"; },
        [&] { diag << ","; });
  }
  if (names.size() == 1)
    for (Operation *scope : scopes)
      if (StringRef near = findNearestName(names.front(), scope);
          !near.empty()) {
        diag << "; did you mean '" << near << "'?";
        break;
      }
  diag.attachNote(lookup->getLoc())
      << "an op with {" << kMayBeEmptyAttrName << "} may find none";
  if (scopes.empty())
    diag.attachNote(lookup->getLoc()) << "it looked nowhere: its operand is an "
                                         "empty handle";
  for (Operation *scope : ArrayRef(scopes).take_front(4))
    diag.attachNote(scope->getLoc())
        << "looked in this '" << scope->getName() << "'";
  return diag;
}

//===----------------------------------------------------------------------===//
// GuardSoundnessOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
GuardSoundnessOp::apply(transform::TransformRewriter &,
                        transform::TransformResults &, TransformState &state) {
  Operation *guarded = getOperation()->getNextNode();
  for (Operation *target : state.getPayloadOps(getHandle())) {
    std::optional<std::string> reason = findUnsoundness(guarded, target, state);
    if (!reason)
      continue;
    if (getStrict()) {
      DiagnosedSilenceableFailure diag = emitSilenceableError()
                                         << "'" << guarded->getName() << "' "
                                         << *reason;
      diag.attachNote(target->getLoc()) << "the payload op";
      return diag;
    }
    InFlightDiagnostic diag = mlir::emitWarning(getLoc())
                              << "'" << guarded->getName() << "' " << *reason;
    diag.attachNote(target->getLoc()) << "the payload op";
  }
  return DiagnosedSilenceableFailure::success();
}
