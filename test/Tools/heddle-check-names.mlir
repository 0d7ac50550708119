// Functions of the payload have the names of functions that compiled code calls: of the
// math library, for copies and for memory. Each calls what its name says it is.
// RUN: heddle check %s | FileCheck %s

// CHECK:      exp: equal
// CHECK-NEXT: memcpy: equal
// CHECK-NEXT: free: equal
// CHECK-NEXT: calls_malloc: equal
// CHECK-NOT:  not judged

func.func @exp(%x: tensor<37xf64>) -> tensor<37xf64> {
  %e = tensor.empty() : tensor<37xf64>
  %r = linalg.exp ins(%x : tensor<37xf64>) outs(%e : tensor<37xf64>) -> tensor<37xf64>
  return %r : tensor<37xf64>
}
func.func @memcpy(%x: tensor<37xf32>) -> tensor<37xf32> {
  %e = tensor.empty() : tensor<37xf32>
  %r = linalg.copy ins(%x : tensor<37xf32>) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  return %r : tensor<37xf32>
}
func.func @free(%x: tensor<37xf32>) -> tensor<37xf32> {
  %e = tensor.empty() : tensor<37xf32>
  %r = linalg.square ins(%x : tensor<37xf32>) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  return %r : tensor<37xf32>
}
func.func private @malloc(%x: tensor<37xf64>) -> tensor<37xf64> {
  %e = tensor.empty() : tensor<37xf64>
  %r = linalg.exp ins(%x : tensor<37xf64>) outs(%e : tensor<37xf64>) -> tensor<37xf64>
  return %r : tensor<37xf64>
}
func.func @calls_malloc(%x: tensor<37xf64>) -> tensor<37xf64> {
  %y = call @malloc(%x) : (tensor<37xf64>) -> tensor<37xf64>
  return %y : tensor<37xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @tiled(%root: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %ops tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
