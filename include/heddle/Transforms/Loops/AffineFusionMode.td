//===- AffineFusionMode.td - Which affine loops fuse -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of the pairs that `fuse_affine_loops` tries.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_LOOPS_AFFINEFUSIONMODE_TD
#define HEDDLE_TRANSFORMS_LOOPS_AFFINEFUSIONMODE_TD

include "heddle/IR/ChoiceAttr.td"

def AffineFusionMode : Heddle_Enum<
    "AffineFusionMode", "The pairs of loops that are tried", [
  // Producers first, then siblings.
  I32EnumCase<"Greedy", 0, "greedy">,
  I32EnumCase<"ProducerConsumer", 1, "producer">,
  I32EnumCase<"Sibling", 2, "sibling">]>;

def AffineFusionModeAttr : ChoiceAttr<AffineFusionMode>;

#endif // HEDDLE_TRANSFORMS_LOOPS_AFFINEFUSIONMODE_TD
