//===- LoopFusionOps.td - Transform ops that fuse loops ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that make one loop of several. What tiles and fuses ops is in
// FusionOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_LOOPFUSIONOPS_TD
#define HEDDLE_TRANSFORMOPS_LOOPFUSIONOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def FuseSiblingLoopsOp : Heddle_TransformOp<"heddle.fuse_sibling_loops", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "makes one loop of two, where that is proved right";
  let description = [{
    Fuses two `scf.for`, two `scf.forall` or two `scf.parallel` of one block that
    run over the same range: each iteration does what the first loop, then what
    the second did in it. `target` names both, or `target` and `other` one each;
    which is the first is seen in the block. The fused loop stands where the
    second stood. What stands between the loops and depends on the first moves
    behind it.

    The ranges are the same if bounds and steps are the same values, constants or
    index arithmetic. Fusion is right, and done, if

    - the second loop needs no result of the first, and nothing that stands
      between and needs the first;
    - no iteration of the second loop touches in memory what a *later* iteration
      of the first touches (in an `scf.forall` or `scf.parallel`: *another*
      iteration), unless both only read.

    So a buffer that the first loop writes and the second reads in the same
    iteration is no obstacle. Subscripts may be sums, products with constants,
    minima and affine maps of induction variables and of values from outside; ops
    other than loads, stores and transfers touch all of the view that they are
    given. Two arguments of a function may be one buffer unless one of them is
    `llvm.noalias`. Attributes of the loops are not kept, except for `mapping`,
    which must be the same.

    #### Return modes

    Consumes the handles to the loops; returns the fused loop. Fails silenceably,
    with the reason and the two ops that conflict as notes and the payload
    untouched, if the handles do not name two loops that can be fused.

    #### Example

    ```mlir
    %fused = transform.heddle.fuse_sibling_loops %loops
      : (!transform.any_op) -> !transform.any_op
    %one = transform.heddle.fuse_sibling_loops %first, %second
      : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      Optional<TransformHandleTypeInterface>:$other);
  let results = (outs TransformHandleTypeInterface:$fused);
  let assemblyFormat =
      "$target (`,` $other^)? attr-dict `:` functional-type(operands, $fused)";
  let hasVerifier = 1;
}

#endif // HEDDLE_TRANSFORMOPS_LOOPFUSIONOPS_TD
