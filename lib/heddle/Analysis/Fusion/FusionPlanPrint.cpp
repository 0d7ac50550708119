//===- FusionPlanPrint.cpp - Fusion plans as text, JSON and remarks -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a plan. Sizes are in elements, footprints in bytes.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Fusion/FusionPlan.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::heddle;

std::string FusionPlan::getLevelName(int level) const {
  if (level < 0)
    return "before the nest";
  if (level < int(numForall))
    return "forall";
  return "loop " + std::to_string(level);
}

static std::string toText(BoundContext &context, const Box &box) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printBox(context, box, os);
  return text;
}

/// The largest sizes of a box, such as 1x10x56x64.
static std::string getShape(BoundContext &context, const Box &box) {
  std::string text;
  for (const BoxRange &range : box.dims) {
    std::optional<int64_t> size =
        context.getUpperBound(getSize(context, range));
    text += (text.empty() ? "" : "x") + (size ? std::to_string(*size) : "?");
  }
  return text.empty() ? "scalar" : text;
}

std::string FusionPlan::describe(const Instance &instance) const {
  std::string text = "in " + getLevelName(instance.level);
  text += ", box " + toText(*context, instance.iteration);
  text += ", tile " + getShape(*context, instance.iteration);
  text += llvm::formatv(", recompute {0:f2}", instance.recompute).str();
  text += ", " + (instance.bytes ? std::to_string(*instance.bytes) : "?") +
          " bytes";
  if (instance.isOnline)
    return text + ", online along dim " +
           std::to_string(loops.front().position) + ": carries " +
           onlineNames.str() + assumption;
  if (instance.isRescale)
    return text + ", rescales the accumulator";
  if (llvm::any_of(instance.carries, [](int carry) { return carry >= 0; }))
    text += instance.isRoot ? ", root" : ", leaves the nest";
  return text;
}

/// Whether the tile of an op is a part of the tile of its operand, and takes no
/// memory of its own.
static bool isViewOfTile(Operation *op) {
  return isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp>(op);
}

namespace {
/// What is read of one tensor from outside of a nest: boxes that overlap are in
/// memory once.
struct TensorRead {
  Box hull;
  int64_t bytes = 0; ///< of the hull, or of all boxes if that is less

  void add(BoundContext &context, const Box &box, int64_t own, Type element) {
    hull = bytes == 0 ? box : getHull(context, hull, box);
    bytes += own;
    if (std::optional<int64_t> all = getBoxBytes(context, hull, element))
      bytes = std::min(bytes, *all);
  }
};
} // namespace

/// The bytes of the tiles made or read in one iteration of the body of `level`,
/// including one iteration of each loop inside; nullopt if a size is unknown.
static std::optional<int64_t> getWorkingSet(const FusionPlan &plan, int level) {
  int64_t bytes = 0;
  llvm::MapVector<Value, TensorRead> reads;
  for (const Instance &instance : plan.instances) {
    if (instance.level < level)
      continue;
    if (!instance.bytes)
      return std::nullopt;
    bytes += isViewOfTile(instance.op) ? 0 : *instance.bytes;
    for (OpOperand &operand : instance.op->getOpOperands()) {
      const PlannedOperand &planned =
          instance.operands[operand.getOperandNumber()];
      if (planned.role != OperandRole::Input || planned.producer >= 0)
        continue;
      Type element =
          cast<RankedTensorType>(operand.get().getType()).getElementType();
      std::optional<int64_t> own =
          getBoxBytes(plan.getContext(), planned.box, element);
      if (!own)
        return std::nullopt;
      reads[operand.get()].add(plan.getContext(), planned.box, *own, element);
    }
  }
  for (const auto &entry : reads)
    bytes += entry.second.bytes;
  return bytes;
}

/// " at file:line:column", if that is known.
static std::string getPlace(Operation *op) {
  auto location = dyn_cast<FileLineColLoc>(op->getLoc());
  if (!location)
    return "";
  return llvm::formatv(" at {0}:{1}:{2}",
                       llvm::sys::path::filename(location.getFilename()),
                       location.getLine(), location.getColumn());
}

void FusionPlan::print(raw_ostream &os) const {
  for (auto [number, loop] : llvm::enumerate(loops)) {
    os << "loop " << number << ": dim " << loop.position << ", 0 to "
       << context->toString(loop.extent) << " step "
       << context->toString(loop.step)
       << (loop.isReduction ? ", reduction" : ", parallel")
       << (number < numForall ? ", forall" : "");
    if (number + 1 >= numForall) {
      std::optional<int64_t> bytes = getWorkingSet(*this, number);
      os << ", working set " << (bytes ? std::to_string(*bytes) : "?")
         << " bytes";
    }
    os << "\n";
  }
  for (const Instance &instance : llvm::reverse(instances))
    os << "fused: " << instance.op->getName() << " " << describe(instance)
       << getPlace(instance.op) << "\n";
  for (const Reason &left : kept)
    os << "kept: " << left.op->getName() << " also stays outside: " << left.text
       << getPlace(left.op) << "\n";
  for (const Reason &left : llvm::reverse(leftOut))
    os << "not fused: " << left.op->getName() << ": " << left.text
       << getPlace(left.op) << "\n";
}

static llvm::json::Value toJSON(std::optional<int64_t> number) {
  return number ? llvm::json::Value(*number) : llvm::json::Value(nullptr);
}

llvm::json::Value FusionPlan::toJSON() const {
  using namespace llvm;
  json::Array loopList, fusedList, keptList, leftList;
  for (auto [number, loop] : enumerate(loops))
    loopList.push_back(json::Object{
        {"loop", int64_t(number)},
        {"dim", int64_t(loop.position)},
        {"extent", context->toString(loop.extent)},
        {"step", context->toString(loop.step)},
        {"kind", loop.isReduction ? "reduction" : "parallel"},
        {"forall", number < numForall},
        {"working_set_bytes", ::toJSON(getWorkingSet(*this, number))}});
  for (const Instance &instance : llvm::reverse(instances)) {
    json::Array box;
    for (const BoxRange &range : instance.iteration.dims)
      box.push_back(json::Object{
          {"lo", context->toString(range.lo)},
          {"hi", context->toString(range.hi)},
          {"largest_size",
           ::toJSON(context->getUpperBound(getSize(*context, range)))}});
    fusedList.push_back(json::Object{
        {"op", instance.op->getName().getStringRef()},
        {"location", heddle::toJSON(instance.op->getLoc())},
        {"loop", instance.level},
        {"box", std::move(box)},
        {"recompute", instance.recompute},
        {"bytes", ::toJSON(instance.bytes)},
        {"root", instance.isRoot},
        {"online", instance.isOnline},
        {"leaves", any_of(instance.carries, [](int c) { return c >= 0; })}});
  }
  auto list = [](ArrayRef<Reason> lines) {
    json::Array array;
    for (const Reason &left : lines) {
      json::Object line = heddle::toJSON(left, "reason");
      line["op"] = left.op->getName().getStringRef();
      array.push_back(std::move(line));
    }
    return array;
  };
  return json::Object{{"loops", std::move(loopList)},
                      {"fused", std::move(fusedList)},
                      {"kept", list(kept)},
                      {"not_fused", list(leftOut)}};
}

void FusionPlan::remark() const {
  for (const Instance &instance : llvm::reverse(instances))
    instance.op->emitRemark() << "fused " << describe(instance);
  for (const Reason &left : kept)
    emitRemark(left, "also stays outside the nest: ");
  for (const Reason &left : llvm::reverse(leftOut))
    emitRemark(left, "not fused: ");
}

std::optional<int64_t> heddle::getBoxBytes(BoundContext &context,
                                           const Box &box, Type elementType) {
  if (!elementType.isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bits =
      elementType.isIndex() ? 64 : elementType.getIntOrFloatBitWidth();
  int64_t bytes = (bits + 7) / 8;
  for (const BoxRange &range : box.dims) {
    std::optional<int64_t> size =
        context.getUpperBound(getSize(context, range));
    if (!size)
      return std::nullopt;
    bytes *= *size;
  }
  return bytes;
}
