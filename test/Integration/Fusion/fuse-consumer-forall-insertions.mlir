// RUN: heddle check %s
// RUN: heddle apply %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: heddle-opt %t.mlir --one-shot-bufferize="bufferize-function-boundaries \
// RUN:   function-boundary-type-conversion=identity-layout-map" > %t.plain.mlir
// RUN: heddle check %s --scheduled=%t.plain.mlir
// RUN: heddle-opt %t.mlir --eliminate-empty-tensors --cse \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries \
// RUN:   function-boundary-type-conversion=identity-layout-map" > %t.merged.mlir
// RUN: heddle check %s --scheduled=%t.merged.mlir

// Stock one-shot bufferization keeps apart what an op that was moved into a
// forall inserts at its end. It sees no conflict among these insertions, so each
// result is computed in a slice of its own tensor, or apart.

#row = affine_map<(d0, d1) -> (d0, d1)>

// What a consumer starts from is returned, too, so it is copied.

// CHECK-LABEL: func @swap(
// CHECK:       scf.forall (%{{.*}}) = {{.*}} shared_outs(%[[START:[^ ]*]] = %{{[^,]*}}, %[[MORE:[^ ]*]] = %{{[^,]*}}, %[[LAST:[^ ]*]] = %{{.*}})
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} attrs =  {start}
// CHECK:         %[[COPY:.*]] = linalg.copy ins(%[[S]] :
// CHECK:         %[[T:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[COPY]] : {{.*}} attrs =  {twice}
// CHECK:         %[[M:.*]]:2 = linalg.generic {{.*}} outs(%[[T]]#1, %[[T]]#0 : {{.*}} attrs =  {more}
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[S]] into %[[START]]
func.func @swap(%a: tensor<?x?xi32>, %c: tensor<?x?xi32>, %d: tensor<?x?xi32>)
    -> (tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>) {
  %start = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) attrs = {start} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  %twice:2 = linalg.generic {indexing_maps = [#row, #row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi32>)
      outs(%d, %start : tensor<?x?xi32>, tensor<?x?xi32>) attrs = {twice} {
  ^bb0(%in: i32, %o1: i32, %o2: i32):
    linalg.yield %o2, %o1 : i32, i32
  } -> (tensor<?x?xi32>, tensor<?x?xi32>)
  %more:2 = linalg.generic {indexing_maps = [#row, #row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi32>)
      outs(%twice#1, %twice#0 : tensor<?x?xi32>, tensor<?x?xi32>)
      attrs = {more} {
  ^bb0(%in: i32, %o1: i32, %o2: i32):
    %x = arith.addi %o1, %in : i32
    linalg.yield %o2, %x : i32, i32
  } -> (tensor<?x?xi32>, tensor<?x?xi32>)
  return %start, %more#0, %more#1
      : tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>
}

// One consumer writes over what the other one reads, in a copy.

// CHECK-LABEL: func @start_between(
// CHECK:       scf.forall (%{{.*}}) = {{.*}} shared_outs(%[[TWICE:[^ ]*]] = %{{[^,]*}}, %[[MORE:[^ ]*]] = %{{.*}})
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} attrs =  {start}
// CHECK:         %[[COPY:.*]] = linalg.copy ins(%[[S]] :
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} outs(%[[COPY]] : {{.*}} attrs =  {twice}
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} outs(%[[S]] : {{.*}} attrs =  {more}
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[T]] into %[[TWICE]]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[M]] into %[[MORE]]
func.func @start_between(%a: tensor<7x8xi32>, %c: tensor<7x8xi32>)
    -> (tensor<7x8xi32>, tensor<7x8xi32>) {
  %start = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<7x8xi32>) outs(%c : tensor<7x8xi32>) attrs = {start} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<7x8xi32>
  %twice = linalg.generic {indexing_maps = [#row],
      iterator_types = ["parallel", "parallel"]}
      outs(%start : tensor<7x8xi32>) attrs = {twice} {
  ^bb0(%out: i32):
    %s = arith.addi %out, %out : i32
    linalg.yield %s : i32
  } -> tensor<7x8xi32>
  %more = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<7x8xi32>) outs(%start : tensor<7x8xi32>)
      attrs = {more} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.subi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<7x8xi32>
  return %twice, %more : tensor<7x8xi32>, tensor<7x8xi32>
}

// Two loops that start from one tensor become one.

// CHECK-LABEL: func @siblings(
// CHECK:       scf.forall (%{{.*}}) = {{.*}} shared_outs(%[[L:[^ ]*]] = %[[C:[^,]*]], %[[R:[^ ]*]] = %[[C]])
// CHECK:         tensor.parallel_insert_slice %{{.*}} into %[[L]]
// CHECK-NEXT:    tensor.parallel_insert_slice %{{.*}} into %[[R]]
func.func @siblings(%a: tensor<7x8xi32>, %c: tensor<7x8xi32>)
    -> (tensor<7x8xi32>, tensor<7x8xi32>) {
  %left = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<7x8xi32>) outs(%c : tensor<7x8xi32>) attrs = {left} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<7x8xi32>
  %right = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<7x8xi32>) outs(%c : tensor<7x8xi32>) attrs = {right} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.muli %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<7x8xi32>
  return %left, %right : tensor<7x8xi32>, tensor<7x8xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @consume(%f: !transform.any_op {transform.readonly}) {
    %start = transform.structured.match attributes {start} in %f
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %start tile_sizes [2, 3] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %twice = transform.structured.match attributes {twice} in %f
        : (!transform.any_op) -> !transform.any_op
    %u, %m = transform.heddle.fuse_consumer %twice
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %more = transform.structured.match attributes {more} in %f
        : (!transform.any_op) -> !transform.any_op
    %v, %n = transform.heddle.fuse_consumer %more
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %fs = transform.structured.match ops{["func.func"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %swap, %between, %siblings = transform.split_handle %fs
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.include @consume failures(propagate) (%swap)
        : (!transform.any_op) -> ()
    transform.include @consume failures(propagate) (%between)
        : (!transform.any_op) -> ()
    %left = transform.structured.match attributes {left} in %siblings
        : (!transform.any_op) -> !transform.any_op
    %right = transform.structured.match attributes {right} in %siblings
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %left tile_sizes [2, 3] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u, %r = transform.structured.fuse_ext %right tile_sizes [2, 3] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %both = transform.heddle.fuse_sibling_loops %l, %r
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
