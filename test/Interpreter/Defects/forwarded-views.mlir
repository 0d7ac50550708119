// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The copy is replaced by the memory, in which a 5 is stored before the copy is read.
func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %m = memref.alloc() : memref<2xi32>
  linalg.fill ins(%one : i32) outs(%m : memref<2xi32>)
  %t = bufferization.to_tensor %m restrict writable : memref<2xi32> to tensor<2xi32>
  %e = tensor.empty() : tensor<2xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%t : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<2xi32>
  memref.store %five, %m[%c0] : memref<2xi32>
  %x = tensor.extract %r[%c0] : tensor<2xi32>
  vector.print %x : i32
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
