// RUN: heddle-opt %s --apply-schedule --canonicalize | FileCheck %s

// Each op of linalg_ext has scalar loops, and the handles name them: the first
// is the outermost one, the last the innermost one.

// The accumulator is in memory between two elements.
// CHECK-LABEL: func @scan(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<4x5xf32>, %[[Y:[a-z0-9]*]]: memref<4x5xf32>, %[[A:[a-z0-9]*]]: memref<4xf32>)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to
// CHECK:             %[[E:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK:             %[[S:.*]] = memref.load %[[A]][%[[I]]]
// CHECK:             %[[N:.*]] = arith.addf %[[S]], %[[E]]
// CHECK:             memref.store %[[S]], %[[Y]][%[[I]], %[[J]]]
// CHECK:             memref.store %[[N]], %[[A]][%[[I]]]
// CHECK:           } {inner}
// CHECK:         } {outer}
func.func @scan(%x: memref<4x5xf32>, %y: memref<4x5xf32>, %a: memref<4xf32>) {
  linalg_ext.scan {op} dimension(1) inclusive(false) ins(%x : memref<4x5xf32>) outs(%y, %a : memref<4x5xf32>, memref<4xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  }
  return
}

// The comparison is made strict by asking both ways.
// CHECK-LABEL: func @topk(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<9xi32>, %[[V:[a-z0-9]*]]: memref<3xi32>, %[[P:[a-z0-9]*]]: memref<3xi64>, %[[B:[a-z0-9]*]]: index)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK:           %[[E:.*]] = memref.load %[[X]][%[[I]]]
// CHECK:           %[[Q:.*]] = arith.addi %[[B]], %[[I]]
// CHECK:           %[[N:.*]] = arith.index_cast %[[Q]] : index to i64
// CHECK:           scf.for %[[K:.*]] = {{.*}} iter_args(%[[C:.*]] = %[[E]], %[[D:.*]] = %[[N]], %[[M:.*]] = %{{.*}})
// CHECK:             %[[OLD:.*]] = memref.load %[[V]][%[[K]]]
// CHECK:             arith.cmpi sge, %[[C]], %[[OLD]]
// CHECK:             arith.cmpi slt, %[[OLD]], %[[C]]
// CHECK:         } {inner, outer}
func.func @topk(%x: memref<9xi32>, %v: memref<3xi32>, %i: memref<3xi64>, %b: index) {
  linalg_ext.topk {op} dimension(0) ins(%x : memref<9xi32>) base(%b) outs(%v, %i : memref<3xi32>, memref<3xi64>) {
  ^bb0(%p: i32, %q: i32):
    %c = arith.cmpi sge, %p, %q : i32
    linalg_ext.yield %c : i1
  }
  return
}

// CHECK-LABEL: func @scatter(
// CHECK-SAME:    %[[I:[a-z0-9]*]]: memref<4x2xi32>, %[[U:[a-z0-9]*]]: memref<4x5xf32>, %[[S:[a-z0-9]*]]: memref<8x9x5xf32>)
// CHECK:         scf.for %[[P:.*]] = %{{.*}} to
// CHECK:           scf.for %[[Q:.*]] = %{{.*}} to
// CHECK:             %[[R0:.*]] = memref.load %[[I]][%[[P]], %{{.*}}]
// CHECK:             %[[R:.*]] = arith.index_cast %[[R0]]
// CHECK:             %[[T0:.*]] = memref.load %[[I]][%[[P]], %{{.*}}]
// CHECK:             %[[T:.*]] = arith.index_cast %[[T0]]
// CHECK:             %[[N:.*]] = memref.load %[[U]][%[[P]], %[[Q]]]
// CHECK:             %[[C:.*]] = memref.load %[[S]][%[[R]], %[[T]], %[[Q]]]
// CHECK:             %[[M:.*]] = arith.mulf %[[C]], %[[N]]
// CHECK:             memref.store %[[M]], %[[S]][%[[R]], %[[T]], %[[Q]]]
func.func @scatter(%i: memref<4x2xi32>, %u: memref<4x5xf32>, %s: memref<8x9x5xf32>) {
  linalg_ext.scatter {op} ins(%i, %u : memref<4x2xi32>, memref<4x5xf32>) outs(%s : memref<8x9x5xf32>) {
  ^bb0(%c: f32, %n: f32):
    %m = arith.mulf %c, %n : f32
    linalg_ext.yield %m : f32
  }
  return
}

// Numbers of half precision are extended before they are multiplied.
// CHECK-LABEL: func @batch_matmul(
// CHECK-COUNT-4: scf.for %
// CHECK:         %[[A:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK:         %[[B:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK:         %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK:         arith.addf %{{.*}}, %[[P]]
func.func @batch_matmul(%a: memref<2x4x3xf16>, %b: memref<2x5x4xf16>, %c: memref<2x3x5xf32>) {
  linalg_ext.batch_matmul ins(%a, %b : memref<2x4x3xf16>, memref<2x5x4xf16>) outs(%c : memref<2x3x5xf32>) layout = "tt" {op}
  return
}

// CHECK-LABEL: func @diag(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<4xf32>, %[[Y:[a-z0-9]*]]: memref<4x4xf32>)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to
// CHECK:             %[[E:.*]] = memref.load %[[X]][%[[I]]]
// CHECK:             %[[D:.*]] = arith.cmpi eq, %[[I]], %[[J]]
// CHECK:             %[[V:.*]] = arith.select %[[D]], %[[E]], %{{.*}}
// CHECK:             memref.store %[[V]], %[[Y]][%[[I]], %[[J]]]
func.func @diag(%x: memref<4xf32>, %y: memref<4x4xf32>) {
  linalg_ext.diag {op} ins(%x : memref<4xf32>) outs(%y : memref<4x4xf32>)
  return
}

// Three passes over a row: the maximum, the exponentials with their sum. What is kept
// per row is in memory; nothing is divided.
// CHECK-LABEL: func @unnorm_softmax(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<4x5xf32>, %[[Y:[a-z0-9]*]]: memref<4x5xf32>, %[[M:[a-z0-9]*]]: memref<4xf32>, %[[L:[a-z0-9]*]]: memref<4xf32>, %[[S:[a-z0-9]*]]: memref<4xf32>)
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to
// CHECK:           math.exp %
// CHECK-NOT:       arith.divf
// CHECK:           memref.store %{{.*}}, %[[Y]][%[[I]],
// CHECK:         {{.*}}outer
func.func @unnorm_softmax(%x: memref<4x5xf32>, %y: memref<4x5xf32>, %m: memref<4xf32>, %l: memref<4xf32>, %s: memref<4xf32>) {
  linalg_ext.unnorm_softmax {op} dimension(1) ins(%x : memref<4x5xf32>) outs(%y, %m, %l, %s : memref<4x5xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>)
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
  %outer, %inner = transform.structured.lower_to_loops %0 [0, -1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %outer "outer" : !transform.any_op
  transform.annotate %inner "inner" : !transform.any_op
}
