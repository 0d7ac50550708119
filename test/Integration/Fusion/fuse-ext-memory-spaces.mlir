// Fused tensors stay in the memory space that is their encoding: the results are the
// same, and all that is allocated for a space is in it. Extents are dynamic, odd, 1
// and 0.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=SPACE
// CHECK-NOT: different
// CHECK-DAG: elementwise: equal
// CHECK-DAG: matmul: equal
// CHECK-DAG: nothing: equal
// CHECK-DAG: slices: equal
// CHECK-DAG: pad: equal
// CHECK-DAG: concat: equal
// CHECK-DAG: reshapes: equal
// CHECK-DAG: two_spaces: equal
// CHECK-DAG: in_forall: equal
// CHECK-DAG: softmax: equal
// CHECK-DAG: operands: equal
// CHECK-DAG: consumer: equal
// CHECK-DAG: producer: equal

// Every buffer of the nest is in space 1, and nothing is copied from one space to
// another.
// SPACE-LABEL: func.func @elementwise(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         scf.for %{{.*}} =
// SPACE:           memref.alloc{{.*}} : memref<{{.*}}, 1>
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE-NOT:     linalg.copy
// SPACE:         return
func.func @elementwise(%a: tensor<?x9xf32, 1>, %d: tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x9xf32, 1>
  %e = tensor.empty(%n) : tensor<?x9xf32, 1>
  %0 = linalg.exp ins(%a : tensor<?x9xf32, 1>) outs(%e : tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1>
  %1 = linalg.mul {two} ins(%0, %a : tensor<?x9xf32, 1>, tensor<?x9xf32, 1>) outs(%d : tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1>
  return %1 : tensor<?x9xf32, 1>
}

// The accumulator is in the space, too.
// SPACE-LABEL: func.func @matmul(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         linalg.fill {{.*}}memref<{{.*}}#gpu.address_space<workgroup>>
// SPACE:         linalg.matmul {{.*}}memref<{{.*}}#gpu.address_space<workgroup>>
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @matmul(%a: tensor<?x?xf32, #gpu.address_space<workgroup>>, %b: tensor<?x?xf32, #gpu.address_space<workgroup>>, %d: tensor<?x?xf32, #gpu.address_space<workgroup>>) -> tensor<?x?xf32, #gpu.address_space<workgroup>> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%d : tensor<?x?xf32, #gpu.address_space<workgroup>>) -> tensor<?x?xf32, #gpu.address_space<workgroup>>
  %0 = linalg.matmul {three} ins(%a, %b : tensor<?x?xf32, #gpu.address_space<workgroup>>, tensor<?x?xf32, #gpu.address_space<workgroup>>) outs(%f : tensor<?x?xf32, #gpu.address_space<workgroup>>) -> tensor<?x?xf32, #gpu.address_space<workgroup>>
  return %0 : tensor<?x?xf32, #gpu.address_space<workgroup>>
}

func.func @nothing(%a: tensor<0x1xf32, 1>, %d: tensor<1xf32, 1>) -> tensor<1xf32, 1> {
  %e = tensor.empty() : tensor<0x1xf32, 1>
  %0 = linalg.exp ins(%a : tensor<0x1xf32, 1>) outs(%e : tensor<0x1xf32, 1>) -> tensor<0x1xf32, 1>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<0x1xf32, 1>) outs(%d : tensor<1xf32, 1>) dimensions = [0] {two}
  return %1 : tensor<1xf32, 1>
}

// SPACE-LABEL: func.func @slices(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @slices(%a: tensor<19x16xf32, 2>, %b: tensor<6x7xf32, 2>, %d: tensor<8x11xf32, 2>) -> tensor<8x11xf32, 2> {
  %e = tensor.empty() : tensor<19x16xf32, 2>
  %0 = linalg.negf ins(%a : tensor<19x16xf32, 2>) outs(%e : tensor<19x16xf32, 2>) -> tensor<19x16xf32, 2>
  %1 = tensor.insert_slice %b into %0[5, 6] [6, 7] [1, 1] : tensor<6x7xf32, 2> into tensor<19x16xf32, 2>
  %2 = tensor.extract_slice %1[2, 3] [8, 11] [2, 1] : tensor<19x16xf32, 2> to tensor<8x11xf32, 2>
  %3 = linalg.abs {two} ins(%2 : tensor<8x11xf32, 2>) outs(%d : tensor<8x11xf32, 2>) -> tensor<8x11xf32, 2>
  return %3 : tensor<8x11xf32, 2>
}

// SPACE-LABEL: func.func @pad(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @pad(%a: tensor<7x9xf32, 1>, %d: tensor<11x13xf32, 1>) -> tensor<11x13xf32, 1> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32, 1>
  %0 = linalg.exp ins(%a : tensor<7x9xf32, 1>) outs(%e : tensor<7x9xf32, 1>) -> tensor<7x9xf32, 1>
  %1 = tensor.pad %0 low[1, 2] high[3, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<7x9xf32, 1> to tensor<11x13xf32, 1>
  %2 = linalg.negf {two} ins(%1 : tensor<11x13xf32, 1>) outs(%d : tensor<11x13xf32, 1>) -> tensor<11x13xf32, 1>
  return %2 : tensor<11x13xf32, 1>
}

// SPACE-LABEL: func.func @concat(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @concat(%a: tensor<7x9xf32, 1>, %b: tensor<7x6xf32, 1>, %d: tensor<7x15xf32, 1>) -> tensor<7x15xf32, 1> {
  %e = tensor.empty() : tensor<7x9xf32, 1>
  %0 = linalg.negf ins(%a : tensor<7x9xf32, 1>) outs(%e : tensor<7x9xf32, 1>) -> tensor<7x9xf32, 1>
  %1 = tensor.concat dim(1) %0, %b : (tensor<7x9xf32, 1>, tensor<7x6xf32, 1>) -> tensor<7x15xf32, 1>
  %2 = linalg.abs {two} ins(%1 : tensor<7x15xf32, 1>) outs(%d : tensor<7x15xf32, 1>) -> tensor<7x15xf32, 1>
  return %2 : tensor<7x15xf32, 1>
}

// SPACE-LABEL: func.func @reshapes(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @reshapes(%a: tensor<12x5xf32, 1>, %d: tensor<3x20xf32, 1>) -> tensor<3x20xf32, 1> {
  %e = tensor.empty() : tensor<12x5xf32, 1>
  %0 = linalg.exp ins(%a : tensor<12x5xf32, 1>) outs(%e : tensor<12x5xf32, 1>) -> tensor<12x5xf32, 1>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [3, 4, 5] : tensor<12x5xf32, 1> into tensor<3x4x5xf32, 1>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<3x4x5xf32, 1> into tensor<3x20xf32, 1>
  %3 = linalg.negf {two} ins(%2 : tensor<3x20xf32, 1>) outs(%d : tensor<3x20xf32, 1>) -> tensor<3x20xf32, 1>
  return %3 : tensor<3x20xf32, 1>
}

// A tile is copied into the other space.
// SPACE-LABEL: func.func @two_spaces(
// SPACE:         scf.for %{{.*}} =
// SPACE-DAG:       memref.alloc{{.*}}, 1>
// SPACE-DAG:       memref.alloc{{.*}}, 2>
// SPACE:           linalg.copy ins(%{{.*}}, 1>) outs(%[[COPY:.*]] : {{.*}}, 2>)
// SPACE:           linalg.mul {two} ins(%[[COPY]], %{{.*}}
// SPACE:         return
func.func @two_spaces(%a: tensor<?x9xf32, 1>, %d: tensor<?x9xf32>) -> tensor<?x9xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x9xf32, 1>
  %e = tensor.empty(%n) : tensor<?x9xf32, 1>
  %0 = linalg.exp ins(%a : tensor<?x9xf32, 1>) outs(%e : tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1>
  %1 = tensor.cast %0 : tensor<?x9xf32, 1> to tensor<?x9xf32, 2>
  %2 = linalg.mul {two} ins(%1, %a : tensor<?x9xf32, 2>, tensor<?x9xf32, 1>) outs(%d : tensor<?x9xf32>) -> tensor<?x9xf32>
  return %2 : tensor<?x9xf32>
}

// SPACE-LABEL: func.func @in_forall(
// SPACE:         scf.forall (%{{.*}}) =
// SPACE:           memref.alloc{{.*}}, 1>
// SPACE:         return
func.func @in_forall(%a: tensor<?x9xf32, 1>, %d: tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x9xf32, 1>
  %e = tensor.empty(%n) : tensor<?x9xf32, 1>
  %0 = linalg.exp ins(%a : tensor<?x9xf32, 1>) outs(%e : tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1>
  %1 = linalg.mul {parallel} ins(%0, %a : tensor<?x9xf32, 1>, tensor<?x9xf32, 1>) outs(%d : tensor<?x9xf32, 1>) -> tensor<?x9xf32, 1>
  return %1 : tensor<?x9xf32, 1>
}

// An op of linalg_ext.
// SPACE-LABEL: func.func @softmax(
// SPACE:         return
func.func @softmax(%a: tensor<7x9xf32, 1>, %d: tensor<7x9xf32, 1>, %m: tensor<7xf32, 1>, %s: tensor<7xf32, 1>, %r: tensor<7xf32, 1>) -> tensor<7x9xf32, 1> {
  %e = tensor.empty() : tensor<7x9xf32, 1>
  %0 = linalg.negf ins(%a : tensor<7x9xf32, 1>) outs(%e : tensor<7x9xf32, 1>) -> tensor<7x9xf32, 1>
  %1:4 = linalg_ext.softmax {rows} dimension(1) ins(%0 : tensor<7x9xf32, 1>) outs(%d, %m, %s, %r : tensor<7x9xf32, 1>, tensor<7xf32, 1>, tensor<7xf32, 1>, tensor<7xf32, 1>) : tensor<7x9xf32, 1>, tensor<7xf32, 1>, tensor<7xf32, 1>, tensor<7xf32, 1>
  return %1#0 : tensor<7x9xf32, 1>
}

// SPACE-LABEL: func.func @operands(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @operands(%a: tensor<11x9xf32, 1>, %d: tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1> {
  %e = tensor.empty() : tensor<11x9xf32, 1>
  %0 = linalg.exp ins(%a : tensor<11x9xf32, 1>) outs(%e : tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1>
  %1 = linalg.negf ins(%0 : tensor<11x9xf32, 1>) outs(%e : tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1>
  %2 = linalg.mul ins(%1, %0 : tensor<11x9xf32, 1>, tensor<11x9xf32, 1>) outs(%d : tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1>
  return {operands} %2 : tensor<11x9xf32, 1>
}

// SPACE-LABEL: func.func @consumer(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @consumer(%a: tensor<11x9xf32, 1>, %d: tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1> {
  %e = tensor.empty() : tensor<11x9xf32, 1>
  %0 = linalg.exp {tiled} ins(%a : tensor<11x9xf32, 1>) outs(%e : tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1>
  %1 = linalg.negf {consumer} ins(%0 : tensor<11x9xf32, 1>) outs(%d : tensor<11x9xf32, 1>) -> tensor<11x9xf32, 1>
  return %1 : tensor<11x9xf32, 1>
}

// SPACE-LABEL: func.func @producer(
// SPACE-NOT:     memref<{{[^>]*}}f32>
// SPACE:         return
func.func @producer(%a: tensor<11x?xf32, 1>, %d: tensor<11x?xf32, 1>) -> tensor<11x?xf32, 1> {
  %0 = linalg.exp {producer} ins(%a : tensor<11x?xf32, 1>) outs(%d : tensor<11x?xf32, 1>) -> tensor<11x?xf32, 1>
  %1 = linalg.negf {nest} ins(%0 : tensor<11x?xf32, 1>) outs(%d : tensor<11x?xf32, 1>) -> tensor<11x?xf32, 1>
  return %1 : tensor<11x?xf32, 1>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %two = transform.structured.match attributes {two} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %two : !transform.any_op {
    ^bb0(%op: !transform.any_op):
      %t, %l:2 = transform.structured.fuse_ext %op tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
    %three = transform.structured.match attributes {three} in %root : (!transform.any_op) -> !transform.any_op
    %t3, %l3:3 = transform.structured.fuse_ext %three tile_sizes [2, 4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %parallel = transform.structured.match attributes {parallel} in %root : (!transform.any_op) -> !transform.any_op
    %tp, %lp = transform.structured.fuse_ext %parallel tile_sizes [2, 4] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %rows = transform.structured.match attributes {rows} in %root : (!transform.any_op) -> !transform.any_op
    %tr, %lr = transform.structured.fuse_ext %rows tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %operands = transform.structured.match attributes {operands} in %root : (!transform.any_op) -> !transform.any_op
    %to, %lo:2 = transform.structured.fuse_operands %operands {tile_nums = [3, 4], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tiled = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
    %tt, %lt = transform.structured.fuse_ext %tiled tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %consumer = transform.structured.match attributes {consumer} in %root : (!transform.any_op) -> !transform.any_op
    %tc, %lc = transform.heddle.fuse_consumer %consumer : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %nest = transform.structured.match attributes {nest} in %root : (!transform.any_op) -> !transform.any_op
    %tn, %ln = transform.structured.tile_using_for %nest tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %producer = transform.structured.match attributes {producer} in %root : (!transform.any_op) -> !transform.any_op
    %tq = transform.heddle.compute_at %producer in %ln : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %buffers = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
