// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule -o /dev/null
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// Upstream does not know that the body of scf.parallel runs again.
// STRICT: error: 'transform.bufferization.one_shot_bufferize' may let 'linalg.add' write into a tensor from outside of 'scf.parallel', whose body may run again; 'transform.heddle.bufferize' does not
// expected-note@below {{the payload op}}
module attributes {transform.with_named_sequence} {
func.func @parallel(%x: tensor<13xi32>, %a: tensor<13xi32>, %m: memref<13xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  scf.parallel (%i) = (%c0) to (%c13) step (%c1) {
    %t = linalg.add ins(%x, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
    %v = tensor.extract %t[%i] : tensor<13xi32>
    memref.store %v, %m[%i] : memref<13xi32>
  }
  return
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  // expected-warning@below {{'transform.bufferization.one_shot_bufferize' may let 'linalg.add' write into a tensor from outside of 'scf.parallel', whose body may run again; 'transform.heddle.bufferize' does not}}
  %0 = transform.bufferization.one_shot_bufferize %module {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// After this pass each iteration writes into a copy.
module attributes {transform.with_named_sequence} {
func.func @prepared(%x: tensor<13xi32>, %a: tensor<13xi32>, %m: memref<13xi32>) {
  affine.for %i = 0 to 13 {
    %t = linalg.add ins(%x, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
    %v = tensor.extract %t[%i] : tensor<13xi32>
    memref.store %v, %m[%i] : memref<13xi32>
  }
  return
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  %0 = transform.apply_registered_pass "heddle-copy-repeated-destinations" to %module : (!transform.any_op) -> !transform.any_op
  %1 = transform.bufferization.one_shot_bufferize %0 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Upstream knows this loop.
module attributes {transform.with_named_sequence} {
func.func @known(%x: tensor<13xi32>, %a: tensor<13xi32>, %n: index) -> tensor<13xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> tensor<13xi32> {
    %t = linalg.add ins(%acc, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
    scf.yield %t : tensor<13xi32>
  }
  return %r : tensor<13xi32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  %1 = transform.bufferization.one_shot_bufferize %module {bufferize_function_boundaries = true, allow_return_allocs_from_loops = true} : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// The memref is read after the tensor was written.
// STRICT: error: 'transform.apply_registered_pass' runs 'one-shot-bufferize', which may write into the tensor of a 'bufferization.to_buffer' while the memref is in use; 'transform.heddle.bufferize' does not
// expected-note@below {{the payload op}}
module attributes {transform.with_named_sequence} {
func.func @in_use(%a: tensor<5xi32>, %k: i32, %m: memref<5xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %b = bufferization.to_buffer %a read_only : tensor<5xi32> to memref<5xi32>
  %t = tensor.insert %k into %a[%c0] : tensor<5xi32>
  memref.copy %b, %m : memref<5xi32> to memref<5xi32>
  return %t : tensor<5xi32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  // expected-warning@below {{'transform.apply_registered_pass' runs 'one-shot-bufferize', which may write into the tensor of a 'bufferization.to_buffer' while the memref is in use; 'transform.heddle.bufferize' does not}}
  %0 = transform.apply_registered_pass "one-shot-bufferize" to %module : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
