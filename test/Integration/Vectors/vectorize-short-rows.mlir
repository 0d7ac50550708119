// RUN: heddle check %s | FileCheck %s

// A row of a few registers, the last one partial: what is missing of it changes
// no sum, product or minimum, not even of zeros and NaN. The lowering test says
// in which order the rest is combined (Lowering/CPU/masked-reductions.mlir).

// Sums of -0.0 and of NaN among them.
// CHECK: sum: equal
func.func @sum(%x: tensor<?x77xf32>, %m: tensor<?xf32>) -> tensor<?xf32> {
  %s = linalg.reduce ins(%x : tensor<?x77xf32>) outs(%m : tensor<?xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %t = arith.addf %a, %o : f32
      linalg.yield %t : f32
    }
  return %s : tensor<?xf32>
}

// Less than a register.
// CHECK: sum_f64: equal
func.func @sum_f64(%x: tensor<?x3xf64>, %m: tensor<?xf64>) -> tensor<?xf64> {
  %s = linalg.reduce ins(%x : tensor<?x3xf64>) outs(%m : tensor<?xf64>) dimensions = [1]
    (%a: f64, %o: f64) {
      %t = arith.addf %a, %o : f64
      linalg.yield %t : f64
    }
  return %s : tensor<?xf64>
}

// One element more than a register.
// CHECK: sum_f16: equal
func.func @sum_f16(%x: tensor<?x33xf16>, %m: tensor<?xf16>) -> tensor<?xf16> {
  %s = linalg.reduce ins(%x : tensor<?x33xf16>) outs(%m : tensor<?xf16>) dimensions = [1]
    (%a: f16, %o: f16) {
      %t = arith.addf %a, %o : f16
      linalg.yield %t : f16
    }
  return %s : tensor<?xf16>
}

// In f32, rounded once.
// CHECK: sum_bf16: equal
func.func @sum_bf16(%x: tensor<?x61xbf16>, %m: tensor<?xbf16>) -> tensor<?xbf16> {
  %s = linalg.reduce ins(%x : tensor<?x61xbf16>) outs(%m : tensor<?xbf16>) dimensions = [1]
    (%a: bf16, %o: bf16) {
      %t = arith.addf %a, %o : bf16
      linalg.yield %t : bf16
    }
  return %s : tensor<?xbf16>
}

// The missing factors are 1.
// CHECK: product: equal
func.func @product(%x: tensor<?x21xf32>, %m: tensor<?xf32>) -> tensor<?xf32> {
  %s = linalg.reduce ins(%x : tensor<?x21xf32>) outs(%m : tensor<?xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %t = arith.mulf %a, %o : f32
      linalg.yield %t : f32
    }
  return %s : tensor<?xf32>
}

// Rows of NaN alone among them.
// CHECK: number_minimum: equal
func.func @number_minimum(%x: tensor<?x77xf32>, %m: tensor<?xf32>) -> tensor<?xf32> {
  %s = linalg.reduce ins(%x : tensor<?x77xf32>) outs(%m : tensor<?xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %t = arith.minnumf %a, %o : f32
      linalg.yield %t : f32
    }
  return %s : tensor<?xf32>
}

// In f32, where bf16 has no such op.
// CHECK: number_maximum: equal
func.func @number_maximum(%x: tensor<?x35xbf16>, %m: tensor<?xbf16>) -> tensor<?xbf16> {
  %s = linalg.reduce ins(%x : tensor<?x35xbf16>) outs(%m : tensor<?xbf16>) dimensions = [1]
    (%a: bf16, %o: bf16) {
      %t = arith.maxnumf %a, %o : bf16
      linalg.yield %t : bf16
    }
  return %s : tensor<?xbf16>
}

// Integers, which wrap around.
// CHECK: integers: equal
func.func @integers(%x: tensor<?x77xi32>, %m: tensor<?xi32>) -> tensor<?xi32> {
  %s = linalg.reduce ins(%x : tensor<?x77xi32>) outs(%m : tensor<?xi32>) dimensions = [1]
    (%a: i32, %o: i32) {
      %t = arith.addi %a, %o : i32
      linalg.yield %t : i32
    }
  return %s : tensor<?xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
