// Memory is written between an op that reads a view of it and the place where the
// op is fused. The function must still compute with the old contents.
// RUN: heddle check %s --allow-unchanged | FileCheck %s
// CHECK-DAG: left: equal
// CHECK-DAG: fused: equal
// CHECK-DAG: dynamic: equal
// CHECK-DAG: called: equal
// CHECK-DAG: in_loop: equal
// CHECK-DAG: merged: equal
// CHECK-DAG: siblings: equal
// CHECK-DAG: waits: equal

// RUN: heddle apply %s | FileCheck %s --check-prefix=IR
// The ops are merged, and the merged op comes before the write.
// IR-LABEL: func.func @merged(
// IR-SAME:    %[[M:[^:]*]]: memref
// IR:         %[[T:.*]] = bufferization.to_tensor %[[M]]
// IR:         linalg.generic {{.*}} ins(%[[T]] : tensor<7xf32>)
// IR:           %[[E:.*]] = math.exp
// IR-NEXT:      arith.negf %[[E]]
// IR:         memref.store %{{.*}}, %[[M]]
// IR-NOT:     linalg.
// IR:         return

func.func @left(%m: memref<7xf32>, %o: memref<7xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %v = linalg.abs ins(%t : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  memref.store %x, %m[%c0] : memref<7xf32>
  %r = linalg.negf {root} ins(%v : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

// The first result goes to memory that the second nest does not read.
func.func @fused(%m: memref<7xf32>, %o: memref<7xf32>, %p: memref<7xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<7xf32>
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %v = linalg.abs ins(%t : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  bufferization.materialize_in_destination %v in restrict writable %p : (tensor<7xf32>, memref<7xf32>) -> ()
  %r = linalg.negf {root} ins(%v : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  memref.store %x, %m[%c0] : memref<7xf32>
  return
}

func.func @dynamic(%m: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %v = linalg.abs ins(%t : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.exp ins(%v : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  linalg.negf ins(%m : memref<?xf32>) outs(%m : memref<?xf32>)
  %r = linalg.add {root} ins(%v, %s : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// The tensor that the function takes is a view of the memory that it writes.
func.func private @callee(%t: tensor<7xf32>, %m: memref<7xf32>, %x: f32) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<7xf32>
  %v = linalg.abs ins(%t : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  memref.store %x, %m[%c0] : memref<7xf32>
  %r = linalg.negf {root} ins(%v : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  return %r : tensor<7xf32>
}
func.func @called(%m: memref<7xf32>, %o: memref<7xf32>, %x: f32) {
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  %r = func.call @callee(%t, %m, %x) : (tensor<7xf32>, memref<7xf32>, f32) -> tensor<7xf32>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

// Each iteration reads what the one before wrote.
func.func @in_loop(%m: memref<4x7xf32>, %o: memref<4x7xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %row = memref.subview %m[%i, 0] [1, 7] [1, 1] : memref<4x7xf32> to memref<7xf32, strided<[1], offset: ?>>
    %out = memref.subview %o[%i, 0] [1, 7] [1, 1] : memref<4x7xf32> to memref<7xf32, strided<[1], offset: ?>>
    %t = bufferization.to_tensor %row restrict : memref<7xf32, strided<[1], offset: ?>> to tensor<7xf32>
    %e = tensor.empty() : tensor<7xf32>
    %v = linalg.abs ins(%t : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
    memref.store %x, %row[%c0] : memref<7xf32, strided<[1], offset: ?>>
    %r = linalg.negf {root} ins(%v : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
    bufferization.materialize_in_destination %r in restrict writable %out : (tensor<7xf32>, memref<7xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

func.func @merged(%m: memref<7xf32>, %o: memref<7xf32>, %x: f32) attributes {merge} {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %v = linalg.exp ins(%t : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  memref.store %x, %m[%c0] : memref<7xf32>
  %w = linalg.negf ins(%v : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  bufferization.materialize_in_destination %w in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

// Both ops read one tensor, and the first one memory that is written in between.
func.func @siblings(%a: tensor<7xf32>, %m: memref<7xf32>, %o: memref<7xf32>, %p: memref<7xf32>) attributes {merge} {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %v = linalg.add ins(%a, %t : tensor<7xf32>, tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = tensor.extract %v[%c0] : tensor<7xf32>
  memref.store %s, %m[%c0] : memref<7xf32>
  %w = linalg.negf ins(%a : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  bufferization.materialize_in_destination %w in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  bufferization.materialize_in_destination %v in restrict writable %p : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

// The reader of the first op also depends on the write.
func.func @waits(%m: memref<7xf32>, %o: memref<7xf32>, %x: f32) attributes {merge} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %v = linalg.exp ins(%t : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  memref.store %x, %m[%c0] : memref<7xf32>
  %y = memref.load %m[%c1] : memref<7xf32>
  %f = linalg.fill ins(%y : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %w = linalg.add ins(%v, %f : tensor<7xf32>, tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  bufferization.materialize_in_destination %w in restrict writable %o : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %roots = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %roots tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %merge = transform.structured.match attributes {merge} in %module : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %merge : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
