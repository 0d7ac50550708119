// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Lists and names that upstream's ops take, or refuse without a reason.

// Neither a permutation nor the start of one.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @interchange(%a: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %0 = linalg.exp ins(%a : tensor<12x8xf32>) outs(%a : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_for' expects 'interchange' to be a permutation of 0 to 1, but got 0, 5}}
  %t, %l:2 = transform.structured.tile_using_for %op tile_sizes [4, 4] interchange = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @memrefs(%a: memref<12x8xf32>) {
  // expected-note@below {{the payload op}}
  linalg.exp ins(%a : memref<12x8xf32>) outs(%a : memref<12x8xf32>)
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.fuse' expects an op on tensors, but got 'linalg.exp' on memrefs}}
  %t, %l = transform.structured.fuse %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// With dynamic extents no verifier would find it.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @packed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.pack' expects packed sizes of at least 0, but got -4}}
  %p = transform.structured.pack %op packed_sizes = [-4, 0, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
  transform.yield
}
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @packed_greedily(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.pack_greedily' expects packed sizes of at least 0, but got -8}}
  %p = transform.structured.pack_greedily %op matmul_packed_sizes = [8, -8, 8] matmul_inner_dims_order = [0, 1, 2] : (!transform.any_op) -> !transform.op<"linalg.generic">
  transform.yield
}
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @outlined(%a: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %x = memref.load %a[%c0] : memref<12xf32>
    memref.store %x, %a[%i] : memref<12xf32>
  }
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.loop.outline' expects 'func_name' to be a name, but got ""}}
  %f, %c = transform.loop.outline %loop {func_name = ""} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
