//===- CallDepth.cpp - How deep sequences run each other ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over the sequences, from each sequence to those that its ops name. The
// walk is iterative, because the chain may be long.
//
//===----------------------------------------------------------------------===//

#include "CallDepth.h"

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

namespace {
/// An op that names a sequence, and thereby may run it.
struct Call {
  Operation *op;
  NamedSequenceOp callee;
};

/// A sequence that is being walked over.
struct Frame {
  NamedSequenceOp sequence;
  SmallVector<Call> calls;
  size_t next = 0;    ///< the call to follow
  unsigned depth = 1; ///< the longest chain from here, as far as is known
};
} // namespace

/// Sequences in a chain, the outermost included.
static constexpr unsigned kMaxDepth = 512;

/// The sequences of a module that may be invalid.
using Sequences = DenseMap<StringAttr, NamedSequenceOp>;

static SmallVector<Call> findCalls(NamedSequenceOp sequence,
                                   const Sequences &sequences) {
  SmallVector<Call> calls;
  sequence.getBody().walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](FlatSymbolRefAttr symbol) {
      if (NamedSequenceOp callee = sequences.lookup(symbol.getAttr()))
        calls.push_back({op, callee});
    });
  });
  return calls;
}

/// Reports the cycle that the last call of `path` closes.
static LogicalResult reportCycle(ArrayRef<Frame> path) {
  Call last = path.back().calls[path.back().next - 1];
  const auto *first = llvm::find_if(
      path, [&](const Frame &frame) { return frame.sequence == last.callee; });
  InFlightDiagnostic diag = emitError(last.op->getLoc())
                            << "expects no sequence to run itself, but '@"
                            << last.callee.getName() << "' does";
  StringRef caller = last.callee.getName();
  for (const Frame &frame : ArrayRef(first, path.end()).take_front(8)) {
    Call call = frame.calls[frame.next - 1];
    diag.attachNote(call.op->getLoc())
        << "'@" << caller << "' runs '@" << call.callee.getName() << "' here";
    caller = call.callee.getName();
  }
  return diag;
}

LogicalResult heddle::checkCallDepth(ModuleOp schedule) {
  Sequences sequences;
  for (auto sequence : schedule.getOps<NamedSequenceOp>())
    sequences[sequence.getSymNameAttr()] = sequence;
  // The longest chain from a sequence; 0 while it is being walked over.
  DenseMap<Operation *, unsigned> depths;
  SmallVector<Frame> path;
  auto enter = [&](NamedSequenceOp sequence) {
    depths[sequence] = 0;
    path.push_back({sequence, findCalls(sequence, sequences)});
  };
  for (auto root : schedule.getOps<NamedSequenceOp>()) {
    if (depths.contains(root))
      continue;
    for (enter(root); !path.empty();) {
      Frame &frame = path.back();
      if (frame.next < frame.calls.size()) {
        NamedSequenceOp callee = frame.calls[frame.next++].callee;
        auto known = depths.find(callee);
        if (known == depths.end()) {
          enter(callee);
          continue;
        }
        if (known->second == 0)
          return reportCycle(path);
        frame.depth = std::max(frame.depth, known->second + 1);
        continue;
      }
      Frame done = path.pop_back_val();
      depths[done.sequence] = done.depth;
      if (done.depth > kMaxDepth)
        return emitError(done.sequence.getLoc())
               << "expects at most " << kMaxDepth
               << " sequences that run each other, but '@"
               << done.sequence.getName() << "' needs more";
      if (!path.empty())
        path.back().depth = std::max(path.back().depth, done.depth + 1);
    }
  }
  return success();
}
