//===- PadOps.td - Transform ops on pads -------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops on tensor.pad. The algorithms are plain functions in
// Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_PADS_PADOPS_TD
#define HEDDLE_TRANSFORMOPS_PADS_PADOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"
include "heddle/Transforms/Pads/PadFill.td"

def FusePadOp
    : Heddle_TransformOp<"heddle.fuse_pad",
                         [DeclareOpInterfaceMethods<TransformOpInterface, [
                              "allowsRepeatedHandleOperands"]>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "lets ops write their results into padded tensors";
  let description = [{
    Replaces each `tensor.pad` of the target whose source is the result of a
    linalg op: padding is filled into a new tensor, the op writes into the slice
    of it where the source belongs, and the slice is inserted. The result is
    never stored apart from the padded tensor, and not copied.

    The op may be a generic or a named one, which it stays; it may reduce and it
    may read its destination, which is copied into the slice then (a
    `linalg.fill` is repeated there instead, and so is another op that only this
    one reads). It may have other results and other readers: they use the new
    op. If one result is padded several times, the op writes into the last
    padded tensor, and the others are copied from there. Sizes and amounts may
    be static or not, and the padding may depend on the index. A pad that is
    marked `nofold` is replaced likewise, since its result stays a tensor of its
    own; so is one of a source without elements, which leaves the padding only.

    `fill` says what is filled:

    - `"whole"`: the padded tensor, by one op.
    - `"boundary"`: the frame around the source, by at most two ops per
      dimension, none of which writes what another one does.
    - `"auto"` (default): `"whole"` if the padding is more than half of the
      padded tensor and more than one slab, or if the op starts from a fill with
      the padding value, which saves that fill; else `"boundary"`, also if the
      sizes are not known.

    With `best_effort`, a pad that cannot be fused is skipped, with the reason as
    a remark; the results are those of the others.

    #### Return modes

    Consumes the target. Returns the ops that fill padding, of the type
    `linalg.fill` or, where the padding depends on the index, `linalg.generic`;
    and the ops that write into padded tensors, each once. Other handles to
    these ops stay valid.

    Fails silenceably, with the payload as it was and the reason as a note on
    it, if a target is not a `tensor.pad`, if its source is not computed by a
    linalg op in the same block, if that op writes only a part of its
    destination, if the padding has side effects or a negative amount, or if an
    op reads the result before the padding is known.

    #### Example

    ```mlir
    %fills, %producer = transform.heddle.fuse_pad %pad {fill = "boundary"}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      DefaultValuedAttr<PadFillAttr, "PadFill::Auto">:$fill,
      FlagAttr:$best_effort);
  let results = (outs TransformHandleTypeInterface:$fills,
                      TransformHandleTypeInterface:$producers);
  let assemblyFormat =
      "$target attr-dict "
      "custom<HandleTypes>(ref($target), type($target), type($fills), type($producers))";
  let extraClassDefinition = consumesTarget;
}

def SplitAtPaddingOp
    : Heddle_TransformOp<"heddle.split_at_padding",
                         [DeclareOpInterfaceMethods<TransformOpInterface, [
                              "allowsRepeatedHandleOperands"]>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "computes apart what an op computes on padding";
  let description = [{
    Splits each linalg op of the target that reads a padded tensor into one op
    that reads the source of the pad, and at most two ops per loop for the
    padding, which they read as a scalar and not as a tensor. The parts write
    into slices of the op's destination. If nothing else reads it, the padded
    tensor is gone. It is the result of a `tensor.pad`, or of a
    `tensor.insert_slice` into a `linalg.fill`, which is how `fuse_ext` writes
    the tile of a pad.

    `loops` names the loops of the op that are split. By default these are all
    loops along which an input is padded. A pad that is not split along all of
    its dims stays, with less padding. So a schedule can split an op along its
    rows, tile the rows, and then split the op along its columns inside the
    loop.

    The op may have other inputs, which are sliced, several padded ones, and it
    may read its destination. An input that is padded by other amounts than the
    first one along a split loop is sliced like any other. Sizes and amounts may
    be static or not, and the padding may depend on the index.

    With `best_effort`, an op that cannot be split is skipped, with the reason as
    a remark; the results are those of the others.

    #### Return modes

    Consumes the target. Returns the ops that read the source of a pad, which
    are of the target's kind and have its attributes, and the ops that read
    padding, which are of the type `linalg.generic`; both in the order of the
    payload. An op that is known to have no iterations is left out.

    Fails silenceably, with the payload as it was and the reason as a note on
    it, if a target is not a linalg op on tensors or has side effects, if it has
    no input that is padded along one of the loops and read through a projected
    permutation, if a result is not written through a projected permutation, if
    the padding has side effects or a negative amount, or if only padded inputs
    have the extent of some loop.

    #### Example

    ```mlir
    %inside, %frame = transform.heddle.split_at_padding %op {loops = [0]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      OptionalAttr<I64ArrayAttr>:$loops,
      FlagAttr:$best_effort);
  let results = (outs TransformHandleTypeInterface:$inside,
                      TransformHandleTypeInterface:$frame);
  let assemblyFormat =
      "$target attr-dict "
      "custom<HandleTypes>(ref($target), type($target), type($inside), type($frame))";
  let hasVerifier = 1;
  let extraClassDefinition = consumesTarget;
}

#endif // HEDDLE_TRANSFORMOPS_PADS_PADOPS_TD
