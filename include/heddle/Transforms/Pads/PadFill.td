//===- PadFill.td - What of a padded tensor is filled ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of how `fuse_pad` writes padding.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_PADS_PADFILL_TD
#define HEDDLE_TRANSFORMS_PADS_PADFILL_TD

include "heddle/IR/ChoiceAttr.td"

def PadFill : Heddle_Enum<
    "PadFill", "The part that is filled before the producer writes", [
  // The whole padded tensor: one op, which also fills the part that the
  // producer overwrites.
  I32EnumCase<"Whole", 0, "whole">,
  // The frame around the source: at most two slabs per dim, which do not
  // overlap.
  I32EnumCase<"Boundary", 1, "boundary">,
  // `Whole` where the padding is more than half of the padded tensor and more
  // than one slab, or where the producer starts from the padding value anyway;
  // `Boundary` otherwise, also where the sizes are not known.
  I32EnumCase<"Auto", 2, "auto">]>;

def PadFillAttr : ChoiceAttr<PadFill>;

#endif // HEDDLE_TRANSFORMS_PADS_PADFILL_TD
