// Wrong for one combination of four truth values, for one difference of two
// extents, and in each call but the first one.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// CHECK:      truths: different: {{.*}}
// CHECK-NEXT: next: different: {{.*}}, arg0=7x6]
// CHECK-NEXT: state: different: {{.*}} [whole numbers, called 2 times]
// RIGHT:      truths: equal
// RIGHT-NEXT: next: equal
// RIGHT-NEXT: state: equal

//--- payload.mlir
func.func @truths(%p: i1, %q: i1, %r: i1, %s: i1,
                  %x: tensor<9xf32>) -> tensor<9xf32> {
  %0 = arith.xori %p, %q : i1
  %1 = arith.xori %r, %s : i1
  %2 = arith.xori %0, %1 : i1
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %c = arith.select %2, %a, %b : f32
  %y = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} outs(%x : tensor<9xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %c : f32
    linalg.yield %w : f32
  } -> tensor<9xf32>
  return %y : tensor<9xf32>
}

func.func @next(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = linalg.generic {
      indexing_maps = [affine_map<(d, e) -> (d, e)>],
      iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x?xf32>) {
  ^bb0(%v: f32):
    %w = arith.addf %v, %v : f32
    linalg.yield %w : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @state(%x: tensor<9xf32>) -> tensor<9xf32> {
  %y = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} outs(%x : tensor<9xf32>) {
  ^bb0(%v: f32):
    %w = arith.addf %v, %v : f32
    linalg.yield %w : f32
  } -> tensor<9xf32>
  return %y : tensor<9xf32>
}

//--- scheduled.mlir
memref.global "private" @count : memref<i32> = dense<0>
func.func @truths(%p: i1, %q: i1, %r: i1, %s: i1,
                  %x: tensor<9xf32>) -> tensor<9xf32> {
  %0 = arith.xori %p, %q : i1
  %1 = arith.xori %r, %s : i1
  %2 = arith.xori %0, %1 : i1
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %c0 = arith.select %2, %a, %b : f32
  %a1 = arith.andi %p, %q : i1
  %a2 = arith.andi %r, %s : i1
  %a3 = arith.andi %a1, %a2 : i1
  %c = arith.select %a3, %a, %c0 : f32
  %y = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} outs(%x : tensor<9xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %c : f32
    linalg.yield %w : f32
  } -> tensor<9xf32>
  return %y : tensor<9xf32>
}

func.func @next(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %d = arith.subi %m, %n : index
  %q = arith.cmpi eq, %d, %c1 : index
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %f = arith.select %q, %three, %two : f32
  %y = linalg.generic {
      indexing_maps = [affine_map<(d, e) -> (d, e)>],
      iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x?xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %f : f32
    linalg.yield %w : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @state(%x: tensor<9xf32>) -> tensor<9xf32> {
  %g = memref.get_global @count : memref<i32>
  %n = memref.load %g[] : memref<i32>
  %one = arith.constant 1 : i32
  %n1 = arith.addi %n, %one : i32
  memref.store %n1, %g[] : memref<i32>
  %c = arith.sitofp %n : i32 to f32
  %two = arith.constant 2.0 : f32
  %f = arith.addf %c, %two : f32
  %y = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} outs(%x : tensor<9xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %f : f32
    linalg.yield %w : f32
  } -> tensor<9xf32>
  return %y : tensor<9xf32>
}
