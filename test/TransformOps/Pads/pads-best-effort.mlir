// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Of four targets of fuse_pad, one pads an argument and one is no pad: these
// stay. The one that is named twice counts once.
// CHECK-LABEL: func.func @fuse_pad(
// CHECK-SAME:    %[[A:.*]]: tensor<5xf32>)
// CHECK:         %[[P:.*]] = tensor.pad %[[A]] low[1] high[0] {
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[2] [5] [1] : tensor<7xf32>
// CHECK:         %[[E:.*]] = linalg.exp {target, writes} ins(%[[A]] : tensor<5xf32>) outs(%[[S]] :
// CHECK:         %[[Q:.*]] = tensor.insert_slice %[[E]] into
// CHECK:         return %[[P]], %[[Q]]
func.func @fuse_pad(%a: tensor<5xf32>) -> (tensor<6xf32>, tensor<7xf32>) {
  %c = arith.constant 0.0 : f32
  // expected-note@below {{the target}}
  // expected-note@below {{expects a source that a linalg op computes, but found a block argument}}
  %0 = tensor.pad %a low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } {target} : tensor<5xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<5xf32>
  // expected-note@below {{the target}}
  %1 = linalg.exp {target} ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %2 = tensor.pad %1 low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } {target} : tensor<5xf32> to tensor<7xf32>
  return %0, %2 : tensor<6xf32>, tensor<7xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
  %2 = transform.merge_handles %0, %1 {deduplicate} : !transform.any_op
  // expected-remark@below {{skips 'linalg.exp': expects 'tensor.pad' ops, but found 'linalg.exp'}}
  // expected-remark@below {{skips 'tensor.pad': expects a source that a linalg op computes, but found a block argument}}
  %fills, %producers = transform.heddle.fuse_pad %2 {fill = "boundary", best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %producers "writes" : !transform.any_op
}

// -----

// Two pads of one result. The amount of the second one is computed from the
// result itself, which then becomes the destination of the first.
// CHECK-LABEL: func.func @last_pad_skipped(
// CHECK-SAME:    %[[A:.*]]: tensor<5xindex>)
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[2] [5] [1] : tensor<7xindex>
// CHECK:         %[[E:.*]] = linalg.generic {{.*}} outs(%[[S]] :
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[E]] into
// CHECK:         %[[N:.*]] = tensor.extract %[[E]]
// CHECK:         %[[Q:.*]] = tensor.pad %[[E]] low[%[[N]]]
// CHECK:         return %[[P]], %[[Q]]
func.func @last_pad_skipped(%a: tensor<5xindex>) -> (tensor<7xindex>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<5xindex>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<5xindex>) outs(%e : tensor<5xindex>) {
  ^bb0(%x: index, %y: index):
    linalg.yield %x : index
  } -> tensor<5xindex>
  %2 = tensor.pad %1 low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %c0 : index
  } : tensor<5xindex> to tensor<7xindex>
  // expected-note@below {{'tensor.extract' reads 'linalg.generic' before the padding is known}}
  %n = tensor.extract %1[%c0] : tensor<5xindex>
  // expected-note@below {{the target}}
  %3 = tensor.pad %1 low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %c0 : index
  } : tensor<5xindex> to tensor<?xindex>
  return %2, %3 : tensor<7xindex>, tensor<?xindex>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'tensor.pad': 'tensor.extract' reads 'linalg.generic' before the padding is known}}
  %fills, %producers = transform.heddle.fuse_pad %0 {fill = "boundary", best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// One op reads padding and is split, the other reads none.
// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[A:.*]]: tensor<5xf32>)
// CHECK:         %[[N:.*]] = linalg.negf ins(%[[A]] : tensor<5xf32>)
// CHECK:         linalg.exp {inside} ins(%[[A]] : tensor<5xf32>)
// CHECK:         %[[R:.*]] = tensor.insert_slice
// CHECK:         return %[[N]], %[[R]]
func.func @split(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<6xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = tensor.empty() : tensor<6xf32>
  // expected-note@below {{the target}}
  // expected-note@below {{no input of 'linalg.negf' is padded}}
  %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %1 = tensor.pad %a low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<5xf32> to tensor<6xf32>
  %2 = linalg.exp ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %0, %2 : tensor<5xf32>, tensor<6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.negf", "linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'linalg.negf': no input of 'linalg.negf' is padded}}
  %inside, %frame = transform.heddle.split_at_padding %0 {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %inside "inside" : !transform.any_op
}

// -----

// Nothing can be done, which is a success with a remark.
// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    %[[A:.*]]: tensor<5xf32>)
// CHECK-NEXT:    %[[N:.*]] = linalg.negf ins(%[[A]] : tensor<5xf32>) outs(%[[A]] :
// CHECK-NEXT:    return %[[N]]
func.func @nothing(%a: tensor<5xf32>) -> tensor<5xf32> {
  // expected-note@below {{the target}}
  // expected-note@below {{no input of 'linalg.negf' is padded}}
  %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'linalg.negf': no input of 'linalg.negf' is padded}}
  // expected-remark@below {{changes nothing: none of the targets can be done}}
  %inside, %frame = transform.heddle.split_at_padding %0 {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-remark@below {{changes nothing: the handle names no payload op}}
  %fills, %producers = transform.heddle.fuse_pad %inside {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A target that is named twice counts once, done or skipped, and where each
// target has to be done, too.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[A:.*]]: tensor<5xf32>)
// CHECK:         %[[N:.*]] = linalg.negf {{.*}}ins(%[[A]] : tensor<5xf32>)
// CHECK:         %[[S:.*]] = tensor.insert_slice %[[N]] into %{{.*}}[1] [5] [1]
// CHECK:         %[[E:.*]] = linalg.exp {inside} ins(%[[N]] : tensor<5xf32>)
// CHECK-NOT:     linalg.exp {inside}
// CHECK:         return %{{.*}}, %[[S]]
func.func @twice(%a: tensor<5xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %c = arith.constant 0.0 : f32
  // expected-note@below {{the target}}
  // expected-note@below {{no input of 'linalg.negf' is padded}}
  %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  %1 = tensor.pad %0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<5xf32> to tensor<6xf32>
  %f = tensor.empty() : tensor<6xf32>
  %2 = linalg.exp ins(%1 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %2, %1 : tensor<6xf32>, tensor<6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.negf", "linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %twice = transform.merge_handles %0, %0 : !transform.any_op
  // expected-remark@below {{skips 'linalg.negf': no input of 'linalg.negf' is padded}}
  %inside, %frame = transform.heddle.split_at_padding %twice {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %inside "inside" : !transform.any_op
  %1 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
  %pads = transform.merge_handles %1, %1 : !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
