// Faults that depend on two numbers at once, each of which has to be one that its own
// condition asks for: factors of a number, of scalars and of elements, a ratio of two
// scalars, and the rests of two extents.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// CHECK:      two_scalars_product: different: {{.*}}[random data, {{.*}}arg1={{17|23}}, arg2={{17|23}}
// CHECK-NEXT: two_floats_ratio: different: {{.*}}
// CHECK-NEXT: two_rests: different: {{.*}}, arg0={{[0-9]+}}x{{17|33|49|65}}]
// CHECK-NEXT: product_of_elements: different: {{.*}}

// RIGHT-COUNT-4: equal

//--- payload.mlir
func.func @two_scalars_product(%x: tensor<?xf32>, %a: i32, %b: i32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %o: f32):
    %r = arith.addf %xv, %xv : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @two_floats_ratio(%x: tensor<?xf32>, %a: f32, %b: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %o: f32):
    %r = arith.mulf %xv, %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @two_rests(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %two = arith.constant 2.0 : f32
  %nz = arith.constant -0.0 : f32
  %three = arith.constant 3.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %f = arith.addf %two, %nz : f32
  %r = linalg.generic {indexing_maps = [affine_map<(d, e) -> (d, e)>],
      iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x?xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %f : f32
    linalg.yield %w : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @product_of_elements(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xi32>
  %e = tensor.empty(%extent) : tensor<?xi32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%xv: i32, %resultv: i32, %o: i32):
    %r = arith.addi %xv, %resultv : i32
    linalg.yield %r : i32
  } -> tensor<?xi32>
  return %result : tensor<?xi32>
}

//--- scheduled.mlir
func.func @two_scalars_product(%x: tensor<?xf32>, %a: i32, %b: i32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %o: f32):
    %k = arith.muli %a, %b : i32
    %m = arith.constant 391 : i32
    %q = arith.cmpi eq, %k, %m : i32
    %z = arith.constant 1.0 : f32
    %r0 = arith.addf %xv, %xv : f32
    %r1 = arith.addf %r0, %z : f32
    %r = arith.select %q, %r1, %r0 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @two_floats_ratio(%x: tensor<?xf32>, %a: f32, %b: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %o: f32):
    %k = arith.constant 1000.0 : f32
    %h = arith.constant 0.5 : f32
    %kb = arith.mulf %k, %b : f32
    %q0 = arith.cmpf ogt, %a, %kb : f32
    %q1 = arith.cmpf ogt, %b, %h : f32
    %q = arith.andi %q0, %q1 : i1
    %r0 = arith.mulf %xv, %a : f32
    %r1 = arith.addf %r0, %b : f32
    %r = arith.select %q, %r1, %r0 : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @two_rests(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %two = arith.constant 2.0 : f32
  %nz = arith.constant -0.0 : f32
  %three = arith.constant 3.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rm = arith.remui %m, %c16 : index
  %rn = arith.remui %n, %c16 : index
  %q0 = arith.cmpi eq, %rm, %c15 : index
  %q1 = arith.cmpi eq, %rn, %c1 : index
  %q2 = arith.cmpi ugt, %m, %c16 : index
  %q3 = arith.cmpi ugt, %n, %c16 : index
  %q4 = arith.andi %q0, %q1 : i1
  %q5 = arith.andi %q2, %q3 : i1
  %q = arith.andi %q4, %q5 : i1
  %f = arith.select %q, %three, %two : f32
  %r = linalg.generic {indexing_maps = [affine_map<(d, e) -> (d, e)>],
      iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x?xf32>) {
  ^bb0(%v: f32):
    %w = arith.mulf %v, %f : f32
    linalg.yield %w : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @product_of_elements(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xi32>
  %e = tensor.empty(%extent) : tensor<?xi32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%xv: i32, %resultv: i32, %o: i32):
    %p = arith.muli %xv, %resultv : i32
    %k = arith.constant 391 : i32
    %q = arith.cmpi eq, %p, %k : i32
    %c1 = arith.constant 1 : i32
    %r0 = arith.addi %xv, %resultv : i32
    %r1 = arith.addi %r0, %c1 : i32
    %r = arith.select %q, %r1, %r0 : i32
    linalg.yield %r : i32
  } -> tensor<?xi32>
  return %result : tensor<?xi32>
}
