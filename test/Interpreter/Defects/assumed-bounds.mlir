// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The value is 2, and the schedule says that it is at least 4.
func.func private @printMemrefF32(memref<*xf32>)

func.func @sets(%a: memref<8xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = arith.addi %m, %c1 : index
  %end = affine.min affine_map<(d0) -> (d0, 4)>(%n)
  scf.for %i = %c0 to %end step %c1 {
    memref.store %one, %a[%i] : memref<8xf32>
  }
  return
}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<8xf32>)
  call @sets(%a, %c1) : (memref<8xf32>, index) -> ()
  %u = memref.cast %a : memref<8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %n = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %min = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.affine.simplify_bounded_affine_ops %min with [%n : !transform.any_op] within [4] and [100] : !transform.any_op
    transform.yield
  }
}
