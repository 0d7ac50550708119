// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The target is the pad.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @the_pad(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    // expected-note@below {{the target}}
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } {split} : tensor<5xf32> to tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects linalg ops, but found 'tensor.pad'}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Only the destination is padded.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @destination(%a: tensor<5xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    // expected-note@below {{no input of 'linalg.negf' is padded}}
    %1 = linalg.negf {split} ins(%b : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: no input of 'linalg.negf' is padded}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// There is no padding.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_padding(%a: tensor<8xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a nofold low[0] high[0] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<8xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    // expected-note@below {{the pads that 'linalg.negf' reads have no padding}}
    %1 = linalg.negf {split} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: the pads that 'linalg.negf' reads have no padding}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Only the rows are padded.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @rows(%a: tensor<5x4xf32>) -> tensor<8x4xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1, 0] high[2, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<5x4xf32> to tensor<8x4xf32>
    %e = tensor.empty() : tensor<8x4xf32>
    // expected-note@below {{no input of 'linalg.negf' is padded along loop 1}}
    %1 = linalg.negf {split} ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: no input of 'linalg.negf' is padded along loop 1}}
    %inside, %frame = transform.heddle.split_at_padding %op {loops = [0, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// There is no such loop.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_loop(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    // expected-note@below {{expects 'loops' in [0, 1) for this 'linalg.negf', but got 1}}
    %1 = linalg.negf {split} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: expects 'loops' in [0, 1) for this 'linalg.negf', but got 1}}
    %inside, %frame = transform.heddle.split_at_padding %op {loops = [1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A part of the source is cut off.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @negative(%a: tensor<8xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[-1] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<8xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    // expected-note-re@below {{expects padding of at least 0, but got -1{{$}}}}
    %1 = linalg.negf {split} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error-re@below {{the op cannot be split: expects padding of at least 0, but got -1{{$}}}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The padding is printed where it is computed.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @prints(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      vector.print %c : f32
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    // expected-note@below {{the padding has side effects}}
    %1 = linalg.negf {split} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: the padding has side effects}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The body prints.
#id = affine_map<(d0) -> (d0)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @body_prints(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    // expected-note@below {{'linalg.generic' has side effects}}
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) attrs = {split} {
    ^bb0(%x: f32, %o: f32):
      vector.print %x : f32
      linalg.yield %x : f32
    } -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: 'linalg.generic' has side effects}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// It is read from the second element on.
#id = affine_map<(d0) -> (d0)>
#next = affine_map<(d0) -> (d0 + 1)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @shifted(%a: tensor<5xf32>) -> tensor<7xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<7xf32>
    // expected-note@below {{'linalg.generic' reads the padded tensor through affine_map<(d0) -> (d0 + 1)>}}
    %1 = linalg.generic {indexing_maps = [#next, #id], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%e : tensor<7xf32>) attrs = {split} {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<7xf32>
    return %1 : tensor<7xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: 'linalg.generic' reads the padded tensor through affine_map<(d0) -> (d0 + 1)>}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// It is written from the second element on.
#id = affine_map<(d0) -> (d0)>
#next = affine_map<(d0) -> (d0 + 1)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @shifted_result(%a: tensor<5xf32>) -> tensor<9xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    %e = tensor.empty() : tensor<9xf32>
    // expected-note@below {{'linalg.generic' writes its result through affine_map<(d0) -> (d0 + 1)>}}
    %1 = linalg.generic {indexing_maps = [#id, #next], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%e : tensor<9xf32>) attrs = {split} {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<9xf32>
    return %1 : tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: 'linalg.generic' writes its result through affine_map<(d0) -> (d0 + 1)>}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Where only padding is summed up, nothing would say how often.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @sum(%a: tensor<5xf32>, %b: tensor<f32>) -> tensor<f32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    // expected-note@below {{only padded inputs of 'linalg.reduce' have the extent of loop 0}}
    %1 = linalg.reduce {arith.addf} ins(%0 : tensor<8xf32>) outs(%b : tensor<f32>) dimensions = [0] {split}
    return %1 : tensor<f32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: only padded inputs of 'linalg.reduce' have the extent of loop 0}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Buffers are written where they are.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @buffers(%a: memref<8xf32>, %b: memref<8xf32>) -> memref<8xf32> {
    // expected-note@below {{'linalg.negf' does not work on tensors}}
    linalg.negf {split} ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    return %b : memref<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: 'linalg.negf' does not work on tensors}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The other input is read backwards: a part would read on from its last element.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @backwards(%a: tensor<5xf32>, %b: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %a low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    // expected-note@below {{a part would read other elements: an indexing map of 'linalg.generic' subtracts dim 0}}
    %r = linalg.generic {split, indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (-i + 7)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%0, %b : tensor<8xf32>, tensor<8xf32>) outs(%o : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the op cannot be split: a part would read other elements: an indexing map of 'linalg.generic' subtracts dim 0}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
