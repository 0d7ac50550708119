// RUN: heddle check %s | FileCheck %s

// A safe softmax with one division after the loop, and in parts: a row that is masked
// wholly gives what the product starts from.

// CHECK-DAG: online: equal: {{.*}}equal as formulas
func.func @online(%x: tensor<13x11xf32>, %v: tensor<11x6xf32>, %o: tensor<13x6xf32>) -> (tensor<13x6xf32>, tensor<13xf32>) {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %rows = tensor.empty() : tensor<13xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sge, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<13x11xf32>
  %m = linalg.fill ins(%inf : f32) outs(%rows : tensor<13xf32>) -> tensor<13xf32>
  %l = linalg.fill ins(%zero : f32) outs(%rows : tensor<13xf32>) -> tensor<13xf32>
  %p:4 = linalg_ext.softmax {safe} dimension(1) ins(%s : tensor<13x11xf32>) outs(%e, %m, %l, %rows : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  %r = linalg.matmul {online} ins(%p#0, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r, %p#2 : tensor<13x6xf32>, tensor<13xf32>
}

// From any maximum and sum.
// CHECK-DAG: parts: equal: {{.*}}equal as formulas
func.func @parts(%x: tensor<13x?xf32>, %m: tensor<13xf32>, %l: tensor<13xf32>, %v: tensor<?x6xf32>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %p:4 = linalg_ext.softmax {safe, parts} dimension(1) ins(%x : tensor<13x?xf32>) outs(%x, %m, %l, %l : tensor<13x?xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x?xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  %r = linalg.matmul ins(%p#0, %v : tensor<13x?xf32>, tensor<?x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {online} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {parts} in %root : (!transform.any_op) -> !transform.any_op
  %parts, %sum, %merged = transform.heddle.split_attention %1 {splits = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
