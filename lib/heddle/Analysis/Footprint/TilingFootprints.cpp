//===- TilingFootprints.cpp - Footprints of any op with tiles -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forwards all queries to a TilingProbe. A reduction dim is taken whole. A
// destination counts as read unless bufferization says that it is not.
//
//===----------------------------------------------------------------------===//

#include "FootprintFamilies.h"
#include "TiledLoops.h"

#include "heddle/Analysis/Footprint/ExtentTable.h"
#include "heddle/Analysis/Footprint/Footprint.h"
#include "heddle/Analysis/Footprint/TilingProbe.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

struct TilingFootprint : FootprintOpInterface::FallbackModel<TilingFootprint> {
  IterationDomain getIterationDomainBounds(Operation *op,
                                           ExtentTable &extents) const {
    const TilingProbe &probe = extents.getProbe(op);
    if (!probe.getReason().empty())
      return IterationDomain::refuse(op, probe.getReason());
    return probe.getDomain();
  }

  SmallVector<bool> getReductionDims(Operation *op) const {
    return areReductions(cast<TilingInterface>(op).getLoopIteratorTypes());
  }

  Box getIterationBoxOfResult(Operation *op, ExtentTable &extents,
                              unsigned result, const Box &box) const {
    return extents.getProbe(op).getIterationBox(result, box);
  }

  Box getLegalIterationBox(Operation *op, ExtentTable &extents,
                           const Box &iteration) const {
    Box legal = iteration;
    SmallVector<Bound> domain = extents.getProbe(op).getDomain();
    for (auto [dim, isReduction] : llvm::enumerate(getReductionDims(op)))
      if (isReduction)
        legal.dims[dim] = {extents.getContext().constant(0), domain[dim]};
    return legal;
  }

  Box getResultBox(Operation *op, ExtentTable &extents, unsigned result,
                   const Box &iteration) const {
    return extents.getProbe(op).getResultBox(result, iteration);
  }

  Box getOperandBox(Operation *op, ExtentTable &extents, unsigned operand,
                    const Box &iteration) const {
    return extents.getProbe(op).getOperandBox(operand, iteration);
  }

  OperandRole getOperandRole(Operation *op, unsigned operand) const {
    return getStructuredRole(op->getOpOperand(operand));
  }

  bool needsExactBox(Operation *) const { return false; }

  void assumeShapes(Operation *op, ExtentTable &extents) const {
    const TilingProbe &probe = extents.getProbe(op);
    if (probe.getReason().empty())
      probe.assumeShapes();
  }
};

/// Attaches the model to the ops of each dialect, when it is loaded.
struct TilingFootprintExtension : DialectExtensionBase {
  TilingFootprintExtension() : DialectExtensionBase({}) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (llvm::is_contained(dialects, &name.getDialect()) &&
          name.hasInterface<TilingInterface>() &&
          !name.hasInterface<FootprintOpInterface>())
        name.attachInterface<TilingFootprint>();
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<TilingFootprintExtension>(*this);
  }
};

} // namespace

void heddle::registerTilingFootprints(DialectRegistry &registry) {
  registry.addExtensions<TilingFootprintExtension>();
}
