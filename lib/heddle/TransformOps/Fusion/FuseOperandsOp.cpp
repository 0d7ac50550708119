//===- FuseOperandsOp.cpp - structured.fuse_operands ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, verifier and application. The plan is made in
// Transforms/Fusion/FuseOperands.h, the distributed form in
// Transforms/Fusion/FuseDistributed.h.
//
//===----------------------------------------------------------------------===//

#include "EmitNest.h"
#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/Transforms/Fusion/FuseDistributed.h"
#include "heddle/Transforms/Fusion/FuseOperands.h"

using namespace mlir;
using namespace mlir::heddle;

static SmallVector<int64_t> getNumbers(ArrayAttr numbers) {
  return llvm::map_to_vector(
      numbers.getAsRange<IntegerAttr>(),
      [](IntegerAttr number) { return number.getInt(); });
}

static int64_t countLoops(ArrayAttr tileNums) {
  return llvm::count_if(getNumbers(tileNums),
                        [](int64_t number) { return number != 1; });
}

ParseResult FuseOperandsOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand target;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(target) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      failed(verifyInherentAttrs(result.name, result.attributes,
                                 [&] { return parser.emitError(loc); })))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    FunctionType type;
    if (parser.parseType(type) ||
        parser.resolveOperands({target}, type.getInputs(), loc,
                               result.operands))
      return failure();
    result.addTypes(type.getResults());
    return success();
  }
  auto tileNums = dyn_cast_if_present<ArrayAttr>(
      result.attributes.get(getTileNumsAttrName(result.name)));
  if (!tileNums || !llvm::all_of(tileNums, llvm::IsaPred<IntegerAttr>))
    return parser.emitError(loc, "expects 'tile_nums', a list of numbers");
  Type type = getDefinedType(parser, target);
  result.addTypes(
      SmallVector<Type>(countLoops(tileNums) + 1,
                        getResultHandleType(parser.getContext(), type)));
  return parser.resolveOperand(target, type, result.operands);
}

void FuseOperandsOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTarget();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  printer.printFunctionalType(*this);
}

static bool isDistributed(FuseOperandsOp op) {
  return llvm::is_contained(getNumbers(op.getUseDistributed()), 1);
}

/// The distributed form has one loop, of the dim that is divided.
static LogicalResult verifyDistributed(FuseOperandsOp op) {
  SmallVector<int64_t> tileNums = getNumbers(op.getTileNums());
  SmallVector<int64_t> distributed = getNumbers(op.getUseDistributed());
  if (distributed.size() > tileNums.size() ||
      llvm::any_of(distributed, [](int64_t n) { return n != 0 && n != 1; }))
    return op.emitOpError("expects 'use_distributed' to be 0 or 1 for each of "
                          "the ")
           << tileNums.size() << " dims, but got " << op.getUseDistributed();
  if (!isDistributed(op)) {
    for (auto [name, isGiven] : {std::pair("grid", op.getGrid().has_value()),
                                 std::pair("no_nans", op.getNoNans())})
      if (isGiven)
        return op.emitOpError("expects '")
               << name << "' with 'use_distributed'";
    return success();
  }
  distributed.resize(tileNums.size(), 0);
  for (auto [dim, number] : llvm::enumerate(tileNums))
    if ((number != 1) != (distributed[dim] == 1))
      return op.emitOpError("expects 'use_distributed' to be 1 for the one dim "
                            "with several tiles, but dim ")
             << dim << " has " << number;
  for (auto [name, isGiven] :
       {std::pair("tile_interchange", !op.getTileInterchange().empty()),
        std::pair("max_recompute", op.getMaxRecompute().has_value()),
        std::pair("placement_slack", op.getPlacementSlack().has_value())})
    if (isGiven)
      return op.emitOpError("expects 'use_distributed' without '")
             << name << "': each result has one loop";
  return success();
}

LogicalResult FuseOperandsOp::verify() {
  for (int64_t number : getNumbers(getTileNums()))
    if (number < 1)
      return emitOpError("expects numbers of tiles of at least 1, but got ")
             << number;
  int64_t numLoops = countLoops(getTileNums());
  if (numLoops == 0)
    return emitOpError("expects a number of tiles that is not 1");
  if (numLoops != static_cast<int64_t>(getLoops().size()))
    return emitOpError("expects ")
           << numLoops << " loop results, one per number of tiles that is not "
           << "1, but got " << getLoops().size();
  SmallVector<int64_t> order = getNumbers(getTileInterchange());
  llvm::sort(order);
  if (!llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return emitOpError("expects 'tile_interchange' to be a permutation of the "
                       "dims from 0, but got ")
           << getTileInterchange();
  for (auto [name, factor] :
       {std::pair("max_recompute", getMaxRecompute()),
        std::pair("placement_slack", getPlacementSlack())})
    if (factor && factor->convertToDouble() < 1.0)
      return emitOpError("expects '") << name << "' of at least 1.0, but got "
                                      << factor->convertToDouble();
  return verifyDistributed(*this);
}

static FuseOperandsOptions getOptions(FuseOperandsOp op) {
  FuseOperandsOptions options;
  options.tileNums = getNumbers(op.getTileNums());
  options.interchange = getNumbers(op.getTileInterchange());
  options.expectWholeGraph = op.getExpectWholeGraphFusion();
  if (op.getMaxRecompute())
    options.maxRecompute = op.getMaxRecompute()->convertToDouble();
  if (op.getPlacementSlack())
    options.placementSlack = op.getPlacementSlack()->convertToDouble();
  return options;
}

static DiagnosedSilenceableFailure refuse(FuseOperandsOp op,
                                          const Reason &reason) {
  DiagnosedSilenceableFailure status = emitSilenceableFailure(op)
                                       << reason.text;
  status.attachNote(reason.loc) << "this op";
  attachNotes(status, reason);
  return status;
}

/// Distributes what `target` reads. Each of its loops is in the one handle.
static DiagnosedSilenceableFailure
applyDistributed(FuseOperandsOp op, transform::TransformRewriter &rewriter,
                 transform::TransformResults &results, Operation *target) {
  FuseDistributedOptions options;
  for (auto [dim, number] : llvm::enumerate(getNumbers(op.getTileNums())))
    if (number != 1) {
      options.dim = dim;
      options.devices = number;
    }
  options.collective = {op.getGrid().value_or("").str(), op.getNoNans()};
  options.expectWholeGraph = op.getExpectWholeGraphFusion();
  if (std::optional<Reason> reason = checkFuseDistributed(target, options))
    return refuse(op, *reason);
  FuseDistributedResult made = fuseDistributed(
      rewriter, target, options, [&](Operation *original, Operation *tiled) {
        (void)rewriter.notifyPayloadOperationReplaced(original, tiled);
      });
  if (op.getExplain()) {
    for (Operation *tiled : made.fused)
      tiled->emitRemark("each device computes its part");
    for (const Reason &left : made.leftOut)
      emitRemark(left, "stays before the loop: ");
  }
  results.set(cast<OpResult>(op.getTransformed()), {target});
  results.set(cast<OpResult>(op.getLoops().front()), made.loops);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
FuseOperandsOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets,
                 /*mayBeEmpty=*/true);
  if (!status.succeeded())
    return status;
  if (targets.size() != 1)
    return emitSilenceableError()
           << "expects one target, but got " << targets.size();
  if (isDistributed(*this))
    return applyDistributed(*this, rewriter, results, targets.front());
  std::optional<Reason> reason;
  FailureOr<FusionPlan> plan =
      planOperands(rewriter, targets.front(), getOptions(*this), reason);
  if (succeeded(plan) && plan->loops.size() != getLoops().size())
    reason.emplace(plan->roots.back(), "expects " + Twine(plan->loops.size()) +
                                           " loop results for this target, but "
                                           "got " +
                                           Twine(getLoops().size()));
  if (reason)
    return refuse(*this, *reason);
  FailureOr<FuseExtResult> nest =
      emitNest(*this, getExplain(), rewriter, *plan, /*waiting=*/{});
  if (failed(nest))
    return DiagnosedSilenceableFailure::definiteFailure();
  results.set(cast<OpResult>(getTransformed()), targets);
  for (auto [handle, loop] : llvm::zip_equal(getLoops(), nest->loops))
    results.set(cast<OpResult>(handle), {loop});
  return DiagnosedSilenceableFailure::success();
}
