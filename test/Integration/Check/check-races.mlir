// Iterations of a parallel loop that meet on one element, one of them writing
// it, are a race, even if a sequential run computes the right numbers. The
// report names the loop, both iterations and the element.
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --openmp \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function row_sums | FileCheck %s --check-prefix=JSON

// JSON:      "function": "row_sums"
// JSON:      "fault": {
// JSON:        "access": "{{.*}}scheduled.mlir:
// JSON:        "element": "argument 1[0]"
// JSON:        "iterations": [
// JSON-NEXT:     "(0)"
// JSON-NEXT:     "(1)"
// JSON:        "kind": "race"
// JSON:        "loop": "{{.*}}scheduled.mlir:
// JSON:      "verdict": "race"

//--- payload.mlir

func.func @row_sums(%a: memref<6x4xf32>, %s: memref<6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<6x4xf32>) outs(%s : memref<6xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.addf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @twice(%a: memref<6x4xf32>, %o: memref<6x4xf32>) {
  linalg.add ins(%a, %a : memref<6x4xf32>, memref<6x4xf32>)
      outs(%o : memref<6x4xf32>)
  return
}

func.func @twice_tiles(%a: memref<6x4xf32>, %o: memref<6x4xf32>) {
  linalg.add ins(%a, %a : memref<6x4xf32>, memref<6x4xf32>)
      outs(%o : memref<6x4xf32>)
  return
}

func.func @twice_vectors(%a: memref<8xf16>, %o: memref<8xf16>) {
  linalg.add ins(%a, %a : memref<8xf16>, memref<8xf16>) outs(%o : memref<8xf16>)
  return
}

func.func @twice_masked(%a: memref<8xf32>, %o: memref<8xf32>) {
  linalg.add ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
  return
}

func.func @shift(%a: memref<6xf32>, %o: memref<6xf32>) {
  linalg.copy ins(%a : memref<6xf32>) outs(%o : memref<6xf32>)
  return
}

func.func @total(%a: memref<4xi32>, %o: memref<i32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                   affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%a : memref<4xi32>) outs(%o : memref<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %0 = arith.addi %acc, %x : i32
    linalg.yield %0 : i32
  }
  return
}

//--- scheduled.mlir

// The reduction loop runs in parallel: load, add, store on one element.
// CHECK:      row_sums: race: the scheduled function runs iterations (0) and (1) of the
// CHECK-SAME: 'scf.forall' at [[LOOP:[^ ]*:[0-9]+:[0-9]+]] on one element: one writes
// CHECK-SAME: argument 1[0], the other reads it at
func.func @row_sums(%a: memref<6x4xf32>, %s: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    scf.forall (%j) in (4) {
      %x = memref.load %a[%i, %j] : memref<6x4xf32>
      %acc = memref.load %s[%i] : memref<6xf32>
      %sum = arith.addf %acc, %x : f32
      memref.store %sum, %s[%i] : memref<6xf32>
    }
  }
  return
}

// All iterations share one scratch row.
// CHECK:      twice: race: the scheduled function runs iterations (0) and (1) of the
// CHECK-SAME: 'scf.parallel' at {{.*}} on one element: one writes [0] of the buffer
// CHECK-SAME: allocated at {{.*}}scheduled.mlir:{{[0-9]+}}:10, the other writes it at
func.func @twice(%a: memref<6x4xf32>, %o: memref<6x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %row = memref.alloc() : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %a[%i, %j] : memref<6x4xf32>
      memref.store %x, %row[%j] : memref<4xf32>
    }
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %row[%j] : memref<4xf32>
      %sum = arith.addf %x, %x : f32
      memref.store %sum, %o[%i, %j] : memref<6x4xf32>
    }
  }
  memref.dealloc %row : memref<4xf32>
  return
}

// Of two nested loops the inner one races, in an outer iteration other than the
// first: its scratch is outside of it.
// CHECK:      twice_tiles: race: the scheduled function runs iterations (2, 2) and (2, 3) of the
// CHECK-SAME: 'scf.forall' at {{.*}} on one element: one writes element 0 of the buffer
func.func @twice_tiles(%a: memref<6x4xf32>, %o: memref<6x4xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%t, %u) = (0, 0) to (6, 4) step (2, 2) {
    %scratch = memref.alloca() : memref<1xf32>
    %first = arith.cmpi eq, %t, %c0 : index
    %second = arith.cmpi eq, %u, %c0 : index
    %private = arith.ori %first, %second : i1
    scf.forall (%i, %j) in (2, 2) {
      %di = arith.addi %t, %i : index
      %dj = arith.addi %u, %j : index
      %x = memref.load %a[%di, %dj] : memref<6x4xf32>
      %sum = arith.addf %x, %x : f32
      memref.store %sum, %o[%di, %dj] : memref<6x4xf32>
    }
    scf.forall (%i, %j) = (%t, %u) to (4, 4) step (1, 1) {
      scf.if %private {
      } else {
        %x = memref.load %a[%i, %j] : memref<6x4xf32>
        memref.store %x, %scratch[%c0] : memref<1xf32>
      }
    }
  }
  return
}

// Vectors of two iterations overlap in part.
// CHECK:      twice_vectors: race: the scheduled function runs iterations (0) and (3) of the
// CHECK-SAME: 'scf.forall' at {{.*}}: one writes argument 1[3], the other writes it at
func.func @twice_vectors(%a: memref<8xf16>, %o: memref<8xf16>) {
  scf.forall (%i) = (0) to (6) step (3) {
    %x = vector.load %a[%i] : memref<8xf16>, vector<4xf16>
    %sum = arith.addf %x, %x : vector<4xf16>
    vector.store %sum, %o[%i] : memref<8xf16>, vector<4xf16>
  }
  %c4 = arith.constant 4 : index
  %x = vector.load %a[%c4] : memref<8xf16>, vector<4xf16>
  %sum = arith.addf %x, %x : vector<4xf16>
  vector.store %sum, %o[%c4] : memref<8xf16>, vector<4xf16>
  return
}

// A mask that is one element too wide.
// CHECK:      twice_masked: race: the scheduled function runs iterations (0) and (4) of the
// CHECK-SAME: 'scf.forall' at {{.*}}: one writes argument 1[4], the other writes it at
func.func @twice_masked(%a: memref<8xf32>, %o: memref<8xf32>) {
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) = (0) to (8) step (4) {
    %left = arith.subi %c8, %i : index
    %count = arith.minsi %left, %c5 : index
    %mask = vector.create_mask %count : vector<8xi1>
    %x = vector.transfer_read %a[%i], %zero, %mask {in_bounds = [true]}
        : memref<8xf32>, vector<8xf32>
    %sum = arith.addf %x, %x : vector<8xf32>
    vector.transfer_write %sum, %o[%i], %mask {in_bounds = [true]}
        : vector<8xf32>, memref<8xf32>
  }
  return
}

// An iteration reads what a later one writes: in this order nothing is wrong.
// CHECK:      shift: race: the scheduled function runs iterations number 1 and number 2
// CHECK-SAME: of the 'affine.parallel' at {{.*}}: one reads argument 1[1], the other writes it at
func.func @shift(%a: memref<6xf32>, %o: memref<6xf32>) {
  affine.parallel (%i) = (0) to (5) {
    %old = affine.load %o[%i + 1] : memref<6xf32>
    %x = affine.load %a[%i] : memref<6xf32>
    %zero = arith.subf %old, %old : f32
    %same = arith.addf %x, %zero : f32
    affine.store %same, %o[%i] : memref<6xf32>
  }
  %x = affine.load %a[5] : memref<6xf32>
  affine.store %x, %o[5] : memref<6xf32>
  return
}

// Atomic additions are no race, but a plain read among them is one.
// CHECK:      total: race: the scheduled function runs iterations (0) and (1) of the
// CHECK-SAME: 'scf.forall' at {{.*}}: one writes argument 1[], the other reads it at
func.func @total(%a: memref<4xi32>, %o: memref<i32>) {
  scf.forall (%i) in (4) {
    %seen = memref.load %o[] : memref<i32>
    %x = memref.load %a[%i] : memref<4xi32>
    %sum = arith.addi %x, %seen : i32
    %old = memref.atomic_rmw addi %sum, %o[] : (i32, memref<i32>) -> i32
  }
  return
}
