// Affine loops that stay apart, whatever their slices.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Cases that upstream's utilities overlook: other accesses, other regions, and
// two memrefs that are one buffer.
// expected-remark@below {{applied}}
module {
  func.func @foreign(%t: memref<16xf32>, %r: memref<16xf32> {llvm.noalias}, %x: f32) {
    affine.for %i = 0 to 16 {
      affine.store %x, %t[%i] : memref<16xf32>
    }
    affine.for %i = 0 to 16 {
      %y = affine.load %t[%i] : memref<16xf32>
      memref.store %y, %r[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{applied}}
module {
  func.func @region(%t: memref<16xf32>, %r: memref<16xf32> {llvm.noalias}, %x: f32, %c: i1) {
    affine.for %i = 0 to 16 {
      scf.if %c {
        affine.store %x, %t[%i] : memref<16xf32>
      }
    }
    affine.for %i = 0 to 16 {
      %y = affine.load %t[%i] : memref<16xf32>
      affine.store %y, %r[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @alias(%t: memref<16xf32>, %r: memref<16xf32>, %x: f32) {
    affine.for %i = 0 to 16 {
      // expected-note@below {{'affine.store' touches one}}
      affine.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{expects memrefs that are known to be different buffers}}
    affine.for %i = 0 to 16 {
      %y = affine.load %t[%i] : memref<16xf32>
      // expected-note@below {{'affine.store' touches another one that may be the same buffer (llvm.noalias on one of these arguments would say that it is not)}}
      affine.store %y, %r[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{applied}}
module {
  func.func @views(%t: memref<16xf32>, %x: f32) {
    %v = memref.cast %t : memref<16xf32> to memref<16xf32, strided<[1], offset: ?>>
    affine.for %i = 0 to 16 {
      affine.store %x, %t[%i] : memref<16xf32>
    }
    affine.for %i = 0 to 16 {
      %y = affine.load %t[%i] : memref<16xf32>
      affine.store %y, %v[%i] : memref<16xf32, strided<[1], offset: ?>>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The consumer stores to what the producer touches: other slices would see that.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @stores_back(%t: memref<16xf32>, %x: f32) {
    affine.for %i = 0 to 16 {
      // expected-note@below {{'affine.store' of the producer}}
      affine.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{expects the consumer to store to nothing that the producer touches}}
    affine.for %i = 0 to 16 {
      %y = affine.load %t[15 - %i] : memref<16xf32>
      %z = arith.addf %y, %y : f32
      // expected-note@below {{'affine.store' of the consumer}}
      affine.store %z, %t[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @results(%t: memref<16xf32>, %r: memref<16xf32> {llvm.noalias}, %x: f32) -> f32 {
    // expected-note@below {{this loop has some}}
    %s = affine.for %i = 0 to 17 iter_args(%a = %x) -> f32 {
      affine.store %x, %t[%i] : memref<16xf32>
      %b = arith.addf %a, %x : f32
      affine.yield %b : f32
    }
    // expected-note@below {{expects a producer without results}}
    affine.for %i = 0 to 16 {
      %y = affine.load %t[%i] : memref<16xf32>
      affine.store %y, %r[%i] : memref<16xf32>
    }
    return %s : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @between(%t: memref<16xf32>, %u: memref<16xf32> {llvm.noalias}, %r: memref<16xf32> {llvm.noalias}, %x: f32) {
    affine.for %i = 0 to 16 {
      affine.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{'memref.copy' depends on the first loop, and the second loop on it}}
    memref.copy %t, %u : memref<16xf32> to memref<16xf32>
    // expected-note@below {{expects nothing between the loops that must come after the first and before the second}}
    affine.for %i = 0 to 16 {
      %y = affine.load %t[%i] : memref<16xf32>
      %z = affine.load %u[%i] : memref<16xf32>
      %w = arith.addf %y, %z : f32
      affine.store %w, %r[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{expects two affine loops in one block, of which one loads what the other stores or both load from one memref}}
  func.func @nothing(%a: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      %x = affine.load %a[%i] : memref<16xf32>
      affine.store %x, %a[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "greedy"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_input(%a: memref<16xf32>, %b: memref<16xf32>, %x: f32) {
    affine.for %i = 0 to 16 {
      affine.store %x, %a[%i] : memref<16xf32>
    }
    // expected-note@below {{expects siblings to load from one memref}}
    affine.for %i = 0 to 16 {
      affine.store %x, %b[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "sibling"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @sibling_order(%a: memref<16xf32>, %t: memref<17xf32> {llvm.noalias}, %r: memref<17xf32> {llvm.noalias}) {
    affine.for %i = 0 to 16 {
      %x = affine.load %a[%i] : memref<16xf32>
      // expected-note@below {{'affine.store' of the first loop writes [i0 : i0 + 1] of argument 1}}
      affine.store %x, %t[%i] : memref<17xf32>
    }
    // expected-note@below {{expects no iteration of the second loop to touch what a later iteration of the first touches, unless both read}}
    affine.for %i = 0 to 16 {
      %x = affine.load %a[%i] : memref<16xf32>
      // expected-note@below {{'affine.load' of the second loop reads [i0 + 1 : i0 + 2] of argument 1}}
      %y = affine.load %t[%i + 1] : memref<17xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %r[%i] : memref<17xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "sibling"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @rows_overlap(%t: memref<16x4xf32, strided<[1, 1]>>, %r: memref<16xf32> {llvm.noalias}, %x: f32) {
    affine.for %i = 0 to 15 {
      // expected-note@below {{'affine.store' touches another one}}
      affine.store %x, %t[%i, 1] : memref<16x4xf32, strided<[1, 1]>>
    }
    // expected-note@below {{expects memrefs whose elements are known to be different}}
    affine.for %i = 0 to 15 {
      %y = affine.load %t[%i, 0] : memref<16x4xf32, strided<[1, 1]>>
      affine.store %y, %r[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{no two affine loops can be fused}}
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}
