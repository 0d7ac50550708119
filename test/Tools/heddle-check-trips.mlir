// An argument that decides how often a loop runs is chosen like an extent, and
// so that what the loops access exists.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/reversed.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=SAME
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --function shift --dims arg3=6 \
// RUN:   | FileCheck %s --check-prefix=ASKED
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --function integer --dims arg1=4 \
// RUN:   | FileCheck %s --check-prefix=INTEGER
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --function value --dims arg1=5 \
// RUN:   | FileCheck %s --check-prefix=VALUE

// With few trips, the loops of shift do not touch what the other one wrote.
// CHECK:      shift: different: {{.*}} [random data, arg3={{[0-9]+}}]
// CHECK-NEXT: value: unchanged
// CHECK-NEXT: integer: different: {{.*}} [random data, arg1={{[0-9]+}}]
// CHECK-NEXT: affine: different: {{.*}} arg2={{[0-9]+}}, arg3={{[0-9]+}}]
// CHECK-NEXT: guarded: different:
// CHECK-NEXT: step: unchanged
// CHECK-NEXT: rows: different:

// No access is past the end in any of several runs.
// SAME:      shift: equal: random data bit for bit ({{[5-8]}} runs)
// SAME-NEXT: value: equal:
// SAME-NEXT: integer: equal: random data bit for bit ({{[5-8]}} runs)
// SAME-NEXT: affine: equal: random data bit for bit ({{[5-8]}} runs)
// SAME-NEXT: guarded: equal: random data bit for bit (1 run)
// SAME-NEXT: step: equal: random data bit for bit ({{[5-8]}} runs)
// SAME-NEXT: rows: equal: random data bit for bit ({{[5-8]}} runs)

// ASKED: shift: equal: random data bit for bit (1 run)
// INTEGER: integer: equal: random data bit for bit (1 run)
// VALUE: value: not checked: expects an argument with extents, or an integer, for 'arg1', but it has type f32

//--- payload.mlir
func.func @shift(%x: memref<16xf32>, %y: memref<16xf32> {llvm.noalias},
                 %z: memref<16xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<16xf32>
    memref.store %a, %y[%i] : memref<16xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c1 : index
    %a = memref.load %y[%j] : memref<16xf32>
    memref.store %a, %z[%i] : memref<16xf32>
  }
  return
}
func.func @value(%x: tensor<4xf32>, %factor: f32) -> tensor<4xf32> {
  %0 = linalg.fill ins(%factor : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// The trips are an integer, two for each.
func.func @integer(%x: memref<9xf32>, %n: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %trips = arith.index_cast %n : i64 to index
  %twice = arith.muli %trips, %c2 : index
  scf.for %i = %c0 to %twice step %c1 {
    %a = memref.load %x[%i] : memref<9xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %x[%i] : memref<9xf32>
  }
  return
}
// A triangle, and an access that grows with both loops.
func.func @affine(%x: memref<?xf32>, %y: memref<?x?xf32> {llvm.noalias},
                  %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%m] {
      %a = affine.load %x[%i + 2 * %j + 3] : memref<?xf32>
      affine.store %a, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// The last access is not carried out: what it would need does not count.
func.func @guarded(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %inside = arith.cmpi slt, %i, %c7 : index
    scf.if %inside {
      %j = arith.addi %i, %c1 : index
      %a = memref.load %x[%j] : memref<8xf32>
      memref.store %a, %x[%i] : memref<8xf32>
    }
  }
  return
}
// A step is at least 1.
func.func @step(%x: memref<?xf32>, %s: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %s {
    memref.store %zero, %x[%i] : memref<?xf32>
  }
  return
}

// Slices are accesses, too: as many rows as there are, and no more.
func.func @rows(%part: tensor<1x?xf32>, %x: tensor<3x7xf32>, %m: index, %n: index)
    -> tensor<3x7xf32> {
  %r = scf.forall (%i) in (%m) shared_outs(%o = %x) -> tensor<3x7xf32> {
    %p = tensor.extract_slice %part[0, 0] [1, %n] [1, 1] : tensor<1x?xf32> to tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, 0] [1, %n] [1, 1]
          : tensor<1x?xf32> into tensor<3x7xf32>
    }
  }
  return %r : tensor<3x7xf32>
}

//--- reversed.mlir
// What each loop does is wrong in its second iteration or later.
func.func @shift(%x: memref<16xf32>, %y: memref<16xf32> {llvm.noalias},
                 %z: memref<16xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<16xf32>
    memref.store %a, %y[%i] : memref<16xf32>
    %j = arith.addi %i, %c1 : index
    %b = memref.load %y[%j] : memref<16xf32>
    memref.store %b, %z[%i] : memref<16xf32>
  }
  return
}
func.func @value(%x: tensor<4xf32>, %factor: f32) -> tensor<4xf32> {
  %0 = linalg.fill ins(%factor : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @integer(%x: memref<9xf32>, %n: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %trips = arith.index_cast %n : i64 to index
  scf.for %i = %c0 to %trips step %c1 {
    %a = memref.load %x[%i] : memref<9xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %x[%i] : memref<9xf32>
  }
  return
}
func.func @affine(%x: memref<?xf32>, %y: memref<?x?xf32> {llvm.noalias},
                  %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%m] {
      %a = affine.load %x[%i + %j + 3] : memref<?xf32>
      affine.store %a, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @guarded(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %k = %c0 to %c7 step %c1 {
    %i = arith.subi %c7, %k : index
    %j = arith.subi %i, %c1 : index
    %a = memref.load %x[%i] : memref<8xf32>
    memref.store %a, %x[%j] : memref<8xf32>
  }
  return
}
func.func @step(%x: memref<?xf32>, %s: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %s {
    memref.store %zero, %x[%i] : memref<?xf32>
  }
  return
}
func.func @rows(%part: tensor<1x?xf32>, %x: tensor<3x7xf32>, %m: index, %n: index)
    -> tensor<3x7xf32> {
  return %x : tensor<3x7xf32>
}
