// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule -o /dev/null
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// The memory is read after the value is computed and before it is stored.
// STRICT: error: 'transform.bufferization.eliminate_empty_tensors' may let 'linalg.abs' write into the memory of 'bufferization.materialize_in_destination' while its old contents are still in use; 'transform.heddle.bufferize' does not
// expected-note@below {{the payload op}}
func.func @read_before(%t: tensor<5xf32>, %c: memref<5xf32>, %d: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  linalg.negf ins(%c : memref<5xf32>) outs(%d : memref<5xf32>)
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.bufferization.eliminate_empty_tensors' may let 'linalg.abs' write into the memory of 'bufferization.materialize_in_destination' while its old contents are still in use; 'transform.heddle.bufferize' does not}}
  transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
}

// -----

// The value is needed after the memory was written again. The pass is judged as the op
// is, and an op between the empty tensor and the value does not hide it.
// STRICT: error: 'transform.apply_registered_pass' runs 'eliminate-empty-tensors', which may let 'linalg.fill' write into the memory of 'bufferization.materialize_in_destination' while its old contents are still in use; 'transform.heddle.bufferize' does not
// expected-note@below {{the payload op}}
module {
  func.func @written_after(%x: f32, %c: memref<5xf32>, %q: tensor<5xf32>) -> tensor<5xf32> {
    %e = tensor.empty() : tensor<5xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %r = linalg.add ins(%q, %q : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
    bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
    linalg.add ins(%c, %c : memref<5xf32>, memref<5xf32>) outs(%c : memref<5xf32>)
    %u = linalg.add ins(%r, %r : tensor<5xf32>, tensor<5xf32>) outs(%q : tensor<5xf32>) -> tensor<5xf32>
    return %u : tensor<5xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-warning@below {{'transform.apply_registered_pass' runs 'eliminate-empty-tensors', which may let 'linalg.fill' write into the memory of 'bufferization.materialize_in_destination' while its old contents are still in use; 'transform.heddle.bufferize' does not}}
    %0 = transform.apply_registered_pass "eliminate-empty-tensors" to %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Nobody looks at the memory before the value is there, nor at the value afterwards.
func.func @last(%t: tensor<5xf32>, %c: memref<5xf32>, %d: memref<5xf32>) {
  linalg.negf ins(%c : memref<5xf32>) outs(%d : memref<5xf32>)
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
}
