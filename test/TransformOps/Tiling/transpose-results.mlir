// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// The maps of the ops and of the product that reads them follow, the iteration space and
// its indices stay. Inits that others read are not touched, the others are gone. The
// ops keep their attributes, the reader its handle.
// CHECK-DAG:   #[[ROWS_KEYS:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[KEYS_ROWS:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG:   #[[SCORES:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK-DAG:   #[[WEIGHTS:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-LABEL: func.func @scores(
// CHECK-SAME:    %[[Q:.*]]: tensor<4x8xf32>, %[[K:.*]]: tensor<8x6xf32>, %[[MASK:.*]]: tensor<4x6xf32>
// CHECK:         %[[OLD:.*]] = tensor.empty() : tensor<4x6xf32>
// CHECK-NOT:     tensor<4x6xf32>
// CHECK:         %[[E0:.*]] = tensor.empty() : tensor<6x4xf32>
// CHECK:         %[[Z:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E0]] : tensor<6x4xf32>)
// CHECK:         %[[S:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #[[SCORES]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[Q]], %[[K]] : {{.*}}) outs(%[[Z]] : tensor<6x4xf32>) attrs = {made, target}
// CHECK:         %[[E1:.*]] = tensor.empty() : tensor<6x4xf32>
// CHECK:         %[[M:.*]] = linalg.generic {indexing_maps = [#[[KEYS_ROWS]], #[[ROWS_KEYS]], #[[KEYS_ROWS]]], iterator_types = ["parallel", "parallel"]} ins(%[[S]], %[[MASK]] : tensor<6x4xf32>, tensor<4x6xf32>) outs(%[[E1]] : tensor<6x4xf32>) attrs = {found, made, target}
// CHECK:           linalg.index 1
// CHECK:         %[[E2:.*]] = tensor.empty() : tensor<6x4xf32>
// CHECK:         %[[P:.*]] = linalg.softmax {made, target} dimension(0) ins(%[[M]] : tensor<6x4xf32>) outs(%[[E2]] : tensor<6x4xf32>)
// CHECK:         %[[R:.*]] = linalg.matmul indexing_maps = [#[[WEIGHTS]], #{{.*}}, #{{.*}}] {reader} ins(%[[P]], %{{.*}} : tensor<6x4xf32>, tensor<6x5xf32>)
// CHECK:         return %[[R]], %[[OLD]]
// expected-remark @below {{applied}}
module {
func.func @scores(%q: tensor<4x8xf32>, %k: tensor<8x6xf32>, %mask: tensor<4x6xf32>, %v: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = linalg.matmul {target} ins(%q, %k : tensor<4x8xf32>, tensor<8x6xf32>) outs(%z : tensor<4x6xf32>) -> tensor<4x6xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %mask : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32, %o0: f32):
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i32
    %f = arith.sitofp %c : i32 to f32
    %1 = arith.mulf %x, %f : f32
    %2 = arith.addf %1, %y : f32
    linalg.yield %2 : f32
  } -> tensor<4x6xf32>
  %p = linalg.softmax {target} dimension(1) ins(%m : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%p, %v : tensor<4x6xf32>, tensor<6x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r, %e : tensor<4x5xf32>, tensor<4x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  %products = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %first, %reader = transform.split_handle %products : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
  transform.annotate %1 "made" : !transform.any_op
  %generics = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %score, %masked = transform.split_handle %generics : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %masked "found" : !transform.any_op
  transform.annotate %reader "reader" : !transform.any_op
}
}

// -----

// The maximum and the sum of a row, and the ops that read them, stay as they are. A
// tensor.dim asks for the dim where it is now, and sizes change places.
// CHECK-DAG:   #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %{{.*}}: tensor<?x?xf32>, %[[MAX:.*]]: tensor<?xf32>, %[[SUM:.*]]: tensor<?xf32>, %[[SCALE:.*]]: tensor<?xf32>, %[[M:.*]]: index, %[[N:.*]]: index
// CHECK:         %[[E0:.*]] = tensor.empty(%[[N]], %[[M]]) : tensor<?x?xf32>
// CHECK:         %[[X:.*]] = linalg.generic {{.*}} outs(%[[E0]] : tensor<?x?xf32>)
// CHECK:         %[[E1:.*]] = tensor.empty(%[[N]], %[[M]]) : tensor<?x?xf32>
// CHECK:         %[[S:.*]]:4 = linalg_ext.unnorm_softmax {target} dimension(0) ins(%[[X]] : tensor<?x?xf32>) outs(%[[E1]], %[[MAX]], %[[SUM]], %[[SCALE]] :
// CHECK:         %[[C:.*]] = arith.constant 0 : index
// CHECK:         %[[KEYS:.*]] = tensor.dim %[[S]]#0, %[[C]]
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[TURNED]], #[[ROW]], #[[TURNED]]], {{.*}} ins(%[[S]]#0, %[[S]]#2 :
// CHECK:         return %{{.*}}, %[[S]]#1, %[[KEYS]]
// expected-remark @below {{applied}}
module {
func.func @rows(%a: tensor<?x?xf32>, %max: tensor<?xf32>, %sum: tensor<?xf32>, %scale: tensor<?xf32>, %m: index, %n: index, %s: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, index) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.exp {target} ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1:4 = linalg_ext.unnorm_softmax {target} dimension(1) ins(%0 : tensor<?x?xf32>) outs(%e, %max, %sum, %scale : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %keys = tensor.dim %1#0, %c1 : tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1#0, %1#2 : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %3 = arith.divf %x, %y : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%2 : tensor<?x?xf32>) outs(%s : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %3 = arith.maximumf %x, %y : f32
    linalg.yield %3 : f32
  } -> tensor<?xf32>
  return %4, %1#1, %keys : tensor<?xf32>, tensor<?xf32>, index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.transpose_results %0 permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Named ops that read the result become generics of the same body, once each, and
// their handles follow.
// CHECK-DAG:   #[[SAME:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @named_readers(
// CHECK:         %[[N:.*]] = linalg.generic {{.*}} attrs = {target}
// CHECK:         %[[S:.*]] = linalg.generic {indexing_maps = [#[[TURNED]], #[[TURNED]], #[[SAME]]], {{.*}} ins(%[[N]], %[[N]] : tensor<6x4xf32>, tensor<6x4xf32>) outs(%{{.*}} : tensor<4x6xf32>) attrs = {found, reader}
// CHECK:           arith.addf %{{.*}}, %{{.*}} : f32
// CHECK:         %[[T:.*]] = linalg.generic {indexing_maps = [#[[SAME]], #[[SAME]]], {{.*}} ins(%[[N]] : tensor<6x4xf32>) outs(%{{.*}} : tensor<6x4xf32>) attrs = {found, reader}
// CHECK:         return %[[S]], %[[T]]
// expected-remark @below {{applied}}
module {
func.func @named_readers(%a: tensor<4x6xf32>, %turned: tensor<6x4xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %n = linalg.negf {target} ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = linalg.add {reader} ins(%n, %n : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %t = linalg.transpose ins(%n : tensor<4x6xf32>) outs(%turned : tensor<6x4xf32>) permutation = [1, 0] {reader}
  return %s, %t : tensor<4x6xf32>, tensor<6x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %targets = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  %readers = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
  %turned = transform.heddle.transpose_results %targets permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
  transform.annotate %readers "found" : !transform.any_op
}
}
