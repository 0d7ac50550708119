// Upstream's analysis does not know that these bodies run again, or at the same time,
// and writes into tensors from outside of them in place. Each run starts from a copy.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/cleanup.mlir --allow-unchanged | FileCheck %s
// CHECK-NOT: {{different|race:}}
// CHECK-DAG: parallel: equal
// CHECK-DAG: nested: equal
// CHECK-DAG: affine_for: equal
// CHECK-DAG: affine_parallel: equal
// CHECK-DAG: once: equal

// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:   | FileCheck %s --check-prefix=COPY
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=CAUSE
// CAUSE:      memory of @parallel: 1 allocation (676 B, 13 x), 1 copy (676 B, 13 x), peak 52 B
// CAUSE-NEXT:   alloc memref<13xi32>: 52 B x 13
// CAUSE-NEXT:   because the body of 'scf.parallel' may run again, and writes into a tensor from outside of it

// COPY-LABEL: func.func @parallel(
// COPY-SAME:    %{{.*}}: memref<13xi32>, %[[A:[a-z0-9]*]]: memref<13xi32>
// COPY:         scf.parallel (%{{.*}}) =
// COPY:           %[[C:.*]] = memref.alloc()
// COPY:           linalg.add ins(%{{.*}}, %[[A]] : {{.*}}) outs(%[[C]] :
func.func @parallel(%x: tensor<13xi32>, %a: tensor<13xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %zero = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%c13) step (%c1) init (%zero) -> i32 {
    %t = linalg.add ins(%x, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
    %v = tensor.extract %t[%i] : tensor<13xi32>
    scf.reduce(%v : i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// The loop inside starts from a tensor of the body around it, through a slice; what a
// body makes itself is not copied.
// COPY-LABEL: func.func @nested(
// COPY-SAME:    %[[A:[a-z0-9]*]]: memref<?xi32>
// COPY:         %[[S:.*]] = memref.subview %[[A]]
// COPY:         affine.for %{{.*}} = 0 to 5 {
// COPY-NEXT:      linalg.copy ins(%[[S]] : {{.*}}) outs(%[[C:.*]] :
// COPY-NEXT:      scf.for %{{.*}} =
// COPY-NEXT:        linalg.add ins(%[[C]], %[[C]] : {{.*}}) outs(%[[C]] :
func.func @nested(%a: tensor<?xi32>, %start: tensor<i32>, %m: memref<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  affine.for %i = 0 to 5 {
    %s = tensor.extract_slice %a[0] [%n] [1] : tensor<?xi32> to tensor<?xi32>
    %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%acc = %s) -> tensor<?xi32> {
      %u = linalg.add ins(%acc, %acc : tensor<?xi32>, tensor<?xi32>) outs(%acc : tensor<?xi32>) -> tensor<?xi32>
      scf.yield %u : tensor<?xi32>
    }
    %w = linalg.reduce {arith.maxsi} ins(%t : tensor<?xi32>) outs(%start : tensor<i32>) dimensions = [0]
    %v = tensor.extract %w[] : tensor<i32>
    memref.store %v, %m[%i] : memref<5xi32>
  }
  return
}

// COPY-LABEL: func.func @affine_for(
func.func @affine_for(%x: tensor<13xi32>, %a: tensor<13xi32>, %m: memref<13xi32>) {
  affine.for %i = 0 to 13 {
    %t = linalg.add ins(%x, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
    %v = tensor.extract %t[%i] : tensor<13xi32>
    memref.store %v, %m[%i] : memref<13xi32>
  }
  return
}

func.func @affine_parallel(%x: tensor<13xi32>, %a: tensor<13xi32>, %m: memref<13xi32>) {
  affine.parallel (%i) = (0) to (13) {
    %t = linalg.add ins(%x, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
    %v = tensor.extract %t[%i] : tensor<13xi32>
    memref.store %v, %m[%i] : memref<13xi32>
  }
  return
}

// This body runs once: no copy.
// COPY-LABEL: func.func @once(
// COPY-NOT:     memref.alloc
// COPY:         return
func.func @once(%a: tensor<13xi32>, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %v = scf.execute_region -> i32 {
    %t = tensor.insert %k into %a[%c0] : tensor<13xi32>
    %w = tensor.extract %t[%c0] : tensor<13xi32>
    scf.yield %w : i32
  }
  return %v : i32
}
