// A producer that is returned, too: it is computed once, in the loops, and both
// results leave them. They start from one argument, which must not make them
// share a buffer.
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL

// CHECK-LABEL: func.func @fuse_element(
// CHECK-SAME:    %[[X:.*]]: tensor<512x128xf32>, %[[D:.*]]: tensor<512x128xf32>)
// CHECK-NOT:     linalg
// CHECK:         %[[R:.*]]:2 = scf.for %[[I:[^ ]*]] = {{.*}} -> (tensor<512x128xf32>, tensor<512x128xf32>)
// CHECK:           %[[S:.*]]:2 = scf.for %[[J:[^ ]*]] = {{.*}} -> (tensor<512x128xf32>, tensor<512x128xf32>)
// CHECK:             %[[XT:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [32, 32] [1, 1]
// CHECK:             %[[E:.*]] = linalg.exp ins(%[[XT]] :
// CHECK:             %[[SUM:.*]] = linalg.add ins(%[[E]], %[[XT]] :
// CHECK:             %[[SUM_OUT:.*]] = tensor.insert_slice %[[SUM]] into %{{.*}}[%[[I]], %[[J]]] [32, 32] [1, 1]
// CHECK:             %[[E_OUT:.*]] = tensor.insert_slice %[[E]] into %{{.*}}[%[[I]], %[[J]]] [32, 32] [1, 1]
// CHECK:             scf.yield %[[SUM_OUT]], %[[E_OUT]]
// CHECK:           scf.yield %[[S]]#0, %[[S]]#1
// CHECK-NOT:     linalg
// CHECK:         return %[[R]]#1, %[[R]]#0
// EQUAL: fuse_element: equal: {{.*}}random data bit for bit
func.func @fuse_element(%arg0: tensor<512x128xf32>, %arg1: tensor<512x128xf32>)
    -> (tensor<512x128xf32>, tensor<512x128xf32>) {
  %0 = linalg.exp ins(%arg0 : tensor<512x128xf32>)
                  outs(%arg1: tensor<512x128xf32>) -> tensor<512x128xf32>
  %1 = linalg.add ins(%0, %arg0 : tensor<512x128xf32>, tensor<512x128xf32>)
                  outs(%arg1: tensor<512x128xf32>) -> tensor<512x128xf32>
  return %0, %1 : tensor<512x128xf32>, tensor<512x128xf32>
}
transform.sequence failures(propagate) {
^bb0(%arg0: !pdl.operation):
  %0 = transform.structured.match ops{["linalg.add"]} in %arg0 : (!pdl.operation) -> !pdl.operation
  %transformed, %loops:2 = transform.structured.fuse_ext %0 {tile_interchange = [], tile_sizes = [32, 32]}
  cleanup
}
