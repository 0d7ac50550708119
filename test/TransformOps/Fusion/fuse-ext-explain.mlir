// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// Each line of the plan is a remark on the op that it is about: where it is
// computed and for which box, or why it is not fused.
module {
  func.func @f(%a: tensor<16x8xf32>, %b: tensor<8x8xf32>) -> tensor<16x8xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<16x8xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4, 0 : 8], tile 4x8, recompute 1.00, 128 bytes}}
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
    // expected-remark@below {{not fused: it is a stop op}}
    %k = linalg.negf {stop} ins(%b : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4, 0 : 8, 0 : 8], tile 4x8x8, recompute 1.00, 128 bytes, root}}
    %0 = linalg.matmul {root} ins(%a, %k : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {stop} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s {explain} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A stop op before the nest reads the sum. The sum stays before the nest, and so
// does what it is computed from; that is cheap, so that the nest computes its
// tiles again.
module {
  func.func @needed_before(%a: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<16x8xf32> {
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4, 0 : 8], tile 4x8, recompute 1.00, 128 bytes}}
    // expected-remark@below {{also stays outside the nest: its whole value is also needed before the nest}}
    %cheap = linalg.negf ins(%a : tensor<16x8xf32>) outs(%a : tensor<16x8xf32>) -> tensor<16x8xf32>
    // expected-remark@below {{not fused: its whole value is needed before the nest}}
    %sum = linalg.reduce { arith.addf } ins(%cheap : tensor<16x8xf32>) outs(%b : tensor<16xf32>) dimensions = [1]
    // expected-remark@below {{not fused: it is a stop op}}
    %k = linalg.exp {stop} ins(%sum : tensor<16xf32>) outs(%b : tensor<16xf32>) -> tensor<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4, 0 : 8], tile 4x8, recompute 1.00, 128 bytes, root}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%sum, %k, %cheap : tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>) outs(%a : tensor<16x8xf32>) attrs = {root} {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %s = arith.addf %p, %q : f32
      %t = arith.addf %s, %r : f32
      linalg.yield %t : f32
    } -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {stop} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s {explain} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The nest reads 12 of the 16 sums, and the caller all of them.
module {
  func.func @part(%a: tensor<16x8xf32>, %b: tensor<16xf32>) -> (tensor<12xf32>, tensor<16xf32>) {
    // expected-remark@below {{not fused: it is also used outside, and its boxes do not cover its whole value in every case}}
    %sum = linalg.reduce { arith.addf } ins(%a : tensor<16x8xf32>) outs(%b : tensor<16xf32>) dimensions = [1]
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes}}
    %p = tensor.extract_slice %sum[2] [12] [1] : tensor<16xf32> to tensor<12xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes, root}}
    %0 = linalg.exp {root} ins(%p : tensor<12xf32>) outs(%p : tensor<12xf32>) -> tensor<12xf32>
    return %0, %sum : tensor<12xf32>, tensor<16xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// An iteration reads a window of nine elements, so that the nest computes most
// of them several times. The second producer leaves the nest: the caller gets
// what the nest computed.
module {
  func.func @windows(%a: tensor<40xf32>, %b: tensor<32xf32>, %w: tensor<9xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
    // expected-remark@below {{not fused: before the nest it takes 40 iteration points, in loop 0 160 (4.00 times; placement_slack is 1.25)}}
    %0 = linalg.exp ins(%a : tensor<40xf32>) outs(%a : tensor<40xf32>) -> tensor<40xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 2], tile 2, recompute 1.00, 8 bytes, leaves the nest}}
    %1 = linalg.negf ins(%b : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 2, 0 : 9], tile 2x9, recompute 1.00, 8 bytes, root}}
    %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%0, %w, %1 : tensor<40xf32>, tensor<9xf32>, tensor<32xf32>) outs(%b : tensor<32xf32>) attrs = {root} {
    ^bb0(%p: f32, %v: f32, %q: f32, %o: f32):
      %s = arith.mulf %p, %v : f32
      %t = arith.addf %s, %q : f32
      %u = arith.addf %t, %o : f32
      linalg.yield %u : f32
    } -> tensor<32xf32>
    return %1, %2 : tensor<32xf32>, tensor<32xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [2] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
