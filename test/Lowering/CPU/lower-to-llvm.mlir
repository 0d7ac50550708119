// RUN: heddle-opt %s --heddle-lower-to-llvm --split-input-file | FileCheck %s

// The strided side makes this copy a loop nest: the runtime function that
// upstream calls for strided copies must not appear.
// CHECK-LABEL: llvm.func @strided_copy(
// CHECK-NOT:     memrefCopy
// CHECK-NOT:     llvm.intr.memcpy
// CHECK:         %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK:         llvm.store %[[V]], %{{.*}} : f32, !llvm.ptr
func.func @strided_copy(%a: memref<4x8xf32>, %b: memref<2x3xf32>) {
  %s = memref.subview %a[1, 2] [2, 3] [1, 1]
    : memref<4x8xf32> to memref<2x3xf32, strided<[8, 1], offset: 10>>
  memref.copy %s, %b
    : memref<2x3xf32, strided<[8, 1], offset: 10>> to memref<2x3xf32>
  return
}

// -----

// So does a part of a buffer whose length is not known.
// CHECK-LABEL: llvm.func @dynamic_part(
// CHECK-NOT:     memrefCopy
// CHECK:         %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK:         llvm.store %[[V]], %{{.*}} : f32, !llvm.ptr
func.func @dynamic_part(%a: memref<?xf32, strided<[1], offset: ?>>,
                        %b: memref<?xf32>) {
  memref.copy %a, %b
    : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32>
  return
}

// -----

// A linalg.copy between contiguous buffers is one memcpy.
// CHECK-LABEL: llvm.func @contiguous_copy(
// CHECK-NOT:     llvm.cond_br
// CHECK:         "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %{{.*}})
func.func @contiguous_copy(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  linalg.copy ins(%a : memref<4x8xf32>) outs(%b : memref<4x8xf32>)
  return
}

// -----

#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#col = affine_map<(d0, d1, d2) -> (d2, d1)>
#acc = affine_map<(d0, d1, d2) -> (d0, d1)>

// The contraction becomes one FMA on a whole row per row of the accumulator;
// nothing is scalarized.
// CHECK-LABEL: llvm.func @contract(
// CHECK-COUNT-4: llvm.intr.fmuladd(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
// CHECK-NOT:     llvm.fmul
// CHECK-NOT:     llvm.intr.fmuladd
// CHECK:         llvm.return %{{.*}} : 
func.func @contract(%a: vector<4x1xf32>, %b: vector<1x16xf32>,
                    %c: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.contract {
      indexing_maps = [#row, #col, #acc],
      iterator_types = ["parallel", "parallel", "reduction"],
      kind = #vector.kind<add>} %a, %b, %c
    : vector<4x1xf32>, vector<1x16xf32> into vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

// -----

// A transfer of rank 2 is unrolled to one vector load per row.
// CHECK-LABEL: llvm.func @transfer(
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
// CHECK-NOT:     llvm.load
// CHECK:         llvm.return %{{.*}} : 
func.func @transfer(%a: memref<2x8xf32>) -> vector<2x8xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]}
    : memref<2x8xf32>, vector<2x8xf32>
  return %0 : vector<2x8xf32>
}

// -----

// exp is a polynomial: neither libm nor the intrinsic that becomes libm.
// CHECK-NOT:   @expf
// CHECK-LABEL: llvm.func @polynomial(
// CHECK-NOT:     llvm.intr.exp(
// CHECK:         llvm.intr.fma({{.*}}) : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
func.func @polynomial(%v: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %v : vector<16xf32>
  return %0 : vector<16xf32>
}

// -----

// bf16 is added in f32; no arithmetic on bf16 reaches LLVM.
// CHECK-LABEL: llvm.func @bf16(
// CHECK:         llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK-NOT:     llvm.fadd {{.*}} : bf16
// CHECK-NOT:     llvm.fptrunc
func.func @bf16(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.addf %a, %b : bf16
  return %0 : bf16
}

// -----

// The product is rounded to bf16 before it is added: only its upper half goes
// on.
// CHECK-LABEL: llvm.func @bf16_rounds_each_op(
// CHECK:         %[[PRODUCT:.*]] = llvm.fmul %{{.*}}, %{{.*}} : f32
// CHECK:         %[[BITS:.*]] = llvm.bitcast %[[PRODUCT]] : f32 to i32
// CHECK:         llvm.trunc %{{.*}} : i32 to i16
// CHECK-NOT:     llvm.fadd %[[PRODUCT]]
// CHECK:         %[[UPPER:.*]] = llvm.shl %{{.*}}, %{{.*}} : i32
// CHECK:         %[[ROUNDED:.*]] = llvm.bitcast %[[UPPER]] : i32 to f32
// CHECK:         llvm.fadd %[[ROUNDED]], %{{.*}} : f32
func.func @bf16_rounds_each_op(%a: bf16, %b: bf16) -> bf16 {
  %0 = arith.mulf %a, %b : bf16
  %1 = arith.addf %0, %b : bf16
  return %1 : bf16
}

// -----

// The indices of a loop that was two: a quotient rounded down, and a remainder.
// CHECK-LABEL: llvm.func @delinearize(
// CHECK-SAME:    %[[I:.*]]: i64, %[[N:[a-z0-9]+]]: i64
// CHECK:         llvm.sdiv %{{.*}}, %[[N]] : i64
// CHECK:         llvm.srem %[[I]], %[[N]] : i64
func.func @delinearize(%i: index, %n: index) -> (index, index) {
  %0:2 = affine.delinearize_index %i into (%n) : index, index
  return %0#0, %0#1 : index, index
}
