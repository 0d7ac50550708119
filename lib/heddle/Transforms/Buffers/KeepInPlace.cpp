//===- KeepInPlace.cpp - Ops that must write in place ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mark is a discardable attribute of the op, so tiles of the op and inlined
// copies have it, too. If a mark gets lost because another op replaces the
// marked one, that is noticed: the function has a list of all lines that set
// marks, and each line needs a marked op.
//
// A marked op is in place if no buffer is copied between where its destination
// is made and the op: neither its own operand is out of place, nor a slice, a
// view or a loop on the way, and no step before the analysis made a copy.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/KeepInPlace.h"

#include "KeptInPlace.h"
#include "heddle/Analysis/Memory/MemoryCause.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::heddle;
using bufferization::AliasingOpOperand;

/// On an op: for each line that asks, the line, its number in the list of the
/// function, and the results that are meant.
static constexpr StringLiteral kOpMark = "heddle.keep_in_place";
/// On a function: the lines.
static constexpr StringLiteral kFunctionMark = "heddle.kept_in_place";
static constexpr StringLiteral kLine = "line", kNumber = "number",
                               kResults = "results";

/// The operands that the owner of `result` overwrites to compute it.
static SmallVector<OpOperand *>
findDestinations(OpResult result, const bufferization::AnalysisState &state) {
  SmallVector<OpOperand *> found;
  Operation *op = result.getOwner();
  if (!isa<TensorType>(result.getType()) || isa<CallOpInterface>(op) ||
      !state.getOptions().dynCastBufferizableOp(op))
    return found;
  for (const AliasingOpOperand &alias : state.getAliasingOpOperands(result))
    if (alias.opOperand->getOwner() == op &&
        state.bufferizesToMemoryWrite(*alias.opOperand))
      found.push_back(alias.opOperand);
  return found;
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

/// The results of `op` that have to be kept in place; fails if one of them has
/// no destination.
static FailureOr<SmallVector<int64_t>>
findKept(RewriterBase &rewriter, Operation *op, ArrayRef<int64_t> results) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  SmallVector<int64_t> kept;
  for (OpResult result : op->getResults())
    if (!findDestinations(result, state).empty())
      kept.push_back(result.getResultNumber());
  for (int64_t number : results) {
    if (number < 0 || number >= op->getNumResults())
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "expects 'result_numbers' in [0, " << op->getNumResults()
             << "), but got " << number;
      });
    if (!llvm::is_contained(kept, number))
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "result " << number << " of '" << op->getName()
             << "' has no destination";
      });
  }
  if (kept.empty())
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
      diag << "'" << op->getName() << "' has no destination";
    });
  return results.empty() ? kept : llvm::to_vector(results);
}

LogicalResult heddle::keepInPlace(RewriterBase &rewriter,
                                  ArrayRef<Operation *> targets,
                                  ArrayRef<int64_t> results, Location line) {
  SmallVector<SmallVector<int64_t>> kept;
  for (Operation *op : targets) {
    if (!op->getParentOfType<func::FuncOp>())
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "'" << op->getName() << "' is not in a function";
      });
    FailureOr<SmallVector<int64_t>> numbers = findKept(rewriter, op, results);
    if (failed(numbers))
      return failure();
    kept.push_back(*numbers);
  }
  Builder builder(rewriter);
  auto append = [&](Operation *op, StringRef name, Attribute attr) {
    SmallVector<Attribute> marks;
    if (auto known = op->getAttrOfType<ArrayAttr>(name))
      llvm::append_range(marks, known);
    marks.push_back(attr);
    rewriter.modifyOpInPlace(
        op, [&] { op->setDiscardableAttr(name, builder.getArrayAttr(marks)); });
    return marks.size() - 1;
  };
  for (auto [op, numbers] : llvm::zip_equal(targets, kept)) {
    int64_t number = append(op->getParentOfType<func::FuncOp>(), kFunctionMark,
                            LocationAttr(line));
    append(
        op, kOpMark,
        builder.getDictionaryAttr(
            {builder.getNamedAttr(kLine, LocationAttr(line)),
             builder.getNamedAttr(kNumber, builder.getI64IntegerAttr(number)),
             builder.getNamedAttr(kResults,
                                  builder.getDenseI64ArrayAttr(numbers))}));
  }
  return success();
}

void heddle::eraseKeptInPlace(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](Operation *op) {
    if (!op->hasAttr(kOpMark) && !op->hasAttr(kFunctionMark))
      return;
    rewriter.modifyOpInPlace(op, [&] {
      op->removeDiscardableAttr(kOpMark);
      op->removeDiscardableAttr(kFunctionMark);
    });
  });
}

//===----------------------------------------------------------------------===//
// Judgment
//===----------------------------------------------------------------------===//

/// The operand whose buffer `value` takes over without a write: the source of a
/// view, or the initial value of a loop.
static OpOperand *findOrigin(Value value,
                             const bufferization::OneShotAnalysisState &state) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop =
        dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    return loop ? loop.getTiedLoopInit(argument) : nullptr;
  }
  Operation *op = value.getDefiningOp();
  if (isa<LoopLikeOpInterface, CallOpInterface>(op) ||
      !state.getOptions().dynCastBufferizableOp(op))
    return nullptr;
  for (const AliasingOpOperand &alias : state.getAliasingOpOperands(value))
    if (alias.opOperand->getOwner() == op &&
        !state.bufferizesToMemoryWrite(*alias.opOperand))
      return alias.opOperand;
  return nullptr;
}

/// Why the buffer that `use` writes is a copy; nothing if it is not a copy.
static std::optional<Reason>
findCopy(OpOperand *use, const bufferization::OneShotAnalysisState &state,
         const WriteConflicts &conflicts) {
  for (llvm::SmallPtrSet<OpOperand *, 8> seen; use && seen.insert(use).second;
       use = findOrigin(use->get(), state)) {
    if (const Reason *reason = conflicts.lookUp(*use))
      return *reason;
    auto copy = use->get().getDefiningOp<bufferization::AllocTensorOp>();
    if (copy && copy.getCopy())
      return getMemoryCause(copy.getLoc())
          .value_or(Reason(copy, quote(copy) + " needs a buffer of its own"));
  }
  return std::nullopt;
}

static LogicalResult refuseCopy(Operation *op, int64_t result,
                                const Reason &copy, Location line) {
  emitError(op->getLoc()) << "result " << result << " of '" << op->getName()
                          << "' is not in place: " << copy.text;
  for (const Reason::Note &note : copy.notes)
    emitError(note.loc) << note.text;
  return emitError(line) << "this line keeps it in place";
}

/// The lines that have an op, each with its number.
using FoundLines = llvm::DenseSet<std::pair<Attribute, int64_t>>;

/// Judges the marks of `op`, and notes in `found` which lines have an op.
static LogicalResult
checkMarks(Operation *op, ArrayAttr marks,
           const bufferization::OneShotAnalysisState &state,
           const WriteConflicts &conflicts, FoundLines &found) {
  for (Attribute attr : marks) {
    auto mark = dyn_cast<DictionaryAttr>(attr);
    if (!mark)
      continue;
    auto line = mark.getAs<LocationAttr>(kLine);
    auto number = mark.getAs<IntegerAttr>(kNumber);
    auto results = mark.getAs<DenseI64ArrayAttr>(kResults);
    if (!line || !number || !results)
      continue;
    found.insert({line, number.getInt()});
    for (int64_t result : results.asArrayRef()) {
      if (result < 0 || result >= op->getNumResults())
        continue;
      for (OpOperand *use : findDestinations(op->getResult(result), state))
        if (std::optional<Reason> copy = findCopy(use, state, conflicts))
          return refuseCopy(op, result, *copy, Location(line));
    }
  }
  return success();
}

LogicalResult
heddle::checkKeptInPlace(ModuleOp module,
                         bufferization::OneShotAnalysisState &state,
                         const WriteConflicts &conflicts) {
  FoundLines found;
  WalkResult result = module.walk([&](Operation *op) {
    auto marks = op->getAttrOfType<ArrayAttr>(kOpMark);
    return !marks || succeeded(checkMarks(op, marks, state, conflicts, found))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  for (auto function : module.getOps<func::FuncOp>()) {
    auto lines = function->getAttrOfType<ArrayAttr>(kFunctionMark);
    if (!lines)
      continue;
    for (auto [number, line] : llvm::enumerate(lines)) {
      if (found.contains({line, static_cast<int64_t>(number)}))
        continue;
      emitError(function.getLoc())
          << "an op of '@" << function.getSymName()
          << "' that is kept in place was replaced or erased before its "
             "buffer was chosen";
      if (auto loc = dyn_cast<LocationAttr>(line))
        emitError(loc) << "this line keeps it in place";
      return failure();
    }
  }
  return success();
}
