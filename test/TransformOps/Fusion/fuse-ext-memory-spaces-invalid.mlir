// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// What would not stay in the memory space that is its encoding.

// Elements that are stored in another way.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @sparse_source(%a: tensor<?xf32, "sparse">) -> tensor<8xf32> {
    // expected-note @below {{this is about 'tensor.cast'}}
    %0 = tensor.cast %a : tensor<?xf32, "sparse"> to tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.cast"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'tensor.cast' has an operand with a tensor encoding that is no memory space}}
    transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A tile of the slice is a tile of its source.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @slice(%a: tensor<16xf32, 1>) -> tensor<8xf32, 2> {
    // expected-note @below {{this is about 'tensor.extract_slice'}}
    %0 = tensor.extract_slice %a[4] [8] [1] : tensor<16xf32, 1> to tensor<8xf32, 2>
    return %0 : tensor<8xf32, 2>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.extract_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'tensor.extract_slice' has an operand whose encoding is not that of the result}}
    transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The maximum and the sum of each row are new tensors.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @online(%a: tensor<8x16xf32, 1>, %v: tensor<16x4xf32>, %e: tensor<8x16xf32, 1>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%a : tensor<8x16xf32, 1>) outs(%e : tensor<8x16xf32, 1>) -> tensor<8x16xf32, 1>
    %0 = linalg.matmul ins(%p, %v : tensor<8x16xf32, 1>, tensor<16x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' has an operand with an encoding, which the statistics that the loop carries would not have}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Its parts are reshaped.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @attention(%a: tensor<8x16xf32, 1>, %v: tensor<16x4xf32>, %e: tensor<8x16xf32, 1>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%a : tensor<8x16xf32, 1>) outs(%e : tensor<8x16xf32, 1>) -> tensor<8x16xf32, 1>
    %0 = linalg.matmul ins(%p, %v : tensor<8x16xf32, 1>, tensor<16x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' has an operand with an encoding, which reshapes of its parts would drop}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// So are its values.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @values(%a: tensor<8x16xf32>, %v: tensor<16x4xf32, 1>, %e: tensor<8x16xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %p = linalg.softmax dimension(1) ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %0 = linalg.matmul ins(%p, %v : tensor<8x16xf32>, tensor<16x4xf32, 1>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.matmul' has an operand with an encoding, which reshapes of its parts would drop}}
    transform.heddle.split_attention %0 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @scan(%x: tensor<9xi32, 1>, %y: tensor<9xi32, 1>, %a: tensor<i32, 1>) -> tensor<9xi32, 1> {
    // expected-note @below {{this op}}
    %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<9xi32, 1>) outs(%y, %a : tensor<9xi32, 1>, tensor<i32, 1>) {
    ^bb0(%s: i32, %e: i32):
      %n = arith.addi %s, %e : i32
      linalg_ext.yield %n : i32
    } -> tensor<9xi32, 1>, tensor<i32, 1>
    return %0#0 : tensor<9xi32, 1>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg_ext.scan' has an operand with an encoding, which reshapes of its blocks would drop}}
    transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
