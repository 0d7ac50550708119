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

  let arguments = (ins TransformHandleTypeInterface:$target, FlagAttr:$explain);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsTarget);
}

def SharedOutputToDistributedStyleOp
    : Heddle_TransformOp<"structured.shared_output_to_distributed_style", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Reduces over a grid of devices instead of a shared tensor";
  let description = [{
    Takes the parts of a reduction that `tile_reduction_using_forall` has made:
    `loop` in which iteration i writes a partial result into slot i of one tensor,
    the `linalg.fill` `init` that the slots start from, and the op `merge` that
    reduces the slots. Afterwards device i runs iteration i: it keeps its partial
    result, gets the combination of all of them by a `shard.all_reduce`, and merges
    that with the initial value of `merge`, which is counted once. Each device then
    has all of the result.

    The collective is a sum, a product, a maximum or a minimum, as the body of
    `merge` is. Partial results are combined in another order, as
    `tile_reduction_using_forall` does already. A maximum or a minimum of
    floats needs `no_nans`, or `nnan` on the op, which declares that no partial
    result is a NaN: collectives do not define their result for NaN.

    `grid` names a `shard.grid` with as many devices as the loop has iterations.
    Without it, one of that size is taken or made. Upstream's
    `convert-shard-to-mpi` lowers the collective. The loop itself stays: a program
    for one device runs the iteration of its number. Run in one process, the
    iterations would all wait for each other.

    #### Return modes

    Consumes all operands. Returns the new loop, whose result is that of `merge`,
    and its new `linalg.fill`, in the order of the targets.

    Fails silenceably, with the reason and the payload as it was, if a handle names
    nothing (unless this op carries `heddle.may_be_empty`), if the handles name
    different numbers of ops, if the loop does not have exactly one result and one
    dim, does not start from the fill, has no constant number of iterations, or
    touches more of the shared tensor than its slot, if the fill is not neutral, if
    `merge` does more than reduce the slots with one op that a collective supports,
    or if there is no grid of that name and size.

    #### Example

    ```mlir
    %loops, %inits = transform.structured.shared_output_to_distributed_style
        %loop, %init, %merge
      : (!transform.any_op, !transform.any_op, !transform.any_op)
      -> (!transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$loop,
                       TransformHandleTypeInterface:$init,
                       TransformHandleTypeInterface:$merge,
                       OptionalAttr<FlatSymbolRefAttr>:$grid,
                       FlagAttr:$no_nans);
  let results = (outs TransformHandleTypeInterface:$new_loop,
                      TransformHandleTypeInterface:$new_init);
  let assemblyFormat = [{
    $loop `,` $init `,` $merge attr-dict
    custom<HandleTypes>(ref($loop), type($loop), ref($init), type($init), ref($merge), type($merge), type($new_loop), type($new_init))
  }];
}

#endif // HEDDLE_TRANSFORMOPS_LOOPS_LOOPOPS_TD
