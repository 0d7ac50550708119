// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The value of a polynomial, twice: the two loops over its terms take turns.
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<3xf32>
  %sum = memref.alloc() : memref<1xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<3xf32>)
  memref.store %two, %a[%c1] : memref<3xf32>
  linalg.fill ins(%one : f32) outs(%sum : memref<1xf32>)
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %x = memref.load %a[%j] : memref<3xf32>
      %s = memref.load %sum[%c0] : memref<1xf32>
      %p = arith.mulf %two, %s : f32
      %q = arith.addf %p, %x : f32
      memref.store %q, %sum[%c0] : memref<1xf32>
    }
  }
  %u = memref.cast %sum : memref<1xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %inner, %outer = transform.split_handle %loops : (!transform.op<"scf.for">) -> (!transform.op<"scf.for">, !transform.op<"scf.for">)
    transform.loop.unroll_and_jam %outer {factor = 2} : !transform.op<"scf.for">
    transform.yield
  }
}
