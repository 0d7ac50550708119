// RUN: heddle-opt %s --split-input-file --apply-schedule 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks

// The op on tensors reads a copy, because the buffer is overwritten after it. Its
// result is read only: the sum gets a buffer of its own. Nothing is freed.
// CHECK-LABEL: func.func @between(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<?xf32>, %[[D:[a-z0-9]*]]: memref<?xf32>)
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[D]] :
// CHECK:         %[[C:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         linalg.copy ins(%[[D]] : {{.*}}) outs(%[[C]] :
// CHECK:         %[[T:.*]] = bufferization.to_tensor %[[C]] restrict writable : memref<?xf32> to tensor<?xf32>
// CHECK:         %[[U:.*]] = math.absf %[[T]] : tensor<?xf32>
// CHECK:         %[[B:.*]] = bufferization.to_buffer %[[U]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         linalg.negf ins(%[[D]] : {{.*}}) outs(%[[D]] :
// CHECK:         %[[S:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         linalg.add ins(%[[B]], %[[D]] : {{.*}}) outs(%[[S]] :
// CHECK-NOT:     memref.dealloc
// CHECK:         return %[[S]]
func.func @between(%a: tensor<?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %1 = math.absf %0 : tensor<?xf32>
  %2 = linalg.negf ins(%0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %3 = linalg.add ins(%1, %2 : tensor<?xf32>, tensor<?xf32>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What one op on tensors computes for another one is not copied. An operand that
// is used twice has two copies. In a loop, the copy is allocated in each iteration.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<4xf32>
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:           %[[C0:.*]] = memref.alloc()
// CHECK:           linalg.copy ins(%{{.*}}) outs(%[[C0]] :
// CHECK:           %[[T0:.*]] = bufferization.to_tensor %[[C0]] restrict writable
// CHECK:           %[[C1:.*]] = memref.alloc()
// CHECK:           linalg.copy ins(%{{.*}}) outs(%[[C1]] :
// CHECK:           %[[T1:.*]] = bufferization.to_tensor %[[C1]] restrict writable
// CHECK:           %[[U:.*]] = arith.addf %[[T0]], %[[T1]] : tensor<4xf32>
// CHECK-NEXT:      %[[V:.*]] = math.absf %[[U]] : tensor<4xf32>
// CHECK:           bufferization.to_buffer %[[V]]
func.func @chain(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> tensor<4xf32> {
    %0 = arith.addf %acc, %acc : tensor<4xf32>
    %1 = math.absf %0 : tensor<4xf32>
    %2 = linalg.add ins(%1, %acc : tensor<4xf32>, tensor<4xf32>) outs(%acc : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The second bufferization makes an argument of what was the second result. The
// first result was dropped by the first bufferization. The copy has its reason.
// WHY: note: copy memref<4xf32>: 16 B x 1, because 'math.absf' stays on tensors, and what it reads must not change
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<4xf32> {heddle.results = array<i64: 0>},
// CHECK-SAME:    %[[OUT:[a-z0-9]*]]: memref<4xf32> {heddle.results = array<i64: 1>}) {
// CHECK-NOT:     bufferization
// CHECK:         return
func.func @numbers(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = math.absf %0 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "convert-elementwise-to-linalg" to %0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.heddle.bufferize %1 {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.heddle.report_memory %2 : !transform.any_op
    transform.yield
  }
}
