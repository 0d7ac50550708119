// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The buffer carries the sum of all elements from iteration to iteration.
func.func private @printMemrefF32(memref<*xf32>)

func.func @sums(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %first = arith.cmpi eq, %i, %c0 : index
    %x = memref.load %a[%i] : memref<4xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %before = arith.select %first, %zero, %old : f32
    %new = arith.addf %before, %x : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
    memref.store %new, %a[%i] : memref<4xf32>
  }
  memref.dealloc %sum : memref<1xf32>
  return
}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<4xf32>)
  call @sums(%a) : (memref<4xf32>) -> ()
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "sums"} in %root : (!transform.any_op) -> !transform.any_op
    %0 = transform.structured.match ops{["memref.alloc"]} in %f : (!transform.any_op) -> !transform.op<"memref.alloc">
    %1 = transform.memref.multibuffer %0 {factor = 2 : i64, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    transform.yield
  }
}
