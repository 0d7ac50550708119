// Each refusal, with the payload as it was.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Not an op that computes.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-note @below {{the target}}
  %e = tensor.empty() {target} : tensor<4x6xf32>
  return %e : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects a structured op of linalg or a softmax, but got 'tensor.empty'}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// An op on buffers.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: memref<4x6xf32>) {
  // expected-note @below {{the target}}
  linalg.exp {target} ins(%a : memref<4x6xf32>) outs(%a : memref<4x6xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{computes no tensor}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Another number of dims.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 has 2 dims, but the permutation has 3}}
  %1 = transform.heddle.transpose_results %0 permutation = [0, 2, 1] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A second result with another number of dims.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %s = tensor.empty() : tensor<4xf32>
  // expected-note @below {{the target}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x6xf32>) outs(%e, %s : tensor<4x6xf32>, tensor<4xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %x : f32, f32
  } -> (tensor<4x6xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 1 has 1 dims, but the permutation has 2}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// An encoding may name dims.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32, 1>) {
  %e = tensor.empty() : tensor<4x6xf32, 1>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32, 1>) outs(%e : tensor<4x6xf32, 1>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32, 1>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 has an encoding, which says how its dims are stored}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The result is returned.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  return %0 : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'func.return', which has no indexing maps}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The result is reshaped.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<24xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  return %1 : tensor<24xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'tensor.collapse_shape', which has no indexing maps}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The result is an argument of a call.
// expected-remark @below {{refused, payload as it was}}
module {
func.func private @g(tensor<4x6xf32>)
func.func @f(%a: tensor<4x6xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  call @g(%0) : (tensor<4x6xf32>) -> ()
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'func.call', which has no indexing maps}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A body reads an element of the result.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  %c0 = arith.constant 0 : index
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%a : tensor<4x6xf32>) {
  ^bb0(%x: f32):
    // expected-note @below {{the reader}}
    %2 = tensor.extract %0[%c0, %c0] : tensor<4x6xf32>
    linalg.yield %2 : f32
  } -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'tensor.extract', which has no indexing maps}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The loop yields the result, and the next iteration starts from it.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // expected-note @below {{the init}}
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a) -> tensor<4x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%v : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.addf %x, %y : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
    scf.yield %0 : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{starts from init 0, which is no fill and no result of a target}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The init is an argument.
// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{the init}}
func.func @f(%a: tensor<4x6xf32>, %d: tensor<4x6xf32>) {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%d : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.addf %x, %y : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{starts from init 0, which is no fill and no result of a target}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The dim that is asked for is known only when the code runs.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>, %i: index) -> index {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  %1 = tensor.dim %0, %i : tensor<4x6xf32>
  return %1 : index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'tensor.dim' with an index that is not known to be one of its dims}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The dim that is asked for is not there.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> index {
  %e = tensor.empty() : tensor<4x6xf32>
  %c2 = arith.constant 2 : index
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  %1 = tensor.dim %0, %c2 : tensor<4x6xf32>
  return %1 : index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'tensor.dim' with an index that is not known to be one of its dims}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A softmax that is no target reads the result.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'linalg.softmax', which is no target}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A softmax without the op that computes its input.
// expected-remark @below {{refused, payload as it was}}
module {
// expected-note @below {{its input}}
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.softmax {target} dimension(1) ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{is a softmax whose input is not a result of a target}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// An op that is no target starts from the result.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%0 : tensor<4x6xf32>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is an init of 'linalg.generic', which is no target}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A named op that sums up reads the result.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>, %v: tensor<6xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4x6xf32>
  // expected-note @below {{the reader}}
  %1 = linalg.matvec ins(%0, %v : tensor<4x6xf32>, tensor<6xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'linalg.matvec', whose maps are fixed: transform.structured.generalize makes a 'linalg.generic' of it}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A batch of products has its batch first.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<2x4x6xf32>, %b: tensor<2x6x5xf32>, %d: tensor<2x4x5xf32>) -> tensor<2x4x5xf32> {
  %e = tensor.empty() : tensor<2x4x6xf32>
  // expected-note @below {{the target}}
  %0 = linalg.exp {target} ins(%a : tensor<2x4x6xf32>) outs(%e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  // expected-note @below {{the reader}}
  %1 = linalg.batch_matmul ins(%0, %b : tensor<2x4x6xf32>, tensor<2x6x5xf32>) outs(%d : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return %1 : tensor<2x4x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{result 0 is read by 'linalg.batch_matmul', whose maps are fixed: transform.structured.generalize makes a 'linalg.generic' of it}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0, 2] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The maximum of a row has the other dims in their order.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<2x4x6xf32>, %m: tensor<2x4xf32>, %s: tensor<2x4xf32>, %d: tensor<2x4xf32>) {
  %e = tensor.empty() : tensor<2x4x6xf32>
  %0 = linalg.exp {target} ins(%a : tensor<2x4x6xf32>) outs(%e : tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  // expected-note @below {{the target}}
  %1:4 = linalg_ext.softmax {target} dimension(2) ins(%0 : tensor<2x4x6xf32>) outs(%e, %m, %s, %d : tensor<2x4x6xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) : tensor<2x4x6xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the permutation reorders dims besides dim 2, along which the softmax goes: its maximum and its sum have them in their order}}
  %1 = transform.heddle.transpose_results %0 permutation = [2, 1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The loops cannot follow two results that differ.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %d = tensor.empty() : tensor<6x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<6x4xf32>) -> tensor<6x4xf32>
  // expected-note @below {{the target}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%e, %z : tensor<4x6xf32>, tensor<6x4xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %n = arith.negf %x : f32
    linalg.yield %n, %n : f32, f32
  } -> (tensor<4x6xf32>, tensor<6x4xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the maps of its results 0 and 1 differ: its loops cannot follow both}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] {interchange} : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A diagonal has one loop for two dims.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %d = tensor.empty() : tensor<4x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-note @below {{the target}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, i)>, affine_map<(i, j) -> (i, i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x6xf32>) outs(%z, %z : tensor<4x4xf32>, tensor<4x4xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %n = arith.negf %x : f32
    linalg.yield %n, %n : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the dims of result 0 are not loops of their own, which could be interchanged}}
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] {interchange} : (!transform.any_op) -> !transform.any_op
}
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'permutation' to be a permutation of 0 to 2, but got [0, 2, 2]}}
  %1 = transform.heddle.transpose_results %root permutation = [0, 2, 2] : (!transform.any_op) -> !transform.any_op
}

// -----

// Nothing would change.
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{expects 'permutation' to reorder dims, but got [0, 1]}}
  %1 = transform.heddle.transpose_results %root permutation = [0, 1] : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{has no option "explain"; it has "best_effort", "interchange", "permutation"}}
  %1 = transform.heddle.transpose_results %root permutation = [1, 0] {explain} : (!transform.any_op) -> !transform.any_op
}
