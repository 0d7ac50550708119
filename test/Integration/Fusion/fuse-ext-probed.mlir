// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: heddle explain %s | FileCheck %s --check-prefix=PLAN

// Ops without a rule of their own: their boxes are read back from a tile that
// their TilingInterface makes.

// PLAN-LABEL: transform.structured.fuse_ext in @softmax
// PLAN-DAG:   fused: linalg.matmul in loop 0, box [min(i0, 29) : min(i0, 29) + 8, 0 : 24, 0 : 16]
// PLAN-DAG:   fused: linalg.softmax in loop 0, box [min(i0, 29) : min(i0, 29) + 8, 0 : 24]
// CHECK-LABEL: func @softmax(
// CHECK:       scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK:         %[[M:.*]] = linalg.matmul {{.*}} -> tensor<8x24xf32>
// CHECK:         linalg.softmax {mine} dimension(1) ins(%[[M]] : tensor<8x24xf32>) outs(%{{.*}} : tensor<8x24xf32>) -> tensor<8x24xf32>
// CHECK:         linalg.negf {r} ins(
func.func @softmax(%a: tensor<37x16xf32>, %b: tensor<16x24xf32>)
    -> tensor<37x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37x24xf32>)
      -> tensor<37x24xf32>
  %m = linalg.matmul ins(%a, %b : tensor<37x16xf32>, tensor<16x24xf32>)
      outs(%f : tensor<37x24xf32>) -> tensor<37x24xf32>
  %s = linalg.softmax {mine} dimension(1) ins(%m : tensor<37x24xf32>)
      outs(%e : tensor<37x24xf32>) -> tensor<37x24xf32>
  %r = linalg.negf {r} ins(%s : tensor<37x24xf32>) outs(%e : tensor<37x24xf32>)
      -> tensor<37x24xf32>
  return %r : tensor<37x24xf32>
}

// As a root, of dynamic sizes.
// PLAN-LABEL: transform.structured.fuse_ext in @softmax_dynamic
// PLAN-DAG:   fused: linalg.abs in loop 0, box [i0 : min(arg0.0, i0 + 8), 0 : arg0.1]
func.func @softmax_dynamic(%m: tensor<?x?xf32>, %e: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %x = linalg.abs ins(%m : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %s = linalg.softmax {r} dimension(1) ins(%x : tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// Softmax along the tiled dim takes all of it: that depends on no loop.
// PLAN-LABEL: transform.structured.fuse_ext in @softmax_across
// PLAN-DAG:   not fused: linalg.softmax: the part that is read depends on no loop
func.func @softmax_across(%m: tensor<?x?xf32>, %e: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = linalg.softmax dimension(0) ins(%m : tensor<?x?xf32>)
      outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.negf {r} ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  return %r, %s : tensor<?x?xf32>, tensor<?x?xf32>
}

// A tile of a packed tensor is packed from a tile; the last ones are padded.
// PLAN-LABEL: transform.structured.fuse_ext in @pack
// PLAN-DAG:   fused: linalg.abs in loop 0, box [min(8 * i0, 126) : min(8 * i0, 126) + 64, 0 : 21]
// CHECK-LABEL: func @pack(
func.func @pack(%a: tensor<190x21xf32>, %v: f32) -> tensor<24x3x8x8xf32> {
  %ea = tensor.empty() : tensor<190x21xf32>
  %x = linalg.abs ins(%a : tensor<190x21xf32>) outs(%ea : tensor<190x21xf32>)
      -> tensor<190x21xf32>
  %e = tensor.empty() : tensor<24x3x8x8xf32>
  %p = linalg.pack %x padding_value(%v : f32) inner_dims_pos = [0, 1]
      inner_tiles = [8, 8] into %e
      : tensor<190x21xf32> -> tensor<24x3x8x8xf32>
  %r = linalg.negf {r} ins(%p : tensor<24x3x8x8xf32>)
      outs(%e : tensor<24x3x8x8xf32>) -> tensor<24x3x8x8xf32>
  return %r : tensor<24x3x8x8xf32>
}

// An unpack has a footprint of its own: its interface makes a slice of a tile.
// PLAN-LABEL: transform.structured.fuse_ext in @unpack
// PLAN-DAG:   fused: linalg.unpack in loop 0, box [i0 : i0 + 8, 0 : 24]
func.func @unpack(%a: tensor<4x3x8x8xf32>) -> tensor<32x24xf32> {
  %e = tensor.empty() : tensor<32x24xf32>
  %p = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e
      : tensor<4x3x8x8xf32> -> tensor<32x24xf32>
  %r = linalg.negf {r} ins(%p : tensor<32x24xf32>) outs(%e : tensor<32x24xf32>)
      -> tensor<32x24xf32>
  return %r : tensor<32x24xf32>
}

// Of dynamic sizes.
// PLAN-LABEL: transform.structured.fuse_ext in @pack_dynamic
// PLAN-DAG:   fused: linalg.abs in loop 0, box [
// PLAN-DAG:   fused: linalg.pack in loop 0, box [
func.func @pack_dynamic(%a: tensor<?x20xf32>, %v: f32) -> tensor<?x3x7xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x20xf32>
  %ea = tensor.empty(%n) : tensor<?x20xf32>
  %x = linalg.abs ins(%a : tensor<?x20xf32>) outs(%ea : tensor<?x20xf32>)
      -> tensor<?x20xf32>
  %e = tensor.empty(%n) : tensor<?x3x7xf32>
  %p = linalg.pack %x padding_value(%v : f32) inner_dims_pos = [1]
      inner_tiles = [7] into %e : tensor<?x20xf32> -> tensor<?x3x7xf32>
  %r = linalg.negf {r} ins(%p : tensor<?x3x7xf32>) outs(%e : tensor<?x3x7xf32>)
      -> tensor<?x3x7xf32>
  return %r : tensor<?x3x7xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {r} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [8]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
