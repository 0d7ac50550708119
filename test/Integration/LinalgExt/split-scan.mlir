// RUN: heddle check %s | FileCheck %s

// A scan in blocks that are independent computes the same, with extents that the blocks
// do not divide, that one block holds, 0 and 1, and an accumulator that starts anywhere.
// CHECK-DAG: inclusive: equal
// CHECK-DAG: exclusive: equal
// CHECK-DAG: one_row: equal
// CHECK-DAG: in_between: equal
// CHECK-DAG: multiple: equal
// CHECK-DAG: remainder: equal
// CHECK-DAG: sums: equal{{.*}}equal as formulas
// CHECK-DAG: products: equal{{.*}}equal as formulas
// CHECK-DAG: not_commutative: equal
// CHECK-DAG: maxima: equal
// CHECK-DAG: flags: equal
// CHECK-DAG: captured: equal
// CHECK-DAG: in_forall: equal

func.func @inclusive(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan {split} dimension(1) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.addi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

func.func @exclusive(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan {split} dimension(0) inclusive(false) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.muli %e, %s : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The accumulator has rank 0.
func.func @one_row(%x: tensor<?xi32>, %y: tensor<?xi32>, %a: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
  %0:2 = linalg_ext.scan {split} dimension(0) inclusive(true) ins(%x : tensor<?xi32>) outs(%y, %a : tensor<?xi32>, tensor<i32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.maxsi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?xi32>, tensor<i32>
  return %0#0, %0#1 : tensor<?xi32>, tensor<i32>
}

func.func @in_between(%x: tensor<3x?x5xi32>, %y: tensor<3x?x5xi32>, %a: tensor<3x5xi32>) -> (tensor<3x?x5xi32>, tensor<3x5xi32>) {
  %0:2 = linalg_ext.scan {split} dimension(1) inclusive(false) ins(%x : tensor<3x?x5xi32>) outs(%y, %a : tensor<3x?x5xi32>, tensor<3x5xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.xori %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<3x?x5xi32>, tensor<3x5xi32>
  return %0#0, %0#1 : tensor<3x?x5xi32>, tensor<3x5xi32>
}

func.func @multiple(%x: tensor<7x12xi32>, %y: tensor<7x12xi32>, %a: tensor<7xi32>) -> (tensor<7x12xi32>, tensor<7xi32>) {
  %0:2 = linalg_ext.scan {split} dimension(1) inclusive(true) ins(%x : tensor<7x12xi32>) outs(%y, %a : tensor<7x12xi32>, tensor<7xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.addi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<7x12xi32>, tensor<7xi32>
  return %0#0, %0#1 : tensor<7x12xi32>, tensor<7xi32>
}

// The input is the output.
func.func @remainder(%x: tensor<11x5xi32>, %a: tensor<5xi32>) -> tensor<11x5xi32> {
  %0:2 = linalg_ext.scan {split} dimension(0) inclusive(true) ins(%x : tensor<11x5xi32>) outs(%x, %a : tensor<11x5xi32>, tensor<5xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.minui %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<11x5xi32>, tensor<5xi32>
  return %0#0 : tensor<11x5xi32>
}

// Sums of floats round, and the op says that this does not matter.
func.func @sums(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %a: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0:2 = linalg_ext.scan {split, associative} dimension(1) inclusive(true) ins(%x : tensor<?x?xf32>) outs(%y, %a : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}

func.func @products(%x: tensor<9xf32>, %y: tensor<9xf32>, %a: tensor<f32>) -> (tensor<9xf32>, tensor<f32>) {
  %0:2 = linalg_ext.scan {split, associative} dimension(0) inclusive(false) ins(%x : tensor<9xf32>) outs(%y, %a : tensor<9xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.mulf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<9xf32>, tensor<f32>
  return %0#0, %0#1 : tensor<9xf32>, tensor<f32>
}

// The first element that is not 0: the order counts.
func.func @not_commutative(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %zero = arith.constant 0 : i32
  %0:2 = linalg_ext.scan {split, associative} dimension(1) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %isSet = arith.cmpi ne, %s, %zero : i32
    %n = arith.select %isSet, %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// A NaN, an infinity and a zero with a sign stay what they are.
func.func @maxima(%x: tensor<?xf32>, %y: tensor<?xf32>, %a: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  %0:2 = linalg_ext.scan {split} dimension(0) inclusive(true) ins(%x : tensor<?xf32>) outs(%y, %a : tensor<?xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.maximumf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?xf32>, tensor<f32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<f32>
}

// No prefix wraps around, a block might.
func.func @flags(%x: tensor<?xi8>, %y: tensor<?xi8>, %a: tensor<i8>) -> (tensor<?xi8>, tensor<i8>) {
  %0:2 = linalg_ext.scan {split} dimension(0) inclusive(true) ins(%x : tensor<?xi8>) outs(%y, %a : tensor<?xi8>, tensor<i8>) {
  ^bb0(%s: i8, %e: i8):
    %n = arith.addi %s, %e overflow<nsw> : i8
    linalg_ext.yield %n : i8
  } -> tensor<?xi8>, tensor<i8>
  return %0#0, %0#1 : tensor<?xi8>, tensor<i8>
}

// Sums modulo something that the body reads from outside.
func.func @captured(%x: tensor<17xi32>, %y: tensor<17xi32>, %a: tensor<i32>) -> tensor<17xi32> {
  %mask = arith.constant 31 : i32
  %0:2 = linalg_ext.scan {split, associative} dimension(0) inclusive(false) ins(%x : tensor<17xi32>) outs(%y, %a : tensor<17xi32>, tensor<i32>) {
  ^bb0(%s: i32, %e: i32):
    %t = arith.ori %s, %e : i32
    %n = arith.ori %t, %mask : i32
    linalg_ext.yield %n : i32
  } -> tensor<17xi32>, tensor<i32>
  %1:2 = linalg_ext.scan {split} dimension(0) inclusive(false) ins(%0#0 : tensor<17xi32>) outs(%y, %a : tensor<17xi32>, tensor<i32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.andi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<17xi32>, tensor<i32>
  return %1#0 : tensor<17xi32>
}

// Both passes in foralls over the blocks.
func.func @in_forall(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan {forall} dimension(1) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.addi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %scans = transform.structured.match attributes {split} in %module : (!transform.any_op) -> !transform.any_op
    %t, %s, %b = transform.heddle.split_scan %scans {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %scan = transform.structured.match attributes {forall} in %module : (!transform.any_op) -> !transform.any_op
    %totals, %starts, %blocks = transform.heddle.split_scan %scan {block = 5} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %0, %l0 = transform.structured.fuse_ext %totals tile_sizes [2, 1] {use_forall}
    %1, %l1 = transform.structured.fuse_ext %blocks tile_sizes [2, 1] {use_forall}
    transform.yield
  }
}
