// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// A product would compute the exponentials once per column of its result.
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @product(%a: tensor<3x5xf32>, %b: tensor<5x4xf32>, %c: tensor<3x4xf32>) -> tensor<3x4xf32> {
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.generic': it would be computed 4 times, but 'max_recompute' is 2.00 for an op that reduces}}
    %1 = linalg.exp ins(%a : tensor<3x5xf32>) outs(%a : tensor<3x5xf32>) -> tensor<3x5xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%1, %b : tensor<3x5xf32>, tensor<5x4xf32>) outs(%c : tensor<3x4xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %p, %o : f32
      linalg.yield %s : f32
    } -> tensor<3x4xf32>
    return %2 : tensor<3x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.generic': it would be computed 4 times, but 'max_recompute' is 2.00 for an op that reduces}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A dynamic extent counts as 1024.
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @dynamic(%a: tensor<3x5xf32>, %b: tensor<5x?xf32>, %c: tensor<3x?xf32>) -> tensor<3x?xf32> {
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.generic': it would be computed once per iteration of a loop of unknown extent, but 'max_recompute' is 1000.00}}
    %1 = linalg.exp ins(%a : tensor<3x5xf32>) outs(%a : tensor<3x5xf32>) -> tensor<3x5xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%1, %b : tensor<3x5xf32>, tensor<5x?xf32>) outs(%c : tensor<3x?xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %p, %o : f32
      linalg.yield %s : f32
    } -> tensor<3x?xf32>
    return %2 : tensor<3x?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.generic': it would be computed once per iteration of a loop of unknown extent, but 'max_recompute' is 1000.00}}
    %0 = transform.heddle.fuse_elementwise %root {max_recompute = 1000.0} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Where nothing is reduced there is a bound if the author gives one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @broadcast(%a: tensor<4xf32>, %b: tensor<4x6xf32>) -> tensor<4x6xf32> {
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.broadcast': it would be computed 6 times, but 'max_recompute' is 4.00}}
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    // expected-note@below {{this is the reader}}
    %1 = linalg.broadcast ins(%0 : tensor<4xf32>) outs(%b : tensor<4x6xf32>) dimensions = [1]
    return %1 : tensor<4x6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.broadcast': it would be computed 6 times, but 'max_recompute' is 4.00}}
    %0 = transform.heddle.fuse_elementwise %root {max_recompute = 4.0} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A reshape does not hide the bound.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @reshaped(%a: tensor<2x2xf32>, %b: tensor<4x6xf32>) -> tensor<4x6xf32> {
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.broadcast': 'tensor.collapse_shape' is between them: the merged op would exceed 'max_recompute'}}
    %0 = linalg.exp ins(%a : tensor<2x2xf32>) outs(%a : tensor<2x2xf32>) -> tensor<2x2xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.broadcast ins(%1 : tensor<4xf32>) outs(%b : tensor<4x6xf32>) dimensions = [1]
    return %2 : tensor<4x6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.broadcast': 'tensor.collapse_shape' is between them: the merged op would exceed 'max_recompute'}}
    %0 = transform.heddle.fuse_elementwise %root {max_recompute = 4.0} : (!transform.any_op) -> !transform.any_op
  }
}
