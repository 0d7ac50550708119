//===- OnlineReduction.cpp - Reductions that a loop can carry -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from the op that sums back to a softmax, or else to a row scale, and
// then forward again: each op on the way must be linear in the value of that
// source and keep its rows apart.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/OnlineReduction.h"

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "LinearBody.h"
#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::heddle;

/// The largest number of ops between the source and its reader.
static constexpr size_t kMaxPath = 16;

RowStep OnlineReduction::getRowStep() const {
  if (scale)
    return scale->factors.empty() ? RowStep::Divide : RowStep::Multiply;
  return isa<linalg_ext::UnnormSoftmaxOp>(source) ? RowStep::None
                                                  : RowStep::Divide;
}

static Value skipCasts(Value value) {
  while (isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// True if `term` is `own` times an element of another operand.
static bool isProductWith(Value own, Value term) {
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value left = skipCasts(product.getLhs()), right = skipCasts(product.getRhs());
  return (left == own && isa<BlockArgument>(right)) ||
         (right == own && isa<BlockArgument>(left));
}

bool OnlineReduction::addsProducts() const {
  for (OpOperand *operand : path) {
    auto op = dyn_cast<linalg::LinalgOp>(operand->getOwner());
    if (!op)
      continue;
    Value own = op.getMatchingBlockArgument(operand);
    Value yielded = op.getBlock()->getTerminator()->getOperand(0);
    auto add = yielded.getDefiningOp<arith::AddFOp>();
    bool isKnown = op == root ? add && (isProductWith(own, add.getLhs()) ||
                                        isProductWith(own, add.getRhs()))
                              : skipCasts(yielded) == own;
    if (!isKnown)
      return false;
  }
  return true;
}

/// True if the sum of a softmax is known to start from 0.
static bool startsFromNoSum(Operation *softmax) {
  if (isa<linalg::SoftmaxOp>(softmax))
    return true;
  auto sum = softmax->getOperand(3).getDefiningOp<linalg::FillOp>();
  return sum && matchPattern(sum.value(), m_AnyZeroFloat());
}

bool heddle::startsFromNoMaximum(Operation *softmax) {
  if (isa<linalg::SoftmaxOp>(softmax))
    return true;
  auto start = softmax->getOperand(2).getDefiningOp<linalg::FillOp>();
  return start && matchPattern(start.value(), m_NegInfFloat());
}

bool OnlineReduction::isSafe() const {
  auto softmax = dyn_cast<linalg_ext::SoftmaxOp>(source);
  return softmax && softmax.getSafe();
}

StringRef OnlineReduction::getSourceName() const {
  return scale ? "the row scale" : "softmax";
}

std::optional<unsigned> heddle::getSoftmaxDim(Operation *op) {
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return softmax.getDimension();
  if (auto softmax = dyn_cast<linalg_ext::SoftmaxOp>(op))
    return softmax.getDimension();
  if (auto softmax = dyn_cast<linalg_ext::UnnormSoftmaxOp>(op))
    return softmax.getDimension();
  return std::nullopt;
}

static bool isReshape(Operation *op) {
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

std::optional<unsigned> heddle::getDimThatReads(OpOperand &operand,
                                                unsigned dim) {
  if (!isa<linalg_ext::BatchMatmulOp, linalg::LinalgOp>(operand.getOwner()))
    return std::nullopt;
  FailureOr<SmallVector<unsigned>> loops = getLoopsThatIndex(operand);
  if (failed(loops) || dim >= loops->size())
    return std::nullopt;
  return (*loops)[dim];
}

namespace {
/// Finds the path from a source to one operand of the root.
class PathFinder {
public:
  PathFinder(Block *block, llvm::function_ref<bool(OpResult)> isSource)
      : block(block), isSource(isSource) {}

  /// Appends the operands on the way from `operand` back to a source to `path`.
  /// Returns false if there is no source.
  bool find(OpOperand &operand) {
    Operation *op = operand.get().getDefiningOp();
    if (!op || op->getBlock() != block || path.size() == kMaxPath ||
        !seen.insert(op).second)
      return false;
    path.push_back(&operand);
    if (isSource(cast<OpResult>(operand.get())))
      return true;
    if (isReshape(op) || isa<tensor::CastOp>(op)) {
      if (find(op->getOpOperand(0)))
        return true;
    } else if (isOnElements(op)) {
      for (OpOperand *input : cast<linalg::LinalgOp>(op).getDpsInputOperands())
        if (isa<RankedTensorType>(input->get().getType()) && find(*input))
          return true;
    }
    path.pop_back();
    return false;
  }

  SmallVector<OpOperand *> path;

private:
  Block *block;
  llvm::function_ref<bool(OpResult)> isSource;
  DenseSet<Operation *> seen;
};

/// Follows the dims of the source along the path.
class PathFollower {
public:
  PathFollower(OnlineReduction &found, std::optional<Reason> &reason)
      : found(found), reason(reason) {}

  LogicalResult run(unsigned reductionDim);

private:
  LogicalResult refuse(Operation *op, const Twine &text) {
    reason = Reason(op, text);
    if (op != found.source)
      reason->addNote(found.source,
                      found.scale ? "the op that scales rows" : "the softmax");
    return failure();
  }
  LogicalResult followElements(OpOperand &operand);
  LogicalResult followReshape(Operation *op);
  LogicalResult checkRange(Operation *op);
  LogicalResult enterRoot(OpOperand &operand, unsigned reductionDim);

  OnlineReduction &found;
  std::optional<Reason> &reason;
  /// Where the reduced dim, and each dim of the statistics, is in the value.
  unsigned reduced = 0;
  SmallVector<unsigned> rows;
};
} // namespace

LogicalResult PathFollower::followElements(OpOperand &operand) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  OpOperand &init = *op.getDpsInitOperand(0);
  FailureOr<SmallVector<unsigned>> from = getLoopsThatIndex(operand);
  FailureOr<SmallVector<unsigned>> to = getLoopsThatIndex(init);
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  if (failed(from) || failed(to) || to->size() != op.getNumLoops() ||
      bodyReads(op, init) ||
      !isLinearIn(yielded, op.getMatchingBlockArgument(&operand)))
    return refuse(op, quote(op) + " between " + found.getSourceName() +
                          " and " + quote(found.root) +
                          " is not linear in the value of " +
                          found.getSourceName());
  auto move = [&](unsigned dim) {
    return unsigned(llvm::find(*to, (*from)[dim]) - to->begin());
  };
  reduced = move(reduced);
  for (unsigned &row : rows)
    row = move(row);
  return checkRange(op);
}

/// The result of softmax is at most 1. A value that is not scaled yet may be of
/// any size.
LogicalResult PathFollower::checkRange(Operation *op) {
  Operation *narrowing = found.scale ? findNarrowing(op) : nullptr;
  if (!narrowing)
    return success();
  return refuse(
      op, quote(op) + " narrows what is scaled after the loop to " +
              llvm::formatv("{0}", narrowing->getResult(0).getType()).str() +
              ": before the scale it may be too large for that");
}

LogicalResult PathFollower::followReshape(Operation *op) {
  bool collapses = isa<tensor::CollapseShapeOp>(op);
  auto groups =
      collapses ? cast<tensor::CollapseShapeOp>(op).getReassociationIndices()
                : cast<tensor::ExpandShapeOp>(op).getReassociationIndices();
  // The statistics have all dims but one, in order, as those of softmax have.
  SmallVector<unsigned> inOrder;
  size_t rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    if (dim != reduced)
      inOrder.push_back(dim);
  auto own = llvm::find_if(groups, [&](ArrayRef<int64_t> group) {
    return llvm::is_contained(group, int64_t(reduced));
  });
  unsigned group = collapses ? own - groups.begin() : reduced;
  if (rows != inOrder || groups[group].size() != 1)
    return refuse(
        op, quote(op) + " between " + found.getSourceName() + " and " +
                quote(found.root) + " merges or splits the dim that " +
                found.getSourceName() + " reduces, or comes after a transpose");
  reduced = collapses ? group : groups[group][0];
  rows.clear();
  size_t newRank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  for (unsigned dim = 0; dim < newRank; ++dim)
    if (dim != reduced)
      rows.push_back(dim);
  found.reshapes.push_back({op, group});
  return success();
}

LogicalResult PathFollower::enterRoot(OpOperand &operand,
                                      unsigned reductionDim) {
  Operation *root = found.root;
  OpOperand &init =
      cast<DestinationStyleOpInterface>(root).getDpsInitsMutable()[0];
  FailureOr<SmallVector<unsigned>> from = getLoopsThatIndex(operand);
  FailureOr<SmallVector<unsigned>> to = getLoopsThatIndex(init);
  bool isLinear = succeeded(from) && succeeded(to);
  if (auto op = dyn_cast<linalg::LinalgOp>(root); op && isLinear)
    isLinear = addsLinearTerm(op.getBlock()->getTerminator()->getOperand(0),
                              op.getMatchingBlockArgument(&init),
                              op.getMatchingBlockArgument(&operand));
  if (!isLinear)
    return refuse(root, quote(root) +
                            " is not known to be a sum of terms that "
                            "are linear in the value of " +
                            found.getSourceName());
  if (failed(checkRange(root)))
    return failure();
  if ((*from)[reduced] != reductionDim)
    return refuse(root, "dim " + Twine(reductionDim) + " of " + quote(root) +
                            " is not the one that " + found.getSourceName() +
                            " reduces");
  for (unsigned row : rows) {
    auto place = llvm::find(*to, (*from)[row]);
    if (place == to->end())
      return refuse(root, quote(root) + " sums over dim " +
                              Twine((*from)[row]) + ", a dim of the rows of " +
                              found.getSourceName());
    found.rows.push_back(place - to->begin());
  }
  found.resultDims = *to;
  auto types = cast<TilingInterface>(root).getLoopIteratorTypes();
  for (auto [dim, type] : llvm::enumerate(types))
    if (type == utils::IteratorType::parallel &&
        !llvm::is_contained(*to, unsigned(dim)))
      return refuse(root, "dim " + Twine(dim) + " of " + quote(root) +
                              " is parallel, but no dim of its result");
  return success();
}

LogicalResult PathFollower::run(unsigned reductionDim) {
  reduced = found.dim;
  size_t rank =
      cast<RankedTensorType>(found.source->getResult(0).getType()).getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    if (dim != reduced)
      rows.push_back(dim);
  for (OpOperand *operand : ArrayRef(found.path).drop_back()) {
    Operation *op = operand->getOwner();
    if (isa<tensor::CastOp>(op))
      continue;
    if (failed(isReshape(op) ? followReshape(op) : followElements(*operand)))
      return failure();
  }
  return enterRoot(*found.path.back(), reductionDim);
}

/// Why a loop cannot carry the sum of `root`; empty if it can.
static std::string getObstacle(Operation *root, Recurrence recurrence) {
  bool isKnown = isa<linalg_ext::BatchMatmulOp, linalg::LinalgOp>(root);
  auto dps = dyn_cast<DestinationStyleOpInterface>(root);
  if (!isKnown || root->getNumResults() != 1 || !dps ||
      !dps.hasPureTensorSemantics())
    return quote(root) + " is not an op on tensors with one result that sums";
  Type type = getElementTypeOrSelf(root->getResult(0).getType());
  bool mayBeHalf = recurrence == Recurrence::Normalized && type.isF16();
  if (!type.isF32() && !type.isF64() && !type.isBF16() && !mayBeHalf)
    return (Twine("the sum before the division may be too large for ") +
            quote(root) + ", whose elements are not f32, f64 or bf16")
        .str();
  return "";
}

/// Why a loop cannot carry `softmax`; empty if it can.
static std::string getObstacleOfSoftmax(Operation *softmax) {
  Type type = getElementTypeOrSelf(softmax->getOperand(0).getType());
  if (!type.isF16() && !type.isBF16() && !type.isF32() && !type.isF64())
    return (quote(softmax) +
            " has elements that are not f16, bf16, f32 or f64");
  // If the initial maximum is NaN or inf, the weight of the first tile would be
  // NaN where the value of softmax is not.
  if (!isa<linalg_ext::UnnormSoftmaxOp>(softmax) ||
      startsFromNoMaximum(softmax))
    return "";
  return quote(softmax) + " starts from a maximum that is not known to be -inf";
}

/// The operands from a source to one of `root` along dim `reductionDim`; empty
/// if there is none.
static SmallVector<OpOperand *>
findPath(Operation *root, unsigned reductionDim,
         llvm::function_ref<bool(OpResult)> isSource) {
  PathFinder finder(root->getBlock(), isSource);
  for (OpOperand &operand : root->getOpOperands()) {
    if (cast<DestinationStyleOpInterface>(root).isDpsInit(&operand) ||
        !isa<RankedTensorType>(operand.get().getType()))
      continue;
    FailureOr<SmallVector<unsigned>> loops = getLoopsThatIndex(operand);
    if (succeeded(loops) && llvm::is_contained(*loops, reductionDim) &&
        finder.find(operand))
      break;
  }
  return llvm::to_vector(llvm::reverse(finder.path));
}

/// Finds the source: a softmax, or else a row scale.
static LogicalResult findSource(OnlineReduction &found, unsigned reductionDim,
                                std::optional<Reason> &reason) {
  Operation *root = found.root;
  found.path = findPath(root, reductionDim, [](OpResult value) {
    return getSoftmaxDim(value.getOwner()) && value.getResultNumber() == 0;
  });
  if (!found.path.empty()) {
    found.source = found.path.front()->get().getDefiningOp();
    found.dim = *getSoftmaxDim(found.source);
    std::string obstacle = getObstacleOfSoftmax(found.source);
    if (!obstacle.empty())
      reason = Reason(found.source, obstacle);
    return success(obstacle.empty());
  }
  std::optional<Reason> own;
  found.path = findPath(root, reductionDim, [&](OpResult value) {
    auto scale = findRowScale(value.getOwner(), own);
    if (succeeded(scale))
      found.scale = *scale;
    return succeeded(scale);
  });
  if (found.path.empty()) {
    reason = own ? *own
                 : Reason(root, "no operand of " + quote(root) + " along dim " +
                                    Twine(reductionDim) +
                                    " comes from a softmax, or from an op that "
                                    "scales rows by a reduction of them, "
                                    "through casts, reshapes and ops on "
                                    "elements");
    return failure();
  }
  found.source = found.scale->op;
  found.dim = found.scale->getDim();
  return success();
}

/// An f16 root is one of the normalized recurrence. Its partial sums are no
/// larger than the values that it adds.
static LogicalResult checkHalf(const OnlineReduction &found,
                               std::optional<Reason> &reason) {
  Operation *root = found.root;
  if (!getElementTypeOrSelf(root->getResult(0).getType()).isF16() ||
      (!found.scale && found.addsProducts() && startsFromNoSum(found.source)))
    return success();
  reason =
      Reason(root, "the sum of some keys may be too large for " + quote(root) +
                       ", whose elements are f16: it is not known to be a "
                       "mean of values");
  return failure();
}

/// Ops on the way to the root are computed where the root is.
static LogicalResult checkWrites(const OnlineReduction &found,
                                 std::optional<Reason> &reason) {
  SmallVector<Operation *> moved;
  for (OpOperand *operand : found.path)
    moved.push_back(operand->get().getDefiningOp());
  if (found.scale) {
    moved.push_back(found.scale->statistic);
    llvm::append_range(moved, found.scale->between);
  }
  BufferReads reads(found.root);
  for (Operation *op : moved) {
    if (op->getBlock() != found.root->getBlock())
      continue;
    Operation *write = reads.findWrite(op, op, found.root);
    if (!write)
      continue;
    reason = Reason(op, quote(op) + " reads memory that " + quote(write) +
                            " may write before " + quote(found.root));
    reason->addNote(write, "the write");
    return failure();
  }
  return success();
}

/// True if `recurrence` is not the normalized one, but a loop could carry the
/// sum of `root`, whose elements are f16, by the normalized one.
static bool isCarriedNormalized(Operation *root, unsigned reductionDim,
                                Recurrence recurrence) {
  if (recurrence == Recurrence::Normalized || root->getNumResults() != 1 ||
      !getElementTypeOrSelf(root->getResult(0).getType()).isF16())
    return false;
  std::optional<Reason> unused;
  auto found =
      findOnlineReduction(root, reductionDim, unused, Recurrence::Normalized);
  return succeeded(found) && found->getRowStep() == RowStep::Divide;
}

Recurrence heddle::chooseRecurrence(Operation *root, unsigned reductionDim) {
  bool isNormalized =
      !getObstacle(root, Recurrence::Unnormalized).empty() &&
      isCarriedNormalized(root, reductionDim, Recurrence::Unnormalized);
  return isNormalized ? Recurrence::Normalized : Recurrence::Unnormalized;
}

FailureOr<OnlineReduction>
heddle::findOnlineReduction(Operation *root, unsigned reductionDim,
                            std::optional<Reason> &reason,
                            Recurrence recurrence) {
  if (std::string obstacle = getObstacle(root, recurrence); !obstacle.empty()) {
    if (isCarriedNormalized(root, reductionDim, recurrence))
      obstacle += "; recurrence = \"normalized\" divides before it sums";
    reason = Reason(root, obstacle);
    return failure();
  }
  OnlineReduction found;
  found.root = root;
  if (failed(findSource(found, reductionDim, reason)) ||
      failed(PathFollower(found, reason).run(reductionDim)) ||
      failed(checkHalf(found, reason)) || failed(checkWrites(found, reason)))
    return failure();
  return found;
}
