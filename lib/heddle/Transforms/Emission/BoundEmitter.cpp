//===- BoundEmitter.cpp - Bounds as index values --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emission of bounds through upstream's composed and folded affine builders.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Emission/BoundEmitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::detail;

void BoundEmitter::enterLoops(Operation *loop, ValueRange entered,
                              bool isPerfect) {
  scopes.back().inner = loop;
  Scope scope;
  scope.firstLoop = variables.size();
  scope.isPerfect = isPerfect;
  llvm::append_range(variables, entered);
  scopes.push_back(std::move(scope));
}

void BoundEmitter::leaveLoops() {
  variables.truncate(scopes.back().firstLoop);
  scopes.pop_back();
  scopes.back().inner = nullptr;
}

/// The size of a tensor dimension. The size of a collapsed dimension is the
/// product of the original ones, so that only the source of the reshape is
/// read.
static Value makeDim(RewriterBase &rewriter, Location loc, Value value,
                     int64_t dim) {
  auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse)
    return getValueOrCreateConstantIndexOp(
        rewriter, loc, tensor::getMixedSize(rewriter, loc, value, dim));
  Value product;
  auto groups = collapse.getReassociationIndices();
  for (int64_t source : groups[dim]) {
    Value factor = getValueOrCreateConstantIndexOp(
        rewriter, loc,
        tensor::getMixedSize(rewriter, loc, collapse.getSrc(), source));
    product = product ? arith::MulIOp::create(rewriter, loc, product, factor)
                      : factor;
  }
  return product;
}

Value BoundEmitter::getSymbol(unsigned symbol) {
  Value &known = symbols[symbol];
  if (known)
    return known;
  SymbolSource source = extents.getSource(symbol);
  if (source.dim < 0)
    return known = source.value;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(scopes.front().inner ? scopes.front().inner
                                                  : anchor);
  return known = makeDim(rewriter, anchor->getLoc(), source.value, source.dim);
}

AffineExpr BoundEmitter::getExpr(Bound bound,
                                 SmallVectorImpl<OpFoldResult> &operands) {
  MLIRContext *context = rewriter.getContext();
  AffineExpr sum = getAffineConstantExpr(bound.getNode()->constant, context);
  for (auto [atom, factor] : bound.getNode()->terms) {
    AffineExpr term;
    if (atom->kind == AtomKind::FloorDiv) {
      term = getExpr(atom->operands[0], operands).floorDiv(atom->index);
    } else {
      term = getAffineDimExpr(operands.size(), context);
      if (atom->kind == AtomKind::Var) {
        operands.push_back(variables[atom->index]);
      } else if (atom->kind == AtomKind::Symbol) {
        operands.push_back(getSymbol(atom->index));
      } else {
        SmallVector<AffineExpr> exprs;
        SmallVector<OpFoldResult> inner;
        for (Bound operand : atom->operands)
          exprs.push_back(getExpr(operand, inner));
        auto map = AffineMap::get(inner.size(), 0, exprs, context);
        Location loc = anchor->getLoc();
        operands.push_back(
            atom->kind == AtomKind::Min
                ? affine::makeComposedFoldedAffineMin(rewriter, loc, map, inner)
                : affine::makeComposedFoldedAffineMax(rewriter, loc, map,
                                                      inner));
      }
    }
    sum = sum + term * factor;
  }
  return sum;
}

OpFoldResult BoundEmitter::emit(Bound bound) {
  const BoundNode *node = bound.getNode();
  SmallVector<OpFoldResult> operands;
  Location loc = anchor->getLoc();
  // A sum with one min or max is that min or max of sums: -min(a, b) + r is
  // max(r - a, r - b).
  const BoundAtom *extremum = nullptr;
  int64_t sign = 0;
  unsigned count = 0;
  for (auto [atom, factor] : node->terms) {
    if (atom->kind != AtomKind::Min && atom->kind != AtomKind::Max)
      continue;
    ++count;
    extremum = atom;
    sign = factor;
  }
  if (count == 1 && (sign == 1 || sign == -1)) {
    BoundContext &context = extents.getContext();
    Bound rest = context.replaceAtom(bound, extremum, context.constant(0), 1);
    SmallVector<AffineExpr> exprs;
    for (Bound operand : extremum->operands)
      exprs.push_back(
          getExpr(context.add(rest, context.mul(operand, sign)), operands));
    auto map = AffineMap::get(operands.size(), 0, exprs, rewriter.getContext());
    bool isMin = (extremum->kind == AtomKind::Min) == (sign == 1);
    return isMin ? affine::makeComposedFoldedAffineMin(rewriter, loc, map,
                                                       operands)
                 : affine::makeComposedFoldedAffineMax(rewriter, loc, map,
                                                       operands);
  }
  AffineExpr expr = getExpr(bound, operands);
  return affine::makeComposedFoldedAffineApply(
      rewriter, loc, AffineMap::get(operands.size(), 0, expr), operands);
}

OpFoldResult BoundEmitter::get(Bound bound) {
  if (std::optional<int64_t> constant = bound.getConstant())
    return rewriter.getIndexAttr(*constant);
  // The scope of the deepest variable.
  unsigned scope = 0;
  for (unsigned inner = 1; inner < scopes.size(); ++inner)
    if (bound.getLoops() >> scopes[inner].firstLoop)
      scope = inner;
  // A loop that holds nothing but the next one gets no bound.
  while (scopes[scope].inner && scopes[scope].isPerfect)
    ++scope;
  auto known = scopes[scope].known.find(bound.getNode());
  if (known != scopes[scope].known.end())
    return known->second;
  OpBuilder::InsertionGuard guard(rewriter);
  if (scopes[scope].inner)
    rewriter.setInsertionPoint(scopes[scope].inner);
  OpFoldResult result = emit(bound);
  scopes[scope].known[bound.getNode()] = result;
  return result;
}

SmallVector<OpFoldResult> BoundEmitter::get(ArrayRef<Bound> bounds) {
  SmallVector<OpFoldResult> results;
  for (Bound bound : bounds)
    results.push_back(get(bound));
  return results;
}

Value BoundEmitter::getValue(Bound bound) {
  OpFoldResult result = get(bound);
  if (auto value = dyn_cast<Value>(result))
    return value;
  Value &known = constants[*bound.getConstant()];
  if (known)
    return known;
  // Constants come before the nest.
  OpBuilder::InsertionGuard guard(rewriter);
  if (scopes.front().inner)
    rewriter.setInsertionPoint(scopes.front().inner);
  return known = getValueOrCreateConstantIndexOp(rewriter, anchor->getLoc(),
                                                 result);
}

Value heddle::emitOwnExtent(RewriterBase &rewriter, ExtentTable &extents,
                            Value value, int64_t dim, Operation *at) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(at);
  BoundEmitter emitter(rewriter, extents, at);
  return emitter.getValue(extents.getOwnExtent(value, dim));
}
