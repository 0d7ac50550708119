//===- ReuseInputs.cpp - Elementwise ops write over inputs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of the op does not read the destination, so any tensor of the same
// type can be the destination. The conditions below say when that saves a
// buffer without causing a copy. If they overlook another reader, one-shot
// bufferization sees the conflict, because it decides which values share a
// buffer.
//
// That analysis compares each write into a buffer with each read of it, for
// each op that may share the buffer: its time grows with the third power of the
// number of values in one buffer. Therefore a chain of many ops takes a fresh
// buffer after some ops. It is alive at the same time as the previous buffer
// for one op.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/ReuseInputs.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_REUSEINPUTSPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;

/// The operand that `result` overwrites; null if there is none.
static OpOperand *getTiedOperand(OpResult result) {
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
    return dps.getTiedOpOperand(result);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner()))
    return loop.getTiedLoopInit(result);
  return nullptr;
}

/// The number of values that share one buffer before a fresh one begins.
constexpr unsigned kMostSharers = 48;

/// The number of values that have been computed into the buffer of `value`,
/// including `value`, if bufferization allocates that buffer. Writes into such
/// a buffer are not visible to the caller of the function. 0 if bufferization
/// does not allocate it. `known` caches the answers.
static unsigned countSharers(Value value, DenseMap<Value, unsigned> &known) {
  SmallVector<Value> path;
  unsigned count = 0;
  while (auto result = dyn_cast<OpResult>(value)) {
    if (auto found = known.find(value); found != known.end()) {
      count = found->second;
      break;
    }
    path.push_back(value);
    if (isa<tensor::EmptyOp, tensor::PadOp, bufferization::AllocTensorOp>(
            result.getOwner())) {
      known[path.pop_back_val()] = count = 1;
      break;
    }
    OpOperand *tied = getTiedOperand(result);
    if (!tied)
      break;
    value = tied->get();
  }
  for (Value passed : llvm::reverse(path))
    known[passed] = count == 0 ? 0 : ++count;
  return count;
}

/// True if each element of `operand` belongs to the same element of the result.
static bool isElementwise(linalg::LinalgOp op, OpOperand &operand) {
  return op.getMatchingIndexingMap(&operand).isIdentity();
}

/// True if the owner of `use` reads the value and has no result that may share
/// its buffer. Materialized in memory, the value may be that memory.
static bool isRead(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<bufferization::MaterializeInDestinationOp>(user))
    return false;
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(user))
    return dps.isDpsInput(&use);
  return isa<tensor::ExtractOp, tensor::DimOp, tensor::PadOp>(user);
}

/// True if `op` reads `value` last, each element of it for the same element of
/// the result. A view of the value is treated like the value: upstream would
/// copy the value if the view is used later.
static bool isLastReader(linalg::LinalgOp op, Value value) {
  Block *block = op->getBlock();
  SmallVector<Value> views = {value};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (OpOperand &use : view.getUses()) {
      if (use.getOwner() == op) {
        if (view != value || !op.isDpsInput(&use) || !isElementwise(op, use))
          return false;
        continue;
      }
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (!user || user == op || !user->isBeforeInBlock(op))
        return false;
      if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
              tensor::CollapseShapeOp, tensor::CastOp>(use.getOwner()))
        views.push_back(use.getOwner()->getResult(0));
      else if (!isRead(use))
        return false;
    }
  }
  return true;
}

/// True if `result` is inserted into another tensor, where it is computed in
/// place.
static bool isInserted(OpResult result) {
  return llvm::any_of(result.getUsers(), [](Operation *user) {
    return isa<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(user);
  });
}

/// The value that can take the place of the destination `init`, or null.
static Value findReusable(linalg::LinalgOp op, OpOperand &init,
                          DenseMap<Value, unsigned> &known) {
  if (!init.get().getDefiningOp<tensor::EmptyOp>() ||
      !isElementwise(op, init) || heddle::bodyReads(op, init) ||
      isInserted(op.getTiedOpResult(&init)))
    return nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value value = input->get();
    Operation *producer = value.getDefiningOp();
    if (producer && producer->getBlock() == op->getBlock() &&
        value.getType() == init.get().getType() && isLastReader(op, value)) {
      unsigned sharers = countSharers(value, known);
      if (sharers != 0 && sharers < kMostSharers)
        return value;
    }
  }
  return nullptr;
}

unsigned heddle::reuseInputs(RewriterBase &rewriter, Operation *root) {
  unsigned replaced = 0;
  DenseMap<Value, unsigned> known;
  root->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics() ||
        op.getNumParallelLoops() != op.getNumLoops())
      return;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      // An input that has become a destination is not chosen again.
      Value value = findReusable(op, init, known);
      if (!value)
        continue;
      Operation *empty = init.get().getDefiningOp();
      rewriter.modifyOpInPlace(op, [&] { init.set(value); });
      if (empty->use_empty())
        rewriter.eraseOp(empty);
      known.erase(op.getTiedOpResult(&init));
      ++replaced;
    }
  });
  return replaced;
}

namespace {
struct ReuseInputsPass : heddle::impl::ReuseInputsPassBase<ReuseInputsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (heddle::reuseInputs(rewriter, getOperation()) == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
