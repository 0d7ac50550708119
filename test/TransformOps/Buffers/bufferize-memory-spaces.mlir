// The encoding of a tensor is the memory space of its buffer, if it is a number or a
// space of a GPU.
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// New buffers, results and constants are in the space, too.
// CHECK:       memref.global "private" constant @[[K:.*]] : memref<4xf32, 1> =
// CHECK-LABEL: func.func @new_buffers(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<?xf32, 1>, %[[D:[a-z0-9]*]]: memref<?xf32, 1> {heddle.results = array<i64: 0>}) -> memref<?xf32, 1> {
// CHECK:         %[[T:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32, 1>
// CHECK:         linalg.exp ins(%[[A]] : {{.*}}) outs(%[[T]] :
// CHECK:         linalg.add ins(%[[T]], %[[A]] : {{.*}}) outs(%[[D]] :
// CHECK:         memref.dealloc %[[T]]
// CHECK:         %[[R:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32, 1>
// CHECK:         linalg.add ins(%[[D]], %[[A]] : {{.*}}) outs(%[[R]] :
// CHECK:         return %[[R]] : memref<?xf32, 1>
func.func @new_buffers(%a: tensor<?xf32, 1>, %d: tensor<?xf32, 1>) -> (tensor<?xf32, 1>, tensor<?xf32, 1>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32, 1>
  %e = tensor.empty(%n) : tensor<?xf32, 1>
  %0 = linalg.exp ins(%a : tensor<?xf32, 1>) outs(%e : tensor<?xf32, 1>) -> tensor<?xf32, 1>
  %1 = linalg.add ins(%0, %a : tensor<?xf32, 1>, tensor<?xf32, 1>) outs(%d : tensor<?xf32, 1>) -> tensor<?xf32, 1>
  %2 = linalg.add ins(%1, %a : tensor<?xf32, 1>, tensor<?xf32, 1>) outs(%1 : tensor<?xf32, 1>) -> tensor<?xf32, 1>
  return %1, %2 : tensor<?xf32, 1>, tensor<?xf32, 1>
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: memref<4xf32, 1> {heddle.results = array<i64: 0>}
// CHECK:         %[[G:.*]] = memref.get_global @[[K]] : memref<4xf32, 1>
// CHECK:         %[[S:.*]] = memref.subview %[[D]][0] [2] [1] : memref<4xf32, 1> to memref<2xf32, strided<[1]>, 1>
// CHECK:         %[[T:.*]] = memref.alloc() {{.*}} : memref<4xf32, 1>
// CHECK:           linalg.add ins(%[[D]], %[[G]] : {{.*}}) outs(%[[T]] :
// CHECK:           linalg.copy ins(%{{.*}}) outs(%[[S]] :
func.func @loop(%d: tensor<4xf32, 1>, %n: index) -> tensor<4xf32, 1> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32, 1>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %d) -> tensor<4xf32, 1> {
    %e = tensor.empty() : tensor<4xf32, 1>
    %0 = linalg.add ins(%acc, %k : tensor<4xf32, 1>, tensor<4xf32, 1>) outs(%e : tensor<4xf32, 1>) -> tensor<4xf32, 1>
    %s = tensor.extract_slice %0[1] [2] [1] : tensor<4xf32, 1> to tensor<2xf32, 1>
    %x = linalg.add ins(%s, %s : tensor<2xf32, 1>, tensor<2xf32, 1>) outs(%s : tensor<2xf32, 1>) -> tensor<2xf32, 1>
    %w = tensor.insert_slice %x into %acc[0] [2] [1] : tensor<2xf32, 1> into tensor<4xf32, 1>
    scf.yield %w : tensor<4xf32, 1>
  }
  return %r : tensor<4xf32, 1>
}

// A cast to a tensor of another space is a copy.
// CHECK-LABEL: func.func @other_space(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<4xf32, #gpu.address_space<global>>) -> memref<4xf32> {
// CHECK:         %[[R:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK:         linalg.copy ins(%[[A]] : {{.*}}) outs(%[[R]] :
func.func @other_space(%a: tensor<4xf32, #gpu.address_space<global>>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32, #gpu.address_space<global>> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// So is one that only another op reads; without it, the op would read the first space.
// CHECK-LABEL: func.func @read_in_other_space(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<?x9xf32, 1>, %[[D:[a-z0-9]*]]: memref<7x9xf32>
// CHECK:         %[[C:.*]] = memref.alloc() {{.*}} : memref<7x9xf32, 2>
// CHECK:         linalg.copy ins(%[[A]] : {{.*}}) outs(%[[C]] :
// CHECK:         linalg.mul ins(%[[C]], %[[C]] : memref<7x9xf32, 2>, memref<7x9xf32, 2>) outs(%[[D]] :
func.func @read_in_other_space(%a: tensor<?x9xf32, 1>, %d: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %1 = tensor.cast %a : tensor<?x9xf32, 1> to tensor<7x9xf32, 2>
  %2 = linalg.mul ins(%1, %1 : tensor<7x9xf32, 2>, tensor<7x9xf32, 2>) outs(%d : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %2 : tensor<7x9xf32>
}

// Another encoding is no memory space.
// CHECK-LABEL: func.func @no_space(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: memref<4xf32> {heddle.results = array<i64: 0>}) {
// CHECK:         linalg.exp ins(%[[D]] : memref<4xf32>) outs(%[[D]] : memref<4xf32>)
func.func @no_space(%d: tensor<4xf32, "blocked">) -> tensor<4xf32, "blocked"> {
  %0 = linalg.exp ins(%d : tensor<4xf32, "blocked">) outs(%d : tensor<4xf32, "blocked">) -> tensor<4xf32, "blocked">
  return %0 : tensor<4xf32, "blocked">
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
