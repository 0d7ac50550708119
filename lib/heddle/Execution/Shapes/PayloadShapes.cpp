//===- PayloadShapes.cpp - Which extents a payload function allows --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the relations between extents off the payload's ops. The numbers are
// chosen in ShapeAssignment.cpp.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Shapes/PayloadShapes.h"
#include "heddle/Analysis/Bounds/ExtentRule.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Nodes and classes
//===----------------------------------------------------------------------===//

unsigned PayloadShapes::addNode(Node node, std::optional<int64_t> constant) {
  unsigned id = nodes.size();
  nodes.push_back(node);
  parents.push_back(id);
  constants.push_back(constant);
  return id;
}

unsigned PayloadShapes::getNode(Value value, int64_t dim) {
  auto [it, inserted] = ids.try_emplace({value, dim}, nodes.size());
  if (!inserted)
    return it->second;
  std::optional<int64_t> constant;
  if (dim == kIndex)
    constant = getConstantIntValue(value);
  else if (auto type = dyn_cast<ShapedType>(value.getType()))
    if (type.hasRank() && !type.isDynamicDim(dim))
      constant = type.getDimSize(dim);
  return addNode({value, dim}, constant);
}

unsigned PayloadShapes::getNode(OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return getNode(value, kIndex);
  int64_t constant = *getConstantIntValue(size);
  auto [it, inserted] = constantNodes.try_emplace(constant, nodes.size());
  if (inserted)
    addNode({Value(), kIndex}, constant);
  return it->second;
}

std::optional<unsigned> PayloadShapes::findNode(Value value,
                                                int64_t dim) const {
  auto it = ids.find({value, dim});
  if (it == ids.end())
    return std::nullopt;
  return it->second;
}

unsigned PayloadShapes::findClass(unsigned node) const {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

void PayloadShapes::unite(unsigned a, unsigned b, Operation *op) {
  edges.push_back({a, b, op});
  a = findClass(a);
  b = findClass(b);
  if (a == b)
    return;
  // The smaller id represents the class; constants are known to it.
  if (b < a)
    std::swap(a, b);
  parents[b] = a;
  if (!constants[a])
    constants[a] = constants[b];
}

void PayloadShapes::uniteShapes(Value a, Value b, Operation *op) {
  auto type = dyn_cast<ShapedType>(a.getType());
  auto other = dyn_cast<ShapedType>(b.getType());
  if (!type || !other || !type.hasRank() || !other.hasRank() ||
      type.getRank() != other.getRank())
    return;
  for (int64_t d = 0; d < type.getRank(); ++d)
    unite(getNode(a, d), getNode(b, d), op);
}

void PayloadShapes::addSum(unsigned result, ArrayRef<unsigned> inputs,
                           Operation *op) {
  addEquation({result, SmallVector<unsigned>(inputs),
               [](ArrayRef<int64_t> values) -> std::optional<int64_t> {
                 uint64_t sum = 0;
                 for (int64_t value : values)
                   sum += value;
                 return static_cast<int64_t>(sum);
               },
               op});
}

void PayloadShapes::addProduct(unsigned result, ArrayRef<unsigned> inputs,
                               Operation *op) {
  addEquation({result, SmallVector<unsigned>(inputs),
               [](ArrayRef<int64_t> values) -> std::optional<int64_t> {
                 uint64_t product = 1;
                 for (int64_t value : values)
                   product *= value;
                 return static_cast<int64_t>(product);
               },
               op});
}

void PayloadShapes::addMap(unsigned result, AffineMap map,
                           ArrayRef<unsigned> inputs, bool isMin,
                           Operation *op) {
  addEquation(
      {result, SmallVector<unsigned>(inputs),
       [map, isMin](ArrayRef<int64_t> values) -> std::optional<int64_t> {
         std::optional<int64_t> best;
         for (AffineExpr expr : map.getResults()) {
           auto value = evaluate(expr, map.getNumDims(), values);
           if (!value)
             return std::nullopt;
           if (!best || (isMin ? *value < *best : *value > *best))
             best = value;
         }
         return best;
       },
       op});
}

//===----------------------------------------------------------------------===//
// Relations of each kind of op
//===----------------------------------------------------------------------===//

void PayloadShapes::visitLinalg(Operation *op) {
  auto linalgOp = cast<linalg::LinalgOp>(op);
  SmallVector<std::optional<unsigned>> loops(linalgOp.getNumLoops());
  forEachLoopExtent(linalgOp, [&](unsigned loop, Value operand, int64_t dim) {
    unsigned node = getNode(operand, dim);
    if (loops[loop])
      unite(*loops[loop], node, op);
    else
      loops[loop] = node;
  });
  if (llvm::is_contained(loops, std::nullopt))
    return;
  SmallVector<unsigned> inputs;
  for (auto loop : loops)
    inputs.push_back(*loop);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = linalgOp.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (!isa<AffineDimExpr>(expr))
        addWindow(getNode(operand.get(), dim), expr, inputs, op);
  }
}

/// A window ends where the last iteration of its loops reads. Linalg's
/// verifier requires that of static extents even if another loop does not run
/// at all, as in a convolution without channels; the code may take an empty
/// slice there.
void PayloadShapes::addWindow(unsigned result, AffineExpr expr,
                              ArrayRef<unsigned> loops, Operation *op) {
  addEquation(
      {result, SmallVector<unsigned>(loops),
       [expr](ArrayRef<int64_t> extents) -> std::optional<int64_t> {
         for (auto [loop, extent] : llvm::enumerate(extents))
           if (extent == 0 && expr.isFunctionOfDim(loop))
             return 0;
         SmallVector<int64_t> last;
         for (int64_t extent : extents)
           if (llvm::SubOverflow<int64_t>(extent, 1, last.emplace_back()))
             return std::nullopt;
         auto value = evaluate(expr, last.size(), last);
         if (!value)
           return std::nullopt;
         return llvm::checkedAdd<int64_t>(*value, 1);
       },
       op, Equation::Kind::AtLeast});
}

/// The parts of an expanded dim multiply up to it; the result has the extents
/// that the op names.
void PayloadShapes::visitExpansion(Operation *op) {
  auto relate = [&](auto expand) {
    for (auto [d, group] : llvm::enumerate(expand.getReassociationIndices())) {
      SmallVector<unsigned> parts;
      for (int64_t e : group)
        parts.push_back(getNode(expand.getResult(), e));
      addProduct(getNode(expand.getSrc(), d), parts, op);
    }
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(relate);
}

/// The tiles of 'linalg.pack' and 'linalg.unpack' cover the dims of the
/// unpacked tensor; without padding they cover them exactly.
void PayloadShapes::visitRelayout(Operation *op) {
  auto relate = [&](auto relayout, Value plain, Value packed, bool isExact) {
    SmallVector<OpFoldResult> tiles = relayout.getMixedTiles();
    ArrayRef<int64_t> positions = relayout.getInnerDimsPos();
    ArrayRef<int64_t> permutation = relayout.getOuterDimsPerm();
    int64_t rank = cast<ShapedType>(plain.getType()).getRank();
    for (auto [i, tile] : llvm::enumerate(tiles)) {
      unite(getNode(packed, rank + i), getNode(tile), op);
      addEquation(
          {getNode(tile),
           {},
           [](ArrayRef<int64_t>) -> std::optional<int64_t> { return 1; },
           op,
           Equation::Kind::AtLeast});
    }
    for (int64_t outer = 0; outer < rank; ++outer) {
      int64_t d = permutation.empty() ? outer : permutation[outer];
      unsigned whole = getNode(plain, d), count = getNode(packed, outer);
      const int64_t *tiled = llvm::find(positions, d);
      if (tiled == positions.end()) {
        unite(whole, count, op);
        continue;
      }
      unsigned tile = getNode(tiles[tiled - positions.begin()]);
      if (isExact) {
        addProduct(whole, {count, tile}, op);
        continue;
      }
      // More tiles than needed are right as well, but only types ask for them.
      bool mayBeMore = !cast<ShapedType>(packed.getType()).isDynamicDim(outer);
      addEquation(
          {count,
           {whole, tile},
           [](ArrayRef<int64_t> v) -> std::optional<int64_t> {
             if (v[0] < 0 || v[1] <= 0)
               return std::nullopt;
             return llvm::divideCeil(static_cast<uint64_t>(v[0]),
                                     static_cast<uint64_t>(v[1]));
           },
           op,
           mayBeMore ? Equation::Kind::AtLeast : Equation::Kind::Equal});
    }
  };
  if (auto pack = dyn_cast<linalg::PackOp>(op))
    relate(pack, pack.getSource(), pack.getDest(), !pack.getPaddingValue());
  if (auto unpack = dyn_cast<linalg::UnPackOp>(op))
    relate(unpack, unpack.getDest(), unpack.getSource(), /*isExact=*/false);
}

/// The extent that a slice of (offset, size, stride) needs:
/// offset + (size - 1) * stride + 1. If that overflows, no extent is large
/// enough; no memory is large enough for the largest number either.
static std::optional<int64_t> getSliceEnd(ArrayRef<int64_t> slice) {
  int64_t last, end;
  if (slice[1] == 0)
    return slice[0];
  if (llvm::SubOverflow<int64_t>(slice[1], 1, last) ||
      llvm::MulOverflow(last, slice[2], last) ||
      llvm::AddOverflow(slice[0], last, last) ||
      llvm::AddOverflow<int64_t>(last, 1, end))
    return std::numeric_limits<int64_t>::max();
  return end;
}

void PayloadShapes::visitSlice(Operation *op) {
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  Value whole = op->getOperand(0), source;
  llvm::SmallBitVector dropped;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    whole = insert.getDest();
    source = insert.getSource();
    dropped = insert.getDroppedDims();
  } else if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op)) {
    whole = insert.getDest();
    source = insert.getSource();
    dropped = insert.getDroppedDims();
  }
  int64_t d = 0;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (source && !dropped.test(i))
      unite(getNode(source, d++), getNode(size), op);
    OpFoldResult offset = slice.getMixedOffsets()[i];
    SmallVector<unsigned> inputs{getNode(offset), getNode(size),
                                 getNode(slice.getMixedStrides()[i])};
    addEquation(
        {getNode(whole, i), inputs, getSliceEnd, op, Equation::Kind::AtLeast});
    auto index = dyn_cast<Value>(offset);
    std::optional<unsigned> last = index ? getLast(index) : std::nullopt;
    if (!last || *last == inputs[0])
      continue;
    inputs[0] = *last;
    addEquation(
        {getNode(whole, i), inputs, getSliceEnd, op, Equation::Kind::Hint});
  }
}

/// Loop-carried values keep their extents.
void PayloadShapes::visitLoop(Operation *op) {
  auto loop = cast<LoopLikeOpInterface>(op);
  auto yielded = loop.getYieldedValuesMutable();
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    uniteShapes(init, loop.getRegionIterArgs()[i], op);
    if (yielded && i < yielded->size())
      uniteShapes(init, (*yielded)[i].get(), op);
    if (auto results = loop.getLoopResults())
      uniteShapes(init, (*results)[i], op);
  }
}

/// A value keeps its extents when a branch or a return passes it on.
void PayloadShapes::visitTerminator(Operation *op) {
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    for (auto [i, successor] : llvm::enumerate(op->getSuccessors()))
      for (auto [argument, value] : llvm::zip(
               successor->getArguments().drop_front(
                   branch.getSuccessorOperands(i).getProducedOperandCount()),
               branch.getSuccessorOperands(i).getForwardedOperands()))
        uniteShapes(value, argument, op);
  if (isa<func::ReturnOp>(op))
    for (auto [first, value] :
         llvm::zip(findReturn(func)->getOperands(), op->getOperands()))
      uniteShapes(first, value, op);
}

func::ReturnOp heddle::findReturn(func::FuncOp func) {
  for (Block &block : func.getBody())
    if (auto returnOp = dyn_cast<func::ReturnOp>(block.getTerminator()))
      return returnOp;
  return {};
}

void PayloadShapes::visitDim(ShapedDimOpInterface op) {
  unsigned result = getNode(op->getResult(0), kIndex);
  if (std::optional<int64_t> index = getKnownDim(op))
    return unite(result, getNode(op.getShapedValue(), *index), op);
  // A dim beyond the rank has the extent 0 in compiled code. Code that is not
  // always run does not constrain extents.
  auto zero = IntegerAttr::get(IndexType::get(op->getContext()), 0);
  if (getConstantIntValue(op.getDimension()) && op->getBlock() == &func.front())
    unite(result, getNode(OpFoldResult(zero)), op);
}

/// Results have the extents that the op computes.
void PayloadShapes::visitResults(Operation *op) {
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<ShapedType>(result.getType());
    int64_t rank = type && type.hasRank() ? type.getRank() : 0;
    for (int64_t dim = 0; dim < rank; ++dim) {
      std::optional<ExtentRule> rule = getExtentRule(result, dim);
      if (!rule)
        continue;
      SmallVector<unsigned> terms =
          llvm::map_to_vector(rule->terms, [&](const ExtentTerm &term) {
            return term.shaped ? getNode(term.shaped, term.dim)
                               : getNode(term.index);
          });
      if (rule->isProduct)
        addProduct(getNode(result, dim), terms, op);
      else if (rule->getLoneTerm())
        unite(getNode(result, dim), terms.front(), op);
      else
        addSum(getNode(result, dim), terms, op);
    }
  }
}

void PayloadShapes::visit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() &&
      op->getParentOp() == func.getOperation())
    return visitTerminator(op);
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op))
    return visitDim(dim);
  if (op->getNumResults() == 1 && op->getResult(0).getType().isIndex() &&
      isa<affine::AffineDialect, arith::ArithDialect>(op->getDialect()))
    return visitIndexOp(op);
  visitResults(op);
  if (isa<linalg::LinalgOp>(op))
    return visitLinalg(op);
  if (isa<LoopLikeOpInterface>(op))
    return visitLoop(op);
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        uniteShapes(operand, op->getResult(0), op);
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp,
            tensor::ParallelInsertSliceOp, memref::SubViewOp>(
          [&](auto) { visitSlice(op); })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
          [&](auto) { visitExpansion(op); })
      .Case([&](tensor::ConcatOp concat) {
        for (Value input : concat.getInputs().drop_front())
          for (int64_t d = 0; d < concat.getResultType().getRank(); ++d)
            if (d != static_cast<int64_t>(concat.getDim()))
              unite(getNode(concat.getResult(), d), getNode(input, d), op);
      })
      .Case<linalg::PackOp, linalg::UnPackOp>([&](auto) { visitRelayout(op); })
      .Case([&](linalg_ext::LinalgExtOp) { visitLinalgExt(op); })
      .Case([&](tensor::ScatterOp) { visitScatter(op); })
      .Case([&](linalg::SoftmaxOp softmax) {
        uniteShapes(softmax.getInput(), softmax.getOutput(), op);
      })
      .Case<memref::CopyOp, bufferization::MaterializeInDestinationOp>(
          [&](auto) { uniteShapes(op->getOperand(0), op->getOperand(1), op); })
      .Case([&](arith::SelectOp select) {
        uniteShapes(select.getTrueValue(), select.getResult(), op);
        uniteShapes(select.getFalseValue(), select.getResult(), op);
      });
}

PayloadShapes::PayloadShapes(func::FuncOp func) : func(func) {
  for (auto [i, argument] : llvm::enumerate(func.getArguments())) {
    if (argument.getType().isIntOrIndex())
      getNode(argument, kIndex);
    auto type = dyn_cast<ShapedType>(argument.getType());
    if (!type || !type.hasRank())
      continue;
    auto names = func.getArgAttrOfType<ArrayAttr>(i, "heddle.dims");
    for (int64_t d = 0; d < type.getRank(); ++d) {
      unsigned node = getNode(argument, d);
      if (!names || d >= static_cast<int64_t>(names.size()))
        continue;
      auto name = dyn_cast<StringAttr>(names[d]);
      if (!name || name.getValue().empty())
        continue;
      auto [it, inserted] = dimNames.try_emplace(name.getValue(), node);
      if (!inserted)
        unite(it->second, node, func);
    }
  }
  func->walk([&](Operation *op) {
    visit(op);
    visitTrips(op);
    visitAccess(op);
  });
  collectFree();
}

std::optional<unsigned> PayloadShapes::findFreeExtent(Value value,
                                                      int64_t dim) const {
  std::optional<unsigned> node = findNode(value, dim);
  if (!node)
    return std::nullopt;
  const auto *it = llvm::find_if(free, [&](unsigned other) {
    return findClass(other) == findClass(*node);
  });
  return it == free.end() ? std::nullopt : std::optional(it - free.begin());
}

/// The classes of argument extents that no constant decides, in the order of
/// the arguments. An index argument is free only if some extent or the trips of
/// a loop depend on it.
void PayloadShapes::collectFree() {
  llvm::DenseSet<unsigned> used(tripNodes.begin(), tripNodes.end());
  for (const Edge &edge : edges) {
    used.insert(edge.a);
    used.insert(edge.b);
  }
  for (const Equation &equation : equations)
    used.insert(equation.inputs.begin(), equation.inputs.end());
  llvm::DenseSet<unsigned> seen;
  for (Value argument : func.getArguments()) {
    int64_t rank = kIndex;
    if (auto type = dyn_cast<ShapedType>(argument.getType()))
      rank = type.hasRank() ? type.getRank() : 0;
    for (int64_t d = rank == kIndex ? kIndex : 0;
         d < std::max<int64_t>(rank, 0); ++d) {
      std::optional<unsigned> node = findNode(argument, d);
      if (!node || (d == kIndex && !used.contains(*node)))
        continue;
      unsigned root = findClass(*node);
      if (!constants[root] && seen.insert(root).second)
        free.push_back(*node);
    }
  }
}
