// RUN: heddle check %s | FileCheck %s

// A scan is split in the bodies of loops: its start, its destination and the number of
// its elements may be what a loop carries or counts.

// CHECK-NOT: different
// CHECK-DAG: size_of_index: equal
func.func @size_of_index(%x: tensor<9x2xi32>, %y: tensor<9x2xi32>, %a: tensor<2xi32>) -> (tensor<9x2xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%out = %y, %start = %a) -> (tensor<9x2xi32>, tensor<2xi32>) {
    %xi = tensor.extract_slice %x[0, 0] [%i, 2] [1, 1] : tensor<9x2xi32> to tensor<?x2xi32>
    %yi = tensor.extract_slice %out[0, 0] [%i, 2] [1, 1] : tensor<9x2xi32> to tensor<?x2xi32>
    %t:2 = linalg_ext.scan dimension(0) inclusive(true) ins(%xi : tensor<?x2xi32>) outs(%yi, %start : tensor<?x2xi32>, tensor<2xi32>) {
    ^bb0(%s: i32, %e: i32):
      %n = arith.addi %s, %e : i32
      linalg_ext.yield %n : i32
    } -> tensor<?x2xi32>, tensor<2xi32>
    %w = tensor.insert_slice %t#0 into %out[0, 0] [%i, 2] [1, 1] : tensor<?x2xi32> into tensor<9x2xi32>
    scf.yield %w, %t#1 : tensor<9x2xi32>, tensor<2xi32>
  }
  return %r#0, %r#1 : tensor<9x2xi32>, tensor<2xi32>
}

// The scan of the previous scan, along the other dim, in the place of its input.
// CHECK-DAG: of_itself: equal
func.func @of_itself(%x: tensor<3x11xi32>, %a: tensor<3xi32>, %n: index) -> tensor<3x11xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%in = %x, %out = %x) -> (tensor<3x11xi32>, tensor<3x11xi32>) {
    %t:2 = linalg_ext.scan dimension(1) inclusive(false) ins(%in : tensor<3x11xi32>) outs(%out, %a : tensor<3x11xi32>, tensor<3xi32>) {
    ^bb0(%s: i32, %e: i32):
      %n0 = arith.maxsi %s, %e : i32
      linalg_ext.yield %n0 : i32
    } -> tensor<3x11xi32>, tensor<3xi32>
    scf.yield %t#0, %in : tensor<3x11xi32>, tensor<3x11xi32>
  }
  return %r#1 : tensor<3x11xi32>
}

// CHECK-DAG: in_forall: equal
func.func @in_forall(%x: tensor<5x?xi32>, %y: tensor<5x?xi32>, %a: tensor<5xi32>) -> tensor<5x?xi32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<5x?xi32>
  %r = scf.forall (%i) = (0) to (5) step (2) shared_outs(%out = %y) -> (tensor<5x?xi32>) {
    %m = affine.min affine_map<(i) -> (2, 5 - i)>(%i)
    %xi = tensor.extract_slice %x[%i, 0] [%m, %n] [1, 1] : tensor<5x?xi32> to tensor<?x?xi32>
    %yi = tensor.extract_slice %out[%i, 0] [%m, %n] [1, 1] : tensor<5x?xi32> to tensor<?x?xi32>
    %ai = tensor.extract_slice %a[%i] [%m] [1] : tensor<5xi32> to tensor<?xi32>
    %t:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%xi : tensor<?x?xi32>) outs(%yi, %ai : tensor<?x?xi32>, tensor<?xi32>) {
    ^bb0(%s: i32, %e: i32):
      %k = arith.xori %s, %e : i32
      linalg_ext.yield %k : i32
    } -> tensor<?x?xi32>, tensor<?xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t#0 into %out[%i, 0] [%m, %n] [1, 1] : tensor<?x?xi32> into tensor<5x?xi32>
    }
  }
  return %r : tensor<5x?xi32>
}

// CHECK-DAG: in_parallel: equal
func.func @in_parallel(%x: tensor<13xi32>, %a: tensor<i32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %zero = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%c13) step (%c1) init (%zero) -> i32 {
    %k = arith.addi %i, %c1 : index
    %xi = tensor.extract_slice %x[0] [%k] [1] : tensor<13xi32> to tensor<?xi32>
    %e = tensor.empty(%k) : tensor<?xi32>
    %t:2 = linalg_ext.scan dimension(0) inclusive(true) ins(%xi : tensor<?xi32>) outs(%e, %a : tensor<?xi32>, tensor<i32>) {
    ^bb0(%s: i32, %f: i32):
      %n = arith.addi %s, %f : i32
      linalg_ext.yield %n : i32
    } -> tensor<?xi32>, tensor<i32>
    %v = tensor.extract %t#0[%i] : tensor<?xi32>
    scf.reduce(%v : i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %scans = transform.structured.match ops{["linalg_ext.scan"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %scans : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %t, %s, %b = transform.heddle.split_scan %one {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
