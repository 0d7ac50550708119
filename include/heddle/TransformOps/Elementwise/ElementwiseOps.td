//===- ElementwiseOps.td - The op that merges elementwise ops -*- tablegen -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform op that merges ops which compute element by element. The
// algorithm is a plain function in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_ELEMENTWISE_ELEMENTWISEOPS_TD
#define HEDDLE_TRANSFORMOPS_ELEMENTWISE_ELEMENTWISEOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def FuseElementwiseOp : Heddle_TransformOp<"heddle.fuse_elementwise", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Merges ops that compute element by element";
  let description = [{
    Merges linalg ops into one `linalg.generic` each, so that values between them
    are never stored. A target that is a linalg op is merged with other targets
    only; in any other target, say a function, all ops take part that are on
    tensors: generics, `linalg.map`, `linalg.reduce` and named ops without
    reduction loops.

    An op is merged with what reads its result if its loops are parallel and each
    iteration computes one element of the result. Maps, `linalg.index`,
    broadcasts, transposes and a destination that the reader starts from are
    adapted. The reader may reduce. A result that others use, too, is one more
    result of the merged op. Constants that are one scalar, and fills, become that
    scalar. Where only a reshape of static dims is between an op and a reader,
    both iterate over the dims of its expanded side, and what else they read or
    compute is reshaped instead. If others use the value before or after the
    reshape, too, the value becomes one more result and is reshaped for them; that
    is done where it lets more ops be merged. An op stays apart if the merged op
    would depend on itself, if it has effects, or if it reads a destination
    without contents. What is merged into an op with more loops is computed in all
    of them, as far as `max_recompute` lets it.

    Options:

    - `shared_input`: ops that read one value with the same loops are merged, too.
    - `diff_shapes`: an op with fewer loops than its reader is merged also if
      others use its result. The loops that it does not have become reduction
      loops, since each element is written several times; their extents have to
      be static.
    - `one_use`: only ops with one use are merged with their reader.
    - `max_operands`, `max_ops`: bounds on the operands of a merged op,
      destinations among them, and on the ops in its body.
    - `max_recompute = x`: an op that computes something joins a merged op only
      if the merged op has at most x iterations per iteration of that op.
      Default: 2.0 where the merged op reduces, unlimited elsewhere. A dynamic
      extent counts as 1024, as in `fuse_ext`, unless it is one of the op's own.
    - `explain`: a remark for each op that is computed more than once, with the
      number of times, and for each that is not merged with a reader, with the
      reason.
    - `best_effort`: a target in which nothing can be merged is skipped, with the
      reason as a remark. With `heddle.may_be_empty` there is no remark.

    #### Return modes

    Returns the merged ops. Handles to ops that were merged name the merged op
    afterwards; the target stays usable. Fails silenceably, with the payload
    untouched, if nothing can be merged; the reasons are notes on the payload.

    #### Example

    ```mlir
    %merged = transform.heddle.fuse_elementwise %function {shared_input}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      FlagAttr:$shared_input, FlagAttr:$diff_shapes, FlagAttr:$one_use,
      FlagAttr:$explain, FlagAttr:$best_effort,
      OptionalAttr<I64Attr>:$max_operands, OptionalAttr<I64Attr>:$max_ops,
      OptionalAttr<F64Attr>:$max_recompute);
  let results = (outs TransformHandleTypeInterface:$fused);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(ref($target), type($target), type($fused))";
  let hasVerifier = 1;
  let extraClassDefinition = readsTarget;
}

#endif // HEDDLE_TRANSFORMOPS_ELEMENTWISE_ELEMENTWISEOPS_TD
