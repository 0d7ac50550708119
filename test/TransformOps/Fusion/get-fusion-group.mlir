// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// The nest of a layer starts with its product, whatever operand that is and however
// many ops follow; the fill and the broadcast go with it. The exponential, which
// another layer computes, does not, and neither does what comes after the target.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @layers(%a: tensor<4x4xf32>, %bias: tensor<4xf32>) -> tensor<4x4xf32> {
    %zero = arith.constant 0.0 : f32
    // expected-remark @below {{in the group}}
    %e = tensor.empty() : tensor<4x4xf32>
    %x = linalg.exp ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-remark @below {{in the group}}
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-remark @below {{the start}}
    // expected-remark @below {{in the group}}
    %p = linalg.matmul ins(%x, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-remark @below {{in the group}}
    %w = linalg.broadcast ins(%bias : tensor<4xf32>) outs(%e : tensor<4x4xf32>) dimensions = [0]
    // expected-remark @below {{in the group}}
    %s = linalg.add ins(%w, %p : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-remark @below {{in the group}}
    %t = linalg.tanh ins(%s : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    %n = linalg.negf ins(%t : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %n : tensor<4x4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %tanh = transform.structured.match ops{["linalg.tanh"]} in %m : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %tanh
    transform.debug.emit_remark_at %start, "the start" : !transform.any_op
    transform.debug.emit_remark_at %group, "in the group" : !transform.any_op
    transform.annotate %start "start" : !transform.any_op
    transform.yield
  }
}

// -----

// With `ends`, an op in the middle is refused.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @chain(%a: tensor<4xf32>) -> tensor<4xf32> {
    %x = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    // expected-note @below {{the last op of the group is 'linalg.tanh'}}
    %t = linalg.tanh ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %t : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects the last op of a fusion group, but got 'linalg.exp'}}
    %start, %group = transform.heddle.get_fusion_group %exp {ends}
    transform.yield
  }
}

// -----

// A fill is in no group.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @fill(%a: tensor<4xf32>, %z: f32) -> tensor<4xf32> {
    // expected-note @below {{'linalg.fill' is in no group: it is a fill}}
    %x = linalg.fill ins(%z : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %x : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %fill = transform.structured.match ops{["linalg.fill"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op of a fusion group, but got 'linalg.fill'}}
    %start, %group = transform.heddle.get_fusion_group %fill
    transform.yield
  }
}

// -----

// The module itself is no op of a group.
// expected-remark @below {{refused, payload as it was}}
// expected-note @below {{'builtin.module' is no structured op on tensors}}
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expects an op of a fusion group, but got 'builtin.module'}}
    %start, %group = transform.heddle.get_fusion_group %m
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{has no option "end"; it has "ends"}}
  %start, %group = transform.heddle.get_fusion_group %m {end}
}

// -----

// The pad stays out of the group, and what it alone reads is not named for it.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @padded(%x: tensor<4x4xf32>, %w: tensor<6x6xf32>, %o: tensor<6x6xf32>) -> tensor<6x6xf32> {
    %zero = arith.constant 0.0 : f32
    %p = tensor.pad %x low[1, 1] high[1, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<4x4xf32> to tensor<6x6xf32>
    // expected-remark @below {{in the group}}
    %m = linalg.matmul ins(%p, %w : tensor<6x6xf32>, tensor<6x6xf32>) outs(%o : tensor<6x6xf32>) -> tensor<6x6xf32>
    // expected-remark @below {{in the group}}
    %r = linalg.exp ins(%m : tensor<6x6xf32>) outs(%o : tensor<6x6xf32>) -> tensor<6x6xf32>
    return %r : tensor<6x6xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %exp {without = ["tensor.pad", "linalg.exp"]}
    transform.debug.emit_remark_at %group, "in the group" : !transform.any_op
    transform.annotate %group "found" : !transform.any_op
    transform.yield
  }
}

// -----

// In the body of a loop, a group goes on past a slice that takes a part of a tile, and
// two readers of such parts are readers of the tile.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @tiles(%a: tensor<8x8xf32>, %out: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %loop = scf.for %i = %c0 to %n step %c1 iter_args(%o = %out) -> tensor<8x8xf32> {
      // expected-remark @below {{the start}}
      // expected-remark @below {{in the group}}
      %p = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
      // expected-remark @below {{in the group}}
      %part = tensor.extract_slice %p[%i, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
      // expected-remark @below {{in the group}}
      %e = tensor.empty() : tensor<4x8xf32>
      // expected-remark @below {{in the group}}
      %x = linalg.exp ins(%part : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
      // expected-remark @below {{in the group}}
      %t = linalg.tanh ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
      %d = tensor.insert_slice %t into %o[%i, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
      scf.yield %d : tensor<8x8xf32>
    }
    return %loop : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %tanh = transform.structured.match ops{["linalg.tanh"]} in %m : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %tanh
    transform.debug.emit_remark_at %start, "the start" : !transform.any_op
    transform.debug.emit_remark_at %group, "in the group" : !transform.any_op
    transform.annotate %start "start" : !transform.any_op
    transform.yield
  }
}

// -----

// A group does not go past a slice outside of loops, nor past one that drops a dim.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @slices(%a: tensor<8x8xf32>, %out: tensor<8xf32>, %n: index) -> (tensor<4x8xf32>, tensor<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %p = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    %part = tensor.extract_slice %p[0, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
    // expected-remark @below {{the start}}
    %x = linalg.exp ins(%part : tensor<4x8xf32>) outs(%part : tensor<4x8xf32>) -> tensor<4x8xf32>
    %loop = scf.for %i = %c0 to %n step %c1 iter_args(%o = %out) -> tensor<8xf32> {
      %q = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
      %row = tensor.extract_slice %q[%i, 0] [1, 8] [1, 1] : tensor<8x8xf32> to tensor<8xf32>
      // expected-remark @below {{the start}}
      %y = linalg.exp ins(%row : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %y : tensor<8xf32>
    }
    return %x, %loop : tensor<4x8xf32>, tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %exps = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %start, %group = transform.heddle.get_fusion_group %exps
    transform.debug.emit_remark_at %start, "the start" : !transform.any_op
    transform.annotate %start "start" : !transform.any_op
    transform.yield
  }
}
