//===- MatchOps.td - Steps of matchers ---------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops that ask an op a question that upstream's transform.match ops do
// not ask. They change nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_TD
#define HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_TD

include "heddle/Analysis/Kernels/NormalizationKind.td"
include "heddle/TransformOps/HeddleTransformBase.td"
include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.td"

def MatchTensorsOp : Heddle_TransformOp<"heddle.match_tensors", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Succeeds if an op reads and computes tensors";
  let description = [{
    A step of a matcher for a schedule that tiles or vectorizes tensors: the
    `transform.match.structured` ops take ops on buffers, too. Each target has to
    have a result; its results, and those of its operands that have a shape, have to
    be tensors.

    #### Return modes

    Reads the target. Fails silenceably if the handle names nothing (unless this op
    carries `heddle.may_be_empty`), and if a target has no result or has an operand
    or a result that is a buffer or a vector.

    #### Example

    ```mlir
    transform.heddle.match_tensors %op {heddle.expects = "an op on tensors"}
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDefinition = readsPayload;
}

def MatchWindowOp : Heddle_TransformOp<"heddle.match_window", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Succeeds if an op is one of some convolutions or pools";
  let description = [{
    A step of a matcher for convolutions and pools over two dimensions. Each target
    has to be one of the named ops of linalg that `names` lists, or a
    `linalg.generic` on tensors with the same loops in the same order, the same
    layouts and the same body. Strides and dilations may be any.

    #### Return modes

    Reads the target. Fails silenceably if the handle names nothing (unless this op
    carries `heddle.may_be_empty`), and if a target is none of these ops.

    #### Example

    ```mlir
    transform.heddle.match_window %op ["linalg.conv_2d_nhwc_hwcf"]
        {heddle.expects = "a convolution of images with channels last"}
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
      StrArrayAttr:$names);
  let results = (outs);
  let assemblyFormat =
      "$target $names attr-dict custom<HandleType>(ref($target), type($target))";
  let hasVerifier = 1;
  let extraClassDefinition = readsPayload;
}

def MatchNormalizationOp : Heddle_TransformOp<"heddle.match_normalization", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Succeeds if an op ends a softmax or a norm of rows";
  let description = [{
    A step of a matcher for computations that combine rows with reductions of the
    same rows, however a frontend writes them: in one op or many, with one element
    per row or with a last extent of 1, with broadcasts and reshapes of their own.
    Each target has to be an elementwise op that comes from such a combination
    along its last dimension, or its last dimensions: the rows of a group norm or of
    an instance norm have the dimensions of an image. `kind` says from which:

    - `softmax`: one of the reductions sums up exponentials;
    - `layernorm`: two reductions or more, in one op or in several, of which none
      does, such as a mean and a variance;
    - `rmsnorm`: one reduction, which does not.

    An op that only the reductions of the same rows read, directly or through
    elementwise ops, does not match: it is a step before the end.

    #### Return modes

    Reads the target. Fails silenceably if the handle names nothing (unless this op
    carries `heddle.may_be_empty`), and if a target is no such op.

    #### Example

    ```mlir
    transform.heddle.match_normalization %op {kind = "layernorm",
        heddle.expects = "rows combined with their mean and variance"}
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       NormalizationKindAttr:$kind);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDefinition = readsPayload;
}

def MatchIndexMaskOp : Heddle_TransformOp<"heddle.match_index_mask", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Succeeds if indices mask the rows that an op is made of";
  let description = [{
    A step of a matcher for schedules that skip what a mask covers: each target, such
    as the softmax of causal attention or the last op of one that is written out, has
    to come from an elementwise op that chooses between -inf and another number by
    comparing values of `linalg.index`. On the way there may be elementwise ops,
    reductions of rows, reshapes and a softmax. Whether the mask covers whole tiles
    is for `fuse_ext {online, skip_masked}` to prove.

    #### Return modes

    Reads the target. Fails silenceably if the handle names nothing (unless this op
    carries `heddle.may_be_empty`), and if a target is no such op.

    #### Example

    ```mlir
    transform.heddle.match_index_mask %op
        {heddle.expects = "rows that a comparison of indices masks"}
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDefinition = readsPayload;
}

def MatchIntegerProductOp : Heddle_TransformOp<"heddle.match_integer_product", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Succeeds if an op sums up products of integers";
  let description = [{
    A step of a matcher for products of integers: each target has to be a structured
    op whose body adds products (`arith.addi` of `arith.muli`), or one that subtracts
    zero points from the factors, `linalg.quantized_matmul` or
    `linalg.quantized_batch_matmul`, of which `expand_zero_points` makes such a one.

    #### Return modes

    Reads the target. Fails silenceably if the handle names nothing (unless this op
    carries `heddle.may_be_empty`), and if a target is no such op.

    #### Example

    ```mlir
    transform.heddle.match_integer_product %op
        {heddle.expects = "a sum of products (arith.addi of arith.muli)"}
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let extraClassDefinition = readsPayload;
}

def GetOperandSourceOp : Heddle_TransformOp<"heddle.get_operand_source", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Names the op that computes an operand, past reshapes";
  let description = [{
    Follows operand `number` of each target through `tensor.collapse_shape`,
    `tensor.expand_shape` and `tensor.cast`, which compute nothing, to the op that
    computes its elements. With `rank`, the result of that op has to have so many
    dims. In a matcher this finds the softmax before a product whatever the frontend
    reshapes in between; `fold_reshapes` then takes these reshapes away. With
    `scaled`, it goes on through linalg ops that only cast each element or scale it:
    by `arith.truncf` or `arith.extf`, times or over a constant, or to 0 where a
    condition says so. Such are a rounding of weights and the mask of a dropout.

    #### Return modes

    Reads the target. Produces a handle to the sources, one per target. Fails
    silenceably if the handle names nothing (unless this op carries
    `heddle.may_be_empty`), if a target has no such operand, if the operand comes
    from a block argument, or from an op whose result has other than `rank` dims.

    #### Example

    ```mlir
    %softmax = transform.heddle.get_operand_source %product[0] rank = 4 {scaled}
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       I64Attr:$number, OptionalAttr<I64Attr>:$rank,
                       FlagAttr:$scaled);
  let results = (outs TransformHandleTypeInterface:$source);
  let assemblyFormat = [{
    $target `[` $number `]` (`rank` `=` $rank^)? attr-dict
    custom<HandleTypes>(ref($target), type($target), type($source))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsPayloadMakesResults);
}

#endif // HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_TD
