//===- SliceBox.cpp - The box of a slice in loops -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets, sizes and strides become ranges.
//
//===----------------------------------------------------------------------===//

#include "SliceBox.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::heddle;

/// `lo + size`. If the size is a min, `lo` moves into its operands, so that the
/// end is a min of bounds that grow with `lo`.
static Bound getEnd(BoundContext &context, Bound lo, Bound size) {
  for (auto [atom, factor] : size.getNode()->terms) {
    if (atom->kind != heddle::detail::AtomKind::Min || factor != 1)
      continue;
    Bound end;
    for (Bound operand : atom->operands) {
      Bound one =
          context.add(lo, context.replaceAtom(size, atom, operand, factor));
      end = end ? context.min(end, one) : one;
    }
    return end;
  }
  return context.add(lo, size);
}

std::optional<Box> heddle::getSliceBox(LoopIndices &indices,
                                       OffsetSizeAndStrideOpInterface slice) {
  BoundContext &context = indices.getContext();
  Box box;
  for (auto [offset, size, stride] :
       llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides())) {
    Bound lo = indices.get(offset), extent = indices.get(size);
    std::optional<int64_t> step = getConstantIntValue(stride);
    if (!lo || !extent || !step || *step < 1)
      return std::nullopt;
    // The last of n elements is n - 1 strides after the first.
    Bound end = *step == 1 ? getEnd(context, lo, extent)
                           : context.add(context.add(lo, 1 - *step),
                                         context.mul(extent, *step));
    box.dims.push_back({lo, end});
  }
  return box;
}
