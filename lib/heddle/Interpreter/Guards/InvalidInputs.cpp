//===- InvalidInputs.cpp - What upstream ops cannot take ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defects are those of MLIR 22.1; remove a check when upstream mends its
// defect. Ops are known by name, so that this library does not depend on the
// extensions that define them.
//
//===----------------------------------------------------------------------===//

#include "InvalidInputs.h"
#include "AppliedPasses.h"
#include "MultitileSizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

using Found = std::optional<InvalidInput>;
using Check = Found (*)(Operation *, const TransformState &);

//===----------------------------------------------------------------------===//
// Lists of sizes
//===----------------------------------------------------------------------===//

/// "2 payload ops", "1 payload op".
static std::string countOf(size_t number, StringRef what) {
  return (Twine(number) + " " + what + (number == 1 ? "" : "s")).str();
}

/// The integers of the attribute `name`, for every kind of list. Elements that
/// are operands are left out.
static SmallVector<int64_t> getStaticValues(Operation *op, StringRef name) {
  SmallVector<int64_t> values;
  Attribute attr = op->getAttr(name);
  if (auto dense = dyn_cast_if_present<DenseI64ArrayAttr>(attr))
    llvm::append_range(values, dense.asArrayRef());
  else if (auto array = dyn_cast_if_present<ArrayAttr>(attr))
    for (auto value : array.getAsRange<IntegerAttr>())
      values.push_back(value.getInt());
  else if (auto single = dyn_cast_if_present<IntegerAttr>(attr))
    values.push_back(single.getInt());
  llvm::erase(values, ShapedType::kDynamic);
  return values;
}

/// The params among the operands after the target.
static SmallVector<Value> getParamOperands(Operation *op) {
  return llvm::filter_to_vector(op->getOperands().drop_front(), [](Value v) {
    return isa<transform::TransformParamTypeInterface>(v.getType());
  });
}

/// A param that is not an integer.
static Found findWrongParam(Operation *op, const TransformState &state) {
  for (Value operand : getParamOperands(op))
    for (Attribute param : state.getParams(operand))
      if (!isa<IntegerAttr>(param)) {
        std::string text = "expects params that are integers, but got ";
        llvm::raw_string_ostream(text) << param;
        return InvalidInput{text};
      }
  return std::nullopt;
}

/// A size, from the attributes `names` or from params, that is below `least`.
static Found findSmallSize(Operation *op, ArrayRef<StringRef> names,
                           int64_t least, StringRef what,
                           const TransformState &state) {
  if (Found found = findWrongParam(op, state))
    return found;
  SmallVector<int64_t> sizes;
  for (StringRef name : names)
    llvm::append_range(sizes, getStaticValues(op, name));
  for (Value operand : getParamOperands(op))
    for (Attribute param : state.getParams(operand))
      sizes.push_back(cast<IntegerAttr>(param).getValue().getSExtValue());
  for (int64_t size : sizes)
    if (size < least)
      return InvalidInput{("expects " + what + " of at least " + Twine(least) +
                           ", but got " + Twine(size))
                              .str()};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tiling
//===----------------------------------------------------------------------===//

/// Upstream's op only says that it failed.
static Found checkFuse(Operation *op, const TransformState &state) {
  for (Operation *target : state.getPayloadOps(op->getOperand(0)))
    if (isa<linalg::LinalgOp>(target) && target->getNumResults() == 0)
      return InvalidInput{("expects an op on tensors, but got '" +
                           target->getName().getStringRef() + "' on memrefs")
                              .str(),
                          target};
  return findSmallSize(op, {"static_tile_sizes"}, 0, "tile sizes", state);
}

/// Upstream's op handles a param of any type as if it were a handle.
static Found checkTileUsingFor(Operation *op, const TransformState &state) {
  for (Value operand : getParamOperands(op))
    if (isa<transform::AnyParamType>(operand.getType()))
      return InvalidInput{"expects sizes of the type '!transform.param<i64>', "
                          "but got '!transform.any_param'"};
  // For another list upstream only says that it failed.
  SmallVector<int64_t> interchange = getStaticValues(op, "interchange");
  if (!isPermutationVector(interchange)) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "expects 'interchange' to be a permutation of 0 to "
       << static_cast<int64_t>(interchange.size()) - 1 << ", but got ";
    llvm::interleaveComma(interchange, os);
    return InvalidInput{text};
  }
  return findSmallSize(op, {"static_sizes"}, 0, "tile sizes", state);
}

/// Upstream does not build a forall without loops, but reads it.
static Found checkTileUsingForall(Operation *op, const TransformState &state) {
  if (Found found =
          findSmallSize(op, {"static_num_threads", "static_tile_sizes"}, 0,
                        "tile sizes and thread counts", state))
    return found;
  SmallVector<int64_t> sizes = getStaticValues(op, "static_tile_sizes");
  bool hasThreads = !getStaticValues(op, "static_num_threads").empty();
  bool isZero = llvm::all_of(sizes, [](int64_t size) { return size == 0; });
  for (Value operand : op->getOperands().drop_front()) {
    if (!isa<transform::TransformParamTypeInterface>(operand.getType()))
      return std::nullopt;
    isZero &= llvm::all_of(state.getParams(operand), [](Attribute param) {
      return cast<IntegerAttr>(param).getValue().isZero();
    });
  }
  if (isZero && !hasThreads)
    return InvalidInput{"expects a tile size that is not 0"};
  return std::nullopt;
}

/// Upstream makes tensors of partial results from the dims of the results, and
/// takes a constant of a map for a loop.
static Found findConstantResultDim(Operation *target) {
  auto op = dyn_cast<linalg::LinalgOp>(target);
  if (!op)
    return std::nullopt;
  for (OpOperand &init : op.getDpsInitsMutable())
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&init).getResults()))
      if (isa<AffineConstantExpr>(expr))
        return InvalidInput{
            ("expects results whose dims are loops, but no loop of '" +
             target->getName().getStringRef() + "' indexes dim " + Twine(dim) +
             " of result " +
             Twine(init.getOperandNumber() - op.getNumDpsInputs()) +
             "; 'transform.structured.fuse_ext' and "
             "'transform.heddle.vectorize' take it")
                .str(),
            target};
  return std::nullopt;
}

/// Upstream's op accepts a parallel dim, or a number that is not a dim, as a
/// reduction dim.
static Found checkTileReduction(Operation *op, const TransformState &state) {
  if (Found found = findSmallSize(op, {"tile_sizes", "num_threads"}, 0,
                                  "tile sizes and thread counts", state))
    return found;
  SmallVector<int64_t> dims = getStaticValues(op, "reduction_dims");
  for (Operation *target : state.getPayloadOps(op->getOperand(0))) {
    if (Found found = findConstantResultDim(target))
      return found;
    auto tileable = dyn_cast<TilingInterface>(target);
    if (!tileable)
      continue;
    SmallVector<utils::IteratorType> types = tileable.getLoopIteratorTypes();
    for (int64_t dim : dims)
      if (dim < 0 || dim >= static_cast<int64_t>(types.size()) ||
          types[dim] != utils::IteratorType::reduction)
        return InvalidInput{("expects 'reduction_dims' to be reductions of '" +
                             target->getName().getStringRef() + "', but got " +
                             Twine(dim))
                                .str(),
                            target};
  }
  return std::nullopt;
}

/// Upstream packs by a negative number.
static Found checkPack(Operation *op, const TransformState &state) {
  return findSmallSize(op,
                       {"static_packed_sizes", "static_matmul_packed_sizes"}, 0,
                       "packed sizes", state);
}

static Found checkSplit(Operation *op, const TransformState &state) {
  return findSmallSize(op, {"static_chunk_sizes"}, 1, "chunk sizes", state);
}

//===----------------------------------------------------------------------===//
// Padding and vectors
//===----------------------------------------------------------------------===//

static Found checkPad(Operation *op, const TransformState &state) {
  return findSmallSize(op, {"static_pad_to_multiple_of"}, 1,
                       "'pad_to_multiple_of'", state);
}

static Found checkPadTilingInterface(Operation *op,
                                     const TransformState &state) {
  if (op->getNumOperands() > 1)
    return InvalidInput{"expects padding sizes that are numbers, but got " +
                        countOf(op->getNumOperands() - 1, "operand")};
  return findSmallSize(op, {"static_padding_sizes"}, 0, "padding sizes", state);
}

/// The first dim of `linalgOp` that its vector size does not cover.
static std::optional<unsigned> findUncoveredDim(linalg::LinalgOp linalgOp,
                                                ArrayRef<int64_t> sizes) {
  for (auto [dim, extent] : llvm::enumerate(linalgOp.getStaticLoopRanges()))
    if (ShapedType::isStatic(sizes[dim]) && ShapedType::isStatic(extent) &&
        sizes[dim] < extent)
      return dim;
  return std::nullopt;
}

/// For a wrong size upstream only reports that vectorization failed.
static Found checkVectorize(Operation *op, const TransformState &state) {
  if (Found found = findWrongParam(op, state))
    return found;
  auto attr = op->getAttrOfType<DenseI64ArrayAttr>("static_vector_sizes");
  if (!attr || attr.empty())
    return std::nullopt;
  if (Found found =
          findSmallSize(op, {"static_vector_sizes"}, 1, "vector sizes", state))
    return found;
  ArrayRef<int64_t> sizes = attr.asArrayRef();
  for (Operation *target : state.getPayloadOps(op->getOperand(0))) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(target);
    if (!linalgOp)
      continue;
    size_t numLoops = linalgOp.getNumLoops();
    std::string name = ("'" + target->getName().getStringRef() + "'").str();
    if (numLoops != sizes.size())
      return InvalidInput{"expects " + countOf(numLoops, "vector size") +
                              ", one for each loop of " + name + ", but got " +
                              std::to_string(sizes.size()),
                          target};
    if (std::optional<unsigned> dim = findUncoveredDim(linalgOp, sizes))
      return InvalidInput{
          ("expects vector size " + Twine(*dim) + " to be at least " +
           Twine(linalgOp.getStaticLoopRanges()[*dim]) + ", the extent of " +
           name + " there, but got " + Twine(sizes[*dim]) +
           "; tile the op to the vector sizes first")
              .str(),
          target};
  }
  return std::nullopt;
}

/// Upstream assumes that any other op is a pad.
static Found checkRewriteInDps(Operation *op, const TransformState &state) {
  for (Operation *target : state.getPayloadOps(op->getOperand(0)))
    if (!llvm::is_contained(
            {"tensor.from_elements", "tensor.generate", "tensor.pad"},
            target->getName().getStringRef()))
      return InvalidInput{
          ("expects 'tensor.from_elements', 'tensor.generate' or 'tensor.pad', "
           "but got '" +
           target->getName().getStringRef() + "'")
              .str(),
          target};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

static Found checkProducerOfOperand(Operation *op,
                                    const TransformState &state) {
  return findSmallSize(op, {"operand_number"}, 0, "an operand number", state);
}

static Found checkConsumersOfResult(Operation *op,
                                    const TransformState &state) {
  return findSmallSize(op, {"result_number"}, 0, "a result number", state);
}

static size_t countPayload(Value handle, const TransformState &state) {
  if (isa<transform::TransformHandleTypeInterface>(handle.getType()))
    return llvm::range_size(state.getPayloadOps(handle));
  if (isa<transform::TransformParamTypeInterface>(handle.getType()))
    return state.getParams(handle).size();
  return llvm::range_size(state.getPayloadValues(handle));
}

static bool isOff(Operation *op, StringRef name) {
  auto flag = op->getAttrOfType<BoolAttr>(name);
  return flag && !flag.getValue();
}

/// With `overflow_result`, upstream's count wraps around to a huge number if
/// there are too few ops.
static Found checkSplitHandle(Operation *op, const TransformState &state) {
  size_t found = countPayload(op->getOperand(0), state);
  size_t results = op->getNumResults();
  bool hasOverflow = op->hasAttr("overflow_result");
  bool isPassedThrough = found == 0 && !isOff(op, "pass_through_empty_handle");
  bool isAccepted = isPassedThrough || isOff(op, "fail_on_payload_too_small");
  if (found == results || (found > results && hasOverflow) ||
      (found < results && isAccepted && !hasOverflow))
    return std::nullopt;
  std::string text = "expects " + countOf(results, "payload op") +
                     (hasOverflow ? " or more" : "") +
                     ", one for each result, but got " + std::to_string(found);
  if (found > results)
    text += "; {overflow_result = N} gives the rest to result N";
  else if (hasOverflow && isAccepted)
    text += "; with 'overflow_result' no result can be left empty";
  return InvalidInput{text};
}

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

/// Larger bodies are refused.
static constexpr int64_t kMaxUnrolledOps = 1 << 18;

/// The loops of a function without a name cannot be called.
static Found checkOutline(Operation *op, const TransformState &) {
  auto name = op->getAttrOfType<StringAttr>("func_name");
  if (name && name.empty())
    return InvalidInput{"expects 'func_name' to be a name, but got \"\""};
  return std::nullopt;
}

static Found checkUnroll(Operation *op, const TransformState &state) {
  auto factor = op->getAttrOfType<IntegerAttr>("factor");
  if (!factor)
    return std::nullopt;
  for (Operation *target : state.getPayloadOps(op->getOperand(0))) {
    int64_t numOps = 0;
    target->walk([&](Operation *) { ++numOps; });
    int64_t most = kMaxUnrolledOps / numOps;
    if (factor.getInt() > most)
      return InvalidInput{("expects 'factor' to be at most " + Twine(most) +
                           " for a loop of " + countOf(numOps - 1, "op") +
                           ", but got " + Twine(factor.getInt()))
                              .str(),
                          target};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// An option of `pass` that is a list of numbers, unless it is the default.
static Found checkOption(const AppliedPass &pass, StringRef option,
                         StringRef what,
                         llvm::function_ref<bool(ArrayRef<int64_t>)> isValid) {
  auto values = pass.getNumbers(option);
  if (!values || values->empty() || isValid(*values))
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "expects '" << option << "' of '" << pass.getName() << "' to be "
     << what << ", but got ";
  llvm::interleaveComma(*values, os);
  return InvalidInput{text};
}

static Found checkPass(const AppliedPass &pass) {
  auto arePositive = [](ArrayRef<int64_t> values) {
    return llvm::all_of(values, [](int64_t value) { return value > 0; });
  };
  if (pass.getName() == "affine-loop-tile")
    return checkOption(pass, "tile-sizes", "numbers of at least 1",
                       arePositive);
  if (pass.getName() != "linalg-block-pack-matmul")
    return std::nullopt;
  if (Found found =
          checkOption(pass, "block-factors", "3 numbers of at least 1",
                      [&](ArrayRef<int64_t> values) {
                        return values.size() == 3 && arePositive(values);
                      }))
    return found;
  return checkOption(pass, "mnk-order", "a permutation of 0, 1 and 2",
                     [](ArrayRef<int64_t> values) {
                       return values.size() == 3 && isPermutationVector(values);
                     });
}

static Found checkRegisteredPass(Operation *op, const TransformState &state) {
  for (const AppliedPass &pass : getAppliedPasses(op, state))
    if (Found found = checkPass(pass))
      return found;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

static Check getCheck(Operation *op) {
  return llvm::StringSwitch<Check>(op->getName().getStringRef())
      .Case("transform.structured.tile_using_for", checkTileUsingFor)
      .Case("transform.structured.tile_using_forall", checkTileUsingForall)
      .Case("transform.structured.fuse", checkFuse)
      .Cases({"transform.structured.tile_reduction_using_for",
              "transform.structured.tile_reduction_using_forall"},
             checkTileReduction)
      .Case("transform.structured.split", checkSplit)
      .Case("transform.structured.multitile_sizes", findInvalidMultitile)
      .Cases(
          {"transform.structured.pack", "transform.structured.pack_greedily"},
          checkPack)
      .Case("transform.loop.outline", checkOutline)
      .Case("transform.structured.pad", checkPad)
      .Case("transform.structured.pad_tiling_interface",
            checkPadTilingInterface)
      .Case("transform.structured.vectorize", checkVectorize)
      .Case("transform.structured.rewrite_in_destination_passing_style",
            checkRewriteInDps)
      .Case("transform.get_producer_of_operand", checkProducerOfOperand)
      .Case("transform.get_consumers_of_result", checkConsumersOfResult)
      .Case("transform.split_handle", checkSplitHandle)
      .Cases({"transform.loop.unroll", "transform.loop.unroll_and_jam"},
             checkUnroll)
      .Case("transform.apply_registered_pass", checkRegisteredPass)
      .Default(nullptr);
}

bool heddle::mayHaveInvalidInput(Operation *op) {
  return getCheck(op) || tilesItsTarget(op) || bufferizesInOneShot(op);
}

std::optional<InvalidInput>
heddle::findInvalidInput(Operation *op, const TransformState &state) {
  Found found;
  if (Check check = getCheck(op))
    found = check(op, state);
  if (!found && tilesItsTarget(op))
    found = findEmptyTile(op, state);
  if (!found && bufferizesInOneShot(op))
    found = findEmptyConcat(op, state);
  if (!found && bufferizesInOneShot(op))
    found = findUnbufferizedOp(op, state);
  return found;
}
