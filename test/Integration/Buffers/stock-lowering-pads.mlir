// The fill of a padded tile is in the loop that fuse_ext makes. Loop-invariant
// code motion takes it out, and one-shot bufferization alone lets the loop write
// into it in every iteration. Heddle's preparing passes put it back.
// RUN: heddle-opt %s --apply-schedule --loop-invariant-code-motion \
// RUN:   | FileCheck %s --check-prefix=HOISTED
// RUN: heddle-opt %s --apply-schedule --loop-invariant-code-motion \
// RUN:     --heddle-expand-index-switches --heddle-separate-results \
// RUN:     --heddle-unshare-destinations --heddle-copy-repeated-destinations \
// RUN:     --heddle-pin-partial-writes \
// RUN:     --one-shot-bufferize="bufferize-function-boundaries=1 allow-return-allocs-from-loops=1 function-boundary-type-conversion=identity-layout-map" \
// RUN:     --heddle-lower-to-llvm \
// RUN:   | mlir-runner -O1 -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | grep -v 'base@' | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

// The pad itself is tiled: rows and columns of padding on two sides.
// HOISTED-LABEL: func.func @padded(
// HOISTED:         %[[F:.*]] = linalg.fill {{.*}} -> tensor<2x4xf32>
// HOISTED:         scf.for %
// HOISTED-NOT:       linalg.fill ins
// HOISTED:           %[[S:.*]] = tensor.extract_slice %[[F]]
// HOISTED:           %[[N:.*]] = linalg.negf {{.*}} outs(%[[S]] :
// HOISTED:           tensor.insert_slice %[[N]] into %[[F]]
func.func @padded(%a: tensor<3x2xf32>) -> tensor<6x4xf32> {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<3x2xf32>
  %n = linalg.negf ins(%a : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %p = tensor.pad %n low[0, 2] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {root} : tensor<3x2xf32> to tensor<6x4xf32>
  return %p : tensor<6x4xf32>
}

// The tile of the pad is read by another op, in two nests one in the other.
// HOISTED-LABEL: func.func @padded_between(
// HOISTED:         %[[F:.*]] = linalg.fill {{.*}} -> tensor<1x4xf32>
// HOISTED:         scf.for %
// HOISTED:           scf.for %
// HOISTED:             %[[S:.*]] = tensor.extract_slice %[[F]]
// HOISTED:             linalg.negf {{.*}} outs(%[[S]] :
func.func @padded_between(%a: tensor<3x2xf32>) -> tensor<6x4xf32> {
  %c = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<3x2xf32>
  %f = tensor.empty() : tensor<6x4xf32>
  %n = linalg.negf ins(%a : tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %p = tensor.pad %n low[0, 2] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<3x2xf32> to tensor<6x4xf32>
  %r = linalg.mul {nested} ins(%p, %p : tensor<6x4xf32>, tensor<6x4xf32>) outs(%f : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// CHECK:      {{\[\[}}7,   7,   -2,   -2],
// CHECK-NEXT: {{^}} [7,   7,   -2,   -2],
// CHECK-NEXT: {{^}} [7,   7,   -2,   -2],
// CHECK-NEXT: {{^}} [7,   7,   7,   7],
// CHECK-NEXT: {{^}} [7,   7,   7,   7],
// CHECK-NEXT: {{^}} [7,   7,   7,   7]]
// CHECK:      {{\[\[}}25,   25,   4,   4],
// CHECK-NEXT: {{^}} [25,   25,   4,   4],
// CHECK-NEXT: {{^}} [25,   25,   4,   4],
// CHECK-NEXT: {{^}} [25,   25,   25,   25],
// CHECK-NEXT: {{^}} [25,   25,   25,   25],
// CHECK-NEXT: {{^}} [25,   25,   25,   25]]
func.func @main() {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<3x2xf32>
  %a = linalg.fill ins(%two : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %0 = call @padded(%a) : (tensor<3x2xf32>) -> tensor<6x4xf32>
  %1 = call @padded_between(%a) : (tensor<3x2xf32>) -> tensor<6x4xf32>
  %u0 = tensor.cast %0 : tensor<6x4xf32> to tensor<*xf32>
  call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()
  %u1 = tensor.cast %1 : tensor<6x4xf32> to tensor<*xf32>
  call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %root = transform.structured.match attributes {root} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %root tile_sizes [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %nested = transform.structured.match attributes {nested} in %m
        : (!transform.any_op) -> !transform.any_op
    %u, %k = transform.structured.fuse_ext %nested tile_sizes [2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %v, %j = transform.structured.fuse_ext %u tile_sizes [1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
