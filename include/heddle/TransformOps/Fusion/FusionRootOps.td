//===- FusionRootOps.td - The op that finds roots ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform op that names the ops at which nests should end. How they are
// found is a plain function in Analysis.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_TD
#define HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"

def GetFusionRootsOp : Heddle_TransformOp<"heddle.get_fusion_roots", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Names the ops at which nests should end";
  let description = [{
    Divides the ops on tensors under each target, say a function, into groups and
    names the last op of each group, the root: in their order and once each. A
    `fuse_ext` of each root, one after the other, computes each group in a nest of
    its own.

    A contraction, a convolution, a pooling, a softmax, and every other op that
    reduces, starts a group. An op that computes element by element joins the
    group of a producer of its, if all that it reads besides is computed before
    that group; of several such groups the last one that starts with a reduction,
    or else the last one. Else it starts a group of its own. An op that two groups
    read ends its own. So each op of a group is a producer of the root.

    Ops that only move values, such as the broadcast of a bias, a transposition or
    a fill, are in no group: `fuse_ext` computes them in the nests of their
    readers.

    Options:

    - `behind_reductions`: only the roots of groups that start with a reduction.
    - `rank = n`: only roots with n iteration dimensions.
    - `max_ops = n`: a group has at most n ops.
    - `explain`: a remark on each op says in which group it is, and why.

    #### Return modes

    Reads the target and the payload. Produces a handle to the roots. Fails
    silenceably if the handle names nothing, or if there are no such roots
    (unless this op carries `heddle.may_be_empty`).

    #### Example

    ```mlir
    %roots = transform.heddle.get_fusion_roots %function {rank = 4, explain}
      : (!transform.any_op) -> !transform.any_op
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target,
      UnitAttr:$behind_reductions, OptionalAttr<I64Attr>:$rank,
      OptionalAttr<I64Attr>:$max_ops, UnitAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$roots);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(type($target), type($roots))";
  let hasVerifier = 1;
  let extraClassDefinition = readsPayloadMakesResults;
}

#endif // HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_TD
