//===- OwnOp.cpp - An op that Heddle does not know ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect plugin with `own.twice`, which doubles the elements of a tensor, in
// place if it may. A test bufferizes it. It knows nothing of Heddle either.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace {
class TwiceOp : public Op<TwiceOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                          OpTrait::ZeroSuccessors, OpTrait::OneOperand,
                          BufferizableOpInterface::Trait,
                          MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "own.twice"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}

  bool bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
    return true;
  }
  bool bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) {
    return true;
  }
  AliasingValueList getAliasingValues(OpOperand &, const AnalysisState &) {
    return {{getOperation()->getResult(0), BufferRelation::Equivalent}};
  }
  LogicalResult bufferize(RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) {
    FailureOr<Value> buffer =
        getBuffer(rewriter, getOperation()->getOperand(0), options, state);
    if (failed(buffer))
      return failure();
    linalg::AddOp::create(rewriter, getLoc(), ValueRange{*buffer, *buffer},
                          ValueRange{*buffer});
    replaceOpWithBufferizedValues(rewriter, getOperation(), *buffer);
    return success();
  }
};

class OwnDialect : public Dialect {
public:
  explicit OwnDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<OwnDialect>()) {
    context->loadDialect<linalg::LinalgDialect>();
    addOperations<TwiceOp>();
  }
  static StringRef getDialectNamespace() { return "own"; }
};
} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(OwnDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(OwnDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(TwiceOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(TwiceOp)

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "OwnOp", "1",
          [](DialectRegistry *registry) { registry->insert<OwnDialect>(); }};
}
