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
  let assemblyFormat = "$target attr-dict custom<HandleType>(type($target))";
  let hasVerifier = 1;
  let extraClassDefinition = !strconcat(readsPayload, verifiesOptions);
}

#endif // HEDDLE_TRANSFORMOPS_MATCHING_MATCHOPS_TD
