// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The reader needs the matmul, which needs the collapsed value.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @path_through_matmul(%a: tensor<2x3x6xf32>, %m: tensor<6x6xf32>) -> tensor<6x6xf32> {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.add': 'tensor.collapse_shape' is between them: it has other uses, or what it reshapes has, and the reader also needs it through an op between}}
    %0 = linalg.abs ins(%a : tensor<2x3x6xf32>) outs(%a : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x6xf32> into tensor<6x6xf32>
    // expected-note@below {{'linalg.matmul' is not merged with 'linalg.add': it is a named op that is not elementwise}}
    %2 = linalg.matmul ins(%1, %m : tensor<6x6xf32>, tensor<6x6xf32>) outs(%m : tensor<6x6xf32>) -> tensor<6x6xf32>
    // expected-note@below {{this is the reader}}
    %3 = linalg.add ins(%1, %2 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%m : tensor<6x6xf32>) -> tensor<6x6xf32>
    return %3 : tensor<6x6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.matmul' is not merged with 'linalg.add': it is a named op that is not elementwise}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The extents of the split dims are not known.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @dynamic_split(%a: tensor<?x3xf32>, %f: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: dim 0 of the split shape, tensor<?x3xf32>, is dynamic}}
    %0 = linalg.abs ins(%a : tensor<?x3xf32>) outs(%a : tensor<?x3xf32>) -> tensor<?x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
    return %1, %2 : tensor<?xf32>, tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: dim 0 of the split shape, tensor<?x3xf32>, is dynamic}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// 'one_use' leaves alone what others use.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @one_use(%a: tensor<2x3xf32>, %f: tensor<6xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: it has other uses, or what it reshapes has, and 'one_use' is set}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    return %0, %2 : tensor<2x3xf32>, tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: it has other uses, or what it reshapes has, and 'one_use' is set}}
    %0 = transform.heddle.fuse_elementwise %root {one_use} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The destination of a result that is kept is an operand, too.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_many_operands(%a: tensor<2x3xf32>, %f: tensor<6xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: the merged op would exceed 'max_operands'}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    return %0, %2 : tensor<2x3xf32>, tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.negf': 'tensor.collapse_shape' is between them: the merged op would exceed 'max_operands'}}
    %0 = transform.heddle.fuse_elementwise %root {max_operands = 2} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A reader with more loops would compute the value that is kept several times.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @broadcast_reader(%a: tensor<2x3xf32>, %f: tensor<6x4xf32>) -> (tensor<2x3xf32>, tensor<6x4xf32>) {
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.broadcast': 'tensor.collapse_shape' is between them: it has other uses, or what it reshapes has, and the reader does not read each element once}}
    %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    // expected-note@below {{this is that 'tensor.collapse_shape'}}
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.broadcast ins(%1 : tensor<6xf32>) outs(%f : tensor<6x4xf32>) dimensions = [1]
    return %0, %2 : tensor<2x3xf32>, tensor<6x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.abs' is not merged with 'linalg.broadcast': 'tensor.collapse_shape' is between them: it has other uses, or what it reshapes has, and the reader does not read each element once}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}
