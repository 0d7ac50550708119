// RUN: heddle-opt %s --heddle-split-functions=max-loops=2 | FileCheck %s
// RUN: heddle-opt %s --heddle-split-functions | FileCheck %s --check-prefix=SAME

// Each loop without results moves, with the memory and the numbers that it
// uses; the loop that counts stays.
// CHECK-LABEL: func.func private @three_part_2(
// CHECK-SAME:    attributes {passthrough = ["noinline"]}
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         scf.for %{{.*}} = %[[ZERO]] to
// CHECK-LABEL: func.func @three(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[X:.*]]: f32)
// CHECK:         %[[N:.*]] = memref.dim %[[A]]
// CHECK:         call @three_part_0(%[[X]], %[[A]], %{{.*}}, %[[N]],
// CHECK:         %[[B:.*]] = memref.alloc(%[[N]])
// CHECK:         call @three_part_1(%[[A]], %[[B]],
// CHECK:         call @three_part_2(%[[B]], %[[X]], %[[A]],
// CHECK:         memref.dealloc %[[B]]
// CHECK:         %[[S:.*]] = scf.for {{.*}} iter_args
// CHECK:         return %[[S]]

// SAME-LABEL: func.func @three(
// SAME-NOT:     call
func.func @three(%a: memref<?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  %b = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %a[%i] : memref<?xf32>
    memref.store %0, %b[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %b[%i] : memref<?xf32>
    %1 = arith.addf %0, %x : f32
    memref.store %1, %a[%i] : memref<?xf32>
  }
  memref.dealloc %b : memref<?xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> f32 {
    %0 = memref.load %a[%i] : memref<?xf32>
    %1 = arith.addf %0, %t : f32
    scf.yield %1 : f32
  }
  return %s : f32
}

// Names that are taken stay with their functions.
// CHECK-LABEL: func.func @taken_part_0(
// CHECK-LABEL: func.func @taken(
// CHECK:         call @taken_part_1(
// CHECK:         call @taken_part_2(
// CHECK:         call @taken_part_3(
func.func @taken_part_0(%a: memref<?xf32>) {
  return
}
func.func @taken(%a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}
