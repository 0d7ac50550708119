// The extents of what is packed follow from those of what is not, and from the
// tiles.
//
// RUN: heddle check %s --allow-unchanged > %t.drawn
// RUN: FileCheck %s --input-file %t.drawn
// RUN: heddle check %s --allow-unchanged --function unpack \
// RUN:   --dims arg0=5x3x8x4 | FileCheck %s --check-prefix=ASKED
// RUN: heddle check %s --allow-unchanged --function pack \
// RUN:   --dims arg0=31x17 | FileCheck %s --check-prefix=ASKED
// RUN: not heddle check %s --allow-unchanged --function unpack \
// RUN:   --dims arg0=5x3x8x4,arg1=32x12 | FileCheck %s --check-prefix=UNPACK
// RUN: not heddle check %s --allow-unchanged --function pack_exactly \
// RUN:   --dims arg0=12x17 | FileCheck %s --check-prefix=EXACT
// RUN: not heddle check %s --allow-unchanged --function unpack_permuted \
// RUN:   --dims arg2=0 | FileCheck %s --check-prefix=NO-TILE

// ASKED: {{(un)?}}pack: equal: random data bit for bit ({{[0-9]+}} run{{s?}})

// UNPACK: unpack: not checked: dim 0 of a result of 'linalg.exp' is 5, but 'linalg.unpack' needs 4 for dim 0 of 'arg1' = 32
// CHECK-DAG: unpack: equal: random data bit for bit ({{[0-9]+}} runs)
func.func @unpack(%a: tensor<?x?x8x4xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = linalg.exp ins(%a : tensor<?x?x8x4xf32>) outs(%a : tensor<?x?x8x4xf32>) -> tensor<?x?x8x4xf32>
  %u = linalg.unpack %e inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o {tiled} : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
  return %u : tensor<?x?xf32>
}

// NO-TILE: unpack_permuted: not checked: 'arg2' is 0, but 'linalg.unpack' needs at least 1{{$}}
// The outer dims stand the other way round, and one of them is not tiled.
// CHECK-DAG: unpack_permuted: equal: random data bit for bit ({{[0-9]+}} runs)
func.func @unpack_permuted(%a: tensor<?x?x?xf32>, %o: tensor<?x?xf32>, %tile: index) -> tensor<?x?xf32> {
  %u = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [%tile] into %o : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %e = linalg.exp {tiled} ins(%u : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}

// CHECK-DAG: pack: equal: random data bit for bit ({{[0-9]+}} runs)
func.func @pack(%a: tensor<?x?xf32>, %o: tensor<?x?x8x4xf32>) -> tensor<?x?x8x4xf32> {
  %z = arith.constant 3.0 : f32
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  %e = linalg.exp {tiled} ins(%p : tensor<?x?x8x4xf32>) outs(%o : tensor<?x?x8x4xf32>) -> tensor<?x?x8x4xf32>
  return %e : tensor<?x?x8x4xf32>
}

// The type asks for more tiles than a small tensor fills.
// CHECK-DAG: pack_into_more: equal: random data bit for bit ({{[0-9]+}} runs)
func.func @pack_into_more(%a: tensor<?xf32>, %o: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %z = arith.constant 3.0 : f32
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<?xf32> -> tensor<3x8xf32>
  %e = linalg.exp {tiled} ins(%p : tensor<3x8xf32>) outs(%o : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %e : tensor<3x8xf32>
}

// Without a padding value the tiles are full.
// EXACT: pack_exactly: not checked: dim 0 of 'arg0' is 12, but 'linalg.pack' needs 8 for dim 0 of 'arg1' = 1
// CHECK-DAG: pack_exactly: equal: random data bit for bit ({{[0-9]+}} runs)
func.func @pack_exactly(%a: tensor<?x?xf32>, %o: tensor<?x?x8xf32>) -> tensor<?x?x8xf32> {
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<?x?xf32> -> tensor<?x?x8xf32>
  %e = linalg.exp {tiled} ins(%p : tensor<?x?x8xf32>) outs(%o : tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %e : tensor<?x?x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match attributes {tiled} in %module : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %ops tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
