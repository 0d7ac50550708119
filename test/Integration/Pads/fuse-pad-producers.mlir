// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: sed 's/"auto"/"boundary"/' %s > %t.boundary.mlir
// RUN: heddle check %t.boundary.mlir | FileCheck %s --check-prefix=SAME
// RUN: heddle explain --memory %s | FileCheck %s --check-prefix=MEMORY

// One buffer each, and a copy only of the initial value; also the result of the
// second product, and the window.
// MEMORY: memory of @accumulator: 1 allocation (4*s0*s1 B, 1 x), 1 copy (4*arg2[0]*arg2[1] B, 1 x)
// MEMORY: memory of @in_plus_out: 1 allocation (288 B, 1 x), 1 copy (120 B, 1 x)
// MEMORY: memory of @shared_fill: 2 allocations (480 B, 2 x), 0 copies
// MEMORY: memory of @chain: 1 allocation (360 B, 1 x), 0 copies
// MEMORY: memory of @zeros: 1 allocation (1600 B, 1 x), 0 copies
// MEMORY: memory of @pooling: 2 allocations (176 B, 2 x), 0 copies
// MEMORY: memory of @transposed: 1 allocation (224 B, 1 x), 0 copies
// MEMORY: memory of @counts: 1 allocation (288 B, 1 x), 0 copies
// MEMORY: memory of @zero_trips: 1 allocation (4*s0 B, 1 x), 1 copy (4*arg1[0] B, 1 x)

#id = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// The product starts from an argument, which is copied, not from the padding.
// SAME: accumulator: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @accumulator(
// CHECK-SAME:      %[[ACC:[a-z0-9]+]]: tensor<?x?xf32>)
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F:.*]][1, 2] [
// CHECK:         %[[C:.*]] = linalg.copy ins(%[[ACC]] : {{.*}} outs(%[[S]] :
// CHECK:         %[[R:.*]] = linalg.matmul {tag = "kept"} ins({{.*}}) outs(%[[C]] :
// CHECK:         tensor.insert_slice %[[R]] into %[[F]][1, 2] [
func.func @accumulator(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %acc: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c = arith.constant 7.0 : f32
  %0 = linalg.matmul {tag = "kept"} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%acc : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.pad %0 low[1, 2] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// An elementwise body that reads its destination.
// SAME: in_plus_out: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @in_plus_out(
// CHECK-SAME:      %[[OUT:[a-z0-9]+]]: tensor<6x5xf32>)
// CHECK:         %[[C:.*]] = linalg.copy ins(%[[OUT]] :
// CHECK:         linalg.generic {{.*}} outs(%[[C]] :
func.func @in_plus_out(%a: tensor<6x5xf32>, %out: tensor<6x5xf32>) -> tensor<8x9xf32> {
  %c = arith.constant 7.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x5xf32>) outs(%out : tensor<6x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %s = arith.addf %in, %o : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  %1 = tensor.pad %0 low[1, 2] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<8x9xf32>
  return %1 : tensor<8x9xf32>
}

// The fill that the product starts from is repeated in the slice, and stays for
// the other product.
// SAME: shared_fill: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @shared_fill(
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0.0
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 2] [6, 5]
// CHECK:         %[[I:.*]] = linalg.fill ins(%[[C0]] : f32) outs(%[[S]] :
// CHECK:         linalg.matmul ins({{.*}}) outs(%[[I]] :
func.func @shared_fill(%a: tensor<6x7xf32>, %b: tensor<7x5xf32>, %d: tensor<7x5xf32>) -> (tensor<9x10xf32>, tensor<6x5xf32>) {
  %c = arith.constant 7.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x7xf32>, tensor<7x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  %2 = linalg.matmul ins(%a, %d : tensor<6x7xf32>, tensor<7x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  %1 = tensor.pad %0 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  return %1, %2 : tensor<9x10xf32>, tensor<6x5xf32>
}

// Two products that add up, one after the other, from a broadcast bias: all of
// them move into the slice.
// SAME: chain: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 2] [6, 5]
// CHECK:         %[[B:.*]] = linalg.broadcast ins({{.*}}) outs(%[[S]] :
// CHECK:         %[[P:.*]] = linalg.matmul ins({{.*}}) outs(%[[B]] :
// CHECK:         %[[Q:.*]] = linalg.matmul ins({{.*}}) outs(%[[P]] :
// CHECK:         tensor.insert_slice %[[Q]] into
func.func @chain(%a: tensor<6x7xf32>, %b: tensor<7x5xf32>, %d: tensor<7x5xf32>, %bias: tensor<5xf32>) -> tensor<9x10xf32> {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.broadcast ins(%bias : tensor<5xf32>) outs(%e : tensor<6x5xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%a, %b : tensor<6x7xf32>, tensor<7x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  %2 = linalg.matmul ins(%a, %d : tensor<6x7xf32>, tensor<7x5xf32>) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
  %1 = tensor.pad %2 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  return %1 : tensor<9x10xf32>
}

// A convolution that starts from zeros and is padded with zeros: by default one
// fill does for both.
// SAME: zeros: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @zeros(
// CHECK:         %[[F:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<1x10x10x4xf32>)
// CHECK-NOT:     linalg.fill
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][0, 1, 1, 0] [1, 8, 8, 4]
// CHECK:         %[[R:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} outs(%[[S]] :
// CHECK:         tensor.insert_slice %[[R]] into %[[F]][0, 1, 1, 0] [1, 8, 8, 4]
func.func @zeros(%a: tensor<1x10x10x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x10x10x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x8x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %w : tensor<1x10x10x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = tensor.pad %0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %y = arith.constant 0.0 : f32
    tensor.yield %y : f32
  } : tensor<1x8x8x4xf32> to tensor<1x10x10x4xf32>
  return %1 : tensor<1x10x10x4xf32>
}

// SAME: pooling: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @pooling(
// CHECK-NOT:     tensor.pad
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 1, 0, 0] [1, 3, 3, 2]
// CHECK:         %[[I:.*]] = linalg.fill ins({{.*}}) outs(%[[S]] :
// CHECK:         linalg.pooling_nhwc_max {{.*}} outs(%[[I]] :
func.func @pooling(%a: tensor<1x6x6x2xf32>) -> tensor<1x5x4x2xf32> {
  %c = arith.constant 1.0 : f32
  %z = arith.constant -100.0 : f32
  %win = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%a, %win : tensor<1x6x6x2xf32>, tensor<2x2xf32>) outs(%f : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %1 = tensor.pad %0 low[0, 1, 0, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %c : f32
  } : tensor<1x3x3x2xf32> to tensor<1x5x4x2xf32>
  return %1 : tensor<1x5x4x2xf32>
}

// SAME: transposed: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @transposed(
// CHECK:         %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 1] [5, 6]
// CHECK:         linalg.transpose ins({{.*}}) outs(%[[S]] : {{.*}} permutation = [1, 0]
func.func @transposed(%a: tensor<6x5xf32>) -> tensor<7x8xf32> {
  %c = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5x6xf32>
  %0 = linalg.transpose ins(%a : tensor<6x5xf32>) outs(%e : tensor<5x6xf32>) permutation = [1, 0]
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<5x6xf32> to tensor<7x8xf32>
  return %1 : tensor<7x8xf32>
}

// The body counts rows of the source, not of the padded tensor.
// SAME: counts: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @counts(
// CHECK-NOT:     tensor.pad
// CHECK:         linalg.map ins({{.*}}) outs(%{{.*}} : tensor<6x5xi32>)
func.func @counts(%a: tensor<6x5xi32>) -> tensor<9x8xi32> {
  %c = arith.constant 1 : i32
  %e = tensor.empty() : tensor<6x5xi32>
  %0 = linalg.map ins(%a : tensor<6x5xi32>) outs(%e : tensor<6x5xi32>)
    (%in: i32, %o: i32) {
      %i = linalg.index 0 : index
      %x = arith.index_cast %i : index to i32
      %s = arith.addi %in, %x : i32
      linalg.yield %s : i32
    }
  %1 = tensor.pad %0 low[2, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : i32
  } : tensor<6x5xi32> to tensor<9x8xi32>
  return %1 : tensor<9x8xi32>
}

// The last element of each row, or the old contents if the row is empty.
// SAME: zero_trips: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @zero_trips(
// CHECK-SAME:      %[[OUT:[a-z0-9]+]]: tensor<?xf32>)
// CHECK:         %[[C:.*]] = linalg.copy ins(%[[OUT]] :
// CHECK:         linalg.generic {{.*}} outs(%[[C]] :
func.func @zero_trips(%a: tensor<?x?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 7.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x?xf32>) outs(%out : tensor<?xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<?xf32>
  %1 = tensor.pad %0 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads {fill = "auto"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
