// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// Each iteration reads what the one before it wrote.
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<8xf32>)
  scf.for %i = %c0 to %c7 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.addf %x, %one : f32
    %next = arith.addi %i, %c1 : index
    memref.store %y, %a[%next] : memref<8xf32>
  }
  %u = memref.cast %a : memref<8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %p = transform.loop.pipeline %loop {iteration_interval = 1, read_latency = 3} : (!transform.op<"scf.for">) -> !transform.any_op
    transform.yield
  }
}
