// Upstream's ops that docs/Schedules.md shows, refused: the payload is as it was.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused \
// RUN:   | FileCheck %s

// Only insertions of slices become copies.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @copy(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{target op}}
    %0 = linalg.copy ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{only InsertSliceOp and ParallelInsertSliceOp ops are supported}}
    %copy = transform.structured.insert_slice_to_copy %op : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A param has one value for each op.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp {tag = "old"} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.abs ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %ops = transform.structured.match ops{["linalg.exp", "linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 3 : i64 -> !transform.param<i64>
    %three = transform.merge_handles %one, %one, %one : !transform.param<i64>
    // expected-error@below {{parameter and target have different payload lengths (3 vs 2)}}
    transform.annotate %ops "tag" = %three : !transform.any_op, !transform.param<i64>
  }
}

// -----

// An attribute of the same name is overwritten, on ops, loops and functions.
// expected-remark@below {{applied}}
module {
  // CHECK:      func.func @all({{.*}} attributes {tag = 3 : i64}
  // CHECK:        linalg.exp {tag = 3 : i64}
  // CHECK:        } {tag = 3 : i64}
  func.func @all(%a: tensor<8xf32>, %n: index) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
      %0 = linalg.exp {tag = "old"} ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %0 : tensor<8xf32>
    }
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %ops = transform.structured.match ops{["linalg.exp", "scf.for", "func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %three = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.annotate %ops "tag" = %three : !transform.any_op, !transform.param<i64>
  }
}
