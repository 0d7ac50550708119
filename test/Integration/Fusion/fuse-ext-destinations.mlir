// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter --canonicalize --cse \
// RUN:   | FileCheck %s

// What a fused op starts from and what leaves the nest, run against the payload
// as it is, with sizes 0, 1 and those that no tile divides.
#rows = affine_map<(d0, d1, d2) -> (d0 + d2, d1)>
#window = affine_map<(d0, d1, d2) -> (d2)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>

// The sum reads its destination, is read through a window (so its boxes
// overlap) and is returned: it must start from the original each time, while the
// loop carries a tensor of its own.
// CHECK-LABEL: func @overlapping_accumulation(
// CHECK-SAME:    %{{.*}}: tensor<39x7xf32>, %[[C0:[a-z0-9]+]]: tensor<39x7xf32>
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<39x7xf32>
// CHECK:       %[[L:.*]]:2 = scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[C:.*]] = %[[E]])
// CHECK:         %[[START:.*]] = tensor.extract_slice %[[C0]][%[[I]], 0]
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} outs(%[[START]] :
// CHECK:         tensor.insert_slice %[[T]] into %[[C]][%[[I]], 0]
// CHECK:       return %[[L]]#1, %[[L]]#0
func.func @overlapping_accumulation(
    %a: tensor<39x7xf32>, %c0: tensor<39x7xf32>, %w: tensor<3xf32>,
    %o: tensor<37x7xf32>) -> (tensor<39x7xf32>, tensor<37x7xf32>) {
  %t = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<39x7xf32>) outs(%c0 : tensor<39x7xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<39x7xf32>
  %r = linalg.generic {
      indexing_maps = [#rows, #window, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %w : tensor<39x7xf32>, tensor<3xf32>)
      outs(%o : tensor<37x7xf32>) attrs = {wide} {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<37x7xf32>
  return %t, %r : tensor<39x7xf32>, tensor<37x7xf32>
}

// The same with dynamic rows: here the halo of a small tile costs too much, and
// the sum is computed before the nest.
func.func @overlapping_accumulation_dynamic(
    %a: tensor<?x7xf32>, %c0: tensor<?x7xf32>, %w: tensor<3xf32>,
    %o: tensor<?x7xf32>) -> (tensor<?x7xf32>, tensor<?x7xf32>) {
  %t = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x7xf32>) outs(%c0 : tensor<?x7xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<?x7xf32>
  %r = linalg.generic {
      indexing_maps = [#rows, #window, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %w : tensor<?x7xf32>, tensor<3xf32>)
      outs(%o : tensor<?x7xf32>) attrs = {rows} {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<?x7xf32>
  return %t, %r : tensor<?x7xf32>, tensor<?x7xf32>
}

// The vector is computed in the nest and returned; with no rows the row loop
// does not run, and the vector is needed all the same.
func.func @loop_that_may_not_run(
    %v: tensor<?xf32>, %x: tensor<?x?xf32>, %o: tensor<?x?xf32>)
    -> (tensor<?xf32>, tensor<?x?xf32>) {
  %p = linalg.abs ins(%v : tensor<?xf32>) outs(%v : tensor<?xf32>)
    -> tensor<?xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<?xf32>, tensor<?x?xf32>)
      outs(%o : tensor<?x?xf32>) attrs = {tiles} {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %p, %r : tensor<?xf32>, tensor<?x?xf32>
}

// Windows of a collapsed dim that wrap around a row.
func.func @wrapping_windows(%x: tensor<6x5xf32>, %o: tensor<30xf32>)
    -> tensor<30xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %p = linalg.abs ins(%x : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>)
    -> tensor<6x5xf32>
  %c = tensor.collapse_shape %p [[0, 1]]
    : tensor<6x5xf32> into tensor<30xf32>
  %r = linalg.negf {rows} ins(%c : tensor<30xf32>) outs(%o : tensor<30xf32>)
    -> tensor<30xf32>
  return %r : tensor<30xf32>
}

// A producer matmul on the side of B stays before the row loop.
// CHECK-LABEL: func @b_side(
// CHECK:         %[[B:.*]] = linalg.matmul
// CHECK:         scf.for %{{.*}}
// CHECK:           scf.for %{{.*}}
// CHECK:             tensor.extract_slice %[[B]]
func.func @b_side(%a: tensor<?x9xf32>, %x: tensor<9x4xf32>,
                  %y: tensor<4x?xf32>, %b0: tensor<9x?xf32>,
                  %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %b = linalg.matmul ins(%x, %y : tensor<9x4xf32>, tensor<4x?xf32>)
    outs(%b0 : tensor<9x?xf32>) -> tensor<9x?xf32>
  %r = linalg.matmul {tiles} ins(%a, %b : tensor<?x9xf32>, tensor<9x?xf32>)
    outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A halo in two dims: the producer stays in the inner loop.
// CHECK-LABEL: func @halo(
// CHECK:         scf.for %{{.*}}
// CHECK:           scf.for %{{.*}}
// CHECK:             linalg.abs {{.*}}outs(
func.func @halo(%x: tensor<?x?xf32>, %k: tensor<3x3xf32>,
                %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.abs ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  %r = linalg.conv_2d {large_tiles}
    ins(%p, %k : tensor<?x?xf32>, tensor<3x3xf32>)
    outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The product is an input and the destination: it is computed once.
// CHECK-LABEL: func @into_product(
// CHECK:         scf.for %{{.*}}
// CHECK:           linalg.matmul {{.*}}outs(
// CHECK-NOT:       linalg.matmul
// CHECK:         return
func.func @into_product(%a: tensor<?x5xf32>, %b: tensor<5x?xf32>,
                        %y: tensor<?x?xf32>, %o: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %mm = linalg.matmul ins(%a, %b : tensor<?x5xf32>, tensor<5x?xf32>)
    outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.add {rows} ins(%mm, %y : tensor<?x?xf32>, tensor<?x?xf32>)
    outs(%mm : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The input is the destination.
func.func @into_input(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = linalg.add {rows} ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>)
    outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Two results have one argument as destination.
func.func @one_destination(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = linalg.abs ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  %r = linalg.add {tiles} ins(%p, %x : tensor<?x?xf32>, tensor<?x?xf32>)
    outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %p, %r : tensor<?x?xf32>, tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %rows = transform.structured.match attributes {rows} in %m
      : (!transform.any_op) -> !transform.any_op
    %t0, %l0 = transform.structured.fuse_ext %rows tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %wide = transform.structured.match attributes {wide} in %m
      : (!transform.any_op) -> !transform.any_op
    %t3, %l3 = transform.structured.fuse_ext %wide tile_sizes [16]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tiles = transform.structured.match attributes {tiles} in %m
      : (!transform.any_op) -> !transform.any_op
    %t1, %l1:2 = transform.structured.fuse_ext %tiles tile_sizes [4, 3]
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %large = transform.structured.match attributes {large_tiles} in %m
      : (!transform.any_op) -> !transform.any_op
    %t2, %l2:2 = transform.structured.fuse_ext %large tile_sizes [32, 32]
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
