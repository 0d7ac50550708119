// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Partial results are also read without the merge.
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
// expected-note @+1 {{here}}
  %w = linalg.exp ins(%p : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.exp' reads the partial results, too, which no device would have together}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The merge is of something else.
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
// expected-note @+1 {{here}}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
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
  // expected-error @+1 {{'linalg.generic' does not read the result of the loop}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The merge reads a second tensor.
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
// expected-note @+1 {{here}}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p, %a : tensor<5xf32>, tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %u: f32, %z: f32):
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
  // expected-error @+1 {{'linalg.generic' does not merge one tensor into one, but 2 into 1}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Nothing is reduced.
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
// expected-note @+1 {{here}}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>], iterator_types = ["parallel"]}
      ins(%p : tensor<5xf32>) outs(%e : tensor<5xf32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<5xf32>
  return %init : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects 'linalg.generic' to reduce one dim, but it reduces 0}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Each partial result is counted twice.
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
// expected-note @+1 {{here}}
  %r = linalg.generic {indexing_maps = [affine_map<(k, l) -> (k)>, affine_map<(k, l) -> (l)>], iterator_types = ["reduction", "parallel"]}
      ins(%p : tensor<5xf32>) outs(%e : tensor<5xf32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<5xf32>
  return %init : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.generic' does more than to drop a dim: it permutes dims or repeats elements}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Squares are not what a collective adds.
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
// expected-note @+1 {{here}}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %w = arith.mulf %y, %y : f32
      %v = arith.addf %w, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the body of 'linalg.generic' is not one op on an element and what is accumulated}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The handles are in another order.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
// expected-note @+1 {{here}}
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
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects 'scf.forall' as the loop, but got 'linalg.fill'}}
  %0:2 = transform.structured.shared_output_to_distributed_style %f, %l, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Two writes of one slot.
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
      // expected-note @+1 {{here}}
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
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
  // expected-error @+1 {{expects an iteration to write one slot, but it writes two}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
