//===- NestReport.cpp - What is in which loop -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the blocks of a function. Ops with the same location, such as the
// reads, the sum and the write that a payload op became, share a line. Index
// arithmetic, views and constants have no line.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Loops/NestReport.h"

#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Ops with one location between two loops.
struct OpGroup {
  Location loc;
  llvm::SetVector<StringRef> names;
  Type widest; ///< the vector type with the most elements, null if none
  bool isMasked = false;
};

class NestWalker {
public:
  explicit NestWalker(Nest &nest) : nest(nest) {}

  void visit(Operation *op);
  void flush();

private:
  void visitLoop(LoopLikeOpInterface loop);
  void visitRegions(Operation *op);
  void visitStructured(linalg::LinalgOp op);
  void visitElements(Operation *op, bool isMasked);
  void countSoftmax(Operation *op);
  void addLine(const Twine &text, std::optional<Location> loc = std::nullopt) {
    nest.lines.push_back({depth, text.str(), loc});
  }

  Nest &nest;
  unsigned depth = 0;
  double trips = 1;
  SmallVector<OpGroup> groups;
};

} // namespace

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// The number of elements of a static shape; 1 for a scalar.
static double countElements(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return 1;
  return shaped.hasStaticShape() ? double(shaped.getNumElements()) : 0;
}

static double countBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIntOrFloat()
             ? countElements(type) * ((element.getIntOrFloatBitWidth() + 7) / 8)
             : 0;
}

static bool isIndexArithmetic(Operation *op) {
  auto isIndex = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIndex() || element.isInteger(1);
  };
  return llvm::all_of(op->getResultTypes(), isIndex);
}

/// The arithmetic ops in one execution of `op`.
static double countOperations(Operation *op) {
  if (auto contract = dyn_cast<vector::ContractionOp>(op)) {
    double count = 2;
    SmallVector<int64_t> bounds;
    contract.getIterationBounds(bounds);
    for (int64_t bound : bounds)
      count *= double(bound);
    return count;
  }
  if (isa<vector::FMAOp, vector::OuterProductOp>(op))
    return 2 * countElements(op->getResult(0).getType());
  if (isa<vector::ReductionOp, vector::MultiDimReductionOp>(op))
    return countElements(op->getOperand(0).getType());
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<CastOpInterface, arith::ConstantOp, arith::SelectOp>(op) ||
      isIndexArithmetic(op))
    return 0;
  return countElements(op->getResult(0).getType());
}

/// Adds the bytes that one execution of `op` reads from and writes to buffers.
static double countMovedBytes(Operation *op) {
  if (isa<vector::TransferReadOp, vector::LoadOp, vector::MaskedLoadOp,
          vector::GatherOp>(op))
    return isa<MemRefType>(op->getOperand(0).getType())
               ? countBytes(op->getResult(0).getType())
               : 0;
  if (isa<memref::LoadOp>(op))
    return countBytes(op->getResult(0).getType());
  if (isa<memref::StoreOp, vector::StoreOp>(op))
    return countBytes(op->getOperand(0).getType());
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return isa<MemRefType>(write.getBase().getType())
               ? countBytes(write.getVector().getType())
               : 0;
  return 0;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static std::string printValue(OpFoldResult value) {
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant ? std::to_string(*constant) : "?";
}

/// The number of iterations; nullopt if it is not known.
static std::optional<double> countTrips(OpFoldResult lower, OpFoldResult upper,
                                        OpFoldResult step) {
  std::optional<int64_t> lo = getConstantIntValue(lower),
                         hi = getConstantIntValue(upper),
                         by = getConstantIntValue(step);
  if (!lo || !hi || !by || *by <= 0)
    return std::nullopt;
  return *hi <= *lo ? 0 : std::ceil((double(*hi) - double(*lo)) / double(*by));
}

void NestWalker::flush() {
  for (const OpGroup &group : groups) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (group.widest)
      os << (group.isMasked ? "masked " : "") << group.widest << ": ";
    else
      os << "scalar: ";
    llvm::interleaveComma(group.names, os);
    addLine(text, group.loc);
  }
  groups.clear();
}

void NestWalker::visitRegions(Operation *op) {
  ++depth;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        visit(&inner);
  flush();
  --depth;
}

void NestWalker::visitLoop(LoopLikeOpInterface loop) {
  flush();
  std::string text = loop->getName().getStringRef().str();
  llvm::raw_string_ostream os(text);
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  double outer = trips;
  if (!lower || !upper || !steps) {
    nest.hasUnknownTrips = true;
  } else {
    StringRef separator = " ";
    for (auto [lo, hi, step] : llvm::zip_equal(*lower, *upper, *steps)) {
      os << std::exchange(separator, ", ") << printValue(lo) << " to "
         << printValue(hi) << " step " << printValue(step);
      std::optional<double> count = countTrips(lo, hi, step);
      nest.hasUnknownTrips |= !count;
      trips *= count.value_or(1);
    }
  }
  if (!loop.getRegionIterArgs().empty()) {
    os << ", carries ";
    llvm::interleaveComma(loop.getRegionIterArgs(), os,
                          [&](BlockArgument value) { os << value.getType(); });
  }
  addLine(text);
  visitRegions(loop);
  trips = outer;
}

void NestWalker::visitStructured(linalg::LinalgOp op) {
  flush();
  std::string text = quote(op);
  llvm::raw_string_ostream os(text);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  double iterations = 1;
  os << " over ";
  llvm::interleave(
      ranges, os,
      [&](int64_t range) {
        os << (ShapedType::isDynamic(range) ? "?" : std::to_string(range));
        if (ShapedType::isDynamic(range))
          nest.hasUnknownTrips = true;
        else
          iterations *= double(range);
      },
      "x");
  os << (op.hasPureTensorSemantics() ? " on tensors" : " on buffers");
  addLine(text, op.getLoc());
  for (Operation &inner : op.getBlock()->without_terminator())
    nest.operations += trips * iterations * countOperations(&inner);
  if (op.hasPureBufferSemantics())
    for (Value operand : op->getOperands())
      nest.bytes += trips * countBytes(operand.getType());
}

/// Adds the maximum, the difference, the exponential, the sum and the quotient
/// of each element of a softmax.
void NestWalker::countSoftmax(Operation *op) {
  if (!isa<linalg::SoftmaxOp, linalg_ext::SoftmaxOp>(op))
    return;
  double elements = 1;
  for (int64_t extent :
       cast<ShapedType>(op->getOperand(0).getType()).getShape())
    if (ShapedType::isDynamic(extent))
      nest.hasUnknownTrips = true;
    else
      elements *= double(extent);
  nest.operations += trips * 5 * elements;
}

void NestWalker::visitElements(Operation *op, bool isMasked) {
  double operations = countOperations(op), moved = countMovedBytes(op);
  bool isShown = isa<vector::TransferReadOp, memref::PrefetchOp>(op);
  nest.operations += trips * operations;
  nest.bytes += trips * moved;
  if (operations == 0 && moved == 0 && !isShown)
    return;
  auto *group = llvm::find_if(
      groups, [&](const OpGroup &known) { return known.loc == op->getLoc(); });
  if (group == groups.end()) {
    groups.push_back({op->getLoc(), {}, {}, false});
    group = &groups.back();
  }
  group->names.insert(op->getName().getStringRef());
  group->isMasked |= isMasked;
  for (Type type : llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                      op->getResultTypes()))
    if (isa<VectorType>(type) && !getElementTypeOrSelf(type).isInteger(1) &&
        (!group->widest || countElements(type) > countElements(group->widest)))
      group->widest = type;
}

/// The prefetch with which the only branch of `op`, an scf.if, begins; else
/// null.
static memref::PrefetchOp getGuardedPrefetch(Operation *op) {
  auto choice = dyn_cast<scf::IfOp>(op);
  if (!choice || !choice.getElseRegion().empty())
    return nullptr;
  return dyn_cast<memref::PrefetchOp>(choice.thenBlock()->front());
}

void NestWalker::visit(Operation *op) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return visitLoop(loop);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return visitStructured(structured);
  if (auto mask = dyn_cast<vector::MaskOp>(op)) {
    if (Operation *masked = mask.getMaskableOp())
      visitElements(masked, /*isMasked=*/true);
    return;
  }
  if (memref::PrefetchOp prefetch = getGuardedPrefetch(op))
    return visitElements(prefetch, /*isMasked=*/false);
  if (isa<memref::AllocOp, memref::AllocaOp>(op)) {
    flush();
    auto type = cast<MemRefType>(op->getResult(0).getType());
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "buffer " << type;
    if (type.hasStaticShape())
      os << ", " << int64_t(countBytes(type)) << " bytes";
    return addLine(text, op->getLoc());
  }
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  if (isa<TilingInterface>(op)) {
    flush();
    countSoftmax(op);
    return addLine(quote(op), op->getLoc());
  }
  if (op->getNumRegions() > 0) {
    flush();
    addLine(op->getName().getStringRef());
    return visitRegions(op);
  }
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    flush();
    return addLine(op->getName().getStringRef(), op->getLoc());
  }
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  visitElements(op, transfer && transfer.getMask());
}

NestReport heddle::describeNests(FunctionOpInterface function) {
  NestReport report{function.getName().str(), {}};
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block) {
      // The ops between two outermost loops form a separate nest.
      bool isLoop = isa<LoopLikeOpInterface>(op);
      if (isLoop || report.nests.empty())
        report.nests.emplace_back();
      NestWalker walker(report.nests.back());
      walker.visit(&op);
      walker.flush();
      if (isLoop)
        report.nests.emplace_back();
    }
  llvm::erase_if(report.nests,
                 [](const Nest &nest) { return nest.lines.empty(); });
  return report;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void NestReport::print(llvm::raw_ostream &os) const {
  os << "loops of @" << function << "\n";
  for (const Nest &nest : nests) {
    for (const NestLine &line : nest.lines) {
      os.indent(2 * line.depth) << line.text;
      if (std::string place = line.loc ? formatLocation(*line.loc) : "";
          !place.empty())
        os << ", at " << place;
      os << "\n";
    }
    if (nest.operations == 0 && nest.bytes == 0)
      continue;
    os << "= " << llvm::format("%.0f", nest.operations) << " operations, "
       << llvm::format("%.0f", nest.bytes) << " bytes read or written";
    if (nest.operations > 0 && nest.bytes > 0)
      os << ", " << llvm::format("%.2f", nest.operations / nest.bytes)
         << " operations per byte";
    if (nest.hasUnknownTrips)
      os << " (one trip of each loop whose trips are not known)";
    os << "\n";
  }
}

llvm::json::Value NestReport::toJSON() const {
  llvm::json::Array array;
  for (const Nest &nest : nests) {
    llvm::json::Array lines;
    for (const NestLine &line : nest.lines)
      lines.push_back(llvm::json::Object{
          {"depth", int64_t(line.depth)},
          {"text", line.text},
          {"location",
           line.loc ? heddle::toJSON(*line.loc) : llvm::json::Value(nullptr)}});
    array.push_back(
        llvm::json::Object{{"lines", std::move(lines)},
                           {"operations", numberToJSON(nest.operations)},
                           {"bytes", numberToJSON(nest.bytes)},
                           {"unknownTrips", nest.hasUnknownTrips}});
  }
  return llvm::json::Object{{"function", function},
                            {"nests", std::move(array)}};
}
