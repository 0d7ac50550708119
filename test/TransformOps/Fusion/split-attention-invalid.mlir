// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// What transform.heddle.split_attention refuses, and why.

// A sum is no softmax.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_softmax(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.add'}}
    %p = linalg.add {target} ins(%s, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %p : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects linalg.softmax or linalg_ext.softmax to split, but got 'linalg.add'}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @memrefs(%s: memref<8x8xf32>) {
    // expected-note @below {{this is about 'linalg.softmax'}}
    linalg.softmax {target} dimension(1) ins(%s : memref<8x8xf32>) outs(%s : memref<8x8xf32>)
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' on memrefs is not split}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Nothing sums.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @returned(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %p : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{no op that sums reads 'linalg.softmax' itself}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A maximum of softmax is not a sum.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @maximum(%s: tensor<8x8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.reduce'}}
    %r = linalg.reduce { arith.maximumf } ins(%p : tensor<8x8xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.reduce' is not known to be a sum of terms that are linear in the value of softmax}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// What one part reads of a window is not what it reads of softmax.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @window(%s: tensor<5x8xf32>, %v: tensor<10xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<5x8xf32>) outs(%s : tensor<5x8xf32>) -> tensor<5x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (d + j)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x8xf32>, tensor<10xf32>) outs(%o : tensor<5x3xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<5x3xf32>
    return %r : tensor<5x3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{operand 1 of 'linalg.generic' is not indexed by dim 2 alone, so its parts may overlap}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Complex values have no padding.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @complex(%s: tensor<5x8xf32>, %v: tensor<8x3xcomplex<f32>>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<5x8xf32>) outs(%s : tensor<5x8xf32>) -> tensor<5x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j, d)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x8xf32>, tensor<8x3xcomplex<f32>>) outs(%o : tensor<5x3xf32>) {
    ^bb0(%a: f32, %b: complex<f32>, %c: f32):
      %re = complex.re %b : complex<f32>
      %0 = arith.mulf %a, %re : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<5x3xf32>
    return %r : tensor<5x3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{operand 1 of 'linalg.generic' has elements that are not numbers, which cannot be padded}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The number of a key in its part is not its number.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @indices(%s: tensor<5x8xf32>, %v: tensor<8xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<5x8xf32>) outs(%s : tensor<5x8xf32>) -> tensor<5x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(i, d, j) -> (i, j)>, affine_map<(i, d, j) -> (j)>, affine_map<(i, d, j) -> (i, d)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x8xf32>, tensor<8xf32>) outs(%o : tensor<5x3xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %j = linalg.index 2 : index
      %n = arith.index_cast %j : index to i64
      %f = arith.sitofp %n : i64 to f32
      %m = arith.mulf %b, %f : f32
      %0 = arith.mulf %a, %m : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<5x3xf32>
    return %r : tensor<5x3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.generic' reads the indices of its loops, which its parts do not have}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A part that can have no key.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @more_parts_than_keys(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %r: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %0 = linalg.matmul ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%r : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects 'splits' to be at most 8, what 'linalg.softmax' reduces, but got 9: each part needs memory, also one without keys}}
    transform.heddle.split_attention %0 {splits = 9} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// How many keys there are is not known.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @very_many_parts(%s: tensor<8x?xf32>, %v: tensor<?x8xf32>, %r: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax {target} dimension(1) ins(%s : tensor<8x?xf32>) outs(%s : tensor<8x?xf32>) -> tensor<8x?xf32>
    %0 = linalg.matmul ins(%p, %v : tensor<8x?xf32>, tensor<?x8xf32>) outs(%r : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects 'splits' to be at most 1048576, but got 1048577: each part needs memory, also one without keys}}
    transform.heddle.split_attention %0 {splits = 1048577} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
