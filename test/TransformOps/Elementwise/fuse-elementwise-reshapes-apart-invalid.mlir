// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// A sum reads what its destination is collapsed from.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @destination(%a: tensor<2x3xf32>, %f: tensor<6xf32>) -> tensor<6xf32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.generic': 'tensor.collapse_shape' is between them: the reader starts from it}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%f : tensor<6xf32>) outs(%1 : tensor<6xf32>) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.generic': 'tensor.collapse_shape' is between them: the reader starts from it}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Two reshapes in a row, which no pattern joins.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two_reshapes(%a: tensor<2x6xf32>, %f: tensor<3x4xf32>) -> tensor<3x4xf32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.expand_shape' is between them: only a single reshape between two ops is moved}}
    %0 = linalg.abs ins(%a : tensor<2x6xf32>) outs(%a : tensor<2x6xf32>) -> tensor<2x6xf32>
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
    // expected-note@below {{this is that 'tensor.expand_shape'}}
    %2 = tensor.expand_shape %1 [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
    // expected-note@below {{this is the reader}}
    %3 = linalg.negf ins(%2 : tensor<3x4xf32>) outs(%f : tensor<3x4xf32>) -> tensor<3x4xf32>
    return %3 : tensor<3x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.expand_shape' is between them: only a single reshape between two ops is moved}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Two ops would become one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_many_ops(%a: tensor<2x3xf32>, %f: tensor<6xf32>) -> tensor<6xf32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: the merged op would exceed 'max_ops'}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: the merged op would exceed 'max_ops'}}
    %0 = transform.heddle.fuse_elementwise %root {max_ops = 1} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The other result keeps its loops.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @several_results(%b: tensor<6xf32>, %f: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.negf': 'tensor.expand_shape' is between them: 'linalg.generic' has several results}}
    %0:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b : tensor<6xf32>) outs(%b, %b : tensor<6xf32>, tensor<6xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %s = arith.negf %x : f32
      linalg.yield %s, %x : f32, f32
    } -> (tensor<6xf32>, tensor<6xf32>)
    // expected-note@below {{this is that 'tensor.expand_shape'}}
    %1 = tensor.expand_shape %0#0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<2x3xf32>) outs(%f : tensor<2x3xf32>) -> tensor<2x3xf32>
    return %2, %0#1 : tensor<2x3xf32>, tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.generic' is not merged with 'linalg.negf': 'tensor.expand_shape' is between them: 'linalg.generic' has several results}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The reader reads at the sum of two loops, none of which is the dim.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @window(%a: tensor<2x3xf32>, %f: tensor<4x3xf32>) -> tensor<4x3xf32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.generic': 'tensor.collapse_shape' is between them: 'linalg.generic' has no loop of its own for dim 0}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<6xf32>) outs(%f : tensor<4x3xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
    } -> tensor<4x3xf32>
    return %2 : tensor<4x3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.generic': 'tensor.collapse_shape' is between them: 'linalg.generic' has no loop of its own for dim 0}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The reader reads another operand at every second element.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @strided(%a: tensor<2x3xf32>, %g: tensor<11xf32>, %f: tensor<6xf32>) -> tensor<6xf32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.generic': 'tensor.collapse_shape' is between them: not every operand of 'linalg.generic' has a shape with these dims split}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1, %g : tensor<6xf32>, tensor<11xf32>) outs(%f : tensor<6xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.generic': 'tensor.collapse_shape' is between them: not every operand of 'linalg.generic' has a shape with these dims split}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The shape of one element has no dims to split.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @one_element(%a: tensor<1x1xf32>, %f: tensor<f32>) -> tensor<f32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: it splits no loop}}
    %0 = linalg.abs ins(%a : tensor<1x1xf32>) outs(%a : tensor<1x1xf32>) -> tensor<1x1xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<f32>) outs(%f : tensor<f32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: it splits no loop}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A sum is complete only after its loop.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @sum(%a: tensor<2x3x4xf32>, %d: tensor<2x3xf32>, %f: tensor<6xf32>) -> tensor<6xf32> {
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: the first op does not compute each element once}}
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a : tensor<2x3x4xf32>) outs(%d : tensor<2x3xf32>) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.generic' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: the first op does not compute each element once}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The last op reads the value in a window: its two loops are no dims of it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @other_reader(%a: tensor<6xf32>, %f: tensor<2x3xf32>, %g: tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<4x3xf32>) {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.generic': its reader does not read each element once}}
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.expand_shape' is between them: another reader of what it reshapes cannot read that with its dims split}}
    %0 = linalg.abs ins(%a : tensor<6xf32>) outs(%a : tensor<6xf32>) -> tensor<6xf32>
    // expected-note@below {{this is that 'tensor.expand_shape'}}
    %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<2x3xf32>) outs(%f : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is the reader}}
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<6xf32>) outs(%g : tensor<4x3xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
    } -> tensor<4x3xf32>
    return %2, %3 : tensor<2x3xf32>, tensor<4x3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.generic': its reader does not read each element once}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Another shape of a tensor in a memory space would be in none.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @space(%a: tensor<2x3xf32, 1>, %f: tensor<6xf32, 1>) -> tensor<6xf32, 1> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: 'linalg.negf' has an operand with an encoding, which a reshape of it would drop}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32, 1>) outs(%a : tensor<2x3xf32, 1>) -> tensor<2x3xf32, 1>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32, 1> into tensor<6xf32, 1>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<6xf32, 1>) outs(%f : tensor<6xf32, 1>) -> tensor<6xf32, 1>
    return %2 : tensor<6xf32, 1>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: 'linalg.negf' has an operand with an encoding, which a reshape of it would drop}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}
