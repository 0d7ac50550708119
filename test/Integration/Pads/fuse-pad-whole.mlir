// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: sed s/whole/boundary/ %s > %t.mlir
// RUN: heddle check %t.mlir | FileCheck %s --check-prefix=SAME

// CHECK: #[[SUM:.*]] = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2)>

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// SAME: static: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @static(
// CHECK-SAME:      %[[A:.*]]: tensor<10x10xf32>, %[[V:.*]]: f32)
// CHECK-NOT:     tensor.pad
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<13x15xf32>
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%[[E]] : tensor<13x15xf32>)
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][2, 3] [10, 10] [1, 1] : tensor<13x15xf32> to tensor<10x10xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<10x10xf32>) outs(%[[S]] : tensor<10x10xf32>)
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[R]] into %[[F]][2, 3] [10, 10] [1, 1] : tensor<10x10xf32> into tensor<13x15xf32>
// CHECK:         return %[[P]]
func.func @static(%input: tensor<10x10xf32>, %value: f32) -> tensor<13x15xf32> {
  %init = tensor.empty() : tensor<10x10xf32>
  %computed = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%input : tensor<10x10xf32>) outs(%init : tensor<10x10xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<10x10xf32>
  %padded = tensor.pad %computed low[2, 3] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %value : f32
  } : tensor<10x10xf32> to tensor<13x15xf32>
  return %padded : tensor<13x15xf32>
}

// SAME: even: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @even(
// CHECK:         %[[C:.*]] = arith.constant 5.000000e+00
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[C]] : f32) outs({{.*}} : tensor<13x14xf32>)
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][2, 2] [10, 10]
// CHECK:         %[[R:.*]] = linalg.square ins({{.*}}) outs(%[[S]] :
// CHECK:         tensor.insert_slice %[[R]] into %[[F]][2, 2] [10, 10]
func.func @even(%input: tensor<10x10xf32>) -> tensor<13x14xf32> {
  %const = arith.constant 5.0 : f32
  %init = tensor.empty() : tensor<10x10xf32>
  %source = linalg.square ins(%input : tensor<10x10xf32>) outs(%init : tensor<10x10xf32>) -> tensor<10x10xf32>
  %padded = tensor.pad %source low[2, 2] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %const : f32
  } : tensor<10x10xf32> to tensor<13x14xf32>
  return %padded : tensor<13x14xf32>
}

// Sizes and amounts are known at run time only.
// SAME: dynamic_pad_fusion: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @dynamic_pad_fusion(
// CHECK-SAME:      %[[A:.*]]: tensor<?x?xf32>, %[[LY:.*]]: index, %[[LX:.*]]: index, %[[HY:.*]]: index, %[[HX:.*]]: index, %[[V:.*]]: f32)
// CHECK-DAG:     %[[H:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG:     %[[W:.*]] = tensor.dim %[[A]], %c1
// CHECK-DAG:     %[[PH:.*]] = affine.apply #[[SUM]]()[%[[LY]], %[[H]], %[[HY]]]
// CHECK-DAG:     %[[PW:.*]] = affine.apply #[[SUM]]()[%[[LX]], %[[W]], %[[HX]]]
// CHECK:         %[[E:.*]] = tensor.empty(%[[PH]], %[[PW]])
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%[[E]] :
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][%[[LY]], %[[LX]]] [%[[H]], %[[W]]] [1, 1]
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<?x?xf32>) outs(%[[S]] :
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[R]] into %[[F]][%[[LY]], %[[LX]]] [%[[H]], %[[W]]] [1, 1]
// CHECK:         return %[[P]]
func.func @dynamic_pad_fusion(%input: tensor<?x?xf32>, %low_y: index, %low_x: index, %high_y: index, %high_x: index, %color: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %height = tensor.dim %input, %c0 : tensor<?x?xf32>
  %width = tensor.dim %input, %c1 : tensor<?x?xf32>
  %buffer = tensor.empty(%height, %width) : tensor<?x?xf32>
  %filtered = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%input : tensor<?x?xf32>) outs(%buffer : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %padded = tensor.pad %filtered low[%low_y, %low_x] high[%high_y, %high_x] {
  ^bb0(%y: index, %x: index):
    tensor.yield %color : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %padded : tensor<?x?xf32>
}

// One dim is static, and the result is transposed.
// SAME: mixed_pad_fusion: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @mixed_pad_fusion(
// CHECK-SAME:      %[[A:.*]]: tensor<?x42xf32>, %[[L:.*]]: index, %[[H:.*]]: index, %[[V:.*]]: f32)
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK:         %[[PN:.*]] = affine.apply #[[SUM]]()[%[[L]], %[[N]], %[[H]]]
// CHECK:         %[[E:.*]] = tensor.empty(%[[PN]]) : tensor<49x?xf32>
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%[[E]] :
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][3, %[[L]]] [42, %[[N]]] [1, 1] : tensor<49x?xf32> to tensor<42x?xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<?x42xf32>) outs(%[[S]] :
// CHECK:         tensor.insert_slice %[[R]] into %[[F]][3, %[[L]]] [42, %[[N]]] [1, 1]
func.func @mixed_pad_fusion(%input: tensor<?x42xf32>, %low: index, %high: index, %value: f32) -> tensor<49x?xf32> {
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %input, %c0 : tensor<?x42xf32>
  %init = tensor.empty(%batch) : tensor<42x?xf32>
  %transposed = linalg.generic {indexing_maps = [#id, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%input : tensor<?x42xf32>) outs(%init : tensor<42x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<42x?xf32>
  %padded = tensor.pad %transposed low[3, %low] high[4, %high] {
  ^bb0(%i: index, %j: index):
    tensor.yield %value : f32
  } : tensor<42x?xf32> to tensor<49x?xf32>
  return %padded : tensor<49x?xf32>
}

// The amounts are those that make the sizes multiples of 16.
// SAME: up_to_16: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @up_to_16(
// CHECK-NOT:     tensor.pad
// CHECK:         %[[F:.*]] = linalg.fill ins(
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][0, 0]
// CHECK:         linalg.abs ins({{.*}}) outs(%[[S]] :
func.func @up_to_16(%input: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2.0 : f32
  %m = tensor.dim %input, %c0 : tensor<?x?xf32>
  %n = tensor.dim %input, %c1 : tensor<?x?xf32>
  %init = tensor.empty(%m, %n) : tensor<?x?xf32>
  %source = linalg.abs ins(%input : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = tensor.dim %source, %c0 : tensor<?x?xf32>
  %q = tensor.dim %source, %c1 : tensor<?x?xf32>
  %hp = affine.apply affine_map<()[s0] -> ((s0 ceildiv 16) * 16 - s0)>()[%p]
  %hq = affine.apply affine_map<()[s0] -> ((s0 ceildiv 16) * 16 - s0)>()[%q]
  %padded = tensor.pad %source low[0, 0] high[%hp, %hq] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c2 : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %padded : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads {fill = "whole"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
