//===- TileSizes.cpp - Tile sizes that fit an op --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents and boxes come from the footprint of the op, so all ops that fuse_ext
// can tile are handled alike. Upstream infers the kinds of dims.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/TileSizes.h"

#include "heddle/Analysis/Footprint/Footprint.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

ArrayRef<StringRef> heddle::getDimKinds() {
  static const StringRef kinds[] = {"m",     "n",      "k",
                                    "batch", "image",  "channel",
                                    "depth", "window", "input_channel"};
  return kinds;
}

/// Per kind, the dims of `op` of that kind, in order.
static llvm::StringMap<SmallVector<unsigned>> getKinds(Operation *op) {
  llvm::StringMap<SmallVector<unsigned>> kinds;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return kinds;
  auto set = [&](StringRef kind, ArrayRef<unsigned> dims) {
    kinds[kind] = SmallVector<unsigned>(dims);
    llvm::sort(kinds[kind]);
  };
  if (linalg::isaContractionOpInterface(linalgOp)) {
    auto dims = linalg::inferContractionDims(linalgOp);
    if (failed(dims))
      return kinds;
    set("batch", dims->batch);
    set("m", dims->m);
    set("n", dims->n);
    set("k", dims->k);
  } else if (linalg::isaConvolutionOpInterface(linalgOp)) {
    auto dims = linalg::inferConvolutionDims(linalgOp);
    if (failed(dims))
      return kinds;
    set("batch", dims->batch);
    set("image", dims->outputImage);
    set("channel", dims->outputChannel);
    set("depth", dims->depth);
    set("window", dims->filterLoop);
    set("input_channel", dims->inputChannel);
  }
  return kinds;
}

std::optional<SmallVector<int64_t>>
heddle::findTileDims(Operation *op, ArrayRef<Attribute> names,
                     std::optional<Reason> &reason) {
  auto footprint = dyn_cast<FootprintOpInterface>(op);
  if (!footprint) {
    reason.emplace(op, "expects an op that can be tiled, but got '" +
                           op->getName().getStringRef() + "'");
    return std::nullopt;
  }
  llvm::StringMap<SmallVector<unsigned>> kinds = getKinds(op);
  llvm::StringMap<unsigned> numTaken;
  int64_t numDims = footprint.getReductionDims().size();
  SmallVector<int64_t> dims;
  for (Attribute name : names) {
    int64_t dim;
    if (auto kind = dyn_cast<StringAttr>(name)) {
      ArrayRef<unsigned> known = kinds[kind.getValue()];
      unsigned place = numTaken[kind.getValue()]++;
      if (place >= known.size()) {
        reason.emplace(op, "expects more than " + Twine(place) +
                               " dims of kind '" + kind.getValue() +
                               "', but '" + op->getName().getStringRef() +
                               "' has " + Twine(known.size()));
        return std::nullopt;
      }
      dim = known[place];
    } else {
      int64_t number = cast<IntegerAttr>(name).getInt();
      dim = number < 0 ? number + numDims : number;
      if (dim < 0 || dim >= numDims) {
        reason.emplace(op, "expects a dim in [" + Twine(-numDims) + ", " +
                               Twine(numDims) + "), but got " + Twine(number));
        return std::nullopt;
      }
    }
    if (llvm::is_contained(dims, dim)) {
      reason.emplace(op, "expects each dim once, but dim " + Twine(dim) +
                             " is named twice");
      return std::nullopt;
    }
    dims.push_back(dim);
  }
  return dims;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The largest divisor of `extent` that is not above `atMost`; 1 if the extent
/// is 0.
static int64_t getDivisor(int64_t extent, int64_t atMost) {
  int64_t best = 1;
  for (int64_t small = 1; small * small <= extent; ++small) {
    if (extent % small != 0)
      continue;
    for (int64_t divisor : {small, extent / small})
      if (divisor <= atMost)
        best = std::max(best, divisor);
  }
  return best;
}

namespace {
/// One op and its footprint.
class TileBytes {
public:
  explicit TileBytes(FootprintOpInterface op) : op(op), table(context) {
    op.assumeShapes(table);
    IterationDomain domain = op.getIterationDomainBounds(table);
    obstacle = domain.obstacle;
    for (Bound extent : domain.extents)
      extents.push_back(extent.getConstant());
  }

  std::optional<Reason> obstacle;
  SmallVector<std::optional<int64_t>> extents;

  /// The bytes of operands and results that a tile of `sizes` touches; nullopt
  /// if unknown.
  std::optional<int64_t> get(ArrayRef<int64_t> sizes);

private:
  std::optional<int64_t> getBytes(Type type, const Box &box);

  FootprintOpInterface op;
  BoundContext context;
  ExtentTable table;
};
} // namespace

std::optional<int64_t> TileBytes::getBytes(Type type, const Box &box) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.getElementType().isIntOrIndexOrFloat())
    return std::nullopt;
  Type element = shaped.getElementType();
  uint64_t bytes = element.isIndex()
                       ? 8
                       : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  for (const BoxRange &range : box.dims) {
    std::optional<int64_t> size =
        context.getUpperBound(getSize(context, range));
    if (!size || *size < 0)
      return std::nullopt;
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, *size);
  }
  return std::min<uint64_t>(bytes, INT64_MAX);
}

std::optional<int64_t> TileBytes::get(ArrayRef<int64_t> sizes) {
  Box iteration;
  for (int64_t size : sizes)
    iteration.dims.push_back({context.constant(0), context.constant(size)});
  iteration = op.getLegalIterationBox(table, iteration);
  uint64_t total = 0;
  auto add = [&](Type type, const Box &box) {
    std::optional<int64_t> bytes = getBytes(type, box);
    if (bytes)
      total = llvm::SaturatingAdd<uint64_t>(total, *bytes);
    return bytes.has_value();
  };
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (op.getOperandRole(number) == OperandRole::Whole)
      continue;
    if (!add(operand.get().getType(),
             op.getOperandBox(table, number, iteration)))
      return std::nullopt;
  }
  // A result of an op with destinations shares the buffer of its destination.
  if (!isa<DestinationStyleOpInterface>(op.getOperation()))
    for (OpResult result : op->getResults())
      if (!add(result.getType(),
               op.getResultBox(table, result.getResultNumber(), iteration)))
        return std::nullopt;
  return std::min<uint64_t>(total, INT64_MAX);
}

/// The next size below `size` for a dim of `extent`.
static int64_t getNextSize(std::optional<int64_t> extent, int64_t size,
                           bool partialTiles) {
  return partialTiles ? llvm::divideCeil(size, 2)
                      : getDivisor(*extent, size - 1);
}

std::optional<SmallVector<int64_t>>
heddle::chooseTileSizes(Operation *op, ArrayRef<int64_t> dims,
                        const TileSizeOptions &options,
                        std::optional<Reason> &reason) {
  TileBytes tile(cast<FootprintOpInterface>(op));
  if (tile.obstacle) {
    reason = tile.obstacle;
    reason->text = "the target cannot be tiled: it " + reason->text;
    return std::nullopt;
  }
  SmallVector<int64_t> sizes;
  for (std::optional<int64_t> extent : tile.extents)
    sizes.push_back(extent.value_or(-1));
  for (int64_t dim : dims) {
    std::optional<int64_t> extent = tile.extents[dim];
    int64_t atMost = options.atMost.value_or(INT64_MAX);
    if (!extent && (!options.partialTiles || !options.atMost)) {
      reason.emplace(op, "dim " + Twine(dim) +
                             " is dynamic: no size is known to divide it");
      return std::nullopt;
    }
    sizes[dim] =
        options.partialTiles
            ? std::max<int64_t>(1, std::min(extent.value_or(atMost), atMost))
            : getDivisor(*extent, atMost);
  }
  while (options.maxBytes) {
    std::optional<int64_t> bytes;
    if (!llvm::is_contained(sizes, -1))
      bytes = tile.get(sizes);
    if (!bytes) {
      reason.emplace(op, "the bytes of a tile are not known: an extent is "
                         "dynamic");
      return std::nullopt;
    }
    if (*bytes <= *options.maxBytes)
      break;
    int64_t largest = *llvm::max_element(
        dims, [&](int64_t a, int64_t b) { return sizes[a] < sizes[b]; });
    if (sizes[largest] == 1) {
      reason.emplace(op, "expects tiles of at most " +
                             Twine(*options.maxBytes) +
                             " B, but with a size of 1 for each dim a tile "
                             "touches " +
                             Twine(*bytes) + " B");
      return std::nullopt;
    }
    sizes[largest] = getNextSize(tile.extents[largest], sizes[largest],
                                 options.partialTiles);
  }
  return llvm::map_to_vector(dims, [&](int64_t dim) { return sizes[dim]; });
}
