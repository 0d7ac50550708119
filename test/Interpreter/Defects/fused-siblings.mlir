// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The second loop reads what the first writes in a later iteration.
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<5xf32>
  %n = memref.alloc() : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<5xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %one, %m[%i] : memref<5xf32>
  } {first}
  scf.for %i = %c0 to %c4 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %m[%j] : memref<5xf32>
    memref.store %x, %n[%i] : memref<4xf32>
  } {second}
  %u = memref.cast %n : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes{first} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match attributes{second} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.loop.fuse_sibling %0 into %1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
