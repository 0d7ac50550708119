// Packs and unpacks as roots and as producers.
// RUN: heddle check %s --function small_tiles --function producer --function chain --function pack | FileCheck %s
// RUN: heddle check %s --function dynamic --dims arg0=8x4x8x8,arg1=61x26 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle check %s --function dynamic --dims arg0=1x1x8x8,arg1=1x8 | FileCheck %s --check-prefix=DYNAMIC

// CHECK: small_tiles: equal
// CHECK: producer: equal
// CHECK: chain: equal
// CHECK: pack: equal
// DYNAMIC: dynamic: equal

// Tiles that are no multiple of the inner tiles, in a forall; the last inner
// tiles are partial, and the outer dims are permuted.
func.func @small_tiles(%a: tensor<6x16x8x4xf32>) -> tensor<61x47xf32> {
  %e = tensor.empty() : tensor<61x47xf32>
  %u = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 4] into %e {small} : tensor<6x16x8x4xf32> -> tensor<61x47xf32>
  return %u : tensor<61x47xf32>
}

// An unpack is computed tile by tile with its reader.
func.func @producer(%a: tensor<6x16x8x4xf32>) -> tensor<61x47xf32> {
  %e = tensor.empty() : tensor<61x47xf32>
  %u = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 4] into %e : tensor<6x16x8x4xf32> -> tensor<61x47xf32>
  %r = linalg.negf {producer} ins(%u : tensor<61x47xf32>) outs(%e : tensor<61x47xf32>) -> tensor<61x47xf32>
  return %r : tensor<61x47xf32>
}

// Packed, computed on, and unpacked again.
func.func @chain(%b: tensor<48x39xf32>) -> tensor<48x39xf32> {
  %z = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<6x10x8x4xf32>
  %f = tensor.empty() : tensor<48x39xf32>
  %p = linalg.pack %b padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e : tensor<48x39xf32> -> tensor<6x10x8x4xf32>
  %n = linalg.negf ins(%p : tensor<6x10x8x4xf32>) outs(%e : tensor<6x10x8x4xf32>) -> tensor<6x10x8x4xf32>
  %u = linalg.unpack %n inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %f : tensor<6x10x8x4xf32> -> tensor<48x39xf32>
  %r = linalg.abs {chain} ins(%u : tensor<48x39xf32>) outs(%f : tensor<48x39xf32>) -> tensor<48x39xf32>
  return %r : tensor<48x39xf32>
}

// A pack with padding is a root.
func.func @pack(%b: tensor<47x39xf32>) -> tensor<6x10x8x4xf32> {
  %z = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<6x10x8x4xf32>
  %p = linalg.pack %b padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e {pack} : tensor<47x39xf32> -> tensor<6x10x8x4xf32>
  return %p : tensor<6x10x8x4xf32>
}

func.func @dynamic(%a: tensor<?x?x8x8xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %u = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %o {dynamic} : tensor<?x?x8x8xf32> -> tensor<?x?xf32>
  return %u : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %a = transform.structured.match attributes {small} in %m : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.match attributes {producer} in %m : (!transform.any_op) -> !transform.any_op
    %c = transform.structured.match attributes {chain} in %m : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.match attributes {pack} in %m : (!transform.any_op) -> !transform.any_op
    %e = transform.structured.match attributes {dynamic} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %a tile_sizes [7, 5] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t1, %l1:2 = transform.structured.fuse_ext %b tile_sizes [12, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t2, %l2:2 = transform.structured.fuse_ext %c tile_sizes [16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t3, %l3:2 = transform.structured.fuse_ext %d tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %t4, %l4:2 = transform.structured.fuse_ext %e tile_sizes [16, 12] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
