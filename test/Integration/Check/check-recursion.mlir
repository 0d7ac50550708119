// A function that calls itself is checked like any other; what its code executes is
// marked, too, in a copy that the calls reach.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir > %t/out 2>&1
// RUN: FileCheck %s < %t/out
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir --json \
// RUN:   | FileCheck %s --check-prefix=JSON
// CHECK-NOT:  Incorrect number of arguments
// CHECK:      halves: equal: {{.*}}random data bit for bit
// JSON:      "coverage"

//--- payload.mlir
func.func @halves(%a: tensor<4x5xf32>, %n: index) -> tensor<4x5xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %end = arith.cmpi sle, %n, %c0 : index
  %r = scf.if %end -> (tensor<4x5xf32>) {
    scf.yield %a : tensor<4x5xf32>
  } else {
    %m = arith.divsi %n, %c2 : index
    %0 = func.call @halves(%a, %m) : (tensor<4x5xf32>, index) -> tensor<4x5xf32>
    %e = tensor.empty() : tensor<4x5xf32>
    %1 = linalg.add ins(%0, %a : tensor<4x5xf32>, tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
    scf.yield %1 : tensor<4x5xf32>
  }
  return %r : tensor<4x5xf32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
  %add = transform.structured.match ops{["linalg.add"]} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %add tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %buffers = transform.heddle.bufferize %module {allow_recursive_calls = true}
    : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
