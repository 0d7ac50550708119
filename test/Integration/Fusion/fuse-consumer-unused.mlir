// A result of the consumer that nobody uses does not leave the nest: a tile of its own
// is its destination, or a slice of the original if the consumer reads it.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle apply %s | FileCheck %s --check-prefix=IR
// CHECK-DAG: second: equal
// CHECK-DAG: first: equal
// CHECK-DAG: read: equal
// CHECK-DAG: parallel: equal

// IR-LABEL: func.func @second(
// IR:         %[[NEST:.*]] = scf.for %{{.*}} iter_args(%[[R:.*]] = %{{.*}}) -> (tensor<7xf32>) {
// IR:           %[[TILE:.*]] = tensor.extract_slice %[[R]]
// IR:           %[[OWN:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// IR:           %[[BOTH:.*]]:2 = linalg.generic {{.*}} outs(%[[TILE]], %[[OWN]] :
// IR:           %[[IN:.*]] = tensor.insert_slice %[[BOTH]]#0 into %[[R]]
// IR:           scf.yield %[[IN]]
// IR:         return %[[NEST]]
// IR-LABEL: func.func @read(
// IR-SAME:    %{{[^:]*}}: tensor<7xf32>, %[[D:[^:]*]]: tensor<7xf32>
// IR:         scf.for %{{.*}} iter_args
// IR:           tensor.extract_slice %[[D]]
#id = affine_map<(i) -> (i)>
func.func @second(%a: tensor<7xf32>, %d: tensor<7xf32>, %f: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.abs {root} ins(%a : tensor<7xf32>) outs(%d : tensor<7xf32>) -> tensor<7xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<7xf32>) outs(%d, %f : tensor<7xf32>, tensor<7xf32>) attrs = {consumer} {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %2 = arith.negf %x : f32
    %3 = arith.mulf %x, %x : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %1#0 : tensor<7xf32>
}
func.func @first(%a: tensor<7xf32>) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.abs {root} ins(%a : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<7xf32>) outs(%e, %e : tensor<7xf32>, tensor<7xf32>) attrs = {consumer} {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %2 = arith.negf %x : f32
    %3 = arith.mulf %x, %x : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %1#1 : tensor<7xf32>
}
// The destination of the unused result is read by the body, and after the nest.
func.func @read(%a: tensor<7xf32>, %d: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.abs {root} ins(%a : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<7xf32>) outs(%e, %d : tensor<7xf32>, tensor<7xf32>) attrs = {consumer} {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %2 = arith.addf %x, %p : f32
    %3 = arith.mulf %x, %p : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  %4 = linalg.negf ins(%d : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  return %1#0, %4 : tensor<7xf32>, tensor<7xf32>
}
func.func @parallel(%a: tensor<7xf32>) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.abs {root, shared} ins(%a : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<7xf32>) outs(%e, %e : tensor<7xf32>, tensor<7xf32>) attrs = {consumer} {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %2 = arith.negf %x : f32
    %3 = arith.mulf %x, %x : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  return %1#0 : tensor<7xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %roots = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %a, %b, %c, %d = transform.split_handle %roots : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %t0, %l0 = transform.structured.fuse_ext %a tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t1, %l1 = transform.structured.fuse_ext %b tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t2, %l2 = transform.structured.fuse_ext %c tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t3, %l3 = transform.structured.fuse_ext %d tile_sizes [3] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %consumers = transform.structured.match attributes {consumer} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %consumers : !transform.any_op {
    ^bb0(%consumer: !transform.any_op):
      %tiled, %loops = transform.heddle.fuse_consumer %consumer : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
