// Collapsed dims and calls instead of ops compute the same: with broadcast operands,
// reductions, indices, dynamic sizes and extents 0 and 1, in loops and branches, on
// tensors and on buffers.
// RUN: heddle check %s | FileCheck %s
// CHECK-DAG: broadcast: equal
// CHECK-DAG: reduced: equal
// CHECK-DAG: indexed: equal
// CHECK-DAG: dynamic: equal
// CHECK-DAG: called: equal
// CHECK-DAG: in_loop: equal
// CHECK-DAG: on_buffers: equal

func.func @broadcast(%a: tensor<3x5x7xf32>, %b: tensor<5x7xf32>, %c: tensor<3xf32>) -> tensor<3x5x7xf32> {
  %e = tensor.empty() : tensor<3x5x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b, %c : tensor<3x5x7xf32>, tensor<5x7xf32>, tensor<3xf32>) outs(%e : tensor<3x5x7xf32>) attrs = {inner} {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %1, %z : f32
    linalg.yield %2 : f32
  } -> tensor<3x5x7xf32>
  return %0 : tensor<3x5x7xf32>
}
func.func @reduced(%a: tensor<3x5x7xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a : tensor<3x5x7xf32>) outs(%s : tensor<3xf32>) attrs = {inner} {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.subf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @indexed(%a: tensor<1x5x7xi32>, %d: tensor<1x5x7xi32>) -> tensor<1x5x7xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x5x7xi32>) outs(%d : tensor<1x5x7xi32>) attrs = {inner} {
  ^bb0(%x: i32, %o: i32):
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c = arith.constant 100 : index
    %m = arith.muli %j, %c : index
    %n = arith.addi %m, %k : index
    %i = arith.index_cast %n : index to i32
    %1 = arith.addi %x, %o : i32
    %2 = arith.addi %1, %i : i32
    linalg.yield %2 : i32
  } -> tensor<1x5x7xi32>
  return %0 : tensor<1x5x7xi32>
}
func.func @dynamic(%a: tensor<?x?x?xf32>, %d: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<?x?x?xf32>) outs(%d : tensor<?x?x?xf32>) attrs = {inner} {
  ^bb0(%x: f32, %o: f32):
    %k = linalg.index 2 : index
    %i = arith.index_cast %k : index to i32
    %f = arith.sitofp %i : i32 to f32
    %1 = arith.addf %x, %o : f32
    %2 = arith.addf %1, %f : f32
    linalg.yield %2 : f32
  } -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// The destination of the first call is read again.
func.func @called(%a: tensor<3x7xf32>, %d: tensor<3x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %0 = linalg.add {call} ins(%a, %a : tensor<3x7xf32>, tensor<3x7xf32>) outs(%d : tensor<3x7xf32>) -> tensor<3x7xf32>
  %1 = linalg.add {call} ins(%0, %d : tensor<3x7xf32>, tensor<3x7xf32>) outs(%d : tensor<3x7xf32>) -> tensor<3x7xf32>
  return %0, %1 : tensor<3x7xf32>, tensor<3x7xf32>
}
func.func @in_loop(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a) -> (tensor<?xf32>) {
    %odd = arith.cmpi eq, %i, %c1 : index
    %w = scf.if %odd -> tensor<?xf32> {
      %x = linalg.add {call} ins(%v, %a : tensor<?xf32>, tensor<?xf32>) outs(%v : tensor<?xf32>) -> tensor<?xf32>
      scf.yield %x : tensor<?xf32>
    } else {
      scf.yield %v : tensor<?xf32>
    }
    scf.yield %w : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
func.func @on_buffers(%m: memref<6x7xf32>) {
  %c0 = arith.constant 0 : index
  %row = memref.subview %m[2, 0] [1, 7] [1, 1] : memref<6x7xf32> to memref<7xf32, strided<[1], offset: 14>>
  linalg.add {call} ins(%row, %row : memref<7xf32, strided<[1], offset: 14>>, memref<7xf32, strided<[1], offset: 14>>) outs(%row : memref<7xf32, strided<[1], offset: 14>>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %generics = transform.structured.match attributes {inner} in %module : (!transform.any_op) -> !transform.any_op
    %collapsed = transform.structured.collapse_dims %generics [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
    %adds = transform.structured.match attributes {call} in %module : (!transform.any_op) -> !transform.any_op
    %functions, %calls = transform.structured.outline %adds {func_name = "add"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
