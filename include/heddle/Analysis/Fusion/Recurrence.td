//===- Recurrence.td - When a softmax is divided -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of what `fuse_ext {online}` carries of a softmax.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_FUSION_RECURRENCE_TD
#define HEDDLE_ANALYSIS_FUSION_RECURRENCE_TD

include "heddle/IR/ChoiceAttr.td"

def Recurrence : Heddle_Enum<
    "Recurrence", "When a softmax that a loop carries is divided by its sum", [
  // The result is divided once, after the loop.
  I32EnumCase<"Unnormalized", 0, "unnormalized">,
  // Each tile is divided by the sum so far.
  I32EnumCase<"Normalized", 1, "normalized">]>;

def RecurrenceAttr : ChoiceAttr<Recurrence>;

#endif // HEDDLE_ANALYSIS_FUSION_RECURRENCE_TD
