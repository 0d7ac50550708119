// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// The first of two joint roots would be computed after the write.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @joint(%m: memref<8xf32>, %e: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, tensor<8xf32>) {
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
    // expected-note@below {{this is about 'linalg.exp'}}
    %a = linalg.exp {root} ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{the write}}
    memref.store %x, %m[%c0] : memref<8xf32>
    %b = linalg.negf {root} ins(%e : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %a, %b : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %roots = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the root 'linalg.exp' reads memory that 'memref.store' may write before the nest}}
    %1:2 = transform.structured.fuse_ext %roots tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The user of a root would move after the nest, and so after the write.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @moved(%m: memref<8xf32>, %e: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, tensor<8xf32>) {
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
    // expected-note@below {{this is about 'linalg.exp'}}
    %a = linalg.exp {root} ins(%e : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{the use}}
    %u = linalg.add ins(%a, %t : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    memref.store %x, %m[%c0] : memref<8xf32>
    %b = linalg.negf {root} ins(%e : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %u, %b : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %roots = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the root 'linalg.exp' is used before the place of the nest}}
    %1:2 = transform.structured.fuse_ext %roots tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The consumer would be computed before the write.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @consumer(%m: memref<8xf32>, %e: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
    %nest = scf.for %i = %c0 to %c8 step %c4 iter_args(%o = %e) -> (tensor<8xf32>) {
      %s = tensor.extract_slice %o[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %n = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
      %w = tensor.insert_slice %n into %o[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
      scf.yield %w : tensor<8xf32>
    }
    // expected-note@below {{the write}}
    memref.store %x, %m[%c0] : memref<8xf32>
    // expected-note@below {{this op}}
    %r = linalg.add {target} ins(%nest, %t : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.add' reads memory that 'memref.store' may write before it, but not before the nest}}
    %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The softmax would be computed where the sum is.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @online(%m: memref<4x8xf32>, %e: tensor<4x8xf32>, %v: tensor<8x2xf32>, %o: tensor<4x2xf32>, %x: f32) -> tensor<4x2xf32> {
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<4x8xf32> to tensor<4x8xf32>
    // expected-note@below {{this is about 'linalg.softmax'}}
    %s = linalg.softmax dimension(1) ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // expected-note@below {{the write}}
    memref.store %x, %m[%c0, %c0] : memref<4x8xf32>
    %r = linalg.matmul ins(%s, %v : tensor<4x8xf32>, tensor<8x2xf32>) outs(%o : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %r : tensor<4x2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.softmax' reads memory that 'memref.store' may write before 'linalg.matmul'}}
    %1:2 = transform.structured.fuse_ext %mm tile_sizes [0, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
