// Flags of a schedule that declare that there is no NaN or no infinity, where the
// function computes one from finite numbers: the result may be anything then.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      no_infinity: different: result 0[0] depends on a false declaration of the scheduled function: 'arith.maximumf' with ninf in line {{[0-9]+}} of {{[a-z]+}}.mlir [
// CHECK-NEXT: no_nan: different: result 0[0] is {{-?}}nan, expected
// CHECK-NEXT: vectors: different: argument 0[{{.*}}] depends on a false declaration of the scheduled function: 'arith.addf' with nnan in line
// A declaration that holds, or that only numbers break which nobody uses, is none of
// these.
// CHECK-NEXT: holds: equal
// CHECK-NEXT: unused: equal
// Flags that the payload has, too, and that its own -inf breaks, excuse nothing.
// CHECK-NEXT: own_flags: different: result 0[0] is 1, expected

//--- payload.mlir
func.func @no_infinity(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %low = arith.constant 0xFF800000 : f32
    %r = arith.maximumf %a, %low : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @no_nan(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %d = arith.subf %a, %o : f32
    %q = arith.divf %d, %d : f32
    %r = arith.maxnumf %a, %q : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @vectors(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0], %z : memref<8xf32>, vector<8xf32>
  %d = arith.subf %a, %a : vector<8xf32>
  %q = arith.divf %d, %d : vector<8xf32>
  %s = arith.addf %a, %q : vector<8xf32>
  %b = arith.bitcast %s : vector<8xf32> to vector<8xi32>
  %e = arith.constant dense<0x7F800000> : vector<8xi32>
  %f = arith.andi %b, %e : vector<8xi32>
  %n = arith.cmpi eq, %f, %e : vector<8xi32>
  %r = arith.select %n, %a, %s : vector<8xi1>, vector<8xf32>
  vector.transfer_write %r, %x[%c0] : vector<8xf32>, memref<8xf32>
  return
}
func.func @holds(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @unused(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %z = arith.constant 0.0 : f32
    %r = arith.addf %a, %a : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @own_flags(%x: tensor<5x8xf32>) -> tensor<5xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x8xf32>) outs(%f : tensor<5xf32>) {
    ^bb0(%a: f32, %m: f32):
      %r = arith.maximumf %a, %m fastmath<fast> : f32
      linalg.yield %r : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
//--- scheduled.mlir
func.func @no_infinity(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %low = arith.constant 0xFF800000 : f32
    %r = arith.maximumf %a, %low fastmath<ninf> : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @no_nan(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %d = arith.subf %a, %o : f32
    %q = arith.divf %d, %d : f32
    %r = arith.maxnumf %a, %q fastmath<nnan> : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @vectors(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0], %z : memref<8xf32>, vector<8xf32>
  %d = arith.subf %a, %a : vector<8xf32>
  %q = arith.divf %d, %d : vector<8xf32>
  %s = arith.addf %a, %q fastmath<nnan> : vector<8xf32>
  %b = arith.bitcast %s : vector<8xf32> to vector<8xi32>
  %e = arith.constant dense<0x7F800000> : vector<8xi32>
  %f = arith.andi %b, %e : vector<8xi32>
  %n = arith.cmpi eq, %f, %e : vector<8xi32>
  %r = arith.select %n, %a, %s : vector<8xi1>, vector<8xf32>
  vector.transfer_write %r, %x[%c0] : vector<8xf32>, memref<8xf32>
  return
}
func.func @holds(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %r = arith.addf %a, %o fastmath<nnan,ninf> : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @unused(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) (%a: f32, %o: f32) {
    %z = arith.constant 0.0 : f32
    %m = math.absf %a : f32
    %d = arith.negf %m : f32
    %q = math.sqrt %d fastmath<nnan> : f32
    %s = arith.addf %a, %a : f32
    %t = arith.cmpf ogt, %a, %z : f32
    %u = arith.cmpf ole, %a, %z : f32
    %either = arith.ori %t, %u : i1
    %r = arith.select %either, %s, %q : f32
    linalg.yield %r : f32
  }
  return %0 : tensor<8xf32>
}
func.func @own_flags(%x: tensor<5x8xf32>) -> tensor<5xf32> {
  %low = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x8xf32>) outs(%f : tensor<5xf32>) {
    ^bb0(%a: f32, %m: f32):
      %r = arith.maximumf %a, %m fastmath<fast> : f32
      linalg.yield %r : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
