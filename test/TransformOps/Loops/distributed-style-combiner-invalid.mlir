// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// A difference depends on the order.
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
// expected-note @+1 {{here}}
      %v = arith.subf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{no collective reduces with 'arith.subf'}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Every device would add one.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 1.0 : f32
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
  // expected-error @+1 {{expects a fill with the neutral element of 'arith.addf', but got 1.000000e+00 : f32}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// What the slots start from is known at run time only.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = tensor.extract %init[] : tensor<f32>
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
  // expected-error @+1 {{expects a fill with the neutral element of 'arith.addf', but got no constant}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A NaN of one device may be lost.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0xFF800000 : f32
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
// expected-note @+1 {{here}}
      %v = arith.maximumf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{a collective need not treat a NaN as 'arith.maximumf' does ('no_nans' says that there is none)}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The merge is not always done.
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
  %c = arith.cmpi eq, %n, %n : index
  %w = scf.if %c -> tensor<f32> {
// expected-note @+1 {{here}}
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%init : tensor<f32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<f32>
  scf.yield %r : tensor<f32>
  } else {
  scf.yield %init : tensor<f32>
  }
  return %w : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.generic' is not in the block of the loop}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A grid that is not there.
// expected-remark @+2 {{refused, payload as it was}}
// expected-note @+1 {{here}}
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
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{there is no 'shard.grid' of the name 'devices'}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m {grid = @devices} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A grid of another size.
// expected-remark @+1 {{refused, payload as it was}}
module {
// expected-note @+1 {{here}}
shard.grid @devices(shape = 2x2)
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
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects a grid of 5 devices, one per iteration, but got 4}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m {grid = @devices} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The second result would be left behind.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %b: tensor<5xf32>, %init: tensor<f32>) -> (tensor<f32>, tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill {init} ins(%zero : f32) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  // expected-note @+1 {{here}}
  %p:2 = scf.forall (%i) in (5) shared_outs(%o = %f, %u = %b) -> (tensor<5xf32>, tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<f32> into tensor<5xf32>
      tensor.parallel_insert_slice %s into %u[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    }
  } {loop}
  %r = linalg.reduce {arith.addf} ins(%p#0 : tensor<5xf32>) outs(%init : tensor<f32>) dimensions = [0] {merge}
  return %r, %p#1 : tensor<f32>, tensor<5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects a loop with one result, but got 2}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
