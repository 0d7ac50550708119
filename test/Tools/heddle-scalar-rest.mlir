// A schedule that makes vectors of some ops of a function says what it leaves as scalar
// loops, once for a function. A schedule that stops at tiles, and a function that it does
// not touch, leave ops on purpose.
// RUN: split-file %s %t
// RUN: heddle apply %t/payload.mlir -s %t/some.mlir 2>&1 >/dev/null | FileCheck %s
// RUN: not heddle check %t/payload.mlir -s %t/some.mlir 2>&1 >/dev/null | FileCheck %s
// RUN: not heddle check %t/payload.mlir -s %t/some.mlir --json 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: heddle apply %t/payload.mlir -s %t/tiles.mlir 2>&1 >/dev/null | count 0

// CHECK:      payload.mlir:4:8: remark: the schedule makes vectors in @scale, but leaves 2 structured ops, which become scalar loops
// CHECK-NOT:  remark:
// JSON:       "remarks": [
// JSON:       "line": 4
// JSON:       "message": "the schedule makes vectors in @scale, but leaves 2 structured ops, which become scalar loops"

// What a step said is not said again.
// RUN: heddle apply %t/bits.mlir -s %t/all.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// SAID:     remark: 'linalg.generic' stays scalar: elements of 1 bits
// SAID-NOT: remark:

// The next schedule begins anew.
// RUN: heddle check %t/bits.mlir -s %t/all.mlir -s %t/some.mlir --each 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=EACH
// EACH: remark: 'linalg.generic' stays scalar: elements of 1 bits
// EACH: remark: the schedule makes vectors in @bits, but leaves 1 structured op, which becomes scalar loops

// A copy that converts its elements is no copy of memory.
// RUN: heddle apply %t/cast.mlir -s %t/some.mlir 2>&1 >/dev/null | FileCheck %s --check-prefix=CAST
// CAST: cast.mlir:4:8: remark: the schedule makes vectors in @cast, but leaves 1 structured op, which becomes scalar loops

//--- cast.mlir
func.func @cast(%a: tensor<8x64xf32>) -> (tensor<8x64xf16>, tensor<8x64xf32>) {
  %e = tensor.empty() : tensor<8x64xf16>
  %g = tensor.empty() : tensor<8x64xf32>
  %f = linalg.copy ins(%a : tensor<8x64xf32>) outs(%e : tensor<8x64xf16>) -> tensor<8x64xf16>
  %s = linalg.exp ins(%a : tensor<8x64xf32>) outs(%g : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %f, %s : tensor<8x64xf16>, tensor<8x64xf32>
}
//--- payload.mlir
func.func @scale(%a: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  // Neither of these.
  %f = linalg.abs ins(%a : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = linalg.mul ins(%a, %f : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %s = linalg.exp ins(%r : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %s : tensor<8x64xf32>
}
func.func @other(%a: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %f = linalg.abs ins(%a : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %f : tensor<8x64xf32>
}

//--- some.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %exp : !transform.any_op
    transform.yield
  }
}

//--- tiles.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %mul = transform.structured.match ops{["linalg.exp"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %mul tile_sizes [4]
    transform.yield
  }
}

//--- bits.mlir
func.func @bits(%a: tensor<8x8xf32>, %b: tensor<8xi1>) -> (tensor<8x8xf32>, tensor<8xi1>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.exp ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %eb = tensor.empty() : tensor<8xi1>
  %true = arith.constant true
  %n = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%b : tensor<8xi1>) outs(%eb : tensor<8xi1>) {
  ^bb0(%x: i1, %o: i1):
    %0 = arith.xori %x, %true : i1
    linalg.yield %0 : i1
  } -> tensor<8xi1>
  return %f, %n : tensor<8x8xf32>, tensor<8xi1>
}

//--- all.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.heddle.vectorize %module {best_effort}
    transform.yield
  }
}
