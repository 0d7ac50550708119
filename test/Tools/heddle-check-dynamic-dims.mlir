// Extents of the dynamic dims alone.
// RUN: heddle check %s --dims arg0=12 | FileCheck %s
// RUN: not heddle check %s --dims arg0=1x2x3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THREE
// RUN: not heddle check %s --dims arg1=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWO
// RUN: not heddle check %s --dims arg2=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// CHECK: negate: equal: {{.*}}random data bit for bit
// THREE: expects 2 extents for 'arg0', or 1 for its dynamic dim 0, but got 3
// TWO: expects 3 extents for 'arg1', or 2 for its dynamic dims 0 and 2, but got 1
// NONE: expects 2 extents for 'arg2', but got 1

module attributes {transform.with_named_sequence} {
  func.func @negate(%a: tensor<?x16xf32>, %b: tensor<?x3x?xf32>,
                    %c: tensor<2x3xf32>) -> tensor<?x16xf32> {
    %0 = linalg.negf ins(%a : tensor<?x16xf32>) outs(%a : tensor<?x16xf32>) -> tensor<?x16xf32>
    return %0 : tensor<?x16xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [4]
    transform.yield
  }
}
