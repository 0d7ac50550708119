// Sums of integers in types that are too narrow, or that saturate: right for numbers of
// random signs, wrong for many of one sign, or where the sign changes half-way.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// RIGHT-COUNT-6: equal: whole numbers bit for bit

// WRONG:      sum_static: different: {{.*}} [random data, integers at their limits]
// Dynamic extents are as long as such a sum has to be.
// WRONG-NEXT: sum_dynamic: different: {{.*}} [random data, integers at their limits, arg0=2x515
// WRONG-NEXT: sum_unsigned: different: {{.*}} [random data, integers at their limits, arg0=2x515
// WRONG-NEXT: sum_clamped: different: {{.*}} [random data, integers at their limits]
// WRONG-NEXT: wide: different: {{.*}} [random data, integers at their limits, arg0=131075]
// WRONG-NEXT: dot: different: {{.*}} [random data, integers at their limits, arg0=131075, arg1=131075]

//--- payload.mlir
func.func @sum_static(%x: tensor<4x300xi8>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4x300xi8>) outs(%f : tensor<4xi32>) {
  ^bb0(%a: i8, %s: i32):
    %w = arith.extsi %a : i8 to i32
    %t = arith.addi %w, %s : i32
    linalg.yield %t : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @sum_dynamic(%x: tensor<?x?xi8>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x?xi8>) outs(%f : tensor<?xi32>) {
  ^bb0(%a: i8, %s: i32):
    %w = arith.extsi %a : i8 to i32
    %t = arith.addi %w, %s : i32
    linalg.yield %t : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @sum_unsigned(%x: tensor<?x?xi8>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x?xi8>) outs(%f : tensor<?xi32>) {
  ^bb0(%a: i8, %s: i32):
    %w = arith.extui %a : i8 to i32
    %t = arith.addi %w, %s : i32
    linalg.yield %t : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @sum_clamped(%x: tensor<2x700xi8>, %o: tensor<2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %hi = arith.constant 32767 : i32
  %lo = arith.constant -32768 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<2xi32>) -> tensor<2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<2x700xi8>) outs(%f : tensor<2xi32>) {
  ^bb0(%a: i8, %s: i32):
    %w = arith.extsi %a : i8 to i32
    %t = arith.addi %w, %s : i32
    linalg.yield %t : i32
  } -> tensor<2xi32>
  %q = linalg.map ins(%r : tensor<2xi32>) outs(%o : tensor<2xi32>) (%a: i32, %old: i32) {
    %m = arith.minsi %a, %hi : i32
    %n = arith.maxsi %m, %lo : i32
    linalg.yield %n : i32
  }
  return %q : tensor<2xi32>
}
func.func @wide(%x: tensor<?xi16>, %o: tensor<i64>) -> tensor<i64> {
  %c0 = arith.constant 0 : i64
  %f = linalg.fill ins(%c0 : i64) outs(%o : tensor<i64>) -> tensor<i64>
  %r = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<?xi16>) outs(%f : tensor<i64>) {
  ^bb0(%a: i16, %s: i64):
    %w = arith.extsi %a : i16 to i64
    %t = arith.addi %w, %s : i64
    linalg.yield %t : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}
func.func @dot(%x: tensor<?xi8>, %y: tensor<?xi8>, %o: tensor<i32>) -> tensor<i32> {
  %c0 = arith.constant 0 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %r = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> (j)>, affine_map<(j) -> ()>], iterator_types = ["reduction"]}
    ins(%x, %y : tensor<?xi8>, tensor<?xi8>) outs(%f : tensor<i32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %w = arith.extsi %a : i8 to i32
    %v = arith.extsi %b : i8 to i32
    %p = arith.muli %w, %v : i32
    %t = arith.addi %p, %s : i32
    linalg.yield %t : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

//--- scheduled.mlir
func.func @sum_static(%x: tensor<4x300xi8>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i16
  %e = tensor.empty() : tensor<4xi16>
  %f = linalg.fill ins(%c0 : i16) outs(%e : tensor<4xi16>) -> tensor<4xi16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4x300xi8>) outs(%f : tensor<4xi16>) {
  ^bb0(%a: i8, %s: i16):
    %w = arith.extsi %a : i8 to i16
    %t = arith.addi %w, %s : i16
    linalg.yield %t : i16
  } -> tensor<4xi16>
  %q = linalg.map ins(%r : tensor<4xi16>) outs(%o : tensor<4xi32>) (%a: i16, %old: i32) {
    %w = arith.extsi %a : i16 to i32
    linalg.yield %w : i32
  }
  return %q : tensor<4xi32>
}
func.func @sum_dynamic(%x: tensor<?x?xi8>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %z = arith.constant 0 : index
  %n = tensor.dim %o, %z : tensor<?xi32>
  %c0 = arith.constant 0 : i16
  %e = tensor.empty(%n) : tensor<?xi16>
  %f = linalg.fill ins(%c0 : i16) outs(%e : tensor<?xi16>) -> tensor<?xi16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x?xi8>) outs(%f : tensor<?xi16>) {
  ^bb0(%a: i8, %s: i16):
    %w = arith.extsi %a : i8 to i16
    %t = arith.addi %w, %s : i16
    linalg.yield %t : i16
  } -> tensor<?xi16>
  %q = linalg.map ins(%r : tensor<?xi16>) outs(%o : tensor<?xi32>) (%a: i16, %old: i32) {
    %w = arith.extsi %a : i16 to i32
    linalg.yield %w : i32
  }
  return %q : tensor<?xi32>
}
func.func @sum_unsigned(%x: tensor<?x?xi8>, %o: tensor<?xi32>) -> tensor<?xi32> {
  %z = arith.constant 0 : index
  %n = tensor.dim %o, %z : tensor<?xi32>
  %c0 = arith.constant 0 : i16
  %e = tensor.empty(%n) : tensor<?xi16>
  %f = linalg.fill ins(%c0 : i16) outs(%e : tensor<?xi16>) -> tensor<?xi16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x?xi8>) outs(%f : tensor<?xi16>) {
  ^bb0(%a: i8, %s: i16):
    %w = arith.extui %a : i8 to i16
    %t = arith.addi %w, %s : i16
    linalg.yield %t : i16
  } -> tensor<?xi16>
  %q = linalg.map ins(%r : tensor<?xi16>) outs(%o : tensor<?xi32>) (%a: i16, %old: i32) {
    %w = arith.extui %a : i16 to i32
    linalg.yield %w : i32
  }
  return %q : tensor<?xi32>
}
func.func @sum_clamped(%x: tensor<2x700xi8>, %o: tensor<2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %hi = arith.constant 32767 : i32
  %lo = arith.constant -32768 : i32
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<2xi32>) -> tensor<2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<2x700xi8>) outs(%f : tensor<2xi32>) {
  ^bb0(%a: i8, %s: i32):
    %w = arith.extsi %a : i8 to i32
    %t = arith.addi %w, %s : i32
    %m = arith.minsi %t, %hi : i32
    %n = arith.maxsi %m, %lo : i32
    linalg.yield %n : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @wide(%x: tensor<?xi16>, %o: tensor<i64>) -> tensor<i64> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<?xi16>) outs(%f : tensor<i32>) {
  ^bb0(%a: i16, %s: i32):
    %w = arith.extsi %a : i16 to i32
    %t = arith.addi %w, %s : i32
    linalg.yield %t : i32
  } -> tensor<i32>
  %q = linalg.map ins(%r : tensor<i32>) outs(%o : tensor<i64>) (%a: i32, %old: i64) {
    %w = arith.extsi %a : i32 to i64
    linalg.yield %w : i64
  }
  return %q : tensor<i64>
}
// Saturates.
func.func @dot(%x: tensor<?xi8>, %y: tensor<?xi8>, %o: tensor<i32>) -> tensor<i32> {
  %c0 = arith.constant 0 : i32
  %lo = arith.constant -2147483648 : i64
  %hi = arith.constant 2147483647 : i64
  %f = linalg.fill ins(%c0 : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %r = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> (j)>, affine_map<(j) -> ()>], iterator_types = ["reduction"]}
    ins(%x, %y : tensor<?xi8>, tensor<?xi8>) outs(%f : tensor<i32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %w = arith.extsi %a : i8 to i64
    %v = arith.extsi %b : i8 to i64
    %s2 = arith.extsi %s : i32 to i64
    %p = arith.muli %w, %v : i64
    %t = arith.addi %p, %s2 : i64
    %m = arith.minsi %t, %hi : i64
    %n = arith.maxsi %m, %lo : i64
    %u = arith.trunci %n : i64 to i32
    linalg.yield %u : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
