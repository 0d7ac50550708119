// Inputs that crash upstream's padding, vectorization and navigation are
// refused at the line of the schedule.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Sizes that are operands are read before they are there.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error@below {{'transform.structured.pad_tiling_interface' expects padding sizes that are numbers, but got 1 operand}}
  %p, %q = transform.structured.pad_tiling_interface %mm to padding_sizes [%zero, 8, 8] {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32]} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Two sizes for three loops.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.vectorize' expects 3 vector sizes, one for each loop of 'linalg.matmul', but got 2}}
  transform.structured.vectorize %mm vector_sizes [8, 8] : !transform.any_op
  transform.yield
}
}

// -----

// A vector of no elements, for an extent that is not known.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<?x8xf32>, %b: tensor<8x8xf32>, %c: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x8xf32>) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.vectorize' expects vector sizes of at least 1, but got 0}}
  transform.structured.vectorize %mm vector_sizes [0, 8, 8] : !transform.any_op
  transform.yield
}
}

// -----

// A vector that is smaller than the op.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.vectorize' expects vector size 1 to be at least 8, the extent of 'linalg.matmul' there, but got 4; tile the op to the vector sizes first}}
  transform.structured.vectorize %mm vector_sizes [8, 4, 8] : !transform.any_op
  transform.yield
}
}

// -----

// Only three ops of tensors can be rewritten.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.rewrite_in_destination_passing_style' expects 'tensor.from_elements', 'tensor.generate' or 'tensor.pad', but got 'linalg.matmul'}}
  %t = transform.structured.rewrite_in_destination_passing_style %mm : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// Operands are counted from 0.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.get_producer_of_operand' expects an operand number of at least 0, but got -1}}
  %t = transform.get_producer_of_operand %mm[-1] : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// And results.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.get_consumers_of_result' expects a result number of at least 0, but got -1}}
  %t = transform.get_consumers_of_result %mm[-1] : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// A million copies of the body.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @loop(%m: memref<?xf32>, %v: f32, %n: index, %step: index) {
  %zero = arith.constant 0 : index
  // expected-note@below {{the payload op}}
  scf.for %i = %zero to %n step %step {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.loop.unroll' expects 'factor' to be at most 87381 for a loop of 2 ops, but got 1000000}}
  transform.loop.unroll %loop {factor = 1000000} : !transform.any_op
  transform.yield
}
}

// -----

// The same for the loop's own loops.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @loop(%m: memref<?xf32>, %v: f32, %n: index, %step: index) {
  %zero = arith.constant 0 : index
  // expected-note@below {{the payload op}}
  scf.for %i = %zero to %n step %step {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.loop.unroll_and_jam' expects 'factor' to be at most 87381 for a loop of 2 ops, but got 100000}}
  transform.loop.unroll_and_jam %loop {factor = 100000} : !transform.any_op
  transform.yield
}
}
