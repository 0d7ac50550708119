// A partial tile is vectorized with masks: transfers, a reduction and an
// elementwise op under `vector.mask` are compiled and run.
//
// RUN: heddle apply %s | FileCheck %s --check-prefix=IR
// RUN: heddle check %s | FileCheck %s

// IR: vector.mask {{.*}} { vector.transfer_read
// IR: vector.mask {{.*}} { vector.multi_reduction
// IR: vector.mask {{.*}} { vector.transfer_write

// CHECK: kernel: equal: whole numbers bit for bit

module attributes {transform.with_named_sequence} {
func.func @kernel(%a: tensor<?x18xf32>, %b: tensor<18x13xf32>,
                  %c: tensor<?x13xf32>) -> tensor<?x13xf32> {
  %m = linalg.matmul ins(%a, %b : tensor<?x18xf32>, tensor<18x13xf32>)
    outs(%c : tensor<?x13xf32>) -> tensor<?x13xf32>
  %y = linalg.negf {root} ins(%m : tensor<?x13xf32>) outs(%m : tensor<?x13xf32>)
    -> tensor<?x13xf32>
  return %y : tensor<?x13xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %root = transform.structured.match attributes {root} in %module
    : (!transform.any_op) -> !transform.any_op
  %mm = transform.structured.match ops{["linalg.matmul"]} in %module
    : (!transform.any_op) -> !transform.any_op
  %t, %l:2 = transform.structured.fuse_ext %root tile_sizes [8, 8]
    : (!transform.any_op)
    -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.vectorize %t vector_sizes [8, 8] : !transform.any_op
  %u, %k = transform.structured.fuse_ext %mm tile_sizes [0, 0, 4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.vectorize %u vector_sizes [8, 8, 4] : !transform.any_op
  transform.yield
}
}
