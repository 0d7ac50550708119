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
//   - compares them: nothing follows, but the argument is open if they are
//     limited or compared with an index;
//   - or computes something: its results hold elements that are computed.
//
// If a number that is computed from it is an index, or if an op is not known,
// only 0 and 1 are drawn, which are most likely in bounds. Then the argument is
// open: in further runs it gets whatever numbers the payload is defined for,
// which calls of the payload tell. So if the list of known ops lacks an op,
// fewer different numbers are drawn in the first runs; it never causes an index
// that is outside of an array which the element indexes directly.
//
// A row of the argument is often a tuple of coordinates. So each value also has
// a column: which elements of the argument it holds, as far as that is known.
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
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

SmallVector<int64_t> IndexedDims::getColumns() const {
  llvm::SetVector<int64_t> columns;
  for (const Use &use : uses)
    if (use.column)
      columns.insert(*use.column);
  SmallVector<int64_t> sorted(columns.takeVector());
  llvm::sort(sorted);
  return sorted;
}

int64_t IndexedDims::getBound(const ShapeAssignment &shapes,
                              std::optional<int64_t> column) const {
  int64_t bound = isComputed ? 2 : std::numeric_limits<int64_t>::max();
  bool isPlain = llvm::any_of(uses, [](const Use &use) { return !use.column; });
  for (const Use &use : uses)
    if (!use.column || use.column == column || (!column && !isPlain))
      bound = std::min(bound, shapes.getExtent(use.array, use.dim).value_or(2));
  bound = std::min(bound, shiftedBits.value_or(bound));
  return std::max<int64_t>(bound, 1);
}

namespace {

/// Which elements of the argument a value holds: those of one column of its
/// last dim, those of any column, those of each column in the same column, or
/// none, but what is computed from them. In the body of a structured op, those
/// of the column that loop `Loop - number` is at.
struct Column {
  enum : int64_t { Any = -1, Same = -2, Computed = -3, Loop = -4 };
  int64_t number = Any;
};

/// Follows the elements of one argument.
class ElementFlow {
public:
  explicit ElementFlow(Value argument)
      : element(getElementTypeOrSelf(argument.getType())) {
    auto shaped = dyn_cast<ShapedType>(argument.getType());
    bool hasColumns = shaped && shaped.hasRank() && shaped.getRank() != 0;
    add(argument, /*asIs=*/true, {hasColumns ? Column::Same : Column::Any});
  }

  IndexedDims follow() {
    while (!pending.empty()) {
      auto [value, asIs, column] = pending.pop_back_val();
      holdsAsIs = asIs;
      held = column;
      for (OpOperand &use : value.getUses())
        visit(use);
    }
    found.isOpen |= isIndex && (found.isComputed || isGuarded);
    if (isGuarded)
      found.shiftedBits.reset();
    found.isUnsigned = !isSigned;
    return found;
  }

private:
  struct Held {
    Value value;
    bool asIs;
    Column column;
  };

  void add(Value value, bool asIs, Column column = {}) {
    if (seen.insert({value, asIs ? column.number : Column::Computed}).second)
      pending.push_back({value, asIs, column});
  }
  void move(Value value, Column column) { add(value, holdsAsIs, column); }
  void moveAll(ValueRange values, Column column) {
    llvm::for_each(values, [&](Value value) { move(value, column); });
  }

  /// The column of an element at `last` of the last dim of the value that is
  /// visited.
  Column getColumn(std::optional<int64_t> last) const {
    if (held.number >= 0)
      return held;
    bool hasColumns = held.number == Column::Same;
    return {hasColumns ? last.value_or(Column::Any) : Column::Any};
  }
  /// The columns of all elements in any order.
  Column mix() const { return getColumn(std::nullopt); }
  /// The columns of what a reshape or a slice of the value that is visited
  /// holds.
  Column getColumnOfView(Operation *view) const;
  /// The column of an element that the body of a structured op is given, and
  /// the columns of the array into which the body yields it.
  Column getColumnInBody(AffineMap map) const;
  Column getColumnOfBody(AffineMap map) const;

  /// The element is the index of `dim` of `array`; if the value has columns, in
  /// `column`.
  void index(Value array, int64_t dim,
             std::optional<int64_t> column = std::nullopt) {
    isIndex = true;
    isSigned |= !extendsUnsigned && !element.isIndex();
    int64_t number = getColumn(column).number;
    if (!holdsAsIs)
      found.isComputed = true;
    else if (number == Column::Any)
      found.uses.push_back({array, dim, std::nullopt});
    else
      found.uses.push_back({array, dim, number});
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
  Column held;
  /// Ops extend elements with zeros, or with their signs.
  bool extendsUnsigned = false, isSigned = false;
  bool isIndex = false;
  /// An op compares or limits an element.
  bool isGuarded = false;
  llvm::DenseSet<std::pair<Value, int64_t>> seen;
  SmallVector<Held> pending;
};

} // namespace

Column ElementFlow::getColumnOfView(Operation *view) const {
  if (held.number != Column::Same || isa<CastOpInterface>(view))
    return held;
  if (auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(view)) {
    auto getRank = [](Value value) {
      return cast<ShapedType>(value.getType()).getRank();
    };
    std::optional<int64_t> offset =
        getConstantIntValue(slice.getMixedOffsets().back());
    if (getConstantIntValue(slice.getMixedSizes().back()) == 1)
      return getColumn(offset);
    bool isAligned =
        getRank(view->getResult(0)) == getRank(view->getOperand(0)) &&
        offset == 0 && getConstantIntValue(slice.getMixedStrides().back()) == 1;
    return isAligned ? held : mix();
  }
  auto isPlain = [&](auto reshape) {
    auto groups = reshape.getReassociationIndices();
    return !groups.empty() && groups.back().size() == 1;
  };
  bool keepsLast = llvm::TypeSwitch<Operation *, bool>(view)
                       .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                             memref::ExpandShapeOp, memref::CollapseShapeOp>(
                           [&](auto reshape) { return isPlain(reshape); })
                       .Default([](Operation *) { return true; });
  return keepsLast ? held : mix();
}

Column ElementFlow::getColumnInBody(AffineMap map) const {
  if (held.number != Column::Same || map.getNumResults() == 0)
    return mix();
  AffineExpr last = map.getResults().back();
  if (auto dim = dyn_cast<AffineDimExpr>(last))
    return {Column::Loop - static_cast<int64_t>(dim.getPosition())};
  auto constant = dyn_cast<AffineConstantExpr>(last);
  return constant ? getColumn(constant.getValue()) : mix();
}

Column ElementFlow::getColumnOfBody(AffineMap map) const {
  if (held.number > Column::Loop || map.getNumResults() == 0)
    return mix();
  return {map.getResults().back() ==
                  getAffineDimExpr(Column::Loop - held.number, map.getContext())
              ? Column::Same
              : Column::Any};
}

void ElementFlow::compute(OpOperand &use) {
  Operation *op = use.getOwner();
  // A bound of a loop, a size or an offset, or an argument of an unknown
  // function.
  Type type = getElementTypeOrSelf(use.get().getType());
  bool isBound = type.isIndex() && !isa<arith::ArithDialect>(op->getDialect());
  if (isBound || (isa<CallOpInterface>(op) && !isa<FloatType>(type)))
    isIndex = found.isComputed = true;
  found.isSize |= isBound && !isa<affine::AffineApplyOp>(op);
  for (Value result : op->getResults())
    add(result, /*asIs=*/false);
  for (Region &region : op->getRegions())
    for (Value argument : region.getArguments())
      add(argument, /*asIs=*/false);
  // It may write to memory.
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()))
      add(operand, /*asIs=*/false);
}

void ElementFlow::visitSelection(OpOperand &use, Value indices, Value array,
                                 ArrayRef<int64_t> dims) {
  if (use.get() == indices)
    for (auto [column, dim] : llvm::enumerate(dims))
      index(array, dim, column);
  else
    moveAll(use.getOwner()->getResults(), mix());
}

bool ElementFlow::visitAccess(OpOperand &use) {
  // (array, indices, the value that is written, the results that hold the array
  // or what is read from it)
  auto visitOne = [&](Value array, OperandRange indices, Value written,
                      ValueRange results) {
    bool isWritten = written && use.get() == written;
    if (isWritten) {
      move(array, mix());
      moveAll(results, mix());
    } else if (written && use.get() == array) {
      moveAll(results, held);
    } else if (use.get() == array) {
      moveAll(results, indices.empty()
                           ? mix()
                           : getColumn(getConstantIntValue(indices.back())));
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
            index(op.getSource(), dim, dim);
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
    move(linalgOp.getMatchingBlockArgument(&use),
         getColumnInBody(linalgOp.getMatchingIndexingMap(&use)));
    // On memrefs the body writes into the destination, which has other uses.
    if (linalgOp.isDpsInit(&use))
      moveAll(op->getResults(), held);
    return true;
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return false;
  BlockArgument carried = loop.getTiedLoopRegionIterArg(&use);
  OpResult result = loop.getTiedLoopResult(&use);
  if (!carried)
    return false;
  move(carried, held);
  if (result)
    move(result, held);
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
    Column column = getColumnOfBody(linalgOp.getMatchingIndexingMap(init));
    move(linalgOp.getMatchingBlockArgument(init), held);
    move(linalgOp.hasPureTensorSemantics() ? Value(parent->getResult(number))
                                           : init->get(),
         column);
    return true;
  }
  if (!isa<scf::YieldOp>(op) || !isa<scf::ForOp, scf::IfOp>(parent))
    return false;
  move(parent->getResult(number), held);
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    move(loop.getRegionIterArg(number), held);
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

/// Whether `number` is an index or an extent, or is computed from one, or is an
/// array of such numbers.
static bool isOfIndex(Value number, unsigned depth = 8) {
  Operation *def = number.getDefiningOp();
  if (depth == 0)
    return false;
  if (!def) {
    auto argument = cast<BlockArgument>(number);
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<linalg::LinalgOp>(parent))
      return isOfIndex(parent->getOperand(argument.getArgNumber()), depth - 1);
    return argument.getType().isIndex() && !isa<FunctionOpInterface>(parent);
  }
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(def))
    return isOfIndex(linalgOp.getBlock()->getTerminator()->getOperand(
                         cast<OpResult>(number).getResultNumber()),
                     depth - 1);
  if (isa<linalg::IndexOp, ShapedDimOpInterface>(def))
    return true;
  return isa<arith::ArithDialect, affine::AffineDialect>(def->getDialect()) &&
         llvm::any_of(def->getOperands(), [&](Value operand) {
           return isOfIndex(operand, depth - 1);
         });
}

/// Whether `op` compares or combines the number of `use` with an index.
static bool meetsIndex(OpOperand &use) {
  Operation *op = use.getOwner();
  return isa<arith::ArithDialect>(op->getDialect()) &&
         llvm::any_of(op->getOperands(), [&](Value other) {
           return other != use.get() && isOfIndex(other);
         });
}

void ElementFlow::visit(OpOperand &use) {
  Operation *op = use.getOwner();
  found.isOpen |= meetsIndex(use);
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
  moveAll(op->getResults(), getColumnOfView(op));
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
