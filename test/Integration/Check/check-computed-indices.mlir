// Integers from which indices are computed get all numbers for which the payload stays
// inside of its arrays, and so do those that are numbers as well.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/right.mlir --function rows | FileCheck %s --check-prefix=ROWS
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// The last element but one is the last that the payload allows.
// CHECK:      offset: different: {{.*}}[random data, arg1 in [-1, 62]]
// Two dims are indexed by the parts of one number.
// CHECK-NEXT: paged: different: {{.*}}[random data, arg1 in [0, 63]]
// CHECK-NEXT: also: different:
// CHECK-NEXT: padidx: different:
// CHECK-NEXT: concatidx: different:
// CHECK-NEXT: trunc: different:
// Four elements of the row are copied.
// CHECK-NEXT: rows: different:

// A number for which an element is in the array, but not in its row, is not allowed.
// ROWS: rows: equal: {{.*}}{{[1-9][0-9]}} runs on further sizes

// RIGHT-COUNT-7: equal:

//--- payload.mlir
#id = affine_map<(d) -> (d)>
func.func @offset(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c1 = arith.constant 1 : i32
    %x1 = arith.addi %x, %c1 : i32
    %k = arith.index_cast %x1 : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @paged(%t: tensor<16x4xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c4 = arith.constant 4 : i32
    %b = arith.divui %x, %c4 : i32
    %c = arith.remui %x, %c4 : i32
    %k = arith.index_cast %b : i32 to index
    %l = arith.index_cast %c : i32 to index
    %v = tensor.extract %t[%k, %l] : tensor<16x4xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @also(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    %w = arith.sitofp %x : i32 to f32
    %u = arith.addf %v, %w : f32
    linalg.yield %u : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @padidx(%t: tensor<64xf32>, %i: tensor<38xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : i32
  %p = tensor.pad %i low[0] high[2] {
  ^bb0(%q: index):
    tensor.yield %c0 : i32
  } : tensor<38xi32> to tensor<40xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @concatidx(%t: tensor<64xf32>, %i: tensor<20xi32>, %j: tensor<20xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %p = tensor.concat dim(0) %i, %j : (tensor<20xi32>, tensor<20xi32>) -> tensor<40xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @trunc(%t: tensor<64xf32>, %i: tensor<40xi64>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi64>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i64, %y: f32):
    %w = arith.trunci %x : i64 to i32
    %k = arith.index_cast %w : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @rows(%t: memref<16x8xf32>, %ai: memref<20xi32>, %bi: memref<20xi32>, %y: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %i1 = arith.constant 1 : i32
  scf.for %k = %c0 to %c20 step %c1 {
    %a0 = memref.load %ai[%k] : memref<20xi32>
    %b0 = memref.load %bi[%k] : memref<20xi32>
    %a1 = arith.addi %a0, %i1 : i32
    %b1 = arith.addi %b0, %i1 : i32
    %a = arith.index_cast %a1 : i32 to index
    %b = arith.index_cast %b1 : i32 to index
    %v = memref.load %t[%a, %b] : memref<16x8xf32>
    memref.store %v, %y[%k] : memref<20xf32>
  }
  return
}

//--- scheduled.mlir
#id = affine_map<(d) -> (d)>
func.func @offset(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : index
    %x1 = arith.addi %x, %c1 : i32
    %k = arith.index_cast %x1 : i32 to index
    %m = arith.andi %k, %c3 : index
    %v = tensor.extract %t[%m] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @paged(%t: tensor<16x4xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c4 = arith.constant 4 : i32
    %b = arith.divui %x, %c4 : i32
    %c = arith.remui %x, %c4 : i32
    %k = arith.index_cast %b : i32 to index
    %l = arith.index_cast %c : i32 to index
    %z = arith.constant 0 : index
    %v = tensor.extract %t[%z, %l] : tensor<16x4xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @also(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %c1 = arith.constant 1 : index
    %m = arith.andi %k, %c1 : index
    %v = tensor.extract %t[%m] : tensor<64xf32>
    %w = arith.sitofp %x : i32 to f32
    %u = arith.addf %v, %w : f32
    linalg.yield %u : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @padidx(%t: tensor<64xf32>, %i: tensor<38xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : i32
  %p = tensor.pad %i low[0] high[2] {
  ^bb0(%q: index):
    tensor.yield %c0 : i32
  } : tensor<38xi32> to tensor<40xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %c31 = arith.constant 1 : index
    %kk = arith.andi %k, %c31 : index
    %v = tensor.extract %t[%kk] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @concatidx(%t: tensor<64xf32>, %i: tensor<20xi32>, %j: tensor<20xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %p = tensor.concat dim(0) %i, %j : (tensor<20xi32>, tensor<20xi32>) -> tensor<40xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %c31 = arith.constant 1 : index
    %kk = arith.andi %k, %c31 : index
    %v = tensor.extract %t[%kk] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @trunc(%t: tensor<64xf32>, %i: tensor<40xi64>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi64>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i64, %y: f32):
    %w = arith.trunci %x : i64 to i32
    %k = arith.index_cast %w : i32 to index
    %c31 = arith.constant 1 : index
    %kk = arith.andi %k, %c31 : index
    %v = tensor.extract %t[%kk] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @rows(%t: memref<16x8xf32>, %ai: memref<20xi32>, %bi: memref<20xi32>, %y: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c20 = arith.constant 20 : index
  %i1 = arith.constant 1 : i32
  scf.for %k = %c0 to %c20 step %c1 {
    %a0 = memref.load %ai[%k] : memref<20xi32>
    %b0 = memref.load %bi[%k] : memref<20xi32>
    %a1 = arith.addi %a0, %i1 : i32
    %b1 = arith.addi %b0, %i1 : i32
    %a = arith.index_cast %a1 : i32 to index
    %b = arith.index_cast %b1 : i32 to index
    %row = memref.alloca() : memref<8xf32>
    scf.for %c = %c0 to %c4 step %c1 {
      %w = memref.load %t[%a, %c] : memref<16x8xf32>
      memref.store %w, %row[%c] : memref<8xf32>
    }
    %v = memref.load %row[%b] : memref<8xf32>
    memref.store %v, %y[%k] : memref<20xf32>
  }
  return
}

//--- right.mlir
// A copy of the row has what is in the row alone.
func.func @rows(%t: memref<16x8xf32>, %ai: memref<20xi32>, %bi: memref<20xi32>, %y: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %i1 = arith.constant 1 : i32
  scf.for %k = %c0 to %c20 step %c1 {
    %a0 = memref.load %ai[%k] : memref<20xi32>
    %b0 = memref.load %bi[%k] : memref<20xi32>
    %a1 = arith.addi %a0, %i1 : i32
    %b1 = arith.addi %b0, %i1 : i32
    %a = arith.index_cast %a1 : i32 to index
    %b = arith.index_cast %b1 : i32 to index
    %row = memref.alloca() : memref<8xf32>
    scf.for %c = %c0 to %c8 step %c1 {
      %w = memref.load %t[%a, %c] : memref<16x8xf32>
      memref.store %w, %row[%c] : memref<8xf32>
    }
    %v = memref.load %row[%b] : memref<8xf32>
    memref.store %v, %y[%k] : memref<20xf32>
  }
  return
}
