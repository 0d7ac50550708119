//===- PayloadLoops.cpp - Which trips the loops of a payload allow --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trip count of a loop can be an argument of the function. It is then
// chosen like an extent, so that the loop runs several times. The accesses in
// the loop must be in bounds:
//
//   Let last(v) be an upper bound of the index v. It is upper - 1 for the
//   index of a loop or of a structured op, and the value itself if no loop
//   changes it. If a map computes the index and grows with each operand,
//   last(v) is the map applied to the operands' last values. An access at v
//   needs an extent of at least last(v) + 1. A slice that starts at v needs an
//   extent that holds the slice at last(v). An access at an index that is read
//   from memory, or in a loop that ends at one, needs an extent of at least 1.
//
// An access under a condition may need less, and other indices are not
// understood. So these relations are hints: they are dropped if no numbers
// satisfy them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

/// True if `expr` does not get smaller when a dim or a symbol gets larger.
static bool isNonDecreasing(AffineExpr expr) {
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    switch (binary.getKind()) {
    case AffineExprKind::Add:
      return isNonDecreasing(binary.getLHS()) &&
             isNonDecreasing(binary.getRHS());
    case AffineExprKind::Mul:
    case AffineExprKind::FloorDiv:
    case AffineExprKind::CeilDiv:
      return constant && constant.getValue() >= 0 &&
             isNonDecreasing(binary.getLHS());
    default:
      return false;
    }
  }
  return true;
}

/// True if the number that `value` holds decides how often a loop runs.
static bool decidesTrips(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(user)) {
      auto inits = loop.getInitsMutable();
      return llvm::none_of(inits, [&](OpOperand &init) {
        return init.getOperandNumber() == use.getOperandNumber();
      });
    }
    return isa<arith::ArithDialect, affine::AffineDialect>(
               user->getDialect()) &&
           user->getNumRegions() == 0 && user->getNumResults() == 1 &&
           user->getResult(0).getType().isIndex() &&
           decidesTrips(user->getResult(0));
  });
}

/// The node of the last value of `map`, over `operands`.
std::optional<unsigned> PayloadShapes::getLastOf(AffineMap map,
                                                 ValueRange operands,
                                                 bool isMin, Operation *op) {
  SmallVector<unsigned> inputs;
  for (Value operand : operands) {
    std::optional<unsigned> last = getLast(operand);
    if (!last)
      return std::nullopt;
    inputs.push_back(*last);
  }
  if (!llvm::all_of(map.getResults(), isNonDecreasing))
    return std::nullopt;
  unsigned result = addNode({Value(), kLast});
  addMap(result, map, inputs, isMin, op);
  return result;
}

/// The node of the last value of the index of a loop.
std::optional<unsigned> PayloadShapes::getLastOfLoop(BlockArgument index) {
  auto loop = dyn_cast<LoopLikeOpInterface>(index.getOwner()->getParentOp());
  auto indices = loop ? loop.getLoopInductionVars() : std::nullopt;
  if (!indices)
    return std::nullopt;
  auto it = llvm::find(*indices, index);
  if (it == indices->end())
    return std::nullopt;
  size_t position = it - indices->begin();
  std::optional<unsigned> upper;
  int64_t first = 0, step = 1;
  if (auto forOp = dyn_cast<affine::AffineForOp>(loop.getOperation())) {
    upper = getLastOf(forOp.getUpperBoundMap(), forOp.getUpperBoundOperands(),
                      /*isMin=*/true, loop);
  } else if (auto bounds = loop.getLoopUpperBounds()) {
    OpFoldResult bound = (*bounds)[position];
    auto value = dyn_cast<Value>(bound);
    upper = value ? getLast(value) : getNode(bound);
    auto lower = loop.getLoopLowerBounds(), steps = loop.getLoopSteps();
    auto from = lower ? getConstantIntValue((*lower)[position]) : std::nullopt;
    auto by = steps ? getConstantIntValue((*steps)[position]) : std::nullopt;
    if (from && by && *by > 0) {
      first = *from;
      step = *by;
    }
  }
  if (!upper)
    return std::nullopt;
  unsigned result = addNode({index, kLast});
  addEquation({result,
               {*upper},
               [=](ArrayRef<int64_t> values) -> std::optional<int64_t> {
                 int64_t last, distance;
                 if (llvm::SubOverflow<int64_t>(values[0], 1, last))
                   return std::nullopt;
                 if (last < first)
                   return last;
                 if (llvm::SubOverflow(last, first, distance))
                   return std::nullopt;
                 return last - distance % step;
               },
               loop});
  return result;
}

/// The node of the last value of an index of a structured op.
std::optional<unsigned> PayloadShapes::getLastOfOp(linalg::IndexOp index) {
  auto op = index->getParentOfType<linalg::LinalgOp>();
  std::optional<unsigned> extent;
  forEachLoopExtent(op, [&](unsigned loop, Value operand, int64_t dim) {
    if (loop == index.getDim() && !extent)
      extent = getNode(operand, dim);
  });
  if (!extent)
    return std::nullopt;
  unsigned result = addNode({index, kLast});
  addEquation({result,
               {*extent},
               [](ArrayRef<int64_t> values) {
                 return llvm::checkedSub<int64_t>(values[0], 1);
               },
               op});
  return result;
}

/// Whether an index that `op` computes may change from iteration to iteration.
static bool isInLoop(Operation *op) {
  return op->getParentOfType<LoopLikeOpInterface>() ||
         op->getParentOfType<linalg::LinalgOp>();
}

std::optional<unsigned> PayloadShapes::getLast(Value index) {
  if (auto it = lasts.find(index); it != lasts.end())
    return it->second;
  std::optional<unsigned> last;
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    last = argument.getOwner() == &func.front()
               ? std::optional<unsigned>(getNode(index, kIndex))
               : getLastOfLoop(argument);
  } else if (!isInLoop(index.getDefiningOp())) {
    last = getNode(index, kIndex);
  } else {
    AffineExpr a = getAffineDimExpr(0, func.getContext());
    AffineExpr b = getAffineDimExpr(1, func.getContext());
    Operation *op = index.getDefiningOp();
    auto ofMap = [&](AffineExpr expr) {
      return getLastOf(AffineMap::get(op->getNumOperands(), 0, expr),
                       op->getOperands(), /*isMin=*/true, op);
    };
    last = llvm::TypeSwitch<Operation *, std::optional<unsigned>>(op)
               .Case<linalg::IndexOp>(
                   [&](linalg::IndexOp own) { return getLastOfOp(own); })
               .Case<affine::AffineApplyOp>([&](auto apply) {
                 return getLastOf(apply.getAffineMap(), apply.getOperands(),
                                  /*isMin=*/true, op);
               })
               .Case<affine::AffineMinOp>([&](auto min) {
                 return getLastOf(min.getAffineMap(), min.getOperands(),
                                  /*isMin=*/true, op);
               })
               .Case<affine::AffineMaxOp>([&](auto max) {
                 return getLastOf(max.getAffineMap(), max.getOperands(),
                                  /*isMin=*/false, op);
               })
               .Case<arith::AddIOp>([&](auto) { return ofMap(a + b); })
               .Case<arith::SubIOp>(
                   [&](arith::SubIOp sub) -> std::optional<unsigned> {
                     auto rhs = getConstantIntValue(sub.getRhs());
                     if (rhs && *rhs != std::numeric_limits<int64_t>::min())
                       return getLastOf(AffineMap::get(1, 0, a - *rhs),
                                        sub.getLhs(), /*isMin=*/true, op);
                     return std::nullopt;
                   })
               .Case<arith::MulIOp>(
                   [&](arith::MulIOp mul) -> std::optional<unsigned> {
                     auto rhs = getConstantIntValue(mul.getRhs());
                     if (rhs && *rhs >= 0)
                       return getLastOf(AffineMap::get(1, 0, a * *rhs),
                                        mul.getLhs(), /*isMin=*/true, op);
                     return std::nullopt;
                   })
               .Default([&](Operation *) -> std::optional<unsigned> {
                 bool isConstant = getConstantIntValue(index).has_value();
                 if (isConstant || isa<ShapedDimOpInterface>(op))
                   return getNode(index, kIndex);
                 return std::nullopt;
               });
  }
  lasts[index] = last;
  return last;
}

/// How many elements of each dim of an array a vector needs: 1 in dims along
/// which it has none, and in those in which it may reach past the end.
static SmallVector<int64_t> getWidths(Operation *op, int64_t rank) {
  SmallVector<int64_t> widths(rank, 1);
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op)) {
    for (auto [i, expr] :
         llvm::enumerate(transfer.getPermutationMap().getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && transfer.isDimInBounds(i))
        widths[dim.getPosition()] = transfer.getVectorType().getDimSize(i);
    return widths;
  }
  VectorType vector;
  if (auto load = dyn_cast<vector::LoadOp>(op))
    vector = load.getVectorType();
  else if (auto store = dyn_cast<vector::StoreOp>(op))
    vector = store.getVectorType();
  if (vector && vector.getRank() <= rank)
    llvm::copy(vector.getShape(), widths.end() - vector.getRank());
  return widths;
}

/// Whether data says what `index` is.
static bool isRead(Value index) {
  return isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp,
                         memref::LoadOp, tensor::ExtractOp>(
      index.getDefiningOp());
}

/// Whether `index` is that of a loop, and data says where the loop ends.
static bool isInReadBounds(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  auto loop =
      argument
          ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
          : LoopLikeOpInterface();
  auto bounds = loop ? loop.getLoopUpperBounds() : std::nullopt;
  return bounds && llvm::any_of(*bounds, [](OpFoldResult bound) {
           auto value = dyn_cast<Value>(bound);
           return value && isRead(value);
         });
}

/// An access of `shaped` at `indices`, which `map` is applied to, if given.
void PayloadShapes::addAccess(Value shaped, AffineMap map, ValueRange indices,
                              Operation *op) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!type || !type.hasRank())
    return;
  SmallVector<int64_t> widths = getWidths(op, type.getRank());
  for (int64_t d = 0; d < type.getRank(); ++d) {
    std::optional<unsigned> last =
        map ? getLastOf(map.getSubMap(d), indices, /*isMin=*/true, op)
            : getLast(indices[d]);
    if (last)
      addEquation({getNode(shaped, d),
                   {*last},
                   [width = widths[d]](ArrayRef<int64_t> values) {
                     return llvm::checkedAdd<int64_t>(values[0], width);
                   },
                   op,
                   Equation::Kind::Hint});
    if (!map && (isRead(indices[d]) || (!last && isInReadBounds(indices[d]))))
      addSelection(shaped, d, op);
  }
}

/// `op` selects an element of `dim` of `shaped` by data, so there is one.
void PayloadShapes::addSelection(Value shaped, int64_t dim, Operation *op) {
  addEquation({getNode(shaped, dim),
               {},
               [](ArrayRef<int64_t>) -> std::optional<int64_t> { return 1; },
               op,
               Equation::Kind::Hint});
}

void PayloadShapes::visitAccess(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<memref::LoadOp>([&](auto load) {
        addAccess(load.getMemRef(), AffineMap(), load.getIndices(), op);
      })
      .Case<memref::StoreOp>([&](auto store) {
        addAccess(store.getMemRef(), AffineMap(), store.getIndices(), op);
      })
      .Case<affine::AffineLoadOp, affine::AffineStoreOp>([&](auto access) {
        addAccess(access.getMemRef(), access.getAffineMap(),
                  access.getMapOperands(), op);
      })
      .Case<VectorTransferOpInterface>([&](auto transfer) {
        addAccess(transfer.getBase(), AffineMap(), transfer.getIndices(), op);
      })
      .Case<vector::LoadOp, vector::StoreOp>([&](auto access) {
        addAccess(access.getBase(), AffineMap(), access.getIndices(), op);
      })
      .Case<tensor::ExtractOp>([&](auto extract) {
        addAccess(extract.getTensor(), AffineMap(), extract.getIndices(), op);
      })
      .Case<tensor::InsertOp>([&](auto insert) {
        addAccess(insert.getDest(), AffineMap(), insert.getIndices(), op);
      })
      .Case([&](tensor::GatherOp gather) {
        for (int64_t dim : gather.getGatherDims())
          addSelection(gather.getSource(), dim, op);
      })
      .Case([&](tensor::ScatterOp scatter) {
        for (int64_t dim : scatter.getScatterDims())
          addSelection(scatter.getDest(), dim, op);
      });
}

/// Integer arguments that decide how often loops run get nodes, and steps are
/// at least 1.
void PayloadShapes::visitTrips(Operation *op) {
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    Value source = op->getOperand(0);
    if (source.getType().isInteger() && isa<BlockArgument>(source) &&
        decidesTrips(op->getResult(0)))
      unite(getNode(source, kIndex), getNode(op->getResult(0), kIndex), op);
    return;
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return;
  for (Value operand : op->getOperands())
    if (operand.getType().isIntOrIndex() && decidesTrips(operand))
      tripNodes.push_back(getNode(operand, kIndex));
  if (auto steps = loop.getLoopSteps())
    for (OpFoldResult step : *steps)
      if (isa<Value>(step))
        addEquation({getNode(step),
                     {},
                     [](ArrayRef<int64_t>) { return 1; },
                     op,
                     Equation::Kind::Hint});
}
