// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// The tensor is a view of memory that is written between its reader and the
// nest. What a reader computes is a value, and so is fused.
module {
  func.func @left(%m: memref<16xf32>, %e: tensor<16xf32>, %x: f32) -> tensor<16xf32> {
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
    // expected-remark@below {{not fused: it reads memory that 'memref.store' may write before the nest}}
    %v = linalg.exp ins(%t : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes}}
    %w = linalg.negf ins(%v : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // expected-note@below {{the write}}
    memref.store %x, %m[%c0] : memref<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes, root}}
    %r = linalg.abs {root} ins(%w : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %r : tensor<16xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Writes before the reader and after the nest do not matter, nor do writes into
// another buffer, assertions, and calls of functions that write nothing.
module {
  func.func private @pure(%a: tensor<16xf32>) -> tensor<16xf32> {
    return %a : tensor<16xf32>
  }
  func.func @fused(%m: memref<16xf32>, %o: memref<16xf32>, %e: tensor<16xf32>, %x: f32, %c: i1) {
    %c0 = arith.constant 0 : index
    memref.store %x, %m[%c0] : memref<16xf32>
    // expected-remark@below {{not fused: nothing says what a tile of it reads}}
    %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes}}
    // expected-remark@below {{also stays outside the nest: its whole value is also needed before the nest}}
    %v = linalg.exp ins(%t : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    bufferization.materialize_in_destination %v in restrict writable %o : (tensor<16xf32>, memref<16xf32>) -> ()
    %own = memref.alloc() : memref<4xf32>
    memref.store %x, %own[%c0] : memref<4xf32>
    memref.dealloc %own : memref<4xf32>
    cf.assert %c, "c"
    // expected-remark@below {{not fused: nothing says what a tile of it reads}}
    %p = func.call @pure(%e) : (tensor<16xf32>) -> tensor<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes, root}}
    %r = linalg.add {root} ins(%v, %p : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    bufferization.materialize_in_destination %r in writable %m : (tensor<16xf32>, memref<16xf32>) -> ()
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The view reaches its reader through a slice, a branch, and the body of an op.
// A call in a loop writes.
module {
  func.func private @write(%m: memref<16xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    memref.store %x, %m[%c0] : memref<16xf32>
    return
  }
  func.func @views(%m: memref<16xf32>, %e: tensor<4xf32>, %x: f32, %c: i1) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
    %i = scf.if %c -> tensor<16xf32> {
      scf.yield %t : tensor<16xf32>
    } else {
      %none = tensor.empty() : tensor<16xf32>
      scf.yield %none : tensor<16xf32>
    }
    %s = tensor.extract_slice %i[4] [4] [1] : tensor<16xf32> to tensor<4xf32>
    // expected-remark@below {{not fused: it reads memory that 'scf.for' may write before the nest}}
    %v = linalg.exp ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    // expected-remark@below {{not fused: it reads memory that 'scf.for' may write before the nest}}
    %g = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
    ^bb0(%out: f32):
      %n = linalg.index 0 : index
      %q = tensor.extract %t[%n] : tensor<16xf32>
      linalg.yield %q : f32
    } -> tensor<4xf32>
    // expected-note@below {{the write}}
    scf.for %k = %c0 to %c4 step %c1 {
      func.call @write(%m, %x) : (memref<16xf32>, f32) -> ()
    }
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 2], tile 2, recompute 1.00, 8 bytes, root}}
    %r = linalg.add {root} ins(%v, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [2] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A caller passes a view of the memory that the function writes.
module {
  func.func private @called(%t: tensor<16xf32>, %m: memref<16xf32>, %e: tensor<16xf32>, %x: f32) -> tensor<16xf32> {
    %c0 = arith.constant 0 : index
    // expected-remark@below {{not fused: it reads memory that 'memref.store' may write before the nest}}
    %v = linalg.exp ins(%t : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // expected-note@below {{the write}}
    memref.store %x, %m[%c0] : memref<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes, root}}
    %r = linalg.abs {root} ins(%v : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %r : tensor<16xf32>
  }
  func.func @caller(%m: memref<16xf32>, %e: tensor<16xf32>, %x: f32) -> tensor<16xf32> {
    %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
    %r = func.call @called(%t, %m, %e, %x) : (tensor<16xf32>, memref<16xf32>, tensor<16xf32>, f32) -> tensor<16xf32>
    return %r : tensor<16xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// In the memory of a writable view an op may compute in place: its result
// changes with the memory. Nobody writes it in place without that.
module {
  func.func @in_place(%m: memref<16xf32> {llvm.noalias}, %n: memref<16xf32>, %e: tensor<16xf32>, %x: f32) -> tensor<16xf32> {
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict writable : memref<16xf32> to tensor<16xf32>
    %u = bufferization.to_tensor %n restrict : memref<16xf32> to tensor<16xf32>
    %a = linalg.exp {stop} ins(%e : tensor<16xf32>) outs(%t : tensor<16xf32>) -> tensor<16xf32>
    // expected-remark@below {{not fused: it is a stop op}}
    %b = linalg.exp {stop} ins(%e : tensor<16xf32>) outs(%u : tensor<16xf32>) -> tensor<16xf32>
    // expected-remark@below {{not fused: it reads memory that 'memref.store' may write before the nest}}
    %v = linalg.negf ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes}}
    %w = linalg.negf ins(%b : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // expected-note@below {{the write}}
    memref.store %x, %m[%c0] : memref<16xf32>
    memref.store %x, %n[%c0] : memref<16xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4], tile 4, recompute 1.00, 16 bytes, root}}
    %r = linalg.add {root} ins(%v, %w : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %r : tensor<16xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {stop} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s {explain} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
