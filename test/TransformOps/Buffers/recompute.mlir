// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused | FileCheck %s

// The value is read late, by one op only: it is computed there.
// CHECK-LABEL: func @late(
// CHECK-SAME:      %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK:         %[[B:.*]] = linalg.abs
// CHECK:         %[[C:.*]] = linalg.negf ins(%[[B]]
// CHECK-NEXT:    %[[V:.*]] = linalg.exp {copy, heddle.recomputed = 0 : i64} ins(%[[A]] :
// CHECK-NEXT:    linalg.add {reader} ins(%[[V]], %[[C]] :
// expected-remark@below {{applied}}
module {
  func.func @late(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    // expected-remark@below {{'linalg.exp' is computed once, later; its 16 B are not alive across 2 ops any more}}
    %v = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %b = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %c = linalg.negf ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %d = linalg.add ins(%v, %c : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %d : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.heddle.recompute %exp for %add {explain} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %copies "copy" : !transform.any_op
    transform.annotate %add "reader" : !transform.any_op
  }
}

// -----

// One reader is in a loop, reads the value twice, and is named twice; another
// one keeps the op.
// CHECK-LABEL: func @loop(
// CHECK:         %[[V:.*]] = linalg.exp ins
// CHECK:         %[[U:.*]] = linalg.abs ins(%[[V]] :
// CHECK:         scf.for %{{.*}} = {{.*}} iter_args(%{{.*}} = %[[U]])
// CHECK-NEXT:      %[[W:.*]] = linalg.exp {copy, heddle.recomputed = 0 : i64} ins
// CHECK-NEXT:      linalg.add ins(%[[W]], %[[W]] :
// expected-remark@below {{applied}}
module {
  func.func @loop(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    %e = tensor.empty() : tensor<4xf32>
    // expected-remark@below {{'linalg.exp' is computed 5 times instead of once; its 16 B are not alive across 1 op any more}}
    %v = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %u = linalg.abs ins(%v : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    %r = scf.for %i = %c0 to %c10 step %c3 iter_args(%acc = %u) -> tensor<4xf32> {
      %s = linalg.add ins(%v, %v : tensor<4xf32>, tensor<4xf32>) outs(%acc : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %s : tensor<4xf32>
    }
    return %r : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles %add, %add : !transform.any_op
    %copies = transform.heddle.recompute %exp for %both {explain} : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.annotate %copies "copy" : !transform.any_op
  }
}

// -----

// Dynamic extents and a loop of which only run time knows the trips; a read of
// memory that nothing changes is repeated, too.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME:      %[[M:[a-z0-9]+]]: memref<f32>
// CHECK:         scf.for %{{.*}} = {{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK-NEXT:      %[[V:.*]] = memref.load %[[M]][] {heddle.recomputed = 0 : i64}
// CHECK-NEXT:      arith.addf %[[V]], %[[ACC]]
// expected-remark@below {{applied}}
module {
  func.func @dynamic(%m: memref<f32>, %x: f32, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-remark@below {{'memref.load' is computed as often as its readers run}}
    %v = memref.load %m[] : memref<f32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> f32 {
      %s = arith.addf %v, %acc : f32
      scf.yield %s : f32
    }
    return %r : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    %copies = transform.heddle.recompute %load for %add {explain} : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}
