//===- TilingEmission.cpp - One tile of any op with tiles -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile that the op's own TilingInterface made for the probe of its
// footprint (TilingProbe.h) is cloned onto the tiles of the nest.
//
//===----------------------------------------------------------------------===//

#include "EmissionFamilies.h"

#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Footprint/TilingProbe.h"
#include "heddle/Transforms/Emission/Emission.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
struct TilingEmission : EmissionOpInterface::FallbackModel<TilingEmission> {
  SmallVector<Value> emitTile(Operation *op, RewriterBase &rewriter,
                              TileEmitter &tiles, const Box &iteration,
                              ArrayRef<Value> operands) const {
    auto footprint = cast<FootprintOpInterface>(op);
    ExtentTable &extents = tiles.getExtents();
    SmallVector<Value> parts = tiles.matchOperands(op, iteration, operands);
    SmallVector<Type> types;
    for (OpResult result : op->getResults()) {
      Box box =
          footprint.getResultBox(extents, result.getResultNumber(), iteration);
      types.push_back(tiles.getType(box, result.getType()));
    }
    Operation *tile =
        mlir::clone(rewriter, extents.getProbe(op).getTile(), types, parts);
    tile->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    return SmallVector<Value>(tile->getResults());
  }

  Value emitTileAround(Operation *, RewriterBase &, TileEmitter &, const Box &,
                       Value, const Box &, const Box &) const {
    return Value();
  }
};

/// Attaches the model to the ops of each dialect, when it is loaded.
struct TilingEmissionExtension : DialectExtensionBase {
  TilingEmissionExtension() : DialectExtensionBase({}) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (llvm::is_contained(dialects, &name.getDialect()) &&
          name.hasInterface<TilingInterface>() &&
          !name.hasInterface<EmissionOpInterface>())
        name.attachInterface<TilingEmission>();
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<TilingEmissionExtension>(*this);
  }
};
} // namespace

void heddle::registerTilingEmission(DialectRegistry &registry) {
  registry.addExtensions<TilingEmissionExtension>();
}
