// How far check gets with payload that upstream's verifiers or its translation
// do not take.
//
// RUN: split-file %s %t
// RUN: heddle check %t/empty.mlir --scheduled %t/empty.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=EMPTY
// RUN: not heddle check %t/intrinsic.mlir --scheduled %t/intrinsic.mlir \
// RUN:   --allow-unchanged 2>&1 | FileCheck %s --check-prefix=INTRINSIC

// While the reshape is lowered, its type and the sizes in it disagree for a
// moment: only the result of all passes has to be valid.
// EMPTY: reshape: equal: whole numbers bit for bit

// What the translation says is the reason, not only that it failed.
// INTRINSIC: intrinsic.mlir:2:3: error: could not find LLVM intrinsic: "llvm.no.such.thing"
// INTRINSIC: intrinsic.mlir:{{.*}}: error: cannot generate code: could not convert to LLVM IR
// INTRINSIC: unknown: not checked: compiling the unscheduled function failed: could not find LLVM intrinsic: "llvm.no.such.thing"

//--- empty.mlir
func.func @reshape(%a: tensor<0x?xi32>) -> tensor<?xi32> {
  %c1 = arith.constant 1 : i32
  %0 = tensor.pad %a low[0, 5] high[0, 6] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c1 : i32
  } : tensor<0x?xi32> to tensor<0x?xi32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<0x?xi32> into tensor<?xi32>
  %2 = tensor.pad %1 low[7] high[0] {
  ^bb0(%i: index):
    tensor.yield %c1 : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %2 : tensor<?xi32>
}

//--- intrinsic.mlir
func.func @unknown(%m: memref<3xf32>) {
  llvm.call_intrinsic "llvm.no.such.thing"() : () -> ()
  return
}
