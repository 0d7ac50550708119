//===- CheckMemoryRuns.cpp - Memory that arguments share ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans runs on the inputs that only a payload with memrefs allows: arguments
// in the same memory, arrays that are not dense, several calls on one state.
// Sharing is tried only where the order of the payload's reads and writes is
// defined.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "heddle/Analysis/DataFlow/Views.h"
#include "heddle/Execution/Inputs/Dictionary.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

#include <set>

using namespace mlir;
using namespace mlir::heddle;

/// Whether an op reads and writes element by element, so that it may read from
/// the array that it writes.
static bool isInPlaceElementwise(linalg::LinalgOp op) {
  return op.getNumLoops() == op.getNumParallelLoops() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// The argument of the function of which a memref is a view, and whether the
/// memref is that argument itself.
static std::pair<Value, bool> findViewed(Value value) {
  Value base = getBaseBuffer(value);
  return {base, base == value};
}

/// Whether the effect of `op` is defined if `a` and `b` share their memory,
/// from different elements on if `isShifted`.
static bool allowsSharing(Operation *op, Value a, Value b, bool isShifted) {
  bool usesA = false, usesB = false, usesWhole = true;
  for (OpOperand &use : op->getOpOperands()) {
    if (isOnlyViewed(use))
      continue;
    auto [root, isWhole] = findViewed(use.get());
    usesA |= root == a;
    usesB |= root == b;
    if (root == a || root == b)
      usesWhole &= isWhole;
  }
  if (!usesA || !usesB)
    return true;
  if (isa<memref::CopyOp>(op))
    return usesWhole && !isShifted;
  auto isWritten = [&](Value value) {
    auto destination = dyn_cast<DestinationStyleOpInterface>(op);
    return !destination ||
           llvm::any_of(destination.getDpsInits(), [&](Value init) {
             return findViewed(init).first == value;
           });
  };
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!isWritten(a) && !isWritten(b))
    return true;
  return structured && usesWhole && !isShifted &&
         isInPlaceElementwise(structured) && !(isWritten(a) && isWritten(b));
}

/// True if a `restrict` says that no other op between tensors and buffers has
/// the memory of `argument`.
static bool isRestricted(func::FuncOp func, Value argument) {
  return func
      ->walk([&](Operation *op) {
        Value memref;
        if (auto view = dyn_cast<bufferization::ToTensorOp>(op))
          memref = view.getRestrict() ? view.getBuffer() : Value();
        else if (auto end =
                     dyn_cast<bufferization::MaterializeInDestinationOp>(op))
          memref = end.getRestrict() ? end.getDest() : Value();
        return memref && findViewed(memref).first == argument
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the results are defined if two arguments share their memory: loops
/// have an order, parallel ones and structured ops have none.
static bool maySharePayload(func::FuncOp func, unsigned a, unsigned b,
                            bool isShifted = false) {
  for (unsigned i : {a, b})
    if (func.getArgAttr(i, "llvm.noalias"))
      return false;
  Value first = func.getArgument(a), second = func.getArgument(b);
  if (isRestricted(func, first) && isRestricted(func, second))
    return false;
  WalkResult walked = func->walk([&](Operation *op) {
    bool isParallel =
        llvm::is_contained({"scf.parallel", "scf.forall", "affine.parallel"},
                           op->getName().getStringRef());
    return isParallel || !allowsSharing(op, first, second, isShifted)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

static bool hasOpenLayout(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset;
  // An identity layout has dynamic strides, too, which follow from the shape.
  return memref && !memref.getLayout().isIdentity() &&
         succeeded(memref.getStridesAndOffset(strides, offset)) &&
         (ShapedType::isDynamic(offset) ||
          llvm::any_of(strides, ShapedType::isDynamic));
}

/// Whether each op that uses an argument only reads it.
static bool isOnlyRead(func::FuncOp func, Value argument) {
  WalkResult walked = func->walk([&](Operation *op) {
    // A view reads at most the shape, and writes nothing.
    if (getViewedOperand(op) ||
        llvm::none_of(op->getOperands(), [&](Value operand) {
          return findViewed(operand).first == argument;
        }))
      return WalkResult::advance();
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> all;
    effects.getEffects(all);
    return llvm::all_of(all,
                        [&](const MemoryEffects::EffectInstance &effect) {
                          Value value = effect.getValue();
                          return isa<MemoryEffects::Read>(effect.getEffect()) ||
                                 (value && findViewed(value).first != argument);
                        })
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !walked.wasInterrupted();
}

/// Adds copies of `base` in which the rows of an argument that the payload only
/// reads are one row, or all elements are one element.
static void addRepeated(Subject &subject, const Run &base) {
  constexpr unsigned kFew = 4;
  unsigned found = 0;
  for (BlockArgument argument : subject.planned.getArguments()) {
    if (found == kFew || !hasOpenLayout(argument.getType()) ||
        !isOnlyRead(subject.planned, argument))
      continue;
    ++found;
    Run run = base;
    run.layout.repeated = argument.getArgNumber();
    for (bool all : {false, true}) {
      run.layout.repeatsAll = all;
      run.note =
          llvm::formatv("arg{0} with stride 0{1}", argument.getArgNumber(),
                        all ? " everywhere" : "");
      subject.extraRuns.push_back(run);
    }
  }
}

/// How often a function that keeps state is called. The results of the last
/// call are compared, which may hide those of the calls before. So there is a
/// run for each of the first calls, and for those that a counter may be
/// compared with.
static SmallVector<unsigned> chooseCalls(const Subject &subject, double work) {
  constexpr unsigned kFirst = 9, kMost = 16;
  constexpr int64_t kMostCalls = 1 << 12;
  constexpr double kWork = 1 << 24;
  SmallVector<unsigned> calls;
  // All of the first calls are (kFirst + 2) * (kFirst - 1) / 2.
  bool isLong = work * (kFirst + 2) * (kFirst - 1) / 2 > kWork;
  for (unsigned i = 2; i <= kFirst; ++i)
    if (!isLong || i <= 3 || i == kFirst)
      calls.push_back(i);
  Dictionary dictionary =
      collectDictionary({subject.func, subject.scheduledFunc});
  for (int64_t number : dictionary.getIntegersAround(3 * kMost))
    if (number > kFirst && number <= kMostCalls &&
        static_cast<double>(number) * work <= kWork && calls.size() < kMost)
      calls.push_back(static_cast<unsigned>(number));
  return calls;
}

/// Adds copies of `run` that call the function several times.
static void addRepeatedCalls(Subject &subject, Run run) {
  // A call may overwrite the memory of its tensors.
  run.newArguments = llvm::any_of(subject.planned.getArgumentTypes(),
                                  llvm::IsaPred<TensorType>);
  auto add = [&](unsigned calls, const Twine &note) {
    run.calls = calls;
    run.note = note.str();
    subject.extraRuns.push_back(run);
  };
  if (keepsState(subject.planned) || keepsState(subject.scheduledFunc)) {
    for (unsigned calls : chooseCalls(subject, run.work))
      add(calls, "called " + Twine(calls) + " times");
    // What a call keeps of its numbers is right for the same numbers.
    run.newArguments = run.newNumbers = true;
    for (unsigned calls : {2u, 3u})
      add(calls, "called " + Twine(calls) + " times, on other numbers before");
  } else if (!run.newArguments && !subject.keep.empty()) {
    add(2, "called twice");
  }
}

/// Adds copies of `run` in which argument `b` begins one element or one row
/// after argument `a` or before it, if the payload is defined then.
static void addShifted(Subject &subject, Run run, const std::string &name,
                       unsigned a, unsigned b) {
  auto type = cast<MemRefType>(subject.planned.getArgument(a).getType());
  if (!type.getLayout().isIdentity() || type.getRank() == 0 ||
      !maySharePayload(subject.planned, a, b, /*isShifted=*/true))
    return;
  int64_t row = 1; // elements
  for (int64_t extent : ArrayRef(run.specs[a].shape).drop_front())
    row *= extent;
  for (int64_t shift : std::set<int64_t>{1, -1, row, -row}) {
    if (shift == 0)
      continue;
    run.layout.shift = shift;
    run.note = name + ", shifted by " + std::to_string(shift);
    subject.extraRuns.push_back(run);
  }
}

void heddle::addMemoryRuns(Subject &subject, const PayloadShapes &shapes,
                           const CheckOptions &options) {
  constexpr unsigned kMaxPairs = 12;
  func::FuncOp func = subject.planned;
  Run base = subject.runs.front();
  base.isMain = false;
  base.isExtra = true;
  base.inputs.seed += 900;
  auto add = [&](Run run, const std::string &note) {
    run.note = note;
    subject.extraRuns.push_back(run);
  };
  addRepeatedCalls(subject, base);
  if (llvm::any_of(func.getArgumentTypes(), hasOpenLayout)) {
    Run run = base;
    run.layout.spread = true;
    add(run, "with gaps between elements");
    run.layout.reversed = true;
    add(std::move(run), "with negative strides");
  }
  addRepeated(subject, base);
  // Arrays that share memory have the same shape.
  std::string ignored;
  std::optional<Run> square =
      makeRun(subject, shapes, [](unsigned) { return 6; }, options, ignored);
  unsigned pairs = 0;
  for (unsigned b : subject.keep)
    for (unsigned a : subject.keep) {
      bool isSame = base.specs[a].shape == base.specs[b].shape;
      if (a >= b || pairs == kMaxPairs || (!isSame && !square) ||
          func.getArgument(a).getType() != func.getArgument(b).getType() ||
          !maySharePayload(func, a, b))
        continue;
      Run run = base;
      if (!isSame) {
        run.specs = square->specs;
        run.sizes = square->sizes;
        run.resultShapes = square->resultShapes;
        run.exactness = square->exactness;
        run.inputs.magnitude = square->exactness.magnitude;
      }
      if (run.specs[a].shape != run.specs[b].shape)
        continue;
      ++pairs;
      run.layout.shared = {b, a};
      std::string name = llvm::formatv("arg{0} in the memory of arg{1}", b, a);
      add(run, name);
      addShifted(subject, std::move(run), name, a, b);
    }
}
