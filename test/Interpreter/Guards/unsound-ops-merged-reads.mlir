// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.apply_cse' may merge 'linalg.exp' with an equal op before 'linalg.add', which may write memory that both read; 'transform.cleanup' does not
// STRICT: error: 'transform.apply_cse' may merge two buffers of one tensor
// STRICT: error: 'transform.apply_patterns' may merge 'linalg.exp' with
// STRICT: error: 'transform.apply_licm' may move 'linalg.exp' out of 'scf.for', which may write memory that it reads
// STRICT: error: 'transform.apply_registered_pass' runs 'loop-invariant-code-motion', which may move 'linalg.exp' out of
// STRICT-NOT: error: 'transform

// The second read would give the contents before the write.
// CHECK-LABEL: func.func @merged(
// CHECK:         %[[X:.*]] = linalg.exp
// CHECK:         return %[[X]], %[[X]]
// expected-note@below {{the payload op}}
func.func @merged(%m: memref<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %a = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %x = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
  %y = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %x, %y : tensor<2xf32>, tensor<2xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_cse' may merge 'linalg.exp' with an equal op before 'linalg.add', which may write memory that both read; 'transform.cleanup' does not}}
  transform.apply_cse to %0 : !transform.any_op
}

// -----

// The sum would be written over what the second buffer has.
// CHECK-LABEL: func.func @two_buffers(
// CHECK:         %[[M:.*]] = bufferization.to_buffer
// CHECK-NOT:     bufferization.to_buffer
// expected-note@below {{the payload op}}
func.func @two_buffers(%t: tensor<5xf32>, %d: memref<5xf32>) {
  %m = bufferization.to_buffer %t : tensor<5xf32> to memref<5xf32>
  linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%m : memref<5xf32>)
  %n = bufferization.to_buffer %t : tensor<5xf32> to memref<5xf32>
  linalg.add ins(%m, %n : memref<5xf32>, memref<5xf32>) outs(%d : memref<5xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_cse' may merge two buffers of one tensor, and an op may write into one of them; 'transform.cleanup' does not}}
  transform.apply_cse to %0 : !transform.any_op
}

// -----

// Nobody writes into buffers that are read only.
// CHECK-LABEL: func.func @read_only(
func.func @read_only(%t: tensor<5xf32>, %d: memref<5xf32>) {
  %m = bufferization.to_buffer %t read_only : tensor<5xf32> to memref<5xf32>
  %n = bufferization.to_buffer %t read_only : tensor<5xf32> to memref<5xf32>
  linalg.add ins(%m, %n : memref<5xf32>, memref<5xf32>) outs(%d : memref<5xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_cse to %0 : !transform.any_op
}

// -----

// So it would in a loop, and of a slice.
// CHECK-LABEL: func.func @merged_in_loop(
// CHECK:         %[[X:.*]] = linalg.exp
// CHECK:         scf.for {{.*}} iter_args(
// CHECK-NOT:       linalg.exp
// expected-note@below {{the payload op}}
func.func @merged_in_loop(%m: memref<4xf32>, %n: index, %t: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %a = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %p = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %x = linalg.exp ins(%p : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %t) -> tensor<2xf32> {
    %q = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %y = linalg.exp ins(%q : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    linalg.add ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    %s = linalg.add ins(%y, %o : tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %s : tensor<2xf32>
  }
  return %x, %r : tensor<2xf32>, tensor<2xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_patterns' may merge 'linalg.exp' with an equal op before 'scf.for', which may write memory that both read; 'transform.cleanup' does not}}
  transform.apply_patterns to %0 {} {apply_cse} : !transform.any_op
}

// -----

// Each iteration reads what the last one wrote.
// CHECK-LABEL: func.func @hoisted(
// CHECK:         %[[X:.*]] = linalg.exp
// CHECK:         scf.for {{.*}} iter_args(
func.func @hoisted(%m: memref<2xf32>, %n: index, %t: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %a = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  // expected-note@below {{the payload op}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %t) -> tensor<2xf32> {
    %y = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
    %s = linalg.add ins(%y, %o : tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %s : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_licm' may move 'linalg.exp' out of 'scf.for', which may write memory that it reads}}
  transform.apply_licm to %0 : !transform.any_op
}

// -----

// CHECK-LABEL: func.func @hoisted_by_pass(
// CHECK:         %[[X:.*]] = linalg.exp
// CHECK:         scf.for {{.*}} iter_args(
// expected-note@below {{the payload op}}
func.func @hoisted_by_pass(%m: memref<2xf32>, %n: index, %t: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %a = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %t) -> tensor<2xf32> {
    %y = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
    %s = linalg.add ins(%y, %o : tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %s : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'loop-invariant-code-motion', which may move 'linalg.exp' out of 'scf.for', which may write memory that it reads}}
  %1 = transform.apply_registered_pass "loop-invariant-code-motion" to %0 : (!transform.any_op) -> !transform.any_op
}

// -----

// Nothing is wrong: there is no write in between, each read has its own view, the write
// is to other memory, or only slices are merged and moved.
// CHECK-LABEL: func.func @sound(
// CHECK:         %[[X:.*]] = linalg.exp
// CHECK-NOT:     linalg.exp
// CHECK:         %[[V:.*]] = bufferization.to_tensor
// CHECK:         %[[Y:.*]] = linalg.exp
// CHECK:         return %[[X]], %[[X]], %[[Y]]
func.func @sound(%m: memref<2xf32>, %n: index, %t: tensor<1xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %other = memref.alloc() : memref<2xf32>
  %a = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %x = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%other : memref<2xf32>)
  %y = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
  %b = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %z = linalg.exp ins(%b : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %t) -> tensor<1xf32> {
    %p = tensor.extract_slice %b[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %q = tensor.extract_slice %b[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %s = linalg.add ins(%p, %q : tensor<1xf32>, tensor<1xf32>) outs(%o : tensor<1xf32>) -> tensor<1xf32>
    linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
    scf.yield %s : tensor<1xf32>
  }
  return %x, %y, %z, %r : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_cse to %0 : !transform.any_op
  %1 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_licm to %1 : !transform.any_op
}
