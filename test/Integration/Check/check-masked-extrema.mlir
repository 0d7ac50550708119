// Maxima and minima of partial tiles, vectorized with masks: all elements are far
// below (above) what a masked lane holds by chance, and the rows are in a buffer
// that ends before the reduction.
//
// RUN: heddle check -O 2 %s | FileCheck %s

// CHECK: maximum: equal: whole numbers bit for bit
func.func @maximum(%a: tensor<5x?xf32>) -> tensor<5xf32> {
  %far = arith.constant -100.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %b = linalg.map ins(%a : tensor<5x?xf32>) outs(%a : tensor<5x?xf32>)
    (%x: f32, %o: f32) {
      %y = arith.addf %x, %far : f32
      linalg.yield %y : f32
    }
  %f = linalg.fill ins(%far : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%b : tensor<5x?xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  return %0 : tensor<5xf32>
}

// CHECK: minimum: equal: whole numbers bit for bit
func.func @minimum(%a: tensor<5x?xf32>) -> tensor<5xf32> {
  %far = arith.constant 100.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %b = linalg.map ins(%a : tensor<5x?xf32>) outs(%a : tensor<5x?xf32>)
    (%x: f32, %o: f32) {
      %y = arith.addf %x, %far : f32
      linalg.yield %y : f32
    }
  %f = linalg.fill ins(%far : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.reduce {arith.minimumf} ins(%b : tensor<5x?xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  return %0 : tensor<5xf32>
}

// CHECK: maximum_bf16: equal: whole numbers bit for bit
func.func @maximum_bf16(%a: tensor<5x?xbf16>) -> tensor<5xbf16> {
  %far = arith.constant -100.0 : bf16
  %e = tensor.empty() : tensor<5xbf16>
  %b = linalg.map ins(%a : tensor<5x?xbf16>) outs(%a : tensor<5x?xbf16>)
    (%x: bf16, %o: bf16) {
      %y = arith.addf %x, %far : bf16
      linalg.yield %y : bf16
    }
  %f = linalg.fill ins(%far : bf16) outs(%e : tensor<5xbf16>) -> tensor<5xbf16>
  %0 = linalg.reduce {arith.maximumf} ins(%b : tensor<5x?xbf16>) outs(%f : tensor<5xbf16>) dimensions = [1]
  return %0 : tensor<5xbf16>
}

// CHECK: minimum_f64: equal: whole numbers bit for bit
func.func @minimum_f64(%a: tensor<5x?xf64>) -> tensor<5xf64> {
  %far = arith.constant 100.0 : f64
  %e = tensor.empty() : tensor<5xf64>
  %b = linalg.map ins(%a : tensor<5x?xf64>) outs(%a : tensor<5x?xf64>)
    (%x: f64, %o: f64) {
      %y = arith.addf %x, %far : f64
      linalg.yield %y : f64
    }
  %f = linalg.fill ins(%far : f64) outs(%e : tensor<5xf64>) -> tensor<5xf64>
  %0 = linalg.reduce {arith.minimumf} ins(%b : tensor<5x?xf64>) outs(%f : tensor<5xf64>) dimensions = [1]
  return %0 : tensor<5xf64>
}

// CHECK: maximum_number: equal: whole numbers bit for bit
func.func @maximum_number(%a: tensor<5x?xf32>) -> tensor<5xf32> {
  %far = arith.constant -100.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %b = linalg.map ins(%a : tensor<5x?xf32>) outs(%a : tensor<5x?xf32>)
    (%x: f32, %o: f32) {
      %y = arith.addf %x, %far : f32
      linalg.yield %y : f32
    }
  %f = linalg.fill ins(%far : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.reduce {arith.maxnumf} ins(%b : tensor<5x?xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  return %0 : tensor<5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %ops = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %ops tile_sizes [5, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %t vector_sizes [5, 4] : !transform.any_op
    transform.yield
  }
}
