//===- TilingOps.cpp - Transform ops on single ops ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects, verifiers and application of the ops that put loops around one op or
// in its place. The algorithms are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Tiling/TilingOps.h"

#include "heddle/Analysis/Target/VectorRegisters.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "Operands/MixedSizes.h"
#include "heddle/Analysis/Footprint/TileSizes.h"
#include "heddle/TransformOps/Operands/KnownOptions.h"
#include "heddle/TransformOps/Reports/FailureReasons.h"
#include "heddle/Transforms/Tiling/LowerToLoops.h"
#include "heddle/Transforms/Tiling/TileExt.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Tiling/TilingOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Both ops
//===----------------------------------------------------------------------===//

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

/// `: (types) -> types`, or nothing: then the results are those that are bound,
/// or `numResults` if none is.
static ParseResult
parseOptionalHandleTypes(OpAsmParser &parser, OperationState &result,
                         ArrayRef<UnresolvedOperand> operands,
                         size_t numResults) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalColon())) {
    SmallVector<Type> types;
    for (const UnresolvedOperand &operand : operands)
      types.push_back(getDefinedType(parser, operand));
    if (size_t numBound = parser.getNumResults())
      numResults = numBound;
    result.addTypes(SmallVector<Type>(
        numResults, getResultHandleType(parser.getContext(), types)));
    return parser.resolveOperands(operands, types, loc, result.operands);
  }
  FunctionType type;
  if (parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

static DiagnosedSilenceableFailure
failDefinitely(transform::TransformOpInterface op,
               const FailureReasons &reasons) {
  InFlightDiagnostic error =
      op->emitOpError(reasons.getFirst("an op did not do as it promised"));
  reasons.attachTo(*error.getUnderlyingDiagnostic());
  return DiagnosedSilenceableFailure::definiteFailure();
}

//===----------------------------------------------------------------------===//
// TileExtOp
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> TileExtOp::getMixedTileSizes() {
  return getMixedValues(getStaticTileSizes(), getTileSizes(), getContext());
}

void TileExtOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::onlyReadsHandle(getTileSizesMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

ParseResult TileExtOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<UnresolvedOperand> operands(1);
  auto &properties = result.getOrAddProperties<Properties>();
  SmallVector<UnresolvedOperand> sizes;
  DenseBoolArrayAttr scalable;
  SMLoc loc;
  if (parser.parseOperand(operands[0]) || parser.getCurrentLocation(&loc) ||
      parseDynamicIndexList(parser, sizes, properties.static_tile_sizes,
                            scalable))
    return failure();
  if (scalable && llvm::is_contained(scalable.asArrayRef(), true))
    return parser.emitError(loc, "scalable sizes are not supported");
  if (parser.parseOptionalAttrDict(result.attributes) ||
      failed(verifyInherentAttrs(result.name, result.attributes,
                                 [&] { return parser.emitError(loc); })))
    return failure();
  llvm::append_range(operands, sizes);
  ArrayRef<int64_t> numbers = properties.static_tile_sizes;
  return parseOptionalHandleTypes(parser, result, operands,
                                  1 + numbers.size() - llvm::count(numbers, 0));
}

void TileExtOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTarget() << ' ';
  printDynamicIndexList(printer, *this, getTileSizes(), getStaticTileSizes());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getStaticTileSizesAttrName()});
  printer << " : ";
  printer.printFunctionalType(getOperation());
}

static size_t countLoops(TileExtOp op) {
  ArrayRef<int64_t> sizes = op.getStaticTileSizes();
  return sizes.size() - llvm::count(sizes, 0);
}

static std::string explainNumLoops(TileExtOp op) {
  return ("expects " + Twine(countLoops(op)) +
          " loop results, one per tile size that is not 0, but got " +
          Twine(op.getLoops().size()))
      .str();
}

LogicalResult TileExtOp::verify() {
  if (failed(verifyListOfOperandsOrIntegers(
          *this, "tile size", getStaticTileSizes().size(), getStaticTileSizes(),
          getTileSizes())))
    return failure();
  SmallVector<int64_t> order = extractFromIntegerArrayAttr<int64_t>(
      getInterchangeAttr() ? getInterchangeAttr()
                           : Builder(getContext()).getI64ArrayAttr({}));
  SmallVector<int64_t> sorted = order;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, order.size())))
    return emitOpError("expects 'interchange' to be a permutation of 0 to ")
           << order.size() - 1 << ", but got " << getInterchangeAttr();
  size_t numSizes = countLoops(*this);
  if (numSizes == 0)
    return emitOpError("expects a tile size that is not 0");
  // Of too many sizes, the number of dims of a target is the better reason.
  if (getLoops().size() > numSizes)
    return emitOpError(explainNumLoops(*this));
  return success();
}

DiagnosedSilenceableFailure
TileExtOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  SmallVector<Operation *> targets, tiled;
  SmallVector<SmallVector<OpFoldResult>> sizes;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  if (status.succeeded())
    status = readMixedSizes(state, *this, "tile size", getMixedTileSizes(),
                            targets, sizes);
  if (!status.succeeded())
    return status;
  for (auto [i, size] : llvm::enumerate(getMixedTileSizes()))
    for (ArrayRef<OpFoldResult> target : sizes)
      if (isa<Value>(size) && isZeroInteger(target[i]))
        return emitSilenceableError()
               << "tile size " << i << " has the value 0; a size that is no "
               << "number in the list always makes a loop: give 1 or more, or "
               << "write 0";
  TileExtOptions options;
  if (getInterchangeAttr())
    options.interchange =
        extractFromIntegerArrayAttr<int64_t>(getInterchangeAttr());
  for (auto [target, targetSizes] : llvm::zip_equal(targets, sizes)) {
    options.tileSizes = targetSizes;
    if (std::optional<Reason> reason = checkTileExt(target, options))
      return refuseTarget(*this, *reason);
  }
  if (getLoops().size() != countLoops(*this))
    return emitSilenceableError() << explainNumLoops(*this);
  SmallVector<SmallVector<Operation *>> loops(getLoops().size());
  for (auto [target, targetSizes] : llvm::zip_equal(targets, sizes)) {
    options.tileSizes = targetSizes;
    FailureReasons reasons(rewriter);
    FailureOr<TileExtResult> result = tileExt(rewriter, target, options);
    if (failed(result))
      return failDefinitely(*this, reasons);
    tiled.push_back(result->tiled);
    for (auto [handle, loop] : llvm::zip_equal(loops, result->loops))
      handle.push_back(loop);
  }
  results.set(cast<OpResult>(getTiled()), tiled);
  for (auto [handle, payload] : llvm::zip_equal(getLoops(), loops))
    results.set(cast<OpResult>(handle), payload);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// LowerToLoopsOp
//===----------------------------------------------------------------------===//

void LowerToLoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

ParseResult LowerToLoopsOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<UnresolvedOperand> operands(1);
  SmallVector<int64_t> numbers;
  auto parseNumber = [&] {
    return parser.parseInteger(numbers.emplace_back());
  };
  if (parser.parseOperand(operands[0]) ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::OptionalSquare,
                                     parseNumber) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.getOrAddProperties<Properties>().loop_numbers =
      parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return parseOptionalHandleTypes(parser, result, operands, numbers.size());
}

void LowerToLoopsOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTarget() << " [";
  llvm::interleaveComma(getLoopNumbers(), printer);
  printer << ']';
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getLoopNumbersAttrName()});
  printer << " : ";
  printer.printFunctionalType(getOperation());
}

LogicalResult LowerToLoopsOp::verify() {
  if (getLoops().size() != getLoopNumbers().size())
    return emitOpError("expects ")
           << getLoopNumbers().size() << " results, one per loop number, but "
           << "got " << getLoops().size();
  return success();
}

/// The loop that a number selects out of `count` loops, or -1.
static int64_t pickLoop(int64_t number, int64_t count) {
  int64_t loop = number < 0 ? number + count : number;
  return loop >= 0 && loop < count ? loop : -1;
}

DiagnosedSilenceableFailure LowerToLoopsOp::applyToTargets(
    transform::TransformRewriter &rewriter, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  for (Operation *target : targets) {
    if (std::optional<Reason> reason = checkLowerToLoops(target))
      return refuseTarget(*this, *reason);
    int64_t count = countScalarLoops(target);
    for (int64_t number : getLoopNumbers())
      if (pickLoop(number, count) < 0)
        return refuseTarget(
            *this, Reason(target, "expects loop numbers in [" + Twine(-count) +
                                      ", " + Twine(count) + ") for '" +
                                      target->getName().getStringRef() +
                                      "', but got " + Twine(number)));
  }
  SmallVector<SmallVector<Operation *>> picked(getLoops().size());
  for (Operation *target : targets) {
    FailureReasons reasons(rewriter);
    FailureOr<SmallVector<Operation *>> loops = lowerToLoops(rewriter, target);
    if (failed(loops))
      return failDefinitely(*this, reasons);
    for (auto [handle, number] : llvm::zip_equal(picked, getLoopNumbers()))
      handle.push_back((*loops)[pickLoop(number, loops->size())]);
  }
  for (auto [handle, payload] : llvm::zip_equal(getLoops(), picked))
    results.set(cast<OpResult>(handle), payload);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// GetTileSizesOp
//===----------------------------------------------------------------------===//

LogicalResult GetTileSizesOp::verify() {
  for (Attribute dim : getDims()) {
    auto kind = dyn_cast<StringAttr>(dim);
    if (!kind && !isa<IntegerAttr>(dim))
      return emitOpError("expects numbers and kinds of dims, but got ") << dim;
    if (kind && failed(verifyChoice(getOperation(), "dims", kind.getValue(),
                                    getDimKinds())))
      return failure();
  }
  if (getDims().empty())
    return emitOpError("expects a dim");
  if (getDims().size() != getSizes().size())
    return emitOpError("expects one result per dim, that is ")
           << getDims().size() << ", but got " << getSizes().size();
  if (!getAtMost() && !getMaxBytes())
    return emitOpError("expects a bound: 'at_most' or 'max_bytes'");
  for (auto [name, bound] : {std::pair("at_most", getAtMost()),
                             std::pair("max_bytes", getMaxBytes())})
    if (bound && static_cast<int64_t>(*bound) < 1)
      return emitOpError("expects '") << name << "' to be at least 1, but got "
                                      << static_cast<int64_t>(*bound);
  return success();
}

DiagnosedSilenceableFailure GetTileSizesOp::applyToTargets(
    transform::TransformRewriter &, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &) {
  TileSizeOptions options;
  options.atMost = getAtMost();
  options.maxBytes = getMaxBytes();
  options.partialTiles = getPartialTiles();
  Builder builder(getContext());
  SmallVector<SmallVector<Attribute>> params(getSizes().size());
  for (Operation *target : targets) {
    std::optional<Reason> reason;
    std::optional<SmallVector<int64_t>> sizes,
        dims = findTileDims(target, getDims().getValue(), reason);
    if (dims)
      sizes = chooseTileSizes(target, *dims, options, reason);
    if (!sizes)
      return refuseTarget(*this, *reason);
    for (auto [param, size] : llvm::zip_equal(params, *sizes))
      param.push_back(builder.getI64IntegerAttr(size));
  }
  for (auto [result, param] : llvm::zip_equal(getSizes(), params))
    results.setParams(cast<OpResult>(result), param);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// ScaleTileSizeOp
//===----------------------------------------------------------------------===//

void ScaleTileSizeOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getSizeMutable(), effects);
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::onlyReadsPayload(effects);
}

/// The bits of an element of the first result of `op`; nothing if that is no
/// tensor of numbers.
static std::optional<unsigned> getElementBits(Operation *op) {
  if (op->getNumResults() == 0)
    return std::nullopt;
  auto type = dyn_cast<TensorType>(op->getResult(0).getType());
  Type element = type ? type.getElementType() : Type();
  unsigned parts = 1;
  if (auto complex = dyn_cast_if_present<ComplexType>(element)) {
    element = complex.getElementType();
    parts = 2;
  }
  if (element && element.isIndex())
    return IndexType::kInternalStorageBitWidth * parts;
  if (!element || !element.isIntOrFloat())
    return std::nullopt;
  return element.getIntOrFloatBitWidth() * parts;
}

/// `size`, which is for 32 registers of 512 bits, for `registers`.
static APInt scaleTo(APInt size, const VectorRegisters &registers) {
  constexpr int64_t kBits = VectorRegisters().bits * VectorRegisters().count;
  int64_t bits = registers.bits * registers.count;
  for (; bits < kBits && size.sgt(1); bits *= 2)
    size.lshrInPlace(1);
  for (; bits >= 2 * kBits; bits /= 2)
    size <<= 1;
  return size;
}

DiagnosedSilenceableFailure ScaleTileSizeOp::applyToTargets(
    transform::TransformRewriter &, ArrayRef<Operation *> targets,
    transform::TransformResults &results, transform::TransformState &state) {
  ArrayRef<Attribute> sizes = state.getParams(getSize());
  if (sizes.size() != 1 && sizes.size() != targets.size())
    return emitSilenceableError()
           << "expects 'size' to have one value or one for each of "
           << targets.size() << " targets, but got " << sizes.size();
  SmallVector<Attribute> scaled;
  for (auto [i, target] : llvm::enumerate(targets)) {
    auto size = dyn_cast<IntegerAttr>(sizes[sizes.size() == 1 ? 0 : i]);
    if (!size)
      return emitSilenceableError()
             << "expects 'size' to be an integer, but got "
             << sizes[sizes.size() == 1 ? 0 : i];
    std::optional<unsigned> bits = getElementBits(target);
    if (!bits) {
      DiagnosedSilenceableFailure status =
          emitSilenceableError()
          << "expects an op that computes a tensor of numbers, but got '"
          << target->getName() << "'";
      status.attachNote(target->getLoc()) << "the target";
      return status;
    }
    APInt value = size.getValue();
    for (unsigned wide = 32; wide < *bits && value.sgt(1); wide *= 2)
      value.lshrInPlace(1);
    VectorRegisters registers = getVectorRegisters(target);
    if (std::optional<std::string> bad = findBadRegisters(registers)) {
      DiagnosedSilenceableFailure status =
          emitSilenceableError() << "the target of the payload: " << *bad;
      status.attachNote(target->getLoc()) << "the op";
      return status;
    }
    scaled.push_back(
        IntegerAttr::get(size.getType(), scaleTo(value, registers)));
  }
  results.setParams(cast<OpResult>(getScaled()), scaled);
  return DiagnosedSilenceableFailure::success();
}
