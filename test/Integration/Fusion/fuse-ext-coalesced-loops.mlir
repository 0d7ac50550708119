// RUN: heddle check %s
// RUN: heddle check %s --function space --dims arg0=1x1x1,arg1=1x1x1
// RUN: heddle check %s --function rows --dims arg0=21x0x7,arg1=21
// RUN: heddle check %s --function rows --dims arg0=21x11x0,arg1=21
// RUN: heddle check %s --function rows --dims arg0=1x1x1,arg1=1
// RUN: heddle-opt %s --transform-interpreter --canonicalize | FileCheck %s

// Upstream's ops for loops on the nests of fuse_ext, with sizes that do not
// divide. One loop is left of loops that are perfectly nested.

// Both loops are one.
// CHECK-LABEL: func @plane(
// CHECK:         %[[R:.*]] = scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(
// CHECK:           affine.delinearize_index %[[IV]] into (3, 3)
// CHECK-NOT:       scf.for
// CHECK:           %[[X:.*]] = linalg.abs ins(
// CHECK:           linalg.add {plane} ins(%[[X]], %{{.*}} :
// CHECK-NOT:       scf.for
// CHECK:         return %[[R]]
func.func @plane(%a: tensor<21x13xf32>, %b: tensor<21x13xf32>)
    -> tensor<21x13xf32> {
  %e = tensor.empty() : tensor<21x13xf32>
  %x = linalg.abs ins(%a : tensor<21x13xf32>) outs(%e : tensor<21x13xf32>)
      -> tensor<21x13xf32>
  %y = linalg.add {plane} ins(%x, %b : tensor<21x13xf32>, tensor<21x13xf32>)
      outs(%e : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// Three loops of dynamic extents are one.
// CHECK-LABEL: func @space(
// CHECK:         %[[R:.*]] = scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(
// CHECK:           affine.delinearize_index %[[IV]] into (%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT:       scf.for
// CHECK:           linalg.negf {space} ins(%{{.*}} : tensor<?x?x?xf32>)
// CHECK-NOT:       scf.for
// CHECK:         return %[[R]]
func.func @space(%a: tensor<?x?x?xf32>, %d: tensor<?x?x?xf32>)
    -> tensor<?x?x?xf32> {
  %x = linalg.abs ins(%a : tensor<?x?x?xf32>) outs(%a : tensor<?x?x?xf32>)
      -> tensor<?x?x?xf32>
  %y = linalg.negf {space} ins(%x : tensor<?x?x?xf32>)
      outs(%d : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// The loops around the reduction are one; its own loop carries a tile and stays.
// CHECK-LABEL: func @product(
// CHECK:         scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(%[[C:.*]] = %{{.*}})
// CHECK:           affine.delinearize_index %[[IV]] into (3, 3)
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[C]]
// CHECK-NEXT:      scf.for %{{.*}} iter_args(%{{.*}} = %[[T]])
// CHECK-NOT:         scf.for
// CHECK:             linalg.matmul {product} ins(%{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>)
func.func @product(%a: tensor<21x11xf32>, %b: tensor<11x13xf32>,
                   %c: tensor<21x13xf32>) -> tensor<21x13xf32> {
  %y = linalg.matmul {product} ins(%a, %b : tensor<21x11xf32>, tensor<11x13xf32>)
      outs(%c : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// With the reduction outermost all three are one.
// CHECK-LABEL: func @outer_k(
// CHECK:         scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(
// CHECK:           affine.delinearize_index %[[IV]] into (4, 3, 3)
// CHECK-NOT:       scf.for
// CHECK:           linalg.matmul {outer_k} ins(%{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>)
func.func @outer_k(%a: tensor<21x11xf32>, %b: tensor<11x13xf32>,
                   %c: tensor<21x13xf32>) -> tensor<21x13xf32> {
  %y = linalg.matmul {outer_k} ins(%a, %b : tensor<21x11xf32>, tensor<11x13xf32>)
      outs(%c : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// Two reduction loops in a forall are one. They may have no iterations.
// CHECK-LABEL: func @rows(
// CHECK:         scf.forall (%
// CHECK:           scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(
// CHECK:             affine.delinearize_index %[[IV]] into (%{{.*}}, %{{.*}})
// CHECK-NOT:         scf.for
// CHECK:             linalg.reduce { arith.addf } ins(%{{.*}} : tensor<?x?x?xf32>)
func.func @rows(%a: tensor<?x?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %y = linalg.reduce {arith.addf} ins(%a : tensor<?x?x?xf32>)
      outs(%c : tensor<?xf32>) dimensions = [1, 2]
  return %y : tensor<?xf32>
}

// The full tiles of the outer loop are one loop with the inner one; the partial
// tile is peeled off.
// CHECK-LABEL: func @peeled(
// CHECK:         %[[R:.*]] = scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(
// CHECK:           affine.delinearize_index %[[IV]] into (2, 3)
// CHECK-NOT:       scf.for
// CHECK:           linalg.sub {{.*}} outs(%{{.*}} : tensor<8x?xf32>)
// CHECK:         scf.for %{{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK:           linalg.sub {{.*}} outs(%{{.*}} : tensor<5x?xf32>)
func.func @peeled(%a: tensor<21x13xf32>, %b: tensor<21x13xf32>)
    -> tensor<21x13xf32> {
  %e = tensor.empty() : tensor<21x13xf32>
  %y = linalg.sub {peeled} ins(%a, %b : tensor<21x13xf32>, tensor<21x13xf32>)
      outs(%e : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// The nests of two siblings are merged, loop by loop, and are one loop then.
// CHECK-LABEL: func @siblings(
// CHECK:         %[[R:.*]]:2 = scf.for %[[IV:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:           affine.delinearize_index %[[IV]] into (3, 3)
// CHECK-NOT:       scf.for
// CHECK:           linalg.abs {sibling} ins(%{{.*}} : tensor<?x?xf32>)
// CHECK:           linalg.negf {sibling} ins(%{{.*}} : tensor<?x?xf32>)
// CHECK-NOT:       scf.for
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @siblings(%a: tensor<21x13xf32>)
    -> (tensor<21x13xf32>, tensor<21x13xf32>) {
  %d = tensor.empty() : tensor<21x13xf32>
  %e = tensor.empty() : tensor<21x13xf32>
  %x = linalg.abs {sibling} ins(%a : tensor<21x13xf32>)
      outs(%d : tensor<21x13xf32>) -> tensor<21x13xf32>
  %y = linalg.negf {sibling} ins(%a : tensor<21x13xf32>)
      outs(%e : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %x, %y : tensor<21x13xf32>, tensor<21x13xf32>
}

!loop = !transform.op<"scf.for">
!any = !transform.any_op

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !any) {
    %plane = transform.structured.match attributes {plane} in %m
        : (!any) -> !any
    %t0, %l0:2 = transform.structured.fuse_ext %plane tile_sizes [8, 5]
        : (!any) -> (!any, !loop, !loop)
    transform.loop.coalesce %l0#0 : (!loop) -> !loop

    %space = transform.structured.match attributes {space} in %m
        : (!any) -> !any
    %t1, %l1:3 = transform.structured.fuse_ext %space tile_sizes [3, 8, 5]
        : (!any) -> (!any, !loop, !loop, !loop)
    transform.loop.coalesce %l1#0 : (!loop) -> !loop

    %product = transform.structured.match attributes {product} in %m
        : (!any) -> !any
    %t2, %l2:3 = transform.structured.fuse_ext %product tile_sizes [8, 5, 3]
        : (!any) -> (!any, !loop, !loop, !loop)
    transform.loop.coalesce %l2#0 : (!loop) -> !loop

    %outer_k = transform.structured.match attributes {outer_k} in %m
        : (!any) -> !any
    %t3, %l3:3 = transform.structured.fuse_ext %outer_k tile_sizes [8, 5, 3]
        interchange [2, 0, 1] : (!any) -> (!any, !loop, !loop, !loop)
    transform.loop.coalesce %l3#0 : (!loop) -> !loop

    %rows = transform.structured.match ops{["linalg.reduce"]} in %m
        : (!any) -> !any
    %t4, %forall, %l4:2 = transform.structured.fuse_ext %rows
        tile_sizes [8, 5, 3] {use_forall} : (!any) -> (!any, !any, !loop, !loop)
    transform.loop.coalesce %l4#0 : (!loop) -> !loop

    %peeled = transform.structured.match attributes {peeled} in %m
        : (!any) -> !any
    %t5, %l5:2 = transform.structured.fuse_ext %peeled tile_sizes [8, 5]
        : (!any) -> (!any, !loop, !loop)
    %full, %rest = transform.loop.peel %l5#0 : (!loop) -> (!loop, !loop)
    transform.loop.coalesce %full : (!loop) -> !loop

    %siblings = transform.structured.match attributes {sibling} in %m
        : (!any) -> !any
    %t6, %outer, %inner = transform.structured.fuse_ext %siblings
        tile_sizes [8, 5] : (!any) -> (!any, !any, !any)
    %merged = transform.heddle.fuse_sibling_loops %outer : (!any) -> !loop
    %tiles = transform.structured.match attributes {sibling} in %merged
        : (!loop) -> !any
    %inners = transform.get_parent_op %tiles {op_name = "scf.for"}
        : (!any) -> !any
    transform.heddle.fuse_sibling_loops %inners : (!any) -> !any
    transform.loop.coalesce %merged : (!loop) -> !loop
    transform.yield
  }
}
