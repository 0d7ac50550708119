// One loop over the roots tiles each layer of a network in a nest of its own: the
// result is the same, with sizes that the tiles do not divide, and 1.
// RUN: heddle check %s --dims arg0=7x5 | FileCheck %s
// RUN: heddle check %s --dims arg0=1x5 | FileCheck %s
// RUN: heddle check %s | FileCheck %s
// CHECK: layers: equal

// RUN: heddle apply %s | FileCheck %s --check-prefix=IR
// IR-LABEL: func.func @layers(
// IR:         %[[L0:.*]] = scf.for
// IR:           %[[M0:.*]] = linalg.matmul
// IR:           linalg.exp ins(%[[M0]] :
// IR:         %[[L1:.*]] = scf.for
// IR:           %[[S:.*]] = tensor.extract_slice %[[L0]]
// IR:           linalg.softmax dimension(1) ins(%[[S]] :
// IR:         %[[L2:.*]] = scf.for
// IR:           %[[P:.*]] = tensor.extract_slice %[[L1]]
// IR:           %[[M1:.*]] = linalg.matmul ins(%[[P]],
// IR:           linalg.mul ins(%[[M1]],
// IR:         %[[L3:.*]] = scf.for
// IR:           %[[Q:.*]] = tensor.extract_slice %[[L2]]
// IR:           %[[SUM:.*]] = linalg.reduce ins(%[[Q]] :
// IR:           linalg.generic {{.*}} ins(%{{.*}}, %[[SUM]] :
// IR:         return %[[L3]]

#map = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @layers(%a: tensor<?x5xf32>, %w: tensor<5x5xf32>, %v: tensor<5x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%m) : tensor<?x5xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<?x5xf32>, tensor<5x5xf32>) outs(%z : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = linalg.exp ins(%0 : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %2 = linalg.softmax dimension(1) ins(%1 : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %et = tensor.empty() : tensor<5x5xf32>
  %t = linalg.transpose ins(%v : tensor<5x5xf32>) outs(%et : tensor<5x5xf32>) permutation = [1, 0]
  %3 = linalg.matmul ins(%2, %t : tensor<?x5xf32>, tensor<5x5xf32>) outs(%z : tensor<?x5xf32>) -> tensor<?x5xf32>
  %4 = linalg.mul ins(%3, %2 : tensor<?x5xf32>, tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %sum = linalg.reduce ins(%4 : tensor<?x5xf32>) outs(%zr : tensor<?xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      %s = arith.addf %x, %acc : f32
      linalg.yield %s : f32
    }
  %5 = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%4, %sum : tensor<?x5xf32>, tensor<?xf32>) outs(%e : tensor<?x5xf32>) {
    ^bb0(%x: f32, %s: f32, %o: f32):
      %q = arith.divf %x, %s : f32
      linalg.yield %q : f32
  } -> tensor<?x5xf32>
  return %5 : tensor<?x5xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %roots = transform.heddle.get_fusion_roots %function : (!transform.any_op) -> !transform.any_op
    transform.foreach %roots : !transform.any_op {
    ^bb0(%root: !transform.any_op):
      %rows = transform.heddle.get_tile_sizes %root [0] {at_most = 4, partial_tiles} : (!transform.any_op) -> !transform.param<i64>
      %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [%rows] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
