//===- MatchOps.cpp - Steps of matchers -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These ops match the types of an op. Upstream's ops match what it computes.
//
//===----------------------------------------------------------------------===//

#include "heddle/TransformOps/Matching/MatchOps.h"

#include "Operands/HandleReading.h"
#include "Operands/HandleTypes.h"
#include "Operands/KnownOptions.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::heddle;

#define GET_OP_CLASSES
#include "heddle/TransformOps/Matching/MatchOps.cpp.inc"

DiagnosedSilenceableFailure
MatchTensorsOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  SmallVector<Operation *> targets;
  DiagnosedSilenceableFailure status =
      readHandle(*this, state, "target", getTarget(), targets);
  if (!status.succeeded())
    return status;
  for (Operation *target : targets) {
    if (target->getNumResults() == 0)
      return emitSilenceableError() << "expects an op on tensors, but '"
                                    << target->getName() << "' has no result";
    SmallVector<Type> types(target->getOperandTypes());
    llvm::append_range(types, target->getResultTypes());
    for (Type type : types)
      if (isa<ShapedType>(type) && !isa<TensorType>(type))
        return emitSilenceableError()
               << "expects an op on tensors, but '" << target->getName()
               << "' has a " << type;
  }
  return DiagnosedSilenceableFailure::success();
}
