// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The padding is known only after the write, and so the producer would move
// after it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @producer(%m: memref<5xf32>, %x: f32) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{'linalg.negf' reads memory that 'memref.store' may write before the padding is known}}
    memref.store %x, %m[%c0] : memref<5xf32>
    %y = memref.load %m[%c1] : memref<5xf32>
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %y : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'linalg.negf' reads memory that 'memref.store' may write before the padding is known}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The padding is an element of memory that is written before the pad. It cannot
// move before the producer, and the producer cannot move after the write.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @padding(%m: memref<5xf32>, %x: f32) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{'linalg.negf' reads memory that 'memref.store' may write before the padding is known}}
    memref.store %x, %m[%c0] : memref<5xf32>
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      %y = tensor.extract %t[%c0] : tensor<5xf32>
      tensor.yield %y : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'linalg.negf' reads memory that 'memref.store' may write before the padding is known}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The parts would read memory that is written after the pad.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @split(%m: memref<5xf32>, %b: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
    %0 = tensor.pad %t low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    memref.store %x, %m[%c0] : memref<5xf32>
    // expected-note@below {{'tensor.pad' reads memory that 'memref.store' may write before 'linalg.negf'}}
    %r = linalg.negf {split} ins(%0 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'tensor.pad' reads memory that 'memref.store' may write before 'linalg.negf'}}
    %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
