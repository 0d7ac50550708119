//===- PayloadGraph.cpp - A payload function as a plain graph ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the generator, the printer and the minimizer: extents, liveness and
// validity. It makes no text and no IR.
//
//===----------------------------------------------------------------------===//

#include "PayloadGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::heddle::pairs;

uint64_t Random::next() {
  state += 0x9E3779B97F4A7C15ull;
  uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
  return mixed ^ (mixed >> 31);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

static int64_t combine(ExtentKind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case ExtentKind::Add:
    return lhs + rhs;
  case ExtentKind::Sub:
    return lhs - rhs;
  case ExtentKind::Mul:
    return lhs * rhs;
  case ExtentKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case ExtentKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  case ExtentKind::Min:
    return std::min(lhs, rhs);
  case ExtentKind::Max:
    return std::max(lhs, rhs);
  case ExtentKind::Constant:
  case ExtentKind::Symbol:
    break;
  }
  return lhs;
}

int ExtentInterner::intern(Extent extent) {
  for (auto [id, known] : llvm::enumerate(extents))
    if (known.kind == extent.kind && known.lhs == extent.lhs &&
        known.rhs == extent.rhs)
      return id;
  extents.push_back(extent);
  return extents.size() - 1;
}

int ExtentInterner::binary(ExtentKind kind, int lhs, int rhs) {
  const Extent left = extents[lhs], right = extents[rhs];
  if (left.kind == ExtentKind::Constant && right.kind == ExtentKind::Constant)
    return constant(combine(kind, left.lhs, right.lhs));
  bool isSum = kind == ExtentKind::Add || kind == ExtentKind::Sub;
  if (isSum && isConstant(rhs, 0))
    return lhs;
  if (kind == ExtentKind::Add && isConstant(lhs, 0))
    return rhs;
  bool isScale = kind == ExtentKind::Mul || kind == ExtentKind::FloorDiv ||
                 kind == ExtentKind::CeilDiv;
  if (isScale && isConstant(rhs, 1))
    return lhs;
  if (kind == ExtentKind::Mul && isConstant(lhs, 1))
    return rhs;
  // Extents are never negative.
  if (kind == ExtentKind::Min && (isConstant(lhs, 0) || lhs == rhs))
    return lhs;
  return intern({kind, lhs, rhs});
}

int64_t Program::eval(int id, unsigned run) const {
  const Extent &extent = extents.get(id);
  if (extent.kind == ExtentKind::Constant)
    return extent.lhs;
  if (extent.kind == ExtentKind::Symbol)
    return symbols[extent.lhs].values[run];
  return combine(extent.kind, eval(extent.lhs, run), eval(extent.rhs, run));
}

bool Program::isStatic(int id) const {
  const Extent &extent = extents.get(id);
  if (extent.kind == ExtentKind::Constant)
    return true;
  if (extent.kind == ExtentKind::Symbol)
    return symbols[extent.lhs].isStatic;
  return isStatic(extent.lhs) && isStatic(extent.rhs);
}

//===----------------------------------------------------------------------===//
// Validity and liveness
//===----------------------------------------------------------------------===//

bool Node::readsInit(int init) const {
  return llvm::any_of(body, [&](const BodyOp &op) {
    return op.kind == BodyKind::Output && op.lhs == init;
  });
}

bool Node::isLive(int bodyOp) const {
  if (llvm::is_contained(yields, bodyOp))
    return true;
  // Users come later.
  for (int user = bodyOp + 1, end = body.size(); user < end; ++user)
    if (body[user].kind >= BodyKind::Add &&
        (body[user].lhs == bodyOp || body[user].rhs == bodyOp) && isLive(user))
      return true;
  return false;
}

/// True if offset, size and stride of `node` stay within [0, extent).
static bool sliceInBounds(const Program &program, const Node &node,
                          llvm::ArrayRef<Dim> whole, unsigned run) {
  for (auto [dim, extent] : llvm::enumerate(whole)) {
    int64_t offset = program.eval(node.offsets[dim], run);
    int64_t size = program.eval(node.sizes[dim], run);
    int64_t limit = program.eval(extent.extent, run);
    if (offset < 0 || size < 0 || offset > limit)
      return false;
    // The verifier requires a static offset to be inside even if the slice has
    // no element.
    if (program.isStatic(node.offsets[dim]) && program.isStatic(extent) &&
        offset >= limit)
      return false;
    if (size > 0 && offset + (size - 1) * node.strides[dim] >= limit)
      return false;
    if (!node.dropped.empty() && node.dropped[dim] && size != 1)
      return false;
  }
  return true;
}

/// Conditions of linalg's verifier other than bounds: static windows must fit
/// for the first iteration also of empty results, and named ops that move dims
/// must not hide extents on one side only. A type that hides a static extent is
/// no help: upstream's canonicalization of linalg ops takes the extent from a
/// cast or from another operand, and then the op does not verify.
static bool linalgVerifies(const Program &program, const Node &node) {
  for (auto [input, map] : llvm::zip(node.inputs, node.maps)) {
    for (auto [result, dim] : llvm::zip(map, program.values[input].dims)) {
      if (result.terms.size() < 2 && !result.constant)
        continue;
      int64_t last = result.constant;
      for (auto [loop, coefficient] : result.terms)
        last += coefficient *
                std::max<int64_t>(0, program.eval(node.loops[loop], 0) - 1);
      if (program.isStatic(dim.extent) && last >= program.eval(dim.extent, 0))
        return false;
    }
  }
  if (node.named != "transpose" && node.named != "broadcast")
    return true;
  llvm::ArrayRef<Dim> result = program.values[node.results[0]].dims;
  for (auto [map, dim] :
       llvm::zip(node.maps[0], program.values[node.inputs[0]].dims))
    if (result[map.terms.front().first].hidden != dim.hidden)
      return false;
  return true;
}

bool Program::isValid() const {
  for (const Node &node : nodes)
    if (!node.removed && node.kind == NodeKind::Generic &&
        !linalgVerifies(*this, node))
      return false;

  for (unsigned run = 0; run < numRuns; ++run) {
    for (const GraphValue &value : values)
      for (Dim dim : value.dims)
        if (eval(dim.extent, run) < 0)
          return false;
    for (const Node &node : nodes) {
      if (node.removed)
        continue;
      bool ok = true;
      if (node.kind == NodeKind::ExtractSlice)
        ok = sliceInBounds(*this, node, values[node.inputs[0]].dims, run);
      if (node.kind == NodeKind::InsertSlice)
        ok = sliceInBounds(*this, node, values[node.inits[0]].dims, run);
      if (!ok)
        return false;
    }
  }
  return true;
}

/// Calls `visit` with every value that `node` reads, captures included.
template <typename Fn> static void forEachOperand(const Node &node, Fn visit) {
  for (int input : node.inputs)
    visit(input);
  for (int init : node.inits)
    if (init >= 0)
      visit(init);
  for (const BodyOp &op : node.body)
    if (op.kind == BodyKind::DimOf || op.kind == BodyKind::Extract)
      visit(op.lhs);
}

llvm::SmallVector<int> Program::liveArguments() const {
  std::vector<bool> used(values.size(), false);
  for (const Node &node : nodes)
    if (!node.removed)
      forEachOperand(node, [&](int value) { used[value] = true; });
  for (int value : returns)
    used[value] = true;
  llvm::SmallVector<int> arguments;
  for (auto [id, value] : llvm::enumerate(values))
    if (value.node < 0 && used[id])
      arguments.push_back(id);
  return arguments;
}

llvm::SmallVector<int> Program::indexArguments() const {
  // A run-time size is an argument of its own unless a tensor argument has it.
  llvm::SmallVector<int> result;
  llvm::SmallVector<int> arguments = liveArguments();
  for (size_t index = 0; index < symbols.size(); ++index) {
    if (symbols[index].isStatic)
      continue;
    bool found = llvm::any_of(arguments, [&](int argument) {
      return llvm::any_of(values[argument].dims, [&](Dim dim) {
        const Extent &extent = extents.get(dim.extent);
        return extent.kind == ExtentKind::Symbol &&
               extent.lhs == static_cast<int64_t>(index);
      });
    });
    if (!found)
      result.push_back(index);
  }
  return result;
}

void Program::removeDead(llvm::ArrayRef<int> keep) {
  std::vector<bool> live(nodes.size(), false);
  std::vector<int> worklist(keep.begin(), keep.end());
  auto need = [&](int value) {
    if (values[value].node >= 0)
      worklist.push_back(values[value].node);
  };
  for (int value : returns)
    need(value);
  while (!worklist.empty()) {
    int node = worklist.back();
    worklist.pop_back();
    if (live[node])
      continue;
    live[node] = true;
    forEachOperand(nodes[node], need);
  }
  for (auto [index, node] : llvm::enumerate(nodes))
    node.removed |= !live[index];
}
