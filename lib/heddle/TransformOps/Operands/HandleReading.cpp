//===- HandleReading.cpp - Payload ops of a handle ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The check that every Heddle op makes on its handles. Each op checks itself
// which kinds of payload ops it accepts.
//
//===----------------------------------------------------------------------===//

#include "HandleReading.h"

#include "heddle/TransformOps/Operands/KnownOptions.h"

using namespace mlir;

DiagnosedSilenceableFailure
heddle::readHandle(transform::TransformOpInterface op,
                   transform::TransformState &state, StringRef name,
                   Value handle, SmallVectorImpl<Operation *> &payload,
                   bool isAllowed) {
  if (!handle)
    return DiagnosedSilenceableFailure::success();
  llvm::append_range(payload, state.getPayloadOps(handle));
  if (payload.empty() && !isAllowed && !mayBeEmpty(op))
    return emitSilenceableFailure(op)
           << "expects '" << name << "' to name a payload op, but it is empty ("
           << kMayBeEmpty << " on this op allows that)";
  return DiagnosedSilenceableFailure::success();
}
