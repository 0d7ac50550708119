// How far a number is shifted is drawn below its bits, where nothing compares or limits
// what an argument says: for a larger number the shift means nothing. Otherwise any
// integer is drawn, and a payload that depends on such a shift cannot be judged.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      plain: equal
// CHECK-NEXT: plain_index: equal
// CHECK-NEXT: guarded: equal
// CHECK-NEXT: clamped: equal
// CHECK-NEXT: tripled: not checked: the results differ, but the unscheduled function itself depends on a false declaration of its own: 'arith.shli' with fewer bits than there are in line
// What a guard or a limit is there for is run.
// CHECK-NEXT: guard_dropped: different
// CHECK-NEXT: limit_dropped: different
// CHECK-NEXT: shifted_less: different

//--- payload.mlir
func.func @plain(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %r = arith.shli %a, %b : i32
    linalg.yield %r : i32
  }
  return
}
func.func @plain_index(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %m = arith.index_cast %a : i32 to index
    %n = arith.index_castui %b : i32 to index
    %s = arith.shli %m, %n : index
    %r = arith.index_cast %s : index to i32
    linalg.yield %r : i32
  }
  return
}
func.func @guarded(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %c32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %few = arith.cmpi ult, %b, %c32 : i32
    %s = arith.shli %a, %b : i32
    %r = arith.select %few, %s, %c0_i32 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @clamped(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %c31 = arith.constant 31 : i32
    %few = arith.minui %b, %c31 : i32
    %r = arith.shrui %a, %few : i32
    linalg.yield %r : i32
  }
  return
}
func.func @tripled(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %c3 = arith.constant 3 : i32
    %far = arith.muli %b, %c3 : i32
    %r = arith.shli %a, %far : i32
    linalg.yield %r : i32
  }
  return
}
func.func @guard_dropped(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %c32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %few = arith.cmpi ult, %b, %c32 : i32
    %s = arith.shli %a, %b : i32
    %r = arith.select %few, %s, %c0_i32 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @limit_dropped(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %c31 = arith.constant 31 : i32
    %few = arith.minui %b, %c31 : i32
    %r = arith.shrui %a, %few : i32
    linalg.yield %r : i32
  }
  return
}
func.func @shifted_less(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  linalg.map ins(%x, %y : memref<16xi32>, memref<16xi32>) outs(%out : memref<16xi32>) (%a: i32, %b: i32, %o: i32) {
    %r = arith.shli %a, %b : i32
    linalg.yield %r : i32
  }
  return
}

//--- scheduled.mlir
func.func @plain(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %r = arith.shli %a, %b : vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @plain_index(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %m = arith.index_cast %a : vector<16xi32> to vector<16xindex>
  %n = arith.index_castui %b : vector<16xi32> to vector<16xindex>
  %s = arith.shli %m, %n : vector<16xindex>
  %r = arith.index_cast %s : vector<16xindex> to vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @guarded(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %c32 = arith.constant dense<32> : vector<16xi32>
  %c0_i32 = arith.constant dense<0> : vector<16xi32>
  %few = arith.cmpi ult, %b, %c32 : vector<16xi32>
  %s = arith.shli %a, %b : vector<16xi32>
  %r = arith.select %few, %s, %c0_i32 : vector<16xi1>, vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @clamped(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %c31 = arith.constant dense<31> : vector<16xi32>
  %few = arith.minui %b, %c31 : vector<16xi32>
  %r = arith.shrui %a, %few : vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @tripled(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %c3 = arith.constant dense<3> : vector<16xi32>
  %far = arith.muli %b, %c3 : vector<16xi32>
  %r = arith.shli %a, %far : vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @guard_dropped(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %r = arith.shli %a, %b : vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @limit_dropped(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %r = arith.shrui %a, %b : vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
func.func @shifted_less(%x: memref<16xi32>, %y: memref<16xi32>, %out: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %c30 = arith.constant dense<30> : vector<16xi32>
  %few = arith.minui %b, %c30 : vector<16xi32>
  %r = arith.shli %a, %few : vector<16xi32>
  vector.transfer_write %r, %out[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
