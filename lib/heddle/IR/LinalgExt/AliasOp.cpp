//===- AliasOp.cpp - alias ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On tensors, the buffer of an alias is that of its operand.
//
//===----------------------------------------------------------------------===//

#include "heddle/IR/LinalgExt/LinalgExt.h"

using namespace mlir;
using namespace mlir::linalg_ext;

LogicalResult
AliasOp::bufferize(RewriterBase &rewriter,
                   const bufferization::BufferizationOptions &options,
                   bufferization::BufferizationState &state) {
  if (!isa<TensorType>(getType()))
    return success();
  FailureOr<Value> buffer =
      bufferization::getBuffer(rewriter, getInput(), options, state);
  if (failed(buffer))
    return failure();
  bufferization::replaceOpWithBufferizedValues(rewriter, getOperation(),
                                               *buffer);
  return success();
}
