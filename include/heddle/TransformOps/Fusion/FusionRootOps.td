//===- FusionRootOps.td - Ops that find roots and groups ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform ops that find the ops at which nests should end, and the ops
// that such a nest computes. The algorithms are plain functions in Analysis.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_TD
#define HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"
include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.td"

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
    group of one of its producers, if everything else that it reads is computed
    before that group. If several groups qualify, it joins the last one that
    starts with a reduction, or else the last one. If none does, it starts a
    group. An op that two groups read is the last op of its group. So each
    other op of a group is a producer of the root.

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
      FlagAttr:$behind_reductions, OptionalAttr<I64Attr>:$rank,
      OptionalAttr<I64Attr>:$max_ops, FlagAttr:$explain);
  let results = (outs TransformHandleTypeInterface:$roots);
  let assemblyFormat =
      "$target attr-dict custom<HandleTypes>(ref($target), type($target), type($roots))";
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsPayloadMakesResults);
}

def GetFusionGroupOp : Heddle_TransformOp<"heddle.get_fusion_group", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    MatchOpInterface]> {
  let summary = "Names the ops that belong in the nest of an op";
  let description = [{
    Names the first op of the group of each target, and what a nest that ends at
    the target computes: the target, the ops of its group that it is computed from,
    and the ops in no group that these read, such as fills, broadcasts and pads. The
    groups are those of `get_fusion_roots`. In the body of a loop, a group goes on
    past a slice that only takes a part of a tile.

    Passed to `fuse_ext` as `only`, the second handle keeps the ops of other layers
    out of the nest; a schedule of a network has other nests for them. In a matcher
    the first handle says what the group starts with, however many ops there are
    between it and the target.

    With `ends`, the target has to be the last op of its group. With `without`, the
    second handle leaves out the ops with these names, such as pads, whose tiles
    overlap in the nest of a convolution.

    #### Return modes

    Reads the target and the payload. Produces a handle to the first ops, one per
    target, and a handle to the ops of all nests. Fails silenceably if the handle
    names nothing (unless this op carries `heddle.may_be_empty`), if a target is in
    no group, and, with `ends`, if a target is not the last op of its group.

    #### Example

    ```mlir
    %product, %group = transform.heddle.get_fusion_group %relu {ends}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target, FlagAttr:$ends,
      OptionalAttr<StrArrayAttr>:$without);
  let results = (outs TransformHandleTypeInterface:$start,
                      TransformHandleTypeInterface:$group);
  let assemblyFormat = [{
    $target attr-dict
    custom<HandleTypes>(ref($target), type($target), type($start), type($group))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, readsPayloadMakesResults);
}

#endif // HEDDLE_TRANSFORMOPS_FUSION_FUSIONROOTOPS_TD
