//===- RowFactor.cpp - What the factor of a row depends on ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values have to be finite so that the factor c of a row is.
//
// Rule. Call a value large if it is infinite or NaN wherever s is infinite: s
// itself, its sum, difference or product with a value that does not depend on s
// or is large, its quotient by a value that does not depend on s or is large,
// its square root, and what its sign or type is changed to. Call a value small
// if it is 0 or NaN there: the quotient of what does not depend on s by a large
// value, the reciprocal square root of a large value, and a product of a small
// value. If all factors are small and all divisors large, c is 0 or NaN where s
// is infinite, and only values that do not depend on s have to be finite.
// Otherwise all have to be from which c is computed.
//
// Proof that the sum may then be scaled as the terms are. Take a row with an
// infinite s. If c is NaN, all elements of the payload are, and so are those of
// the schedule. If c is 0, a term of the payload is 0 times an element and a
// value. It is NaN if one of them is infinite or NaN, and 0 otherwise. The
// schedule multiplies the sum of the terms without c by 0: that sum is infinite
// or NaN if a term is, unless it overflows, and finite otherwise.
//
// Without this, c = inf times terms of both signs is NaN in the payload, and
// inf times their sum is not.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/RowScale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// The limit on ops that are looked through on the way to one value.
static constexpr unsigned kMaxLookedThrough = 32;

namespace {
/// What a value is where the statistic is infinite.
enum class Size { Independent, Large, Small, Unknown };

class SizeFinder {
public:
  explicit SizeFinder(const RowScale &scale) : scale(scale) {}

  /// Looks at each value once, however many ops use it. Where the first way to
  /// it was too long, it stays unknown.
  Size get(Value value, unsigned depth = 0);

  /// The values that do not depend on the statistic, without constants and
  /// numbers that were integers.
  SmallVector<Value> takeIndependent() { return independent.takeVector(); }

private:
  Size find(Value value, unsigned depth);
  Size getOfArgument(BlockArgument argument, unsigned depth);
  Size getOfOp(Operation *op, unsigned depth);
  Size addIndependent(Value value);

  const RowScale &scale;
  llvm::DenseMap<Value, Size> sizes;
  llvm::SetVector<Value> independent;
};
} // namespace

/// True if `value` was an integer of a type all of whose numbers are finite as
/// those of the float type: below 2^bits, which the largest finite number is
/// not below.
static bool wasFiniteInteger(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::SIToFPOp, arith::UIToFPOp>(op))
    return false;
  auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  int bits = from.isIndex() ? 64 : from.getIntOrFloatBitWidth();
  return ilogb(APFloat::getLargest(type.getFloatSemantics())) >= bits;
}

Size SizeFinder::addIndependent(Value value) {
  if (!wasFiniteInteger(value) && !matchPattern(value, m_Constant()))
    independent.insert(value);
  return Size::Independent;
}

/// Arguments of the bodies of ops on elements, and their operands.
Size SizeFinder::getOfArgument(BlockArgument argument, unsigned depth) {
  Operation *parent = argument.getOwner()->getParentOp();
  auto owner = dyn_cast<linalg::LinalgOp>(parent);
  bool isKnown = owner && (parent == scale.op ||
                           llvm::is_contained(scale.between, parent));
  if (!isKnown)
    return addIndependent(argument);
  return get(owner.getMatchingOpOperand(argument)->get(), depth + 1);
}

Size SizeFinder::getOfOp(Operation *op, unsigned depth) {
  auto of = [&](unsigned operand) {
    return get(op->getOperand(operand), depth + 1);
  };
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::NegFOp, math::AbsFOp,
          tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return of(0);
  if (isa<math::SqrtOp, math::RsqrtOp>(op)) {
    bool isRoot = isa<math::SqrtOp>(op);
    Size size = of(0);
    if (size == Size::Independent || size == Size::Unknown)
      return size;
    if (size == Size::Small)
      return isRoot ? Size::Small : Size::Unknown;
    return isRoot ? Size::Large : Size::Small;
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op))
    return Size::Unknown;
  Size left = of(0), right = of(1);
  if (left == Size::Unknown || right == Size::Unknown)
    return Size::Unknown;
  if (isa<arith::DivFOp>(op)) {
    if (right == Size::Large)
      return left == Size::Large ? Size::Unknown : Size::Small;
    return right == Size::Independent ? left : Size::Unknown;
  }
  if (left == right)
    return left;
  bool isProduct = isa<arith::MulFOp>(op);
  if (left == Size::Independent || right == Size::Independent) {
    Size other = left == Size::Independent ? right : left;
    return isProduct || other == Size::Large ? other : Size::Unknown;
  }
  return Size::Unknown;
}

Size SizeFinder::get(Value value, unsigned depth) {
  if (depth > kMaxLookedThrough)
    return Size::Unknown;
  if (auto known = sizes.find(value); known != sizes.end())
    return known->second;
  Size size = find(value, depth);
  sizes[value] = size;
  return size;
}

Size SizeFinder::find(Value value, unsigned depth) {
  if (value == scale.statistic->getResult(0))
    return Size::Large;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getOfArgument(argument, depth);
  Operation *op = value.getDefiningOp();
  if (llvm::is_contained(scale.between, op)) {
    if (!isOnElements(op))
      return isa<tensor::CastOp, tensor::ExpandShapeOp,
                 tensor::CollapseShapeOp>(op)
                 ? getOfOp(op, depth)
                 : Size::Unknown;
    return get(op->getRegion(0).front().getTerminator()->getOperand(0),
               depth + 1);
  }
  Operation *parent = op->getParentOp();
  if (parent == scale.op || llvm::is_contained(scale.between, parent))
    return op->getNumOperands() == 0 ? Size::Independent : getOfOp(op, depth);
  return addIndependent(value);
}

/// The values that the body of the op reads to compute c.
static SmallVector<Value> getFactorSources(const RowScale &scale) {
  linalg::LinalgOp own = scale.op;
  llvm::SetVector<Value> needed(scale.factors.begin(), scale.factors.end());
  needed.insert_range(scale.divisors);
  SmallVector<Value> sources;
  for (size_t next = 0; next < needed.size(); ++next) {
    Value value = needed[next];
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == own.getBlock()) {
      sources.push_back(own.getMatchingOpOperand(argument)->get());
      continue;
    }
    Operation *producer = value.getDefiningOp();
    if (!producer || producer->getBlock() != own.getBlock()) {
      sources.push_back(value);
      continue;
    }
    needed.insert_range(producer->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(producer->getRegions(), captured);
    needed.insert_range(captured);
  }
  return sources;
}

SmallVector<Value> RowScale::getAssumedFinite() const {
  SizeFinder finder(*this);
  auto areAll = [&](ArrayRef<Value> values, Size size) {
    return llvm::all_of(values,
                        [&](Value value) { return finder.get(value) == size; });
  };
  if (areAll(factors, Size::Small) && areAll(divisors, Size::Large))
    return finder.takeIndependent();
  return getFactorSources(*this);
}
