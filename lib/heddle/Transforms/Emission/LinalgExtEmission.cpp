//===- LinalgExtEmission.cpp - One tile of a linalg_ext op ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op of linalg_ext creates its own tile from the tiles of its
// operands.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Analysis/Mistakes/Mistake.h"
#include "heddle/IR/LinalgExt/LinalgExt.h"
#include "heddle/Transforms/Emission/Emission.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
template <typename OpTy>
struct LinalgExtEmission
    : EmissionOpInterface::ExternalModel<LinalgExtEmission<OpTy>, OpTy> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    SmallVector<Value> parts = tiles.matchOperands(op, iteration, operands);
    SmallVector<OpFoldResult> offsets = tiles.getOffsets(iteration);
    if (isMistake("local_positions"))
      offsets.assign(offsets.size(), rewriter.getIndexAttr(0));
    if (isMistake("scan_restarted") && isa<linalg_ext::ScanOp>(op))
      parts.back() = op->getOperands().back();
    Operation *tile =
        cast<linalg_ext::LinalgExtOp>(op).createTile(rewriter, offsets, parts);
    return SmallVector<Value>(tile->getResults());
  }
};

template <typename OpTy> void attach(MLIRContext *context) {
  if constexpr (OpTy::template hasTrait<linalg_ext::LinalgExtOp::Trait>())
    OpTy::template attachInterface<LinalgExtEmission<OpTy>>(*context);
}

template <typename... Ops> void attachAll(MLIRContext *context) {
  (attach<Ops>(context), ...);
}
} // namespace

void heddle::registerLinalgExtEmission(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg_ext::LinalgExtDialect *) {
        attachAll<
#define GET_OP_LIST
#include "heddle/IR/LinalgExt/LinalgExtOps.cpp.inc"
            >(context);
      });
}
