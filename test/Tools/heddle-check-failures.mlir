// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --timeout 1 --function beyond --function before \
// RUN:   --function hang --function fine --function missing \
// RUN:   --function signature --function unwritten --function unwritten_f16 --function leftover \
// RUN:   --function shape --function aborts --function reads \
// RUN:   --function below --function strided --function hidden | FileCheck %s

// A write beyond the end of an argument, where a page is not there.
// CHECK: beyond: memory error: the scheduled function writes [8] past the end of argument 0 at {{.*}}scheduled.mlir:4:3 [whole numbers]
// A write just before its start, which does not crash.
// CHECK-NEXT: before: memory error: the scheduled function writes [-1] before the start of argument 0 at {{.*}}scheduled.mlir:10:3 [whole numbers]
// CHECK-NEXT: hang: timed out: the scheduled function gave no result within 1 s [whole numbers]
// What comes after a crash is still checked.
// CHECK-NEXT: fine: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)
// CHECK-NEXT: missing: not checked: the scheduled module has no function of this name
// CHECK-NEXT: signature: not checked: expects the scheduled function to take the payload's 1 arguments and to return its 1 results (or to take one more argument for each), but it takes 2 and returns 1
// CHECK-NEXT: unwritten: not checked: the results differ, but the unscheduled function itself reads memory that it never wrote
// Bytes that are NaN in f16 would be equal to others that are.
// CHECK-NEXT: unwritten_f16: not checked: the results differ, but the unscheduled function itself reads memory that it never wrote
// A tile that is never written is not zero by chance.
// CHECK-NEXT: leftover: different: result 0[4] is {{.*}}, expected {{.*}} (4 of 8 elements differ)
// CHECK-NEXT: shape: different: result 0 has other extents: 4xf32 became 3xf32
// CHECK-NEXT: aborts: crashed: the scheduled function crashed with SIGABRT (Aborted) [whole numbers]
// CHECK-NEXT: reads: memory error: the scheduled function reads [2, 1] past the end of result 0 at {{.*}}scheduled.mlir:{{[0-9]+}}:{{[0-9]+}} [whole numbers]
// CHECK-NEXT: below: memory error: the scheduled function writes [-250, 3] before the start of argument 0 at {{.*}}scheduled.mlir:{{[0-9]+}}:{{[0-9]+}} [whole numbers]
// CHECK-NEXT: strided: memory error: the scheduled function writes element 19 past the end of argument 0 at {{.*}}scheduled.mlir:{{[0-9]+}}:{{[0-9]+}} [whole numbers]
// CHECK-NEXT: hidden: not checked: expects a public function, but it is private

//--- payload.mlir
func.func @beyond(%m: memref<8xf32>) {
  %i = arith.constant 7 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%i] : memref<8xf32>
  return
}
func.func @before(%m: memref<8xf32>) {
  %i = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%i] : memref<8xf32>
  return
}
func.func @hang(%m: memref<8xf32>) {
  return
}
func.func @fine(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}
func.func @missing(%a: f32) -> f32 {
  return %a : f32
}
func.func @signature(%a: f32) -> f32 {
  return %a : f32
}
func.func @unwritten(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.add ins(%a, %e : tensor<8xf32>, tensor<8xf32>)
                  outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @unwritten_f16(%a: tensor<8xf16>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %0 = linalg.add ins(%a, %e : tensor<8xf16>, tensor<8xf16>)
                  outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
func.func @leftover(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>)
                  outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @shape(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @aborts(%m: memref<8xf32>) {
  return
}
func.func @reads(%a: tensor<4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%e : tensor<2x4xf32>)
    dimensions = [0]
  return %0 : tensor<2x4xf32>
}
func.func @below(%m: memref<8x4xf32>) {
  return
}
func.func @strided(%m: memref<4x4xf32, strided<[5, 1]>>) {
  return
}
func.func private @hidden(%a: f32) -> f32 {
  return %a : f32
}

//--- scheduled.mlir
func.func @beyond(%m: memref<8xf32>) {
  %i = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%i] : memref<8xf32>
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
  %f = arith.constant 1.0 : f32
  scf.while : () -> () {
    %0 = memref.load %m[%c0] : memref<8xf32>
    %1 = arith.cmpf une, %0, %f : f32
    %2 = arith.ori %1, %1 : i1
    memref.store %f, %m[%c0] : memref<8xf32>
    %true = arith.constant true
    %3 = arith.ori %2, %true : i1
    scf.condition(%3)
  } do {
    %x = memref.load %m[%c0] : memref<8xf32>
    memref.store %x, %m[%c0] : memref<8xf32>
    scf.yield
  }
  return
}
func.func @fine(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %b, %a : f32
  return %0 : f32
}
func.func @signature(%a: f32, %b: f32) -> f32 {
  return %a : f32
}
func.func @unwritten(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.add ins(%e, %a : tensor<8xf32>, tensor<8xf32>)
                  outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @unwritten_f16(%a: tensor<8xf16>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %0 = linalg.add ins(%e, %a : tensor<8xf16>, tensor<8xf16>)
                  outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
func.func @leftover(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %s = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %d = tensor.extract_slice %e[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = linalg.add ins(%s, %s : tensor<4xf32>, tensor<4xf32>)
                  outs(%d : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %e[0] [4] [1]
    : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @shape(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[0] [3] [1] : tensor<?xf32> to tensor<3xf32>
  %1 = tensor.cast %0 : tensor<3xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @aborts(%m: memref<8xf32>) {
  %false = arith.constant false
  cf.assert %false, "asserts are kept"
  return
}
func.func @reads(%a: memref<4xf32>, %r: memref<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %r[%c2, %c1] : memref<2x4xf32>
  memref.store %0, %r[%c1, %c1] : memref<2x4xf32>
  return
}
func.func @below(%m: memref<8x4xf32>) {
  %i = arith.constant -250 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%i, %c3] : memref<8x4xf32>
  return
}
func.func @strided(%m: memref<4x4xf32, strided<[5, 1]>>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%c3, %c4] : memref<4x4xf32, strided<[5, 1]>>
  return
}
func.func private @hidden(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
