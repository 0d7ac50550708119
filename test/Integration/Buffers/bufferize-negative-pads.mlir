// A pad by less than nothing writes no element beside the padded buffer.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-out-params.mlir | FileCheck %s
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:   | FileCheck %s --check-prefix=IR

// Rows are cut, columns are added: only the kept rows are copied.
// CHECK: cut: equal: whole numbers bit for bit (1 run)
// IR-LABEL: func.func @cut(
// IR-SAME:      %[[A:.*]]: memref<7x13xf32>
// IR-DAG:     %[[KEPT:.*]] = memref.subview %[[A]][2, 0] [4, 13] [1, 1]
// IR-DAG:     %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4x16xf32>
// IR:         %[[PLACE:.*]] = memref.subview %[[ALLOC]][0, 3] [4, 13] [1, 1]
// IR:         linalg.copy ins(%[[KEPT]] : {{.*}}) outs(%[[PLACE]] :
func.func @cut(%a: tensor<7x13xf32>, %f: f32) -> tensor<4x16xf32> {
  %p = tensor.pad %a low[-2, 3] high[-1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<7x13xf32> to tensor<4x16xf32>
  return %p : tensor<4x16xf32>
}

// The amount is known at run time only: all of the source is cut.
// CHECK: gone: equal: whole numbers bit for bit
func.func @gone(%a: tensor<5xf32>, %n: index, %f: f32) -> tensor<?xf32> {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = arith.remui %n, %c3 : index
  %low = arith.subi %r, %c9 : index
  %p = tensor.pad %a low[%low] high[%c9] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<5xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// In a branch of a loop; the padding depends on where it is.
// CHECK: in_loop: equal: random data bit for bit
func.func @in_loop(%a: tensor<5xi32>, %b: tensor<4xi32>, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = arith.remui %n, %c3 : index
  %f = scf.for %i = %c0 to %r step %c1 iter_args(%t = %b) -> (tensor<4xi32>) {
    %low = arith.subi %c0, %i : index
    %high = arith.subi %i, %c1 : index
    %p = tensor.pad %a low[%low] high[%high] {
    ^bb0(%j: index):
      %v = arith.index_cast %j : index to i32
      tensor.yield %v : i32
    } : tensor<5xi32> to tensor<4xi32>
    %s = linalg.add ins(%p, %t : tensor<4xi32>, tensor<4xi32>) outs(%t : tensor<4xi32>) -> tensor<4xi32>
    scf.yield %s : tensor<4xi32>
  }
  return %f : tensor<4xi32>
}
