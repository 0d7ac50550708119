//===- IndexInputs.cpp - Arguments whose elements are indices -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value holds elements of an argument: as they are, or as operands of
// something that was computed from them. Starting from the argument, each use
// of a value that holds them
//
//   - moves or selects elements: its results hold them too, as they are;
//   - indexes a dim: the extent of that dim bounds the element;
//   - shifts a number by them: its bits bound the element, unless an op
//     compares or limits it;
//   - compares them: nothing follows;
//   - or computes something: its results hold elements that are computed.
//
// If both an element and a number that is computed from it are indices, or if
// an op is not known, only 0 and 1 are drawn, which are most likely in bounds.
// So if the list of known ops lacks an op, fewer different numbers are drawn;
// it never causes an index that is outside of an array which the element
// indexes directly.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Inputs/IndexInputs.h"

#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

int64_t IndexedDims::getBound(const ShapeAssignment &shapes) const {
  int64_t bound = isComputed ? 2 : std::numeric_limits<int64_t>::max();
  for (const Use &use : uses)
    bound = std::min(bound, shapes.getExtent(use.array, use.dim).value_or(2));
  bound = std::min(bound, shiftedBits.value_or(bound));
  return std::max<int64_t>(bound, 1);
}

namespace {

/// Follows the elements of one argument.
class ElementFlow {
public:
  explicit ElementFlow(Value argument)
      : element(getElementTypeOrSelf(argument.getType())) {
    add(argument, /*asIs=*/true);
  }

  IndexedDims follow() {
    while (!pending.empty()) {
      auto [value, asIs] = pending.pop_back_val();
      holdsAsIs = asIs;
      for (OpOperand &use : value.getUses())
        visit(use);
    }
    if (isIndex)
      found.isComputed |= computes;
    if (isGuarded)
      found.shiftedBits.reset();
    found.isUnsigned = !isSigned;
    return found;
  }

private:
  void add(Value value, bool asIs) {
    if ((asIs ? seenAsIs : seenComputed).insert(value).second)
      pending.push_back({value, asIs});
  }
  void move(Value value) { add(value, holdsAsIs); }
  void moveAll(ValueRange values) {
    llvm::for_each(values, [&](Value value) { move(value); });
  }

  /// The element is the index of `dim` of `array`.
  void index(Value array, int64_t dim) {
    isIndex = true;
    isSigned |= !extendsUnsigned && !element.isIndex();
    if (holdsAsIs)
      found.uses.push_back({array, dim});
    else
      found.isComputed = true;
  }

  /// The op is not known.
  void compute(OpOperand &use);
  /// An op that selects elements in `dims` of `array` by `indices`.
  void visitSelection(OpOperand &use, Value indices, Value array,
                      ArrayRef<int64_t> dims);
  /// An op that reads or writes an element of an array.
  bool visitAccess(OpOperand &use);
  bool visitRegion(OpOperand &use);
  bool visitTerminator(OpOperand &use);
  /// Notes how many bits a number has that is shifted by an element.
  void noteShift(OpOperand &use);
  void visit(OpOperand &use);

  Type element;
  IndexedDims found;
  bool holdsAsIs = true;
  /// Ops extend elements with zeros, or with their signs.
  bool extendsUnsigned = false, isSigned = false;
  bool computes = false, isIndex = false;
  /// An op compares or limits an element.
  bool isGuarded = false;
  llvm::SmallDenseSet<Value> seenAsIs, seenComputed;
  SmallVector<std::pair<Value, bool>> pending;
};

} // namespace

void ElementFlow::compute(OpOperand &use) {
  Operation *op = use.getOwner();
  computes = true;
  // A bound of a loop, a size or an offset, or an argument of an unknown
  // function.
  bool isInteger = !isa<FloatType>(getElementTypeOrSelf(use.get().getType()));
  if (isa<CallOpInterface>(op)
          ? isInteger
          : getElementTypeOrSelf(use.get().getType()).isIndex() &&
                op->getDialect()->getNamespace() != "arith")
    isIndex = found.isComputed = true;
  for (Value result : op->getResults())
    add(result, /*asIs=*/false);
  for (Region &region : op->getRegions())
    for (Value argument : region.getArguments())
      add(argument, /*asIs=*/false);
}

void ElementFlow::visitSelection(OpOperand &use, Value indices, Value array,
                                 ArrayRef<int64_t> dims) {
  if (use.get() == indices)
    for (int64_t dim : dims)
      index(array, dim);
  else
    moveAll(use.getOwner()->getResults());
}

bool ElementFlow::visitAccess(OpOperand &use) {
  // (array, indices, the value that is written, the results that hold the array
  // or what is read from it)
  auto visitOne = [&](Value array, OperandRange indices, Value written,
                      ValueRange results) {
    if (use.get() == array || (written && use.get() == written)) {
      moveAll(results);
      if (written && use.get() == written)
        move(array);
    }
    for (auto [dim, value] : llvm::enumerate(indices))
      if (value == use.get())
        index(array, dim);
    return true;
  };
  return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
      .Case<tensor::ExtractOp>([&](auto op) {
        return visitOne(op.getTensor(), op.getIndices(), {}, op->getResults());
      })
      .Case<memref::LoadOp>([&](auto op) {
        return visitOne(op.getMemRef(), op.getIndices(), {}, op->getResults());
      })
      .Case<tensor::InsertOp>([&](auto op) {
        return visitOne(op.getDest(), op.getIndices(), op.getScalar(),
                        op->getResults());
      })
      .Case<memref::StoreOp>([&](auto op) {
        return visitOne(op.getMemRef(), op.getIndices(), op.getValueToStore(),
                        {});
      })
      .Case<linalg_ext::ScatterOp>([&](linalg_ext::ScatterOp op) {
        if (use.get() == op.getIndices()) {
          isSigned = true;
          for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim)
            index(op.getSource(), dim);
          found.isDistinct |= holdsAsIs && op.getUniqueIndices();
        } else {
          compute(use);
        }
        return true;
      })
      .Case<tensor::GatherOp>([&](tensor::GatherOp op) {
        visitSelection(use, op.getIndices(), op.getSource(),
                       op.getGatherDims());
        return true;
      })
      .Case<tensor::ScatterOp>([&](tensor::ScatterOp op) {
        visitSelection(use, op.getIndices(), op.getDest(), op.getScatterDims());
        found.isDistinct |=
            holdsAsIs && use.get() == op.getIndices() && op.getUnique();
        return true;
      })
      .Default([](Operation *) { return false; });
}

bool ElementFlow::visitRegion(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    move(linalgOp.getMatchingBlockArgument(&use));
    // On memrefs the body writes into the destination, which has other uses.
    if (linalgOp.isDpsInit(&use))
      moveAll(op->getResults());
    return true;
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return false;
  BlockArgument carried = loop.getTiedLoopRegionIterArg(&use);
  OpResult result = loop.getTiedLoopResult(&use);
  if (!carried)
    return false;
  move(carried);
  if (result)
    move(result);
  return true;
}

bool ElementFlow::visitTerminator(OpOperand &use) {
  Operation *op = use.getOwner(), *parent = op->getParentOp();
  unsigned number = use.getOperandNumber();
  if (isa<func::ReturnOp>(op))
    return true;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(parent);
      linalgOp && isa<linalg::YieldOp>(op)) {
    OpOperand *init = linalgOp.getDpsInitOperand(number);
    move(linalgOp.getMatchingBlockArgument(init));
    if (linalgOp.hasPureTensorSemantics())
      move(parent->getResult(number));
    else
      move(init->get());
    return true;
  }
  if (!isa<scf::YieldOp>(op) || !isa<scf::ForOp, scf::IfOp>(parent))
    return false;
  move(parent->getResult(number));
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    move(loop.getRegionIterArg(number));
  return true;
}

void ElementFlow::noteShift(OpOperand &use) {
  if (!isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(use.getOwner()) ||
      use.getOperandNumber() != 1 || !holdsAsIs)
    return;
  Type type = getElementTypeOrSelf(use.get().getType());
  int64_t bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  found.shiftedBits = std::min(bits, found.shiftedBits.value_or(bits));
}

void ElementFlow::visit(OpOperand &use) {
  Operation *op = use.getOwner();
  isGuarded |= isa<arith::CmpIOp, arith::SelectOp, arith::MinSIOp,
                   arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op);
  if (isa<arith::CmpIOp, ShapedDimOpInterface>(op))
    return;
  noteShift(use);
  if (visitAccess(use) || visitRegion(use))
    return;
  if (op->hasTrait<OpTrait::IsTerminator>() && visitTerminator(use))
    return;
  // Sizes, offsets and conditions are other operands than the first.
  bool moves =
      isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::SelectOp, arith::MinSIOp, arith::MaxSIOp,
          arith::MinUIOp, arith::MaxUIOp>(op) ||
      (use.getOperandNumber() == 0 &&
       isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
           tensor::ExtractSliceOp, memref::CastOp, memref::CollapseShapeOp,
           memref::ExpandShapeOp, memref::SubViewOp, bufferization::ToTensorOp,
           bufferization::ToBufferOp>(op));
  if (!moves)
    return compute(use);
  if (getElementTypeOrSelf(use.get().getType()) == element) {
    extendsUnsigned |= isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
    isSigned |= isa<arith::IndexCastOp, arith::ExtSIOp>(op);
  }
  // A subview shares the memory of its source, which other ops read.
  moveAll(op->getResults());
}

SmallVector<IndexedDims> heddle::findIndexedDims(func::FuncOp func) {
  SmallVector<IndexedDims> all;
  for (Value argument : func.getArguments()) {
    Type element = getElementTypeOrSelf(argument.getType());
    all.push_back(element.isIntOrIndex() && !element.isInteger(1) &&
                          !func.isExternal()
                      ? ElementFlow(argument).follow()
                      : IndexedDims());
  }
  return all;
}
