//===- RowStatistics.cpp - Softmax and norms of rows ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from an op to its producers in two ways: along values with all
// elements of the rows, and from each value with one element per row to the
// reductions from which it is computed.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Kernels/RowStatistics.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;

#include "heddle/Analysis/Kernels/NormalizationKind.cpp.inc"

/// Casts `op` to an op on tensors that computes one element per point of its
/// parallel loops; null if `op` is another op.
static linalg::LinalgOp getRowsOp(Operation *op) {
  auto rows = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!rows || !rows.hasPureTensorSemantics() || rows.getNumLoops() == 0 ||
      rows.getNumParallelLoops() != rows.getNumLoops() ||
      isa<linalg::FillOp, linalg::BroadcastOp>(op))
    return nullptr;
  for (OpResult result : op->getResults())
    if (!rows.getIndexingMapMatchingResult(result).isPermutation())
      return nullptr;
  return rows;
}

/// The number of last loops along which, and only there, `op` reduces what it
/// reads in the order of its loops; 0 if it is another op.
static unsigned getNumReducedDims(Operation *op) {
  auto reduction = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!reduction || !reduction.hasPureTensorSemantics() ||
      reduction.getNumDpsInputs() == 0 ||
      !reduction.getMatchingIndexingMap(reduction.getDpsInputOperand(0))
           .isPermutation())
    return 0;
  unsigned number = reduction.getNumReductionLoops();
  SmallVector<utils::IteratorType> types = reduction.getIteratorTypesArray();
  bool areLast = llvm::all_of(ArrayRef(types).take_back(number),
                              [](utils::IteratorType type) {
                                return type == utils::IteratorType::reduction;
                              });
  return areLast ? number : 0;
}

static bool hasExponential(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getBlock() &&
         llvm::any_of(*linalgOp.getBlock(),
                      llvm::IsaPred<math::ExpOp, math::Exp2Op>);
}

/// The op that computes the elements of `value`, past casts and reshapes.
static Operation *skipReshapes(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<tensor::CastOp, tensor::ExpandShapeOp,
                         tensor::CollapseShapeOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// Adds to `found` the reductions of rows of `rowDims` dims that `value` comes
/// from through elementwise ops alone.
static void collectReductions(Value value, unsigned rowDims,
                              llvm::SetVector<Operation *> &found) {
  llvm::SetVector<Operation *> open;
  open.insert(skipReshapes(value));
  for (size_t next = 0; next < open.size(); ++next) {
    Operation *op = open[next];
    if (getNumReducedDims(op) == rowDims) {
      found.insert(op);
      continue;
    }
    if (!getRowsOp(op) && !isa_and_nonnull<linalg::BroadcastOp>(op))
      continue;
    for (Value input : cast<DestinationStyleOpInterface>(op).getDpsInputs())
      open.insert(skipReshapes(input));
  }
}

namespace {
/// Where an operand comes from, and whether it has one element per row.
struct RowInput {
  Value value;
  bool isPerRow;
};
} // namespace

/// The value that `op`, whose rows are along its last `rowDims` loops, reads as
/// `operand`. Looks through a linalg.broadcast.
static RowInput getRowInput(linalg::LinalgOp op, unsigned rowDims,
                            OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned numLoops = op.getNumLoops();
  auto isAlongRow = [&](AffineExpr expr) {
    return llvm::any_of(
        llvm::seq(numLoops - rowDims, numLoops),
        [&](unsigned dim) { return expr.isFunctionOfDim(dim); });
  };
  Value value = operand.get();
  if (llvm::none_of(map.getResults(), isAlongRow))
    return {value, /*isPerRow=*/true};
  auto broadcast = value.getDefiningOp<linalg::BroadcastOp>();
  if (!broadcast)
    return {value, /*isPerRow=*/false};
  // What is broadcast has one element per row if it lacks all dims of a row.
  size_t numRepeated =
      llvm::count_if(broadcast.getDimensions(), [&](int64_t dim) {
        return isAlongRow(map.getResult(dim));
      });
  return {broadcast.getInput(), numRepeated == rowDims};
}

std::optional<NormalizationKind> RowStatistics::getKind() const {
  if (reductions.empty())
    return std::nullopt;
  if (sumsExponentials)
    return NormalizationKind::Softmax;
  // One op may compute a sum and a sum of squares.
  size_t numStatistics = 0;
  for (Operation *reduction : reductions)
    numStatistics += reduction->getNumResults();
  return numStatistics > 1 ? NormalizationKind::LayerNorm
                           : NormalizationKind::RMSNorm;
}

/// The statistics of the rows along the last `rowDims` loops of `root`.
static RowStatistics findStatistics(linalg::LinalgOp root, unsigned rowDims) {
  RowStatistics statistics;
  statistics.rowDims = rowDims;
  llvm::SetVector<Operation *> open;
  open.insert(root);
  for (size_t next = 0; next < open.size(); ++next) {
    auto rows = cast<linalg::LinalgOp>(open[next]);
    if (rows.getNumLoops() != root.getNumLoops())
      continue;
    size_t known = statistics.reductions.size();
    for (OpOperand *operand : rows.getDpsInputOperands()) {
      if (getNumReducedDims(rows) == rowDims) {
        if (Operation *def = skipReshapes(operand->get()); getRowsOp(def))
          open.insert(def);
        continue;
      }
      RowInput input = getRowInput(rows, rowDims, *operand);
      if (input.isPerRow)
        collectReductions(input.value, rowDims, statistics.reductions);
      else if (Operation *def = skipReshapes(input.value); getRowsOp(def))
        open.insert(def);
    }
    // A reduction also reads rows.
    for (Operation *reduction :
         statistics.reductions.getArrayRef().drop_front(known))
      open.insert(reduction);
  }
  statistics.sumsExponentials =
      llvm::any_of(statistics.reductions, [](Operation *reduction) {
        return hasExponential(reduction) ||
               hasExponential(skipReshapes(reduction->getOperand(0)));
      });
  return statistics;
}

RowStatistics heddle::findRowStatistics(Operation *op) {
  linalg::LinalgOp root = getRowsOp(op);
  if (!root)
    return RowStatistics();
  SmallVector<int64_t> extents = root.getStaticLoopRanges();
  for (unsigned rowDims : llvm::seq(1u, root.getNumLoops() + 1)) {
    // A row of one element has no statistics, and rows of several dims are
    // rows only where there may be more than one.
    if ((rowDims > 1 && rowDims == root.getNumLoops()) ||
        llvm::all_of(ArrayRef(extents).take_back(rowDims),
                     [](int64_t extent) { return extent == 1; }))
      continue;
    RowStatistics statistics = findStatistics(root, rowDims);
    if (!statistics.reductions.empty())
      return statistics;
  }
  return RowStatistics();
}

bool heddle::isStepOfRows(Operation *op, unsigned rowDims) {
  auto reducesRows = [&](Operation *user) {
    return getNumReducedDims(user) == rowDims;
  };
  auto isRowsReader = [&](Operation *user) {
    return reducesRows(user) || getRowsOp(user);
  };
  llvm::SetVector<Operation *> open;
  open.insert(op);
  for (size_t next = 0; next < open.size(); ++next) {
    // A value that other ops read, too, is a result and not just a step.
    auto users = open[next]->getUsers();
    if (!llvm::all_of(users, isRowsReader))
      continue;
    if (llvm::any_of(users, reducesRows))
      return true;
    open.insert(users.begin(), users.end());
  }
  return false;
}
