// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// Two layers with a residual sum. The bias, the transposed weights and the fill
// are not roots; the sum joins the second matmul, and not the first layer.
func.func @layers(%a: tensor<8x16xf32>, %w: tensor<16x16xf32>, %b: tensor<16xf32>, %v: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %et = tensor.empty() : tensor<16x16xf32>
  // expected-remark @below {{'linalg.fill' is in no group: it is a fill}}
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-remark @below {{group 0: 'linalg.matmul' starts a group: it reduces}}
  // expected-note @below {{the first op of the group}}
  %m = linalg.matmul ins(%a, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-remark @below {{'linalg.broadcast' is in no group: it only moves values}}
  %bias = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<8x16xf32>) dimensions = [0]
  // expected-remark @below {{group 0: 'linalg.add' joins the group of 'linalg.matmul': what else it reads is computed before that group}}
  %s = linalg.add ins(%m, %bias : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-remark @below {{group 0, root: 'linalg.exp' joins the group of 'linalg.matmul': what else}}
  %r = linalg.exp ins(%s : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-remark @below {{'linalg.transpose' is in no group: it only moves values}}
  %t = linalg.transpose ins(%v : tensor<16x16xf32>) outs(%et : tensor<16x16xf32>) permutation = [1, 0]
  // expected-remark @below {{group 1: 'linalg.matmul' starts a group: it reduces}}
  // expected-note @below {{the first op of the group}}
  %m2 = linalg.matmul ins(%r, %t : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  // expected-remark @below {{group 1, root: 'linalg.add' joins the group of 'linalg.matmul'}}
  %res = linalg.add ins(%m2, %r : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %res : tensor<8x16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %roots = transform.heddle.get_fusion_roots %f {explain} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The value that the sum starts from is read by an op of its own group and by the
// second matmul, too: it ends its group, and what follows it starts one.
func.func @read_twice(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-remark @below {{group 0: 'linalg.matmul' starts a group: it reduces}}
  // expected-note @below {{the first op of the group}}
  %m = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 0, root: 'linalg.exp' joins the group of 'linalg.matmul'}}
  // expected-note @below {{this op ends its group}}
  %x = linalg.exp ins(%m : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 1, root: 'linalg.abs' starts a group: two groups read what comes before it}}
  %y = linalg.abs ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 2: 'linalg.matmul' starts a group: it reduces}}
  // expected-note @below {{the first op of the group}}
  %n = linalg.matmul ins(%y, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 2, root: 'linalg.add' joins the group of 'linalg.matmul'}}
  %r = linalg.add ins(%n, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %roots = transform.heddle.get_fusion_roots %m {explain} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Two ways from one op that never meet: each is a group, since a nest ends at one
// op. Where they meet (x * sigmoid(x)), all of it is one group.
func.func @forks(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-remark @below {{group 0, root: 'linalg.matmul' starts a group: it reduces}}
  // expected-note @below {{this op ends its group}}
  %m = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 1, root: 'linalg.exp' starts a group: two groups read what comes before it}}
  %0 = linalg.exp ins(%m : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 2, root: 'linalg.abs' starts a group: two groups read what comes before it}}
  %1 = linalg.abs ins(%m : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 3: 'linalg.matmul' starts a group: it reduces}}
  // expected-note @below {{the first op of the group}}
  %n = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%w : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 3: 'linalg.exp' joins the group of 'linalg.matmul'}}
  %2 = linalg.exp ins(%n : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 3, root: 'linalg.mul' joins the group of 'linalg.matmul'}}
  %3 = linalg.mul ins(%n, %2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %roots = transform.heddle.get_fusion_roots %m {explain} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The elementwise op reads the product, and the product past a transposition: that
// is computed after the group of the product. The op with side effects, the dead
// one and the one that writes a diagonal are in no group. The sum of both inputs
// reads no group, and the group of its reader has two ops, not three.
func.func private @seen(f32)
#d = affine_map<(i) -> (i)>
#dd = affine_map<(i) -> (i, i)>
func.func @others(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>, %c: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-remark @below {{group 0, root: 'linalg.matmul' starts a group: it reduces}}
  %m = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{'linalg.transpose' is in no group: it only moves values}}
  // expected-note @below {{this is read, too}}
  %t = linalg.transpose ins(%m : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  // expected-remark @below {{group 1, root: 'linalg.add' starts a group: it also reads what is computed after the group of its producer}}
  %s = linalg.add ins(%m, %t : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{'linalg.exp' is in no group: nobody uses it}}
  %dead = linalg.exp ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{'linalg.map' is in no group: it has side effects}}
  %p = linalg.map ins(%c : tensor<8xf32>) outs(%c : tensor<8xf32>) (%x: f32, %o: f32) {
    func.call @seen(%x) : (f32) -> ()
    linalg.yield %x : f32
  }
  // expected-remark @below {{'linalg.generic' is in no group: its iterations do not compute one element each}}
  %g = linalg.generic {indexing_maps = [#d, #dd], iterator_types = ["parallel"]} ins(%c : tensor<8xf32>) outs(%a : tensor<8x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %y = arith.addf %x, %x : f32
      linalg.yield %y : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{group 2: 'linalg.sub' starts a group: it reads no op of a group}}
  // expected-note @below {{the first op of the group}}
  %u = linalg.sub ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 2, root: 'linalg.abs' joins the group of 'linalg.sub'}}
  // expected-note @below {{the producer}}
  %v = linalg.abs ins(%u : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{group 3, root: 'linalg.ceil' starts a group: the group of its producer has 2 ops already}}
  %q = linalg.ceil ins(%v : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{'linalg.transpose' is in no group: it only moves values}}
  %qt = linalg.transpose ins(%q : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  // expected-remark @below {{group 4, root: 'linalg.floor' starts a group: it reads ops of other groups in other blocks, or past ops that are in no group}}
  %k = linalg.floor ins(%qt : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s, %g, %p, %k : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "others"} in %m : (!transform.any_op) -> !transform.any_op
    %roots = transform.heddle.get_fusion_roots %f {explain, max_ops = 2} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
