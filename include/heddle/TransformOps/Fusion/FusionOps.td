//===- FusionOps.td - Transform ops that fuse --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that tile roots and fuse other ops with them. The algorithms
// are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_TD
#define HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_TD

include "heddle/Analysis/Fusion/Recurrence.td"
include "heddle/TransformOps/HeddleTransformBase.td"
include "mlir/IR/OpBase.td"

def LimitedHandlesTrait : NativeOpTrait<"LimitedHandlesTrait"> {
  let cppNamespace = "::mlir::heddle";
}

def FuseExtOp : Heddle_TransformOp<"structured.fuse_ext", [
    LimitedHandlesTrait,
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface,
                              ["allowsRepeatedHandleOperands"]>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Tiles ops and fuses their producers by plan";
  let description = [{
    Tiles each op that `target` names with `tile_sizes` and computes its
    producers, and theirs, tile by tile inside the new loops. Where each of them
    is computed is planned before anything changes: never where the result would
    differ, and otherwise at the deepest loop that costs little more than the
    cheapest one. An op that cannot be fused stays before the loops.

    Size i belongs to iteration dimension i of the op. 0 and a missing trailing
    size leave a dimension whole. Loop j, from the outside, iterates dimension
    `interchange[j]`, a permutation of 0 to n - 1; later dimensions follow. Sizes
    are numbers, params, or handles to an op with one index result; one value
    for all targets or one per target. Several targets get a nest each, and no
    target is fused into the nest of another; with `joint` they share one nest.
    A target that is named twice counts once.

    `stop` names ops that stay as they are, together with what only they read.
    `only`, if present, names the only producers that may be fused. Both handles
    are read and stay usable.

    `at %op, n`, once or more, overrules the plan: the producers that the handle
    names are computed in loop n (0 is the outermost one), whatever that costs.
    The types of these handles come last.

    The options:

    - `joint`: the targets are the roots of one nest, aligned by dimension. Extents of a
      tiled dimension may differ if they and the tile size are constants and all have the
      same number of tiles; each root's last tile ends with the root.
    - `use_forall`: the leading parallel loops form one `scf.forall`.
    - `keep_intermediates`: the nest returns every fused value.
    - `max_recompute = x`: an op that would compute more than x times its
      elements stays before the nest (default: 2.0 for ops with reduction loops,
      unlimited for the others).
    - `placement_slack = x`: take the deepest loop with at most x times the least
      work (default 1.25).
    - `online`: the loop over the reduction dim of the target computes the softmax
      that the target reads along it, and carries its maximum, its sum and the
      rescaled result; one division by the sum follows the loop. Between softmax
      and the target there may be casts, reshapes and ops on elements that are
      linear in the value of softmax. Rows that are scaled by a reduction of them,
      as RMSnorm does, are carried in the same way: the loop reduces alongside,
      and each row is scaled once, after it. The op is refused if the target reads
      neither a softmax nor scaled rows that the loop can carry. Up to rounding,
      the results are the same if no sum before the division or the scale
      overflows, and the scale is finite.
    - `skip_masked`: with `online`, tiles that a mask covers are skipped, where it
      is known to be -inf: a comparison of `linalg.index` values selects that.
      Assumes that what softmax is multiplied by is finite (0 times infinity is
      NaN) and, if the mask is added, that the scores are neither NaN nor
      infinity; the plan says so.
    - `recurrence = "normalized"`: with `online`, each tile of softmax is divided by
      the sum so far, and the accumulator is multiplied by a row's
      `linalg_ext.softmax` scale. What is carried is then the result for the keys
      seen so far, which is no larger than the values, for one division per
      element of softmax. `"unnormalized"` divides once, after the loop. By default
      it is unnormalized, and normalized where a sum in f16 could be too large.
    - `explain`: emits the plan as remarks on the payload ops.
    - `best_effort`: a target that cannot be done is skipped, with the reason as a
      remark; with `joint`, all are if one is. The results are those of the
      others.
    - `apply_cleanup`: accepted for scripts of `structured.fuse`; what a nest
      leaves dead is always erased.

    #### Return modes

    Consumes `target`. Produces a handle to the tiled targets, then one handle
    per loop, outermost first: one per non-zero size, or, with `use_forall`, the
    `scf.forall` and one per remaining loop. For several nests, the i-th payload
    op of each handle belongs to the i-th nest. Any other live handle to an op
    that was fused names its tiled form afterwards.

    Fails silenceably, with the payload as it was and notes on the payload that
    give the reasons, if a handle names nothing (unless this op carries
    `heddle.may_be_empty`), if a size is not what it should be, if `at` names an op
    that no nest computes, or if the plan of any target is refused, also because an
    op cannot be computed in the loop that `at` says. Fails definitely only if an op breaks the promise of
    its tiling interface, or if tiling one target made another impossible to
    tile.

    #### Example

    ```mlir
    %tiled, %loops:2 = transform.structured.fuse_ext %root
      tile_sizes [8, 32, 0] interchange [1, 0] stop %weights {explain}
      : (!transform.any_op, !transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```

    A second form is accepted too, and printed as the first: `stop` by its place,
    sizes and interchange in the braces, no types.

    ```mlir
    transform.sequence failures(propagate) {
    ^bb0(%module: !pdl.operation):
      %root = transform.structured.match attributes {root} in %module
        : (!pdl.operation) -> !pdl.operation
      %stop = transform.structured.match attributes {stop} in %module
        : (!pdl.operation) -> !pdl.operation
      %tiled, %loops:2 = transform.structured.fuse_ext %root, %stop
        {tile_sizes = [0, 8, 0, 32], tile_interchange = []}
    }
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    Variadic<TransformAnyParamTypeOrAnyHandle>:$tile_sizes,
    Variadic<TransformAnyParamTypeOrAnyHandle>:$interchange,
    Optional<TransformHandleTypeInterface>:$stop,
    Optional<TransformHandleTypeInterface>:$only,
    Variadic<TransformHandleTypeInterface>:$at,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_tile_sizes,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_interchange,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$at_loops,
    FlagAttr:$apply_cleanup,
    FlagAttr:$use_forall,
    FlagAttr:$keep_intermediates,
    FlagAttr:$joint,
    FlagAttr:$online,
    FlagAttr:$skip_masked,
    OptionalAttr<RecurrenceAttr>:$recurrence,
    FlagAttr:$explain,
    FlagAttr:$best_effort,
    OptionalAttr<F64Attr>:$max_recompute,
    OptionalAttr<F64Attr>:$placement_slack);
  let results = (outs TransformHandleTypeInterface:$transformed,
                      Variadic<TransformHandleTypeInterface>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// The sizes and the interchange, as one list of numbers and operands.
    ::mlir::SmallVector<::mlir::OpFoldResult> getMixedTileSizes();
    ::mlir::SmallVector<::mlir::OpFoldResult> getMixedInterchange();
    /// The options that the braces of the textual form may hold.
    static ::llvm::ArrayRef<::llvm::StringLiteral> getOptionNames();
  }];
}

def FuseOperandsOp : Heddle_TransformOp<"structured.fuse_operands", [
    LimitedHandlesTrait,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Tiles what an op reads in one nest, by numbers of tiles";
  let description = [{
    Makes one nest for all ops that compute the operands of the target, for
    example of a `func.return`, and computes their producers in it. This is
    `structured.fuse_ext` with these ops as joint roots, and with the same plan:
    only the way to ask for the nest differs.

    `tile_nums[i]` is the number of tiles of iteration dimension i, at most: the
    tile size is the largest extent divided by it, rounded up, and at least 1. Tiles
    that would be empty are left out, and the last one may be smaller. With this size,
    each root must have the same number of tiles. 1, and no
    number at all, leaves a dimension whole. A dimension that only some roots have
    is cut for these. `tile_interchange` is as in `fuse_ext`. Roots may read each
    other. The other options:

    - `expect_whole_graph_fusion`: all producers of the operands, other than
      `tensor.empty`, constants and fills, have to be in the nest.
    - `max_recompute`, `placement_slack`, `explain`: as in `fuse_ext`.

    The distributed form is for devices without common memory. `use_distributed[i]`
    = 1 divides dim i, a reduction of each root, into exactly `tile_nums[i]` parts,
    one for each device; the other dims stay whole. As
    `shared_output_to_distributed_style` does, a `shard.all_reduce` gives all devices
    the whole result, and what a root starts from is counted once. Each root has a
    loop of its own, in which the producers of what a device reads are computed.
    `grid` names the `shard.grid`, and `no_nans` says that no partial result is a
    NaN.

    #### Return modes

    Consumes `target`. Produces a handle to the same op, and one handle per number
    that is not 1, outermost loop first. Live handles to ops that were fused name
    their tiled form.

    Fails silenceably, with the payload as it was and notes on the payload, if the
    handle does not name one op, if an operand is not a tensor that an op of the same
    block computes, if the plan is refused, if a root cannot be distributed, or if
    an op stays outside that `expect_whole_graph_fusion` asks for. Fails definitely
    only if an op breaks the promise of its tiling interface.

    #### Example

    ```mlir
    %return, %loops:2 = transform.structured.fuse_operands %op
      {tile_nums = [4, 8], tile_interchange = [1, 0], expect_whole_graph_fusion}
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %same, %devices = transform.structured.fuse_operands %return
      {tile_nums = [1, 1, 4], use_distributed = [0, 0, 1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```

    Without the types, each handle has the type with which it was defined, and the
    results have that of the target.
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    I64ArrayAttr:$tile_nums,
    DefaultValuedOptionalAttr<I64ArrayAttr, "{}">:$tile_interchange,
    DefaultValuedOptionalAttr<I64ArrayAttr, "{}">:$use_distributed,
    OptionalAttr<FlatSymbolRefAttr>:$grid,
    FlagAttr:$no_nans,
    FlagAttr:$expect_whole_graph_fusion,
    FlagAttr:$explain,
    OptionalAttr<F64Attr>:$max_recompute,
    OptionalAttr<F64Attr>:$placement_slack);
  let results = (outs TransformHandleTypeInterface:$transformed,
                      Variadic<TransformHandleTypeInterface>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDefinition = consumesTarget;
}

def TileRowsOp : Heddle_TransformOp<"heddle.tile_rows", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Tiles ops of any rank by a few rows, and fuses";
  let description = [{
    Computes at most `rows` rows of each target at a time, and in the new loops what
    it reads, as `structured.fuse_ext` does, with the same plan. The number of loops
    follows from the target: a softmax, a norm or a reduction of rows has as many
    dims before its rows as the kernel has.

    A row is the first loop that reduces and all loops after it. Where none does, it
    is the last loop, or as many last loops as the statistics have that the target
    combines its elements with: those of a group norm are along two dims. The innermost loops before it are taken whole as long as the rows
    suffice; the others are tiled, the outer ones by 1. With 8 rows, 64x3x1024
    elements are tiled by [2, 0, 0], and ?x?x1024 by [1, 8, 0]. A target that has no
    more rows stays as it is. With `explain`, remarks describe the plan.

    #### Return modes

    Consumes `target`. Produces a handle to the tiled targets, and one to all loops,
    of one target after the other, outermost first. Live handles to ops that were
    fused name their tiled form.

    Fails silenceably, with the payload as it was and notes on the payload, if the
    handle names nothing (unless this op carries `heddle.may_be_empty`), if `rows` is
    not one integer of at least 1, if a target has no loops that can be tiled, or if
    the plan of a target is refused. Fails definitely only if an op breaks the
    promise of its tiling interface, or if tiling one target made another impossible
    to tile.

    #### Example

    ```mlir
    %tiled, %loops = transform.heddle.tile_rows %softmax by %tile_rows
      : (!transform.any_op, !transform.param<i64>)
      -> (!transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    TransformParamTypeInterface:$rows,
    FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$transformed,
                      TransformHandleTypeInterface:$loops);
  let assemblyFormat = [{
    $target `by` $rows attr-dict
    custom<HandleTypes>(ref($target), type($target), ref($rows), type($rows),
                        type($transformed), type($loops))
  }];
}

def FuseConsumerOp : Heddle_TransformOp<"heddle.fuse_consumer", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Computes an epilogue in the nest whose result it reads";
  let description = [{
    Moves the target, an op that reads what a nest of `scf.for` and `scf.forall`
    returns, into this nest: a bias, a relu, a cast, the sum with a residual, a
    reduction of a row. The nest may come from `fuse_ext`, `tile_ext` or
    upstream's ops that tile.

    The tile of the target is computed in the deepest loop where what it reads
    of the nest is complete: after a loop that a reduction is tiled in, in the
    loops of rows and columns; a sum over columns in the loop of rows. What is
    computed between the nest and the target, and read by the target, moves
    before the nest. Where nothing else reads the result of the nest, the loops
    do not carry it any more.

    All is proved before anything changes: the tiles of the nest are disjoint
    and cover its result, the target reads no more than a tile, and its own
    tiles are disjoint and cover its result, also where a loop does not run.

    #### Return modes

    Consumes `target`, which names one op. Produces a handle to its tiled form,
    and one to the loops around it, outermost first. Live handles to these loops
    and to the target stay valid.

    Fails silenceably, with the payload as it was and notes on the payload, if
    `target` does not name one op, or if no loop will do.

    #### Example

    ```mlir
    %tiled, %loops = transform.heddle.fuse_consumer %relu
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$tiled,
                      TransformHandleTypeInterface:$loops);
  let assemblyFormat = [{
    $target attr-dict
    custom<HandleTypes>(ref($target), type($target), type($tiled), type($loops))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, consumesTarget);
}

def ComputeAtOp : Heddle_TransformOp<"heddle.compute_at", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Computes a producer in a loop of the nest that reads it";
  let description = [{
    Moves `producer`, an op before a nest of `scf.for` and `scf.forall`, into
    `loop`, one of the loops of this nest. The nest may come from `fuse_ext`,
    `tile_ext` or upstream's ops that tile. This overrules the plan of a nest
    that was already emitted; for a nest that `fuse_ext` is about to make, use
    its clause `at`.

    The nest has to read the producer by `tensor.extract_slice` alone, in the
    named loop. One iteration of this loop computes, before the first of these
    slices, the tile that all of them need, also those in loops inside of it. A
    destination that a loop carries, such as a fill, may be the producer where
    each slice of it is the tile that the iteration writes later.

    What reads the producer before or after the nest keeps the original, as with
    `fuse_ext`. The tile may be computed more than once: the named loop decides,
    not `max_recompute`. Operands of the tile are slices again, so the next
    `compute_at` can move what they are slices of.

    #### Return modes

    Consumes `producer`, which names one op, and reads `loop`, which names one
    loop. Produces a handle to the tiled form of the producer, which is empty if the
    producer is a pad of no elements whose operand is used whole. Handles to loops
    stay valid.

    Fails silenceably, with the payload as it was and notes on the payload, if
    a handle does not name one op, or if the producer cannot be computed in the
    loop: another op of the nest reads it, a slice is in another loop, its
    bounds are not known, the producer has side effects or is in no block around
    the loop, or iterations write over parts of it that others read.

    #### Example

    ```mlir
    %tiled = transform.heddle.compute_at %producer in %loop
      : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$producer,
                       TransformHandleTypeInterface:$loop);
  let results = (outs TransformHandleTypeInterface:$tiled);
  let assemblyFormat = [{
    $producer `in` $loop attr-dict
    custom<HandleTypes>(ref($producer), type($producer), ref($loop), type($loop),
                        type($tiled))
  }];
}

def SplitAttentionOp : Heddle_TransformOp<"heddle.split_attention", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Makes the dim that a softmax reduces parallel, in parts";
  let description = [{
    Rewrites each softmax that `target` names, and the op that sums its value
    along the dim that it reduces, so that the dim has `splits` parts of one
    size, a parallel dim. Each part has a maximum, a sum and an accumulator of
    its own, from -inf and zeros; further ops merge them with those that softmax
    and the sum started from, and divide once. If `splits` does not divide the
    size, the last parts are padded: the input of softmax with -inf, and the
    other factor with 0. A part that consists of padding adds nothing.

    Nothing is tiled: the softmax and the sum of the parts are payload for
    `fuse_ext` with `online`, with the dim of the parts as a loop of a forall.

    #### Return modes

    Consumes `target`. Produces handles to the softmax of the parts, to their sum,
    and to the op that divides. Where softmax is used elsewhere, it also stays.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is not a softmax
    whose value one op reads and sums in terms that are linear in it, or if
    there are more splits than elements that it reduces (1048576 if that number
    is not known).

    #### Example

    ```mlir
    %parts, %sum, %merged = transform.heddle.split_attention %softmax
      {splits = 4}
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target,
    ConfinedAttr<I64Attr, [IntMinValue<1>]>:$splits);
  let results = (outs TransformHandleTypeInterface:$parts,
                      TransformHandleTypeInterface:$sum,
                      TransformHandleTypeInterface:$merged);
  let assemblyFormat = [{
    $target attr-dict
    custom<HandleTypes>(ref($target), type($target), type($parts), type($sum), type($merged))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = appliesToTargets;
}

#endif // HEDDLE_TRANSFORMOPS_FUSION_FUSIONOPS_TD
