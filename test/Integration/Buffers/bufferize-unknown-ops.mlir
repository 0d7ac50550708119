// Arithmetic on tensors that the first bufferization leaves between two buffers, and
// a second one takes to buffers, computes what it computes if it is linalg from the
// start; sizes are odd, 0 and 1.
// RUN: heddle-opt %s --convert-elementwise-to-linalg --heddle-default-bufferize \
// RUN:     --heddle-lower-to-llvm \
// RUN:   | mlir-runner -O1 -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | grep -v 'base@' > %t.plain
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize-around-unknown.mlir \
// RUN:     --heddle-lower-to-llvm \
// RUN:   | mlir-runner -O1 -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | grep -v 'base@' > %t.steps
// RUN: diff %t.plain %t.steps
// RUN: FileCheck %s < %t.steps
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize-around-unknown.mlir \
// RUN:   | FileCheck %s --check-prefix=FREED

func.func private @printMemrefF32(tensor<*xf32>)

// The operand is overwritten after the op that stays on tensors, and the result is the
// destination of a sum.
// FREED-LABEL: func.func @overwritten(
// FREED-NOT:     bufferization
// FREED:         memref.dealloc %{{.*}} : memref<?xf32>
// FREED-NOT:     bufferization
func.func @overwritten(%d: tensor<?xf32>) -> tensor<?xf32> {
  %two = arith.constant 2.0 : f32
  %0 = linalg.add ins(%d, %d : tensor<?xf32>, tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %1 = math.absf %0 : tensor<?xf32>
  %2 = linalg.fill ins(%two : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %3 = linalg.sub ins(%1, %2 : tensor<?xf32>, tensor<?xf32>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  %4 = linalg.mul ins(%3, %1 : tensor<?xf32>, tensor<?xf32>) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// The result of one iteration is read in the next one, which computes its operand in
// the same place. Two ops on tensors follow each other, and both are read.
func.func @carried(%d: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %d, %q = %d) -> (tensor<?xf32>, tensor<?xf32>) {
    %k = tensor.dim %d, %c0 : tensor<?xf32>
    %e = tensor.empty(%k) : tensor<?xf32>
    %0 = linalg.add ins(%p, %q : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %1 = arith.negf %0 : tensor<?xf32>
    %2 = arith.addf %1, %1 : tensor<?xf32>
    %3 = linalg.sub ins(%2, %1 : tensor<?xf32>, tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %3, %1 : tensor<?xf32>, tensor<?xf32>
  }
  %s = linalg.add ins(%r#0, %r#1 : tensor<?xf32>, tensor<?xf32>) outs(%r#0 : tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// An argument, a slice and a constant go into one op; its result leaves through an
// insertion.
func.func @inserted(%d: tensor<5xf32>) -> tensor<5xf32> {
  %k = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %0 = tensor.extract_slice %d[1] [3] [1] : tensor<5xf32> to tensor<3xf32>
  %1 = arith.addf %0, %k : tensor<3xf32>
  %2 = tensor.insert_slice %1 into %d[2] [3] [1] : tensor<3xf32> into tensor<5xf32>
  return %2 : tensor<5xf32>
}

func.func @ramp(%n: index) -> tensor<?xf32> {
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %c = arith.constant -2.0 : f32
    %x = arith.index_cast %i : index to i32
    %y = arith.sitofp %x : i32 to f32
    %z = arith.addf %y, %c : f32
    tensor.yield %z : f32
  } : tensor<?xf32>
  return %r : tensor<?xf32>
}

// Prints the elements and a 7, because a tensor of no elements cannot be printed.
func.func @print(%t: tensor<?xf32>) {
  %end = arith.constant 7.0 : f32
  %p = tensor.pad %t low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %end : f32
  } : tensor<?xf32> to tensor<?xf32>
  %u = tensor.cast %p : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @show(%n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = call @ramp(%n) : (index) -> tensor<?xf32>
  %0 = call @overwritten(%a) : (tensor<?xf32>) -> tensor<?xf32>
  call @print(%0) : (tensor<?xf32>) -> ()
  %b = call @ramp(%n) : (index) -> tensor<?xf32>
  %1 = call @carried(%b, %c3) : (tensor<?xf32>, index) -> tensor<?xf32>
  call @print(%1) : (tensor<?xf32>) -> ()
  %c = call @ramp(%n) : (index) -> tensor<?xf32>
  %2 = call @carried(%c, %c0) : (tensor<?xf32>, index) -> tensor<?xf32>
  call @print(%2) : (tensor<?xf32>) -> ()
  return
}

// Of 5 elements -2, -1, 0, 1, 2, then of 1, then of none.
// CHECK:      {{^}}[8,  0,  -0,  0,  8,  7]
// CHECK-NEXT: {{^}}[32,  16,  0,  -16,  -32,  7]
// CHECK-NEXT: {{^}}[-4,  -2,  0,  2,  4,  7]
// CHECK-NEXT: {{^}}[8,  7]
// CHECK-NEXT: {{^}}[32,  7]
// CHECK-NEXT: {{^}}[-4,  7]
// CHECK-NEXT: {{^}}[7]
// CHECK-NEXT: {{^}}[7]
// CHECK-NEXT: {{^}}[7]
// CHECK-NEXT: {{^}}[-2,  -1,  9,  20,  31]
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  call @show(%c5) : (index) -> ()
  call @show(%c1) : (index) -> ()
  call @show(%c0) : (index) -> ()
  %a = call @ramp(%c5) : (index) -> tensor<?xf32>
  %s = tensor.cast %a : tensor<?xf32> to tensor<5xf32>
  %0 = call @inserted(%s) : (tensor<5xf32>) -> tensor<5xf32>
  %u = tensor.cast %0 : tensor<5xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
