//===- VectorOps.td - Transform ops that make vectors ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops from structured ops to vectors. The algorithms are plain
// functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_VECTORS_VECTOROPS_TD
#define HEDDLE_TRANSFORMOPS_VECTORS_VECTOROPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def VectorizeOp : Heddle_TransformOp<"heddle.vectorize", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface, [
        "allowsRepeatedHandleOperands"]>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Computes tiles in vector registers, and says what it did";
  let description = [{
    Replaces the structured ops on tensors inside each op that `target` names, a
    function, a module or a loop, by vectors. It is the one step between tiling
    and `transform.heddle.bufferize`:

    - The target is simplified; `linalg.softmax` and `tensor.pad` are decomposed.
    - The last iteration of a loop whose tile is partial is split off. What is
      left of partial tiles is masked.
    - An op whose tile does not fit the registers gets loops around one that
      does: rows of a few vectors for elementwise ops, squares for transposes,
      8 rows of two vectors for contractions and convolutions, one element in
      each contracted or window dim. A reduction along rows is computed in
      vectors of partial results.
    - Windows become slices, dims of one element are dropped, and every sum of
      products, named or generic, transposed or batched, becomes a contraction.
    - Innermost loops carry what they accumulate as vectors: nothing is stored
      before the last iteration.

    `vector_bits` and `registers` describe the registers of the machine.

    The op decides before it changes anything. If more than 1 % of the target's
    scalar operations would stay scalar (a dynamic extent without a bound counts
    as 1024), it fails, with the reason for each op that would. With
    `best_effort` these stay as they are, each with a remark. `heddle explain`
    prints what became of every op.

    Sums and maxima along a vector are combined in another order than one after
    the other, and products are added without being rounded before.

    #### Return modes

    Reads `target`; handles to the structured ops inside it name nothing
    afterwards.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is a structured
    op itself or holds none on tensors, and if too much would stay scalar.

    #### Example

    ```mlir
    transform.heddle.vectorize %func : !transform.any_op
    transform.heddle.vectorize %func {best_effort, vector_bits = 256 : i64,
      registers = 16 : i64} : !transform.any_op
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    UnitAttr:$best_effort,
    DefaultValuedAttr<I64Attr, "512">:$vector_bits,
    DefaultValuedAttr<I64Attr, "32">:$registers);
  let results = (outs);
  let assemblyFormat = "$target attr-dict `:` type($target)";
  let hasVerifier = 1;
  let extraClassDefinition = readsTarget;
}

#endif // HEDDLE_TRANSFORMOPS_VECTORS_VECTOROPS_TD
