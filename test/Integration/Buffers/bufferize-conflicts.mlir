// Copies that are needed are made: of contents that are overwritten before
// their last reader, in straight code, in loops and across calls.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=MEMORY

// CHECK: read_after_write: equal: whole
// MEMORY: memory of @read_after_write: 1 allocation (4*arg0[0] B, 1 x), 0 copies
func.func @read_after_write(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.sub ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.mul ins(%0, %1 : tensor<?xf32>, tensor<?xf32>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// One argument is the start of two accumulations.
// CHECK: two_accumulators: equal: whole
// MEMORY: memory of @two_accumulators: 1 allocation (64 B, 1 x), 1 copy (64 B, 1 x)
func.func @two_accumulators(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%b, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Two accumulations that start from one fill: no copy, two fills.
// CHECK: two_fills: equal: whole
// MEMORY: memory of @two_fills: 2 allocations (128 B, 2 x), 0 copies
func.func @two_fills(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%b, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Each iteration reads the neighbour that the previous one has written: the
// window of the original must survive.
// CHECK: neighbours: equal: random
func.func @neighbours(%x: tensor<17xf32>) -> tensor<17xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%acc = %x) -> tensor<17xf32> {
    %w = tensor.extract_slice %x[%i] [5] [1] : tensor<17xf32> to tensor<5xf32>
    %l = tensor.extract_slice %w[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
    %h = tensor.extract_slice %w[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
    %t = tensor.extract_slice %acc[%i] [4] [1] : tensor<17xf32> to tensor<4xf32>
    %s = linalg.add ins(%l, %h : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %o = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %n = tensor.insert_slice %s into %acc[%o] [4] [1] : tensor<4xf32> into tensor<17xf32>
    scf.yield %n : tensor<17xf32>
  }
  return %r : tensor<17xf32>
}

// Two values change places in each iteration: neither buffer may be the other,
// and a hoisted one would be both.
// CHECK: swap: equal: random
func.func @swap(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<3xf32>, tensor<3xf32>) {
    %e = tensor.empty() : tensor<3xf32>
    %s = linalg.add ins(%p, %q : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    scf.yield %q, %s : tensor<3xf32>, tensor<3xf32>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}

// A call writes into its argument, which the caller still reads.
// CHECK: caller: equal: whole numbers
// MEMORY: memory of @caller: 1 allocation (12 B, 1 x), 1 copy (12 B, 1 x)
func.func private @callee(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.add ins(%a, %a : tensor<3xf32>, tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @caller(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @callee(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.mul ins(%0, %a : tensor<3xf32>, tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// A branch gives an argument or something new.
// CHECK: branch: equal: random
func.func @branch(%a: tensor<3xf32>, %b: tensor<3xf32>, %p: i1) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = scf.if %p -> tensor<3xf32> {
    scf.yield %a : tensor<3xf32>
  } else {
    %1 = linalg.add ins(%a, %b : tensor<3xf32>, tensor<3xf32>) outs(%b : tensor<3xf32>) -> tensor<3xf32>
    scf.yield %1 : tensor<3xf32>
  }
  %2 = linalg.mul ins(%0, %a : tensor<3xf32>, tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  return %0, %2 : tensor<3xf32>, tensor<3xf32>
}

// A constant is never written.
// CHECK: constant: equal: whole
func.func @constant(%a: tensor<3xf32>) -> tensor<3xf32> {
  %k = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = linalg.add ins(%a, %k : tensor<3xf32>, tensor<3xf32>) outs(%k : tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.mul ins(%0, %k : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Threads that write parts of what all of them read.
// CHECK: forall: equal: random
func.func @forall(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) = (0) to (8) step (2) shared_outs(%acc = %x) -> tensor<8xf32> {
    %j = affine.apply affine_map<(d0) -> (6 - d0)>(%i)
    %xt = tensor.extract_slice %x[%j] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %t = tensor.extract_slice %acc[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %s = linalg.add ins(%xt, %t : tensor<2xf32>, tensor<2xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %acc[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// Two tiles leave a forall, and one starts from the other: the first must not
// be written where the second is still read.
// CHECK: forall_two_tiles: equal: random
func.func @forall_two_tiles(%a: tensor<2x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>) {
  %k = arith.constant -1 : i32
  %0 = tensor.empty() : tensor<2x4xi32>
  %1 = tensor.empty() : tensor<2x4xi32>
  %r:2 = scf.forall (%i) = (0) to (4) step (2) shared_outs(%acc0 = %0, %acc1 = %1) -> (tensor<2x4xi32>, tensor<2x4xi32>) {
    %at = tensor.extract_slice %a[0, %i] [2, 2] [1, 1] : tensor<2x4xi32> to tensor<2x2xi32>
    %e = tensor.empty() : tensor<2x2xi32>
    %f = linalg.fill ins(%k : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
    %t = linalg.add ins(%at, %f : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
    %s = linalg.matmul ins(%t, %t : tensor<2x2xi32>, tensor<2x2xi32>) outs(%t : tensor<2x2xi32>) -> tensor<2x2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %acc0[0, %i] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<2x4xi32>
      tensor.parallel_insert_slice %t into %acc1[0, %i] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<2x4xi32>
    }
  }
  return %r#0, %r#1 : tensor<2x4xi32>, tensor<2x4xi32>
}
