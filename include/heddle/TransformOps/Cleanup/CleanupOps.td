//===- CleanupOps.td - The op that simplifies the payload --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform op that simplifies the payload between two other transform ops.
// The algorithm is a plain function in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_CLEANUP_CLEANUPOPS_TD
#define HEDDLE_TRANSFORMOPS_CLEANUP_CLEANUPOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def CleanupOp : Heddle_TransformOp<"cleanup", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Simplifies the payload between two transformations";
  let description = [{
    Merges common subexpressions, propagates constants and brings ops to
    canonical form inside each op that `target` names, or, without an operand,
    in the whole payload. Slices and reshapes of `tensor.empty` become empties of
    their own; transposes and broadcasts of constants become constants, of any
    size where all elements are equal, else of up to 1024 elements; so does a
    constant that an elementwise generic reads in another order than that of its
    loops. If the target is a symbol table, private symbols that nothing uses are
    erased. Schedules inside the payload are left alone.

    #### Return modes

    Reads `target`; the result, if there is one, names the same ops. Live handles
    follow the ops that are rewritten. A loop of at most one iteration is folded,
    and handles name it no longer; a remark says so where one is used later.
    Fails silenceably if a live handle names another op that has no counterpart
    afterwards, definitely if constants cannot be propagated through the payload.

    #### Example

    ```mlir
    transform.cleanup
    transform.cleanup %func : !transform.any_op
    %same = transform.cleanup %func : !transform.any_op -> !transform.any_op
    ```
  }];

  let arguments = (ins Optional<TransformHandleTypeInterface>:$target);
  let results = (outs Optional<TransformHandleTypeInterface>:$cleaned);
  let assemblyFormat = [{
    custom<TypedOperand>($target, type($target)) (`->` type($cleaned)^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDefinition = readsTarget;
}

def ApplyDropUnusedResultsPatternsOp
    : Heddle_TransformOp<"apply_patterns.heddle.drop_unused_results", [
        DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let summary = "Drops what linalg.generic ops compute and nobody reads";
  let description = [{
    Upstream's patterns that drop unused results of a `linalg.generic`, operands that
    its body does not read, and operands that are given twice. Frontends leave such
    results behind: the place of a maximum, where a softmax needs the maximum only.

    #### Return modes

    An op inside `transform.apply_patterns`, which has the return modes.

    #### Example

    ```mlir
    transform.apply_patterns to %function {
      transform.apply_patterns.heddle.drop_unused_results
    } : !transform.any_op
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_TRANSFORMOPS_CLEANUP_CLEANUPOPS_TD
