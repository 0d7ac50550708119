// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: sed s/boundary/whole/ %s > %t.mlir
// RUN: heddle check %t.mlir | FileCheck %s --check-prefix=SAME

// Four slabs: the rows above and below, then the rest of the columns.
// SAME: slabs: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @slabs(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<12x12xf32>
// CHECK:         %[[S0:.*]] = tensor.empty() : tensor<1x12xf32>
// CHECK:         %[[F0:.*]] = linalg.fill ins({{.*}}) outs(%[[S0]] : tensor<1x12xf32>)
// CHECK:         %[[I0:.*]] = tensor.insert_slice %[[F0]] into %[[E]][0, 0] [1, 12] [1, 1]
// CHECK:         %[[S1:.*]] = tensor.extract_slice %[[I0]][9, 0] [3, 12] [1, 1]
// CHECK:         %[[F1:.*]] = linalg.fill ins({{.*}}) outs(%[[S1]] : tensor<3x12xf32>)
// CHECK:         %[[I1:.*]] = tensor.insert_slice %[[F1]] into %[[I0]][9, 0] [3, 12] [1, 1]
// CHECK:         %[[S2:.*]] = tensor.extract_slice %[[I1]][1, 0] [8, 2] [1, 1]
// CHECK:         %[[F2:.*]] = linalg.fill ins({{.*}}) outs(%[[S2]] : tensor<8x2xf32>)
// CHECK:         %[[I2:.*]] = tensor.insert_slice %[[F2]] into %[[I1]][1, 0] [8, 2] [1, 1]
// CHECK:         %[[S3:.*]] = tensor.extract_slice %[[I2]][1, 11] [8, 1] [1, 1]
// CHECK:         %[[F3:.*]] = linalg.fill ins({{.*}}) outs(%[[S3]] : tensor<8x1xf32>)
// CHECK:         %[[I3:.*]] = tensor.insert_slice %[[F3]] into %[[I2]][1, 11] [8, 1] [1, 1]
// CHECK-NOT:     linalg.fill
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[I3]][1, 2] [8, 9] [1, 1]
// CHECK:         %[[R:.*]] = linalg.negf ins({{.*}}) outs(%[[S]] :
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[R]] into %[[I3]][1, 2] [8, 9] [1, 1]
// CHECK:         return %[[P]]
func.func @slabs(%a: tensor<8x9xf32>) -> tensor<12x12xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<8x9xf32>
  %0 = linalg.negf ins(%a : tensor<8x9xf32>) outs(%e : tensor<8x9xf32>) -> tensor<8x9xf32>
  %1 = tensor.pad %0 low[1, 2] high[3, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<8x9xf32> to tensor<12x12xf32>
  return %1 : tensor<12x12xf32>
}

// The middle one of three dims; the constant is one of the body.
// SAME: middle: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @middle(
// CHECK:         %[[C:.*]] = arith.constant 4
// CHECK:         linalg.fill ins(%[[C]] : i32) outs({{.*}} : tensor<3x2x4xi32>)
// CHECK-NOT:     linalg.fill
// CHECK:         linalg.generic {{.*}} ins(%arg0 :
func.func @middle(%a: tensor<3x5x4xi32>) -> tensor<3x7x4xi32> {
  %e = tensor.empty() : tensor<3x5x4xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<3x5x4xi32>) outs(%e : tensor<3x5x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %in : i32
    linalg.yield %s : i32
  } -> tensor<3x5x4xi32>
  %1 = tensor.pad %0 low[0, 2, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    %c = arith.constant 4 : i32
    tensor.yield %c : i32
  } : tensor<3x5x4xi32> to tensor<3x7x4xi32>
  return %1 : tensor<3x7x4xi32>
}

// The padding value depends on the index: that of the padded tensor.
// SAME: by_index: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @by_index(
// CHECK-NOT:     tensor.pad
// CHECK-COUNT-3: linalg.index 1
// CHECK:         linalg.negf ins(%arg0 :
func.func @by_index(%a: tensor<?x8xf32>) -> tensor<?x11xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %0 = linalg.negf ins(%a : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = tensor.pad %0 low[%m, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    %w = arith.constant 100 : index
    %r = arith.muli %i, %w : index
    %s = arith.addi %r, %j : index
    %x = arith.index_cast %s : index to i32
    %y = arith.sitofp %x : i32 to f32
    tensor.yield %y : f32
  } : tensor<?x8xf32> to tensor<?x11xf32>
  return %1 : tensor<?x11xf32>
}

// The padding is computed between the producer and the pad, which moves up.
// SAME: computed: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @computed(
// CHECK-SAME:      %[[V:[a-z0-9]+]]: f32)
// CHECK:         %[[W:.*]] = arith.addf %[[V]], %[[V]]
// CHECK:         linalg.fill ins(%[[W]] : f32)
// CHECK:         linalg.negf ins(%arg0 :
func.func @computed(%a: tensor<5xf32>, %v: f32) -> (tensor<8xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %2 = linalg.mul ins(%0, %a : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %w = arith.addf %v, %v : f32
  %1 = tensor.pad %0 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %w : f32
  } : tensor<5xf32> to tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<5xf32>
}

// The padding is the sum of the elements, which a linalg op computes: the
// producer moves down to the pad.
// SAME: moved_down: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @moved_down(
// CHECK:         linalg.reduce { arith.addf } ins(%arg0 :
// CHECK:         %[[X:.*]] = tensor.extract %
// CHECK:         linalg.fill ins(%[[X]] : f32)
// CHECK:         linalg.negf ins(%arg0 :
func.func @moved_down(%a: tensor<5xf32>, %s: tensor<f32>) -> (tensor<8xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<5xf32>) outs(%s : tensor<f32>) dimensions = [0]
  %x = tensor.extract %sum[] : tensor<f32>
  %1 = tensor.pad %0 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<5xf32> to tensor<8xf32>
  %2 = linalg.abs ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %1, %2 : tensor<8xf32>, tensor<5xf32>
}

// Nothing is padded: a tensor of its own all the same, which 'nofold' asks for.
// SAME: nofold: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @nofold(
// CHECK-NOT:     tensor.pad
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<5xf32>
// CHECK:         %[[R:.*]] = linalg.negf ins({{.*}}) outs(%[[E]] :
// CHECK:         return %[[R]]
func.func @nofold(%a: tensor<5xf32>) -> tensor<5xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %1 = tensor.pad %0 nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<5xf32> to tensor<5xf32>
  return %1 : tensor<5xf32>
}

// A source without elements, at the end of its dim: there is only padding.
// SAME: only_padding: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @only_padding(
// CHECK:         %[[F:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<3x9xf32>)
// CHECK:         return %[[F]]
func.func @only_padding(%a: tensor<0x6xf32>) -> tensor<3x9xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<0x6xf32>
  %0 = linalg.negf ins(%a : tensor<0x6xf32>) outs(%e : tensor<0x6xf32>) -> tensor<0x6xf32>
  %1 = tensor.pad %0 low[3, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<0x6xf32> to tensor<3x9xf32>
  return %1 : tensor<3x9xf32>
}

// Extents of 0 and 1 and amounts of 0 that are known at run time only.
// SAME: three_dims: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @three_dims(
// CHECK-COUNT-6: linalg.fill ins(
// CHECK-NOT:     linalg.fill
// CHECK:         linalg.add ins(%arg0, %arg1 :
func.func @three_dims(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>, %low: index, %high: index) -> tensor<?x?x?xf32> {
  %c = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %k = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  %e = tensor.empty(%m, %n, %k) : tensor<?x?x?xf32>
  %0 = linalg.add ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = tensor.pad %0 low[%low, 2, %high] high[%high, %low, 1] {
  ^bb0(%i: index, %j: index, %l: index):
    tensor.yield %c : f32
  } : tensor<?x?x?xf32> to tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// A scalar has no frame.
// SAME: scalar: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @scalar(
// CHECK-NOT:     tensor.pad
// CHECK:         linalg.negf ins(%arg0 : tensor<f32>)
func.func @scalar(%a: tensor<f32>) -> tensor<f32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.negf ins(%a : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  %1 = tensor.pad %0 nofold low[] high[] {
    tensor.yield %c : f32
  } : tensor<f32> to tensor<f32>
  return %1 : tensor<f32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads {fill = "boundary"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
