// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext | FileCheck %s

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#column = affine_map<(d0, d1) -> (d0, 0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-DAG: #[[$ID3:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

// The reader iterates like the producer of the collapsed value; an operand that
// it reads with a constant keeps that dim.
// SAME: constant_in_map: equal
// CHECK-LABEL: func.func @constant_in_map(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<1x256x1024xf32>, %[[B:[a-z0-9]+]]: tensor<256x1024xf16>, %[[C:[a-z0-9]+]]: tensor<256x1xf32>, %[[D:[a-z0-9]+]]: tensor<256x1xf32>)
// CHECK-DAG:     %[[EB:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0, 1], [2]]
// CHECK-DAG:     %[[ED:.*]] = tensor.expand_shape %[[D]] {{\[\[}}0, 1], [2]] {{.*}} into tensor<1x256x1xf32>
// CHECK-DAG:     %[[EC:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1], [2]] {{.*}} into tensor<1x256x1xf32>
// CHECK-DAG:     %[[E:.*]] = tensor.empty() : tensor<1x256x1024xf32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID3]], #[[$ID3]], #[[$COLUMN]], #[[$COLUMN]], #[[$ID3]]], iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK-SAME:      ins(%[[EB]], %[[A]], %[[ED]], %[[EC]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f16, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %[[W:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T0:.*]] = arith.extf %[[X]]
// CHECK-NEXT:      %[[T1:.*]] = arith.addf %[[Y]], %[[T0]]
// CHECK-NEXT:      %[[T2:.*]] = arith.subf %[[T1]], %[[W]]
// CHECK-NEXT:      %[[T3:.*]] = arith.mulf %[[T2]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[T3]]
// CHECK:         %[[F:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0, 1], [2]]
// CHECK:         return %[[F]]
func.func @constant_in_map(%arg0: tensor<1x256x1024xf32>, %arg1: tensor<256x1024xf16>, %arg2: tensor<256x1xf32>, %arg3: tensor<256x1xf32>) -> tensor<256x1024xf32> {
  %expanded = tensor.expand_shape %arg1 [[0, 1], [2]] output_shape [1, 256, 1024] : tensor<256x1024xf16> into tensor<1x256x1024xf16>
  %0 = tensor.empty() : tensor<1x256x1024xf32>
  %1 = tensor.empty() : tensor<256x1024xf32>
  %2 = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %arg0 : tensor<1x256x1024xf16>, tensor<1x256x1024xf32>) outs(%0 : tensor<1x256x1024xf32>) {
  ^bb0(%in: f16, %in_0: f32, %out: f32):
    %4 = arith.extf %in : f16 to f32
    %5 = arith.addf %in_0, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<1x256x1024xf32>
  %collapsed = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<1x256x1024xf32> into tensor<256x1024xf32>
  %3 = linalg.generic {indexing_maps = [#column, #column, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%arg3, %arg2, %collapsed : tensor<256x1xf32>, tensor<256x1xf32>, tensor<256x1024xf32>) outs(%1 : tensor<256x1024xf32>) {
  ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
    %4 = arith.subf %in_1, %in_0 : f32
    %5 = arith.mulf %4, %in : f32
    linalg.yield %5 : f32
  } -> tensor<256x1024xf32>
  return %3 : tensor<256x1024xf32>
}

// The same with a constant that is not 0, in both maps of an operand: nothing of
// that operand is split.
// SAME: other_constants: equal
// CHECK-LABEL: func.func @other_constants(
// CHECK-SAME:    %{{.*}}: tensor<2x3x5xf32>, %[[B:[a-z0-9]+]]: tensor<2x4xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID3]], #[[CONSTANTS:.*]], #[[$ID3]]]
// CHECK-SAME:      ins(%{{.*}}, %[[B]] : tensor<2x3x5xf32>, tensor<2x4xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @other_constants(%a: tensor<2x3x5xf32>, %b: tensor<2x4xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<2x3x5xf32>
  %f = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.negf ins(%a : tensor<2x3x5xf32>) outs(%e : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x5xf32> into tensor<6x5xf32>
  %2 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (1, 3)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<6x5xf32>, tensor<2x4xf32>) outs(%f : tensor<6x5xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  return %2 : tensor<6x5xf32>
}

// The index of a split loop is put together again, and the transposed operand
// is split at its other dim. The chain after it follows.
// SAME: index_of_split: equal
// CHECK-LABEL: func.func @index_of_split(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3x5xi32>, %[[B:[a-z0-9]+]]: tensor<5x6xi32>)
// CHECK:         %[[EB:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0], [1, 2]] {{.*}} into tensor<5x2x3xi32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[EB]] :
// CHECK:           %[[I:.*]] = affine.apply #{{.*}}()[%{{.*}}, %{{.*}}]
// CHECK:           arith.index_cast %[[I]] : index to i32
// CHECK-NOT:     linalg.generic
// CHECK:         tensor.collapse_shape %[[R]] {{\[\[}}0, 1], [2]]
func.func @index_of_split(%a: tensor<2x3x5xi32>, %b: tensor<5x6xi32>) -> tensor<6x5xi32> {
  %e = tensor.empty() : tensor<2x3x5xi32>
  %f = tensor.empty() : tensor<6x5xi32>
  %0 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x5xi32>) outs(%e : tensor<2x3x5xi32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.muli %x, %x : i32
    linalg.yield %s : i32
  } -> tensor<2x3x5xi32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x5xi32> into tensor<6x5xi32>
  %2 = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %b : tensor<6x5xi32>, tensor<5x6xi32>) outs(%f : tensor<6x5xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %s = arith.addi %x, %c : i32
    %t = arith.subi %s, %y : i32
    linalg.yield %t : i32
  } -> tensor<6x5xi32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<6x5xi32>) outs(%f : tensor<6x5xi32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.muli %x, %x : i32
    linalg.yield %s : i32
  } -> tensor<6x5xi32>
  return %3 : tensor<6x5xi32>
}

// A producer whose result is expanded iterates like its reader, which reduces
// along one of the new dims.
// SAME: expanded_result: equal
// CHECK-LABEL: func.func @expanded_result(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x5xf32>, %[[C:[a-z0-9]+]]: tensor<2x5xf32>)
// CHECK:         %[[EA:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1], [2]] {{.*}} into tensor<2x3x5xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[EA]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT:      %{{.*}} = arith.addf %[[O]], %[[S]]
func.func @expanded_result(%a: tensor<6x5xf32>, %c: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %f = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x5xf32>) outs(%f : tensor<6x5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.mulf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 5] : tensor<6x5xf32> into tensor<2x3x5xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<2x3x5xf32>) outs(%c : tensor<2x5xf32>) dimensions = [1]
  return %2 : tensor<2x5xf32>
}

// A named reader of a collapsed value, and a map whose result is expanded,
// become generics for it.
// SAME: named_ops: equal
// CHECK-LABEL: func.func @named_ops(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>, %[[B:[a-z0-9]+]]: tensor<6xf32>,
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[B]]
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[E]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S0:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[S1:.*]] = arith.addf %[[S0]], %[[Y]]
// CHECK-NEXT:      %[[S2:.*]] = arith.mulf %[[S1]], %[[S1]]
// CHECK-NEXT:      %[[S3:.*]] = arith.negf %[[S2]]
// CHECK-NEXT:      linalg.yield %[[S3]]
// CHECK:         return %[[R]]
func.func @named_ops(%a: tensor<2x3xf32>, %b: tensor<6xf32>, %o: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = tensor.empty() : tensor<6xf32>
  %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = linalg.add ins(%1, %b : tensor<6xf32>, tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  %3 = linalg.map ins(%2 : tensor<6xf32>) outs(%f : tensor<6xf32>) (%x: f32, %i: f32) {
    %s = arith.mulf %x, %x : f32
    linalg.yield %s : f32
  }
  %4 = tensor.expand_shape %3 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %5 = linalg.negf ins(%4 : tensor<2x3xf32>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// Between two matmuls the reshapes are needed.
// CHECK-LABEL: func.func private @reshape_stays(
// CHECK:         %[[E:.*]] = tensor.expand_shape %{{.*}} into tensor<2x3x6xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[E]] :
func.func private @reshape_stays(%a: tensor<6x6xf32>) -> tensor<2x3x6xf32> {
  %e = tensor.empty() : tensor<2x3x6xf32>
  %0 = linalg.matmul ins(%a, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%a : tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 6] : tensor<6x6xf32> into tensor<2x3x6xf32>
  %2 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1 : tensor<2x3x6xf32>) outs(%e : tensor<2x3x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.mulf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<2x3x6xf32>
  return %2 : tensor<2x3x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
