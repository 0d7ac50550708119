//===- IndivisibleDims.cpp - Dims that a tile takes whole -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile at offset o reads, for its index i, element m(i) of a slice. The whole
// reads m(o + i). With m(o + i) = s(o) + m(i) for some s, the slice that begins
// at s(o) is right; it needs max m(i) + 1 elements, and tiling takes m at the
// last i for the maximum. Both hold for a dim that m adds up with a factor of
// at least 0, if no other term of m can fall or be negative: the sum of
// non-negative terms, and of quotients of such sums, in which the dim does not
// occur. Where a term can fall, the maximum is elsewhere: upstream slices the
// operand along it in each tile, whichever dim is cut, and a dim that is whole
// counts as a tile of all of it. No dim of such an op may be cut.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/IndivisibleDims.h"

#include "AffineSum.h"

#include "heddle/Analysis/Mistakes/Mistake.h"

using namespace mlir;
using namespace mlir::heddle;

std::optional<AffineSum> heddle::getSum(AffineExpr expr) {
  AffineSum sum;
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    sum.terms.push_back({dim.getPosition(), 1});
    return sum;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    sum.constant = constant.getValue();
    return sum.constant >= 0 ? std::optional<AffineSum>(sum) : std::nullopt;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<AffineSum> lhs = getSum(binary.getLHS());
  std::optional<AffineSum> rhs = getSum(binary.getRHS());
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    llvm::append_range(lhs->terms, rhs->terms);
    lhs->constant += rhs->constant;
    return lhs;
  }
  if (expr.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  if (!rhs->terms.empty())
    std::swap(lhs, rhs);
  if (!rhs->terms.empty())
    return std::nullopt;
  for (auto &term : lhs->terms)
    term.second *= rhs->constant;
  lhs->constant *= rhs->constant;
  return lhs;
}

static bool isQuotient(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (expr.getKind() != AffineExprKind::FloorDiv &&
                  expr.getKind() != AffineExprKind::CeilDiv))
    return false;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return divisor && divisor.getValue() > 0 && getSum(binary.getLHS());
}

static void collectTerms(AffineExpr expr, SmallVectorImpl<AffineExpr> &terms) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || expr.getKind() != AffineExprKind::Add)
    return terms.push_back(expr);
  collectTerms(binary.getLHS(), terms);
  collectTerms(binary.getRHS(), terms);
}

llvm::SmallBitVector heddle::getIndivisibleDims(AffineExpr expr,
                                                unsigned numDims) {
  llvm::SmallBitVector dims(numDims);
  if (getSum(expr) || isMistake("divided_dim_cut"))
    return dims;
  SmallVector<AffineExpr> terms;
  collectTerms(expr, terms);
  bool onlyGrows = llvm::all_of(
      terms, [](AffineExpr term) { return getSum(term) || isQuotient(term); });
  if (!onlyGrows)
    return dims.set();
  for (AffineExpr term : terms)
    for (unsigned dim = 0; dim < numDims; ++dim)
      if (term.isFunctionOfDim(dim) && !getSum(term))
        dims.set(dim);
  return dims;
}

llvm::SmallBitVector heddle::getIndivisibleDims(linalg::LinalgOp op) {
  llvm::SmallBitVector dims(op.getNumLoops());
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr expr : map.getResults())
      dims |= getIndivisibleDims(expr, map.getNumDims());
  return dims;
}

/// How `expr` uses `dim`; empty if it only adds it up.
static StringRef describeUse(AffineExpr expr, unsigned dim) {
  bool divides = false, subtracts = false;
  expr.walk([&](AffineExpr inner) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(inner);
    if (!binary || !inner.isFunctionOfDim(dim) ||
        inner.getKind() == AffineExprKind::Add)
      return;
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    bool isProduct = inner.getKind() == AffineExprKind::Mul;
    divides |= !isProduct;
    subtracts |= isProduct && factor && factor.getValue() < 0;
  });
  return divides ? "divides dim " : subtracts ? "subtracts dim " : "";
}

/// Why a tile along `dim` of an op with the result `expr` in a map is wrong.
static std::string explainUse(AffineExpr expr, unsigned numDims, unsigned dim) {
  if (StringRef use = describeUse(expr, dim); !use.empty())
    return (use + Twine(dim)).str();
  for (unsigned other = 0; other < numDims; ++other)
    if (StringRef use = describeUse(expr, other); !use.empty())
      return (use + Twine(other) + ", so that no dim may be tiled").str();
  return "subtracts a constant, so that no dim may be tiled";
}

std::string heddle::explainIndivisibleDim(linalg::LinalgOp op, unsigned dim) {
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr expr : map.getResults())
      if (getIndivisibleDims(expr, map.getNumDims()).test(dim))
        return ("an indexing map of '" + op->getName().getStringRef() + "' " +
                explainUse(expr, map.getNumDims(), dim))
            .str();
  return "";
}
