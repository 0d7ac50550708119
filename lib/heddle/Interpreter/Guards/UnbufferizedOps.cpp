//===- UnbufferizedOps.cpp - Ops that stay on tensors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization of MLIR 22.1 rewrites all other ops before it fails
// for an op that has no bufferization.
//
//===----------------------------------------------------------------------===//

#include "AppliedPasses.h"
#include "InvalidInputs.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformState;

/// True if `op` asks for less than the bufferization of all ops.
static bool isPartial(Operation *op, const TransformState &state) {
  for (const AppliedPass &pass : getAppliedPasses(op, state))
    if (pass.isSet("allow-unknown-ops") || pass.isSet("test-analysis-only") ||
        !pass.getList("dialect-filter").empty())
      return true;
  auto isSet = [&](StringRef name) {
    auto flag = op->getAttrOfType<BoolAttr>(name);
    return flag && flag.getValue();
  };
  return isSet("allow_unknown_ops") || isSet("test_analysis_only");
}

/// True if bufferization fails for `op`. Upstream removes ops that nothing
/// uses, and leaves ops on functions alone if it keeps their tensors.
static bool staysOnTensors(Operation *op) {
  auto isTensor = llvm::IsaPred<TensorType>;
  if (!llvm::any_of(op->getOperandTypes(), isTensor) &&
      !llvm::any_of(op->getResultTypes(), isTensor))
    return false;
  if (isa<bufferization::BufferizableOpInterface, bufferization::ToTensorOp,
          bufferization::ToBufferOp>(op) ||
      op->getName().getDialectNamespace() == "func")
    return false;
  return !op->use_empty() || !isMemoryEffectFree(op);
}

std::optional<InvalidInput>
heddle::findUnbufferizedOp(Operation *op, const TransformState &state) {
  if (isPartial(op, state))
    return std::nullopt;
  std::optional<InvalidInput> found;
  for (Operation *target : state.getPayloadOps(op->getOperand(0)))
    target->walk([&](Operation *nested) {
      if (found || !staysOnTensors(nested))
        return;
      found = InvalidInput{
          ("expects ops that can be bufferized, but got '" +
           nested->getName().getStringRef() +
           "'; 'transform.heddle.bufferize' with 'allow_unknown_ops' keeps it "
           "on tensors")
              .str(),
          nested};
    });
  return found;
}
