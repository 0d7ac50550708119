// RUN: heddle-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(heddle-lower-vectors))' | FileCheck %s
// RUN: heddle-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(heddle-lower-vectors{dot-products=false}))' | FileCheck %s --check-prefix=OFF

// One group of A is the same for sixteen sums; what is unsigned is the first factor.
#lhs = affine_map<(m, n, q) -> (m, q)>
#rhs = affine_map<(m, n, q) -> (n, q)>
#sum = affine_map<(m, n, q) -> (m, n)>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"features" = "avx512vl,avx512vnni">>} {
// CHECK-LABEL: func @signed_lanes(
// CHECK-SAME:    %[[A:.*]]: vector<2x4xi8>, %[[B:.*]]: vector<128xi8>, %[[C:.*]]: vector<2x32xi32>)
// CHECK:         %[[C0:.*]] = vector.extract %[[C]][0]
// CHECK:         %[[A0:.*]] = vector.extract %[[A]][0]
// CHECK:         %[[BITS:.*]] = vector.bitcast %[[A0]] : vector<4xi8> to vector<1xi32>
// CHECK:         %[[WORD:.*]] = vector.extract %[[BITS]][0]
// CHECK:         %[[WORDS:.*]] = vector.broadcast %[[WORD]] : i32 to vector<16xi32>
// CHECK:         %[[GROUP:.*]] = vector.bitcast %[[WORDS]] : vector<16xi32> to vector<64xi8>
// CHECK:         %[[LANES:.*]] = vector.shuffle %[[B]]
// CHECK:         %[[SUM:.*]] = vector.shuffle %[[C0]]
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[SUM]], %[[GROUP]], %[[LANES]]) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
// CHECK-COUNT-3: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT:     llvm.call_intrinsic
// OFF-LABEL:   func @signed_lanes(
// OFF-NOT:       llvm.call_intrinsic
// OFF:           return
func.func @signed_lanes(%a: vector<2x4xi8>, %rows: vector<128xi8>, %c: vector<2x32xi32>) -> vector<2x32xi32> {
  %b = vector.shape_cast %rows : vector<128xi8> to vector<32x4xi8>
  %0 = arith.extui %a : vector<2x4xi8> to vector<2x4xi32>
  %1 = arith.extsi %b : vector<32x4xi8> to vector<32x4xi32>
  %2 = vector.contract {indexing_maps = [#lhs, #rhs, #sum], iterator_types = ["parallel", "parallel", "reduction"],
    kind = #vector.kind<add>} %0, %1, %c {heddle.dot_product} : vector<2x4xi32>, vector<32x4xi32> into vector<2x32xi32>
  return %2 : vector<2x32xi32>
}

// The factors in the other order, the lanes unsigned, and eight of them.
// CHECK-LABEL: func @unsigned_lanes(
// CHECK-SAME:    %[[B:.*]]: vector<32xi8>, %[[A:.*]]: vector<4xi8>, %[[C:.*]]: vector<8xi32>)
// CHECK:         %[[WORDS:.*]] = vector.broadcast %{{.*}} : i32 to vector<8xi32>
// CHECK:         %[[GROUP:.*]] = vector.bitcast %[[WORDS]] : vector<8xi32> to vector<32xi8>
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"(%[[C]], %[[B]], %[[GROUP]])
func.func @unsigned_lanes(%rows: vector<32xi8>, %a: vector<4xi8>, %c: vector<8xi32>) -> vector<8xi32> {
  %b = vector.shape_cast %rows : vector<32xi8> to vector<8x4xi8>
  %0 = arith.extsi %a : vector<4xi8> to vector<4xi32>
  %1 = arith.extui %b : vector<8x4xi8> to vector<8x4xi32>
  %2 = vector.contract {indexing_maps = [affine_map<(n, q) -> (n, q)>, affine_map<(n, q) -> (q)>, affine_map<(n, q) -> (n)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %1, %0, %c {heddle.dot_product}
    : vector<8x4xi32>, vector<4xi32> into vector<8xi32>
  return %2 : vector<8xi32>
}

// Without the mark of the author, for two signed factors, for six lanes, and for
// bf16, of which this target has no products, nothing is done.
// CHECK-LABEL: func @others(
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:         return
func.func @others(%a: vector<4xi8>, %b: vector<16x4xi8>, %c: vector<16xi32>, %d: vector<6x4xi8>, %e: vector<6xi32>,
                  %x: vector<2xbf16>, %y: vector<16x2xbf16>, %z: vector<16xf32>)
    -> (vector<16xi32>, vector<16xi32>, vector<6xi32>, vector<16xf32>) {
  %0 = arith.extui %a : vector<4xi8> to vector<4xi32>
  %1 = arith.extsi %a : vector<4xi8> to vector<4xi32>
  %2 = arith.extsi %b : vector<16x4xi8> to vector<16x4xi32>
  %3 = arith.extsi %d : vector<6x4xi8> to vector<6x4xi32>
  %4 = arith.extf %x : vector<2xbf16> to vector<2xf32>
  %5 = arith.extf %y : vector<16x2xbf16> to vector<16x2xf32>
  %6 = vector.contract {indexing_maps = [affine_map<(n, q) -> (q)>, affine_map<(n, q) -> (n, q)>, affine_map<(n, q) -> (n)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %0, %2, %c
    : vector<4xi32>, vector<16x4xi32> into vector<16xi32>
  %7 = vector.contract {indexing_maps = [affine_map<(n, q) -> (q)>, affine_map<(n, q) -> (n, q)>, affine_map<(n, q) -> (n)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %1, %2, %c {heddle.dot_product}
    : vector<4xi32>, vector<16x4xi32> into vector<16xi32>
  %8 = vector.contract {indexing_maps = [affine_map<(n, q) -> (q)>, affine_map<(n, q) -> (n, q)>, affine_map<(n, q) -> (n)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %0, %3, %e {heddle.dot_product}
    : vector<4xi32>, vector<6x4xi32> into vector<6xi32>
  %9 = vector.contract {indexing_maps = [affine_map<(n, q) -> (q)>, affine_map<(n, q) -> (n, q)>, affine_map<(n, q) -> (n)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %4, %5, %z {heddle.dot_product}
    : vector<2xf32>, vector<16x2xf32> into vector<16xf32>
  return %6, %7, %8, %9 : vector<16xi32>, vector<16xi32>, vector<6xi32>, vector<16xf32>
}

// Rows of four bytes are interleaved twice, and written in one piece.
// CHECK-LABEL: func @panel(
// CHECK-SAME:    %[[ROWS:.*]]: vector<4x16xi8>, %[[OUT:.*]]: memref<9x?x4xi8>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK:         %[[R0:.*]] = vector.extract %[[ROWS]][0]
// CHECK:         %[[R1:.*]] = vector.extract %[[ROWS]][1]
// CHECK:         %[[R2:.*]] = vector.extract %[[ROWS]][2]
// CHECK:         %[[R3:.*]] = vector.extract %[[ROWS]][3]
// CHECK:         %[[EVEN:.*]] = vector.interleave %[[R0]], %[[R2]]
// CHECK:         %[[ODD:.*]] = vector.interleave %[[R1]], %[[R3]]
// CHECK:         %[[ALL:.*]] = vector.interleave %[[EVEN]], %[[ODD]]
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[OUT]] {{\[\[}}0], [1, 2]] : memref<9x?x4xi8> into memref<9x?xi8>
// CHECK:         vector.maskedstore %[[FLAT]][%[[I]], %{{.*}}], %{{.*}}, %[[ALL]] : memref<9x?xi8>, vector<64xi1>, vector<64xi8>
func.func @panel(%rows: vector<4x16xi8>, %out: memref<9x?x4xi8>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = vector.transpose %rows, [1, 0] : vector<4x16xi8> to vector<16x4xi8>
  %mask = vector.create_mask %n, %c4 : vector<16x4xi1>
  vector.transfer_write %0, %out[%i, %c0, %c0], %mask {in_bounds = [true, true]} : vector<16x4xi8>, memref<9x?x4xi8>
  return
}
}
