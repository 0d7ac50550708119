//===- UnmetLimits.cpp - Limits on tiles that nothing checked -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fusion plan refuses a tile that is larger than its op allows. An op that no
// plan has met is still whole, and outside of the loops of nests.
//
//===----------------------------------------------------------------------===//

#include "UnmetLimits.h"

#include "heddle/Analysis/Fusion/RowPadding.h"
#include "heddle/Analysis/Fusion/TileLimits.h"
#include "heddle/Analysis/Memory/ElementBytes.h"
#include "heddle/Analysis/Reasons/Reason.h"
#include "heddle/Analysis/Reasons/ScheduleLine.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

/// The bytes that `op` writes, if they are known.
static std::optional<int64_t> getWrittenBytes(DestinationStyleOpInterface op) {
  int64_t bytes = 0;
  for (Value init : op.getDpsInits()) {
    auto type = dyn_cast<ShapedType>(init.getType());
    if (!type || !type.hasRank() || !type.hasStaticShape())
      return std::nullopt;
    std::optional<int64_t> element =
        getElementBytes(type.getElementType(), DataLayout::closest(op));
    if (!element)
      return std::nullopt;
    uint64_t own = *element;
    SmallVector<int64_t> shape(type.getShape());
    if (std::optional<int64_t> multiple = getRowMultiple(op);
        multiple && shape.size() > 1)
      shape.back() = getRowLength(shape.back(), *multiple);
    for (int64_t extent : shape)
      own = llvm::SaturatingMultiply<uint64_t>(own, extent);
    bytes = std::min<uint64_t>(llvm::SaturatingAdd<uint64_t>(bytes, own),
                               std::numeric_limits<int64_t>::max());
  }
  return bytes;
}

void heddle::remarkOnUnmetLimits(ModuleOp module) {
  module->walk([](DestinationStyleOpInterface op) {
    auto limit = op->getAttrOfType<IntegerAttr>(kMaxTileBytesAttrName);
    if (!limit || op->getParentOfType<LoopLikeOpInterface>())
      return;
    std::optional<int64_t> bytes = getWrittenBytes(op);
    if (bytes && *bytes <= limit.getInt())
      return;
    std::string takes = bytes ? std::to_string(*bytes) + " bytes"
                              : "a number of bytes without a constant bound";
    InFlightDiagnostic remark = op->emitRemark(quote(op.getOperation()))
                                << " takes " << takes << ", and may take "
                                << limit.getInt()
                                << ": no step computes it part by part";
    if (std::optional<Location> step = getScheduleLine(op->getLoc()))
      remark.attachNote(*step) << "made here";
  });
}
