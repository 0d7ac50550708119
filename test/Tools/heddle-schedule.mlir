// A schedule is written from the payload: a sequence of the library or a nest for each
// root, with its op and its place, vectors, buffers. It can be applied as it is, and computes the same.

// RUN: split-file %s %t
// RUN: heddle schedule %t/layers.mlir -o %t/schedule.mlir
// RUN: FileCheck %s < %t/schedule.mlir
// RUN: heddle check %t/layers.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// EQUAL-DAG: layers: equal:
// EQUAL-DAG: sum: equal:

// CHECK:      // A first schedule of {{.*}}layers.mlir, to be edited
// CHECK:      heddle.library = ["matmul/packed.mlir",
// CHECK-NEXT: "mlp/packed.mlir",
// CHECK-NEXT: "tensor-reduction/vectorized.mlir"]
// CHECK:      // @layers
// CHECK-NEXT: %[[F:.*]] = transform.structured.match ops{["func.func"]}
// CHECK-NEXT: attributes {sym_name = "layers"} in %module
// CHECK:      %[[ROOTS:.*]] = transform.heddle.get_fusion_roots %[[F]]
// CHECK:      %[[A:.*]], %[[B:.*]]
// CHECK-NEXT: = transform.split_handle %[[ROOTS]]
// A root that a sequence of the library takes is included from there.
// CHECK:      // {{.*}}layers.mlir:11:16: linalg.add, 60x96, after 1 op of its group: mlp/packed
// CHECK-NEXT: transform.include @mlp_packed failures(propagate) (%[[A]])
// CHECK:      // {{.*}}: linalg.matmul, 60x?, summed over 96: matmul/packed
// CHECK-NEXT: transform.include @matmul_packed failures(propagate) (%[[B]])

// CHECK:      // {{.*}}: linalg.generic, summed over 3x9: tensor-reduction/vectorized
// CHECK-NEXT: transform.include @tensor_reduction_vectorized failures(propagate)
// CHECK:      transform.heddle.vectorize %module {best_effort}
// CHECK:      transform.heddle.bufferize %module

// One function alone.
// RUN: heddle schedule %t/layers.mlir --function layers \
// RUN:   | FileCheck %s --check-prefix=ONE
// ONE:     @layers
// ONE-NOT: @sum

// A step that is refused when the schedule is tried is a comment with the reason:
// buffers for an op that has none.
// RUN: heddle schedule %t/refused.mlir -o %t/rest.mlir
// RUN: FileCheck %s --check-prefix=REFUSED < %t/rest.mlir
// RUN: heddle apply %t/refused.mlir -s %t/rest.mlir | FileCheck %s --check-prefix=REST
// REFUSED:      linalg.exp, 8
// REFUSED-SAME: elementwise/vectorized
// REFUSED-NEXT: transform.include @elementwise_vectorized
// REFUSED:      // tensors become buffers
// REFUSED-NEXT: // refused: the payload cannot be bufferized: '{{.*}}' has no bufferization; {{.*}}, at {{.*}}refused.mlir:
// REFUSED-NEXT: // %buffers = transform.heddle.bufferize
// REFUSED-NEXT: //     : (!transform.any_op)
// REFUSED-NOT:  transform.heddle
// REST: math.exp {{.*}} : vector<8xf32>

// Ops that only move values and that no root reads have steps of their own: the last one
// of each chain. What a root reads is in its nest.
// RUN: heddle schedule %t/moves.mlir -o %t/moved.mlir
// RUN: FileCheck %s --check-prefix=MOVES < %t/moved.mlir
// RUN: heddle check %t/moves.mlir -s %t/moved.mlir \
// RUN:   | FileCheck %s --check-prefix=MOVED
// MOVES:      // @turned
// MOVES-NOT:  get_fusion_roots
// MOVES:      %[[ALL:.*]] = transform.structured.match ops{["linalg.transpose"]}
// MOVES-NEXT: in %function0
// MOVES-NEXT: %[[FIRST:.*]], %[[LAST:.*]]
// MOVES-NEXT: = transform.split_handle %[[ALL]]
// MOVES-NEXT: : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
// MOVES-NOT:  (%[[FIRST]])
// MOVES:      transform.include @transpose_vectorized failures(propagate) (%[[LAST]])
// MOVES-NOT:  (%[[FIRST]])
// MOVES:      // @padded
// MOVES:      %[[PADS:.*]] = transform.structured.match ops{["tensor.pad"]}
// MOVES:      // {{.*}}: tensor.pad
// MOVES-NEXT: %{{.*}} = transform.structured.fuse_ext %
// MOVES:      // @read
// MOVES-NOT:  ops{["linalg.broadcast"]}
// MOVED-DAG: turned: equal
// MOVED-DAG: padded: equal
// MOVED-DAG: read: equal

// What has no tensors has no schedule, nor has a payload whose every step is refused.
// RUN: not heddle schedule %t/buffers.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: heddle: error: expects an op that computes tensors, but the payload has none
// RUN: not heddle schedule %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: heddle: error: every step is refused (tensors become buffers, results arguments of the caller: the payload cannot be bufferized: '{{.*}}' has no bufferization; {{.*}}, at {{.*}}unknown.mlir:2:8)

// An op that no nest takes is named, and the rest is done: a sum
// without a parallel dim, a map that runs backwards, a loop over single elements.
// RUN: heddle schedule %t/sum.mlir -o %t/sum-auto.mlir
// RUN: FileCheck %s --check-prefix=SUM --input-file=%t/sum-auto.mlir
// RUN: heddle check %t/sum.mlir -s %t/sum-auto.mlir | FileCheck %s --check-prefix=SUMMED
// SUM:      // {{.*}}sum.mlir:2:8: linalg.generic, summed over 3x9
// SUM-NEXT: // no nest: it has no parallel dim
// SUM:      transform.heddle.vectorize %module
// SUM:      transform.heddle.bufferize %module
// SUMMED: sum: equal
// RUN: heddle schedule %t/backwards.mlir -o %t/backwards-auto.mlir
// RUN: FileCheck %s --check-prefix=BACK --input-file=%t/backwards-auto.mlir
// RUN: heddle check %t/backwards.mlir -s %t/backwards-auto.mlir | FileCheck %s --check-prefix=BACKWARDS
// BACK:      // refused: {{.*}}not a sum with non-negative factors
// BACK-NEXT: // %{{.*}} = transform.structured.fuse_ext
// BACK:      transform.heddle.bufferize %module
// BACKWARDS: backwards: equal
// RUN: heddle schedule %t/elements.mlir -o %t/elements-auto.mlir
// RUN: FileCheck %s --check-prefix=ELEMENTS --input-file=%t/elements-auto.mlir
// RUN: heddle check %t/elements.mlir -s %t/elements-auto.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENT
// ELEMENTS-NOT: transform.heddle.vectorize
// ELEMENTS:     transform.heddle.bufferize %module
// ELEMENT-NOT: changes nothing
// ELEMENT: elements: equal

//--- layers.mlir
func.func @layers(%a: tensor<60x64xf32>, %w: tensor<64x96xf32>,
                  %b: tensor<60x96xf32>, %v: tensor<96x?xf32>,
                  %o: tensor<60x?xf32>) -> tensor<60x?xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<60x96xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<60x96xf32>)
      -> tensor<60x96xf32>
  %product = linalg.matmul
      ins(%a, %w : tensor<60x64xf32>, tensor<64x96xf32>)
      outs(%init : tensor<60x96xf32>) -> tensor<60x96xf32>
     %biased = linalg.add ins(%product, %b : tensor<60x96xf32>,
      tensor<60x96xf32>) outs(%empty : tensor<60x96xf32>) -> tensor<60x96xf32>
  %second = linalg.matmul
      ins(%biased, %v : tensor<60x96xf32>, tensor<96x?xf32>)
      outs(%o : tensor<60x?xf32>) -> tensor<60x?xf32>
  return %second : tensor<60x?xf32>
}
func.func @sum(%a: tensor<3x9xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<3x9xf32>) outs(%s : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

//--- moves.mlir
func.func @turned(%a: tensor<7x9x5xf32>) -> tensor<5x9x7xf32> {
  %e = tensor.empty() : tensor<9x7x5xf32>
  %f = tensor.empty() : tensor<5x9x7xf32>
  %0 = linalg.transpose ins(%a : tensor<7x9x5xf32>) outs(%e : tensor<9x7x5xf32>) permutation = [1, 0, 2]
  %1 = linalg.transpose ins(%0 : tensor<9x7x5xf32>) outs(%f : tensor<5x9x7xf32>) permutation = [2, 0, 1]
  return %1 : tensor<5x9x7xf32>
}
func.func @padded(%a: tensor<7x9xf32>) -> tensor<9x11xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<7x9xf32> to tensor<9x11xf32>
  return %0 : tensor<9x11xf32>
}
func.func @read(%a: tensor<7x9xf32>, %b: tensor<9xf32>) -> tensor<7x9xf32> {
  %e = tensor.empty() : tensor<7x9xf32>
  %w = linalg.broadcast ins(%b : tensor<9xf32>) outs(%e : tensor<7x9xf32>) dimensions = [0]
  %0 = linalg.add ins(%a, %w : tensor<7x9xf32>, tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}

//--- buffers.mlir
func.func @f(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

//--- sum.mlir
func.func @sum(%a: tensor<3x9xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<3x9xf32>) outs(%s : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %scaled = arith.mulf %y, %x : f32
    %1 = arith.addf %x, %scaled : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

//--- backwards.mlir
func.func @backwards(%a: tensor<?x67xf32>) -> tensor<?x67xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x67xf32>
  %e = tensor.empty(%n) : tensor<?x67xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, -j + 66)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x67xf32>) outs(%e : tensor<?x67xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?x67xf32>
  return %0 : tensor<?x67xf32>
}

//--- elements.mlir
func.func @elements(%a: tensor<30xindex>) -> tensor<30xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 30 : index
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<30xi32>
  %counts = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zeros) -> tensor<30xi32> {
    %x = tensor.extract %a[%i] : tensor<30xindex>
    %at = arith.remui %x, %n : index
    %old = tensor.extract %c[%at] : tensor<30xi32>
    %new = arith.addi %old, %one : i32
    %next = tensor.insert %new into %c[%at] : tensor<30xi32>
    scf.yield %next : tensor<30xi32>
  }
  return %counts : tensor<30xi32>
}

//--- unknown.mlir
func.func @f(%b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tosa.tanh %b : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- refused.mlir
func.func @f(%b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%b : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %1 = tosa.tanh %0 : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
