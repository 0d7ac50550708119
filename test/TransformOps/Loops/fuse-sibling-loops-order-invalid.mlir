// Values and effects that keep their order.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @result_of_the_first(%x: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> f32 {
      %y = arith.addf %a, %x : f32
      scf.yield %y : f32
    }
    // expected-note@below {{expects the second loop to use no result of the first}}
    %p = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> f32 {
      // expected-note@below {{'arith.mulf' uses one}}
      %y = arith.mulf %a, %s : f32
      scf.yield %y : f32
    }
    return %p : f32
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
  func.func @value_between(%x: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> f32 {
      %y = arith.addf %a, %x : f32
      scf.yield %y : f32
    }
    // expected-note@below {{'math.exp' depends on the first loop, and the second loop on it}}
    %e = math.exp %s : f32
    // expected-note@below {{expects nothing between the loops that must come after the first and before the second}}
    %p = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %e) -> f32 {
      %y = arith.mulf %a, %a : f32
      scf.yield %y : f32
    }
    return %p : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The store overwrites what the first loop read, the second loop reads it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @store_between(%t: memref<8xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %y = memref.load %t[%i] : memref<8xf32>
      %z = arith.addf %y, %y : f32
    }
    // expected-note@below {{'memref.store' depends on the first loop, and the second loop on it}}
    memref.store %x, %t[%c1] : memref<8xf32>
    // expected-note@below {{expects nothing between the loops that must come after the first and before the second}}
    scf.for %i = %c0 to %c8 step %c1 {
      %y = memref.load %t[%i] : memref<8xf32>
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

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @effect()
  func.func @call_between(%t: memref<8xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %t[%i] : memref<8xf32>
    }
    // expected-note@below {{'func.call' depends on the first loop, and the second loop on it}}
    func.call @effect() : () -> ()
    // expected-note@below {{expects nothing between the loops that must come after the first and before the second}}
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %t[%i] : memref<8xf32>
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

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @effect()
  func.func @call_inside(%t: memref<8xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %t[%i] : memref<8xf32>
    }
    // expected-note@below {{expects loops whose effects are known}}
    scf.for %i = %c0 to %c8 step %c1 {
      // expected-note@below {{'func.call' of the second loop may touch anything}}
      func.call @effect() : () -> ()
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
