// RUN: heddle-opt %s | FileCheck %s

// Operands have the types with which they were defined, whatever these are, and
// results are handles like the target.

// CHECK-LABEL: transform.named_sequence @known(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @known(%f: !transform.op<"func.func">, %rows: !transform.param<i64>, %m: !transform.any_op) {
    // CHECK: transform.heddle.tile_rows %{{.*}} by %{{.*}} : (!transform.op<"func.func">, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %0, %1 = transform.heddle.tile_rows %f by %rows
    // CHECK: transform.heddle.get_tile_sizes %{{.*}} ["m", "n"] {at_most = 4 : i64} : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>)
    %2, %3 = transform.heddle.get_tile_sizes %m ["m", "n"] {at_most = 4}
    // CHECK: transform.heddle.compute_at %{{.*}} in %{{.*}} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %4 = transform.heddle.compute_at %m in %1
    // CHECK: transform.heddle.fuse_sibling_loops %{{.*}}, %{{.*}} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %5 = transform.heddle.fuse_sibling_loops %0, %4
    // CHECK: transform.heddle.fuse_sibling_loops %{{.*}} : (!transform.any_op) -> !transform.any_op
    %6 = transform.heddle.fuse_sibling_loops %5
    transform.yield
  }
}

// CHECK-LABEL: transform.named_sequence @pdl(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @pdl(%a: !pdl.operation, %b: !pdl.operation, %c: !pdl.operation, %d: !pdl.operation) {
    // CHECK: transform.structured.collapse_dims %{{.*}} : (!pdl.operation) -> !pdl.operation
    %0 = transform.structured.collapse_dims %a [[0], [1, 2]]
    // CHECK: transform.structured.shared_output_to_distributed_style %{{.*}} : (!pdl.operation, !pdl.operation, !pdl.operation) -> (!pdl.operation, !pdl.operation)
    %1, %2 = transform.structured.shared_output_to_distributed_style %b, %c, %d
    // CHECK: transform.structured.outline %{{.*}} {func_name = "f"} : (!pdl.operation) -> (!pdl.operation, !pdl.operation)
    %3, %4 = transform.structured.outline %0 {func_name = "f", libcall = false}
    // CHECK: transform.structured.fuse_operands %{{.*}} {expect_whole_graph_fusion = true, tile_nums = [4, 8]} : (!pdl.operation) -> (!pdl.operation, !pdl.operation, !pdl.operation)
    %5, %6:2 = transform.structured.fuse_operands %4 {tile_nums = [4, 8], expect_whole_graph_fusion = true}
    // CHECK: transform.structured.fuse_ext %{{.*}} tile_sizes [4, 8] {use_forall = true} : (!pdl.operation) -> (!pdl.operation, !pdl.operation)
    %7, %8 = transform.structured.fuse_ext %5 {tile_sizes = [4, 8], use_forall = true}
    transform.yield
  }
}
