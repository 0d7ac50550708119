//===- PayloadTensorOps.cpp - Draws tensor ops ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pads, slices, concatenations, casts and reshapes of a random payload, in
// bounds for every size.
//
//===----------------------------------------------------------------------===//

#include "PayloadGenerator.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir::heddle::pairs;
using llvm::ArrayRef;
using llvm::SmallVector;

bool Generator::addPad() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::Pad;
  node.inputs = {input};
  node.constant = random.range(-1, 2);
  SmallVector<int> extents;
  for (int extent : extentsOf(input)) {
    int amounts[2];
    for (int &amount : amounts) {
      amount = constant(random.chance(50) ? 0 : random.range(0, 8));
      if (random.chance(12))
        amount = random.pick(baseExtents);
    }
    node.offsets.push_back(amounts[0]);
    node.sizes.push_back(amounts[1]);
    extents.push_back(binary(ExtentKind::Add,
                             binary(ExtentKind::Add, extent, amounts[0]),
                             amounts[1]));
  }
  if (!isSmall(extents))
    return false;
  node.loops = extents;
  node.isReduction.assign(extents.size(), false);
  double bound =
      std::max(program.values[input].bound, std::abs(double(node.constant)));
  finish(std::move(node), {extents}, {bound});
  return true;
}

bool Generator::addExtractSlice() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::ExtractSlice;
  node.inputs = {input};
  SmallVector<int> extents;
  // Upstream's expand-strided-metadata crashes on some slices that drop a dim
  // and have a stride.
  bool mayDrop = random.chance(35);
  for (int extent : extentsOf(input)) {
    int64_t stride = mayDrop || random.chance(60) ? 1 : random.range(2, 3);
    int start = constant(random.chance(50) ? 0 : random.range(1, 4));
    if (random.chance(8))
      start = random.pick(baseExtents);
    bool isDropped = mayDrop && smallest(extent) > 0 && random.chance(40);
    int offset, size;
    if (isDropped) {
      offset = binary(ExtentKind::Min, start,
                      binary(ExtentKind::Sub, extent, constant(1)));
      size = constant(1);
    } else {
      // At the last element at most, because the verifier requires offsets in
      // bounds.
      offset = binary(ExtentKind::Min, start, shrinkBy(extent, 1));
      size = binary(ExtentKind::CeilDiv,
                    binary(ExtentKind::Sub, extent, offset), constant(stride));
      if (random.chance(40))
        size = binary(ExtentKind::Min, constant(random.range(1, 6)), size);
      extents.push_back(size);
    }
    node.offsets.push_back(offset);
    node.sizes.push_back(size);
    node.strides.push_back(stride);
    node.dropped.push_back(isDropped);
  }
  double bound = program.values[input].bound;
  finish(std::move(node), {extents}, {bound});
  return true;
}

bool Generator::addInsertSlice() {
  int whole = pickValue(1, 3);
  if (whole < 0)
    return false;
  SmallVector<int> limits = extentsOf(whole);
  SmallVector<int> parts;
  for (auto [id, value] : llvm::enumerate(program.values)) {
    if (value.isEmpty || value.dims.size() != limits.size() ||
        static_cast<int>(id) == whole)
      continue;
    bool fits = true;
    for (unsigned run = 0; run < program.numRuns; ++run)
      for (auto [dim, limit] : llvm::zip(value.dims, limits))
        fits &= program.eval(dim.extent, run) <= program.eval(limit, run);
    if (fits)
      parts.push_back(id);
  }
  int part;
  if (!parts.empty() && random.chance(75)) {
    part = random.pick(parts);
  } else {
    SmallVector<int> extents;
    for (int limit : limits)
      extents.push_back(random.chance(50) ? shrinkBy(limit, random.range(1, 4))
                                          : limit);
    part = addArgument(extents);
  }
  if (random.chance(40))
    std::swap(whole, part);
  Node node;
  node.kind = NodeKind::InsertSlice;
  node.inputs = {part};
  node.inits = {whole};
  limits = extentsOf(whole);
  SmallVector<int> sizes = extentsOf(part);
  for (auto [limit, size] : llvm::zip(limits, sizes)) {
    int start = constant(random.chance(40) ? 0 : random.range(1, 4));
    node.offsets.push_back(
        binary(ExtentKind::Min, start, binary(ExtentKind::Sub, limit, size)));
    node.sizes.push_back(size);
    int64_t stride = random.chance(80) ? 1 : 2;
    node.strides.push_back(stride);
  }
  double bound =
      std::max(program.values[whole].bound, program.values[part].bound);
  finish(std::move(node), {limits}, {bound});
  return true;
}

bool Generator::addConcat() {
  int first = pickValue(1, 3);
  if (first < 0)
    return false;
  SmallVector<int> extents = extentsOf(first);
  Node node;
  node.kind = NodeKind::Concat;
  node.constant = random.range(0, extents.size() - 1);
  node.inputs = {first};
  double bound = program.values[first].bound;
  int total = extents[node.constant];
  for (int more = random.range(1, 2); more; --more) {
    SmallVector<int> found;
    for (auto [id, value] : llvm::enumerate(program.values)) {
      SmallVector<int> other = extentsOf(id);
      bool fits = !value.isEmpty && other.size() == extents.size();
      for (unsigned dim = 0; fits && dim < extents.size(); ++dim)
        fits = static_cast<int64_t>(dim) == node.constant ||
               other[dim] == extents[dim];
      if (fits)
        found.push_back(id);
    }
    int part;
    if (random.chance(70)) {
      part = random.pick(found);
    } else {
      SmallVector<int> other = extents;
      other[node.constant] = drawExtent();
      part = addArgument(other);
    }
    node.inputs.push_back(part);
    total = binary(ExtentKind::Add, total, extentsOf(part)[node.constant]);
    bound = std::max(bound, program.values[part].bound);
  }
  extents[node.constant] = total;
  if (!isSmall(extents))
    return false;
  // The result's type is the one that tensor.concat infers.
  SmallVector<bool> anyHidden(extents.size(), false);
  SmallVector<bool> allHidden(extents.size(), true);
  for (int part : node.inputs)
    for (auto [dim, from] : llvm::enumerate(program.values[part].dims)) {
      anyHidden[dim] = anyHidden[dim] || from.hidden;
      allHidden[dim] = allHidden[dim] && from.hidden;
    }
  int64_t along = node.constant;
  int result = finish(std::move(node), {extents}, {bound});
  for (auto [dim, to] : llvm::enumerate(program.values[result].dims))
    to.hidden =
        static_cast<int64_t>(dim) == along ? anyHidden[dim] : allHidden[dim];
  return true;
}

bool Generator::addCast() {
  int input = pickValue(1, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::Cast;
  node.inputs = {input};
  double bound = program.values[input].bound;
  int result = finish(std::move(node), {extentsOf(input)}, {bound});
  for (auto [dim, source] :
       llvm::zip(program.values[result].dims, program.values[input].dims))
    dim.hidden = random.chance(50) ? !source.hidden : source.hidden;
  return true;
}

bool Generator::addExpand() {
  int input = pickValue(1, 2);
  if (input < 0)
    return false;
  // Upstream cannot lower an expansion whose unit dims are hidden.
  for (Dim dim : program.values[input].dims)
    if (dim.hidden)
      return false;
  Node node;
  node.kind = NodeKind::ExpandShape;
  node.inputs = {input};
  SmallVector<int> extents;
  bool isChanged = false;
  for (int extent : extentsOf(input)) {
    const Extent parts = program.extents.get(extent);
    int split = !isChanged ? random.range(0, 3) : 3;
    isChanged |= split < 3;
    // Upstream's expand-strided-metadata crashes on two run-time sizes in a
    // group.
    bool isProduct =
        parts.kind == ExtentKind::Mul &&
        (program.isStatic(parts.lhs) || program.isStatic(parts.rhs));
    if (isProduct && split < 3) {
      extents.append({int(parts.lhs), int(parts.rhs)});
      node.groups.push_back(2);
    } else if (split == 1) {
      extents.append({extent, constant(1)});
      node.groups.push_back(2);
    } else if (split < 3) {
      extents.append({constant(1), extent});
      node.groups.push_back(2);
    } else {
      extents.push_back(extent);
      node.groups.push_back(1);
    }
  }
  double bound = program.values[input].bound;
  finish(std::move(node), {extents}, {bound});
  return true;
}

/// True for `tensor<0x?xf32>`, of which upstream's bufferization makes an
/// invalid `memref<0xf32>` if both dims are collapsed.
static bool isEmptyAndDynamic(const Program &program, ArrayRef<Dim> dims) {
  bool isEmpty = llvm::any_of(dims, [&](const Dim &dim) {
    return program.isStatic(dim) && program.eval(dim.extent, 0) == 0;
  });
  return isEmpty && !llvm::all_of(dims, [&](const Dim &dim) {
           return program.isStatic(dim);
         });
}

bool Generator::addCollapse() {
  int input = pickValue(2, 3);
  if (input < 0)
    return false;
  Node node;
  node.kind = NodeKind::CollapseShape;
  node.inputs = {input};
  SmallVector<int> source = extentsOf(input), extents;
  SmallVector<bool> hidden;
  unsigned start = random.range(0, source.size() - 2);
  unsigned count = random.range(2, source.size() - start);
  if (isEmptyAndDynamic(
          program, ArrayRef(program.values[input].dims).slice(start, count)))
    return false;
  for (unsigned dim = 0; dim < source.size();) {
    unsigned length = dim == start ? count : 1;
    int extent = source[dim];
    bool isHidden = program.values[input].dims[dim].hidden;
    for (unsigned next = 1; next < length; ++next) {
      extent = binary(ExtentKind::Mul, extent, source[dim + next]);
      isHidden |= program.values[input].dims[dim + next].hidden;
    }
    extents.push_back(extent);
    hidden.push_back(isHidden);
    node.groups.push_back(length);
    dim += length;
  }
  if (!isSmall(extents))
    return false;
  double bound = program.values[input].bound;
  int result = finish(std::move(node), {extents}, {bound});
  for (auto [dim, isHidden] : llvm::zip(program.values[result].dims, hidden))
    dim.hidden = isHidden;
  return true;
}
