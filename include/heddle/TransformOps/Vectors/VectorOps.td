//===- VectorOps.td - Transform ops that make vectors ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transform ops from structured ops to vectors, and copies that vectors read
// from. The algorithms are plain functions in Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMOPS_VECTORS_VECTOROPS_TD
#define HEDDLE_TRANSFORMOPS_VECTORS_VECTOROPS_TD

include "heddle/TransformOps/HeddleTransformBase.td"
include "heddle/TransformOps/ParamOperands.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"

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
      8 rows of two vectors for contractions and convolutions, or up to 14 rows
      where these divide the extent, one element in
      each contracted or window dim. A reduction along rows is computed in
      vectors of partial results.
    - Windows become slices, dims of one element are dropped, and every sum of
      products, named or generic, transposed or batched, becomes a contraction.
    - Innermost loops carry what they accumulate as vectors: nothing is stored
      before the last iteration.

    Where a tile of a contraction or a convolution does not fit, a loop that carries
    its sums keeps them in memory: a remark says so, and which tile fits.

    `vector_bits` and `registers` describe the registers of the machine. By default
    they come from the device "CPU" in the `dlti.target_system_spec` of the module
    (`transform.heddle.target` writes it), or else they are those of AVX-512.

    The op decides before it changes anything. If more than 1 % of the target's
    scalar operations would stay scalar (a dynamic extent without a bound counts
    as 1024), it fails, with the reason for each op that would. With
    `best_effort` these stay as they are, each with a remark. `heddle explain`
    prints what became of every op.

    With `dot_products`, groups of products of i8 or bf16, as
    `transform.heddle.pack_dot_products` makes them, are computed by the
    instructions of AVX-512 for them. Those for i8 are exact. Those for bf16 take
    numbers below 2^-126 as zeros, in the factors, the sums and the result: an
    author who writes `dot_products` allows that, and `heddle check` counts it as
    allowed. The target must have the instructions: the processor that
    `dlti.target_system_spec` of the module names, or else the one that the
    schedule is applied on.

    Sums, products and maxima along a vector are combined in another order than
    one after the other, and products are added without being rounded before.

    #### Return modes

    Reads `target`; handles to the structured ops inside it name nothing
    afterwards.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is a structured
    op itself or holds none on tensors, if the target has registers that no processor
    has, and if too much would stay scalar.

    #### Example

    ```mlir
    transform.heddle.vectorize %func : !transform.any_op
    transform.heddle.vectorize %func {best_effort, vector_bits = 256 : i64,
      registers = 16 : i64} : !transform.any_op
    transform.heddle.vectorize %packed_func {dot_products} : !transform.any_op
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    FlagAttr:$best_effort,
    FlagAttr:$dot_products,
    OptionalAttr<I64Attr>:$vector_bits,
    OptionalAttr<I64Attr>:$registers);
  let results = (outs);
  let assemblyFormat = "$target attr-dict custom<HandleType>(ref($target), type($target))";
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, readsTarget);
}

def PackOperandOp : Heddle_TransformOp<"heddle.pack_operand", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Reads an operand from a contiguous copy";
  let description = [{
    Lets each op that `target` names, a structured op of linalg on tensors, read
    its input `operand` from a copy. Of the copy, the dim along which a vector
    reads is the last one; `transpose` gives another order: dim i of the copy is
    dim `transpose[i]` of the operand. Extents may be static or dynamic.

    The copy is inserted before the op. `fuse_ext` then computes it part by
    part: in the outermost loop in whose inner loops all tiles read the same
    box. For the second operand of a matmul, that is a panel of all rows and a
    few columns, which serves all rows of the first operand. `heddle explain`
    prints where. The elements that are read again and again are then
    contiguous, however far apart the rows of the operand are.

    With `cache_level`, 1 to 3, a part of the copy has to fit the data cache of
    that level: its copy gets the attribute `heddle.max_tile_bytes`, the bytes
    that `transform.heddle.target` names or else those of this machine, and
    `fuse_ext` refuses a nest in which it takes more, or in which its bytes have
    no constant bound. If no nest computes the copy and it takes more, a remark
    says so when the schedule has ended.

    With `pad`, each row of the copy, which the last dim counts, begins at a
    multiple of so many elements, 1 to 4096, from the beginning of its buffer.
    `pad` without a number takes the lanes of a vector register, of which
    `transform.heddle.target` names the bits. The copy has the extents of the
    operand, but is a slice of a longer `bufferization.alloc_tensor`: nothing
    reads what is between the rows, and no other op is padded. The attribute
    `heddle.row_multiple` of the copy tells `fuse_ext` to make such a tensor for
    each part. All parts have rows of one length, which is known before the
    program runs, if the tile size of the last dim is a number: the largest
    extent, rounded up. A plan, `cache_level` and the table of memory count the
    elements between the rows. An operand of one dim has one row, so nothing is
    padded.

    #### Return modes

    Consumes `target`. Returns the op that reads the copy, which is a
    `linalg.generic` where the order of the dims differs from that of the operand,
    and the copy, a `linalg.copy` or a `linalg.transpose`; one of each per target.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is not a
    structured op on tensors, if it has no such input, if `transpose` is not a
    permutation of the dims of the operand, or if the bytes of the cache are not
    known. With `pad` it fails, too, if the elements have no known number of
    bytes or the target no possible registers, and no number is given, or if a row
    is too long for any number of elements.

    #### Example

    ```mlir
    %packed, %panel = transform.heddle.pack_operand %matmul operand = 1
      {cache_level = 2}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %other, %columns = transform.heddle.pack_operand %packed operand = 0
      {transpose = array<i64: 1, 0>, pad = 16}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    I64Attr:$operand,
    OptionalAttr<DenseI64ArrayAttr>:$transpose,
    OptionalAttr<ConfinedAttr<I64Attr, [IntMinValue<1>,
                                        IntMaxValue<3>]>>:$cache_level,
    OptionalAttr<AnyAttrOf<[
        UnitAttr, ConfinedAttr<I64Attr, [IntMinValue<1>,
                                         IntMaxValue<4096>]>]>>:$pad);
  let results = (outs TransformHandleTypeInterface:$packed,
                      TransformHandleTypeInterface:$copy);
  let assemblyFormat = [{
    $target `operand` `=` $operand attr-dict
    custom<HandleTypes>(ref($target), type($target), type($packed), type($copy))
  }];
  let extraClassDefinition = consumesTarget;
}

def PackDotProductsOp : Heddle_TransformOp<"heddle.pack_dot_products", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Groups products as the instructions for dot products want them";
  let description = [{
    Rewrites each op that `target` names, a product of matrices of i8 in i32 or of
    bf16 in f32, named or generic, transposed or batched. The new op adds groups
    of four products of i8 or two of bf16, and the elements of a group are next to
    each other in both operands:

    - The operand that has the last dim of the result is copied, groups innermost:
      K x N becomes K/4 x N x 4. `fuse_ext` makes the copy part by part, such as
      all groups of a few columns.
    - The other one is reshaped: M x K becomes M x K/4 x 4.
    - Where K is no multiple of four (two), both are padded with zeros. K may be
      dynamic.
    - The instruction multiplies unsigned i8 by signed ones. If both operands are
      signed, the second one above is copied with 128 added to each number, and
      128 times the sums of the first one along K are subtracted from the result.
      If both are unsigned, 128 is subtracted from the second one, and 128 times
      these sums are added. Arithmetic of i32 wraps around, so each bit of the
      result is the same.

    The op itself needs no such instruction; `transform.heddle.vectorize
    {dot_products}` uses them.

    The new op has the loops of the old one, and a last one inside a group: tile
    sizes for the old loops fit both; k counts groups.

    #### Return modes

    Consumes `target`. Returns the sum of groups, a `linalg.generic`, and the copy of
    the operand that vectors lie along, a `linalg.transpose`; one of each per target.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if a target is no structured op
    on tensors, or if it is no such product.

    #### Example

    ```mlir
    %sum, %panel = transform.heddle.pack_dot_products %matmul
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tiled, %loops:3 = transform.structured.fuse_ext %sum
      tile_sizes [6, 64, 1] interchange [1, 0, 2]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
         !transform.any_op, !transform.any_op)
    ```
  }];

  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$packed,
                      TransformHandleTypeInterface:$copy);
  let assemblyFormat = [{
    $target attr-dict custom<HandleTypes>(ref($target), type($target), type($packed),
                                          type($copy))
  }];
  let extraClassDefinition = consumesTarget;
}

def ExpandZeroPointsOp : Heddle_TransformOp<"heddle.expand_zero_points", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Makes plain products of those that subtract zero points";
  let description = [{
    A `linalg.quantized_matmul` or `linalg.quantized_batch_matmul` subtracts a zero
    point from each factor. This op replaces those that `target` names by
    `linalg.matmul` and `linalg.batch_matmul`, for which there are tiles in registers
    and dot products. The sums of the rows of the first operand and of the columns of
    the second, times the zero points, go into the tensor that the product starts
    from. Integers wrap around, so each bit of the result is the same. Other targets
    stay as they are, so that a schedule may name any product.

    #### Return modes

    Consumes `target`. Produces a handle to the products, and to targets that
    stay, in their order. Fails silenceably if the handle names nothing
    (unless this op carries `heddle.may_be_empty`).

    #### Example

    ```mlir
    %plain = transform.heddle.expand_zero_points %product
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$expanded);
  let assemblyFormat = [{
    $target attr-dict custom<HandleTypes>(ref($target), type($target), type($expanded))
  }];
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition =
      !strconcat(appliesToTargets, consumesTarget);
}

def FastMathOp : Heddle_TransformOp<"heddle.fast_math", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<TransformOpInterface>,
    ReportTrackingListenerFailuresOpTrait]> {
  let summary = "Allows operations on floats to be less strict";
  let description = [{
    Adds flags of the arith dialect to the operations on floats inside each op
    that `target` names: a structured op, a loop, a function, a module. Nothing
    else in Heddle adds such flags. The author of the schedule answers for them:

    | flag | what the author declares |
    | --- | --- |
    | `nnan` | no operand and no result is NaN; results for others are arbitrary |
    | `nsz` | the signs of zeros do not matter |
    | `arcp` | a quotient may be a product with a reciprocal: an error of 1.5 units in the last place instead of half of one |
    | `contract` | a product may be added without being rounded before |
    | `reassoc` | sums and products may be computed in any order |

    On AVX-512 `arith.maximumf` takes six instructions, and one with `nnan` and
    `nsz`; a division takes about 16 cycles, a product one.

    `heddle check` sees the flags in the scheduled function, and its report names
    them. With `nnan` it passes no infinities, NaN or large numbers, with `nsz` no
    zeros. With `arcp`, `contract` or `reassoc` results are compared as floats, as
    those of sums are.

    `ninf` and `afn` are refused: reductions start from infinities, and nothing
    bounds the error of an approximated function. A maximum or minimum that passes
    over NaN (`arith.maxnumf`) does not get `nnan`, and conversions between floats
    get no flag.

    Named structured ops, `linalg.softmax` and the ops of `linalg_ext` have no
    body that could show a flag: a remark names those that are left. After
    `transform.heddle.vectorize` their operations are in the open.

    With a param after `if`, the flags are added only if the param is 1, and
    nothing is done if it is 0. So a schedule leaves the choice to the person
    who runs it.

    #### Return modes

    Reads `target`, whose ops are changed in place, and the param.

    Fails silenceably, with the payload as it was, if a handle names nothing
    (unless this op carries `heddle.may_be_empty`), if the param is not one value
    that is 0 or 1, or if no operation in the targets takes the flags.

    #### Example

    ```mlir
    transform.heddle.vectorize %func : !transform.any_op
    transform.heddle.fast_math %func fastmath<nnan,nsz,arcp> if %allowed
      : !transform.any_op
    ```
  }];

  let arguments = (ins
    TransformHandleTypeInterface:$target,
    Arith_FastMathAttr:$fastmath,
    Optional<Heddle_I64Param>:$allowed);
  let results = (outs);
  let assemblyFormat = [{
    $target `fastmath` `` $fastmath (`if` $allowed^)? attr-dict
    custom<HandleType>(ref($target), type($target))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = declaresApplyToTargets;
  let extraClassDefinition = !strconcat(appliesToTargets, readsOperands);
}

#endif // HEDDLE_TRANSFORMOPS_VECTORS_VECTOROPS_TD
