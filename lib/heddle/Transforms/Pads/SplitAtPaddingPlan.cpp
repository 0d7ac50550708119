//===- SplitAtPaddingPlan.cpp - Where padding begins and ends -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which ops can be split, and gives the reasons why others cannot. A
// tensor that is inserted into a filled tensor counts as padded, too, because
// fuse_ext writes the tile of a pad in that form.
//
//===----------------------------------------------------------------------===//

#include "SplitAtPaddingPlan.h"

#include "heddle/Analysis/DataFlow/BufferReads.h"
#include "heddle/Analysis/Elementwise/ElementwiseOps.h"
#include "heddle/Analysis/Footprint/IndivisibleDims.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::heddle;

/// The source of `pad`, and the amounts of padding.
static PaddedInput readPad(Builder &builder, tensor::PadOp pad) {
  PaddedInput input;
  input.source = pad.getSource();
  input.lows = pad.getMixedLowPad();
  input.highs = pad.getMixedHighPad();
  for (int64_t size : pad.getSourceType().getShape())
    input.sizes.push_back(ShapedType::isDynamic(size)
                              ? OpFoldResult()
                              : builder.getIndexAttr(size));
  input.pad = pad;
  return input;
}

/// The tensor that the op of `value` inserts into a filled tensor, if it is
/// such an insertion.
static std::optional<PaddedInput> readInsertion(Builder &builder, Value value) {
  auto insert = value.getDefiningOp<tensor::InsertSliceOp>();
  auto fill =
      insert ? insert.getDest().getDefiningOp<linalg::FillOp>() : nullptr;
  RankedTensorType type = insert ? insert.getType() : nullptr;
  if (!fill || !insert.hasUnitStride() ||
      insert.getSourceType().getRank() != type.getRank() ||
      fill.value().getType() != type.getElementType())
    return std::nullopt;
  PaddedInput input;
  input.source = insert.getSource();
  input.lows = insert.getMixedOffsets();
  input.sizes = insert.getMixedSizes();
  auto empty = fill.output().getDefiningOp<tensor::EmptyOp>();
  for (auto [dim, low, size] : llvm::enumerate(input.lows, input.sizes)) {
    std::optional<int64_t> start = getConstantIntValue(low);
    std::optional<int64_t> length = getConstantIntValue(size);
    OpFoldResult &high = input.highs.emplace_back();
    if (!type.isDynamicDim(dim) && start && length)
      high = builder.getIndexAttr(type.getDimSize(dim) - *start - *length);
    else if (start == 0 && empty &&
             isEqualConstantIntOrValue(empty.getMixedSizes()[dim], size))
      high = builder.getIndexAttr(0);
  }
  input.scalar = fill.value();
  return input;
}

/// Why `op`, which reads the padded tensor `input` as `operand`, cannot be
/// split at the padding; empty if it can.
static std::string getProblem(linalg::LinalgOp op, OpOperand &operand,
                              const PaddedInput &input) {
  std::string text;
  llvm::raw_string_ostream out(text);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isProjectedPermutation())
    out << "'" << op->getName() << "' reads the padded tensor through "
        << AffineMapAttr::get(map);
  if (tensor::PadOp pad = input.pad) {
    for (ArrayRef<OpFoldResult> amounts : {input.lows, input.highs})
      for (OpFoldResult amount : amounts)
        if (std::optional<int64_t> known = getConstantIntValue(amount);
            known && *known < 0 && text.empty())
          out << "expects padding of at least 0, but got " << *known;
    if (text.empty() &&
        !llvm::all_of(pad.getBody()->without_terminator(),
                      [](Operation &op) { return isMemoryEffectFree(&op); }))
      out << "the padding has side effects";
  }
  Operation *source = operand.get().getDefiningOp();
  if (Operation *write = findWrite(source, op); write && text.empty())
    out << "'" << source->getName() << "' reads memory that '"
        << write->getName() << "' may write before '" << op->getName() << "'";
  return text;
}

static LogicalResult checkOp(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "'" + op->getName().getStringRef() +
                                               "' does not work on tensors");
  if (!isMemoryEffectFree(op))
    return rewriter.notifyMatchFailure(op, "'" + op->getName().getStringRef() +
                                               "' has side effects");
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isProjectedPermutation())
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "'" << op->getName() << "' writes its result through "
             << AffineMapAttr::get(op.getMatchingIndexingMap(&init));
      });
  return success();
}

static void setLoops(linalg::LinalgOp op, PaddedInput &input) {
  OpOperand &operand = op->getOpOperand(input.operand);
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
    input.loops.push_back(cast<AffineDimExpr>(expr).getPosition());
}

/// Finds the inputs of `plan.op` that are padded. There is at least one.
static LogicalResult findInputs(RewriterBase &rewriter, SplitPlan &plan) {
  linalg::LinalgOp op = plan.op;
  std::string problem =
      ("no input of '" + op->getName().getStringRef() + "' is padded").str();
  for (OpOperand *operand : op.getDpsInputOperands()) {
    std::optional<PaddedInput> input = readInsertion(rewriter, operand->get());
    if (auto pad = operand->get().getDefiningOp<tensor::PadOp>())
      input = readPad(rewriter, pad);
    if (!input)
      continue;
    // Another input may still determine where to split.
    if (std::string found = getProblem(op, *operand, *input); !found.empty()) {
      problem = found;
      continue;
    }
    input->operand = operand->getOperandNumber();
    setLoops(op, *input);
    plan.inputs.push_back(*input);
  }
  if (plan.inputs.empty())
    return rewriter.notifyMatchFailure(op, problem);
  return success();
}

/// Finds where the loops are split.
static LogicalResult findCuts(RewriterBase &rewriter, SplitPlan &plan,
                              ArrayRef<int64_t> loops) {
  llvm::MapVector<unsigned, Cut> cuts;
  for (auto [number, input] : llvm::enumerate(plan.inputs))
    for (auto [dim, loop] : llvm::enumerate(input.loops))
      if (input.isPaddedAlong(dim))
        cuts.insert({loop, Cut{loop, unsigned(number), unsigned(dim)}});
  StringRef name = plan.op->getName().getStringRef();
  int64_t numLoops = plan.op.getNumLoops();
  for (int64_t loop : loops) {
    if (loop >= numLoops)
      return rewriter.notifyMatchFailure(
          plan.op, "expects 'loops' in [0, " + Twine(numLoops) +
                       ") for this '" + name + "', but got " + Twine(loop));
    if (!cuts.contains(loop))
      return rewriter.notifyMatchFailure(
          plan.op,
          "no input of '" + name + "' is padded along loop " + Twine(loop));
  }
  if (cuts.empty())
    return rewriter.notifyMatchFailure(plan.op, "the pads that '" + name +
                                                    "' reads have no padding");
  for (auto &[loop, cut] : cuts)
    if (loops.empty() || llvm::is_contained(loops, loop))
      plan.cuts.push_back(cut);
  llvm::sort(plan.cuts,
             [](const Cut &a, const Cut &b) { return a.loop < b.loop; });
  // Slices of the other inputs are upstream's.
  for (const Cut &cut : plan.cuts)
    if (std::string why = explainIndivisibleDim(plan.op, cut.loop);
        !why.empty())
      return rewriter.notifyMatchFailure(
          plan.op, "a part would read other elements: " + why);
  return success();
}

/// Checks that there is an operand for the extent of each loop where no padded
/// input is read.
static LogicalResult checkExtents(RewriterBase &rewriter, SplitPlan &plan) {
  linalg::LinalgOp op = plan.op;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands())
    if (llvm::none_of(plan.inputs, [&](const PaddedInput &input) {
          return input.operand == operand.getOperandNumber();
        }))
      maps.push_back(op.getMatchingIndexingMap(&operand));
  int missing = getCoveredLoops(maps, op.getNumLoops()).find_first_unset();
  if (missing >= 0)
    return rewriter.notifyMatchFailure(
        op, "only padded inputs of '" + op->getName().getStringRef() +
                "' have the extent of loop " + Twine(missing));
  return success();
}

FailureOr<SplitPlan> heddle::planSplit(RewriterBase &rewriter,
                                       linalg::LinalgOp op,
                                       ArrayRef<int64_t> loops) {
  SplitPlan plan;
  plan.op = op;
  if (failed(checkOp(rewriter, op)) || failed(findInputs(rewriter, plan)) ||
      failed(findCuts(rewriter, plan, loops)) ||
      failed(checkExtents(rewriter, plan)))
    return failure();
  return plan;
}

void heddle::readInputsAgain(Builder &builder, SplitPlan &plan) {
  for (PaddedInput &input : plan.inputs) {
    unsigned operand = input.operand;
    input = input.pad ? readPad(builder, input.pad)
                      : *readInsertion(builder, plan.op->getOperand(operand));
    input.operand = operand;
    setLoops(plan.op, input);
  }
}
