// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Two handles of one op each, and one of none.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  %w = linalg.exp {merge} ins(%r : tensor<f32>) outs(%init : tensor<f32>) -> tensor<f32>
  return %w : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects as many fills and merges as loops, but got 1 loops, 1 fills and 2 merges}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Not a fill.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
// expected-note @+1 {{here}}
  %e = tensor.empty() {init} : tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects 'linalg.fill' as what the loop starts from, but got 'tensor.empty'}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Not a structured op.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
// expected-note @+1 {{here}}
  %w = tensor.extract %init[] {merge} : tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects a structured op on tensors to merge partial results, but got 'tensor.extract'}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The loop starts from another tensor.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
// expected-note @+1 {{here}}
  %p = scf.forall (%i) in (5) shared_outs(%o = %a) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the loop does not start from the fill}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A loop whose iterations have two numbers.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
// expected-note @+1 {{here}}
  %p = scf.forall (%i, %j) in (5, 1) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects one dim from 0 by 1, a number for each device}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Iterations 0, 2 and 4: not the numbers of devices.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
// expected-note @+1 {{here}}
  %p = scf.forall (%i) = (0) to (5) step (2) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects one dim from 0 by 1, a number for each device}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The number of devices is not known.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
// expected-note @+1 {{here}}
  %p = scf.forall (%i) in (%n) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the number of iterations is not a constant}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Without an iteration the init is the result, which no device would merge.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
// expected-note @+1 {{here}}
  %p = scf.forall (%i) in (0) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the loop has no iteration}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
