//===- VectorChoice.cpp - Which vectors an op becomes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the extents of a tile and the vector that covers them. Says in terms
// of the payload what upstream's vectorizer cannot do.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Vectors/VectorChoice.h"

#include "heddle/Analysis/Bounds/ExtentRule.h"
#include "heddle/Analysis/Bounds/NominalExtent.h"
#include "heddle/IR/ValueBounds/ValueBounds.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

SmallVector<int64_t> heddle::getExtentBounds(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges(), bounds = extents;
  forEachLoopExtent(op, [&](unsigned loop, Value operand, int64_t dim) {
    if (!ShapedType::isDynamic(extents[loop]))
      return;
    FailureOr<int64_t> upper =
        computeConstantBound(presburger::BoundType::UB, {operand, dim});
    if (failed(upper) || *upper <= 0)
      return;
    int64_t &bound = bounds[loop];
    bound = ShapedType::isDynamic(bound) ? *upper : std::min(bound, *upper);
  });
  return bounds;
}

static std::optional<unsigned> getLastDim(AffineMap map) {
  for (AffineExpr expr : llvm::reverse(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dim.getPosition();
  return std::nullopt;
}

bool heddle::slidesWindow(linalg::LinalgOp op) {
  return isa<linalg::ConvolutionOpInterface>(op.getOperation()) ||
         linalg::isaConvolutionOpInterface(op);
}

/// The dim whose elements are contiguous in an input of `op` with the most
/// dims. If there are several such inputs, takes one whose rows are those of
/// the result, so that whole rows are added as vectors, and otherwise the
/// first one.
static std::optional<unsigned> getReadLaneDim(linalg::LinalgOp op) {
  AffineMap widest;
  SmallVector<AffineMap> inputs;
  for (OpOperand *input : op.getDpsInputOperands()) {
    inputs.push_back(op.getMatchingIndexingMap(input));
    if (!widest || inputs.back().getNumResults() > widest.getNumResults())
      widest = inputs.back();
  }
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (widest && result.getNumResults() > 0)
    if (auto row = dyn_cast<AffineDimExpr>(result.getResults().back()))
      for (AffineMap map : inputs)
        if (map.getNumResults() == widest.getNumResults() &&
            map.getNumResults() > 0 && map.getResults().back() == row &&
            op.getStaticLoopRanges()[row.getPosition()] != 1)
          return row.getPosition();
  return widest ? getLastDim(widest) : std::nullopt;
}

std::optional<unsigned> heddle::getLaneDim(linalg::LinalgOp op) {
  if (op.getNumLoops() == 0)
    return std::nullopt;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (op.getNumReductionLoops() > 0 && !slidesWindow(op) && !getSummedDims(op))
    if (std::optional<unsigned> dim = getReadLaneDim(op))
      return dim;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  // A dim of extent 1 has no contiguous elements, so take a dim before it.
  for (AffineExpr expr : llvm::reverse(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      if (ranges[dim.getPosition()] != 1)
        return dim.getPosition();
  if (std::optional<unsigned> dim = getLastDim(map))
    return dim;
  return op.getNumLoops() - 1;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Whether elements of `type` follow each other in memory as in a vector: LLVM
/// puts them at multiples of a power of two of bytes, and packs their bits in a
/// vector.
static bool isPackedInMemory(Type type) {
  if (!type.isIntOrFloat())
    return true;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits >= 8 && llvm::isPowerOf2_32(bits);
}

static std::string describePadding(Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  uint64_t bytes = llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
  return "elements of " + std::to_string(bits) + " bits take " +
         (bytes == 1 ? "a byte" : std::to_string(bytes) + " bytes") +
         " each in memory, but not in a vector";
}

/// The number of ways from `value` back to what the body starts from; kMaxPaths
/// if there are more.
static constexpr int64_t kMaxPaths = 4096;
static int64_t countPaths(Value value, Block *body,
                          llvm::DenseMap<Value, int64_t> &known) {
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != body || def->getNumOperands() == 0)
    return 1;
  if (int64_t count = known.lookup(value))
    return count;
  int64_t count = 0;
  for (Value operand : def->getOperands())
    count = std::min(kMaxPaths, count + countPaths(operand, body, known));
  return known[value] = count;
}

std::optional<std::string> heddle::findScalarBody(linalg::LinalgOp op) {
  SmallVector<Value> read(op->getOperands());
  llvm::DenseMap<Value, int64_t> paths;
  for (auto extract : op.getBlock()->getOps<tensor::ExtractOp>()) {
    read.push_back(extract.getTensor());
    // Upstream follows each of them.
    for (Value index : extract.getIndices())
      if (countPaths(index, op.getBlock(), paths) == kMaxPaths)
        return "an index of its 'tensor.extract' uses earlier numbers in more "
               "than " +
               std::to_string(kMaxPaths - 1) + " ways";
  }
  for (Value operand : read) {
    Type type = getElementTypeOrSelf(operand.getType());
    if (isa<ShapedType>(operand.getType()) && !isPackedInMemory(type))
      return describePadding(type);
    std::string text = "no vector holds elements of type ";
    llvm::raw_string_ostream(text) << type;
    if (!type.isIntOrIndexOrFloat())
      return text;
  }
  for (Operation &nested : op.getBlock()->without_terminator())
    if (nested.getNumRegions() > 0)
      return "its body has a '" + nested.getName().getStringRef().str() +
             "', and each element may take another path";
  return std::nullopt;
}

/// A property of the maps or the combiners of `op` that no vector op can
/// express; nullopt if there is none.
static std::optional<std::string> findObstacle(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (map.isProjectedPermutation(/*allowZeroInResults=*/true))
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << "it writes elements that are no row of a "
                                      "result, by the map "
                                   << map;
    return text;
  }
  if (op.getNumReductionLoops() > 0)
    for (int64_t init = 0, e = op.getNumDpsInits(); init < e; ++init) {
      SmallVector<Operation *> combiners;
      if (!matchReduction(op.getRegionOutputArgs(), init, combiners) ||
          combiners.size() != 1)
        return "it does not combine the elements of result " +
               std::to_string(init) + " by one op";
    }
  return std::nullopt;
}

/// An op of the body that must not be computed for masked-off elements; null if
/// there is none.
static Operation *findUnmaskable(linalg::LinalgOp op) {
  for (Operation &nested : op.getBlock()->without_terminator())
    if (!isa<tensor::ExtractOp>(nested) && !isSpeculatable(&nested) &&
        !nested.hasTrait<OpTrait::Elementwise>())
      return &nested;
  return nullptr;
}

int64_t heddle::getRowLanes(int64_t extent) {
  return static_cast<int64_t>(llvm::PowerOf2Ceil(extent));
}

std::variant<VectorChoice, Reason> heddle::chooseVector(linalg::LinalgOp op) {
  if (std::optional<std::string> obstacle = findScalarBody(op))
    return Reason(op, *obstacle);
  if (std::optional<std::string> obstacle = findObstacle(op))
    return Reason(op, *obstacle);
  VectorChoice choice;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  choice.shape = getExtentBounds(op);
  for (auto [dim, bound] : llvm::enumerate(choice.shape)) {
    if (ShapedType::isDynamic(bound))
      return Reason(op, "dim " + Twine(dim) + " has no known bound");
    if (bound == 0)
      return Reason(op, "dim " + Twine(dim) + " has no elements");
  }
  Operation *unmaskable = findUnmaskable(op);
  if (std::optional<unsigned> dim = getLaneDim(op); dim && !unmaskable)
    choice.shape[*dim] = getRowLanes(choice.shape[*dim]);
  choice.isMasked = choice.shape != extents;
  if (choice.isMasked && unmaskable)
    return Reason(op, "the tile is partial, and '" +
                          unmaskable->getName().getStringRef() +
                          "' must not be computed beyond it");
  ArrayRef<int64_t> sizes;
  if (choice.isMasked)
    sizes = choice.shape;
  if (failed(linalg::vectorizeOpPrecondition(
          op, sizes, SmallVector<bool>(sizes.size(), false),
          /*vectorizeNDExtract=*/true)))
    return Reason(op, "its body or its combiner has no vector form");
  return choice;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static double getTrips(LoopLikeOpInterface loop) {
  if (loop->hasAttr(kPartialTile))
    return 1;
  std::optional<SmallVector<OpFoldResult>> lower = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> upper = loop.getLoopUpperBounds();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  if (!lower || !upper || !steps)
    return kNominalExtent;
  double trips = 1;
  for (auto [l, u, s] : llvm::zip_equal(*lower, *upper, *steps)) {
    std::optional<int64_t> from = getConstantIntValue(l);
    std::optional<int64_t> to = getConstantIntValue(u);
    double step = getConstantIntValue(s).value_or(1);
    double extent = from && to ? double(*to - *from) : kNominalExtent;
    trips *= std::max(1.0, std::ceil(extent / std::max(step, 1.0)));
  }
  return trips;
}

double heddle::countScalarOps(Operation *op, Operation *root) {
  double count = 1;
  for (Operation *around = op; around != root && around;
       around = around->getParentOp())
    if (auto loop = dyn_cast<LoopLikeOpInterface>(around))
      count *= getTrips(loop);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    for (int64_t bound : getExtentBounds(structured))
      count *= ShapedType::isDynamic(bound) ? kNominalExtent : bound;
    size_t body = structured.getBlock()->getOperations().size() - 1;
    return count * std::max<size_t>(body, 1);
  }
  double largest = 0;
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    double elements = 1;
    for (int64_t extent : tensor.getShape())
      elements *= ShapedType::isDynamic(extent) ? kNominalExtent : extent;
    largest = std::max(largest, elements);
  }
  return count * largest;
}
