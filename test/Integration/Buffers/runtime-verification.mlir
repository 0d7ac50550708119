// Upstream's runtime verification finds nothing in tiles, halos, pads and an arena:
// partial tiles, a window over the edge of a tile, a loop per row, buffers that share
// memory. With an access one row too far it stops the program.
// RUN: heddle-opt %s --apply-schedule --generate-runtime-verification \
// RUN:   --heddle-lower-to-llvm | mlir-runner -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_c_runner_utils.so | FileCheck %s
// RUN: heddle-opt %s --apply-schedule --generate-runtime-verification \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: sed "s/%%far = arith.constant 6/%%far = arith.constant 7/" %s | heddle-opt --apply-schedule \
// RUN:   --generate-runtime-verification --heddle-lower-to-llvm -o %t.outside.mlir
// RUN: not --crash mlir-runner %t.outside.mlir -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_c_runner_utils.so

// 10 * 1 * 2 + 1, negated, and 3 rows of that for the sum of windows
// CHECK: 21
// CHECK: -63
// CHECK: 18

// IR-LABEL: func.func @layer(
// IR:         %{{.*}} = memref.view %{{.*}} : memref<{{.*}}xi8> to memref<7x9xf64>
// IR:         cf.assert %{{.*}}, "{{.*}}memref.subview

func.func private @printF64(f64)
func.func private @printNewline()

func.func @layer(%a: tensor<7x10xf64>, %b: tensor<10x9xf64>, %bias: tensor<7x9xf64>) -> (tensor<7x9xf64>, tensor<5x9xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<7x9xf64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<7x9xf64>) -> tensor<7x9xf64>
  %product = linalg.matmul {product} ins(%a, %b : tensor<7x10xf64>, tensor<10x9xf64>) outs(%init : tensor<7x9xf64>) -> tensor<7x9xf64>
  %sum = linalg.add ins(%product, %bias : tensor<7x9xf64>, tensor<7x9xf64>) outs(%e : tensor<7x9xf64>) -> tensor<7x9xf64>
  %negated = linalg.negf ins(%sum : tensor<7x9xf64>) outs(%e : tensor<7x9xf64>) -> tensor<7x9xf64>
  %window = tensor.empty() : tensor<3xf64>
  %f = tensor.empty() : tensor<5x9xf64>
  %start = linalg.fill ins(%zero : f64) outs(%f : tensor<5x9xf64>) -> tensor<5x9xf64>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%negated, %window : tensor<7x9xf64>, tensor<3xf64>) outs(%start : tensor<5x9xf64>) attrs = {root} {
  ^bb0(%x: f64, %w: f64, %o: f64):
    %1 = arith.addf %x, %o : f64
    linalg.yield %1 : f64
  } -> tensor<5x9xf64>
  return %sum, %rows : tensor<7x9xf64>, tensor<5x9xf64>
}

func.func @padded(%a: tensor<7x9xf64>) -> tensor<7x9xf64> {
  %zero = arith.constant 0.0 : f64
  %pad = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<7x9xf64> to tensor<9x9xf64>
  %window = tensor.empty() : tensor<3xf64>
  %f = tensor.empty() : tensor<7x9xf64>
  %start = linalg.fill ins(%zero : f64) outs(%f : tensor<7x9xf64>) -> tensor<7x9xf64>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%pad, %window : tensor<9x9xf64>, tensor<3xf64>) outs(%start : tensor<7x9xf64>) attrs = {root} {
  ^bb0(%x: f64, %w: f64, %o: f64):
    %1 = arith.addf %x, %o : f64
    linalg.yield %1 : f64
  } -> tensor<7x9xf64>
  return %rows : tensor<7x9xf64>
}

func.func @main() {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %nine = arith.constant 9.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.empty() : tensor<7x10xf64>
  %a = linalg.fill ins(%one : f64) outs(%a0 : tensor<7x10xf64>) -> tensor<7x10xf64>
  %b0 = tensor.empty() : tensor<10x9xf64>
  %b = linalg.fill ins(%two : f64) outs(%b0 : tensor<10x9xf64>) -> tensor<10x9xf64>
  %c = tensor.empty() : tensor<7x9xf64>
  %bias = linalg.fill ins(%one : f64) outs(%c : tensor<7x9xf64>) -> tensor<7x9xf64>
  %0:2 = call @layer(%a, %b, %bias) : (tensor<7x10xf64>, tensor<10x9xf64>, tensor<7x9xf64>) -> (tensor<7x9xf64>, tensor<5x9xf64>)
  %far = arith.constant 6 : index
  %x = tensor.extract %0#0[%far, %c1] : tensor<7x9xf64>
  func.call @printF64(%x) : (f64) -> ()
  func.call @printNewline() : () -> ()
  %y = tensor.extract %0#1[%c0, %c1] : tensor<5x9xf64>
  func.call @printF64(%y) : (f64) -> ()
  func.call @printNewline() : () -> ()
  %d = linalg.fill ins(%nine : f64) outs(%c : tensor<7x9xf64>) -> tensor<7x9xf64>
  %1 = call @padded(%d) : (tensor<7x9xf64>) -> tensor<7x9xf64>
  %z = tensor.extract %1[%c0, %c1] : tensor<7x9xf64>
  func.call @printF64(%z) : (f64) -> ()
  func.call @printNewline() : () -> ()
  return
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %roots = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.fuse_ext %roots tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %product = transform.structured.match attributes {product} in %module : (!transform.any_op) -> !transform.any_op
  %inner, %k = transform.structured.fuse_ext %product tile_sizes [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %buffers = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
  %planned = transform.heddle.plan_memory %buffers : (!transform.any_op) -> !transform.any_op
}
