// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Products of i8, exact in every bit, and of bf16.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"features" = "avx512vl, avx512vnni, avx512bf16">>} {

// The numbers of both factors have a sign; no extent is a multiple of anything.
// SAME: signed: equal
// CHECK-LABEL: func @signed(
// CHECK:         vector.contract {{.*}} {heddle.dot_product} : vector<6x4xi32>, vector<64x4xi32> into vector<6x64xi32>
func.func @signed(%a: tensor<31x67xi8>, %b: tensor<67x101xi8>, %c: tensor<31x101xi32>) -> tensor<31x101xi32> {
  %r = linalg.matmul {matmul} ins(%a, %b : tensor<31x67xi8>, tensor<67x101xi8>) outs(%c : tensor<31x101xi32>) -> tensor<31x101xi32>
  return %r : tensor<31x101xi32>
}

// Neither has one, and extents are dynamic.
// SAME: unsigned: equal
// CHECK-LABEL: func @unsigned(
// CHECK:         vector.contract {{.*}} {heddle.dot_product}
func.func @unsigned(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.matmul {matmul, cast = #linalg.type_fn<cast_unsigned>}
    ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%c : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// The left factor is unsigned, the right one transposed: nothing is added.
// SAME: mixed: equal
// CHECK-LABEL: func @mixed(
// CHECK-NOT:     arith.xori
// CHECK:         vector.contract {{.*}} {heddle.dot_product}
// CHECK-NOT:     arith.xori
// CHECK:         return
func.func @mixed(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.generic {matmul, indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%c : tensor<?x?xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %0 = arith.extsi %y : i8 to i32
    %1 = arith.extui %x : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %2, %z : i32
    linalg.yield %3 : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// The left factor is transposed, and a product of one row; the right one has no
// sign.
// SAME: row: equal
// CHECK-LABEL: func @row(
// CHECK:         vector.contract {{.*}} {heddle.dot_product}
func.func @row(%a: tensor<13x1xi8>, %b: tensor<13x80xi8>, %c: tensor<1x80xi32>) -> tensor<1x80xi32> {
  %r = linalg.generic {matmul, indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<13x1xi8>, tensor<13x80xi8>) outs(%c : tensor<1x80xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %z, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x80xi32>
  return %r : tensor<1x80xi32>
}

// One column: the sums of a vector are those of its rows.
// SAME: column: equal
// CHECK-LABEL: func @column(
// CHECK:         vector.contract {{.*}} {heddle.dot_product} : vector<6x4xi32>, vector<4xi32> into vector<6xi32>
func.func @column(%a: tensor<40x12xi8>, %b: tensor<12x1xi8>, %c: tensor<40x1xi32>) -> tensor<40x1xi32> {
  %r = linalg.matmul {matmul} ins(%a, %b : tensor<40x12xi8>, tensor<12x1xi8>) outs(%c : tensor<40x1xi32>) -> tensor<40x1xi32>
  return %r : tensor<40x1xi32>
}

// Nothing is summed.
// SAME: nothing: equal
func.func @nothing(%a: tensor<9x0xi8>, %b: tensor<0x20xi8>, %c: tensor<9x20xi32>) -> tensor<9x20xi32> {
  %r = linalg.matmul {matmul} ins(%a, %b : tensor<9x0xi8>, tensor<0x20xi8>) outs(%c : tensor<9x20xi32>) -> tensor<9x20xi32>
  return %r : tensor<9x20xi32>
}

// SAME: batch: equal
// CHECK-LABEL: func @batch(
// CHECK:         vector.contract {{.*}} {heddle.dot_product}
func.func @batch(%a: tensor<2x7x?xi8>, %b: tensor<2x?x33xi8>, %c: tensor<2x7x33xi32>) -> tensor<2x7x33xi32> {
  %r = linalg.batch_matmul {batch} ins(%a, %b : tensor<2x7x?xi8>, tensor<2x?x33xi8>) outs(%c : tensor<2x7x33xi32>) -> tensor<2x7x33xi32>
  return %r : tensor<2x7x33xi32>
}

// SAME: brain: equal{{.*}}dot products of bf16 take denormals as zeros, as the schedule allows
// CHECK-LABEL: func @brain(
// CHECK:         vector.contract {{.*}} {heddle.dot_product} : vector<6x2xf32>, vector<64x2xf32> into vector<6x64xf32>
func.func @brain(%a: tensor<31x67xbf16>, %b: tensor<67x101xbf16>, %c: tensor<31x101xf32>) -> tensor<31x101xf32> {
  %r = linalg.matmul {matmul} ins(%a, %b : tensor<31x67xbf16>, tensor<67x101xbf16>) outs(%c : tensor<31x101xf32>) -> tensor<31x101xf32>
  return %r : tensor<31x101xf32>
}

// SAME: any_brain: equal
// CHECK-LABEL: func @any_brain(
// CHECK:         vector.contract {{.*}} {heddle.dot_product}
func.func @any_brain(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {matmul}
    ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {matmul} in %root : (!transform.any_op) -> !transform.any_op
  %sums, %panels = transform.heddle.pack_dot_products %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1, %l:3 = transform.structured.fuse_ext %sums tile_sizes [6, 64, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {batch} in %root : (!transform.any_op) -> !transform.any_op
  %sum, %panel = transform.heddle.pack_dot_products %2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3, %k:4 = transform.structured.fuse_ext %sum tile_sizes [1, 4, 32, 1] interchange [0, 2, 1, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.heddle.vectorize %root {dot_products} : !transform.any_op
}
}
