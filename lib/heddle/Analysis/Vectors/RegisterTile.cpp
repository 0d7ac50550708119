//===- RegisterTile.cpp - Tiles that fit vector registers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape of a register tile for each kind of op. A sum carries its results
// in registers, so its tile fills most of them. Any other op streams along
// rows.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/IndivisibleDims.h"
#include "heddle/Analysis/Vectors/DotProduct.h"
#include "heddle/Analysis/Vectors/VectorChoice.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// The registers of a tile that streams: enough to hide the latency of a sum.
static constexpr int64_t kStreamedRegisters = 4;
/// The number of vectors in one row of a tile of a contraction.
static constexpr int64_t kVectorsPerRow = 2;
/// The number of rows of such a tile.
static constexpr int64_t kRows = 8;
/// The rows of a tile that is transposed in registers. Those of narrow
/// elements, of which a register holds more, would take seconds to compile.
static constexpr int64_t kTransposedRows = 16;

static bool isDynamic(int64_t extent) { return ShapedType::isDynamic(extent); }

static int64_t clamp(int64_t size, int64_t bound) {
  return isDynamic(bound) ? size : std::min(size, bound);
}

int64_t VectorTarget::getLanes(linalg::LinalgOp op) const {
  int64_t widest = 8;
  for (Value operand : op->getOperands()) {
    Type type = getElementTypeOrSelf(operand.getType());
    if (type.isIndex())
      widest = std::max<int64_t>(widest, 64);
    else if (type.isIntOrFloat())
      widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth());
  }
  return std::max<int64_t>(1, registerBits / widest);
}

int64_t VectorTarget::getTileRegisters() const {
  return std::max<int64_t>(1, numRegisters - numRegisters / 8);
}

std::optional<unsigned> heddle::getInstructionDim(linalg::LinalgOp op,
                                                  const VectorTarget &target) {
  if (!target.dotProducts)
    return std::nullopt;
  return getGroupDim(op);
}

int64_t heddle::countRegisters(linalg::LinalgOp op, ArrayRef<int64_t> shape,
                               const VectorTarget &target) {
  std::optional<unsigned> laneDim = getLaneDim(op);
  std::optional<unsigned> summedDim = getInstructionDim(op, target);
  int64_t lanes = target.getLanes(op);
  if (std::optional<unsigned> group = getFilledGroupDim(op)) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    auto row = cast<AffineDimExpr>(map.getResults().drop_back().back());
    laneDim = row.getPosition();
    summedDim = group;
    lanes = std::max<int64_t>(1, lanes / shape[*group]);
  }
  int64_t count = 1;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (dim == summedDim)
      continue;
    if (isDynamic(extent))
      return std::numeric_limits<int64_t>::max();
    int64_t vectors =
        dim == laneDim ? llvm::divideCeil(getRowLanes(extent), lanes) : extent;
    count = llvm::MulOverflow(count, vectors, count)
                ? std::numeric_limits<int64_t>::max()
                : count;
    if (count == std::numeric_limits<int64_t>::max())
      return count;
  }
  return count;
}

/// False for a matrix-vector product that contracts the rows of the matrix: a
/// vector of results would not read contiguous elements.
static bool readsRows(linalg::LinalgOp op,
                      const linalg::ContractionDimensions &dims) {
  if (dims.m.empty() && dims.n.empty())
    return false;
  if (!dims.m.empty() && !dims.n.empty())
    return true;
  AffineMap matrix =
      op.getMatchingIndexingMap(op.getDpsInputOperand(dims.m.empty() ? 1 : 0));
  auto last = dyn_cast<AffineDimExpr>(matrix.getResults().back());
  return !last || !llvm::is_contained(dims.k, last.getPosition());
}

std::optional<SummedDims> heddle::getSummedDims(linalg::LinalgOp op) {
  if (linalg::isaContractionOpInterface(op)) {
    FailureOr<linalg::ContractionDimensions> dims =
        linalg::inferContractionDims(op);
    if (failed(dims) || dims->k.empty() || !readsRows(op, *dims))
      return std::nullopt;
    SummedDims result;
    result.batch.assign(dims->batch.begin(), dims->batch.end());
    result.contracted.assign(dims->k.begin(), dims->k.end());
    return result;
  }
  if (!slidesWindow(op))
    return std::nullopt;
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims))
    return std::nullopt;
  SummedDims result;
  result.window.assign(dims->filterLoop.begin(), dims->filterLoop.end());
  result.contracted.assign(dims->inputChannel.begin(),
                           dims->inputChannel.end());
  return result;
}

/// How many rows of `vectors` vectors a tile takes of `bound`: `rows`, or more
/// if these divide `bound` and fit. A larger tile reads each vector for more
/// sums, and a rest would cost more than that saves.
static int64_t chooseRows(int64_t rows, int64_t vectors, int64_t bound,
                          const VectorTarget &target) {
  if (isDynamic(bound))
    return rows;
  int64_t most = std::min(target.getTileRegisters() / vectors, bound);
  for (int64_t larger = most; larger > rows; --larger)
    if (bound % larger == 0)
      return larger;
  return std::min(rows, bound);
}

/// The tile of a sum. It has one element in each dim of `summed`.
static RegisterTile tileSum(linalg::LinalgOp op, const SummedDims &summed,
                            ArrayRef<int64_t> bounds, unsigned laneDim,
                            const VectorTarget &target) {
  RegisterTile tile;
  std::optional<unsigned> summedDim = getInstructionDim(op, target);
  tile.sizes.assign(bounds.size(), 0);
  SmallVector<int64_t> rest(bounds);
  for (ArrayRef<unsigned> dims :
       {ArrayRef(summed.batch), ArrayRef(summed.window),
        ArrayRef(summed.contracted)})
    for (unsigned dim : dims)
      if (bounds[dim] != 1 && dim != summedDim)
        tile.sizes[dim] = rest[dim] = 1;
  if (countRegisters(op, rest, target) <= target.getTileRegisters())
    return tile;
  // Without contracted dims no element is read twice, so long rows are best.
  bool reuses = !summed.contracted.empty();
  int64_t vectors = reuses ? kVectorsPerRow : kStreamedRegisters;
  int64_t lanes = target.getLanes(op);
  tile.sizes[laneDim] = clamp(vectors * lanes, bounds[laneDim]);
  int64_t rows = reuses ? kRows * kVectorsPerRow : kStreamedRegisters * 2;
  int64_t perRow = llvm::divideCeil(tile.sizes[laneDim], lanes);
  rows /= perRow;
  rows = std::min(rows, target.getTileRegisters() / 2);
  bool isFirst = reuses && perRow == kVectorsPerRow;
  for (unsigned dim = bounds.size(); dim-- > 0;) {
    if (dim == laneDim || dim == summedDim || tile.sizes[dim] != 0 ||
        bounds[dim] == 1)
      continue;
    rows = std::max<int64_t>(rows, 1);
    tile.sizes[dim] = isFirst ? chooseRows(rows, perRow, bounds[dim], target)
                              : clamp(rows, bounds[dim]);
    isFirst = false;
    rows /= tile.sizes[dim];
  }
  return tile;
}

/// The dim that indexes the last dim of an input, if that is not the dim of the
/// lanes; nullopt if there is no such input.
static std::optional<unsigned>
getTransposedDim(linalg::LinalgOp op, ArrayRef<int64_t> bounds, unsigned lane) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() < 2 || !map.isFunctionOfDim(lane))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (dim && dim.getPosition() != lane && bounds[dim.getPosition()] != 1)
      return dim.getPosition();
  }
  return std::nullopt;
}

/// True if the body of `op` reads elements of a tensor by their indices.
static bool readsInBody(linalg::LinalgOp op) {
  return llvm::any_of(op.getBlock()->without_terminator(),
                      llvm::IsaPred<tensor::ExtractOp>);
}

/// A row of a few vectors, or rows of one vector each if an input is
/// transposed. A read in the body is one of contiguous elements at most in a
/// vector of one row.
static RegisterTile tileStream(linalg::LinalgOp op, ArrayRef<int64_t> bounds,
                               unsigned laneDim, const VectorTarget &target) {
  int64_t lanes = target.getLanes(op);
  RegisterTile tile;
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  std::optional<unsigned> transposed = getTransposedDim(op, bounds, laneDim);
  int64_t rest = kStreamedRegisters;
  tile.sizes.assign(bounds.size(), 0);
  tile.sizes[laneDim] =
      clamp(transposed ? lanes : kStreamedRegisters * lanes, bounds[laneDim]);
  rest /= llvm::divideCeil(tile.sizes[laneDim], lanes);
  if (readsInBody(op))
    rest = 1;
  for (unsigned dim = bounds.size(); dim-- > 0;) {
    if (dim == laneDim || bounds[dim] == 1)
      continue;
    bool isReduction = types[dim] == utils::IteratorType::reduction;
    int64_t size = transposed == dim ? std::min(lanes, kTransposedRows)
                   : transposed      ? 1
                                     : rest;
    tile.sizes[dim] =
        clamp(isReduction ? 1 : std::max<int64_t>(size, 1), bounds[dim]);
    rest /= tile.sizes[dim];
  }
  return tile;
}

/// True if each dim of the results is a loop of its own. Upstream makes tensors
/// of partial results from these dims, and takes a constant for a loop.
static bool writesAlongLoops(linalg::LinalgOp op) {
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init).isProjectedPermutation();
  });
}

/// True if partial results can start from a neutral element.
static bool hasNeutralElements(linalg::LinalgOp op) {
  for (int64_t init = 0, e = op.getNumDpsInits(); init < e; ++init) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), init, combiners) ||
        combiners.size() != 1 || !arith::getNeutralElement(combiners.front()))
      return false;
  }
  return true;
}

/// A reduction along the lanes: the first loop takes one row, the second one
/// vectors of partial results.
static RegisterTile tileRow(linalg::LinalgOp op, ArrayRef<int64_t> bounds,
                            unsigned laneDim, const VectorTarget &target) {
  RegisterTile tile;
  tile.sizes.assign(bounds.size(), 0);
  for (auto [dim, bound] : llvm::enumerate(bounds))
    if (dim != laneDim && bound != 1)
      tile.sizes[dim] = 1;
  if (llvm::any_of(tile.sizes, [](int64_t size) { return size != 0; }))
    return tile;
  tile.partialDim = laneDim;
  tile.sizes[laneDim] = kStreamedRegisters * target.getLanes(op);
  return tile;
}

std::optional<RegisterTile>
heddle::chooseRegisterTile(linalg::LinalgOp op, const VectorTarget &target) {
  std::optional<unsigned> laneDim = getLaneDim(op);
  SmallVector<int64_t> bounds = getExtentBounds(op);
  if (!laneDim || llvm::is_contained(bounds, 0))
    return std::nullopt;
  std::optional<RegisterTile> tile;
  bool fits = countRegisters(op, bounds, target) <= target.getTileRegisters();
  if (std::optional<SummedDims> summed = getSummedDims(op))
    tile = tileSum(op, *summed, bounds, *laneDim, target);
  else if (fits)
    return std::nullopt;
  else if (op.getIteratorTypesArray()[*laneDim] ==
           utils::IteratorType::reduction) {
    if (!hasNeutralElements(op))
      return std::nullopt;
    tile = tileRow(op, bounds, *laneDim, target);
    if (tile->partialDim && !writesAlongLoops(op))
      return std::nullopt;
  } else
    tile = tileStream(op, bounds, *laneDim, target);
  llvm::SmallBitVector whole = getIndivisibleDims(op);
  for (int dim : whole.set_bits()) {
    tile->sizes[dim] = 0;
    if (tile->partialDim == static_cast<unsigned>(dim))
      return std::nullopt;
  }
  // A tile of the whole dim needs no loop.
  for (auto [size, bound] : llvm::zip_equal(tile->sizes, bounds))
    if (!isDynamic(bound) && size >= bound && !tile->partialDim)
      size = 0;
  if (llvm::all_of(tile->sizes, [](int64_t size) { return size == 0; }))
    return std::nullopt;
  return tile;
}
