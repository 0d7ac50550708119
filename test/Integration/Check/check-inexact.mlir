// Payload of which the analysis cannot tell that every order of its sums is
// exact on small whole numbers: the report says which op is why.
//
// RUN: heddle check %s --scheduled %s --allow-unchanged | FileCheck %s

// CHECK:      power: equal: random data bit for bit (1 run); with every float in f64 bit for bit (1 run); no whole numbers: 'linalg.generic' accumulates in a way that is not bounded
// CHECK-NEXT: global: equal: random data bit for bit (1 run); no whole numbers: 'memref.get_global' is not known to the analysis
// CHECK-NEXT: atomic: equal: random data bit for bit (1 run); no whole numbers: 'memref.atomic_rmw' is not known to the analysis
// CHECK-NEXT: metadata: equal: random data bit for bit (1 run); no whole numbers: 'memref.extract_strided_metadata' is not known to the analysis
// CHECK-NEXT: rank: equal: random data bit for bit (1 run); no whole numbers: 'memref.rank' is not known to the analysis
// CHECK-NEXT: length: equal: random data bit for bit (1 run); with every float in f64 bit for bit (1 run); no whole numbers: 'linalg.generic' has a reduction of unknown length

// Each step squares the sum.
func.func @power(%a: tensor<4xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf32>) outs(%o : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.mulf %y, %y : f32
    %r = arith.addf %s, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
// Anybody may write to a global that is no constant.
memref.global @table : memref<4xf32> = dense<1.0>
func.func @global(%o: memref<4xf32>) {
  %g = memref.get_global @table : memref<4xf32>
  memref.copy %g, %o : memref<4xf32> to memref<4xf32>
  return
}
func.func @atomic(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.atomic_rmw addf %x, %m[%c0] : (f32, memref<4xf32>) -> f32
  return
}
// Several results, and one whose type no operand has.
func.func @metadata(%m: memref<4xf32>) -> index {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index
  return %s : index
}
func.func @rank(%m: memref<4xf32>) -> index {
  %0 = memref.rank %m : memref<4xf32>
  return %0 : index
}
// The data say how many elements are summed up.
func.func @length(%a: tensor<5xf32>, %o: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = tensor.extract %a[%c0] : tensor<5xf32>
  %i = arith.fptosi %v : f32 to i32
  %k = arith.index_cast %i : i32 to index
  %n = arith.remui %k, %c4 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%f : tensor<?xf32>) outs(%o : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
