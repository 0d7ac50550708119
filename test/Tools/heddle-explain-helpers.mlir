// The function that upstream's deallocation adds is no code of the payload.
// RUN: heddle apply %s 2>/dev/null | FileCheck %s --check-prefix=HELPER
// RUN: heddle explain %s --loops 2>/dev/null | FileCheck %s
// RUN: heddle explain %s --loops --json 2>/dev/null | FileCheck %s --check-prefix=JSON

// HELPER: func.func private @dealloc_helper(
// CHECK-NOT: dealloc_helper
// CHECK:     loops of @running
// JSON-NOT: dealloc_helper
// JSON:     "function": "running",

module attributes {transform.with_named_sequence} {
  func.func @running(%a: tensor<13x67xf32>) -> tensor<13x67xf32> {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 67 : index
    %e = tensor.empty() : tensor<13xf32>
    %start = linalg.fill ins(%zero : f32) outs(%e : tensor<13xf32>) -> tensor<13xf32>
    %o = tensor.empty() : tensor<13x67xf32>
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %start, %rows = %o)
        -> (tensor<13xf32>, tensor<13x67xf32>) {
      %column = tensor.extract_slice %a[0, %j] [13, 1] [1, 1] : tensor<13x67xf32> to tensor<13xf32>
      %next = linalg.add ins(%sum, %column : tensor<13xf32>, tensor<13xf32>)
          outs(%sum : tensor<13xf32>) -> tensor<13xf32>
      %row = tensor.insert_slice %sum into %rows[0, %j] [13, 1] [1, 1] : tensor<13xf32> into tensor<13x67xf32>
      scf.yield %next, %row : tensor<13xf32>, tensor<13x67xf32>
    }
    return %r#1 : tensor<13x67xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %module {best_effort}
    %buffers = transform.heddle.bufferize %module {returns = "out_params"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
