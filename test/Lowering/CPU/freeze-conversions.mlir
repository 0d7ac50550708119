// RUN: heddle-opt %s --heddle-convert-to-llvm | FileCheck %s

// The integer of NaN is some integer: what is computed from it stays defined.
// CHECK-LABEL: llvm.func @integers(
// CHECK:         %[[SIGNED:.*]] = llvm.fptosi %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK:         %[[A:.*]] = llvm.freeze %[[SIGNED]] : vector<8xi32>
// CHECK:         %[[UNSIGNED:.*]] = llvm.fptoui %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK:         %[[B:.*]] = llvm.freeze %[[UNSIGNED]] : vector<8xi32>
// CHECK:         llvm.add %[[A]], %[[B]]
func.func @integers(%x: vector<8xf32>) -> vector<8xi32> {
  %0 = arith.fptosi %x : vector<8xf32> to vector<8xi32>
  %1 = arith.fptoui %x : vector<8xf32> to vector<8xi32>
  %2 = arith.addi %0, %1 : vector<8xi32>
  return %2 : vector<8xi32>
}
