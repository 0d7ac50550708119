//===- CopyBeforeWrite.cpp - A buffer of its own for each value -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies each tensor right before the op that may write into its buffer. The
// copy has that one use, so no decision of a later bufferization can make the
// write visible elsewhere. Upstream's `copy-before-write` does the same, but
// for calls it uses the result of an analysis that it has not run.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/CopyBeforeWrite.h"

#include "BufferCauses.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_COPYBEFOREWRITEPASS
#include "heddle/Transforms/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::bufferization;

/// True if the owner of `use`, an op in its regions or its callee may write
/// into the buffer of `use`.
static bool mayBeWritten(OpOperand &use, const AnalysisState &state) {
  Operation *op = use.getOwner();
  if (!isa<RankedTensorType>(use.get().getType()))
    return false;
  if (isa<CallOpInterface, LoopLikeOpInterface>(op))
    return true;
  // A parallel insertion writes into the copy that was made for the loop.
  if (isa<ParallelCombiningOpInterface>(op))
    return false;
  auto bufferizable = dyn_cast<BufferizableOpInterface>(op);
  return bufferizable && bufferizable.bufferizesToMemoryWrite(use, state);
}

/// Creates, right before `op`, a tensor with the contents of `value` for which
/// a buffer is allocated, and which exists for `cause`.
static Value
createCopy(RewriterBase &rewriter, Operation *op, Value value,
           StringRef cause = "in a function of several blocks, no tensor is "
                             "written in place") {
  Location loc = heddle::getCopyLocation(op, cause);
  auto type = cast<RankedTensorType>(value.getType());
  // An empty tensor has no contents to copy.
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return AllocTensorOp::create(rewriter, loc, type, empty.getDynamicSizes());
  return AllocTensorOp::create(rewriter, loc, type, ValueRange(), value);
}

void heddle::copyBeforeWrites(RewriterBase &rewriter, Operation *root) {
  BufferizationOptions options;
  AnalysisState state(options);
  SmallVector<OpOperand *> written;
  root->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands())
      if (mayBeWritten(use, state))
        written.push_back(&use);
  });
  for (OpOperand *use : written) {
    Operation *op = use->getOwner();
    rewriter.setInsertionPoint(op);
    Value copy = createCopy(rewriter, op, use->get());
    rewriter.modifyOpInPlace(op, [&] { use->set(copy); });
  }
}

/// True if `value` may be the result of an op with regions, or a view of one. A
/// view of memory is no such value, and a copy would read the memory too early.
static bool mayComeOutOfRegion(Value value) {
  Value source = value;
  while (source.getDefiningOp<tensor::ExtractSliceOp>() ||
         source.getDefiningOp<tensor::CastOp>() ||
         source.getDefiningOp<tensor::CollapseShapeOp>() ||
         source.getDefiningOp<tensor::ExpandShapeOp>())
    source = source.getDefiningOp()->getOperand(0);
  if (source.getDefiningOp<ToTensorOp>())
    return false;
  return value.getDefiningOp() &&
         !isa<DestinationStyleOpInterface, AllocTensorOp, tensor::EmptyOp>(
             value.getDefiningOp());
}

/// Copies the results of `op` for their uses in other blocks of the function.
/// The deallocation pass recreates ops with regions, but still asks for their
/// old results at the ends of blocks.
static void copyForOtherBlocks(RewriterBase &rewriter, Operation *op) {
  for (Value result : op->getResults()) {
    if (!isa<RankedTensorType>(result.getType()) || !mayComeOutOfRegion(result))
      continue;
    auto isElsewhere = [&](OpOperand &use) {
      return op->getBlock()->findAncestorOpInBlock(*use.getOwner()) == nullptr;
    };
    if (llvm::none_of(result.getUses(), isElsewhere))
      continue;
    rewriter.setInsertionPointAfter(op);
    Value copy = createCopy(rewriter, op, result);
    rewriter.replaceUsesWithIf(result, copy, isElsewhere);
  }
}

/// Where `branch` names a successor several times, inserts a block on each edge
/// but the first. When upstream's bufferization comes to the second edge, it
/// assumes that the arguments of the block are buffers already.
static void splitRepeatedEdges(RewriterBase &rewriter,
                               BranchOpInterface branch) {
  SmallPtrSet<Block *, 4> seen;
  for (unsigned i : llvm::seq<unsigned>(branch->getNumSuccessors())) {
    Block *successor = branch->getSuccessor(i);
    if (seen.insert(successor).second || successor->getNumArguments() == 0)
      continue;
    SuccessorOperands operands = branch.getSuccessorOperands(i);
    SmallVector<Value> forwarded(operands.getForwardedOperands());
    Block *between = rewriter.createBlock(successor);
    cf::BranchOp::create(rewriter, branch.getLoc(), successor, forwarded);
    rewriter.modifyOpInPlace(branch, [&] {
      operands.getMutableForwardedOperands().clear();
      branch->setSuccessor(between, i);
    });
  }
}

void heddle::copyBetweenBlocks(RewriterBase &rewriter, Region &region) {
  SmallVector<BranchOpInterface> branches(region.getOps<BranchOpInterface>());
  for (BranchOpInterface branch : branches)
    splitRepeatedEdges(rewriter, branch);
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block)) {
      copyForOtherBlocks(rewriter, &op);
      if (!isa<func::ReturnOp>(op))
        continue;
      rewriter.setInsertionPoint(&op);
      for (OpOperand &use : op.getOpOperands())
        if (isa<RankedTensorType>(use.get().getType())) {
          Value copy = createCopy(rewriter, &op, use.get());
          rewriter.modifyOpInPlace(&op, [&] { use.set(copy); });
        }
    }
}

void heddle::copyInFunctionsOfBlocks(RewriterBase &rewriter, Operation *root) {
  root->walk([&](func::FuncOp function) {
    if (function.getBlocks().size() < 2)
      return;
    copyBeforeWrites(rewriter, function);
    copyBetweenBlocks(rewriter, function.getBody());
  });
}

/// True if no other op can read the buffer of `use` after its owner has written
/// into it: the owner alone uses a value that was made in its block.
static bool isOwn(OpOperand &use) {
  Operation *made = use.get().getDefiningOp();
  return use.get().hasOneUse() &&
         isa_and_present<DestinationStyleOpInterface, AllocTensorOp,
                         tensor::EmptyOp>(made) &&
         made->getBlock() == use.getOwner()->getBlock();
}

Operation *heddle::findWriteAmongBlocks(Operation *root) {
  BufferizationOptions options;
  AnalysisState state(options);
  Operation *found = nullptr;
  auto visit = [&](Operation *op) {
    if (llvm::none_of(op->getOpOperands(), [&](OpOperand &use) {
          return mayBeWritten(use, state) && !isOwn(use);
        }))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  };
  root->walk([&](func::FuncOp function) {
    return function.getBlocks().size() < 2 ? WalkResult::advance()
                                           : function.walk(visit);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Loops that upstream's analysis does not see
//===----------------------------------------------------------------------===//

/// True if `region` runs at most once for each run of its op, or if upstream's
/// analysis knows that it runs again.
static bool isRunOnceOrSeen(Region &region) {
  Operation *op = region.getParentOp();
  unsigned number = region.getRegionNumber();
  if (auto bufferizable = dyn_cast<BufferizableOpInterface>(op))
    if (isa<LoopLikeOpInterface>(op) || bufferizable.isRepetitiveRegion(number))
      return true;
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  return branch && !branch.isRepetitiveRegion(number);
}

/// The innermost region around `op` of which upstream's analysis does not know
/// that it may run again; null if there is none.
static Region *findUnseenRegion(Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion()) {
    if (region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return nullptr;
    if (!isRunOnceOrSeen(*region))
      return region;
  }
  return nullptr;
}

/// True if `value` may have the buffer of a value from outside of `region`.
static bool mayComeFromOutside(Value value, Region &region,
                               const AnalysisState &state) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t next = 0; next < values.size(); ++next) {
    Value source = values[next];
    if (!region.isAncestor(source.getParentRegion()))
      return true;
    // Upstream has no answer for the arguments of an op that it does not know.
    auto argument = dyn_cast<BlockArgument>(source);
    if (argument &&
        !isa<BufferizableOpInterface>(argument.getOwner()->getParentOp()))
      return true;
    for (AliasingOpOperand alias : state.getAliasingOpOperands(source))
      values.insert(alias.opOperand->get());
  }
  return false;
}

/// Calls `visit` for each use that upstream may let write into a tensor from
/// outside of a region that it does not know to run again, outer ops first.
static void forEachUnseenWrite(
    Operation *root,
    llvm::function_ref<WalkResult(OpOperand &, Region &)> visit) {
  BufferizationOptions options;
  AnalysisState state(options);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    Region *region = findUnseenRegion(op);
    if (!region)
      return WalkResult::advance();
    for (OpOperand &use : op->getOpOperands())
      if (mayBeWritten(use, state) &&
          mayComeFromOutside(use.get(), *region, state) &&
          visit(use, *region).wasInterrupted())
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
}

void heddle::copyInUnseenLoops(RewriterBase &rewriter, Operation *root) {
  // A copy is made before what follows is looked at, which may write into it.
  forEachUnseenWrite(root, [&](OpOperand &use, Region &region) {
    Operation *op = use.getOwner();
    rewriter.setInsertionPoint(op);
    Value copy = createCopy(
        rewriter, op, use.get(),
        ("the body of '" + region.getParentOp()->getName().getStringRef() +
         "' may run again, and writes into a tensor from outside of it")
            .str());
    rewriter.modifyOpInPlace(op, [&] { use.set(copy); });
    return WalkResult::advance();
  });
}

std::pair<Operation *, Operation *> heddle::findUnseenWrite(Operation *root) {
  std::pair<Operation *, Operation *> found;
  forEachUnseenWrite(root, [&](OpOperand &use, Region &region) {
    found = {use.getOwner(), region.getParentOp()};
    return WalkResult::interrupt();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Buffers of tensors
//===----------------------------------------------------------------------===//

/// True if a result of `user`, an op on a memref, may be its buffer in another
/// form: a tensor, a pointer, or a type of which nothing is known. Vectors and
/// other numbers are copies of elements.
static bool mayHideBuffer(Operation *user) {
  return isa<memref::ExtractAlignedPointerAsIndexOp>(user) ||
         llvm::any_of(user->getResultTypes(), [](Type type) {
           return !type.isIntOrIndexOrFloat() &&
                  !isa<BaseMemRefType, VectorType, ComplexType>(type);
         });
}

/// True if `user` takes a memref of memrefs: it may store there what it uses.
static bool takesBufferOfBuffers(Operation *user) {
  return llvm::any_of(user->getOperandTypes(), [](Type type) {
    auto memref = dyn_cast<BaseMemRefType>(type);
    return memref && isa<BaseMemRefType>(memref.getElementType());
  });
}

/// The last op in the block of `toBuffer` that uses its memref, or a view of
/// it, itself or in its regions; null if the memref leaves the block, becomes
/// what is no memref, or may be stored.
static Operation *findLastUse(ToBufferOp toBuffer) {
  Block *block = toBuffer->getBlock();
  Operation *last = toBuffer;
  SmallVector<Value> views = {toBuffer.getResult()};
  while (!views.empty())
    for (Operation *user : views.pop_back_val().getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || user->hasTrait<OpTrait::IsTerminator>() ||
          mayHideBuffer(user) || takesBufferOfBuffers(user))
        return nullptr;
      if (last->isBeforeInBlock(ancestor))
        last = ancestor;
      for (Value result : user->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          views.push_back(result);
    }
  return last;
}

/// The values that may have the buffer of `value`: those from which it may come
/// and those that come from one of these.
static llvm::SetVector<Value> findAliases(Value value,
                                          const AnalysisState &state) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t next = 0; next < values.size(); ++next) {
    Value source = values[next];
    auto argument = dyn_cast<BlockArgument>(source);
    if (!argument ||
        isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp()))
      for (AliasingOpOperand alias : state.getAliasingOpOperands(source))
        values.insert(alias.opOperand->get());
    for (OpOperand &use : source.getUses())
      for (AliasingValue alias : state.getAliasingValues(use))
        values.insert(alias.value);
  }
  return values;
}

/// True if an op may write into the tensor of `toBuffer` between `toBuffer` and
/// the last use of its memref.
static bool isWrittenWhileUsed(ToBufferOp toBuffer,
                               const AnalysisState &state) {
  Block *block = toBuffer->getBlock();
  Operation *last = findLastUse(toBuffer);
  for (Value value : findAliases(toBuffer.getTensor(), state))
    for (OpOperand &use : value.getUses()) {
      if (use.getOwner() == toBuffer || !mayBeWritten(use, state))
        continue;
      Operation *writer = block->findAncestorOpInBlock(*use.getOwner());
      if (!last || (writer && toBuffer->isBeforeInBlock(writer) &&
                    !last->isBeforeInBlock(writer)))
        return true;
    }
  return false;
}

static SmallVector<ToBufferOp> findOverwrittenBuffers(Operation *root) {
  BufferizationOptions options;
  AnalysisState state(options);
  SmallVector<ToBufferOp> written;
  root->walk([&](ToBufferOp toBuffer) {
    if (isa<RankedTensorType>(toBuffer.getTensor().getType()) &&
        isWrittenWhileUsed(toBuffer, state))
      written.push_back(toBuffer);
  });
  return written;
}

Operation *heddle::findOverwrittenBuffer(Operation *root) {
  SmallVector<ToBufferOp> written = findOverwrittenBuffers(root);
  return written.empty() ? nullptr : written.front().getOperation();
}

void heddle::copyForBuffers(RewriterBase &rewriter, Operation *root) {
  for (ToBufferOp toBuffer : findOverwrittenBuffers(root)) {
    rewriter.setInsertionPoint(toBuffer);
    Value copy = createCopy(rewriter, toBuffer, toBuffer.getTensor(),
                            "the tensor may be overwritten while the memref of "
                            "'bufferization.to_buffer' is in use");
    rewriter.modifyOpInPlace(toBuffer,
                             [&] { toBuffer.getTensorMutable().set(copy); });
  }
}

namespace {
struct CopyBeforeWritePass
    : heddle::impl::CopyBeforeWritePassBase<CopyBeforeWritePass> {
  using CopyBeforeWritePassBase::CopyBeforeWritePassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (severalBlocksOnly)
      return heddle::copyInFunctionsOfBlocks(rewriter, getOperation());
    heddle::copyBeforeWrites(rewriter, getOperation());
    getOperation()->walk([&](func::FuncOp function) {
      if (function.getBlocks().size() > 1)
        heddle::copyBetweenBlocks(rewriter, function.getBody());
    });
  }
};
} // namespace
