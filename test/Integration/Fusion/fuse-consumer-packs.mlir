// Packs and unpacks as epilogues: a tile of the nest that is whole inner tiles is a tile of
// theirs. All are fused into the nest before them, and compute the same.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle check %s --function dynamic --dims arg0=61x26 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle check %s --function dynamic --dims arg0=1x8 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=FORM

// CHECK-DAG: pack: equal
// CHECK-DAG: pack_rows: equal
// CHECK-DAG: pack_partial: equal
// CHECK-DAG: pack_forall: equal
// CHECK-DAG: unpack: equal
// CHECK-DAG: unpack_partial: equal
// CHECK-DAG: unpack_rows: equal
// CHECK-DAG: every_other: equal
// CHECK-DAG: dynamic: equal
// DYNAMIC: dynamic: equal

// Two inner tiles by two, in outer dims that are exchanged.
// FORM-LABEL: func.func @pack(
// FORM:         scf.for %{{.*}} =
// FORM:           scf.for %{{.*}} =
// FORM:             linalg.negf {n2} ins(
// FORM:             linalg.pack {{.*}} tensor<16x8xf32> -> tensor<2x2x8x4xf32>
// FORM:         return
func.func @pack(%a: tensor<48x40xf32>, %b: tensor<48x40xf32>, %d: tensor<10x6x8x4xf32>) -> tensor<10x6x8x4xf32> {
  %0 = linalg.negf {n2} ins(%a : tensor<48x40xf32>) outs(%b : tensor<48x40xf32>) -> tensor<48x40xf32>
  %1 = linalg.pack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d {fused} : tensor<48x40xf32> -> tensor<10x6x8x4xf32>
  return %1 : tensor<10x6x8x4xf32>
}

// Only the columns are packed, and only the rows are tiled.
// FORM-LABEL: func.func @pack_rows(
// FORM:         scf.for %{{.*}} =
// FORM:           linalg.pack %{{.*}} into
// FORM:         return
func.func @pack_rows(%a: tensor<48x40xf32>, %b: tensor<48x40xf32>, %d: tensor<48x5x8xf32>) -> tensor<48x5x8xf32> {
  %0 = linalg.negf {n1} ins(%a : tensor<48x40xf32>) outs(%b : tensor<48x40xf32>) -> tensor<48x40xf32>
  %1 = linalg.pack %0 inner_dims_pos = [1] inner_tiles = [8] into %d {fused} : tensor<48x40xf32> -> tensor<48x5x8xf32>
  return %1 : tensor<48x5x8xf32>
}

// The last inner tiles are padded.
// FORM-LABEL: func.func @pack_partial(
// FORM:         scf.for %{{.*}} =
// FORM:           scf.for %{{.*}} =
// FORM:             linalg.pack %{{.*}} into
// FORM:         return
func.func @pack_partial(%a: tensor<47x39xf32>, %b: tensor<47x39xf32>, %d: tensor<6x10x8x4xf32>) -> tensor<6x10x8x4xf32> {
  %z = arith.constant 3.0 : f32
  %0 = linalg.negf {n2} ins(%a : tensor<47x39xf32>) outs(%b : tensor<47x39xf32>) -> tensor<47x39xf32>
  %1 = linalg.pack %0 padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d {fused} : tensor<47x39xf32> -> tensor<6x10x8x4xf32>
  return %1 : tensor<6x10x8x4xf32>
}

// FORM-LABEL: func.func @pack_forall(
// FORM:         scf.forall (%{{.*}}, %{{.*}}) =
// FORM:           linalg.pack %{{.*}} into
// FORM:         return
func.func @pack_forall(%a: tensor<47x39xf32>, %b: tensor<47x39xf32>, %d: tensor<6x10x8x4xf32>) -> tensor<6x10x8x4xf32> {
  %z = arith.constant 3.0 : f32
  %0 = linalg.negf {forall} ins(%a : tensor<47x39xf32>) outs(%b : tensor<47x39xf32>) -> tensor<47x39xf32>
  %1 = linalg.pack %0 padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d {fused} : tensor<47x39xf32> -> tensor<6x10x8x4xf32>
  return %1 : tensor<6x10x8x4xf32>
}

// FORM-LABEL: func.func @unpack(
// FORM:         scf.for %{{.*}} =
// FORM:           scf.for %{{.*}} =
// FORM:             linalg.unpack %{{.*}} into
// FORM:         return
func.func @unpack(%a: tensor<6x10x8x4xf32>, %b: tensor<6x10x8x4xf32>, %d: tensor<48x40xf32>) -> tensor<48x40xf32> {
  %0 = linalg.negf {blocks} ins(%a : tensor<6x10x8x4xf32>) outs(%b : tensor<6x10x8x4xf32>) -> tensor<6x10x8x4xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d {fused} : tensor<6x10x8x4xf32> -> tensor<48x40xf32>
  return %1 : tensor<48x40xf32>
}

// The last tiles are cut, and the dims exchanged.
// FORM-LABEL: func.func @unpack_partial(
// FORM:         scf.for %{{.*}} =
// FORM:           scf.for %{{.*}} =
// FORM:             linalg.unpack %{{.*}} into
// FORM:         return
func.func @unpack_partial(%a: tensor<6x10x8x4xf32>, %b: tensor<6x10x8x4xf32>, %d: tensor<37x45xf32>) -> tensor<37x45xf32> {
  %0 = linalg.negf {blocks} ins(%a : tensor<6x10x8x4xf32>) outs(%b : tensor<6x10x8x4xf32>) -> tensor<6x10x8x4xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 4] into %d {fused} : tensor<6x10x8x4xf32> -> tensor<37x45xf32>
  return %1 : tensor<37x45xf32>
}

// A dim without inner tiles is tiled by any size.
// FORM-LABEL: func.func @unpack_rows(
// FORM:         scf.for %{{.*}} =
// FORM:           linalg.unpack %{{.*}} into
// FORM:         return
func.func @unpack_rows(%a: tensor<48x5x8xf32>, %b: tensor<48x5x8xf32>, %d: tensor<48x39xf32>) -> tensor<48x39xf32> {
  %0 = linalg.negf {n1} ins(%a : tensor<48x5x8xf32>) outs(%b : tensor<48x5x8xf32>) -> tensor<48x5x8xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [1] inner_tiles = [8] into %d {fused} : tensor<48x5x8xf32> -> tensor<48x39xf32>
  return %1 : tensor<48x39xf32>
}

// Each iteration reads two elements on.
// FORM-LABEL: func.func @every_other(
// FORM:         scf.for %{{.*}} =
// FORM:           linalg.generic {{.*}} ins(%{{.*}} : tensor<7xf32>)
// FORM:         return
func.func @every_other(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.negf {by_eight} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i * 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<32xf32>) outs(%d : tensor<16xf32>) attrs = {fused} {
  ^bb0(%x: f32, %o: f32):
    %s = math.absf %x : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// FORM-LABEL: func.func @dynamic(
// FORM:         scf.for %{{.*}} =
// FORM:           scf.for %{{.*}} =
// FORM:             linalg.pack %{{.*}} into
// FORM:         return
func.func @dynamic(%a: tensor<?x?xf32>) -> tensor<?x?x8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 3.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.negf {n2} ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = affine.apply affine_map<()[s] -> (s ceildiv 8)>()[%m]
  %c = affine.apply affine_map<()[s] -> (s ceildiv 4)>()[%n]
  %e = tensor.empty(%r, %c) : tensor<?x?x8x4xf32>
  %1 = linalg.pack %0 padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e {fused} : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  return %1 : tensor<?x?x8x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %n2 = transform.structured.match attributes {n2} in %module : (!transform.any_op) -> !transform.any_op
    %x2, %l2:2 = transform.structured.fuse_ext %n2 tile_sizes [16, 8]
    %n1 = transform.structured.match attributes {n1} in %module : (!transform.any_op) -> !transform.any_op
    %x1, %l1 = transform.structured.fuse_ext %n1 tile_sizes [5]
    %by_eight = transform.structured.match attributes {by_eight} in %module : (!transform.any_op) -> !transform.any_op
    %x8, %l8 = transform.structured.fuse_ext %by_eight tile_sizes [8]
    %blocks = transform.structured.match attributes {blocks} in %module : (!transform.any_op) -> !transform.any_op
    %xb, %lb:2 = transform.structured.fuse_ext %blocks tile_sizes [4, 3]
    %forall = transform.structured.match attributes {forall} in %module : (!transform.any_op) -> !transform.any_op
    %xf, %lf = transform.structured.fuse_ext %forall tile_sizes [16, 12] {use_forall}
    %fused = transform.structured.match attributes {fused} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %fused : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %t, %around = transform.heddle.fuse_consumer %one : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
