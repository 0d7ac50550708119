//===- ReshapeFootprints.cpp - Boxes through reshapes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which boxes of a reshape are boxes on both sides.
//
// Take a group of dims with extents e_0 .. e_m (the expanded side) and one dim
// of extent e_0 * .. * e_m (the collapsed side). A box of the expanded side is
// one interval of the collapsed side if all dims before some pivot have size 1
// and all dims after it are whole. Let I = e_1 * .. * e_m be the length of a
// row. An interval of the collapsed side is one box of the expanded side if it
// consists of whole rows (I divides both ends), or if it lies within one row
// and is, recursively, one box there. Other boxes are grown: inner dims become
// whole, and intervals are extended to whole rows. Row lengths must be
// constants. So if an extent after the first one is dynamic (not counting dims
// of extent 1), the whole group is taken.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "ResultFootprint.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

using namespace mlir;
using namespace mlir::heddle;

/// The dims of `group` that are not known to have extent 1.
static SmallVector<int64_t> dropUnitDims(ArrayRef<int64_t> group,
                                         ArrayRef<Bound> extents) {
  SmallVector<int64_t> dims;
  for (int64_t dim : group)
    if (!extents[dim].isConstant(1))
      dims.push_back(dim);
  return dims;
}

/// The product of the extents of `dims`, if it is a constant.
static std::optional<int64_t> getProduct(ArrayRef<int64_t> dims,
                                         ArrayRef<Bound> extents) {
  int64_t product = 1;
  for (int64_t dim : dims) {
    std::optional<int64_t> extent = extents[dim].getConstant();
    if (!extent)
      return std::nullopt;
    product *= *extent;
  }
  return product;
}

static Box getLegalExpandBox(tensor::ExpandShapeOp op, ExtentTable &extents,
                             const Box &box) {
  BoundContext &context = extents.getContext();
  Box legal = box;
  SmallVector<Bound> sizes = extents.getExtents(op.getResult());
  // This includes the dims of a rank-0 source, which are in no group.
  for (auto [range, size] : llvm::zip_equal(legal.dims, sizes))
    if (size.isConstant(1))
      range = {context.constant(0), size};
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    SmallVector<int64_t> dims = dropUnitDims(group, sizes);
    bool isStatic =
        dims.empty() ||
        getProduct(ArrayRef(dims).drop_front(), sizes).value_or(0) > 0;
    bool whole = !isStatic;
    for (int64_t dim : dims) {
      if (whole)
        legal.dims[dim] = {context.constant(0), sizes[dim]};
      whole |= !getSize(context, legal.dims[dim]).isConstant(1);
    }
  }
  return legal;
}

static Box getExpandSourceBox(tensor::ExpandShapeOp op, ExtentTable &extents,
                              const Box &box) {
  BoundContext &context = extents.getContext();
  SmallVector<Bound> sizes = extents.getExtents(op.getResult());
  Box source;
  for (auto [position, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<int64_t> dims = dropUnitDims(group, sizes);
    Bound extent = extents.getExtent(op.getSrc(), position);
    if (dims.empty() ||
        getProduct(ArrayRef(dims).drop_front(), sizes).value_or(0) <= 0) {
      source.dims.push_back({context.constant(0), extent});
      continue;
    }
    Bound lo = context.constant(0), length = context.constant(1);
    for (auto [index, dim] : llvm::enumerate(dims)) {
      int64_t stride = *getProduct(ArrayRef(dims).drop_front(index + 1), sizes);
      lo = context.add(lo, context.mul(box.dims[dim].lo, stride));
      Bound size = getSize(context, box.dims[dim]);
      if (size.isConstant(1) && index + 1 < dims.size())
        continue;
      length = context.mul(size, stride);
      break;
    }
    source.dims.push_back({lo, context.add(lo, length)});
  }
  return source;
}

/// True if [lo, hi) is not empty and lies within one row of length `row`.
static bool isInOneRow(BoundContext &context, const BoxRange &range,
                       int64_t row) {
  int64_t step = std::gcd(context.getKnownDivisor(range.lo), row);
  std::optional<int64_t> size = context.getUpperBound(getSize(context, range));
  return size && *size <= step && !canBeEmpty(context, range);
}

static bool isWholeRows(BoundContext &context, const BoxRange &range,
                        int64_t row, Bound extent) {
  return context.getKnownDivisor(range.lo) % row == 0 &&
         (context.getKnownDivisor(range.hi) % row == 0 || range.hi == extent);
}

/// `range` of the collapsed side, grown until it is one box of the expanded
/// side, whose dims `dims` (none of extent 1) have the extents `sizes`.
static BoxRange getLegalRange(BoundContext &context, const BoxRange &range,
                              ArrayRef<int64_t> dims, ArrayRef<Bound> sizes,
                              Bound extent) {
  BoxRange whole = {context.constant(0), extent};
  // A group of unit dims keeps its one element, even if nothing is read.
  if (dims.empty())
    return whole;
  if (dims.size() == 1)
    return range;
  if (getProduct(dims.drop_front(), sizes).value_or(0) <= 0)
    return whole;
  // Finds the innermost row length such that the range consists of whole rows
  // or lies in one row.
  BoxRange inner = range;
  Bound innerExtent = extent;
  for (ArrayRef<int64_t> rest = dims; rest.size() > 1;
       rest = rest.drop_front()) {
    int64_t length = *getProduct(rest.drop_front(), sizes);
    if (isWholeRows(context, inner, length, innerExtent))
      return range;
    if (isInOneRow(context, inner, length)) {
      Bound start = context.mul(context.floorDiv(inner.lo, length), length);
      inner = {context.sub(inner.lo, start), context.sub(inner.hi, start)};
      innerExtent = context.constant(length);
      continue;
    }
    // The range is not a box: take whole rows of this length.
    Bound grown = context.mul(context.floorDiv(inner.lo, length), length);
    Bound end = context.min(
        context.mul(context.ceilDiv(inner.hi, length), length), innerExtent);
    Bound before = context.sub(range.lo, inner.lo);
    BoxRange rows = {context.add(before, grown), context.add(before, end)};
    if (rows == range ||
        !isWholeRows(context, {grown, end}, length, innerExtent))
      rows = whole;
    return getLegalRange(context, rows, dims, sizes, extent);
  }
  return range;
}

static Box getLegalCollapseBox(tensor::CollapseShapeOp op, ExtentTable &extents,
                               const Box &box) {
  SmallVector<Bound> sizes = extents.getExtents(op.getSrc());
  Box legal;
  for (auto [position, group] : llvm::enumerate(op.getReassociationIndices()))
    legal.dims.push_back(getLegalRange(
        extents.getContext(), box.dims[position], dropUnitDims(group, sizes),
        sizes, extents.getExtent(op.getResult(), position)));
  return legal;
}

static Box getCollapseSourceBox(tensor::CollapseShapeOp op,
                                ExtentTable &extents, const Box &box) {
  BoundContext &context = extents.getContext();
  SmallVector<Bound> sizes = extents.getExtents(op.getSrc());
  Box source = getWholeBox(context, sizes);
  for (auto [position, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<int64_t> dims = dropUnitDims(group, sizes);
    if (dims.empty() ||
        getProduct(ArrayRef(dims).drop_front(), sizes).value_or(0) <= 0)
      continue;
    BoxRange inner = box.dims[position];
    Bound innerExtent = extents.getExtent(op.getResult(), position);
    ArrayRef<int64_t> rest(dims);
    for (; rest.size() > 1; rest = rest.drop_front()) {
      int64_t length = *getProduct(rest.drop_front(), sizes);
      if (isWholeRows(context, inner, length, innerExtent)) {
        source.dims[rest.front()] = {context.floorDiv(inner.lo, length),
                                     context.ceilDiv(inner.hi, length)};
        break;
      }
      Bound row = context.floorDiv(inner.lo, length);
      source.dims[rest.front()] = {row, context.add(row, 1)};
      Bound start = context.mul(row, length);
      inner = {context.sub(inner.lo, start), context.sub(inner.hi, start)};
      innerExtent = context.constant(length);
    }
    if (rest.size() == 1)
      source.dims[rest.front()] = inner;
  }
  return source;
}

namespace {
struct ExpandShapeFootprint
    : ResultFootprint<ExpandShapeFootprint, tensor::ExpandShapeOp> {
  /// Moving the box would lose its alignment.
  bool needsExactBox(Operation *) const { return true; }
  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    return getLegalExpandBox(cast<tensor::ExpandShapeOp>(op), extents,
                             iteration);
  }
  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned,
                    const Box &iteration) const {
    return getExpandSourceBox(cast<tensor::ExpandShapeOp>(op), extents,
                              iteration);
  }
};

struct CollapseShapeFootprint
    : ResultFootprint<CollapseShapeFootprint, tensor::CollapseShapeOp> {
  /// Moving the box would lose its alignment.
  bool needsExactBox(Operation *) const { return true; }
  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    return getLegalCollapseBox(cast<tensor::CollapseShapeOp>(op), extents,
                               iteration);
  }
  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned,
                    const Box &iteration) const {
    return getCollapseSourceBox(cast<tensor::CollapseShapeOp>(op), extents,
                                iteration);
  }
};
} // namespace

void heddle::registerReshapeFootprints(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExpandShapeOp::attachInterface<ExpandShapeFootprint>(*context);
    tensor::CollapseShapeOp::attachInterface<CollapseShapeFootprint>(*context);
  });
}
