// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The first slot is all devices'.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
// expected-note @+1 {{here}}
    %s = tensor.extract_slice %o[0] [1] [1] : tensor<5xf32> to tensor<f32>
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
  // expected-error @+1 {{'tensor.extract_slice' is not all of the slot with the number of the iteration}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Each device writes the next one's slot.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %next = affine.apply affine_map<(d) -> ((d + 1) mod 5)>(%i)
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
// expected-note @+1 {{here}}
      tensor.parallel_insert_slice %q into %o[%next] [1] [1] : tensor<f32> into tensor<5xf32>
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
  // expected-error @+1 {{'tensor.parallel_insert_slice' is not all of the slot with the number of the iteration}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Device 0 would read what others have.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
// expected-note @+1 {{here}}
    %w = tensor.extract %o[%i] : tensor<5xf32>
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
  // expected-error @+1 {{expects the shared output in slices only, but 'tensor.extract' reads it}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Nothing is written.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
// expected-note @+1 {{here}}
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<5xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %x = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %q = linalg.add ins(%x, %s : tensor<f32>, tensor<f32>) outs(%s : tensor<f32>) -> tensor<f32>
    scf.forall.in_parallel {
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
  // expected-error @+1 {{no iteration writes the shared output}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The merge knows the extent, the slots do not.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<?x5xf32>, %n: index, %init: tensor<7xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %f = linalg.fill {init} ins(%zero : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %p = scf.forall (%i) in (5) shared_outs(%o = %f) -> (tensor<?x5xf32>) {
    // expected-note @+1 {{here}}
    %s = tensor.extract_slice %a[0, %i] [%n, 1] [1, 1] : tensor<?x5xf32> to tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0, %i] [%n, 1] [1, 1] : tensor<?xf32> into tensor<?x5xf32>
    }
  } {loop}
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x5xf32>) outs(%init : tensor<7xf32>) attrs = {merge} {
    ^bb0(%y: f32, %z: f32):
      %v = arith.addf %y, %z : f32
      linalg.yield %v : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects slots of type 'tensor<7xf32>', what the merge computes, but got 'tensor<?xf32>'}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The init is computed from what the loop computes with.
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
  %late = linalg.exp ins(%init : tensor<f32>) outs(%init : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%p : tensor<5xf32>) outs(%late : tensor<f32>) attrs = {merge} {
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
  // expected-error @+1 {{what the merge starts from is computed after the loop}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// All iterations of the outer loop would meet in one collective.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5xf32>, %init: tensor<f32>, %n: index) -> tensor<f32> {
// expected-note @+1 {{here}}
  %all = scf.forall (%w) in (2) shared_outs(%whole = %init) -> (tensor<f32>) {
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
  scf.forall.in_parallel {
    tensor.parallel_insert_slice %r into %whole[] [] [] : tensor<f32> into tensor<f32>
  }
  }
  return %all : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %l = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  %f = transform.structured.match attributes {init} in %root : (!transform.any_op) -> !transform.any_op
  %m = transform.structured.match attributes {merge} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the loop is in another parallel loop, whose iterations would share the collective}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A grid whose size is known at run time only.
// expected-remark @+1 {{refused, payload as it was}}
module {
// expected-note @+1 {{here}}
shard.grid @devices(shape = 5x?)
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
  // expected-error @+1 {{expects a grid of 5 devices, one per iteration, but got an unknown number}}
  %0:2 = transform.structured.shared_output_to_distributed_style %l, %f, %m {grid = @devices} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
