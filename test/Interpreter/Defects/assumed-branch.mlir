// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The condition is false, and the branch is taken.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @sets(%a: memref<1xf32>, %condition: i1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  scf.if %condition {
    memref.store %one, %a[%c0] : memref<1xf32>
  }
  return
}
func.func @main() {
  %false = arith.constant false
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<1xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<1xf32>)
  call @sets(%a, %false) : (memref<1xf32>, i1) -> ()
  %u = memref.cast %a : memref<1xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %if = transform.structured.match ops{["scf.if"]} in %root : (!transform.any_op) -> !transform.op<"scf.if">
    transform.scf.take_assumed_branch %if : (!transform.op<"scf.if">) -> ()
    transform.yield
  }
}
