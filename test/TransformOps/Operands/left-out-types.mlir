// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// Types at the end may be left out where all handles are any_op and all sizes
// params; they are printed.

// CHECK-LABEL: transform.named_sequence @handles(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @handles(%t: !transform.any_op, %f: !transform.any_op) {
    // CHECK: transform.heddle.fuse_elementwise %{{.*}} {explain} : (!transform.any_op) -> !transform.any_op
    %0 = transform.heddle.fuse_elementwise %f {explain}
    // CHECK: transform.heddle.fuse_pad %{{.*}} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1, %2 = transform.heddle.fuse_pad %t
    // CHECK: transform.heddle.split_at_padding %{{.*}} {loops = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %3, %4 = transform.heddle.split_at_padding %1 {loops = [0]}
    // CHECK: transform.heddle.fuse_affine_loops %{{.*}} : (!transform.any_op) -> !transform.any_op
    %5 = transform.heddle.fuse_affine_loops %3
    // CHECK: transform.heddle.get_fusion_roots %{{.*}} : (!transform.any_op) -> !transform.any_op
    %6 = transform.heddle.get_fusion_roots %0
    // CHECK: transform.heddle.vectorize %{{.*}} : !transform.any_op
    transform.heddle.vectorize %0
    // CHECK: transform.heddle.pack_operand %{{.*}} operand = 1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %8, %9 = transform.heddle.pack_operand %2 operand = 1
    // CHECK: transform.heddle.bufferize %{{.*}} : (!transform.any_op) -> !transform.any_op
    %7 = transform.heddle.bufferize %0
    // CHECK: transform.heddle.report_memory %{{.*}} : !transform.any_op
    transform.heddle.report_memory %7
    // CHECK: transform.heddle.assert_memory %{{.*}} {copies = 0 : i64} : !transform.any_op
    transform.heddle.assert_memory %7 {copies = 0}
    transform.yield
  }

  // CHECK-LABEL: transform.named_sequence @sizes(
  transform.named_sequence @sizes(%t: !transform.any_op, %n: !transform.param<i64>) {
    // CHECK: transform.heddle.scale_tile_size %{{.*}} for %{{.*}} : !transform.param<i64>, !transform.any_op
    %0 = transform.heddle.scale_tile_size %n for %t
    transform.yield
  }

  // CHECK-LABEL: transform.named_sequence @fuse_ext(
  transform.named_sequence @fuse_ext(%t: !transform.any_op, %s: !transform.any_op, %n: !transform.param<i64>) {
    // CHECK: transform.structured.fuse_ext %{{.*}} tile_sizes [8, 0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %0, %l:2 = transform.structured.fuse_ext %t tile_sizes [8, 0, 32]
    // CHECK: transform.structured.fuse_ext %{{.*}} tile_sizes [%{{.*}}, 4] interchange [1, 0] stop %{{.*}} {joint} : (!transform.any_op, !transform.param<i64>, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [%n, 4] interchange [1, 0] stop %s {joint}
    // The loops of a forall are one op, and have one handle each or one for all.
    // CHECK: transform.structured.fuse_ext %{{.*}} tile_sizes [4, 4] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %f = transform.structured.fuse_ext %1#0 tile_sizes [4, 4] {use_forall}
    // An op that uses no result, before another one without results.
    // CHECK: transform.structured.fuse_ext %{{.*}} tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.fuse_ext %2 tile_sizes [4]
    transform.yield
  }
}
