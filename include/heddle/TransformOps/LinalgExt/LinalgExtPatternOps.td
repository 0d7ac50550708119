//===- LinalgExtPatternOps.td - Patterns on linalg_ext -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pattern sets that `transform.apply_patterns` may apply to ops of linalg_ext.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_LINALGEXT_LINALGEXTPATTERNOPS_TD
#define HEDDLE_TRANSFORMOPS_LINALGEXT_LINALGEXTPATTERNOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def ApplyDecomposeLinalgExtPatternsOp
    : Heddle_TransformOp<"apply_patterns.linalg_ext.decompose", [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let summary = "Decomposes ops of linalg_ext into ops of linalg";
  let description = [{
    Replaces `linalg_ext.batch_matmul` and `linalg_ext.diag` on tensors by a
    `linalg.generic`, and
    `linalg_ext.softmax` and `linalg_ext.unnorm_softmax` by one per formula of their
    descriptions.

    #### Return modes

    An op inside `transform.apply_patterns`, which has the return modes.

    #### Example

    ```mlir
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg_ext.decompose
    } : !transform.any_op
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def ApplyFromLinalgPatternsOp
    : Heddle_TransformOp<"apply_patterns.linalg_ext.from_linalg", [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let summary = "Replaces ops of linalg by those of linalg_ext";
  let description = [{
    Replaces `linalg.softmax` on tensors of f16, bf16, f32 or f64 by
    `linalg_ext.softmax`, which starts from the maximum -inf and the sum 0 and gives
    the same numbers.

    A `linalg.batch_matmul`, `linalg.contract` or `linalg.generic` on tensors of
    floats or of integers is replaced by `linalg_ext.batch_matmul` if it meets
    four conditions. It adds products of two tensors along one dim. Its result has
    all other dims, three or more. Both tensors have the batch dims of the result
    first and in the same order, and then the two dims of a matrix in either
    order. The elements are converted to the type of the sum before they are
    multiplied, integers as signed ones.

    A softmax of `linalg.generic` or named ops is found from its division on: the
    maximum of each row from -inf, exp of the difference, in one op or in two, and
    the sum of each row from 0. The maximum and the sum of a row lack the dim or
    have an extent of 1 there, directly, after a reshape or before a
    `linalg.broadcast`. The new op gives the same numbers; ops that are used
    elsewhere stay. `heddle.raise_to_linalg_ext` does the same and says what is not
    recognized.

    #### Return modes

    An op inside `transform.apply_patterns`, which has the return modes.

    #### Example

    ```mlir
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg_ext.from_linalg
    } : !transform.any_op
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def RaiseToLinalgExtOp : Heddle_TransformOp<"heddle.raise_to_linalg_ext", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Replaces ops of linalg by ops of linalg_ext, and says which stay";
  let description = [{
    Replaces the ops in each op that `target` names, such as a function, that
    `apply_patterns.linalg_ext.from_linalg` replaces. Remarks say why the other
    candidates stay, with a note at the op that makes the difference. Candidates are
    each `linalg.softmax`, `linalg.batch_matmul` and `linalg.contract`, each
    `linalg.generic` with four or more dims that adds products along one of them,
    and each op that divides exponentials, divides by them, or multiplies them by a
    quotient.

    #### Return modes

    Reads `target`. Produces a handle to the ops of linalg_ext, in the order of the
    ops that they replace; it may name nothing. Live handles to the replaced ops name
    these ops afterwards.

    Fails silenceably, with the payload as it was, if the handle names nothing
    (unless this op carries `heddle.may_be_empty`).

    #### Example

    ```mlir
    %softmax = transform.heddle.raise_to_linalg_ext %function
      : (!transform.any_op) -> !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$raised);
  let assemblyFormat = [{
    $target attr-dict
    custom<HandleTypes>(ref($target), type($target), type($raised))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsTarget);
}

def ApplyRemoveAliasPatternsOp
    : Heddle_TransformOp<"apply_patterns.linalg_ext.remove_alias", [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let summary = "Removes linalg_ext.alias";
  let description = [{
    Replaces each `linalg_ext.alias` by its operand.

    #### Return modes

    An op inside `transform.apply_patterns`, which has the return modes.

    #### Example

    ```mlir
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg_ext.remove_alias
    } : !transform.any_op
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def ApplyScaleByDiagPatternsOp
    : Heddle_TransformOp<"apply_patterns.linalg_ext.scale_by_diag", [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let summary = "Makes products with diagonal matrices scalings";
  let description = [{
    Replaces a `linalg.matmul`, `linalg.batch_matmul` or `linalg_ext.batch_matmul` of
    any layout on tensors with a `linalg_ext.diag` on its left by a `linalg.generic`
    that scales the rows of the other side and adds the destination, and one with it
    on its right by a scaling of columns. Products that convert an operand stay, and
    products of floats whose destination is not a fill with a constant other than -0.0:
    the sign of a zero that starts from -0.0 depends on all terms of the sum.

    Assumes that the other side is finite: the product with the matrix multiplies
    each of its elements by 0 as well, which gives NaN for NaN and infinities. By
    writing this op the author says that this does not matter. The arguments of the
    function from which the other side is computed are marked with
    `heddle.assumed_finite`, which `heddle check` reports.

    #### Return modes

    An op inside `transform.apply_patterns`, which has the return modes.

    #### Example

    ```mlir
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg_ext.scale_by_diag
    } : !transform.any_op
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_TRANSFORMOPS_LINALGEXT_LINALGEXTPATTERNOPS_TD
