// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// One prefetch for each line of a vector, 4 iterations ahead, and never beyond
// the last one.
// CHECK-DAG:   #[[AHEAD:.*]] = affine_map<()[s0, s1] -> (s0 + 128, ((s1 - 1) floordiv 32) * 32)>
// CHECK-LABEL: func.func @lines(
// CHECK-SAME:    %[[X:.*]]: memref<?xf32>, %[[N:.*]]: index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[N]] step
// CHECK:           %[[LATER:.*]] = affine.min #[[AHEAD]]()[%[[I]], %[[N]]]
// CHECK:           memref.prefetch %[[X]][%[[LATER]]], read, locality<1>, data : memref<?xf32>
// CHECK:           %[[C16:.*]] = arith.constant 16 : index
// CHECK:           %[[NEXT:.*]] = arith.addi %[[LATER]], %[[C16]] : index
// CHECK:           memref.prefetch %[[X]][%[[NEXT]]], read, locality<1>, data
// CHECK-NOT:       memref.prefetch
// CHECK:           vector.transfer_read %[[X]][%[[I]]]
func.func @lines(%x: memref<?xf32>, %n: index, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c32 {
    // expected-note @below {{the access}}
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<?xf32>, vector<32xf32>
    vector.store %v, %o[%c0] : memref<32xf32>, vector<32xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %reads = transform.structured.match ops{["vector.transfer_read"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @below {{fetches 2 lines of 'vector.transfer_read', 4 iterations before}}
  transform.heddle.prefetch %reads operand = 0 {distance = 4 : i64, locality = 1 : i64, explain} : !transform.any_op
}

// -----

// For an operand that is a vector, the reads from which it is computed are fetched. The
// view that they read is made again for the later iteration.
// CHECK-LABEL: func.func @contract(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<6x64xf32>, %[[B:[a-z0-9]+]]: memref<64x16xf32>
// CHECK:         scf.for %[[K:.*]] = %{{.*}} to
// CHECK:           %[[LATER:.*]] = affine.min
// CHECK:           %[[ROW:.*]] = memref.subview %[[B]][%[[K]], 0]
// CHECK-NOT:       memref.prefetch %[[A]]
// CHECK:           %[[AHEAD:.*]] = memref.subview %[[B]][%[[LATER]], 0] [1, 16]
// CHECK:           memref.prefetch %[[AHEAD]][%{{.*}}], read, locality<3>, data
// CHECK-NEXT:      vector.load %[[ROW]]
// CHECK-NOT:       memref.prefetch
// CHECK:         return
func.func @contract(%a: memref<6x64xf32>, %b: memref<64x16xf32>, %acc: vector<6x16xf32>) -> vector<6x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %acc) -> (vector<6x16xf32>) {
    %column = vector.transfer_read %a[%c0, %k], %zero {in_bounds = [true, true]} : memref<6x64xf32>, vector<6x1xf32>
    %view = memref.subview %b[%k, 0] [1, 16] [1, 1] : memref<64x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    %row = vector.load %view[%c0] : memref<16xf32, strided<[1], offset: ?>>, vector<16xf32>
    %wide = vector.broadcast %row : vector<16xf32> to vector<1x16xf32>
    %t = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
        %column, %wide, %s : vector<6x1xf32>, vector<1x16xf32> into vector<6x16xf32>
    scf.yield %t : vector<6x16xf32>
  }
  return %r : vector<6x16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %sums = transform.structured.match ops{["vector.contract"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %sums operand = 1 : !transform.any_op
}

// -----

// Under a mask, a prefetch asks whether its element is there: what certainly is
// not is not fetched.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<9x24xf32>
// CHECK:         scf.for %{{.*}} to %{{.*}} step
// CHECK:           %[[N:.*]] = memref.dim %[[X]]
// CHECK:           %[[IN:.*]] = arith.cmpi ult, %[[I:.*]], %[[N]] : index
// CHECK:           scf.if %[[IN]] {
// CHECK-NEXT:        memref.prefetch %[[X]][%[[I]]], read
// CHECK-NEXT:      }
// CHECK-NEXT:      vector.mask %{{.*}} { vector.transfer_read %[[X]][
// CHECK:           scf.if %{{.*}} {
// CHECK-NEXT:        memref.prefetch %[[Y]][%{{.*}}, %{{.*}}], read
// CHECK:           scf.if %{{.*}} {
// CHECK-NEXT:        memref.prefetch %[[Y]][%{{.*}}, %{{.*}}], read
// CHECK-NOT:       memref.prefetch
// CHECK:         return
func.func @masked(%x: memref<?xf32>, %y: memref<9x24xf32>, %m: vector<16xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c16 {
    %v = vector.mask %m { vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
    vector.transfer_write %v, %x[%i], %m {in_bounds = [true]} : vector<16xf32>, memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = vector.transfer_read %y[%i, %c0], %zero : memref<9x24xf32>, vector<48xf32>
    vector.transfer_write %v, %y[%c0, %c0] : vector<48xf32>, memref<9x24xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %reads = transform.structured.match ops{["vector.transfer_read"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %reads operand = 0 : !transform.any_op
}

// -----

// Structured ops on parts of buffers, and what an op will write. The last
// iteration of constant bounds is a constant.
// CHECK-DAG:   #[[LATER:.*]] = affine_map<()[s0] -> (s0 + 2, 11)>
// CHECK-LABEL: func.func @structured(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<12x8xf64>, %[[Y:[a-z0-9]+]]: memref<12x8xf64>
// CHECK:         affine.min #[[LATER]]()
// CHECK:         memref.subview %[[X]]
// CHECK:         memref.subview %[[Y]]
// CHECK:         %[[FROM:.*]] = memref.subview %[[X]][%{{.*}}, 0]
// CHECK:         memref.prefetch %[[FROM]][%{{.*}}], read, locality<3>, data
// CHECK:         %[[TO:.*]] = memref.subview %[[Y]][%{{.*}}, 0]
// CHECK:         memref.prefetch %[[TO]][%{{.*}}], write, locality<3>, data
// CHECK-NOT:     memref.prefetch
// CHECK:         linalg.exp ins(%{{.*}}
func.func @structured(%x: memref<12x8xf64>, %y: memref<12x8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %from = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<12x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 8] [1, 1] : memref<12x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    linalg.exp ins(%from : memref<8xf64, strided<[1], offset: ?>>) outs(%to : memref<8xf64, strided<[1], offset: ?>>)
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %exp operand = 0 {distance = 2 : i64} : !transform.any_op
  transform.heddle.prefetch %exp operand = 1 {distance = 2 : i64, write} : !transform.any_op
}

// -----

// With best_effort the op that cannot be done is named, and the other is.
// CHECK-LABEL: func.func @some(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?xf32>
// CHECK:         memref.load %[[X]]
// CHECK:         scf.for %{{.*}} to %{{.*}} step
// CHECK:           memref.prefetch %[[X]]
// CHECK-NEXT:      memref.load %[[X]]
func.func @some(%x: memref<?xf32>, %y: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the target}}
  // expected-note @below {{it is in 'func.func', not directly in an 'scf.for'}}
  %first = memref.load %x[%c0] : memref<?xf32>
  memref.store %first, %y[] : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[] : memref<f32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loads = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @below {{skips 'memref.load': it is in 'func.func', not directly in an 'scf.for'}}
  transform.heddle.prefetch %loads operand = 0 {best_effort} : !transform.any_op
}

// -----

// The next two rows of tiles, while this one is computed: the inner loops run for
// them, too.
// CHECK-DAG:   #[[AHEAD:.*]] = affine_map<()[s0] -> (s0 + 8, 60)>
// CHECK-DAG:   #[[SUM:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x256xf32>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT:      %[[LATER:.*]] = affine.min #[[AHEAD]]()[%[[I]]]
// CHECK:           scf.for %[[R:.*]] = %{{.*}} to
// CHECK-NEXT:        %[[ROW:.*]] = affine.apply #[[SUM]]()[%[[I]], %[[R]]]
// CHECK:             scf.for %[[J:.*]] = %{{.*}} to
// CHECK:               %[[LATERROW:.*]] = affine.apply #[[SUM]]()[%[[LATER]], %[[R]]]
// CHECK:               memref.prefetch %[[X]][%[[LATERROW]], %[[J]]], read, locality<2>, data
// CHECK:               vector.transfer_read %[[X]][%[[ROW]], %[[J]]]
func.func @rows(%x: memref<64x256xf32>, %o: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    scf.for %r = %c0 to %c4 step %c1 {
      %row = affine.apply affine_map<()[a, b] -> (a + b)>()[%i, %r]
      scf.for %j = %c0 to %c256 step %c16 {
        %v = vector.transfer_read %x[%row, %j], %zero {in_bounds = [true]} : memref<64x256xf32>, vector<16xf32>
        vector.store %v, %o[%c0] : memref<16xf32>, vector<16xf32>
      }
    }
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %reads = transform.structured.match ops{["vector.transfer_read"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %reads operand = 0 {distance = 2 : i64, loop = 2 : i64, locality = 2 : i64} : !transform.any_op
}
