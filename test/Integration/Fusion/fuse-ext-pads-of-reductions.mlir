// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle explain --memory %s | FileCheck %s --check-prefix=MEMORY

// Pads of what reduces: its tiles keep one size, also where they reach over the
// source, and the tile of the pad has one buffer and no copy for all that.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The product of 7 x 7 is in a tensor with room for 9 x 9; then comes the frame, two
// slabs per dim around what belongs to the tile.
// SAME: matmul: equal: whole numbers bit for bit
// MEMORY: memory of @matmul: 1 allocation (324 B, 1 x), 0 copies
// MEMORY:      alloc memref<9x9xf32>
// CHECK-LABEL: func.func @matmul(
// CHECK-NOT:     scf.if
// CHECK-DAG:     %[[C:.*]] = arith.constant 3.0
// CHECK-DAG:     %[[ROOM:.*]] = tensor.empty() : tensor<9x9xf32>
// CHECK:         %[[M:.*]] = linalg.matmul {{.*}} -> tensor<7x7xf32>
// CHECK:         %[[T0:.*]] = tensor.insert_slice %[[M]] into %[[ROOM]][%[[I:.*]], %[[J:.*]]] [7, 7] [1, 1]
// CHECK:         %[[S1:.*]] = tensor.extract_slice %[[T0]][1, 1] [%[[TOP:.*]], 7] [1, 1]
// CHECK:         %[[F1:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[S1]] :
// CHECK:         %[[T1:.*]] = tensor.insert_slice %[[F1]] into %[[T0]][1, 1] [%[[TOP]], 7] [1, 1]
// CHECK:         %[[S2:.*]] = tensor.extract_slice %[[T1]][%{{.*}}, 1] [%{{.*}}, 7] [1, 1]
// CHECK:         %[[F2:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[S2]] :
// CHECK:         %[[T2:.*]] = tensor.insert_slice %[[F2]] into %[[T1]][
// CHECK:         %[[S3:.*]] = tensor.extract_slice %[[T2]][%{{.*}}, 1] [%[[ROWS:.*]], %{{.*}}] [1, 1]
// CHECK:         %[[F3:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[S3]] :
// CHECK:         %[[T3:.*]] = tensor.insert_slice %[[F3]] into %[[T2]][
// CHECK:         %[[S4:.*]] = tensor.extract_slice %[[T3]][%{{.*}}, %{{.*}}] [%[[ROWS]], %{{.*}}] [1, 1]
// CHECK:         %[[F4:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[S4]] :
// CHECK:         %[[T4:.*]] = tensor.insert_slice %[[F4]] into %[[T3]][
// CHECK:         %[[T:.*]] = tensor.extract_slice %[[T4]][1, 1] [7, 7] [1, 1]
// CHECK:         linalg.mul {matmul} ins(%[[T]], %[[T]] : tensor<7x7xf32>, tensor<7x7xf32>)
func.func @matmul(%a: tensor<12x7xf32>, %b: tensor<7x12xf32>, %out: tensor<14x14xf32>) -> tensor<14x14xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<12x7xf32>, tensor<7x12xf32>) outs(%f : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<12x12xf32> to tensor<14x14xf32>
  %2 = linalg.mul {matmul} ins(%1, %1 : tensor<14x14xf32>, tensor<14x14xf32>) outs(%out : tensor<14x14xf32>) -> tensor<14x14xf32>
  return %2 : tensor<14x14xf32>
}

// Two of four dims are padded and tiled.
// SAME: conv: equal: whole numbers bit for bit
// MEMORY: memory of @conv: 1 allocation (576 B, 1 x), 0 copies
// MEMORY:      alloc memref<1x6x6x4xf32>
// CHECK-LABEL: func.func @conv(
// CHECK:         linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NOT:     scf.if
func.func @conv(%a: tensor<1x14x14x3xf32>, %k: tensor<3x3x3x4xf32>, %out: tensor<1x14x14x4xf32>) -> tensor<1x14x14x4xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x12x12x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x12x12x4xf32>) -> tensor<1x12x12x4xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x14x14x3xf32>, tensor<3x3x3x4xf32>) outs(%f : tensor<1x12x12x4xf32>) -> tensor<1x12x12x4xf32>
  %1 = tensor.pad %0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %m: index, %l: index):
    tensor.yield %c : f32
  } : tensor<1x12x12x4xf32> to tensor<1x14x14x4xf32>
  %2 = linalg.mul {conv} ins(%1, %1 : tensor<1x14x14x4xf32>, tensor<1x14x14x4xf32>) outs(%out : tensor<1x14x14x4xf32>) -> tensor<1x14x14x4xf32>
  return %2 : tensor<1x14x14x4xf32>
}

// The initial value of the product must not change: it is copied, and the tile
// is copied as a whole.
// SAME: accumulate: equal: whole numbers bit for bit
// MEMORY: memory of @accumulate: 2 allocations ({{.*}}), 2 copies
// CHECK-LABEL: func.func @accumulate(
// CHECK:         linalg.matmul {{.*}} -> tensor<3x4xf32>
func.func @accumulate(%a: tensor<12x7xf32>, %b: tensor<7x12xf32>, %acc: tensor<12x12xf32>, %out: tensor<14x14xf32>) -> tensor<14x14xf32> {
  %c = arith.constant 3.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<12x7xf32>, tensor<7x12xf32>) outs(%acc : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<12x12xf32> to tensor<14x14xf32>
  %2 = linalg.mul {accumulate} ins(%1, %1 : tensor<14x14xf32>, tensor<14x14xf32>) outs(%out : tensor<14x14xf32>) -> tensor<14x14xf32>
  return %2 : tensor<14x14xf32>
}

// SAME: rowsum: equal: whole numbers bit for bit
// MEMORY: memory of @rowsum: 1 allocation (24 B, 1 x), 0 copies
// CHECK-LABEL: func.func @rowsum(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<4x7xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @rowsum(%a: tensor<12x7xf32>, %out: tensor<14xf32>) -> tensor<14xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12xf32>) -> tensor<12xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<12x7xf32>) outs(%f : tensor<12xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<12xf32> to tensor<14xf32>
  %2 = linalg.mul {rowsum} ins(%1, %1 : tensor<14xf32>, tensor<14xf32>) outs(%out : tensor<14xf32>) -> tensor<14xf32>
  return %2 : tensor<14xf32>
}

// The window has a buffer too, which no op writes.
// SAME: pool: equal: whole numbers bit for bit
// MEMORY: memory of @pool: 2 allocations (612 B, 2 x), 0 copies
// MEMORY:      alloc memref<1x6x6x4xf32>
// MEMORY:      alloc memref<3x3xf32>
// CHECK-LABEL: func.func @pool(
// CHECK:         linalg.pooling_nhwc_max {{.*}} -> tensor<1x4x4x4xf32>
func.func @pool(%a: tensor<1x14x14x4xf32>, %out: tensor<1x14x14x4xf32>) -> tensor<1x14x14x4xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0xFF800000 : f32
  %k = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x12x12x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x12x12x4xf32>) -> tensor<1x12x12x4xf32>
  %0 = linalg.pooling_nhwc_max ins(%a, %k : tensor<1x14x14x4xf32>, tensor<3x3xf32>) outs(%f : tensor<1x12x12x4xf32>) -> tensor<1x12x12x4xf32>
  %1 = tensor.pad %0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %m: index, %l: index):
    tensor.yield %c : f32
  } : tensor<1x12x12x4xf32> to tensor<1x14x14x4xf32>
  %2 = linalg.mul {pool} ins(%1, %1 : tensor<1x14x14x4xf32>, tensor<1x14x14x4xf32>) outs(%out : tensor<1x14x14x4xf32>) -> tensor<1x14x14x4xf32>
  return %2 : tensor<1x14x14x4xf32>
}

// The padding value depends on the index, and the low padding is larger.
// SAME: by_index: equal: whole numbers bit for bit
// MEMORY: memory of @by_index: 1 allocation (32 B, 1 x), 0 copies
// CHECK-LABEL: func.func @by_index(
// CHECK:         %[[ROOM:.*]] = tensor.empty() : tensor<8xf32>
func.func @by_index(%a: tensor<12x7xf32>, %out: tensor<16xf32>) -> tensor<16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12xf32>) -> tensor<12xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<12x7xf32>) outs(%f : tensor<12xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %1 = tensor.pad %0 low[3] high[1] {
  ^bb0(%i: index):
    %x = arith.index_cast %i : index to i32
    %y = arith.sitofp %x : i32 to f32
    tensor.yield %y : f32
  } : tensor<12xf32> to tensor<16xf32>
  %2 = linalg.mul {by_index} ins(%1, %1 : tensor<16xf32>, tensor<16xf32>) outs(%out : tensor<16xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// The padding is wider than a tile: room for a tile on each side will do.
// SAME: wide: equal: whole numbers bit for bit
// MEMORY: memory of @wide: 1 allocation (48 B, 1 x), 0 copies
// CHECK-LABEL: func.func @wide(
// CHECK:         tensor.empty() : tensor<12xf32>
func.func @wide(%a: tensor<12x7xf32>, %out: tensor<30xf32>) -> tensor<30xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12xf32>) -> tensor<12xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<12x7xf32>) outs(%f : tensor<12xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %1 = tensor.pad %0 low[9] high[9] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<12xf32> to tensor<30xf32>
  %2 = linalg.mul {wide} ins(%1, %1 : tensor<30xf32>, tensor<30xf32>) outs(%out : tensor<30xf32>) -> tensor<30xf32>
  return %2 : tensor<30xf32>
}

// The same along two dims would take nine times the tile: it is copied instead.
// SAME: too_wide: equal: whole numbers bit for bit
// MEMORY: memory of @too_wide: 2 allocations (128 B, 2 x), 1 copy
// CHECK-LABEL: func.func @too_wide(
// CHECK:         %[[M:.*]] = linalg.matmul {{.*}} -> tensor<4x4xf32>
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[M]][
// CHECK:         %[[F:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<4x4xf32>)
// CHECK:         tensor.insert_slice %[[PART]] into %[[F]][
func.func @too_wide(%a: tensor<12x7xf32>, %b: tensor<7x12xf32>, %out: tensor<30x30xf32>) -> tensor<30x30xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<12x7xf32>, tensor<7x12xf32>) outs(%f : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = tensor.pad %0 low[9, 9] high[9, 9] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<12x12xf32> to tensor<30x30xf32>
  %2 = linalg.mul {too_wide} ins(%1, %1 : tensor<30x30xf32>, tensor<30x30xf32>) outs(%out : tensor<30x30xf32>) -> tensor<30x30xf32>
  return %2 : tensor<30x30xf32>
}

// Only columns are padded, and rows are tiled as well: of these there is no
// frame.
// SAME: columns: equal: whole numbers bit for bit
// MEMORY: memory of @columns: 1 allocation (128 B, 1 x), 0 copies
// MEMORY:      alloc memref<4x8xf32>
// CHECK-LABEL: func.func @columns(
// CHECK:         %[[ROOM:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:         tensor.insert_slice %{{.*}} into %[[ROOM]][0, %{{.*}}] [4, 5] [1, 1]
// CHECK-COUNT-2: linalg.fill ins({{.*}} : tensor<4x?xf32>)
// CHECK-NOT:     linalg.fill
func.func @columns(%a: tensor<12x7xf32>, %b: tensor<7x12xf32>, %out: tensor<12x15xf32>) -> tensor<12x15xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<12x7xf32>, tensor<7x12xf32>) outs(%f : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<12x12xf32> to tensor<12x15xf32>
  %2 = linalg.mul {columns} ins(%1, %1 : tensor<12x15xf32>, tensor<12x15xf32>) outs(%out : tensor<12x15xf32>) -> tensor<12x15xf32>
  return %2 : tensor<12x15xf32>
}

// Between two convolutions, where tiles overlap along both dims: what the first
// one starts from is next to it, and not in the loop where it would cost
// least, so that it is written in the tile of the pad, too.
// SAME: between: equal: whole numbers bit for bit
// MEMORY: memory of @between: 1 allocation (6400 B, 1 x), 0 copies
// MEMORY:      alloc memref<1x20x20x4xf32>
// CHECK-LABEL: func.func @between(
// CHECK:         scf.for %
// CHECK-NOT:       linalg.fill
// CHECK:           scf.for %
// CHECK:             %[[ROOM:.*]] = tensor.empty() : tensor<1x20x20x4xf32>
// CHECK:             %[[F:.*]] = linalg.fill ins({{.*}}) outs(%{{.*}} : tensor<1x18x18x4xf32>)
// CHECK:             %[[C:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} outs(%[[F]] : tensor<1x18x18x4xf32>)
// CHECK:             tensor.insert_slice %[[C]] into %[[ROOM]][0, %{{.*}}, %{{.*}}, 0] [1, 18, 18, 4] [1, 1, 1, 1]
func.func @between(%a: tensor<1x34x34x4xf32>, %k: tensor<3x3x4x4xf32>, %k2: tensor<3x3x4x4xf32>, %out: tensor<1x32x32x4xf32>) -> tensor<1x32x32x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x32x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x32x32x4xf32>) -> tensor<1x32x32x4xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x34x34x4xf32>, tensor<3x3x4x4xf32>) outs(%f : tensor<1x32x32x4xf32>) -> tensor<1x32x32x4xf32>
  %1 = tensor.pad %0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %m: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x32x32x4xf32> to tensor<1x34x34x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%out : tensor<1x32x32x4xf32>) -> tensor<1x32x32x4xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {between} ins(%1, %k2 : tensor<1x34x34x4xf32>, tensor<3x3x4x4xf32>) outs(%g : tensor<1x32x32x4xf32>) -> tensor<1x32x32x4xf32>
  return %2 : tensor<1x32x32x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {matmul} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [7, 7] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {conv} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [0, 4, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {accumulate} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [3, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {rowsum} in %module : (!transform.any_op) -> !transform.any_op
  %t3:2 = transform.structured.fuse_ext %3 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {pool} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [0, 4, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {by_index} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {wide} in %module : (!transform.any_op) -> !transform.any_op
  %t6:2 = transform.structured.fuse_ext %6 tile_sizes [4] {placement_slack = 100.0, max_recompute = 9.0 : f64} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %7 = transform.structured.match attributes {columns} in %module : (!transform.any_op) -> !transform.any_op
  %t7:3 = transform.structured.fuse_ext %7 tile_sizes [4, 5] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %8 = transform.structured.match attributes {too_wide} in %module : (!transform.any_op) -> !transform.any_op
  %t8:3 = transform.structured.fuse_ext %8 tile_sizes [4, 4] {placement_slack = 100.0, max_recompute = 9.0 : f64} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %9 = transform.structured.match attributes {between} in %module : (!transform.any_op) -> !transform.any_op
  %t9:3 = transform.structured.fuse_ext %9 tile_sizes [0, 16, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
