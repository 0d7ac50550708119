// Accesses to memory that prevent the fusion of two loops. Other reasons are in
// fuse-sibling-loops-order-invalid.mlir.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @later_iteration(%t: memref<16xf32>, %x: f32, %r: memref<16xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    scf.for %i = %c0 to %c15 step %c1 {
      // expected-note@below {{'memref.store' of the first loop writes [i0 : i0 + 1] of argument 0}}
      memref.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what a later iteration of the first touches, unless both read}}
    scf.for %i = %c0 to %c15 step %c1 {
      %j = arith.addi %i, %c1 : index
      // expected-note@below {{'memref.load' of the second loop reads [i0 + 1 : i0 + 2] of argument 0}}
      %y = memref.load %t[%j] : memref<16xf32>
      memref.store %y, %r[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// An iteration reads the store of an earlier one in an scf.for, not in an
// scf.forall.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @another_iteration(%t: memref<16x16xf32>, %x: f32, %r: memref<f32> {llvm.noalias}) {
    scf.forall (%i, %j) in (15, 16) {
      %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      // expected-note@below {{'memref.store' of the first loop writes [i0 + 1 : i0 + 2, i1 : i1 + 1] of argument 0}}
      memref.store %x, %t[%k, %j] : memref<16x16xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.forall (%i, %j) in (15, 16) {
      // expected-note@below {{'memref.load' of the second loop reads [i0 : i0 + 1, i1 : i1 + 1] of argument 0}}
      %y = memref.load %t[%i, %j] : memref<16x16xf32>
      %z = arith.addf %y, %y : f32
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Two dimensions in one subscript, where rows overlap.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @overlapping_rows(%t: memref<72xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c9) step (%c1, %c1) {
      %k = affine.apply affine_map<(i, j) -> (8 * i + j)>(%i, %j)
      // expected-note@below {{'memref.store' of the first loop writes [8 * i0 + i1 : 8 * i0 + i1 + 1] of argument 0}}
      memref.store %x, %t[%k] : memref<72xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c9) step (%c1, %c1) {
      %k = affine.apply affine_map<(i, j) -> (8 * i + j)>(%i, %j)
      // expected-note@below {{'memref.store' of the second loop writes [8 * i0 + i1 : 8 * i0 + i1 + 1] of argument 0}}
      memref.store %x, %t[%k] : memref<72xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A subscript that is read from memory may be any.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unknown_subscript(%t: memref<16x?xf32>, %k: memref<16xindex> {llvm.noalias}, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      %j = memref.load %k[%i] : memref<16xindex>
      // expected-note@below {{'memref.store' of the first loop writes [0 : 16, 0 : 1] of argument 0}}
      memref.store %x, %t[%j, %c0] : memref<16x?xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what a later iteration of the first touches, unless both read}}
    scf.for %i = %c0 to %c16 step %c1 {
      // expected-note@below {{'memref.load' of the second loop reads [i0 : i0 + 1, 0 : 1] of argument 0}}
      %y = memref.load %t[%i, %c0] : memref<16x?xf32>
      %z = arith.addf %y, %y : f32
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Two arguments may be one buffer.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two_arguments(%a: memref<16xf32>, %b: memref<16xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %row = memref.subview %a[0] [16] [1] : memref<16xf32> to memref<16xf32, strided<[1]>>
    scf.for %i = %c0 to %c16 step %c1 {
      // expected-note@below {{'memref.load' of the first loop reads argument 0}}
      %y = memref.load %row[%i] : memref<16xf32, strided<[1]>>
      %z = arith.addf %y, %y : f32
    }
    // expected-note@below {{expects the loops to touch buffers that are known to be different, or parts of one buffer}}
    scf.for %i = %c0 to %c16 step %c1 {
      // expected-note@below {{'memref.store' of the second loop writes argument 1, which may be the same buffer (llvm.noalias on one of them would say that it is not)}}
      memref.store %x, %b[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Two views that cannot be compared; a layout of which all rows are one row has
// no boxes either.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two_views(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %a = memref.alloc() : memref<16xf32>
    %square = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
    scf.for %i = %c0 to %c16 step %c1 {
      // expected-note@below {{'memref.store' of the first loop writes a buffer}}
      memref.store %x, %square[%c0, %c0] : memref<4x4xf32>
    }
    // expected-note@below {{expects the loops to touch buffers that are known to be different, or parts of one buffer}}
    scf.for %i = %c0 to %c16 step %c1 {
      // expected-note@below {{'memref.store' of the second loop writes a buffer, and this may be the same one}}
      memref.store %x, %a[%i] : memref<16xf32>
    }
    memref.dealloc %a : memref<16xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @one_row(%t: memref<16x16xf32, strided<[0, 1]>>, %x: f32) {
    %c0 = arith.constant 0 : index
    scf.forall (%i) in (16) {
      // expected-note@below {{'memref.store' of the first loop writes argument 0}}
      memref.store %x, %t[%i, %c0] : memref<16x16xf32, strided<[0, 1]>>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.forall (%i) in (16) {
      // expected-note@below {{'memref.store' of the second loop writes argument 0}}
      memref.store %x, %t[%i, %c0] : memref<16x16xf32, strided<[0, 1]>>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Rows that begin one element apart, and are four long.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @rows_overlap(%t: memref<16x4xf32, strided<[1, 1]>>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.forall (%i) in (15) {
      // expected-note@below {{'memref.store' of the first loop writes argument 0}}
      memref.store %x, %t[%i, %c1] : memref<16x4xf32, strided<[1, 1]>>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.forall (%i) in (15) {
      // expected-note@below {{'memref.load' of the second loop reads argument 0}}
      %y = memref.load %t[%i, %c0] : memref<16x4xf32, strided<[1, 1]>>
      %z = arith.addf %y, %y : f32
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A copy touches all of its view.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @copy_of_all(%t: memref<16xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %a = memref.alloc() : memref<16xf32>
    scf.forall (%i) in (16) {
      // expected-note@below {{'memref.store' of the first loop writes [i0 : i0 + 1] of a buffer}}
      memref.store %x, %a[%i] : memref<16xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what another iteration of the first touches, unless both read}}
    scf.forall (%i) in (16) {
      // expected-note@below {{'memref.copy' of the second loop reads [0 : 16] of a buffer}}
      memref.copy %a, %t : memref<16xf32> to memref<16xf32>
    }
    memref.dealloc %a : memref<16xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}
