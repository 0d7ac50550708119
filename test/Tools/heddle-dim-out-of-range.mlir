// An extent that the shape does not have, in code that is not run: check and
// bench do not look it up, and the memory report gives it a name of its own.
//
// RUN: split-file %s %t
// RUN: heddle check %t/tensor.mlir --allow-unchanged | FileCheck %s
// RUN: heddle check %t/buffer.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=BUFFER
// RUN: heddle explain --memory %t/buffer.mlir | FileCheck %s --check-prefix=MEMORY

// CHECK:      never_run: equal
// BUFFER:     buffer: equal

// MEMORY:      memory of @buffer: 1 allocation (4*s0 B, 1 x), 1 copy (4*s0 B, 1 x)
// MEMORY:      s0 = no dim at

//--- tensor.mlir
func.func @never_run(%a: tensor<?xf32>, %always: i1) -> tensor<?xf32> {
  %c = arith.constant -2147483648 : index
  %n = scf.if %always -> index {
    %c3 = arith.constant 3 : index
    scf.yield %c3 : index
  } else {
    %d = tensor.dim %a, %c : tensor<?xf32>
    scf.yield %d : index
  }
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

//--- buffer.mlir
func.func @buffer(%always: i1, %b: memref<?xf32>) {
  scf.if %always {
  } else {
    %c = arith.constant 7 : index
    %d = memref.dim %b, %c : memref<?xf32>
    %m = memref.alloc(%d) : memref<?xf32>
    linalg.copy ins(%b : memref<?xf32>) outs(%m : memref<?xf32>)
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
