// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// Divisors of 96, 60 and 7 that are at most 16, 16 and 5; a size for each target.
func.func @matmuls(%a: tensor<96x7xf32>, %b: tensor<7x60xf32>, %c: tensor<96x60xf32>, %d: tensor<7x7xf32>) -> (tensor<96x60xf32>, tensor<7x7xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<96x7xf32>, tensor<7x60xf32>) outs(%c : tensor<96x60xf32>) -> tensor<96x60xf32>
  %1 = linalg.matmul ins(%d, %d : tensor<7x7xf32>, tensor<7x7xf32>) outs(%d : tensor<7x7xf32>) -> tensor<7x7xf32>
  return %0, %1 : tensor<96x60xf32>, tensor<7x7xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %m, %n, %k = transform.heddle.get_tile_sizes %op ["m", 1, "k"] {at_most = 16} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
  // expected-remark @below {{m 16 : i64, 7 : i64}}
  transform.debug.emit_param_as_remark %m, "m" : !transform.param<i64>
  // expected-remark @below {{n 15 : i64, 7 : i64}}
  transform.debug.emit_param_as_remark %n, "n" : !transform.param<i64>
  // expected-remark @below {{k 7 : i64, 7 : i64}}
  transform.debug.emit_param_as_remark %k, "k" : !transform.param<i64>
  %five = transform.heddle.get_tile_sizes %op [-1] {at_most = 5} : (!transform.any_op) -> !transform.param<i64>
  // expected-remark @below {{k 1 : i64, 1 : i64}}
  transform.debug.emit_param_as_remark %five, "k" : !transform.param<i64>
  %p = transform.heddle.get_tile_sizes %op ["n"] {at_most = 16, partial_tiles} : (!transform.any_op) -> !transform.param<i64>
  // expected-remark @below {{partial 16 : i64, 7 : i64}}
  transform.debug.emit_param_as_remark %p, "partial" : !transform.param<i64>
}

// -----

// A tile of 64 x 64 x 64 takes 3 * 16 KiB, 32 x 64 x 64 takes 32 KiB: the first of
// the largest sizes goes down first. What is not listed counts whole.
func.func @bytes(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %m, %n = transform.heddle.get_tile_sizes %op ["m", "n"] {max_bytes = 32768} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
  // expected-remark @below {{m 32 : i64}}
  transform.debug.emit_param_as_remark %m, "m" : !transform.param<i64>
  // expected-remark @below {{n 64 : i64}}
  transform.debug.emit_param_as_remark %n, "n" : !transform.param<i64>
  %i, %j = transform.heddle.get_tile_sizes %op ["m", "n"] {max_bytes = 32767, partial_tiles} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
  // expected-remark @below {{m 32 : i64}}
  transform.debug.emit_param_as_remark %i, "m" : !transform.param<i64>
  // expected-remark @below {{n 32 : i64}}
  transform.debug.emit_param_as_remark %j, "n" : !transform.param<i64>
}

// -----

// The kinds of a convolution: a kind that is listed twice names both of its dims.
// A pooling has windows, too, and channels as depth.
func.func @convolution(%x: tensor<1x8x14x18xf32>, %w: tensor<24x8x3x5xf32>, %y: tensor<1x24x12x14xf32>, %v: tensor<2x3xf32>, %p: tensor<1x8x13x16xf32>) -> (tensor<1x24x12x14xf32>, tensor<1x8x13x16xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x14x18xf32>, tensor<24x8x3x5xf32>) outs(%y : tensor<1x24x12x14xf32>) -> tensor<1x24x12x14xf32>
  %1 = linalg.pooling_nchw_max ins(%x, %v : tensor<1x8x14x18xf32>, tensor<2x3xf32>) outs(%p : tensor<1x8x13x16xf32>) -> tensor<1x8x13x16xf32>
  return %0, %1 : tensor<1x24x12x14xf32>, tensor<1x8x13x16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.conv_2d_nchw_fchw"]} in %root : (!transform.any_op) -> !transform.any_op
  %c, %h, %w, %i, %u, %v = transform.heddle.get_tile_sizes %op ["channel", "image", "image", "input_channel", "window", "window"] {at_most = 10} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
  // expected-remark @below {{channel 8 : i64}}
  transform.debug.emit_param_as_remark %c, "channel" : !transform.param<i64>
  // expected-remark @below {{image 6 : i64}}
  transform.debug.emit_param_as_remark %h, "image" : !transform.param<i64>
  // expected-remark @below {{image 7 : i64}}
  transform.debug.emit_param_as_remark %w, "image" : !transform.param<i64>
  // expected-remark @below {{input 8 : i64}}
  transform.debug.emit_param_as_remark %i, "input" : !transform.param<i64>
  // expected-remark @below {{window 3 : i64}}
  transform.debug.emit_param_as_remark %u, "window" : !transform.param<i64>
  // expected-remark @below {{window 5 : i64}}
  transform.debug.emit_param_as_remark %v, "window" : !transform.param<i64>
  %pool = transform.structured.match ops{["linalg.pooling_nchw_max"]} in %root : (!transform.any_op) -> !transform.any_op
  %d, %pw = transform.heddle.get_tile_sizes %pool ["image", "window"] {at_most = 2} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
  // expected-remark @below {{image 1 : i64}}
  transform.debug.emit_param_as_remark %d, "image" : !transform.param<i64>
  // expected-remark @below {{window 2 : i64}}
  transform.debug.emit_param_as_remark %pw, "window" : !transform.param<i64>
}

// -----

// A dynamic dim takes at_most with partial tiles; an empty one takes 1.
func.func @sizes(%a: tensor<?x0x12xf32>) -> tensor<?x0x12xf32> {
  %0 = linalg.exp ins(%a : tensor<?x0x12xf32>) outs(%a : tensor<?x0x12xf32>) -> tensor<?x0x12xf32>
  return %0 : tensor<?x0x12xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %i, %j = transform.heddle.get_tile_sizes %op [0, 1] {at_most = 8, partial_tiles} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
  // expected-remark @below {{dynamic 8 : i64}}
  transform.debug.emit_param_as_remark %i, "dynamic" : !transform.param<i64>
  // expected-remark @below {{empty 1 : i64}}
  transform.debug.emit_param_as_remark %j, "empty" : !transform.param<i64>
  %k = transform.heddle.get_tile_sizes %op [1] {at_most = 8} : (!transform.any_op) -> !transform.param<i64>
  // expected-remark @below {{empty 1 : i64}}
  transform.debug.emit_param_as_remark %k, "empty" : !transform.param<i64>
}
