// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --split-input-file --apply-schedule 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// A loop that counts down, or by 0, or in unsigned numbers, is not what bounds
// describe: nothing is proved of its slices, also if the loop inside is.
// CHECK-LABEL: func.func @down(
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NOT:     heddle.loop_kind
// CHECK:         return
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT:     heddle.loop_kind
// CHECK:         return
// CHECK-LABEL: func.func @by_zero(
// CHECK-NOT:     heddle.loop_kind
// CHECK:         return
// CHECK-LABEL: func.func @ends_of_numbers(
// CHECK-NOT:     heddle.loop_kind
// CHECK:         return
func.func @down(%a: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : index
  %down = arith.constant -4 : index
  %r = scf.for %i = %c0 to %c100 step %down iter_args(%t = %a) -> (tensor<100xf32>) {
    %u = scf.for %j = %c0 to %c4 step %c2 iter_args(%v = %t) -> (tensor<100xf32>) {
      %s = tensor.extract_slice %v[%j] [2] [1] : tensor<100xf32> to tensor<2xf32>
      %x = linalg.exp ins(%s : tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
      %w = tensor.insert_slice %x into %v[%j] [2] [1] : tensor<2xf32> into tensor<100xf32>
      scf.yield %w : tensor<100xf32>
    }
    scf.yield %u : tensor<100xf32>
  }
  return %r : tensor<100xf32>
}
func.func @unsigned(%a: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  %r = scf.for unsigned %i = %c0 to %c100 step %c4 iter_args(%t = %a) -> (tensor<100xf32>) {
    %s = tensor.extract_slice %t[%i] [4] [1] : tensor<100xf32> to tensor<4xf32>
    %x = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    %w = tensor.insert_slice %x into %t[%i] [4] [1] : tensor<4xf32> into tensor<100xf32>
    scf.yield %w : tensor<100xf32>
  }
  return %r : tensor<100xf32>
}
func.func @by_zero(%a: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %i = %c0 to %c100 step %c0 iter_args(%t = %a) -> (tensor<100xf32>) {
    %s = tensor.extract_slice %t[%i] [4] [1] : tensor<100xf32> to tensor<4xf32>
    %x = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    %w = tensor.insert_slice %x into %t[%i] [4] [1] : tensor<4xf32> into tensor<100xf32>
    scf.yield %w : tensor<100xf32>
  }
  return %r : tensor<100xf32>
}
func.func @ends_of_numbers(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %first = arith.constant -9223372036854775807 : index
  %last = arith.constant 9223372036854775807 : index
  %step = arith.constant 4611686018427387904 : index
  %r = scf.for %i = %first to %last step %step iter_args(%t = %a) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %t[%c0] [%i] [1] : tensor<?xf32> to tensor<?xf32>
    %x = linalg.exp ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %w = tensor.insert_slice %x into %t[%c0] [%i] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// REMARK: remark: not parallel: which numbers it counts through is not known
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}
