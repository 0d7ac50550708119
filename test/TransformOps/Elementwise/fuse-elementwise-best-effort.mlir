// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Three functions: in one, two ops are merged; in one, a slice is between
// them; one has no linalg op.
// CHECK-LABEL: func.func @merged(
// CHECK:         %[[R:.*]] = linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]
func.func @merged(%x: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.negf ins(%0 : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK-LABEL: func.func @apart(
// CHECK:         %[[E:.*]] = linalg.exp
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[E]]
// CHECK:         linalg.negf ins(%[[S]] :
// expected-note@below {{the target}}
func.func @apart(%x: tensor<16xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<16xf32>
  // expected-note@below {{this is that op}}
  %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  // expected-note@below {{this is that 'tensor.extract_slice'}}
  %1 = tensor.extract_slice %0[4] [8] [1] : tensor<16xf32> to tensor<8xf32>
  // expected-note@below {{this is the reader}}
  %2 = linalg.negf ins(%1 : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
// expected-note@below {{the target}}
func.func @no_op(%x: tensor<16xf32>) -> tensor<16xf32> {
  return %x : tensor<16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'func.func': 'linalg.exp' is not merged with 'linalg.negf': 'tensor.extract_slice' is between them}}
  // expected-remark@below {{skips 'func.func': it has no linalg op}}
  %1 = transform.heddle.fuse_elementwise %0 {best_effort} : (!transform.any_op) -> !transform.any_op
}

// -----

// Nothing can be merged, which is a success with a remark. The target is the
// reader, and is named twice.
// CHECK-LABEL: func.func @nothing(
// CHECK:         %[[E:.*]] = linalg.exp
// CHECK:         linalg.negf ins(%[[E]] :
func.func @nothing(%x: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // expected-note@below {{this is that op}}
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // expected-note@below {{the target}}
  // expected-note@below {{this is the reader}}
  %1 = linalg.negf ins(%0 : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.merge_handles %0, %0 : !transform.any_op
  // expected-remark@below {{skips 'linalg.negf': 'linalg.exp' is not merged with 'linalg.negf': it is no target}}
  // expected-remark@below {{changes nothing: none of the targets can be done}}
  %2 = transform.heddle.fuse_elementwise %1 {best_effort} : (!transform.any_op) -> !transform.any_op
}

// -----

// An op on memrefs is skipped for that, whatever else is named.
// CHECK-LABEL: func.func @on_memrefs(
// CHECK:         linalg.exp ins(%[[A:.*]] : memref<8xf32>) outs(%[[A]] :
func.func @on_memrefs(%a: memref<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@below {{the target}}
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  %0 = linalg.abs ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.negf ins(%0 : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'linalg.exp': its linalg ops are on memrefs, and only ops on tensors are merged, before they are bufferized}}
  %1 = transform.heddle.fuse_elementwise %0 {best_effort} : (!transform.any_op) -> !transform.any_op
}
