// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.apply_patterns' may replace 'linalg.generic' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy
// STRICT: error: 'transform.apply_registered_pass' runs 'canonicalize', which may replace 'linalg.transpose' by the memory
// STRICT: error: 'transform.apply_patterns' may replace 'linalg.broadcast' by
// STRICT: error: 'transform.apply_patterns' may replace 'tensor.pad' by
// STRICT: error: 'transform.apply_patterns' may replace 'vector.transfer_write' by the memory
// STRICT-NOT: error: 'transform

// The copy is gone, and the store comes before the read.
// expected-note@below {{the payload op}}
module {
  // CHECK-LABEL: func.func @copy(
  // CHECK:       %[[T:.*]] = bufferization.to_tensor
  // CHECK:       memref.store %{{.*}}, %
  // CHECK:       return %[[T]]
  func.func @copy(%m: memref<2xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %r = linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]}
        ins(%t : tensor<2xi32>) outs(%e : tensor<2xi32>) {
    ^bb0(%i: i32, %o: i32):
      linalg.yield %i : i32
    } -> tensor<2xi32>
    memref.store %v, %m[%c] : memref<2xi32>
    return %r : tensor<2xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-warning@below {{'transform.apply_patterns' may replace 'linalg.generic' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
  }
}

// -----

// The store is in a loop that reads the copy.
// expected-note@below {{the payload op}}
module {
  // CHECK-LABEL: func.func @transpose_in_loop(
  // CHECK:       %[[T:.*]] = bufferization.to_tensor
  // CHECK:       scf.for %
  // CHECK-NEXT:    tensor.extract %[[T]]
  func.func @transpose_in_loop(%m: memref<2xi32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %r = linalg.transpose ins(%t : tensor<2xi32>) outs(%e : tensor<2xi32>)
        permutation = [0]
    scf.for %i = %c0 to %n step %c1 {
      %x = tensor.extract %r[%c0] : tensor<2xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %m[%c0] : memref<2xi32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-warning@below {{'transform.apply_registered_pass' runs 'canonicalize', which may replace 'linalg.transpose' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
    %m = transform.apply_registered_pass "canonicalize" to %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Each function is asked about by itself, and CSE afterwards changes nothing. In
// the first one, what reads the copy is a slice, which is read after the store.
module {
  // expected-note@below {{the payload op}}
  func.func @broadcast(%m: memref<2xi32>, %v: i32) -> tensor<1xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %r = linalg.broadcast ins(%t : tensor<2xi32>) outs(%e : tensor<2xi32>)
        dimensions = []
    %s = tensor.extract_slice %r[0] [1] [1] : tensor<2xi32> to tensor<1xi32>
    memref.store %v, %m[%c] : memref<2xi32>
    return %s : tensor<1xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_patterns' may replace 'linalg.broadcast' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
  }
}

// -----

// What is copied may be a part of the memory.
module {
  // expected-note@below {{the payload op}}
  func.func @pad(%m: memref<4xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<4xi32> to tensor<4xi32>
    %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xi32> to tensor<2xi32>
    %r = tensor.pad %s low[0] high[0] {
    ^bb0(%i: index):
      tensor.yield %v : i32
    } : tensor<2xi32> to tensor<2xi32>
    memref.store %v, %m[%c] : memref<4xi32>
    return %r : tensor<2xi32>
  }
  // expected-note@below {{the payload op}}
  func.func @insert(%m: memref<2xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %r = tensor.insert_slice %t into %e[0] [2] [1]
        : tensor<2xi32> into tensor<2xi32>
    memref.store %v, %m[%c] : memref<2xi32>
    return %r : tensor<2xi32>
  }
  // expected-note@below {{the payload op}}
  func.func @concat(%m: memref<2xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %r = tensor.concat dim(0) %t : (tensor<2xi32>) -> tensor<2xi32>
    memref.store %v, %m[%c] : memref<2xi32>
    return %r : tensor<2xi32>
  }
  // expected-note@below {{the payload op}}
  func.func @for(%m: memref<2xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %r = scf.for %i = %c to %c step %c1 iter_args(%x = %t) -> tensor<2xi32> {
      %y = tensor.insert %v into %x[%c] : tensor<2xi32>
      scf.yield %y : tensor<2xi32>
    }
    memref.store %v, %m[%c] : memref<2xi32>
    return %r : tensor<2xi32>
  }
  // expected-note@below {{the payload op}}
  func.func @forall(%m: memref<2xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %r = scf.forall (%i) in (0) shared_outs(%x = %t) -> tensor<2xi32> {
      %s = tensor.extract_slice %x[%i] [1] [1] : tensor<2xi32> to tensor<1xi32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %x[%c] [1] [1]
            : tensor<1xi32> into tensor<2xi32>
      }
    }
    memref.store %v, %m[%c] : memref<2xi32>
    return %r : tensor<2xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %f : !transform.any_op {
    ^bb0(%each: !transform.any_op):
      // expected-warning@below {{'transform.apply_patterns' may replace 'tensor.pad' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
      // expected-warning@below {{'transform.apply_patterns' may replace 'tensor.insert_slice' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
      // expected-warning@below {{'transform.apply_patterns' may replace 'tensor.concat' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
      // expected-warning@below {{'transform.apply_patterns' may replace 'scf.for' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
      // expected-warning@below {{'transform.apply_patterns' may replace 'scf.forall' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
      transform.apply_patterns to %each {
        transform.apply_patterns.canonicalization
      } : !transform.any_op
    }
  }
}

// -----

// No warning: the store comes before the copy, or after the last use; the op does
// more than copy; the tensor is no memory.
module {
  func.func @right(%m: memref<2xi32>, %v: i32, %a: tensor<2xi32>)
      -> (i32, tensor<2xi32>, tensor<3xi32>) {
    %c = arith.constant 0 : index
    memref.store %v, %m[%c] : memref<2xi32>
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %r = linalg.transpose ins(%t : tensor<2xi32>) outs(%e : tensor<2xi32>)
        permutation = [0]
    %x = tensor.extract %r[%c] : tensor<2xi32>
    %p = tensor.pad %t low[0] high[1] {
    ^bb0(%i: index):
      tensor.yield %v : i32
    } : tensor<2xi32> to tensor<3xi32>
    memref.store %x, %m[%c] : memref<2xi32>
    %b = linalg.broadcast ins(%a : tensor<2xi32>) outs(%e : tensor<2xi32>)
        dimensions = []
    return %x, %b, %p : i32, tensor<2xi32>, tensor<3xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.cleanup %root : !transform.any_op
  }
}

// -----

// All of the tensor as one vector: a vector that is read and written is folded, too.
// expected-note@below {{the payload op}}
module {
  func.func @vector(%m: memref<2xi32>, %v: i32) -> tensor<2xi32> {
    %c = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
    %e = tensor.empty() : tensor<2xi32>
    %x = vector.transfer_read %t[%c], %v {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
    %r = vector.transfer_write %x, %e[%c] {in_bounds = [true]} : vector<2xi32>, tensor<2xi32>
    memref.store %v, %m[%c] : memref<2xi32>
    return %r : tensor<2xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-warning@below {{'transform.apply_patterns' may replace 'vector.transfer_write' by the memory that it copies, which is written before the copy is used; 'transform.cleanup' keeps the copy}}
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
  }
}
