// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter --canonicalize \
// RUN:   | FileCheck %s

// Output maps that do not reach every element: the others keep the
// destination's, so it is read although the body does not use it.

// A constant: column 1 alone is written, in the nest of a consumer.
// CHECK-LABEL: func @one_column(
// CHECK:       scf.for %{{.*}}
// CHECK:         %[[F:.*]] = linalg.fill
// CHECK:         %[[Q:.*]] = linalg.generic {{.*}} outs(%[[F]] : tensor<?x4xf32>)
// CHECK:         linalg.abs {{.*}}ins(%[[Q]] :
func.func @one_column(%x: tensor<?xf32>, %o: tensor<?x4xf32>)
    -> tensor<?x4xf32> {
  %one = arith.constant 1.0 : f32
  %f = linalg.fill ins(%one : f32) outs(%o : tensor<?x4xf32>)
    -> tensor<?x4xf32>
  %q = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 1)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%f : tensor<?x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<?x4xf32>
  %r = linalg.abs {rows} ins(%q : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>)
    -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// A shift: column 0 is not written, by a root.
func.func @shifted(%x: tensor<13x3xf32>, %o: tensor<13x4xf32>)
    -> tensor<13x4xf32> {
  %one = arith.constant 1.0 : f32
  %f = linalg.fill ins(%one : f32) outs(%o : tensor<13x4xf32>)
    -> tensor<13x4xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j + 1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<13x3xf32>) outs(%f : tensor<13x4xf32>) attrs = {rows} {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<13x4xf32>
  return %r : tensor<13x4xf32>
}

// A repeated dim: the diagonal alone is written.
func.func @diagonal(%x: tensor<13xf32>, %o: tensor<13x13xf32>)
    -> tensor<13x13xf32> {
  %one = arith.constant 1.0 : f32
  %f = linalg.fill ins(%one : f32) outs(%o : tensor<13x13xf32>)
    -> tensor<13x13xf32>
  %q = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<13xf32>) outs(%f : tensor<13x13xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<13x13xf32>
  %r = linalg.abs {rows} ins(%q : tensor<13x13xf32>)
    outs(%o : tensor<13x13xf32>) -> tensor<13x13xf32>
  return %r : tensor<13x13xf32>
}

// The last of %x wins; without any, the destination keeps its contents.
func.func @last_one_wins(%x: tensor<?x?xf32>, %o: tensor<?xf32>)
    -> tensor<?xf32> {
  %q = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %e = linalg.abs {rows} ins(%q : tensor<?xf32>) outs(%o : tensor<?xf32>)
    -> tensor<?xf32>
  return %e : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %rows = transform.structured.match attributes {rows} in %m
      : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %rows tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
