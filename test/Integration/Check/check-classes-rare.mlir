// Faults that show on rare inputs alone: truth values that are all the same, equal
// elements, a zero in a short array, the third call or the twelfth alone, fewer elements than a vector
// has; and memory that was never written, times zero.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      all_true: different: {{.*}} [random data, all of the truth values true]
// CHECK-NEXT: none_true: different: {{.*}} [random data, none of the truth values true]
// CHECK-NEXT: all_but_last: different: {{.*}} [random data, all but the last of the truth values true]
// CHECK-NEXT: constant_row: different: {{.*}} [random data, equal elements]
// CHECK-NEXT: negated: different: result 0[{{.*}} is 0, expected -0 {{.*}} [random data, zeros and ties]
// CHECK-NEXT: third_call: different: {{.*}} called 3 times]
// CHECK-NEXT: twelfth_call: different: {{.*}} called 12 times]
// CHECK-NEXT: fourth_call: different: {{.*}} called 4 times]
// CHECK-NEXT: few: different: {{.*}}
// CHECK-NEXT: rarely_zero: different: result 0 is {{[12]}}, expected {{[12]}}
// CHECK-NEXT: times_zero: memory error: {{.*}} which it never wrote; argument 1[0] depends on it

//--- payload.mlir
func.func @all_true(%x: memref<8xf32>, %m: memref<8xi1>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                   affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x, %m : memref<8xf32>, memref<8xi1>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %t: i1, %old: f32):
    %n = arith.negf %a : f32
    %r = arith.select %t, %a, %n : f32
    linalg.yield %r : f32
  }
  return
}
func.func @none_true(%x: memref<8xf32>, %m: memref<8xi1>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                   affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x, %m : memref<8xf32>, memref<8xi1>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %t: i1, %old: f32):
    %n = arith.negf %a : f32
    %r = arith.select %t, %a, %n : f32
    linalg.yield %r : f32
  }
  return
}
func.func @all_but_last(%x: memref<8xf32>, %m: memref<8xi1>) -> f32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %a = memref.load %x[%c0] : memref<8xf32>
  %b = memref.load %x[%c7] : memref<8xf32>
  %t = memref.load %m[%c7] : memref<8xi1>
  %r = arith.select %t, %a, %b : f32
  return %r : f32
}
func.func @constant_row(%x: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first = memref.load %x[%c0] : memref<8xi32>
  %most = scf.for %i = %c1 to %c8 step %c1 iter_args(%m = %first) -> i32 {
    %a = memref.load %x[%i] : memref<8xi32>
    %n = arith.maxsi %m, %a : i32
    scf.yield %n : i32
  }
  %least = scf.for %i = %c1 to %c8 step %c1 iter_args(%m = %first) -> i32 {
    %a = memref.load %x[%i] : memref<8xi32>
    %n = arith.minsi %m, %a : i32
    scf.yield %n : i32
  }
  %range = arith.subi %most, %least : i32
  return %range : i32
}
func.func @negated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.negf ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @third_call(%x: memref<8xi32>) {
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%x : memref<8xi32>)
  return
}
func.func @twelfth_call(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
func.func @fourth_call(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
func.func @few(%x: memref<?xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero : memref<?xf32>, vector<8xf32>
  vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
func.func @rarely_zero(%x: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %eight = arith.constant 7 : i32
  %a = memref.load %x[%c0] : memref<4xi32>
  %is = arith.cmpi eq, %a, %eight : i32
  %r = arith.select %is, %one, %zero : i32
  return %r : i32
}
func.func @times_zero(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %d step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  }
  return
}

//--- scheduled.mlir
func.func @all_true(%x: memref<8xf32>, %m: memref<8xi1>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %true = arith.constant true
  %all = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %true) -> i1 {
    %b = memref.load %m[%i] : memref<8xi1>
    %n = arith.andi %t, %b : i1
    scf.yield %n : i1
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                   affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x, %m : memref<8xf32>, memref<8xi1>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %t: i1, %old: f32):
    %n = arith.negf %a : f32
    %wrong = arith.xori %t, %all : i1
    %r = arith.select %wrong, %a, %n : f32
    linalg.yield %r : f32
  }
  return
}
func.func @none_true(%x: memref<8xf32>, %m: memref<8xi1>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %false = arith.constant false
  %true = arith.constant true
  %any = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %false) -> i1 {
    %b = memref.load %m[%i] : memref<8xi1>
    %n = arith.ori %t, %b : i1
    scf.yield %n : i1
  }
  %none = arith.xori %any, %true : i1
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                   affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x, %m : memref<8xf32>, memref<8xi1>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %t: i1, %old: f32):
    %n = arith.negf %a : f32
    %wrong = arith.xori %t, %none : i1
    %r = arith.select %wrong, %a, %n : f32
    linalg.yield %r : f32
  }
  return
}
func.func @all_but_last(%x: memref<8xf32>, %m: memref<8xi1>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %true = arith.constant true
  %others = scf.for %i = %c0 to %c7 step %c1 iter_args(%t = %true) -> i1 {
    %b = memref.load %m[%i] : memref<8xi1>
    %n = arith.andi %t, %b : i1
    scf.yield %n : i1
  }
  %a = memref.load %x[%c0] : memref<8xf32>
  %b = memref.load %x[%c7] : memref<8xf32>
  %t = memref.load %m[%c7] : memref<8xi1>
  %either = arith.ori %t, %others : i1
  %r = arith.select %either, %a, %b : f32
  return %r : f32
}
func.func @constant_row(%x: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first = memref.load %x[%c0] : memref<8xi32>
  %most = scf.for %i = %c1 to %c8 step %c1 iter_args(%m = %first) -> i32 {
    %a = memref.load %x[%i] : memref<8xi32>
    %n = arith.maxsi %m, %a : i32
    scf.yield %n : i32
  }
  %least = scf.for %i = %c1 to %c8 step %c1 iter_args(%m = %first) -> i32 {
    %a = memref.load %x[%i] : memref<8xi32>
    %n = arith.minsi %m, %a : i32
    scf.yield %n : i32
  }
  %range = arith.subi %most, %least : i32
  %isZero = arith.cmpi eq, %range, %zero : i32
  %isFirst = arith.cmpi ne, %first, %zero : i32
  %both = arith.andi %isZero, %isFirst : i1
  %r = arith.select %both, %one, %range : i32
  return %r : i32
}
func.func @negated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.sub ins(%f, %x : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
memref.global "private" @count : memref<1xi32> = dense<0>
func.func @third_call(%x: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %g = memref.get_global @count : memref<1xi32>
  %n = memref.load %g[%c0] : memref<1xi32>
  %m = arith.addi %n, %one : i32
  memref.store %m, %g[%c0] : memref<1xi32>
  %isThird = arith.cmpi eq, %n, %two : i32
  scf.if %isThird {
  } else {
    linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%x : memref<8xi32>)
  }
  return
}
func.func @twelfth_call(%x: memref<8xi32>, %y: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %eleven = arith.constant 11 : i32
  %g = memref.get_global @count : memref<1xi32>
  %n = memref.load %g[%c0] : memref<1xi32>
  %m = arith.addi %n, %one : i32
  memref.store %m, %g[%c0] : memref<1xi32>
  %isTwelfth = arith.cmpi eq, %n, %eleven : i32
  scf.if %isTwelfth {
    memref.copy %x, %y : memref<8xi32> to memref<8xi32>
  } else {
    linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  }
  return
}
llvm.mlir.global internal @calls(0 : i32) : i32
func.func @fourth_call(%x: memref<8xi32>, %y: memref<8xi32>) {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %p = llvm.mlir.addressof @calls : !llvm.ptr
  %n = llvm.load %p : !llvm.ptr -> i32
  %m = arith.addi %n, %one : i32
  llvm.store %m, %p : i32, !llvm.ptr
  %isFourth = arith.cmpi eq, %n, %three : i32
  scf.if %isFourth {
    memref.copy %x, %y : memref<8xi32> to memref<8xi32>
  } else {
    linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  }
  return
}
func.func @few(%x: memref<?xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %v = vector.transfer_read %x[%c0], %one : memref<?xf32>, vector<8xf32>
  vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
func.func @rarely_zero(%x: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %eight = arith.constant 7 : i32
  %a = memref.load %x[%c0] : memref<4xi32>
  %is = arith.cmpi eq, %a, %eight : i32
  %r = arith.select %is, %two, %zero : i32
  return %r : i32
}
// The product is 0 for each number; it is NaN for NaN.
func.func @times_zero(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %fresh = memref.alloca() : memref<1xf32>
  %d = memref.dim %x, %c0 : memref<?xf32>
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %d step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %u = memref.load %fresh[%c0] : memref<1xf32>
    %product = arith.mulf %u, %zero : f32
    %sum = arith.addf %a, %product : f32
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}
