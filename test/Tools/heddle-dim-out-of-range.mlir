// An extent that the shape does not have, in code that is not run: check and
// bench do not look it up, and the memory report gives it a name of its own.
//
// RUN: split-file %s %t
// RUN: heddle check %t/tensor.mlir --allow-unchanged | FileCheck %s
// RUN: heddle check %t/buffer.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=BUFFER
// RUN: not heddle check %t/sizes.mlir | FileCheck %s --check-prefix=SIZES
// RUN: heddle explain --memory %t/buffer.mlir | FileCheck %s --check-prefix=MEMORY

// CHECK:      never_run: equal
// Of what folds the extent away, too.
// CHECK-NEXT: of_a_pad: equal
// CHECK-NEXT: of_a_view: equal
// BUFFER:     buffer: equal
// What always depends on it has no elements, and nothing to compare.
// SIZES:      of_the_sizes: inconclusive: {{.*}} arg0=0, arg1=0: result 0 has no elements

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
func.func @of_a_pad(%x: tensor<6xf32>, %out: tensor<9xf32>, %i: index) -> (tensor<9xf32>, index) {
  %before = arith.constant -1 : index
  %c = arith.constant 7.0 : f32
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%j: index):
    tensor.yield %c : f32
  } : tensor<6xf32> to tensor<9xf32>
  %d = tensor.dim %0, %before : tensor<9xf32>
  %1 = linalg.exp ins(%0 : tensor<9xf32>) outs(%out : tensor<9xf32>) -> tensor<9xf32>
  %2 = arith.addi %d, %i : index
  return %1, %2 : tensor<9xf32>, index
}
func.func @of_a_view(%m: memref<?x4xf32>, %i: index) -> index {
  %behind = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[0, 0] [%c1, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %d = memref.dim %0, %behind : memref<?x4xf32, strided<[4, 1]>>
  %1 = arith.addi %d, %i : index
  return %1 : index
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

//--- sizes.mlir
func.func @of_the_sizes(%x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c3 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.negf {tiled} ins(%0 : tensor<?xf32>) outs(%out : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match attributes {tiled} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
