// RUN: heddle check %s
// RUN: heddle apply %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: heddle-opt %t.mlir --one-shot-bufferize="bufferize-function-boundaries \
// RUN:   function-boundary-type-conversion=identity-layout-map" > %t.buffers.mlir
// RUN: heddle check %s --scheduled=%t.buffers.mlir

// One-shot bufferization of MLIR 22 sees no conflict among the insertions at
// the end of a forall. So a result that starts from the tensor of another
// result is computed in a copy, not in a slice that is overwritten before it is
// inserted.

#row = affine_map<(d0, d1) -> (d0, d1)>
#sum_in = affine_map<(d0, d1, d2) -> (d0, d2)>
#sum_out = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func @two_results(
// CHECK:       scf.forall (%{{.*}}) = {{.*}} shared_outs(%[[SUMS:[^ ]*]] = %{{[^,]*}}, %[[FIRST:[^ ]*]] = %{{[^,]*}}, %[[SECOND:[^ ]*]] = %{{.*}})
// CHECK:         %[[START:.*]] = linalg.copy ins(%{{.*}}) outs(
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}} outs(%[[START]] : {{.*}} attrs =  {sum}
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %[[FIRST]]
// CHECK:         %[[COPY:.*]] = linalg.copy ins(%{{.*}}) outs(
// CHECK:         %[[BOTH:.*]]:2 = linalg.generic {{.*}} ins(%[[SUM]] : {{.*}}) outs(%[[SLICE]], %[[COPY]] :
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[SUM]] into %[[SUMS]]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[BOTH]]#0 into %[[FIRST]]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[BOTH]]#1 into %[[SECOND]]
func.func @two_results(%a: tensor<3x4xi32>, %c: tensor<3x5xi32>)
    -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>) {
  %sum = linalg.generic {indexing_maps = [#sum_in, #sum_out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<3x4xi32>) outs(%c : tensor<3x5xi32>) attrs = {sum} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<3x5xi32>
  %first, %second = linalg.generic {indexing_maps = [#row, #row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<3x5xi32>)
      outs(%sum, %c : tensor<3x5xi32>, tensor<3x5xi32>) attrs = {both} {
  ^bb0(%in: i32, %unread: i32, %out: i32):
    linalg.yield %in, %out : i32, i32
  } -> (tensor<3x5xi32>, tensor<3x5xi32>)
  return %sum, %first, %second
      : tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>
}

// The same if an op in between, whose result stays in the nest, starts from the
// tensor.

// CHECK-LABEL: func @start_between(
// CHECK:       scf.forall (%{{.*}}) = {{.*}} shared_outs(%[[TWICE:[^ ]*]] = %{{[^,]*}}, %[[MORE:[^ ]*]] = %{{.*}})
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %[[MORE]]
// CHECK:         %[[START:.*]] = linalg.generic {{.*}} outs(%[[SLICE]] : {{.*}} attrs =  {start}
// CHECK:         %[[COPY:.*]] = linalg.copy ins(%[[START]] : {{.*}}) outs(
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} outs(%[[COPY]] : {{.*}} attrs =  {twice}
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} outs(%[[START]] : {{.*}} attrs =  {more}
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[T]] into %[[TWICE]]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[M]] into %[[MORE]]
func.func @start_between(%a: tensor<?x?xi32>, %c: tensor<?x?xi32>)
    -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %start = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) attrs = {start} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  %twice = linalg.generic {indexing_maps = [#row],
      iterator_types = ["parallel", "parallel"]}
      outs(%start : tensor<?x?xi32>) attrs = {twice} {
  ^bb0(%out: i32):
    %s = arith.addi %out, %out : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  %more = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi32>) outs(%start : tensor<?x?xi32>)
      attrs = {more} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.subi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %twice, %more : tensor<?x?xi32>, tensor<?x?xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %sum = transform.structured.match attributes {sum} in %m
        : (!transform.any_op) -> !transform.any_op
    %both = transform.structured.match attributes {both} in %m
        : (!transform.any_op) -> !transform.any_op
    %roots = transform.merge_handles %sum, %both : !transform.any_op
    %t, %l = transform.structured.fuse_ext %roots tile_sizes [0, 2, 0]
        {use_forall, joint}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %twice = transform.structured.match attributes {twice} in %m
        : (!transform.any_op) -> !transform.any_op
    %more = transform.structured.match attributes {more} in %m
        : (!transform.any_op) -> !transform.any_op
    %pair = transform.merge_handles %twice, %more : !transform.any_op
    %u, %k = transform.structured.fuse_ext %pair tile_sizes [2, 3]
        {use_forall, joint}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
