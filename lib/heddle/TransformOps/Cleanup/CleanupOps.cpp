//===- CleanupOps.cpp - Ops that simplify the payload ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Textual form, effects and application of transform.cleanup. The algorithm is
// in Transforms/Cleanup/Cleanup.h. Pattern sets are upstream's.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Cleanup/CleanupOps.h"

#include "FoldedLoops.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Cleanup/Cleanup.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Textual form
//===----------------------------------------------------------------------===//

/// True if the text at `loc`, which begins with `%`, names the results of the
/// next op: `%a = `, `%a:2 = ` or `%a, %b = `.
static bool isListOfResults(SMLoc loc) {
  StringRef text(loc.getPointer());
  text = text.drop_front().drop_while([](char c) {
    return llvm::isAlnum(c) || StringRef("_$.-#").contains(c);
  });
  text = text.ltrim();
  if (text.consume_front(":")) {
    text = text.ltrim();
    return !text.empty() && llvm::isDigit(text.front());
  }
  return text.starts_with("=") || text.starts_with(",");
}

/// `%handle : type`, or nothing. The line after an op without operands may
/// begin with the results of the next one.
static ParseResult
parseTypedOperand(OpAsmParser &parser,
                  std::optional<OpAsmParser::UnresolvedOperand> &operand,
                  Type &type) {
  SMLoc loc = parser.getCurrentLocation();
  if (*loc.getPointer() != '%' || isListOfResults(loc))
    return success();
  return failure(parser.parseOperand(operand.emplace()) ||
                 parser.parseColonType(type));
}

static void printTypedOperand(OpAsmPrinter &printer, Operation *, Value operand,
                              Type type) {
  if (operand)
    printer << operand << " : " << type;
}

#define GET_OP_CLASSES
#include "heddle/TransformOps/Cleanup/CleanupOps.cpp.inc"

//===----------------------------------------------------------------------===//
// CleanupOp
//===----------------------------------------------------------------------===//

LogicalResult CleanupOp::verify() {
  if (getCleaned() && !getTarget())
    return emitOpError("expects a target for its result to name");
  return success();
}

static bool isSchedule(Operation *op) {
  return isa_and_nonnull<transform::TransformDialect>(op->getDialect());
}

/// Collects the outermost ops at or below `op` that do not contain a schedule.
static void collectPayload(Operation *op, SmallVectorImpl<Operation *> &roots) {
  if (isSchedule(op))
    return;
  bool holdsSchedule = op->walk([](Operation *nested) {
                           return isSchedule(nested) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
                         }).wasInterrupted();
  if (!holdsSchedule) {
    roots.push_back(op);
    return;
  }
  for (Region &region : op->getRegions())
    for (Operation &child : region.getOps())
      collectPayload(&child, roots);
}

DiagnosedSilenceableFailure
CleanupOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  SmallVector<Operation *> targets{state.getTopLevel()};
  if (getTarget())
    targets = llvm::to_vector(state.getPayloadOps(getTarget()));
  // A target inside another target is simplified with that target.
  llvm::SmallPtrSet<Operation *, 8> all(targets.begin(), targets.end());
  llvm::erase_if(targets, [&](Operation *target) {
    for (Operation *op = target->getParentOp(); op; op = op->getParentOp())
      if (all.contains(op))
        return true;
    return false;
  });
  SmallVector<Operation *> roots;
  for (Operation *target : targets)
    collectPayload(target, roots);

  FoldedLoops folded(rewriter, state, *this);
  FailureReasons reasons(rewriter);
  if (failed(cleanUp(rewriter, roots)))
    return emitDefiniteFailure(reasons.getFirst("simplification failed"));
  for (Operation *target : targets)
    if (target->hasTrait<OpTrait::SymbolTable>())
      eraseUnusedSymbols(rewriter, target, isSchedule);
  if (getCleaned())
    results.set(cast<OpResult>(getCleaned()), state.getPayloadOps(getTarget()));
  return DiagnosedSilenceableFailure::success();
}

void ApplyDropUnusedResultsPatternsOp::populatePatterns(
    RewritePatternSet &patterns) {
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
}
