// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --apply-schedule 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// The loop around counts by 0, which a forall may say and a parallel loop may
// compute. The loop inside is judged by itself.
// CHECK-LABEL: func.func @forall(
// CHECK:         scf.forall (%{{.*}}) = (0) to (100) step (0)
// CHECK:           scf.for %
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK-LABEL: func.func @by_zero_too(
// CHECK-NOT:     heddle.loop_kind
// CHECK-LABEL: func.func @parallel(
// CHECK-NOT:     heddle.loop_kind
// CHECK:         return
func.func @forall(%a: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.forall (%i) = (0) to (100) step (0) shared_outs(%t = %a) -> (tensor<100xf32>) {
    %s = tensor.extract_slice %t[%i] [4] [1] : tensor<100xf32> to tensor<4xf32>
    %u = scf.for %j = %c0 to %c4 step %c1 iter_args(%v = %s) -> (tensor<4xf32>) {
      %e = tensor.extract_slice %v[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
      %x = linalg.exp ins(%e : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
      %w = tensor.insert_slice %x into %v[%j] [1] [1] : tensor<1xf32> into tensor<4xf32>
      scf.yield %w : tensor<4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %t[%i] [4] [1] : tensor<4xf32> into tensor<100xf32>
    }
  }
  return %r : tensor<100xf32>
}
// Both by 0.
// REMARK: remark: not parallel: which numbers it counts through is not known
func.func @by_zero_too(%a: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = scf.forall (%i) = (0) to (100) step (%c0) shared_outs(%t = %a) -> (tensor<100xf32>) {
    %s = tensor.extract_slice %t[%i] [4] [1] : tensor<100xf32> to tensor<4xf32>
    %u = scf.for %j = %c0 to %c4 step %c0 iter_args(%v = %s) -> (tensor<4xf32>) {
      %e = tensor.extract_slice %v[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
      %x = linalg.exp ins(%e : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
      %w = tensor.insert_slice %x into %v[%j] [1] [1] : tensor<1xf32> into tensor<4xf32>
      scf.yield %w : tensor<4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %t[%i] [4] [1] : tensor<4xf32> into tensor<100xf32>
    }
  }
  return %r : tensor<100xf32>
}
// A structured op on memrefs has effects: contents of memory are not
// analyzed.
// REMARK: remark: not parallel: 'linalg.exp' may have effects
func.func @parallel(%a: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  %zero = arith.subi %c100, %c100 : index
  scf.parallel (%i) = (%c0) to (%c100) step (%zero) {
    scf.for %j = %c0 to %c100 step %c4 {
      %s = memref.subview %a[%j] [4] [1] : memref<100xf32> to memref<4xf32, strided<[1], offset: ?>>
      linalg.exp ins(%s : memref<4xf32, strided<[1], offset: ?>>) outs(%s : memref<4xf32, strided<[1], offset: ?>>)
    }
    scf.reduce
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}
