//===- MemoryReport.cpp - What buffers and copies cost --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and trip counts are traced to constants, to the extents of arguments,
// or to a constant bound. Any other value gets a name.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/MemoryReport.h"
#include "heddle/Analysis/Bounds/KnownDim.h"
#include "heddle/Analysis/Memory/ElementBytes.h"
#include "heddle/Analysis/Memory/MemoryCause.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Analysis/Reasons/ScheduleLine.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// MemoryAmount
//===----------------------------------------------------------------------===//

MemoryAmount MemoryAmount::operator*(const MemoryAmount &other) const {
  MemoryAmount product = *this;
  product.number = llvm::SaturatingMultiply<uint64_t>(number, other.number);
  llvm::append_range(product.symbols, other.symbols);
  product.isBound |= other.isBound;
  return product;
}

std::string MemoryAmount::str() const {
  if (number == 0)
    return "0";
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isBound)
    os << "<=";
  if (number != 1 || symbols.empty())
    os << number;
  for (const std::string &symbol : symbols)
    os << (text.empty() || text.back() == '=' ? "" : "*") << symbol;
  return text;
}

//===----------------------------------------------------------------------===//
// Sizes and trip counts
//===----------------------------------------------------------------------===//

namespace {
/// Traces index values of one function to numbers and named values.
class Amounts {
public:
  Amounts(Operation *function, FunctionMemory &memory)
      : function(function), memory(memory) {}

  /// The value of an index, which may be a constant upper bound.
  MemoryAmount get(OpFoldResult value);
  /// Bytes of the buffer `value`.
  MemoryAmount getBytes(Value buffer);
  /// The number of iterations of all loops around `op`.
  MemoryAmount getTrips(Operation *op);

private:
  MemoryAmount getExtent(Value buffer, int64_t dim);
  /// The amount for `value` if it is a product; else nullopt.
  std::optional<MemoryAmount> getProduct(Value value);
  MemoryAmount getLoopTrips(LoopLikeOpInterface loop);
  MemoryAmount getTrips(OpFoldResult lower, OpFoldResult upper,
                        OpFoldResult step);
  /// The position of an argument of the function, if `value` is one.
  std::optional<unsigned> getArgument(Value value);
  MemoryAmount getNamed(const void *of, StringRef what, Location loc,
                        int64_t dim = 0);

  Operation *function;
  FunctionMemory &memory;
  DenseMap<std::pair<const void *, int64_t>, std::string> names;
};
} // namespace

static MemoryAmount makeSymbol(const Twine &name) {
  MemoryAmount amount;
  amount.symbols.push_back(name.str());
  return amount;
}

static MemoryAmount makeNumber(int64_t number, bool isBound = false) {
  MemoryAmount amount;
  amount.number = std::max<int64_t>(0, number);
  amount.isBound = isBound;
  return amount;
}

std::string heddle::describePlace(Location loc) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
  else
    os << loc;
  return text;
}

std::optional<unsigned> Amounts::getArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != function ||
      !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  return argument.getArgNumber();
}

MemoryAmount Amounts::getNamed(const void *of, StringRef what, Location loc,
                               int64_t dim) {
  auto [it, isNew] =
      names.try_emplace(std::pair(of, dim), "s" + std::to_string(names.size()));
  if (isNew)
    memory.legend.emplace_back(it->second,
                               (what + " at " + describePlace(loc)).str());
  return makeSymbol(it->second);
}

MemoryAmount Amounts::get(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return makeNumber(*constant);
  auto operand = cast<Value>(value);
  if (std::optional<unsigned> argument = getArgument(operand))
    return makeSymbol("arg" + Twine(*argument));
  if (auto dim = operand.getDefiningOp<memref::DimOp>()) {
    if (std::optional<int64_t> index = getKnownDim(dim))
      return getExtent(dim.getSource(), *index);
    if (dim.getConstantIndex())
      return getNamed(operand.getAsOpaquePointer(), "no dim", dim.getLoc());
  }
  FailureOr<int64_t> bound =
      computeConstantBound(presburger::BoundType::UB, operand);
  if (succeeded(bound))
    return makeNumber(*bound, /*isBound=*/true);
  if (std::optional<MemoryAmount> product = getProduct(operand))
    return *product;
  Operation *owner = operand.getDefiningOp();
  return getNamed(operand.getAsOpaquePointer(),
                  owner ? owner->getName().getStringRef() : "block argument",
                  operand.getLoc());
}

std::optional<MemoryAmount> Amounts::getProduct(Value value) {
  if (auto product = value.getDefiningOp<arith::MulIOp>())
    return get(product.getLhs()) * get(product.getRhs());
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>()) {
    auto product =
        dyn_cast<AffineBinaryOpExpr>(apply.getAffineMap().getResult(0));
    if (!product || product.getKind() != AffineExprKind::Mul)
      return std::nullopt;
    MemoryAmount amount;
    for (AffineExpr factor : {product.getLHS(), product.getRHS()})
      if (auto constant = dyn_cast<AffineConstantExpr>(factor))
        amount = amount * makeNumber(constant.getValue());
      else if (auto dim = dyn_cast<AffineDimExpr>(factor))
        amount = amount * get(apply.getDimOperands()[dim.getPosition()]);
      else if (auto symbol = dyn_cast<AffineSymbolExpr>(factor))
        amount = amount * get(apply.getSymbolOperands()[symbol.getPosition()]);
      else
        return std::nullopt;
    return amount;
  }
  // max(size, 0) stands for the size itself if that cannot be negative; an
  // extent never is.
  auto max = value.getDefiningOp<arith::MaxSIOp>();
  if (!max || !isConstantIntValue(max.getRhs(), 0))
    return std::nullopt;
  MemoryAmount amount = get(max.getLhs());
  if (amount.isStatic() || max.getLhs().getDefiningOp<memref::DimOp>())
    return amount;
  return makeSymbol("max(" + amount.str() + ", 0)");
}

MemoryAmount Amounts::getExtent(Value buffer, int64_t dim) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dim))
    return makeNumber(type.getDimSize(dim));
  if (std::optional<unsigned> argument = getArgument(buffer))
    return makeSymbol("arg" + Twine(*argument) + "[" + Twine(dim) + "]");
  Operation *owner = buffer.getDefiningOp();
  if (auto cast = dyn_cast_or_null<memref::CastOp>(owner);
      cast && isa<MemRefType>(cast.getSource().getType()))
    return getExtent(cast.getSource(), dim);
  if (auto clone = dyn_cast_or_null<bufferization::CloneOp>(owner))
    return getExtent(clone.getInput(), dim);
  unsigned dynamic = type.getDynamicDimIndex(dim);
  if (auto alloc = dyn_cast_or_null<memref::AllocOp>(owner))
    return get(alloc.getDynamicSizes()[dynamic]);
  if (auto alloca = dyn_cast_or_null<memref::AllocaOp>(owner))
    return get(alloca.getDynamicSizes()[dynamic]);
  if (auto view = dyn_cast_or_null<memref::ViewOp>(owner))
    return get(view.getSizes()[dynamic]);
  if (auto subview = dyn_cast_or_null<memref::SubViewOp>(owner)) {
    // findDroppedDims looks at the shape. Upstream's getDroppedDims looks at
    // strides, and crashes where these do not tell unit dims apart.
    auto dropped =
        computeRankReductionMask(subview.getStaticSizes(), type.getShape());
    SmallVector<OpFoldResult> sizes;
    for (auto [index, size] : llvm::enumerate(subview.getMixedSizes()))
      if (!dropped || !dropped->contains(index))
        sizes.push_back(size);
    if (dropped)
      return get(sizes[dim]);
  }
  return getNamed(buffer.getAsOpaquePointer(),
                  "extent " + std::to_string(dim) + " of a buffer",
                  buffer.getLoc(), dim);
}

MemoryAmount Amounts::getBytes(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type)
    return getNamed(buffer.getAsOpaquePointer(), "bytes of an unranked buffer",
                    buffer.getLoc());
  DataLayout layout =
      DataLayout::closest(buffer.getParentBlock()->getParentOp());
  std::optional<int64_t> known = getElementBytes(type.getElementType(), layout);
  MemoryAmount bytes = known ? makeNumber(*known)
                             : getNamed(buffer.getAsOpaquePointer(),
                                        "bytes of an element", buffer.getLoc());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    bytes = bytes * getExtent(buffer, dim);
  return bytes;
}

MemoryAmount Amounts::getTrips(OpFoldResult lower, OpFoldResult upper,
                               OpFoldResult step) {
  std::optional<int64_t> from = getConstantIntValue(lower),
                         to = getConstantIntValue(upper),
                         by = getConstantIntValue(step);
  if (from && to && by && *by > 0)
    return makeNumber(*to <= *from ? 0 : llvm::divideCeil(*to - *from, *by));
  std::string range = get(upper).str();
  if (!from || *from != 0)
    range = "(" + range + " - " + get(lower).str() + ")";
  if (by && *by == 1)
    return makeSymbol(range);
  std::string divisor = get(step).str();
  if (StringRef(divisor).contains('*'))
    divisor = "(" + divisor + ")";
  return makeSymbol("ceil(" + range + "/" + divisor + ")");
}

MemoryAmount Amounts::getLoopTrips(LoopLikeOpInterface loop) {
  std::optional<SmallVector<OpFoldResult>> lower = loop.getLoopLowerBounds(),
                                           upper = loop.getLoopUpperBounds(),
                                           steps = loop.getLoopSteps();
  if (!lower || !upper || !steps)
    return getNamed(loop.getOperation(), "iterations of the loop",
                    loop.getLoc());
  MemoryAmount trips;
  for (auto [from, to, by] : llvm::zip_equal(*lower, *upper, *steps))
    trips = trips * getTrips(from, to, by);
  return trips;
}

MemoryAmount Amounts::getTrips(Operation *op) {
  SmallVector<LoopLikeOpInterface> loops;
  for (Operation *parent = op->getParentOp(); parent && parent != function;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
      loops.push_back(loop);
  MemoryAmount trips;
  for (LoopLikeOpInterface loop : llvm::reverse(loops))
    trips = trips * getLoopTrips(loop);
  return trips;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// The innermost loop around `op` in `function`, or null.
static Operation *getInnermostLoop(Operation *op, Operation *function) {
  for (Operation *parent = op->getParentOp(); parent && parent != function;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      return parent;
  return nullptr;
}

static bool isConditional(Operation *op, Operation *function) {
  for (; op != function; op = op->getParentOp())
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op->getParentOp()) ||
        !op->getBlock()->isEntryBlock())
      return true;
  return false;
}

static void visit(Operation *op, Operation *function, Amounts &amounts,
                  FunctionMemory &memory) {
  using Kind = MemoryEvent::Kind;
  auto add = [&](Kind kind, Value buffer) {
    memory.events.push_back(
        {kind, op, amounts.getBytes(buffer), amounts.getTrips(op),
         getInnermostLoop(op, function), isConditional(op, function),
         getMemoryCause(op->getLoc()), getScheduleLine(op->getLoc())});
  };
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    add(Kind::Alloc, alloc.getResult());
  else if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    add(Kind::Stack, alloca.getResult());
  else if (auto copy = dyn_cast<memref::CopyOp>(op))
    add(Kind::Copy, copy.getTarget());
  else if (auto copy = dyn_cast<linalg::CopyOp>(op);
           copy && copy.hasPureBufferSemantics())
    add(Kind::Copy, copy.getOutputs().front());
  else if (auto clone = dyn_cast<bufferization::CloneOp>(op)) {
    add(Kind::Alloc, clone.getInput());
    add(Kind::Copy, clone.getInput());
  }
}

/// Adds the peaks when the sizes of all allocations are known.
static void addPeaks(Operation *root, MemoryReport &report) {
  DenseMap<Operation *, MemoryAmount> sizes;
  for (const FunctionMemory &memory : report.functions)
    for (const MemoryEvent &event : memory.events)
      if (event.kind == MemoryEvent::Kind::Alloc)
        sizes[event.op] = event.bytes;
  auto getBytes = [&](Operation *alloc) -> std::optional<AllocatedBytes> {
    auto known = sizes.find(alloc);
    if (known == sizes.end() ||
        (!known->second.isStatic() && known->second.number != 0))
      return std::nullopt;
    return AllocatedBytes{known->second.number, known->second.isBound};
  };
  auto next = report.functions.begin();
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (!function.isExternal())
      (next++)->peak = computeLivePeak(function, getBytes);
    return WalkResult::skip();
  });
}

MemoryReport heddle::computeMemoryReport(Operation *root) {
  MemoryReport report;
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (function.isExternal())
      return WalkResult::skip();
    FunctionMemory &memory = report.functions.emplace_back();
    memory.name = function.getName().str();
    Amounts amounts(function, memory);
    function->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { visit(op, function, amounts, memory); });
    return WalkResult::skip();
  });
  addPeaks(root, report);
  return report;
}
