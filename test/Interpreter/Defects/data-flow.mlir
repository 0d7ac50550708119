// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The loop carries what the forall inserts, so its counter is taken to keep its start.
func.func @main() {
  %a = arith.constant dense<0> : tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%n = %zero, %t = %a) -> (i32, tensor<4xi32>) {
    %m = arith.addi %n, %one : i32
    %f = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xi32> {
      %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xi32> to tensor<1xi32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    scf.yield %m, %f : i32, tensor<4xi32>
  }
  vector.print %r#0 : i32
  return
}

// passes: --sccp
