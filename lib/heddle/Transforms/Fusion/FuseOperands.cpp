//===- FuseOperands.cpp - One nest for what an op reads -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the roots, computes tile sizes from numbers of tiles, and checks which
// ops the plan leaves out.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/FuseOperands.h"

#include "OperandRoots.h"

#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Transforms/Emission/BoundEmitter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

using Roots = llvm::SmallSetVector<Operation *, 4>;

/// Collects the ops that compute the operands of `target`.
static LogicalResult collectRoots(Operation *target, Roots &roots,
                                  std::optional<Reason> &reason) {
  for (OpOperand &operand : target->getOpOperands()) {
    Operation *root = operand.get().getDefiningOp();
    std::string name = "operand " + std::to_string(operand.getOperandNumber());
    if (!isa<RankedTensorType>(operand.get().getType())) {
      reason.emplace(target, "expects tensors as operands, but " + name +
                                 " is not one");
      return failure();
    }
    if (!root || root->getBlock() != target->getBlock()) {
      reason.emplace(target, name + " is not computed in the block of the op");
      reason->addNote(operand.get().getLoc(), "the operand");
      return failure();
    }
    roots.insert(root);
  }
  if (!roots.empty())
    return success();
  reason.emplace(target, "it has no operands");
  return failure();
}

FailureOr<SmallVector<Operation *>>
heddle::findOperandRoots(Operation *target, std::optional<Reason> &reason) {
  Roots found;
  if (failed(collectRoots(target, found, reason)))
    return failure();
  SmallVector<Operation *> roots = found.takeVector();
  llvm::sort(roots,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return roots;
}

namespace {
/// Creates tile sizes from numbers of tiles, before the last root.
class SizeMaker {
public:
  SizeMaker(RewriterBase &rewriter, ArrayRef<Operation *> roots);
  SmallVector<OpFoldResult> make(ArrayRef<int64_t> tileNums);
  /// Erases the ops that were made and are neither used nor `wanted`.
  void clean(ArrayRef<OpFoldResult> wanted);

private:
  RewriterBase &rewriter;
  Operation *last, *before;
  BoundContext context;
  ExtentTable table;
  /// The largest extent of each dim in the roots that have the dim.
  SmallVector<Bound> extents;
};
} // namespace

SizeMaker::SizeMaker(RewriterBase &rewriter, ArrayRef<Operation *> roots)
    : rewriter(rewriter), last(roots.back()), before(last->getPrevNode()),
      table(context) {
  for (Operation &op : *last->getBlock())
    if (auto footprint = dyn_cast<FootprintOpInterface>(op))
      footprint.assumeShapes(table);
  for (Operation *root : roots)
    if (auto footprint = dyn_cast<FootprintOpInterface>(root)) {
      IterationDomain domain = footprint.getIterationDomainBounds(table);
      for (auto [dim, extent] : llvm::enumerate(domain.extents))
        if (dim == extents.size())
          extents.push_back(extent);
        else
          extents[dim] = context.max(extents[dim], extent);
    }
}

SmallVector<OpFoldResult> SizeMaker::make(ArrayRef<int64_t> tileNums) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(last);
  BoundEmitter emitter(rewriter, table, last);
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, number] : llvm::enumerate(tileNums)) {
    if (number == 1 || dim >= extents.size()) {
      // The plan refuses a dim that no root has.
      sizes.push_back(rewriter.getIndexAttr(number == 1 ? 0 : number));
      continue;
    }
    // Creates the terms one by one, because the compiler chooses the order in
    // which arguments are evaluated.
    Bound one = context.constant(1);
    Bound size = context.ceilDiv(extents[dim], number);
    sizes.push_back(emitter.get(context.max(size, one)));
  }
  return sizes;
}

void SizeMaker::clean(ArrayRef<OpFoldResult> wanted) {
  for (Operation *made = last->getPrevNode(); made != before;) {
    Operation *previous = made->getPrevNode();
    bool isWanted = llvm::any_of(wanted, [&](OpFoldResult size) {
      auto value = dyn_cast<Value>(size);
      return value && value.getDefiningOp() == made;
    });
    if (made->use_empty() && !isWanted)
      rewriter.eraseOp(made);
    made = previous;
  }
}

LogicalResult heddle::checkWhole(ArrayRef<Reason> leftOut,
                                 std::optional<Reason> &reason) {
  for (const Reason &left : leftOut) {
    if (!left.op || isa<tensor::EmptyOp, linalg::FillOp>(left.op) ||
        left.op->hasTrait<OpTrait::ConstantLike>())
      continue;
    reason.emplace(left.op, "the whole graph cannot be fused: '" +
                                left.op->getName().getStringRef() +
                                "' stays outside: " + left.text);
    return failure();
  }
  return success();
}

static FailureOr<FusionPlan> makePlan(ArrayRef<Operation *> roots,
                                      ArrayRef<OpFoldResult> sizes,
                                      const FuseOperandsOptions &options,
                                      std::optional<Reason> &reason) {
  FusionOptions fusion;
  fusion.tileSizes = llvm::to_vector(sizes);
  fusion.interchange = options.interchange;
  fusion.maxRecompute = options.maxRecompute;
  fusion.placementSlack = options.placementSlack;
  FailureOr<FusionPlan> plan = FusionPlan::create(roots, fusion, reason);
  if (succeeded(plan) && options.expectWholeGraph &&
      failed(checkWhole(plan->leftOut, reason)))
    return failure();
  return plan;
}

FailureOr<FusionPlan> heddle::planOperands(RewriterBase &rewriter,
                                           Operation *target,
                                           const FuseOperandsOptions &options,
                                           std::optional<Reason> &reason) {
  FailureOr<SmallVector<Operation *>> roots = findOperandRoots(target, reason);
  if (failed(roots))
    return failure();
  SizeMaker maker(rewriter, *roots);
  SmallVector<OpFoldResult> sizes = maker.make(options.tileNums);
  FailureOr<FusionPlan> plan = makePlan(*roots, sizes, options, reason);
  maker.clean(succeeded(plan) ? ArrayRef(sizes) : ArrayRef<OpFoldResult>());
  return plan;
}
