// Slices of a producer that must not be computed in the consumer, or cost too
// much.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @trips(%t: memref<?xf32>, %r: memref<?xf32> {llvm.noalias}, %x: f32, %n: index) {
    // expected-note@below {{the trip count of this loop is not}}
    // expected-note@below {{dimension 0 of the first goes from 1 to arg3 by 1}}
    affine.for %i = 1 to %n {
      affine.store %x, %t[%i] : memref<?xf32>
    }
    // expected-note@below {{expects loops whose trip counts are known, to compute slices}}
    // expected-note@below {{the trip count of this loop is not}}
    // expected-note@below {{expects two loops over one range}}
    // expected-note@below {{dimension 0 of the second goes from 0 to arg3 by 1}}
    affine.for %i = 0 to %n {
      %y = affine.load %t[%i] : memref<?xf32>
      affine.store %y, %r[%i] : memref<?xf32>
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

// Half of the producer is computed, but the caller sees all of it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @others_need_it(%t: memref<16xf32>, %r: memref<16xf32> {llvm.noalias}, %x: f32) {
    // expected-note@below {{at depth 1 not all of the producer is computed, and others need it}}
    affine.for %i = 0 to 16 {
      affine.store %x, %t[%i] : memref<16xf32>
    }
    affine.for %i = 0 to 8 {
      %y = affine.load %t[%i] : memref<16xf32>
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

// A producer that would be computed sixteen times.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @more_work(%a: memref<16xf32>, %r: memref<16x16xf32> {llvm.noalias}, %x: f32) {
    %t = memref.alloc() : memref<16xf32>
    affine.for %i = 0 to 16 {
      %y = affine.load %a[%i] : memref<16xf32>
      %z = math.exp %y : f32
      affine.store %z, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{at depth 1 the fusion adds 1.29 of the work, expected at most 0.30 (compute_tolerance)}}
    // expected-note@below {{at depth 2 the fusion adds 1.29 of the work, expected at most 0.30 (compute_tolerance)}}
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %y = affine.load %t[%j] : memref<16xf32>
        affine.store %y, %r[%i, %j] : memref<16x16xf32>
      }
    }
    memref.dealloc %t : memref<16xf32>
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

// A sum over the outer loop, with a consumer that needs it four times.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @outer_sum(%a: memref<4x16xf32>, %t: memref<16xf32> {llvm.noalias}, %r: memref<16xf32> {llvm.noalias}) {
    affine.for %k = 0 to 4 {
      affine.for %i = 0 to 16 {
        // expected-note@below {{'affine.load' would run again}}
        %y = affine.load %t[%i] : memref<16xf32>
        %x = affine.load %a[%k, %i] : memref<4x16xf32>
        %z = arith.addf %y, %x : f32
        affine.store %z, %t[%i] : memref<16xf32>
      }
    }
    // expected-note@below {{expects each iteration of a producer that reads what it wrote to run once}}
    affine.for %k = 0 to 4 {
      affine.for %i = 0 to 16 {
        %y = affine.load %t[%i] : memref<16xf32>
        affine.store %y, %r[%i] : memref<16xf32>
      }
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

// Slices overlap, so that elements would be added to twice.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @halo_sum(%a: memref<18xf32>, %t: memref<18xf32> {llvm.noalias}, %r: memref<16xf32> {llvm.noalias}) {
    affine.for %i = 0 to 18 {
      // expected-note@below {{'affine.load' would run again}}
      %y = affine.load %t[%i] : memref<18xf32>
      %x = affine.load %a[%i] : memref<18xf32>
      %z = arith.addf %y, %x : f32
      affine.store %z, %t[%i] : memref<18xf32>
    }
    // expected-note@below {{expects each iteration of a producer that reads what it wrote to run once}}
    affine.for %i = 0 to 16 {
      %p = affine.load %t[%i] : memref<18xf32>
      %q = affine.load %t[%i + 2] : memref<18xf32>
      %s = arith.addf %p, %q : f32
      affine.store %s, %r[%i] : memref<16xf32>
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
  func.func @halo_step(%a: memref<16xf32>, %t: memref<16xf32> {llvm.noalias}, %r: memref<8xf32> {llvm.noalias}) {
    affine.for %i = 0 to 16 step 2 {
      %x = affine.load %a[%i] : memref<16xf32>
      affine.store %x, %t[%i] : memref<16xf32>
    }
    // expected-note@below {{at depth 1 no slice of the producer gives what the consumer needs}}
    affine.for %i = 0 to 8 {
      %p = affine.load %t[2 * %i] : memref<16xf32>
      affine.store %p, %r[%i] : memref<8xf32>
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

// Four stores to one element, of which the last would be another one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @mod(%a: memref<16xf32>, %t: memref<16xf32> {llvm.noalias}, %r: memref<8xf32> {llvm.noalias}) {
    affine.for %i = 0 to 16 {
      %x = affine.load %a[%i] : memref<16xf32>
      affine.store %x, %t[%i mod 4] : memref<16xf32>
    }
    // expected-note@below {{at depth 1 the fusion adds 2.40 of the work, expected at most 0.30 (compute_tolerance)}}
    affine.for %i = 0 to 4 {
      %p = affine.load %t[%i mod 3] : memref<16xf32>
      affine.store %p, %r[%i] : memref<8xf32>
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

// Slices run backwards: each element is the sum of those before.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two_elements(%r: memref<16xf32>, %x: f32) {
    %t = memref.alloc() : memref<17xf32>
    affine.for %i = 0 to 16 {
      // expected-note@below {{'affine.load' touches one}}
      %y = affine.load %t[%i] : memref<17xf32>
      %z = arith.addf %y, %x : f32
      // expected-note@below {{'affine.store' touches another}}
      affine.store %z, %t[%i + 1] : memref<17xf32>
    }
    // expected-note@below {{expects the producer to touch one element of a memref in an iteration, since the order of its iterations would change}}
    affine.for %i = 0 to 16 {
      %y = affine.load %t[16 - %i] : memref<17xf32>
      affine.store %y, %r[%i] : memref<16xf32>
    }
    memref.dealloc %t : memref<17xf32>
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

// Sixteen iterations whose bounds are unknown.
// expected-remark@below {{applied}}
module {
  func.func @unknown_range(%r: memref<16xf32>, %x: f32, %n: index) {
    %t = memref.alloc() : memref<64xf32>
    affine.for %i = affine_map<()[s0] -> (s0)>()[%n] to affine_map<()[s0] -> (s0 + 16)>()[%n] {
      affine.store %x, %t[%i] : memref<64xf32>
    }
    affine.for %i = affine_map<()[s0] -> (s0)>()[%n] to affine_map<()[s0] -> (s0 + 16)>()[%n] {
      %y = affine.load %t[%i] : memref<64xf32>
      affine.store %y, %r[%i - symbol(%n)] : memref<16xf32>
    }
    memref.dealloc %t : memref<64xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f {mode = "producer"} : (!transform.any_op) -> !transform.any_op
  }
}
