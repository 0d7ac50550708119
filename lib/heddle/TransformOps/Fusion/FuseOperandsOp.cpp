//===- FuseOperandsOp.cpp - structured.fuse_operands ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, verifier and application. The plan is made in
// Transforms/Fusion/FuseOperands.h.
//
//===----------------------------------------------------------------------===//

#include "EmitNest.h"
#include "Operands/HandleReading.h"
#include "Operands/KnownOptions.h"
#include "heddle/TransformOps/Fusion/FusionOps.h"
#include "heddle/Transforms/Fusion/FuseOperands.h"

#include "mlir/Dialect/PDL/IR/PDLTypes.h"

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
      parser.parseOptionalAttrDict(result.attributes))
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
  Type handle = pdl::OperationType::get(parser.getContext());
  result.addTypes(SmallVector<Type>(countLoops(tileNums) + 1, handle));
  return parser.resolveOperand(target, handle, result.operands);
}

void FuseOperandsOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTarget();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : ";
  printer.printFunctionalType(*this);
}

LogicalResult FuseOperandsOp::verify() {
  if (failed(verifyKnownOptions(getOperation())))
    return failure();
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
  return success();
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
  std::optional<Reason> reason;
  FailureOr<FusionPlan> plan =
      planOperands(rewriter, targets.front(), getOptions(*this), reason);
  if (succeeded(plan) && plan->loops.size() != getLoops().size())
    reason.emplace(plan->roots.back(), "expects " + Twine(plan->loops.size()) +
                                           " loop results for this target, but "
                                           "got " +
                                           Twine(getLoops().size()));
  if (reason) {
    status = emitSilenceableError() << reason->text;
    status.attachNote(reason->loc) << "this op";
    attachNotes(status, *reason);
    return status;
  }
  FailureOr<FuseExtResult> nest =
      emitNest(*this, getExplain(), rewriter, *plan, /*waiting=*/{});
  if (failed(nest))
    return DiagnosedSilenceableFailure::definiteFailure();
  results.set(cast<OpResult>(getTransformed()), targets);
  for (auto [handle, loop] : llvm::zip_equal(getLoops(), nest->loops))
    results.set(cast<OpResult>(handle), {loop});
  return DiagnosedSilenceableFailure::success();
}
