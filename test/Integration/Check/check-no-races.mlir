// Parallel loops that are right: what iterations share is only read, or is
// written atomically, or by one of them.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --openmp \
// RUN:   --function private_rows --function bytes \
// RUN:   | FileCheck %s --check-prefix=OPENMP
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function private_rows | FileCheck %s --check-prefix=JSON

// OPENMP: private_rows: equal
// OPENMP: bytes: equal

// JSON:      "memory": {
// JSON-NEXT:   "accesses": {{[1-9][0-9]*}},
// JSON-NEXT:   "parallelLoops": [
// JSON-NEXT:     {
// JSON-NEXT:       "iterations": 6,

//--- payload.mlir

func.func @private_rows(%a: memref<6x4xf32>, %o: memref<6x4xf32>) {
  linalg.add ins(%a, %a : memref<6x4xf32>, memref<6x4xf32>)
      outs(%o : memref<6x4xf32>)
  return
}

func.func @bytes(%a: memref<7xi8>, %o: memref<7xi8>) {
  linalg.copy ins(%a : memref<7xi8>) outs(%o : memref<7xi8>)
  return
}

func.func @rows_of_bytes(%a: memref<5x?xi8>, %o: memref<5x?xi8>) {
  linalg.copy ins(%a : memref<5x?xi8>) outs(%o : memref<5x?xi8>)
  return
}

func.func @atomic_total(%a: memref<4xi32>, %o: memref<i32>) {
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

func.func @atomic_product(%a: memref<4xi32>, %o: memref<i32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                   affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%a : memref<4xi32>) outs(%o : memref<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %0 = arith.muli %acc, %x : i32
    linalg.yield %0 : i32
  }
  return
}

func.func @steps(%a: memref<4x6xf32>, %o: memref<6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (k, i)>,
                                   affine_map<(i, k) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x6xf32>) outs(%o : memref<6xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.addf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @one_trip(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

//--- scheduled.mlir

// A row for each iteration, on the heap and on the stack: its memory is the
// same each time.
// CHECK: private_rows: equal: {{.*}}no race in 1 parallel loop (1 run)
func.func @private_rows(%a: memref<6x4xf32>, %o: memref<6x4xf32>) {
  scf.forall (%i) in (6) {
    %row = memref.alloc() : memref<4xf32>
    %sums = memref.alloca() : memref<4xf32>
    affine.for %j = 0 to 4 {
      %x = memref.load %a[%i, %j] : memref<6x4xf32>
      memref.store %x, %row[%j] : memref<4xf32>
    }
    linalg.add ins(%row, %row : memref<4xf32>, memref<4xf32>)
        outs(%sums : memref<4xf32>)
    affine.for %j = 0 to 4 {
      %x = memref.load %sums[%j] : memref<4xf32>
      memref.store %x, %o[%i, %j] : memref<6x4xf32>
    }
    memref.dealloc %row : memref<4xf32>
  }
  return
}

// Neighbours smaller than a word.
// CHECK: bytes: equal: {{.*}}no race in 1 parallel loop
func.func @bytes(%a: memref<7xi8>, %o: memref<7xi8>) {
  scf.forall (%i) in (7) {
    %x = memref.load %a[%i] : memref<7xi8>
    memref.store %x, %o[%i] : memref<7xi8>
  }
  return
}

// A memcpy for each row, of any number of bytes.
// CHECK: rows_of_bytes: equal: {{.*}}no race in 1 parallel loop
func.func @rows_of_bytes(%a: memref<5x?xi8>, %o: memref<5x?xi8>) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c1 : memref<5x?xi8>
  scf.forall (%i) in (5) {
    %from = memref.subview %a[%i, 0] [1, %n] [1, 1]
        : memref<5x?xi8> to memref<?xi8, strided<[1], offset: ?>>
    %to = memref.subview %o[%i, 0] [1, %n] [1, 1]
        : memref<5x?xi8> to memref<?xi8, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<?xi8, strided<[1], offset: ?>>
        to memref<?xi8, strided<[1], offset: ?>>
  }
  return
}

// CHECK: atomic_total: equal: {{.*}}no race in 1 parallel loop
func.func @atomic_total(%a: memref<4xi32>, %o: memref<i32>) {
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i] : memref<4xi32>
    %old = memref.atomic_rmw addi %x, %o[] : (i32, memref<i32>) -> i32
  }
  return
}

// A loop of compare-and-exchange, which begins with a plain load.
// CHECK: atomic_product: equal: {{.*}}no race in 1 parallel loop
func.func @atomic_product(%a: memref<4xi32>, %o: memref<i32>) {
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i] : memref<4xi32>
    %new = memref.generic_atomic_rmw %o[] : memref<i32> {
    ^bb0(%old: i32):
      %product = arith.muli %old, %x : i32
      memref.atomic_yield %product : i32
    }
  }
  return
}

// A sequential loop over parallel ones: iterations of different runs of the
// inner loop come one after the other, whatever their numbers are.
// CHECK: steps: equal: {{.*}}no race in 1 parallel loop
func.func @steps(%a: memref<4x6xf32>, %o: memref<6xf32>) {
  affine.for %k = 0 to 4 {
    scf.forall (%i) in (6) {
      %x = memref.load %a[%k, %i] : memref<4x6xf32>
      %acc = memref.load %o[%i] : memref<6xf32>
      %sum = arith.addf %acc, %x : f32
      memref.store %sum, %o[%i] : memref<6xf32>
    }
  }
  return
}

// With one iteration there is nothing to race with, and the report says so.
// CHECK: one_trip: equal: {{.*}}; the parallel loop at {{.*}}scheduled.mlir:{{[0-9]+}}:3 never had two iterations
func.func @one_trip(%a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c4) {
    %x = vector.load %a[%i] : memref<4xf32>, vector<4xf32>
    %sum = arith.addf %x, %x : vector<4xf32>
    vector.store %sum, %o[%i] : memref<4xf32>, vector<4xf32>
  }
  return
}
