// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// Both arguments are one buffer: the sum is read where it is kept in registers.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @sums(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %v = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
    %x = memref.load %b[%i] : memref<8xf32>
    %s = vector.broadcast %x : f32 to vector<4xf32>
    %w = arith.addf %v, %s : vector<4xf32>
    vector.transfer_write %w, %a[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
  }
  return
}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<8xf32>)
  call @sums(%a, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  %u = memref.cast %a : memref<8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} attributes{sym_name = "sums"} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.hoist_redundant_vector_transfers %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
