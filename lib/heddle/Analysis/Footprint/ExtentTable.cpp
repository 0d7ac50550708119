//===- ExtentTable.cpp - Sizes of tensors as bounds -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces sizes to their sources, and merges sizes that ops require to be equal.
// Such an equality is sound if the op that implies it runs whenever the nest
// runs. This holds for ops of one block.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/ExtentTable.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/Footprint/TilingProbe.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::detail;

Bound ExtentTable::getSymbol(Value value, int64_t dim,
                             std::optional<int64_t> least) {
  auto [entry, isNew] = symbols.try_emplace({value, dim}, 0);
  if (isNew) {
    std::string name;
    auto argument = dyn_cast<BlockArgument>(value);
    name = argument ? "arg" + std::to_string(argument.getArgNumber())
                    : "s" + std::to_string(sources.size());
    if (dim >= 0)
      name += "." + std::to_string(dim);
    // The context may have symbols that other tables made.
    entry->second = context.addSymbol(name, least);
    sources.resize(entry->second + 1);
    sources.back() = {value, dim};
  } else if (least) {
    context.assumeAtLeast(entry->second, *least);
  }
  return context.symbol(entry->second);
}

ExtentTable::ExtentTable(BoundContext &context) : context(context) {}
ExtentTable::~ExtentTable() = default;

Bound heddle::getAffineBound(BoundContext &context, AffineExpr expr,
                             ArrayRef<Bound> dims, ArrayRef<Bound> syms) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return context.constant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return syms[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Bound lhs = getAffineBound(context, binary.getLHS(), dims, syms);
  Bound rhs = getAffineBound(context, binary.getRHS(), dims, syms);
  if (!lhs || !rhs)
    return Bound();
  if (expr.getKind() == AffineExprKind::Add)
    return context.add(lhs, rhs);
  std::optional<int64_t> factor = rhs.getConstant();
  if (!factor || (expr.getKind() != AffineExprKind::Mul && *factor <= 0))
    return Bound();
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return context.mul(lhs, *factor);
  case AffineExprKind::FloorDiv:
    return context.floorDiv(lhs, *factor);
  case AffineExprKind::CeilDiv:
    return context.ceilDiv(lhs, *factor);
  default:
    return Bound();
  }
}

Bound ExtentTable::traceIndex(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return context.constant(constant.getSExtValue());
  if (Bound known = traced.lookup({value, -1}))
    return known;
  Bound result;
  if (auto dim = value.getDefiningOp<tensor::DimOp>()) {
    if (std::optional<int64_t> index = getKnownDim(dim))
      result = getOwnExtent(dim.getSource(), *index);
  } else if (auto add = value.getDefiningOp<arith::AddIOp>()) {
    result = context.add(traceIndex(add.getLhs()), traceIndex(add.getRhs()));
  } else if (auto sub = value.getDefiningOp<arith::SubIOp>()) {
    result = context.sub(traceIndex(sub.getLhs()), traceIndex(sub.getRhs()));
  } else if (auto mul = value.getDefiningOp<arith::MulIOp>()) {
    Bound lhs = traceIndex(mul.getLhs()), rhs = traceIndex(mul.getRhs());
    if (lhs.getConstant())
      std::swap(lhs, rhs);
    if (rhs.getConstant())
      result = context.mul(lhs, *rhs.getConstant());
  } else if (auto apply = value.getDefiningOp<affine::AffineApplyOp>()) {
    SmallVector<Bound> operands = llvm::map_to_vector(
        apply.getMapOperands(), [&](Value v) { return traceIndex(v); });
    unsigned numDims = apply.getAffineMap().getNumDims();
    result = getAffineBound(context, apply.getAffineMap().getResult(0),
                            ArrayRef(operands).take_front(numDims),
                            ArrayRef(operands).drop_front(numDims));
  }
  if (!result)
    result = getSymbol(value, -1, std::nullopt);
  traced[{value, -1}] = result;
  return result;
}

/// The bound of `index` before equalities, over its own operands only.
Bound ExtentTable::getOwnIndex(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return context.constant(*constant);
  return traceIndex(cast<Value>(index));
}

Bound ExtentTable::getIndex(OpFoldResult index) {
  return canonicalize(getOwnIndex(index));
}

Bound ExtentTable::getNonNegativeIndex(OpFoldResult index) {
  Bound bound = getIndex(index);
  assumeNonNegative(bound);
  return bound;
}

Bound ExtentTable::getOwnTerm(const ExtentTerm &term) {
  return term.shaped ? getOwnExtent(term.shaped, term.dim)
                     : getOwnIndex(term.index);
}

/// A product of extents is a bound if at most one of them is dynamic.
Bound ExtentTable::getProduct(const ExtentRule &rule) {
  Bound product = context.constant(1);
  for (const ExtentTerm &term : rule.terms) {
    Bound factor = getOwnTerm(term);
    if (!factor.getConstant())
      std::swap(product, factor);
    if (!factor.getConstant())
      return Bound();
    product = context.mul(product, *factor.getConstant());
  }
  return product;
}

/// The extent that `rule` gives; null if it is not a bound.
Bound ExtentTable::getComputedExtent(const ExtentRule &rule) {
  if (rule.isProduct)
    return getProduct(rule);
  Bound sum = context.constant(0);
  for (const ExtentTerm &term : rule.terms)
    sum = context.add(sum, getOwnTerm(term));
  return sum;
}

/// The symbol that `a` consists of, or -1.
static int64_t getLoneSymbol(Bound a) {
  const BoundNode *node = a.getNode();
  if (node->terms.size() != 1 || node->constant != 0 ||
      node->terms[0].second != 1 ||
      node->terms[0].first->kind != AtomKind::Symbol)
    return -1;
  return node->terms[0].first->index;
}

/// If a size is one index value, that value is at least 0.
void ExtentTable::assumeNonNegative(Bound a) {
  if (int64_t symbol = getLoneSymbol(a); symbol >= 0)
    context.assumeAtLeast(symbol, 0);
}

/// The rule for an extent of `value`; nullopt if the rule leads to a memref.
static std::optional<ExtentRule> getTensorRule(Value value, int64_t dim) {
  auto result = dyn_cast<OpResult>(value);
  std::optional<ExtentRule> rule;
  if (result)
    rule = getExtentRule(result, dim);
  bool readsMemory =
      rule && llvm::any_of(rule->terms, [](const ExtentTerm &term) {
        return term.shaped && !isa<RankedTensorType>(term.shaped.getType());
      });
  return readsMemory ? std::nullopt : rule;
}

Bound ExtentTable::getOwnExtent(Value value, int64_t dim) {
  // A chain of destinations can be long: walk it, then fill the memo.
  SmallVector<std::pair<Value, int64_t>> path;
  Bound result;
  while (!result) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!type.isDynamicDim(dim)) {
      result = context.constant(type.getDimSize(dim));
      break;
    }
    if ((result = traced.lookup({value, dim})))
      break;
    path.push_back({value, dim});
    std::optional<ExtentRule> rule = getTensorRule(value, dim);
    const ExtentTerm *lone = rule ? rule->getLoneTerm() : nullptr;
    if (lone && lone->shaped)
      std::tie(value, dim) = std::pair(lone->shaped, lone->dim);
    else if (!rule || !(result = getComputedExtent(*rule)))
      result = getSymbol(value, dim, 0);
  }
  assumeNonNegative(result);
  for (auto key : path)
    traced[key] = result;
  return result;
}

Bound ExtentTable::getExtent(Value value, int64_t dim) {
  return canonicalize(getOwnExtent(value, dim));
}

SmallVector<Bound> ExtentTable::getExtents(Value value) {
  SmallVector<Bound> extents;
  for (int64_t dim = 0,
               rank = cast<RankedTensorType>(value.getType()).getRank();
       dim < rank; ++dim)
    extents.push_back(getExtent(value, dim));
  return extents;
}

Bound ExtentTable::getReplacement(unsigned symbol) {
  auto entry = replaced.find(symbol);
  if (entry == replaced.end())
    return Bound();
  Bound result = canonicalize(entry->second);
  replaced[symbol] = result;
  return result;
}

Bound ExtentTable::canonicalize(Bound a) {
  if (replaced.empty() || a.getConstant())
    return a;
  return context.substituteSymbols(
      a, [&](unsigned symbol) { return getReplacement(symbol); });
}

void ExtentTable::assumeEqual(Bound a, Bound b) {
  a = canonicalize(a);
  b = canonicalize(b);
  if (a == b)
    return;
  int64_t first = getLoneSymbol(a), second = getLoneSymbol(b);
  if (first < 0 && second < 0)
    return;
  // Replaces a side that is a lone symbol by the other side. If both sides are
  // lone symbols, keeps a function argument first, and otherwise the older
  // symbol.
  auto rank = [&](int64_t symbol) {
    return std::make_pair(!isa<BlockArgument>(sources[symbol].value), symbol);
  };
  if (first < 0 || (second >= 0 && rank(first) < rank(second))) {
    std::swap(first, second);
    std::swap(a, b);
  }
  bool occurs = false;
  context.substituteSymbols(b, [&](unsigned symbol) {
    occurs |= symbol == unsigned(first);
    return Bound();
  });
  if (!occurs)
    replaced[first] = b;
}

const TilingProbe &ExtentTable::getProbe(Operation *op) {
  // A probe asks for the extents of operands, never for another probe.
  std::unique_ptr<TilingProbe> &probe = probes[op];
  if (!probe)
    probe = std::make_unique<TilingProbe>(op, *this);
  return *probe;
}

void ExtentTable::setAlias(Value value, Value original) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      traced[{value, dim}] = getOwnExtent(original, dim);
  } else if (value.getType().isIndex()) {
    traced[{value, -1}] = traceIndex(original);
  }
}

void ExtentTable::assumeShapesOf(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics())
    return;
  SmallVector<Bound> extents(linalgOp.getNumLoops());
  forEachLoopExtent(linalgOp, [&](unsigned loop, Value operand, int64_t dim) {
    Bound own = getOwnExtent(operand, dim);
    if (extents[loop])
      assumeEqual(extents[loop], own);
    else
      extents[loop] = own;
  });
}
