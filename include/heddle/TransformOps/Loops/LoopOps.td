//===- LoopOps.td - Transform ops on loops -----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that look at or change loops. The ops that tile and fuse are in
// FusionOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_LOOPS_LOOPOPS_TD
#define HEDDLE_TRANSFORMOPS_LOOPS_LOOPOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def TileLoopHintOp : Heddle_TransformOp<"structured.tile_loop_hint", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Labels the loops around an op parallel or reduction";
  let description = [{
    Puts `heddle.loop_kind = "parallel"` on each `scf.for` around `target` whose
    iterations are proved independent, and `"reduction"` on one whose iterations
    only accumulate. All ops of the loop count, not `target` alone: a loop that
    passes anything else from one iteration to the next gets no label. With
    `explain`, remarks on the loops tell why they are not parallel. Works on
    loops of any origin, as long as they are on tensors.

    #### Return modes

    Reads `target` and changes the loops in place, so all handles stay valid.
    Fails silenceably, with the payload as it was, if `target` names nothing
    (unless this op carries `heddle.may_be_empty`) or an op without a loop around
    it.

    #### Example

    ```mlir
    transform.structured.tile_loop_hint %matmul : !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target, UnitAttr:$explain);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(type($target))";
  let hasVerifier = 1;
  let extraClassDefinition = !strconcat(readsTarget, verifiesOptions);
}

#endif // HEDDLE_TRANSFORMOPS_LOOPS_LOOPOPS_TD
