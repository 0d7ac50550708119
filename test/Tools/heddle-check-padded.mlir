// RUN: heddle check %s | FileCheck %s
// RUN: heddle check %s --function=same_sizes --dims arg0=5 | FileCheck %s --check-prefix=DIMS

// What is padded is drawn so that what it becomes has the size that is needed.

// %y gets the size of %x.
// CHECK: same_sizes: equal: whole numbers bit for bit ({{[2-9]}} runs)
// DIMS: same_sizes: equal: whole numbers bit for bit
func.func @same_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %p = tensor.pad %x low[2] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %q = tensor.pad %y low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %n = tensor.dim %p, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.add {split} ins(%p, %q : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// There is no room for an element of %x.
// CHECK: no_room: equal: whole numbers bit for bit
func.func @no_room(%x: tensor<?xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 3.0 : f32
  %p = tensor.pad %x low[3] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<4xf32>
  %0 = linalg.square {split} ins(%p : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %all = transform.structured.match attributes {split} in %module : (!transform.any_op) -> !transform.any_op
  %inside, %frame = transform.heddle.split_at_padding %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
