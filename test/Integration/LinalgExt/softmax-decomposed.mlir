// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The loops of the op and its decomposition into generics are two programs: the
// second is the reference of the first.

// From any maximum and sum; all results.
// SAME-DAG: from_arguments: equal
// CHECK-LABEL: func @from_arguments(
// CHECK-NOT:     linalg_ext
func.func @from_arguments(%x: tensor<?x?xf64>, %m: tensor<?xf64>, %l: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x?xf64>) outs(%x, %m, %l, %l : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// Along dim 0, without the division.
// SAME-DAG: unnormalized: equal
// CHECK-LABEL: func @unnormalized(
// CHECK-NOT:     linalg_ext
func.func @unnormalized(%x: tensor<?x?x5xf32>, %m: tensor<?x5xf32>, %l: tensor<?x5xf32>) -> (tensor<?x?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>) {
  %0:4 = linalg_ext.unnorm_softmax dimension(0) ins(%x : tensor<?x?x5xf32>) outs(%x, %m, %l, %l : tensor<?x?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>) : tensor<?x?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>, tensor<?x5xf32>
}

// One row of any length: what is kept per row has rank 0.
// SAME-DAG: one_row: equal
func.func @one_row(%x: tensor<?xf32>, %m: tensor<f32>, %l: tensor<f32>) -> (tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:4 = linalg_ext.softmax dimension(0) ins(%x : tensor<?xf32>) outs(%x, %m, %l, %l : tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) : tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// With safe divisors, from any maximum and sum.
// SAME-DAG: safe: equal
// CHECK-LABEL: func @safe(
// CHECK-NOT:     linalg_ext
func.func @safe(%x: tensor<?x?xf64>, %m: tensor<?xf64>, %l: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0:4 = linalg_ext.softmax {safe} dimension(1) ins(%x : tensor<?x?xf64>) outs(%x, %m, %l, %l : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// Half precision.
// SAME-DAG: half: equal
func.func @half(%x: tensor<9x13xf16>, %m: tensor<9xf16>, %l: tensor<9xf16>) -> (tensor<9x13xf16>, tensor<9xf16>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<9x13xf16>) outs(%x, %m, %l, %l : tensor<9x13xf16>, tensor<9xf16>, tensor<9xf16>, tensor<9xf16>) : tensor<9x13xf16>, tensor<9xf16>, tensor<9xf16>, tensor<9xf16>
  return %0#0, %0#2 : tensor<9x13xf16>, tensor<9xf16>
}

// SAME-DAG: bfloat: equal
func.func @bfloat(%x: tensor<9x13xbf16>, %m: tensor<9xbf16>, %l: tensor<9xbf16>) -> (tensor<9x13xbf16>, tensor<9xbf16>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<9x13xbf16>) outs(%x, %m, %l, %l : tensor<9x13xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<9xbf16>) : tensor<9x13xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<9xbf16>
  return %0#0, %0#2 : tensor<9x13xbf16>, tensor<9xbf16>
}

// Row i keeps its first i elements. Row 0 is masked wholly: it gives NaN, and
// its maximum stays -inf and its sum 0; the other rows do not notice.
// SAME-DAG: masked: equal
func.func @masked(%x: tensor<?x13xf32>) -> (tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x13xf32>
  %e = tensor.empty(%n) : tensor<?x13xf32>
  %r = tensor.empty(%n) : tensor<?xf32>
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %masked = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x13xf32>) outs(%e : tensor<?x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi slt, %j, %i : index
    %y = arith.select %keep, %in, %inf : f32
    linalg.yield %y : f32
  } -> tensor<?x13xf32>
  %m = linalg.fill ins(%inf : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %l = linalg.fill ins(%zero : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %0:4 = linalg_ext.softmax dimension(1) ins(%masked : tensor<?x13xf32>) outs(%e, %m, %l, %r : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %0#2 : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>
}

// One element that is NaN, from the maximum NaN: it has the maximum NaN.
// SAME-DAG: one: equal
func.func @one(%x: tensor<1x1xf32>, %m: tensor<1xf32>, %l: tensor<1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<1x1xf32>) outs(%x, %m, %l, %l : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// The same without the division.
// SAME-DAG: single: equal
func.func @single(%x: tensor<1x1xf32>, %m: tensor<1xf32>, %l: tensor<1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %0:4 = linalg_ext.unnorm_softmax dimension(1) ins(%x : tensor<1x1xf32>) outs(%x, %m, %l, %l : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg_ext.decompose
    } : !transform.any_op
    transform.yield
  }
}
