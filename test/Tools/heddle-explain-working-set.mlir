// Slices of one tensor that overlap are in memory once: 6 rows of 32 numbers are read of
// %in in each iteration, and 4 rows are written.
// RUN: heddle explain %s | FileCheck %s

// CHECK: loop 0: dim 0, 0 to 20 step 4, parallel, working set 1280 bytes

module attributes {transform.with_named_sequence} {
  func.func @shifted(%in: tensor<24x32xf32>, %out: tensor<20x32xf32>) -> tensor<20x32xf32> {
    %x = tensor.extract_slice %in[0, 0] [20, 32] [1, 1] : tensor<24x32xf32> to tensor<20x32xf32>
    %y = tensor.extract_slice %in[2, 0] [20, 32] [1, 1] : tensor<24x32xf32> to tensor<20x32xf32>
    %sum = linalg.add ins(%x, %y : tensor<20x32xf32>, tensor<20x32xf32>)
        outs(%out : tensor<20x32xf32>) -> tensor<20x32xf32>
    return %sum : tensor<20x32xf32>
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %sum = transform.structured.match ops{["linalg.add"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %sum tile_sizes [4]
    transform.yield
  }
}
