// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// Each iteration carries on a tensor of its own: the last one decides.
func.func @replaced(%a: tensor<8xf32>, %x: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not parallel: what it carries is replaced in each iteration}}
  // expected-note @below {{this op}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %f : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}

// -----

// The same in an inner loop.
func.func @replaced_inside(%a: tensor<8xf32>, %x: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not parallel: this loop replaces what the outer one carries}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<8xf32> {
    // expected-note @below {{this op}}
    // expected-remark @below {{not parallel: what it carries is replaced in each iteration}}
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%u = %t) -> tensor<8xf32> {
      %e = tensor.empty() : tensor<8xf32>
      %f = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %f : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}

// -----

// Both carried tensors continue with what was written to the first.
func.func @passed_on(%a: tensor<8xf32>, %b: tensor<8xf32>, %x: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not parallel: it passes one carried value on as another}}
  // expected-note @below {{this op}}
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %f, %f : tensor<8xf32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}

// -----

// All iterations write the same three elements.
func.func @same_window(%a: tensor<8xf32>, %x: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not parallel: iterations are not proved to use different parts of what the loop carries}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<3xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    // expected-note @below {{this op}}
    %r = tensor.insert_slice %f into %t[2] [3] [1] : tensor<3xf32> into tensor<8xf32>
    scf.yield %r : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}

// -----

// A sum in a scalar depends on the order of the iterations.
func.func @scalar(%a: tensor<8xf32>, %x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not parallel: it carries a value that is no tensor}}
  // expected-note @below {{this op}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %r = arith.addf %s, %e : f32
    scf.yield %r : f32
  }
  return %0 : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}

// -----

// Each iteration fills all of the tensor.
func.func @whole(%a: tensor<8xf32>, %x: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not parallel: 'linalg.fill' uses all of what the loop carries}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<8xf32> {
    // expected-note @below {{this op}}
    %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %f : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}
