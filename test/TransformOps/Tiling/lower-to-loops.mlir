// RUN: heddle-opt %s --split-input-file --apply-schedule --canonicalize \
// RUN:   | FileCheck %s

// One loop per iteration dim; the first and the last one are picked, of each
// target.
// CHECK-LABEL: func @generics(
// CHECK-SAME:    %[[A:.*]]: memref<6x7xf32>, %[[B:.*]]: memref<7xf32>)
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK:             %[[Y:.*]] = memref.load %[[B]][%[[J]]]
// CHECK:             %[[S:.*]] = arith.addf %[[Y]], %[[X]]
// CHECK:             memref.store %[[S]], %[[B]][%[[J]]]
// CHECK:           } {inner}
// CHECK:         } {outer}
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           math.exp %{{.*}} :
// CHECK:         } {inner, outer}
// CHECK-NOT:     linalg
func.func @generics(%a: memref<6x7xf32>, %b: memref<7xf32>) {
  linalg.generic {here, indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%a : memref<6x7xf32>) outs(%b : memref<7xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  }
  linalg.exp {here} ins(%b : memref<7xf32>) outs(%b : memref<7xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  %outer, %inner = transform.structured.lower_to_loops %0 [0, -1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %outer "outer" : !transform.any_op
  transform.annotate %inner "inner" : !transform.any_op
}

// -----

// Loops around a row, and three along it; handles of a script.
// CHECK-LABEL: func @softmax(
// CHECK-SAME:    %[[X:.*]]: memref<?x7xf32>, %[[Y:.*]]: memref<?x7xf32>, %[[M:[a-z0-9]*]]: memref<7xf32>
// CHECK:         scf.for %[[J:.*]] =
// CHECK:           %[[M0:.*]] = memref.load %[[M]][%[[J]]]
// CHECK:           %[[MAX:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[OLD:.*]] = %[[M0]])
// CHECK:             %[[E:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK:             arith.maxnumf %[[E]], %[[OLD]]
// CHECK:           } {max}
// CHECK:           %[[SUM:.*]] = scf.for
// CHECK:           memref.store %[[MAX]], %[[M]][%[[J]]]
// CHECK:           scf.for %[[K:.*]] =
// CHECK:             %[[W:.*]] = memref.load %[[Y]][%[[K]], %[[J]]]
// CHECK:             %[[Q:.*]] = arith.divf %[[W]], %[[SUM]]
// CHECK:             memref.store %[[Q]], %[[Y]][%[[K]], %[[J]]]
func.func @softmax(%x: memref<?x7xf32>, %y: memref<?x7xf32>, %m: memref<7xf32>, %l: memref<7xf32>, %s: memref<7xf32>) {
  linalg_ext.softmax dimension(0) ins(%x : memref<?x7xf32>) outs(%y, %m, %l, %s : memref<?x7xf32>, memref<7xf32>, memref<7xf32>, memref<7xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !pdl.operation):
  %0 = transform.structured.match ops{["linalg_ext.softmax"]} in %root : (!pdl.operation) -> !pdl.operation
  %max = transform.structured.lower_to_loops %0 [1]
  transform.annotate %max "max" : !pdl.operation
}
