//===- Footprint.cpp - Which box is read for which ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated definitions of the footprint interface, and the roles that the
// models of structured ops share. The models are in other files.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Footprint/Footprint.h"

#include "heddle/Analysis/Destinations/Destinations.h"

#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;

#include "heddle/Analysis/Footprint/Footprint.cpp.inc"

heddle::OperandRole heddle::getStructuredRole(OpOperand &operand) {
  if (!isa<RankedTensorType>(operand.get().getType()))
    return OperandRole::Whole;
  auto dps = dyn_cast<DestinationStyleOpInterface>(operand.getOwner());
  if (!dps || !dps.isDpsInit(&operand))
    return OperandRole::Input;
  return readsElements(operand) ? OperandRole::ReadDestination
                                : OperandRole::UnreadDestination;
}
