//===- UnseenFaults.h - What upstream's verifiers do not see -- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invalid ops that MLIR 22.1 accepts, or on which its verifier crashes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_INTERPRETER_LOADING_UNSEENFAULTS_H
#define HEDDLE_LIB_INTERPRETER_LOADING_UNSEENFAULTS_H

#include "mlir/IR/Operation.h"

namespace mlir::heddle {

/// Fails, with an error, if a step of a sequence in `root` is not a transform
/// op, or if a reshape collapses dims that its tensor does not have. The ops
/// need not verify.
LogicalResult verifyUnseen(Operation *root);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_INTERPRETER_LOADING_UNSEENFAULTS_H
