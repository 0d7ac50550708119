// What a schedule leaves, the tool completes, and says so: here of a library whose
// sequence stops before the payload is bufferized. The compiler makes one call of the
// loops of a fill, so fills do not count.
// RUN: split-file %s %t
// RUN: heddle bench %t/payload.mlir -s %t/tiles.mlir -s %t/buffers.mlir \
// RUN:   -s %t/vectors.mlir -s %t/finished.mlir --rounds 1 2>&1 \
// RUN:   | FileCheck %s
// CHECK:      payload.mlir:{{[0-9]+}}:{{[0-9]+}}: remark: the schedule 'tiles.mlir' leaves tensors, which are bufferized as by 'transform.heddle.bufferize', and 2 structured ops, which become scalar loops{{$}}
// CHECK:      payload.mlir:{{[0-9]+}}:{{[0-9]+}}: remark: the schedule 'buffers.mlir' leaves 2 structured ops, which become scalar loops{{$}}
// CHECK:      remark: the schedule 'vectors.mlir' leaves tensors, which are bufferized as by 'transform.heddle.bufferize'{{$}}
// CHECK-NOT:  remark:
// CHECK:      scale: {{.*}} 1 rounds

//--- payload.mlir
func.func @scale(%a: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %f = linalg.abs ins(%a : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = linalg.mul ins(%a, %f : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
func.func @zeros(%a: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%a : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %f : tensor<8x64xf32>
}

//--- library/tile.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile(%module: !transform.any_op {transform.readonly}) {
    %mul = transform.structured.match ops{["linalg.mul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %mul tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- tiles.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @tile(%module: !transform.any_op {transform.readonly})
      attributes {heddle.library = "library/tile.mlir"}
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.include @tile failures(propagate) (%module) : (!transform.any_op) -> ()
    transform.yield
  }
}

//--- buffers.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- vectors.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.heddle.vectorize %module : !transform.any_op
    transform.yield
  }
}

//--- finished.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %module : !transform.any_op
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
