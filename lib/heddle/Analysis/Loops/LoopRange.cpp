//===- LoopRange.cpp - Which numbers a loop counts through ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the ranges of loops, and describes how two ranges differ. If both have
// the same description, it names the ops that compute them.
//
//===----------------------------------------------------------------------===//

#include "LoopRange.h"

#include "MemoryAccess.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

static bool isSame(const RangePart &a, const RangePart &b) {
  if (a.bound && a.bound == b.bound)
    return true;
  if (a.map)
    return a.map == b.map && llvm::equal(a.operands, b.operands);
  return a.value && b.value && isEqualConstantIntOrValue(a.value, b.value);
}

SmallVector<LoopRange> heddle::getLoopRanges(LoopIndices &indices,
                                             Operation *op) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    LoopRange range;
    AffineMap lo = loop.getLowerBoundMap(), hi = loop.getUpperBoundMap();
    range.lo = {indices.getAffine(lo, loop.getLowerBoundOperands()),
                OpFoldResult(), lo, loop.getLowerBoundOperands()};
    range.hi = {indices.getAffine(hi, loop.getUpperBoundOperands(), true),
                OpFoldResult(), hi, loop.getUpperBoundOperands()};
    range.step.bound = indices.getContext().constant(loop.getStepAsInt());
    return {range};
  }
  // A value of a type other than index is not a bound, unless it is a constant.
  auto getPart = [&](OpFoldResult value) {
    auto dynamic = dyn_cast<Value>(value);
    bool isBound = !dynamic || dynamic.getType().isIndex() ||
                   getConstantIntValue(value).has_value();
    return RangePart{isBound ? indices.get(value) : Bound(), value, AffineMap(),
                     ValueRange()};
  };
  auto loop = cast<LoopLikeOpInterface>(op);
  SmallVector<OpFoldResult> highs = *loop.getLoopUpperBounds();
  SmallVector<OpFoldResult> steps = *loop.getLoopSteps();
  SmallVector<LoopRange> ranges;
  for (auto [dim, low] : llvm::enumerate(*loop.getLoopLowerBounds()))
    ranges.push_back({getPart(low), getPart(highs[dim]), getPart(steps[dim])});
  return ranges;
}

//===----------------------------------------------------------------------===//
// How ranges differ
//===----------------------------------------------------------------------===//

static std::string describe(BoundContext &context, const RangePart &part) {
  if (part.bound)
    return context.toString(part.bound);
  if (auto value = dyn_cast_if_present<Value>(part.value))
    if (std::optional<unsigned> argument = getFunctionArgument(value))
      return "argument " + std::to_string(*argument);
  return "an unknown bound";
}

/// True if all symbols of `bound` are function arguments or sizes of these.
static bool isOfArguments(BoundContext &context, Bound bound) {
  return llvm::all_of(bound.getNode()->terms, [&](const auto &term) {
    const heddle::detail::BoundAtom &atom = *term.first;
    if (atom.kind == heddle::detail::AtomKind::Symbol) {
      StringRef name = context.getSymbolName(atom.index);
      return name.starts_with("arg") || name.contains(" of argument ");
    }
    return llvm::all_of(atom.operands, [&](Bound operand) {
      return isOfArguments(context, operand);
    });
  });
}

/// Adds a note on each op that computes `part`, the start, end or step of a
/// loop, as `role` says. Adds none if `part` depends on function arguments
/// only.
static void noteOrigin(Reason &obstacle, BoundContext &context,
                       const RangePart &part, const Twine &role) {
  if (part.bound && isOfArguments(context, part.bound))
    return;
  SmallVector<Value> values(part.operands);
  if (auto value = dyn_cast_if_present<Value>(part.value))
    values.push_back(value);
  for (Value value : values)
    if (Operation *op = value.getDefiningOp();
        op && !op->hasTrait<OpTrait::ConstantLike>())
      obstacle.addNote(op,
                       "'" + op->getName().getStringRef() + "' gives " + role);
}

/// Describes the induction variables of `loop`: their number and type, and how
/// they are compared.
static std::string describeCounting(Operation *loop, ArrayRef<Value> ivs) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "has " << ivs.size()
      << (ivs.size() == 1 ? " dimension" : " dimensions");
  if (!ivs.empty() && !ivs.front().getType().isIndex())
    out << " of type " << ivs.front().getType();
  if (loop->hasAttr("unsignedCmp"))
    out << ", and compares unsigned numbers";
  return text;
}

std::optional<Reason> heddle::findRangeObstacle(LoopIndices &indices,
                                                Operation *first,
                                                Operation *second) {
  Operation *loops[] = {first, second};
  static constexpr StringLiteral kOrdinals[] = {"first", "second"};
  Reason obstacle(second, "expects two loops over one range");
  SmallVector<Value> ivs[2];
  for (auto [own, loop] : llvm::zip_equal(ivs, loops))
    own = *cast<LoopLikeOpInterface>(loop).getLoopInductionVars();
  if (!llvm::equal(ValueRange(ivs[0]).getTypes(),
                   ValueRange(ivs[1]).getTypes()) ||
      first->hasAttr("unsignedCmp") != second->hasAttr("unsignedCmp")) {
    for (auto [own, loop, ordinal] : llvm::zip_equal(ivs, loops, kOrdinals))
      obstacle.addNote(loop,
                       "the " + ordinal + " " + describeCounting(loop, own));
    return obstacle;
  }
  BoundContext &context = indices.getContext();
  SmallVector<LoopRange> ranges[] = {getLoopRanges(indices, first),
                                     getLoopRanges(indices, second)};
  for (unsigned dim = 0; dim < ivs[0].size(); ++dim) {
    const LoopRange &one = ranges[0][dim], &two = ranges[1][dim];
    std::tuple<StringRef, bool, RangePart LoopRange::*> parts[] = {
        {"start", isSame(one.lo, two.lo), &LoopRange::lo},
        {"end", isSame(one.hi, two.hi), &LoopRange::hi},
        {"step", isSame(one.step, two.step), &LoopRange::step}};
    if (llvm::all_of(parts, [](const auto &part) { return std::get<1>(part); }))
      continue;
    for (auto [i, loop] : llvm::enumerate(loops)) {
      const LoopRange &range = ranges[i][dim];
      obstacle.addNote(loop, "dimension " + std::to_string(dim) + " of the " +
                                 kOrdinals[i].str() + " goes from " +
                                 describe(context, range.lo) + " to " +
                                 describe(context, range.hi) + " by " +
                                 describe(context, range.step));
      for (auto [name, same, part] : parts)
        if (!same)
          noteOrigin(obstacle, context, range.*part,
                     "the " + name + " of the " + kOrdinals[i]);
    }
    return obstacle;
  }
  return std::nullopt;
}
