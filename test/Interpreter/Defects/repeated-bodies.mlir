// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
// copy-before-write
//
// Each iteration adds to what the one before it wrote.
func.func private @sums(%x: tensor<3xi32>, %a: tensor<3xi32>, %m: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
    %t = linalg.add ins(%x, %a : tensor<3xi32>, tensor<3xi32>) outs(%a : tensor<3xi32>) -> tensor<3xi32>
    %v = tensor.extract %t[%i] : tensor<3xi32>
    memref.store %v, %m[%i] : memref<3xi32>
  }
  return
}
func.func @main() {
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<1> : tensor<3xi32>
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<3xi32>
  %a = linalg.fill ins(%one : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %m = memref.alloc() : memref<3xi32>
  call @sums(%x, %a, %m) : (tensor<3xi32>, tensor<3xi32>, memref<3xi32>) -> ()
  %v = memref.load %m[%c2] : memref<3xi32>
  vector.print %v : i32
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %1 = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
