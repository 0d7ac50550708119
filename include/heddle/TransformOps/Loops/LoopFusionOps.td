//===- LoopFusionOps.td - Transform ops that fuse loops ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that make one loop of several. The ops that tile and fuse are
// in FusionOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_LOOPS_LOOPFUSIONOPS_TD
#define HEDDLE_TRANSFORMOPS_LOOPS_LOOPFUSIONOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"
include "heddle/Transforms/Loops/AffineFusionMode.td"

def FuseSiblingLoopsOp : Heddle_TransformOp<"heddle.fuse_sibling_loops", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "makes one loop of two, where that is proved right";
  let description = [{
    Fuses two `scf.for`, `scf.forall`, `scf.parallel` or `affine.for` of one
    block that run over the same range: each iteration runs the body of the
    first loop and then the body of the second. `target` names both loops, or
    `target` and `other` name one each. The first loop is the one that comes
    first in the block. The fused loop takes the place of the second. An op
    between the loops that depends on the first one moves after the fused loop.

    The ranges are the same if bounds and steps are the same values, constants or
    index arithmetic. Fusion is right, and done, if

    - the second loop needs no result of the first, and no op between
      the loops that needs the first;
    - no iteration of the second loop touches in memory what a *later* iteration
      of the first touches (in an `scf.forall` or `scf.parallel`: *another*
      iteration), unless both only read.

    So a buffer that the first loop writes and the second reads in the same
    iteration is no obstacle. Subscripts may be sums, products with constants,
    minima and affine maps of induction variables and of values from outside; ops
    other than loads, stores and transfers touch all of the view that they are
    given. Two arguments of a function may be one buffer unless one of them is
    `llvm.noalias`.

    Attributes that both loops have must be the same and are kept; those that
    only one has are not, but for a `mapping`, which then is refused. With
    `explain`, a remark on the fused loop tells what was fused, what moved after it,
    and which attributes it does not keep.

    #### Return modes

    Consumes the handles to the loops; returns the fused loop. Fails silenceably,
    with the reason and the two ops that conflict as notes and the payload
    untouched, if the handles do not name two loops that can be fused. A handle that
    names nothing is refused, too, unless this op carries `heddle.may_be_empty`:
    nothing is fused or returned then.

    #### Example

    ```mlir
    %fused = transform.heddle.fuse_sibling_loops %loops
      : (!transform.any_op) -> !transform.any_op
    %one = transform.heddle.fuse_sibling_loops %first, %second
      : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      Optional<TransformHandleTypeInterface>:$other, FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$fused);
  let assemblyFormat = [{
    $target (`,` $other^)? attr-dict
    custom<HandleTypes>(ref($target), type($target), ref($other), type($other), type($fused))
  }];
}

def FuseParallelLoopsOp : Heddle_TransformOp<"heddle.fuse_parallel_loops", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "fuses all parallel loops of an op that may be fused";
  let description = [{
    Fuses each `scf.parallel` in `target` with the nearest earlier one of its
    block that it may be fused with, then the parallel loops in these. Two loops
    may be fused, and other ops move, under the rules of `fuse_sibling_loops`.
    With `explain`, a remark on each loop that stays apart from an earlier one
    tells why.

    #### Return modes

    Consumes the handle to the target; returns the loops that replace several.
    Fails silenceably, with the reason for each pair of loops as notes and the
    payload untouched, if none can be fused, or if `target` names nothing (unless
    this op carries `heddle.may_be_empty`).

    #### Example

    ```mlir
    %fused = transform.heddle.fuse_parallel_loops %func {explain}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target, FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$fused);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(ref($target), type($target), type($fused))";
  let extraClassDefinition = consumesTarget;
}

def FuseAffineLoopsOp : Heddle_TransformOp<"heddle.fuse_affine_loops", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "fuses affine loop nests: producers and siblings";
  let description = [{
    Fuses `affine.for` loops of one block: those that `target` names, or all that
    are in it if it names functions or other ops.

    - A producer is computed inside the loop that loads what it stores, slice by
      slice, at the depth that costs least, the innermost of these. A buffer
      that is allocated beside the loops and used by them only shrinks to what a
      slice needs. The producer is erased if no other op needs what it stores,
      or if the slices together cover all of it. Otherwise it is not fused.
      Where there is no such slice but both run over the same range, the loops
      are fused iteration by iteration if `fuse_sibling_loops` would do it. This
      happens if a trip count is known at run time only: upstream's utilities
      then cannot compute the cost of a slice.
    - Siblings run over one range and load from one memref. Their bodies become
      the body of one loop.

    Loops that become neighbours in a loop that was fused iteration by
    iteration are fused in turn, in the same ways and with the same proofs; a
    buffer shrinks when that is done.

    Options:

    - `mode`: `"greedy"` (default) fuses producers, then siblings; `"producer"`
      and `"sibling"` do one of these.
    - `compute_tolerance`: a producer is fused if that adds at most this share to
      the work of both nests, counted in ops; default 0.3.
    - `maximal`: a producer is fused whatever that adds.
    - `fast_memory_space`: where buffers go that shrink to at most
      `fast_memory_bytes`.
    - `explain`: remarks tell which loops were fused and how, which were not and
      why, and which buffers stay as large as they were.

    Slices and their cost are those of upstream's utilities. What these do not
    look at is refused: accesses that are not affine, two memrefs that may be one
    buffer (two arguments of which neither is `llvm.noalias`), a consumer that
    stores to what the producer touches, and slices that would change a sum.

    #### Return modes

    Consumes the handle to the target; returns the loops that others were fused
    into. Fails silenceably, with the reason for each pair of loops as notes and
    the payload untouched, if no two loops can be fused, or if `target` names
    nothing (unless this op carries `heddle.may_be_empty`).

    #### Example

    ```mlir
    %fused = transform.heddle.fuse_affine_loops %func
        {mode = "producer", compute_tolerance = 0.1 : f64}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      DefaultValuedAttr<AffineFusionModeAttr, "AffineFusionMode::Greedy">:$mode,
      DefaultValuedAttr<F64Attr, "0.3">:$compute_tolerance, FlagAttr:$maximal,
      OptionalAttr<I64Attr>:$fast_memory_space,
      OptionalAttr<I64Attr>:$fast_memory_bytes, FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$fused);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(ref($target), type($target), type($fused))";
  let hasVerifier = 1;
  let extraClassDefinition = consumesTarget;
}

#endif // HEDDLE_TRANSFORMOPS_LOOPS_LOOPFUSIONOPS_TD
