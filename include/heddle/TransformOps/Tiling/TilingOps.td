//===- TilingOps.td - Transform ops on single ops ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that put loops around one op or in its place. The ops that fuse
// are in FusionOps.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_TILING_TILINGOPS_TD
#define HEDDLE_TRANSFORMOPS_TILING_TILINGOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def TileExtOp : Heddle_TransformOp<"structured.tile_ext", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Tiles ops on tensors or memrefs, and fuses nothing";
  let description = [{
    Puts each op that `target` names into `scf.for` loops over its tiles. Size i
    belongs to iteration dimension i of the op; 0 and a missing trailing size
    leave a dimension whole. Sizes are numbers, params, or handles to an op with
    one index result; one value for all targets or one per target. Loop j, from
    the outside, iterates dimension `interchange[j]`, a permutation of 0 to
    n - 1: dimensions that the op does not have are left out, and those that are
    missing follow in order.

    Works on ops of linalg, linalg_ext and tensor, on tensors; on memrefs, on
    structured ops of linalg and linalg_ext. A tile is never one that would
    compute something else: the dimension that a softmax reduces is not tiled,
    and no loop changes the order of a reduction whose combiner is not known to be
    commutative. On tensors this is `fuse_ext` without producers.

    #### Return modes

    Consumes `target`, reads the sizes. Produces a handle to the tiled ops, then
    one handle per size that is not 0, outermost loop first.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a size is invalid, or if
    a target cannot be tiled with these sizes. Fails definitely only if an op
    breaks the promise of its tiling interface.

    #### Example

    ```mlir
    %tiled, %loops:2 = transform.structured.tile_ext %matmul [4, 0, %size]
      {interchange = [2, 0, 1]}
      : (!transform.any_op, !transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```

    Without the types, each handle has the type with which it was defined, and the
    results have that of the target.

    ```mlir
    transform.sequence failures(propagate) {
    ^bb0(%module: !pdl.operation):
      %op = transform.structured.match attributes {root} in %module
        : (!pdl.operation) -> !pdl.operation
      %tiled, %loop = transform.structured.tile_ext %op [4]
    }
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    Variadic<TransformAnyParamTypeOrAnyHandle>:$tile_sizes,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$static_tile_sizes,
    DefaultValuedOptionalAttr<I64ArrayAttr, "{}">:$interchange);
  let results = (outs TransformHandleTypeInterface:$tiled,
                      Variadic<TransformHandleTypeInterface>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// The sizes, as one list of numbers and operands.
    ::mlir::SmallVector<::mlir::OpFoldResult> getMixedTileSizes();
  }];
}

def LowerToLoopsOp : Heddle_TransformOp<"structured.lower_to_loops", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Replaces structured ops on memrefs by scalar loops";
  let description = [{
    Replaces each op that `target` names, a structured op of linalg or linalg_ext
    on memrefs, by `scf.for` loops that load, compute and store one element at a
    time. Entry i of the list picks the loop that result i names: 0 is the
    outermost one, -1 the last one.

    An op has one loop per iteration dimension. `linalg_ext.softmax` has one per
    dimension that it does not reduce, and inside those, one after another, one
    for the maximum, one for the sum and one for the division, which
    `linalg_ext.unnorm_softmax` lacks.

    #### Return modes

    Consumes `target`. Produces one handle per entry, with one loop for each
    target in their order.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target cannot be lowered,
    or if it has no loop of a number. Fails definitely only if an op has no scalar
    form after all.

    #### Example

    ```mlir
    %outer, %inner = transform.structured.lower_to_loops %generic [0, -1]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```

    Without the types, each handle has the type with which it was defined, and the
    results have that of the target.
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$loop_numbers);
  let results = (outs Variadic<TransformHandleTypeInterface>:$loops);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = appliesToTargets;
}

def SplitScanOp : Heddle_TransformOp<"heddle.split_scan", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Makes the dim that a scan goes along parallel, in blocks";
  let description = [{
    Rewrites each `linalg_ext.scan` on tensors that `target` names, so that the dim
    that it goes along becomes a parallel dim of blocks and a dim of the `block`
    elements in each. A first pass over the elements combines those of each block,
    a scan of these totals tells what each block starts from, and a second pass
    scans all blocks. If the extent is not a multiple of `block`, a scan of the
    remaining elements comes last.

    The body has to be associative. A body of one of these operations on the two
    arguments is known to be associative: `addi`, `muli`, `andi`, `ori`, `xori`,
    the maximum and the minimum of integers, `maximumf`, `minimumf`. For any other
    body, such as a sum of floats, which rounds, the scan needs the attribute
    `associative`. The body need not be commutative, nor have a neutral element.

    Nothing is tiled: the totals and the scan of the blocks are payload for
    `fuse_ext`, with the dim of the blocks as a loop of a forall. The first op
    reads the elements once more; for one thread a scan is faster as it is.

    #### Return modes

    Consumes `target`. Produces handles to the `linalg.generic` of the totals, to
    the scan of the totals, and to the scan of the blocks, in the order of the
    targets.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`), or if a target is not a scan
    on tensors, has no elements, has at most `block` elements along its dim, or
    has a body that has effects or is not known to be associative.

    #### Example

    ```mlir
    %totals, %starts, %blocks = transform.heddle.split_scan %scan {block = 64}
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins
    TransformHandleTypeInterface:$target,
    ConfinedAttr<I64Attr, [IntMinValue<2>]>:$block);
  let results = (outs TransformHandleTypeInterface:$totals,
                      TransformHandleTypeInterface:$starts,
                      TransformHandleTypeInterface:$blocks);
  let assemblyFormat = [{
    $target attr-dict
    custom<HandleTypes>(ref($target), type($target), type($totals), type($starts), type($blocks))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, consumesTarget);
}

def GetTileSizesOp : Heddle_TransformOp<"heddle.get_tile_sizes", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Chooses tile sizes that fit an op";
  let description = [{
    Chooses a tile size for each entry of the list, from the extents of each op
    that `target` names and from the bytes that one of its tiles touches. An entry
    is the number of an iteration dimension, counted from the end if it is below
    zero, or the kind of one: `"m"`, `"n"`, `"k"` and `"batch"` of a contraction;
    `"batch"`, `"image"`, `"channel"`, `"depth"`, `"window"` and
    `"input_channel"` of a convolution or a pooling. A kind that is listed twice
    names its first and its second dimension.

    A size is at least 1 and divides the extent. The options, at least one of the
    first two:

    - `at_most = n`: the largest divisor that is not above n.
    - `max_bytes = n`: what a tile touches of operands and results takes at most n
      bytes, where dimensions that are not listed are whole. While it takes more,
      the largest of the sizes becomes the next smaller divisor.
    - `partial_tiles`: sizes need not divide the extents: they start from the
      smaller one of the extent and `at_most`, and `max_bytes` halves them. A
      dynamic dimension, which no size is known to divide, takes `at_most`.

    #### Return modes

    Reads the target and the payload. Produces one param per entry, with one
    value for each target. Fails silenceably if the handle names nothing (unless
    this op carries `heddle.may_be_empty`), if a target cannot be tiled or has no
    such dimension, if a dimension is named twice, if an extent that matters is
    dynamic, or if even a tile of size 1 takes more bytes.

    #### Example

    ```mlir
    %m, %n = transform.heddle.get_tile_sizes %matmul ["m", "n"]
      {at_most = 64, max_bytes = 32768}
      : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      ArrayAttr:$dims,
      OptionalAttr<I64Attr>:$at_most, OptionalAttr<I64Attr>:$max_bytes,
      FlagAttr:$partial_tiles);
  let results = (outs Variadic<TransformParamTypeInterface>:$sizes);
  let assemblyFormat = [{
    $target $dims attr-dict
    custom<ParamTypes>(ref($target), type($target), type($sizes))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsPayloadMakesResults);
}

def ScaleTileSizeOp : Heddle_TransformOp<"heddle.scale_tile_size", [
    AllTypesMatch<["size", "scaled"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Scales a tile size to the elements of an op and to its processor";
  let description = [{
    `size` is the tile size of the dim that vectors run along. Halves it for each
    doubling of the bits of a target's elements beyond 32, so that the tile takes
    the same number of registers: 32 columns of f32 are 16 of f64 and 8 of
    complex<f64>. The elements are those of the first result. Elements of 32 bits
    and less keep the size.

    The size is for 32 registers of 512 bits. It is also halved or doubled with the
    registers of the processor that the module around the op names: 64 columns are
    16 for AVX2, with 16 registers of 256 bits (`transform.heddle.target`). A size
    is at least 1.

    #### Return modes

    Reads the target and the payload. Produces a param with one value for each
    target. Fails silenceably if the handle names nothing (unless this op carries
    `heddle.may_be_empty`), if `size` has neither one value nor one for each target,
    if a value is not an integer, if a target computes no tensor of numbers, or if
    it names registers that no processor has.

    #### Example

    ```mlir
    %columns = transform.heddle.scale_tile_size %tile_n for %matmul
      : !transform.param<i64>, !transform.any_op
    ```
  }];

  let arguments = (ins TransformParamTypeInterface:$size,
      TransformHandleTypeInterface:$target);
  let results = (outs TransformParamTypeInterface:$scaled);
  let assemblyFormat =
      "$size `for` $target attr-dict custom<SizeTypes>(ref($size), type($size), ref($target), type($target))";
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = appliesToTargets;
}

def CollapseDimsOp : Heddle_TransformOp<"structured.collapse_dims", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Makes one iteration dim of several";
  let description = [{
    Joins the dims of each group, which are next to each other, to one dim, in each
    `linalg.generic` on tensors that `target` names: `[[0], [1, 2]]` makes two dims
    of three. The operands are collapsed before the op and the results expanded
    after it; `fuse_ext` sees through these reshapes. For all dims of an
    elementwise op, `transform.structured.flatten_elementwise` is shorter.

    #### Return modes

    Consumes `target`. Produces a handle to the new `linalg.generic`, which other
    live handles to the target name, too.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is no
    `linalg.generic` on tensors, if the groups are not all of its dims in their
    order, or join a parallel dim and a reduction, or if an operand has only
    some of the dims of a group, does not have them side by side, has a
    subscript that is not just one dim, or has an encoding.

    #### Example

    ```mlir
    %collapsed = transform.structured.collapse_dims %generic [[0], [1, 2]]
      : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       TypedArrayAttrBase<I64ArrayAttr, "groups">:$dims);
  let results = (outs TransformHandleTypeInterface:$collapsed);
  let assemblyFormat = [{
    $target $dims attr-dict
    custom<HandleTypes>(ref($target), type($target), type($collapsed))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, consumesTarget);
}

def FoldReshapesOp : Heddle_TransformOp<"heddle.fold_reshapes", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Splits dims that reshapes join between the ops of a chain";
  let description = [{
    Frontends join the batch and the heads of an attention before each product, and
    split them again after it. Such reshapes keep ops apart that `fuse_ext` with
    `online` computes tile by tile. This op gives each product that `target` names,
    and the ops from which its first operand comes, up to the next products, the
    `rank` dims of the tensors before the reshapes: the product of a batch of heads
    becomes a `linalg.generic` over (batch, heads, rows, columns, sum). Elementwise
    ops between a reshape and such a product, as a transpose of the keys, follow.
    Upstream's patterns for reshapes expand the ops.

    A reshape is folded if it joins or splits the first dims of tensors of `rank`
    dims, or of one less, and no other dims, where sizes are known to be equal. Others
    stay; a remark names those that a target still reads through. Nothing is computed
    otherwise than before, and what lies before these ops and after the target stays.

    #### Return modes

    Consumes `target`. Produces a handle to the ops that compute what the targets
    computed: the targets themselves where no reshape was folded. Other handles name
    the ops that compute what their ops computed.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is no product or
    convolution of linalg on tensors, or has an operand with an encoding.

    #### Example

    ```mlir
    %product = transform.heddle.fold_reshapes %last rank = 4
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, I64Attr:$rank);
  let results = (outs TransformHandleTypeInterface:$folded);
  let assemblyFormat = [{
    $target `rank` `=` $rank attr-dict
    custom<HandleTypes>(ref($target), type($target), type($folded))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, consumesTarget);
}

def TransposeResultsOp : Heddle_TransformOp<"heddle.transpose_results", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Stores the results of ops with their dims in another order";
  let description = [{
    Makes dim `permutation[i]` of each result of each op that `target` names its
    dim i, as `linalg.transpose` does, and computes nothing more: the indexing maps
    of the op and of all that reads it follow. Named ops that read a result and sum
    nothing up become `linalg.generic`. The targets are structured ops of
    linalg, `linalg.softmax`, `linalg_ext.softmax` and `linalg_ext.unnorm_softmax`;
    of the last two only the output changes. Named ops become `linalg.generic`,
    except fills.

    The iteration space of an op stays, and with it what `linalg.index` gives, the
    meaning of tile sizes, and the order of a reduction. With `interchange`, the
    loops that are dims of a result change places, too, so that the map of the
    result becomes what it was: the last loop is again the one that vectors run
    along. A softmax has the dims of its input, so its `dimension` moves.

    The dim that vectors run along is the last one of a result. So the scores of
    attention with the permutation `[1, 0]` have their rows side by side, and the
    maximum and the sum of 16 rows are those of vectors, element by element.

    #### Return modes

    Consumes `target`. Produces a handle to the ops, in their order. Handles to ops
    that read a result stay valid, and name the generics that these become. With
    `best_effort`, targets that cannot be transposed together all stay as they are;
    a remark says why, and the handle names nothing.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`), or if

    - a target is no such op, is not on tensors, or has a result with an encoding or
      with a number of dims that `permutation` does not have;
    - a target starts from an init that is no fill and no result of a target. An
      init that is not read becomes a new tensor;
    - with `interchange`, the dims of a result are not distinct loops, or the results
      of a target have different maps;
    - a reader of a result is a softmax that is no target, a named op with a
      reduction other than `linalg.matmul`, `linalg.contract` and, if dim 0 stays,
      `linalg.batch_matmul`, an op that starts from the result and is no target, or
      any other op, such as a reshape, a call or a return. A `tensor.dim` of a
      constant dim follows;
    - the input of a softmax is no result of a target, or `permutation` reorders
      dims that the maximum and the sum of a softmax of linalg_ext have.

    #### Example

    ```mlir
    %chain = transform.merge_handles %scores, %scaled, %softmax : !transform.any_op
    %transposed = transform.heddle.transpose_results %chain permutation = [1, 0]
      {interchange} : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       DenseI64ArrayAttr:$permutation, FlagAttr:$interchange,
                       FlagAttr:$best_effort);
  let results = (outs TransformHandleTypeInterface:$transposed);
  let assemblyFormat = [{
    $target `permutation` `=` $permutation attr-dict
    custom<HandleTypes>(ref($target), type($target), type($transposed))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, consumesTarget);
}

def OutlineOp : Heddle_TransformOp<"structured.outline", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Replaces ops by calls of functions";
  let description = [{
    Replaces each op that `target` names by a call. The operands of the op are the
    arguments of the call, and the results of the call replace those of the op.

    - Without `libcall`, the call is of a new private function with the op, before
      the function around it. It is called `func_name`, with a number after that
      if the name is taken.
    - With `libcall`, it is of the external function `func_name`, which is declared
      if it is not there. The author is responsible for that function computing the
      op: `check` cannot run it.

    `transform.loop.outline` makes a function of a loop and what the loop reads.

    #### Return modes

    Consumes `target`. Produces a handle to the functions, each once, and one to
    the calls, in the order of the targets.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target ends a block,
    allocates on the stack of its function, is in no function, in another target, or
    in an op whose body has no place for a call,
    if a region of it reads values that are not operands, or if `libcall` finds
    a function with a body or another signature.

    #### Example

    ```mlir
    %functions, %calls = transform.structured.outline %transpose
      {func_name = "transpose_f32", libcall}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       StrAttr:$func_name, FlagAttr:$libcall);
  let results = (outs TransformHandleTypeInterface:$functions,
                      TransformHandleTypeInterface:$calls);
  let assemblyFormat = [{
    $target attr-dict
    custom<HandleTypes>(ref($target), type($target), type($functions), type($calls))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, consumesTarget);
}

#endif // HEDDLE_TRANSFORMOPS_TILING_TILINGOPS_TD
