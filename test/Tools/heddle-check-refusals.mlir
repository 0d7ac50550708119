// What cannot be checked, or fails in the payload itself, is not held against
// the schedule: it is said why.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --timeout 1 | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --function says --dims arg0=7 \
// RUN:   | FileCheck %s --check-prefix=SAYS
// RUN: not heddle check %t/named.mlir --scheduled %t/named.mlir \
// RUN:   --allow-unchanged --dims S=33,arg0=17x3 \
// RUN:   | FileCheck %s --check-prefix=POSITION
// RUN: not heddle check %t/named.mlir --scheduled %t/named.mlir \
// RUN:   --allow-unchanged --dims arg5=3 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not heddle check %t/named.mlir --scheduled %t/named.mlir \
// RUN:   --dims S=33,S=17 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not heddle check %t/symbol.mlir --scheduled %t/symbol.mlir \
// RUN:   --allow-unchanged 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not heddle check %t/pack.mlir --scheduled %t/pack.mlir \
// RUN:   --allow-unchanged 2>&1 | FileCheck %s --check-prefix=PACK
// RUN: not heddle check %t/pack.mlir --scheduled %t/pack.mlir \
// RUN:   --allow-unchanged --json 2>/dev/null | FileCheck %s --check-prefix=JSON

// A function that is not run is not compiled: nothing lowers complex numbers.
// CHECK:      taken: not checked: result 0 has type complex<f32>, which cannot be taken from here
// CHECK-NEXT: beyond: not checked: the unscheduled function crashed with SIGSEGV (Segmentation fault): it {{reads|accesses}} [2, 1] past the end of argument 0 [whole numbers]
// CHECK-NEXT: before: not checked: the unscheduled function wrote before the start of argument 0 [whole numbers]
// CHECK-NEXT: hang: not checked: the unscheduled function gave no result within 1 s
// CHECK-NEXT: negative: not checked: no extents were found for which all sizes are at least 0
// CHECK-NEXT: endless: not checked: no extents were found for which all sizes are at least 0
// CHECK-NEXT: says: equal:
// How far a product of indices reaches is not understood.
// CHECK-NEXT: copies: not checked: the unscheduled function crashed with SIGSEGV (Segmentation fault): it writes [{{[0-9]+}}] past the end of argument 1; --dims or 'heddle.dims' make extents equal [
// CHECK-NEXT: alike: equal:

// SAYS: says: not checked: dim 0 of 'arg0' is requested to be 7, but the payload says 8
// POSITION: named: not checked: 'S' is requested to be 33 and dim 0 of 'arg0' to be 17, but their name in 'heddle.dims' makes them equal
// ARGUMENT: named: not checked: expects an argument of 'named', which has 1, but got 'arg5'
// TWICE: heddle: error: --dims expects each argument and name once, but got 'S' twice
// SYMBOL: symbol.mlir:{{.*}}: error: cannot generate code: Failed to materialize symbols:
// PACK: pack.mlir:4:8: error: 'linalg.pack' op expects an op that can be decomposed for bufferization, but the size of a tile is only known at run time
// What is wrong with both functions is told once, and other functions are
// checked without the one that does not compile.
// PACK-NOT: error:
// PACK: other: equal: whole numbers bit for bit
// JSON: "message": "compiling the unscheduled function failed: 'linalg.pack' op expects an op that can be decomposed for bufferization, but the size of a tile is only known at run time",
// JSON: "passed": false,

//--- payload.mlir
func.func @taken(%a: tensor<4xf32>) -> complex<f32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %a[%c0] : tensor<4xf32>
  %1 = complex.create %0, %0 : complex<f32>
  return %1 : complex<f32>
}
func.func @beyond(%m: memref<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %m[%c2, %c1] : memref<2x4xf32>
  memref.store %0, %m[%c1, %c1] : memref<2x4xf32>
  return
}
func.func @before(%m: memref<8xf32>) {
  %i = arith.constant -1 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%i] : memref<8xf32>
  return
}
func.func @hang(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %f = arith.constant 1.0 : f32
  scf.while : () -> () {
    memref.store %f, %m[%c0] : memref<8xf32>
    scf.condition(%true)
  } do {
    %x = memref.load %m[%c0] : memref<8xf32>
    memref.store %x, %m[%c0] : memref<8xf32>
    scf.yield
  }
  return
}
func.func @negative(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = arith.subi %c0, %c3 : index
  %s = tensor.extract_slice %a[0] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}
func.func @endless(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %value = arith.constant 0.0 : f32
  %0 = tensor.pad %arg0 low[0] high[9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %value : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @says(%a: tensor<?xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%o : tensor<8xf32>)
    -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @copies(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %j = arith.muli %i, %i : index
    memref.store %x, %b[%j] : memref<?xf32>
  }
  return
}
func.func @alike(%a: memref<?xf32> {heddle.dims = ["N"]},
                 %b: memref<?xf32> {heddle.dims = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  return
}

//--- named.mlir
func.func @named(%a: tensor<?x?xf32> {heddle.dims = ["S", "D"]})
    -> tensor<?x?xf32> {
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- symbol.mlir
llvm.func @elsewhere(f32) -> f32
func.func @calls(%a: f32) -> f32 {
  %0 = llvm.call @elsewhere(%a) : (f32) -> f32
  return %0 : f32
}

//--- pack.mlir
// The size of the inner tiles is not known.
func.func @pack(%a: tensor<8x4xf32>, %n: index, %o: tensor<?x2x?x2xf32>)
    -> tensor<?x2x?x2xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [%n, 2] into %o
    : tensor<8x4xf32> -> tensor<?x2x?x2xf32>
  return %0 : tensor<?x2x?x2xf32>
}
func.func @other(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}
