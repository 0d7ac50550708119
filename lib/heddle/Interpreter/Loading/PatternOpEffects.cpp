//===- PatternOpEffects.cpp - Effects of ops that are no steps ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attaches the interface to all such ops that the dialect has when it is
// loaded, whichever extension added them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Loading/PatternOpEffects.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {
/// Without the effect, an op without results would count as dead.
struct NamesPatterns : MemoryEffectOpInterface::FallbackModel<NamesPatterns> {
  void
  getEffects(Operation *,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    effects.emplace_back(MemoryEffects::Write::get());
  }
};
} // namespace

void heddle::registerPatternOpEffects(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, transform::TransformDialect *dialect) {
        for (RegisteredOperationName op : context->getRegisteredOperations())
          if (&op.getDialect() == dialect &&
              !op.hasInterface<MemoryEffectOpInterface>() &&
              (op.hasInterface<transform::PatternDescriptorOpInterface>() ||
               op.hasInterface<
                   transform::ConversionPatternDescriptorOpInterface>() ||
               op.hasInterface<transform::TypeConverterBuilderOpInterface>()))
            op.attachInterface<NamesPatterns>();
      });
}
