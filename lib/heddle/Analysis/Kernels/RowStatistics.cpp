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

/// True if `op` reduces along its last loop, and only there, what it reads in
/// the order of its loops.
static bool isRowReduction(Operation *op) {
  auto reduction = dyn_cast_or_null<linalg::LinalgOp>(op);
  return reduction && reduction.hasPureTensorSemantics() &&
         reduction.getNumReductionLoops() == 1 &&
         reduction.getIteratorTypesArray().back() ==
             utils::IteratorType::reduction &&
         reduction.getNumDpsInputs() > 0 &&
         reduction.getMatchingIndexingMap(reduction.getDpsInputOperand(0))
             .isPermutation();
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

/// Adds to `found` the row reductions that `value` comes from through
/// elementwise ops alone.
static void collectReductions(Value value,
                              llvm::SetVector<Operation *> &found) {
  llvm::SetVector<Operation *> open;
  open.insert(skipReshapes(value));
  for (size_t next = 0; next < open.size(); ++next) {
    Operation *op = open[next];
    if (isRowReduction(op)) {
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

/// The value that `op`, whose rows are along its last loop, reads as
/// `operand`. Looks through a linalg.broadcast.
static RowInput getRowInput(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned last = op.getNumLoops() - 1;
  Value value = operand.get();
  if (!map.isFunctionOfDim(last))
    return {value, /*isPerRow=*/true};
  auto broadcast = value.getDefiningOp<linalg::BroadcastOp>();
  if (!broadcast)
    return {value, /*isPerRow=*/false};
  bool repeatsRow = llvm::any_of(broadcast.getDimensions(), [&](int64_t dim) {
    return map.getResult(dim).isFunctionOfDim(last);
  });
  return {broadcast.getInput(), repeatsRow};
}

std::optional<NormalizationKind> RowStatistics::getKind() const {
  if (reductions.empty())
    return std::nullopt;
  if (sumsExponentials)
    return NormalizationKind::Softmax;
  return reductions.size() > 1 ? NormalizationKind::LayerNorm
                               : NormalizationKind::RMSNorm;
}

RowStatistics heddle::findRowStatistics(Operation *op) {
  RowStatistics statistics;
  linalg::LinalgOp root = getRowsOp(op);
  if (!root || root.getStaticLoopRanges().back() == 1)
    return statistics;
  llvm::SetVector<Operation *> open;
  open.insert(op);
  for (size_t next = 0; next < open.size(); ++next) {
    auto rows = cast<linalg::LinalgOp>(open[next]);
    if (rows.getNumLoops() != root.getNumLoops())
      continue;
    size_t known = statistics.reductions.size();
    for (OpOperand *operand : rows.getDpsInputOperands()) {
      if (isRowReduction(rows)) {
        if (Operation *def = skipReshapes(operand->get()); getRowsOp(def))
          open.insert(def);
        continue;
      }
      RowInput input = getRowInput(rows, *operand);
      if (input.isPerRow)
        collectReductions(input.value, statistics.reductions);
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

bool heddle::isStepOfRows(Operation *op) {
  auto isRowsReader = [](Operation *user) {
    return isRowReduction(user) || getRowsOp(user);
  };
  llvm::SetVector<Operation *> open;
  open.insert(op);
  for (size_t next = 0; next < open.size(); ++next) {
    // A value that other ops read, too, is a result and not just a step.
    auto users = open[next]->getUsers();
    if (!llvm::all_of(users, isRowsReader))
      continue;
    if (llvm::any_of(users, isRowReduction))
      return true;
    open.insert(users.begin(), users.end());
  }
  return false;
}
