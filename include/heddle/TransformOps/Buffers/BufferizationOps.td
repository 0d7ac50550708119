//===- BufferizationOps.td - Transform ops to buffers ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that take tensors to buffers and report what that costs. The
// algorithms are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_BUFFERS_BUFFERIZATIONOPS_TD
#define HEDDLE_TRANSFORMOPS_BUFFERS_BUFFERIZATIONOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"
include "heddle/TransformOps/ParamOperands.td"
include "heddle/Transforms/Buffers/BufferChoices.td"

def BufferizeOp
    : Heddle_TransformOp<"heddle.bufferize",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "takes functions from tensors to buffers, in one step";
  let description = [{
    Bufferizes the functions of a module, or functions that call no other and
    that no other calls, so that no needless buffer or copy stays: slices of
    empty tensors are folded and empty tensors replaced by where they end up,
    one-shot bufferization runs with function boundaries, copies of a buffer to
    itself vanish, tile buffers are allocated once before the sequential loops
    that use them (also those whose size depends on the iteration), and what was
    allocated is freed after its last use.

    A result that is the buffer of an argument is dropped from the function, and
    the argument is marked with `{heddle.results = array<i64: N>}`.

    The buffer of a tensor with a number or a `#gpu.address_space` as encoding is in
    that memory space: `tensor<4xf32, 1>` becomes `memref<4xf32, 1>`.

    Options:

    - `layout`: of the memrefs in function signatures; `"identity"` (default) or
      `"inferred"` (any strides for arguments; results as they are).
    - `returns`: `"drop_arguments"` (default) as said above; `"keep"` returns all
      results; `"out_params"` drops them, too, and makes trailing arguments of
      the others. If the payload calls the function, the size of each new
      trailing argument must then be static or another argument.
    - `memcpy`: `"linalg.copy"` (default) or `"memref.copy"`.
    - `alignment`: of new buffers, in bytes; default 64.
    - `hoist = false` leaves buffers in the loops, `deallocate = false` leaves
      them to the caller.
    - `allow_unknown_ops = true` leaves ops that have no bufferization on tensors.
      Each of them reads a separate copy through `bufferization.to_tensor`, and
      its results are read through `bufferization.to_buffer`. When a later step
      has replaced the op by others, a second `bufferize` completes the work and
      frees all buffers. Requires `deallocate = false`.
    - `allow_recursive_calls = true` accepts functions that call themselves with
      tensors, directly or through others. The analysis knows nothing about the
      callee of such a call, so what the caller reads later is copied before the
      call, and what is allocated and copied depends on the depth.

    #### Return modes

    Consumes the targets, and with them all handles to ops in them; returns the
    same modules or functions. Fails silenceably, with the reasons as notes and
    the payload untouched, if a target is neither, if an op cannot be bufferized
    and may not stay on tensors, if a function that is a target has callers or
    callees, or if a function calls itself with tensors and may not; the notes are
    then the calls of the cycle.

    #### Example

    ```mlir
    %module = transform.heddle.bufferize %root {returns = "out_params"}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      DefaultValuedAttr<BoundaryLayoutAttr, "BoundaryLayout::Identity">:$layout,
      DefaultValuedAttr<BoundaryResultsAttr,
                        "BoundaryResults::DropArguments">:$returns,
      DefaultValuedAttr<CopyFormAttr, "CopyForm::Linalg">:$memcpy,
      DefaultValuedAttr<I64Attr, "64">:$alignment,
      OnByDefaultFlagAttr:$hoist,
      OnByDefaultFlagAttr:$deallocate,
      FlagAttr:$allow_unknown_ops,
      FlagAttr:$allow_recursive_calls);
  let results = (outs TransformHandleTypeInterface:$bufferized);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(ref($target), type($target), type($bufferized))";
  let hasVerifier = 1;
  let extraClassDefinition = consumesTarget;
}

def PlanMemoryOp
    : Heddle_TransformOp<"heddle.plan_memory",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "gives the buffers of a function places in one arena";
  let description = [{
    Replaces the temporary buffers of each function of the target (functions, or
    modules) by places in one block of memory, the arena of the function. Buffers
    that are alive at one time share no byte: from the first to the last op of its
    block that uses it, directly or in a region, a buffer is alive. Places are
    aligned to 64 bytes, or as an allocation asks for. The arena is as small as a
    search finds that tries a fixed number of packings; the same payload always
    gets the same places.

    A buffer in a parallel loop (`scf.forall`, `scf.parallel`, `affine.parallel`)
    has a place for each iteration, and shares places only with other buffers of
    the same iteration.

    Buffers of dynamic sizes have places after the others, one after the other;
    their sizes are computed and summed when the function begins. Those of
    provably equal sizes, computed by the same ops from the same values, share a
    place.

    These stay allocations: a buffer with a layout, in a memory space, or whose
    elements are neither numbers nor vectors; one that is returned, yielded,
    freed in some cases only, used in several blocks, or that something may keep
    a reference to; one in a parallel loop whose iterations are known at run
    time only or take more than `parallel_limit` bytes together; one that is
    allocated or used in a region of an unknown op; and one of a dynamic size
    that is in a loop or a branch, or whose size cannot be computed when the
    function begins, or if the arena is on the stack.

    After this op, buffers are views of one memref. Do it last: upstream's passes
    that tell buffers apart by their names alone are wrong on such views.

    Options:

    - `arena`: `"function"` (default) allocates the arena when the function begins
      and frees it when it returns. `"argument"` makes it the last argument,
      `{heddle.arena}`, which nobody else uses during a call; `@<name>_arena_size`
      returns its bytes, and takes the other arguments if a size is dynamic.
      `"stack"` puts it on the stack. Each call has its own arena, so a function
      that calls itself is refused there.
    - `stack_limit`: the most bytes of an arena on the stack; default 65536.
    - `parallel_limit`: the most bytes of one buffer in parallel loops, for all
      iterations together; default 16777216.
    - `explain`: a remark on each function says how large its arena is, and one
      on each other allocation why it stays.

    #### Return modes

    Consumes the target and returns the same functions or modules. Fails
    silenceably, with notes and the payload untouched, if a target is neither,
    if no function has a buffer to place, if an arena exceeds `stack_limit` or is on
    the stack of a function that calls itself, or if one cannot be an argument,
    because its function has callers or the name of the companion is taken. A
    function without a buffer to place stays as it is.

    #### Example

    ```mlir
    %planned = transform.heddle.plan_memory %function {arena = "stack", explain}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      DefaultValuedAttr<ArenaPlaceAttr, "ArenaPlace::Function">:$arena,
      DefaultValuedAttr<I64Attr, "65536">:$stack_limit,
      DefaultValuedAttr<I64Attr, "16777216">:$parallel_limit,
      FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$planned);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(ref($target), type($target), type($planned))";
  let hasVerifier = 1;
  let extraClassDefinition = consumesTarget;
}

def KeepInPlaceOp
    : Heddle_TransformOp<"heddle.keep_in_place",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "insists that ops update their destinations in place";
  let description = [{
    Marks each op of the target. The next `transform.heddle.bufferize` uses the
    buffer of the destination of a marked op for its result, and copies that
    buffer nowhere between the op that makes it and the marked op: not for the
    marked op itself, not for a slice or a view on the way, and not for a loop
    that carries it. Otherwise that `bufferize` is refused, with the write and the
    read that conflict and a note on this line.

    A tile of a marked op is marked, too. Do this last before `bufferize`: if a
    step in between replaces a marked op by another one, `bufferize` is refused.

    Option: `result_numbers` are the numbers of the results that are meant; without it,
    all results that have a destination.

    #### Return modes

    Reads the target and marks its ops. Fails silenceably, with notes and the
    payload untouched, if an op is not in a function, or if it (or one of
    `result_numbers`) has no destination.

    #### Example

    ```mlir
    transform.heddle.keep_in_place %matmul {result_numbers = array<i64: 0>}
      : !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      OptionalAttr<DenseI64ArrayAttr>:$result_numbers);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsTarget);
}

def RecomputeOp
    : Heddle_TransformOp<"heddle.recompute",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "computes an op again before each of some readers";
  let description = [{
    Copies the op of the target directly before each of the `readers`, which then
    use the copy. A value that is cheap to compute and read late need not be alive
    in between. The op itself stays for its other readers; without any it is
    erased. What the copy reads stays alive longer instead.

    Option: `explain` says in a remark how often the op is computed now, and what
    is not alive any more.

    #### Return modes

    Consumes the target and returns the copies, in the order of the readers;
    handles to the readers stay valid. Fails silenceably, with notes and the
    payload untouched, if the target is not one op, if that op does more than
    compute its results, if it reads memory that may be written before a reader,
    or if a reader does not use it. How much is computed again is up to the
    author.

    #### Example

    ```mlir
    %copies = transform.heddle.recompute %exp for %readers {explain}
      : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      TransformHandleTypeInterface:$readers, FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$copies);
  let assemblyFormat = [{
    $target `for` $readers attr-dict
    custom<HandleTypes>(ref($target), type($target), ref($readers), type($readers), type($copies))
  }];
}

def ReportMemoryOp
    : Heddle_TransformOp<"heddle.report_memory",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "tells what bufferized functions allocate and copy";
  let description = [{
    Emits a remark on each function of the target (a function, or what holds
    functions) with the number of allocations and copies, their bytes and how
    often they are executed, and the peak of bytes on the heap; and a note on
    each allocation and copy, which names the innermost loop around it. If
    `transform.heddle.bufferize` made it, the note says why: the write and the
    read that cannot share a buffer, or what the buffer holds and for whom.
    Notes on the write and the read follow. The note also names the line of the
    schedule that made the op, or the tensor that it was made for.

    The peak counts what is alive at the same time. Of several branches, the one
    that needs most counts; a call counts with the peak of the called function,
    and a parallel loop with one iteration at a time. It is "at least" a number
    if a size is known at run time only or a function without a body is called,
    and "at most" one if a buffer is freed in some cases only. The notes say
    which allocations and calls have memory that is alive at the peak.

    #### Return modes

    Reads the target. Fails silenceably if an op under the target has a tensor
    as result.

    #### Example

    ```mlir
    transform.heddle.report_memory %module : !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDefinition = readsPayload;
}

def AssertMemoryOp
    : Heddle_TransformOp<"heddle.assert_memory",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "stops the schedule if functions allocate or copy too much";
  let description = [{
    Checks each function of the target against bounds: `allocations` and
    `copies` bound the number of ops that allocate on the heap or copy,
    `allocated_bytes` and `copied_bytes` the bytes of all their executions in
    one call, and `peak_bytes` the bytes on the heap at one time, as
    `report_memory` tells them.

    #### Return modes

    Reads the target. Fails silenceably if a function exceeds a bound, with a
    note on each op that counts, if a bound in bytes cannot be decided because a
    size or a trip count is known at run time only, or if an op under the target
    has a tensor as result.

    #### Example

    ```mlir
    transform.heddle.assert_memory %module {allocations = 1, copies = 0}
      : !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      OptionalAttr<I64Attr>:$allocations, OptionalAttr<I64Attr>:$copies,
      OptionalAttr<I64Attr>:$allocated_bytes,
      OptionalAttr<I64Attr>:$copied_bytes, OptionalAttr<I64Attr>:$peak_bytes);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let hasVerifier = 1;
  let extraClassDefinition = readsPayload;
}

def StreamStoresOp
    : Heddle_TransformOp<"heddle.stream_stores",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "lets results that are not read again bypass the caches";
  let description = [{
    A store into memory that no cache holds first reads the line that it writes.
    A nontemporal store of a whole line does not read it, and evicts nothing
    from the caches. That pays for results larger than the last cache, and costs
    where they would have stayed in one: the author of a schedule decides.

    Lets the vectors that are written into buffers inside each op that `target`
    names, a function, a module or a loop, bypass the caches: those of whole
    lines of 64 bytes, without a mask, into a buffer that the function does not
    read. It is proved that each of them begins a line if the buffer does. Code
    right after the buffer is made checks once whether the buffer begins a
    line; if not, an `scf.if` selects the usual write. A fence after the loops
    makes what was written visible to other threads.

    Run it after `transform.heddle.vectorize` and `transform.heddle.bufferize`.

    With a param after `above`, only buffers of more bytes are written past the
    caches. If extents are dynamic, the function compares the size once, at run
    time. -1 means the bytes that one core may count on in the last cache:
    `l3_bytes`, but at most eight times `l2_bytes`, because many cores share it;
    `l2_bytes` where there is no third level. Buffers of dynamic extents then
    stay in the caches. The sizes of the caches come from
    `dlti.target_system_spec` of the module, or else from the machine that the
    schedule is applied on; if these sizes are not known, no store bypasses the
    caches.

    #### Return modes

    Reads `target`, whose functions are changed in place, and the param. Where
    all writes into a buffer stay as they are, a remark says why.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if the param is not one value
    of at least -1, or if no write may bypass the caches; the notes give the
    reason for each buffer. With `best_effort` that is no failure, and remarks
    are about those buffers alone that are known to be larger than `above`.

    #### Example

    ```mlir
    transform.heddle.vectorize %module : !transform.any_op
    %buffers = transform.heddle.bufferize %module
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.stream_stores %buffers above %bytes {best_effort}
      : !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
    Optional<Heddle_I64Param>:$above,
    FlagAttr:$best_effort);
  let results = (outs);
  let assemblyFormat = [{
    $target (`above` $above^)? attr-dict custom<HandleType>(ref($target), type($target))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsOperands);
}

def PrefetchOp
    : Heddle_TransformOp<"heddle.prefetch",
                         [DeclareOpInterfaceMethods<TransformOpInterface>,
                          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "fetches what a loop reads some iterations later";
  let description = [{
    A processor by itself fetches what is read line after line. It cannot predict
    the addresses of a loop that jumps, and it stops at the end of a page. If that
    costs time, the loop itself can name what it will read.

    Puts a `memref.prefetch` before each access to the buffers of operand `operand`
    of each op that `target` names: an op on buffers directly in an `scf.for`, such
    as a `vector.transfer_read`, a `memref.load` or a structured op. If the operand
    is a vector or a number, such as an operand of a `vector.contract`, the
    accesses are the reads in the loop from which it is computed. With `write`, the
    op writes the buffer. The prefetch fetches what the access touches `distance`
    iterations of the loop later, or in the last iteration: one element in each 64
    bytes. The prefetch computes nothing and changes nothing, and no index is out
    of bounds.

    With `loop = 1` the iterations are those of the loop around that loop, with
    `loop = 2` of the next one: what the innermost loop reads is fetched for the
    next row, or the next rows. The bounds of the loops between must be computed
    outside.

    `locality` is 3 for what should stay in all caches, and 0 for what is used
    once. `explain` adds remarks that say what is fetched where.

    Run it after `transform.heddle.vectorize` and `transform.heddle.bufferize`, as
    the last step: a `memref.prefetch` counts as a write for other ops, so that
    nothing is moved past it.

    #### Return modes

    Reads `target`, whose loops are changed in place.

    Fails silenceably, with the payload as it was, if a handle names nothing (unless
    this op carries `heddle.may_be_empty`), and if a target is not directly in an
    `scf.for` of constant step, does not read (or write) the operand, accesses the
    same place in all iterations, a place that depends on more than induction
    variables, or more than 64 lines in an iteration, and if `loop` names no loop
    around it, or a loop in which the bounds of an inner loop are computed. With
    `best_effort` such targets stay as they are, each with a remark.

    #### Example

    ```mlir
    %buffers = transform.heddle.bufferize %module
      : (!transform.any_op) -> !transform.any_op
    %sums = transform.structured.match ops{["vector.contract"]} in %buffers
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.prefetch %sums operand = 1 {distance = 16 : i64}
      : !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
    I64Attr:$operand,
    DefaultValuedAttr<I64Attr, "8">:$distance,
    DefaultValuedAttr<I64Attr, "0">:$loop,
    DefaultValuedAttr<I64Attr, "3">:$locality,
    FlagAttr:$write,
    FlagAttr:$best_effort,
    FlagAttr:$explain);
  let results = (outs);
  let assemblyFormat = [{
    $target `operand` `=` $operand attr-dict custom<HandleType>(ref($target), type($target))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, readsTarget);
}

#endif // HEDDLE_TRANSFORMOPS_BUFFERS_BUFFERIZATIONOPS_TD
