// Files of narrow floats and of unsigned integers. The scheduled functions are
// wrong for 2.5 alone.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/write-npy.py %t/b.npy '<V2' '(3,)' C 16256 16416 32639
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function brain --inputs arg0=%t/b.npy | FileCheck %s --check-prefix=BF16
// BF16: brain: different: result 0[1] is 7, expected 5 (1 of 3 elements differ) [random data, arg0 from {{.*}}b.npy, arg0=3]
// RUN: %python %S/Inputs/write-npy.py %t/h.npy '<f2' '(3,)' C 1 2.5 40000
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function half --inputs arg0=%t/h.npy | FileCheck %s --check-prefix=F16
// F16: half: different: result 0[1] is 7, expected 5 (1 of 3 elements differ) [random data, arg0 from {{.*}}h.npy, arg0=3]
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function brain --inputs arg0=%t/h.npy | FileCheck %s --check-prefix=TYPE
// TYPE: brain: not checked: expects tensor<?xbf16> for 'arg0', but {{.*}}h.npy has elements of 'f2'

// An unsigned number of trips, with its highest bit set.
// RUN: %python %S/Inputs/write-npy.py %t/n.npy '<u1' '()' C 200
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function trips --allow-unchanged --inputs arg0=%t/n.npy \
// RUN:   | FileCheck %s --check-prefix=TRIPS
// TRIPS: trips: equal: {{.*}}; arg0 from {{.*}}n.npy; {{.*}}equal as formulas (400 elements, 2 points)
// RUN: %python %S/Inputs/write-npy.py %t/i.npy '<i1' '()' C -56
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function trips --allow-unchanged --inputs arg0=%t/i.npy \
// RUN:   | FileCheck %s --check-prefix=SIGNED
// SIGNED: trips: not checked:

//--- payload.mlir
func.func @trips(%n: i8, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.index_castui %n : i8 to index
  scf.for %i = %c0 to %m step %c1 {
    %0 = memref.load %a[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %a[%i] : memref<?xf32>
  }
  return
}
func.func @brain(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xbf16>) {
  ^bb0(%y: bf16):
    %1 = arith.addf %y, %y : bf16
    linalg.yield %1 : bf16
  } -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
func.func @half(%x: tensor<?xf16>) -> tensor<?xf16> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xf16>) {
  ^bb0(%y: f16):
    %1 = arith.addf %y, %y : f16
    linalg.yield %1 : f16
  } -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

//--- scheduled.mlir
func.func @trips(%n: i8, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.index_castui %n : i8 to index
  scf.for %i = %c0 to %m step %c1 {
    %0 = memref.load %a[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %a[%i] : memref<?xf32>
  }
  return
}
func.func @brain(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xbf16>) {
  ^bb0(%y: bf16):
    %k = arith.constant 2.5 : bf16
    %z = arith.constant 7.0 : bf16
    %c = arith.cmpf oeq, %y, %k : bf16
    %d = arith.addf %y, %y : bf16
    %1 = arith.select %c, %z, %d : bf16
    linalg.yield %1 : bf16
  } -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
func.func @half(%x: tensor<?xf16>) -> tensor<?xf16> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xf16>) {
  ^bb0(%y: f16):
    %k = arith.constant 2.5 : f16
    %z = arith.constant 7.0 : f16
    %c = arith.cmpf oeq, %y, %k : f16
    %d = arith.addf %y, %y : f16
    %1 = arith.select %c, %z, %d : f16
    linalg.yield %1 : f16
  } -> tensor<?xf16>
  return %0 : tensor<?xf16>
}
