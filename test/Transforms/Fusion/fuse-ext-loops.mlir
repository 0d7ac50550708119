// RUN: heddle-opt %s --transform-interpreter --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: heddle check %s

// How nests look: what each loop carries, and where destinations come from. The
// numbers are compared in test/Integration.

// The fill is before the k loop, which carries the tile alone; the
// tile is inserted when the k loop has ended.
// CHECK-LABEL: func @mnk(
// CHECK-SAME:    %[[A:.*]]: tensor<32x64xf32>, %[[B:.*]]: tensor<64x48xf32>, %[[O:.*]]: tensor<32x48xf32>
// CHECK:       scf.for %[[M:[a-z0-9]+]] = {{.*}} iter_args(%[[C0:.*]] = %[[O]])
// CHECK:         scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%[[C1:.*]] = %[[C0]])
// CHECK:           %[[E:.*]] = tensor.empty() : tensor<8x16xf32>
// CHECK:           %[[F:.*]] = linalg.fill {{.*}} outs(%[[E]] : tensor<8x16xf32>)
// CHECK:           %[[ACC:.*]] = scf.for %[[K:[a-z0-9]+]] = {{.*}} iter_args(%[[T:.*]] = %[[F]]) -> (tensor<8x16xf32>)
// CHECK-NOT:         linalg.fill
// CHECK-DAG:         %[[AT:.*]] = tensor.extract_slice %[[A]][%[[M]], %[[K]]] [8, 4]
// CHECK-DAG:         %[[BT:.*]] = tensor.extract_slice %[[B]][%[[K]], %[[N]]] [4, 16]
// CHECK:             %[[R:.*]] = linalg.matmul {{.*}}ins(%[[AT]], %[[BT]] : {{.*}}) outs(%[[T]] :
// CHECK:             scf.yield %[[R]]
// CHECK:           %[[I:.*]] = tensor.insert_slice %[[ACC]] into %[[C1]][%[[M]], %[[N]]] [8, 16]
// CHECK:           scf.yield %[[I]]
func.func @mnk(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>,
               %o: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<32x48xf32>)
    -> tensor<32x48xf32>
  %c = linalg.matmul {mnk} ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>)
    outs(%f : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %c : tensor<32x48xf32>
}

// k outermost, then m, n: all loops carry the whole accumulator, which starts
// from the fill once; exp on A is computed per k and m tile, not per n tile.
// CHECK-LABEL: func @kmn(
// CHECK-SAME:    %[[A:.*]]: tensor<32x64xf32>, %[[B:.*]]: tensor<64x48xf32>, %[[O:.*]]: tensor<32x48xf32>
// CHECK:       %[[F:.*]] = linalg.fill {{.*}} outs(%[[O]] :
// CHECK:       scf.for %[[K:[a-z0-9]+]] = {{.*}} iter_args(%[[C0:.*]] = %[[F]])
// CHECK:         scf.for %[[M:[a-z0-9]+]] = {{.*}} iter_args(%[[C1:.*]] = %[[C0]])
// CHECK:           %[[AT:.*]] = tensor.extract_slice %[[A]][%[[M]], %[[K]]] [8, 4]
// CHECK:           %[[X:.*]] = linalg.exp ins(%[[AT]] :
// CHECK:           scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%[[C2:.*]] = %[[C1]])
// CHECK-NOT:         linalg.exp
// CHECK:             %[[T:.*]] = tensor.extract_slice %[[C2]][%[[M]], %[[N]]] [8, 16]
// CHECK:             %[[R:.*]] = linalg.matmul {{.*}}ins(%[[X]], {{.*}} outs(%[[T]] :
// CHECK:             tensor.insert_slice %[[R]] into %[[C2]][%[[M]], %[[N]]] [8, 16]
func.func @kmn(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>,
               %o: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<32x48xf32>)
    -> tensor<32x48xf32>
  %e = tensor.empty() : tensor<32x64xf32>
  %x = linalg.exp ins(%a : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>)
    -> tensor<32x64xf32>
  %c = linalg.matmul {kmn} ins(%x, %b : tensor<32x64xf32>, tensor<64x48xf32>)
    outs(%f : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %c : tensor<32x48xf32>
}

// The intermediate leaves: its tile goes into a carried tensor of its own (the
// argument is taken by the root), and its readers come first.
// CHECK-LABEL: func @leaves(
// CHECK-SAME:    %[[X:.*]]: tensor<32x64xf32>, %[[O:.*]]: tensor<32x64xf32>
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<32x64xf32>
// CHECK:       %[[L:.*]]:2 = scf.for %[[M:[a-z0-9]+]] = {{.*}} iter_args(%[[C0:.*]] = %[[O]], %[[C1:.*]] = %[[E]])
// CHECK:         %[[D1:.*]] = tensor.extract_slice %[[C1]][%[[M]], 0] [8, 64]
// CHECK:         %[[P:.*]] = linalg.exp {{.*}} outs(%[[D1]] :
// CHECK:         %[[D0:.*]] = tensor.extract_slice %[[C0]][%[[M]], 0] [8, 64]
// CHECK:         %[[R:.*]] = linalg.add {{.*}}ins(%[[P]], {{.*}} outs(%[[D0]] :
// CHECK-DAG:     %[[I0:.*]] = tensor.insert_slice %[[R]] into %[[C0]]
// CHECK-DAG:     %[[I1:.*]] = tensor.insert_slice %[[P]] into %[[C1]]
// CHECK:         scf.yield %[[I0]], %[[I1]]
// CHECK:       return %[[L]]#1, %[[L]]#0
func.func @leaves(%x: tensor<32x64xf32>, %o: tensor<32x64xf32>)
    -> (tensor<32x64xf32>, tensor<32x64xf32>) {
  %p = linalg.exp ins(%x : tensor<32x64xf32>) outs(%o : tensor<32x64xf32>)
    -> tensor<32x64xf32>
  %r = linalg.add {rows} ins(%p, %x : tensor<32x64xf32>, tensor<32x64xf32>)
    outs(%o : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %p, %r : tensor<32x64xf32>, tensor<32x64xf32>
}

// An input that is also the destination is sliced from the iter_arg of the
// loop.
// CHECK-LABEL: func @in_place(
// CHECK-SAME:    %[[X:.*]]: tensor<32x64xf32>, %[[Y:.*]]: tensor<32x64xf32>
// CHECK:       scf.for {{.*}} iter_args(%[[C:.*]] = %[[X]])
// CHECK:         %[[T:.*]] = tensor.extract_slice %[[C]]
// CHECK-NOT:     tensor.extract_slice %[[X]]
// CHECK:         linalg.add {{.*}}ins(%[[T]], {{.*}} outs(%[[T]] :
func.func @in_place(%x: tensor<32x64xf32>, %y: tensor<32x64xf32>)
    -> tensor<32x64xf32> {
  %r = linalg.add {rows} ins(%x, %y : tensor<32x64xf32>, tensor<32x64xf32>)
    outs(%x : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}

// The root's destination is a fused product: the product is computed once, in
// the nest, and the nest starts from the product's own destination.
// CHECK-LABEL: func @into_producer(
// CHECK-SAME:    %[[A:.*]]: tensor<32x16xf32>, %[[B:.*]]: tensor<16x64xf32>, %[[Y:.*]]: tensor<32x64xf32>, %[[O:.*]]: tensor<32x64xf32>
// CHECK-NOT:   linalg.matmul
// CHECK:       scf.for %[[M:[a-z0-9]+]] = {{.*}} iter_args(%[[C:.*]] = %[[O]])
// CHECK:         %[[T:.*]] = tensor.extract_slice %[[C]][%[[M]], 0] [8, 64]
// CHECK:         %[[P:.*]] = linalg.matmul {{.*}} outs(%[[T]] :
// CHECK-NOT:     linalg.matmul
// CHECK:         linalg.add {{.*}}ins(%[[P]],
func.func @into_producer(%a: tensor<32x16xf32>, %b: tensor<16x64xf32>,
                         %y: tensor<32x64xf32>, %o: tensor<32x64xf32>)
    -> tensor<32x64xf32> {
  %mm = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x64xf32>)
    outs(%o : tensor<32x64xf32>) -> tensor<32x64xf32>
  %r = linalg.add {rows} ins(%mm, %y : tensor<32x64xf32>, tensor<32x64xf32>)
    outs(%mm : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}

// Sizes that the tile does not divide: the producer's tile is constant, moved
// inward at the border; the root's is cut.
// CHECK-LABEL: func @border(
// CHECK:       scf.for %[[M:[a-z0-9]+]] =
// CHECK:         %[[START:.*]] = affine.min {{.*}}(%[[M]])
// CHECK:         %[[X:.*]] = tensor.extract_slice {{.*}}[%[[START]], 0] [8, 64]
// CHECK:         %[[P:.*]] = linalg.exp ins(%[[X]] : tensor<8x64xf32>)
// CHECK:         %[[SIZE:.*]] = affine.min {{.*}}(%[[M]])
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[P]][{{.*}}, 0] [%[[SIZE]], 64]
// CHECK:         linalg.abs {{.*}}ins(%[[PART]] :
func.func @border(%x: tensor<29x64xf32>, %o: tensor<29x64xf32>)
    -> tensor<29x64xf32> {
  %e = tensor.empty() : tensor<29x64xf32>
  %p = linalg.exp ins(%x : tensor<29x64xf32>) outs(%e : tensor<29x64xf32>)
    -> tensor<29x64xf32>
  %r = linalg.abs {rows} ins(%p : tensor<29x64xf32>)
    outs(%o : tensor<29x64xf32>) -> tensor<29x64xf32>
  return %r : tensor<29x64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %mnk = transform.structured.match attributes {mnk} in %m
      : (!transform.any_op) -> !transform.any_op
    %t0, %l0:3 = transform.structured.fuse_ext %mnk tile_sizes [8, 16, 4]
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op,
          !transform.any_op)
    %kmn = transform.structured.match attributes {kmn} in %m
      : (!transform.any_op) -> !transform.any_op
    %t1, %l1:3 = transform.structured.fuse_ext %kmn tile_sizes [8, 16, 4]
        interchange [2, 0, 1]
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op,
          !transform.any_op)
    %rows = transform.structured.match attributes {rows} in %m
      : (!transform.any_op) -> !transform.any_op
    %t2, %l2 = transform.structured.fuse_ext %rows tile_sizes [8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
