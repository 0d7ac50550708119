//===- CarryStatistic.cpp - One op for a row scale and its sum ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of the new ops are the dims of the result of the op that scales, so
// that a tile of its elements is a tile of its loops.
//
//===----------------------------------------------------------------------===//

#include "CarryStatistic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
/// Repeats the computation of a value in the body of an op in another body.
/// Leaves out the given factors of products.
class BodyCloner {
public:
  BodyCloner(OpBuilder &builder, linalg::LinalgOp op, ArrayRef<unsigned> loops)
      : builder(builder), op(op), loops(loops) {}

  void leaveOut(const llvm::SmallDenseSet<Value> &values) { left = values; }
  void map(Value from, Value to) { mapping.map(from, to); }

  Value get(Value value) {
    Operation *producer = value.getDefiningOp();
    if (mapping.contains(value) || !producer ||
        producer->getBlock() != op.getBlock())
      return mapping.lookupOrDefault(value);
    if (isa<arith::MulFOp, arith::DivFOp>(producer)) {
      if (left.contains(producer->getOperand(1)))
        return get(producer->getOperand(0));
      if (left.contains(producer->getOperand(0)))
        return get(producer->getOperand(1));
    }
    llvm::SetVector<Value> read(producer->operand_begin(),
                                producer->operand_end());
    getUsedValuesDefinedAbove(producer->getRegions(), read);
    for (Value operand : read)
      mapping.map(operand, get(operand));
    Operation *clone = builder.clone(*producer, mapping);
    clone->walk(
        [&](linalg::IndexOp index) { index.setDim(loops[index.getDim()]); });
    return mapping.lookup(value);
  }

private:
  OpBuilder &builder;
  linalg::LinalgOp op;
  /// Per loop of `op`: the loop of the op around the other body.
  ArrayRef<unsigned> loops;
  llvm::SmallDenseSet<Value> left;
  IRMapping mapping;
};

class StatisticCarrier {
public:
  StatisticCarrier(RewriterBase &rewriter, const RowScale &scale,
                   Operation *root)
      : rewriter(rewriter), scale(scale), op(scale.op),
        statistic(scale.statistic), root(root), loc(op->getLoc()) {}

  CarriedStatistic run();

private:
  template <typename OpTy, typename... Args> OpTy create(Args &&...args) {
    auto created = OpTy::create(rewriter, loc, std::forward<Args>(args)...);
    result.created.push_back(created);
    return created;
  }
  void makeOp();
  void cloneBetween();
  void makeFactor();
  AffineMap mapLoops(AffineMap map, ArrayRef<unsigned> loops,
                     unsigned numLoops);
  SmallVector<OpOperand *> getInputs(ArrayRef<Value> values,
                                     const llvm::SmallDenseSet<Value> &left);
  Value combine(OpBuilder &builder, BodyCloner &body);

  RewriterBase &rewriter;
  const RowScale &scale;
  linalg::LinalgOp op, statistic;
  Operation *root;
  Location loc;
  /// Per loop of `op`, and of `statistic`: the dim of the result of `op`.
  SmallVector<unsigned> dims, statisticDims;
  IRMapping mapping;
  CarriedStatistic result;
};
} // namespace

AffineMap StatisticCarrier::mapLoops(AffineMap map, ArrayRef<unsigned> loops,
                                     unsigned numLoops) {
  SmallVector<AffineExpr> exprs;
  for (unsigned loop : loops)
    exprs.push_back(rewriter.getAffineDimExpr(loop));
  return map.replaceDimsAndSymbols(exprs, {}, numLoops, 0);
}

/// The inputs of the op from which `values` of its body are computed, if the
/// values in `left` are left out.
SmallVector<OpOperand *>
StatisticCarrier::getInputs(ArrayRef<Value> values,
                            const llvm::SmallDenseSet<Value> &left) {
  llvm::SetVector<Value> needed(values.begin(), values.end());
  for (size_t next = 0; next < needed.size(); ++next) {
    Operation *producer = needed[next].getDefiningOp();
    if (!producer || producer->getBlock() != op.getBlock())
      continue;
    llvm::SetVector<Value> read(producer->operand_begin(),
                                producer->operand_end());
    getUsedValuesDefinedAbove(producer->getRegions(), read);
    for (Value value : read)
      if (!left.contains(value))
        needed.insert(value);
  }
  SmallVector<OpOperand *> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    if (needed.contains(op.getMatchingBlockArgument(input)))
      inputs.push_back(input);
  return inputs;
}

/// The elements before they are scaled, and the statistic.
void StatisticCarrier::makeOp() {
  unsigned rank = op.getNumLoops();
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  llvm::SmallDenseSet<Value> left(scale.factors.begin(), scale.factors.end());
  left.insert(scale.divisors.begin(), scale.divisors.end());
  SmallVector<OpOperand *> elements = getInputs(yielded, left);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  // Both may read the same input. Maps each argument to the number of its
  // input.
  SmallVector<std::pair<Value, unsigned>> arguments;
  auto add = [&](linalg::LinalgOp of, OpOperand *input,
                 ArrayRef<unsigned> loops) {
    AffineMap map = mapLoops(of.getMatchingIndexingMap(input), loops, rank);
    unsigned number = 0;
    while (number < inputs.size() &&
           (inputs[number] != input->get() || maps[number] != map))
      ++number;
    if (number == inputs.size()) {
      inputs.push_back(input->get());
      maps.push_back(map);
    }
    arguments.push_back({of.getMatchingBlockArgument(input), number});
  };
  for (OpOperand *input : statistic.getDpsInputOperands())
    add(statistic, input, statisticDims);
  for (OpOperand *input : elements)
    add(op, input, dims);
  OpOperand *start = statistic.getDpsInitOperand(0);
  Value output = op.getDpsInitOperand(0)->get();
  maps.push_back(rewriter.getMultiDimIdentityMap(rank));
  maps.push_back(
      mapLoops(statistic.getMatchingIndexingMap(start), statisticDims, rank));
  SmallVector<utils::IteratorType> types(rank, utils::IteratorType::parallel);
  types[dims[scale.loop]] = utils::IteratorType::reduction;
  rewriter.setInsertionPoint(op);
  result.op = create<linalg::GenericOp>(
      TypeRange{output.getType(), start->get().getType()}, inputs,
      ValueRange{output, start->get()}, maps, types,
      [&](OpBuilder &builder, Location, ValueRange args) {
        BodyCloner sum(builder, statistic, statisticDims);
        BodyCloner rest(builder, op, dims);
        rest.leaveOut(left);
        for (auto [argument, number] : arguments) {
          sum.map(argument, args[number]);
          rest.map(argument, args[number]);
        }
        sum.map(statistic.getMatchingBlockArgument(start), args.back());
        Value reduced = statistic.getBlock()->getTerminator()->getOperand(0);
        linalg::YieldOp::create(builder, loc,
                                {rest.get(yielded), sum.get(reduced)});
      });
  mapping.map(statistic->getResult(0), result.op->getResult(1));
  result.replaced.push_back({op, result.op});
  result.replaced.push_back({statistic, result.op});
}

/// Repeats the ops that compute the factor from the statistic, for the new
/// statistic.
void StatisticCarrier::cloneBetween() {
  rewriter.setInsertionPoint(root);
  for (Operation *between : scale.between) {
    Operation *clone = rewriter.clone(*between, mapping);
    result.created.push_back(clone);
    result.replaced.push_back({between, clone});
  }
}

/// The product of the factors, divided by the product of the divisors. If there
/// are no factors, only the product of the divisors.
Value StatisticCarrier::combine(OpBuilder &builder, BodyCloner &body) {
  auto multiply = [&](ArrayRef<Value> values) {
    Value product;
    for (Value value : values) {
      Value factor = body.get(value);
      product =
          product
              ? arith::MulFOp::create(builder, loc, product, factor).getResult()
              : factor;
    }
    return product;
  };
  Value factor = multiply(scale.factors), divisor = multiply(scale.divisors);
  if (!factor || !divisor)
    return factor ? factor : divisor;
  return arith::DivFOp::create(builder, loc, factor, divisor);
}

/// The factor of each row.
void StatisticCarrier::makeFactor() {
  SmallVector<Value> values = llvm::to_vector(scale.factors);
  llvm::append_range(values, scale.divisors);
  SmallVector<OpOperand *> inputs = getInputs(values, {});
  unsigned reduced = dims[scale.loop], rank = op.getNumLoops() - 1;
  SmallVector<unsigned> rows;
  for (unsigned dim : dims)
    rows.push_back(dim == reduced ? rank : dim - (dim > reduced));
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  for (OpOperand *input : inputs) {
    operands.push_back(mapping.lookupOrDefault(input->get()));
    maps.push_back(mapLoops(op.getMatchingIndexingMap(input), rows, rank));
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(rank));
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getDpsInitOperand(0)->get());
  sizes.erase(sizes.begin() + reduced);
  auto empty = create<tensor::EmptyOp>(sizes, values.front().getType());
  SmallVector<utils::IteratorType> types(rank, utils::IteratorType::parallel);
  auto generic = create<linalg::GenericOp>(
      TypeRange{empty.getType()}, operands, ValueRange{empty}, maps, types,
      [&](OpBuilder &builder, Location, ValueRange args) {
        BodyCloner body(builder, op, rows);
        for (auto [input, argument] : llvm::zip_first(inputs, args))
          body.map(op.getMatchingBlockArgument(input), argument);
        linalg::YieldOp::create(builder, loc, combine(builder, body));
      });
  result.factor = generic.getResult(0);
}

CarriedStatistic StatisticCarrier::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  dims.resize(op.getNumLoops());
  for (unsigned loop = 0, e = dims.size(); loop < e; ++loop)
    dims[loop] = *map.getResultPosition(rewriter.getAffineDimExpr(loop));
  for (unsigned loop : scale.loops)
    statisticDims.push_back(dims[loop]);
  makeOp();
  cloneBetween();
  makeFactor();
  return std::move(result);
}

CarriedStatistic heddle::carryStatistic(RewriterBase &rewriter,
                                        const RowScale &scale,
                                        Operation *root) {
  return StatisticCarrier(rewriter, scale, root).run();
}
