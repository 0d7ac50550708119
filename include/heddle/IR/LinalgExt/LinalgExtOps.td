//===- LinalgExtOps.td - Ops of the linalg_ext dialect -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops. Each op is implemented in a separate file in
// lib/heddle/IR/LinalgExt.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_IR_LINALGEXT_LINALGEXTOPS_TD
#define HEDDLE_IR_LINALGEXT_LINALGEXTOPS_TD

include "heddle/IR/LinalgExt/LinalgExtBase.td"
include "heddle/IR/LinalgExt/MatmulLayout.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/RuntimeVerifiableOpInterface.td"

//===----------------------------------------------------------------------===//
// batch_matmul
//===----------------------------------------------------------------------===//

def BatchMatmulOp : LinalgExt_StructuredOp<"batch_matmul", [
    DeclareOpInterfaceMethods<LinalgExtOp, ["combinesInAnyOrder"]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>,
    DeclareOpInterfaceMethods<PartialReductionOpInterface, [
        "generateInitialTensorForPartialReduction", "tileToPartialReduction",
        "mergeReductions", "getPartialResultTilePosition"]>]> {
  let summary = "Matmul with any number of batch dims and either layout";
  let description = [{
    Adds the product of `lhs` and `rhs` to `init`, for each point of the leading
    dims b..., of which there is at least one:

    ```
    init[b, m, n] += sum over k of lhs[b, m, k] * rhs[b, k, n]
    ```

    The first letter of `layout` is `n` if `lhs` has shape b... x m x k, and `t` if
    it has b... x k x m; the second letter is `n` if `rhs` has shape b... x k x n, and
    `t` if it has b... x n x k. The iteration dims are b..., m, n, k.

    All elements are floats, or all are integers. They are converted to the type of
    `init` as by `linalg.batch_matmul` (integers as signed) and multiplied there, in
    ascending order of k. Tiles along k may be computed in any order and, by
    `transform.structured.tile_reduction_using_for` and its like, as partial
    sums.

    #### Example

    ```mlir
    func.func @scores(%q: tensor<2x8x?x64xf16>, %k: tensor<2x8x?x64xf16>,
                      %zeros: tensor<2x8x?x?xf32>) -> tensor<2x8x?x?xf32> {
      %0 = linalg_ext.batch_matmul
        ins(%q, %k : tensor<2x8x?x64xf16>, tensor<2x8x?x64xf16>)
        outs(%zeros : tensor<2x8x?x?xf32>) layout = "nt"
      return %0 : tensor<2x8x?x?xf32>
    }
    ```
  }];
  let arguments = (ins LinalgExt_NumberShaped:$lhs,
                       LinalgExt_NumberShaped:$rhs,
                       LinalgExt_NumberShaped:$init,
                       MatmulLayoutAttr:$layout);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    `outs` `(` $init `:` type($init) `)` `layout` `=` $layout attr-dict
  }];
  let extraClassDeclaration = sharedDeclarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), 2, 1);
    }
  }];
}

//===----------------------------------------------------------------------===//
// diag
//===----------------------------------------------------------------------===//

def DiagOp : LinalgExt_StructuredOp<"diag", [
    AllElementTypesMatch<["input", "output"]>,
    DeclareOpInterfaceMethods<LinalgExtOp, ["createTile"]>,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  let summary = "Diagonal matrices";
  let description = [{
    Writes each row of `input`, of rank N, as the diagonal of a square matrix in the
    last two dims of `output`, of rank N + 1:

    ```
    output[..., i, j] = input[..., i] if i + o0 == j + o1, else 0
    ```

    o0 and o1 are the `offsets`, both 0 if there are none. The offsets of a tile
    are the indices at which the tile starts; a tile need not be square. The op
    does not read `output`.

    `transform.apply_patterns.linalg_ext.scale_by_diag` makes a product with a
    diagonal matrix a scaling of rows or columns.

    #### Example

    ```mlir
    %0 = linalg_ext.diag ins(%x : tensor<?xf32>) outs(%y : tensor<?x?xf32>)
      : tensor<?x?xf32>
    ```
  }];
  let arguments = (ins LinalgExt_NumberShaped:$input,
                       Variadic<Index>:$offsets,
                       LinalgExt_NumberShaped:$output);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict `ins` `(` $input `:` type($input) `)`
    (`offsets` `(` $offsets^ `)`)?
    `outs` `(` $output `:` type($output) `)` (`:` type($results)^)?
  }];
  let extraClassDeclaration = sharedDeclarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(
          getOperation(), getOperation()->getNumOperands() - 1, 1);
    }
  }];
}

//===----------------------------------------------------------------------===//
// softmax and unnorm_softmax
//===----------------------------------------------------------------------===//

class LinalgExt_SoftmaxLikeOp<string mnemonic, dag options = (ins)>
    : LinalgExt_StructuredOp<mnemonic, [
        AllElementTypesMatch<["input", "output", "max", "accumulator",
                              "scale"]>,
        DeclareOpInterfaceMethods<LinalgExtOp,
                                  ["isIndivisible", "mayShareBuffer",
                                   "countLoops", "createLoops"]>,
        DeclareOpInterfaceMethods<AggregatedOpInterface,
                                  ["decomposeOperation"]>]> {
  let arguments = !con((ins LinalgExt_FloatShaped:$input,
                            LinalgExt_FloatShaped:$output,
                            LinalgExt_FloatShaped:$max,
                            LinalgExt_FloatShaped:$accumulator,
                            LinalgExt_FloatShaped:$scale,
                            I64Attr:$dimension), options);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $input `:` type($input) `)`
    `outs` `(` $output `,` $max `,` $accumulator `,` $scale `:`
    type($output) `,` type($max) `,` type($accumulator) `,` type($scale) `)`
    (`:` type($results)^)?
  }];
  let extraClassDeclaration = sharedDeclarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), 1, 4);
    }
  }];
}

def SoftmaxOp
    : LinalgExt_SoftmaxLikeOp<"softmax", (ins UnitAttr:$safe)> {
  let summary = "Softmax that starts from a maximum and a sum";
  let description = [{
    Softmax along `dimension`. The op also returns the maximum and the sum of
    each row, and starts from the maximum and the sum of earlier elements.
    `input` x and `output` have rank N; `max`, `accumulator` and `scale` lack
    `dimension` and have rank N - 1. Let m and l be the contents of `max` and
    `accumulator` before the op:

    ```
    M = max(m, max over d of x[d])          the new maximum
    e(a) = exp(a - M), and 0 for a = -inf
    L = l * e(m) + sum over d of e(x[d])    the new accumulator
    output[d] = e(x[d]) / L
    scale     = l * e(m) / L
    ```

    The op does not read `output` and `scale`. From m = -inf and l = 0 it is a
    plain softmax, and a row that is -inf everywhere gives NaN, as in
    `linalg.softmax`, in that row alone: its maximum stays -inf and its sum 0, and
    later elements of the row count as if nothing had been there.

    With `safe`, the divisor is not the sum a itself but d(a), which is a where a is
    positive and finite, and 1 elsewhere:

    ```
    output[d] = e(x[d]) / d(L)
    scale     = d(l) * e(m) / d(L)
    ```

    Then a row that is -inf everywhere gives 0, and no row gives NaN unless an
    element or an initial value is NaN or a maximum inf. For any tiles of a row, one
    after the other, a := a * scale + (the sum of a tile's outputs, each times a
    value) keeps a * d(L) equal to the same sum of the weights e.

    The maximum is taken as in `arith.maxnumf`, everything else in the type of
    the elements in ascending order of `dimension`, so from m = -inf and l = 0 the
    output is bit for bit that of the decomposed `linalg.softmax`.

    A tile has all of `dimension`. `output` may be the buffer of `input`.

    #### Example

    ```mlir
    %0:4 = linalg_ext.softmax dimension(1)
      ins(%x : tensor<4x?xf32>)
      outs(%y, %m, %l, %s : tensor<4x?xf32>, tensor<4xf32>, tensor<4xf32>,
                            tensor<4xf32>)
      : tensor<4x?xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    ```

    Source: M. Milakov and N. Gimelshein, Online normalizer calculation for
    softmax, arXiv 1805.02867.
  }];
}

def UnnormSoftmaxOp : LinalgExt_SoftmaxLikeOp<"unnorm_softmax"> {
  let summary = "Softmax without the division by the sum";
  let description = [{
    As `linalg_ext.softmax`, with the same maximum M and accumulator L, but

    ```
    output[d] = e(x[d])
    scale     = e(m)
    ```

    The quotient of `output` and `accumulator` is the softmax. A row that is -inf
    everywhere has the output 0 here, and NaN only after that division.

    #### Example

    ```mlir
    %0:4 = linalg_ext.unnorm_softmax dimension(0)
      ins(%x : tensor<8x?xf64>)
      outs(%y, %m, %l, %s : tensor<8x?xf64>, tensor<?xf64>, tensor<?xf64>,
                            tensor<?xf64>)
      : tensor<8x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// alias
//===----------------------------------------------------------------------===//

def AliasOp : Op<LinalgExt_Dialect, "alias", [
    Pure, SameOperandsAndResultType, BufferizableOpInterface]> {
  let summary = "Another name of a value";
  let description = [{
    Returns its operand, of any type. No canonicalization removes it, so that it
    keeps two uses of a value apart, mostly in the body of a `linalg.generic`, until
    `transform.apply_patterns.linalg_ext.remove_alias` does. It has no iteration
    space. The lowering to loops removes what is left of it.

    #### Example

    ```mlir
    %y = linalg_ext.alias %x : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let extraClassDeclaration = [{
    // BufferizableOpInterface: the same buffer.
    bool bufferizesToMemoryRead(::mlir::OpOperand &,
                                const ::mlir::bufferization::AnalysisState &) {
      return false;
    }
    bool bufferizesToMemoryWrite(::mlir::OpOperand &,
                                 const ::mlir::bufferization::AnalysisState &) {
      return false;
    }
    ::mlir::bufferization::AliasingValueList
    getAliasingValues(::mlir::OpOperand &,
                      const ::mlir::bufferization::AnalysisState &) {
      return {{getOperation()->getResult(0),
               ::mlir::bufferization::BufferRelation::Equivalent}};
    }
    ::llvm::LogicalResult bufferize(
        ::mlir::RewriterBase &rewriter,
        const ::mlir::bufferization::BufferizationOptions &options,
        ::mlir::bufferization::BufferizationState &state);
  }];
}

//===----------------------------------------------------------------------===//
// yield
//===----------------------------------------------------------------------===//

def YieldOp : Op<LinalgExt_Dialect, "yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["ScanOp", "ScatterOp", "TopkOp"]>]> {
  let summary = "Ends the body of an op of linalg_ext";
  let description = [{
    Hands the values that the body computes to the op around it.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

def ScanOp : LinalgExt_StructuredOp<"scan", [
    AllElementTypesMatch<["input", "output", "accumulator"]>,
    DeclareOpInterfaceMethods<LinalgExtOp, ["mayShareBuffer"]>,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Prefix of a combination along one dim";
  let description = [{
    Combines the elements along `dimension` one after another and writes each
    intermediate value: a running sum, a running maximum, or whatever the body
    computes. `input` x and `output` have rank N, `accumulator` lacks `dimension`
    and has rank N - 1. Let a[0] be the contents of `accumulator` before the op,
    and n the extent of `dimension`:

    ```
    a[d + 1]  = body(a[d], x[d])       for d = 0, 1, ..., n - 1
    output[d] = a[d + 1] if inclusive, a[d] if not
    accumulator = a[n]
    ```

    The body takes the accumulator and the element, in this order, and yields
    the next accumulator. The elements are combined in ascending order, so the
    body need be neither associative nor commutative. The op does not read
    `output`, which may be the buffer of `input`.

    Tiles along `dimension` carry the accumulator from one to the next.

    `associative` declares that body(body(a, x), y) is body(a, body(x, y)), up to
    rounding. Without it, only a body of one operation counts as associative:
    `addi`, `muli`, `andi`, `ori`, `xori`, a maximum or minimum of integers,
    `maximumf` or `minimumf`. The attribute does not change what the op computes:
    it allows `heddle.split_scan` to combine blocks of elements separately.

    #### Example

    ```mlir
    func.func @running_sums(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>,
                            %start: tensor<4xf32>) -> tensor<4x?xf32> {
      %0:2 = linalg_ext.scan dimension(1) inclusive(true)
        ins(%x : tensor<4x?xf32>)
        outs(%y, %start : tensor<4x?xf32>, tensor<4xf32>) {
      ^bb0(%sum: f32, %element: f32):
        %next = arith.addf %sum, %element : f32
        linalg_ext.yield %next : f32
      } -> tensor<4x?xf32>, tensor<4xf32>
      return %0#0 : tensor<4x?xf32>
    }
    ```

    Source: `cumsum` and its like in numpy and ONNX. The order of the combinations
    is fixed; the parallel prefix of G. Blelloch, Prefix sums and their
    applications, is what `heddle.split_scan` makes of it.
  }];
  let arguments = (ins LinalgExt_NumberShaped:$input,
                       LinalgExt_NumberShaped:$output,
                       LinalgExt_NumberShaped:$accumulator,
                       I64Attr:$dimension,
                       BoolAttr:$inclusive,
                       UnitAttr:$associative);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)`
    `ins` `(` $input `:` type($input) `)`
    `outs` `(` $output `,` $accumulator `:`
    type($output) `,` type($accumulator) `)`
    $body (`->` type($results)^)?
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = sharedDeclarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), 1, 2);
    }
  }];
}

//===----------------------------------------------------------------------===//
// topk
//===----------------------------------------------------------------------===//

def TopkOp : LinalgExt_StructuredOp<"topk", [
    AttrSizedOperandSegments,
    AllElementTypesMatch<["values", "output_values"]>,
    DeclareOpInterfaceMethods<LinalgExtOp, ["createTile"]>,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "The first k elements of each row in an order";
  let description = [{
    Merges the elements along `dimension`, with their indices, into the k slots
    of each row that `output_values` and `output_indices` hold. k is the extent of
    both along `dimension`; all other extents are those of `values`.

    The body takes two values and yields whether the first one goes before the
    second. It is made strict: a goes before b if body(a, b) and not body(b, a).
    The elements of a row are taken in ascending order of their position. Each
    is inserted before the first slot whose value it goes before; that slot and
    those after it move on by one, and the last one is dropped. So the initial
    values of the slots precede elements that are equal to them. Of equal
    elements, the one at the lower position comes first. A slot that no element
    fills keeps its value. Start from values that go before nothing, such as
    -inf for the largest elements. An element that is not ordered, such as NaN
    with an ordered comparison, goes before nothing.

    The index of an element is that of `indices` at its place, or without that
    operand its position along `dimension`, counted from `base` (default 0).

    Tiles along `dimension` merge into the same slots one after another. A tile of
    an op without `indices` has the position where it starts as its `base`.

    #### Example

    ```mlir
    func.func @three_largest(%x: tensor<4x?xf32>, %values: tensor<4x3xf32>,
                             %indices: tensor<4x3xi32>)
        -> (tensor<4x3xf32>, tensor<4x3xi32>) {
      %0:2 = linalg_ext.topk dimension(1)
        ins(%x : tensor<4x?xf32>)
        outs(%values, %indices : tensor<4x3xf32>, tensor<4x3xi32>) {
      ^bb0(%a: f32, %b: f32):
        %before = arith.cmpf ogt, %a, %b : f32
        linalg_ext.yield %before : i1
      } -> tensor<4x3xf32>, tensor<4x3xi32>
      return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
    }
    ```
  }];
  let arguments = (ins LinalgExt_NumberShaped:$values,
                       Optional<LinalgExt_IndexShaped>:$indices,
                       Optional<Index>:$base,
                       LinalgExt_NumberShaped:$output_values,
                       LinalgExt_IndexShaped:$output_indices,
                       I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $values (`,` $indices^)? `:`
    type($values) (`,` type($indices)^)? `)`
    (`base` `(` $base^ `)`)?
    `outs` `(` $output_values `,` $output_indices `:`
    type($output_values) `,` type($output_indices) `)`
    $body (`->` type($results)^)?
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = sharedDeclarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(
          getOperation(), getOperation()->getNumOperands() - 2, 2);
    }
  }];
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

def ScatterOp : LinalgExt_StructuredOp<"scatter", [
    AllElementTypesMatch<["updates", "source"]>,
    DeclareOpInterfaceMethods<LinalgExtOp, ["combinesInAnyOrder"]>,
    DeclareOpInterfaceMethods<RuntimeVerifiableOpInterface,
                              ["generateRuntimeVerification"]>,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Updates of the elements that indices name";
  let description = [{
    Combines each element of `updates` into the element of `source` that an index
    names. `indices` has shape b... x K, where K, the last extent, is static;
    `updates` has shape b... x d..., and `source` has K dims that the indices
    index, and then d.... For each point p of b..., in row-major order, and each
    point q of d...:

    ```
    place         = (indices[p, 0], ..., indices[p, K - 1], q)
    source[place] = body(source[place], updates[p, q])
    ```

    So an element that several indices name is updated by all of them in the order
    of p. Indices are signed.

    With `unique_indices` the author says that no two points p name the same
    elements: any order gives the same then, and on memrefs the dims b... are
    parallel.

    An index that is not inside its dim of `source` is an error. Upstream's
    `--generate-runtime-verification` checks all indices of an op before it writes
    anything; without it, the program has undefined behavior.

    A tile has some of b... and of d..., and always all of K and of the dims that
    the indices index. Tiles along b... go on from what the ones before left.

    #### Example

    ```mlir
    func.func @add_rows(%indices: tensor<?x1xi32>, %rows: tensor<?x8xf32>,
                        %table: tensor<16x8xf32>) -> tensor<16x8xf32> {
      %0 = linalg_ext.scatter
        ins(%indices, %rows : tensor<?x1xi32>, tensor<?x8xf32>)
        outs(%table : tensor<16x8xf32>) {
      ^bb0(%current: f32, %update: f32):
        %next = arith.addf %current, %update : f32
        linalg_ext.yield %next : f32
      } -> tensor<16x8xf32>
      return %0 : tensor<16x8xf32>
    }
    ```
  }];
  let arguments = (ins LinalgExt_IndexShaped:$indices,
                       LinalgExt_NumberShaped:$updates,
                       LinalgExt_NumberShaped:$source,
                       UnitAttr:$unique_indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    attr-dict
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $source `:` type($source) `)`
    $body (`->` type($results)^)?
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = sharedDeclarations # [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), 2, 1);
    }
    /// The number of leading dims that `indices` and `updates` share.
    int64_t getNumBatchDims();
    /// The number of leading dims of `source` that the indices select.
    int64_t getIndexDepth();
  }];
}

#endif // HEDDLE_IR_LINALGEXT_LINALGEXTOPS_TD
