// Loops that do not count through the same numbers: the notes tell them apart.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// The extents of one argument are two.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @extents(%a: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %a, %c0 : memref<?x?xf32>
    %n = memref.dim %a, %c1 : memref<?x?xf32>
    // expected-note@below {{dimension 0 of the first goes from 0 to dim 0 of argument 0 by 1}}
    scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
    }
    // expected-note@below {{dimension 0 of the second goes from 0 to dim 1 of argument 0 by 1}}
    // expected-note@below {{expects two loops over one range}}
    scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
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

// Extents of values that are not arguments: the error names the ops that define
// them.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @get() -> memref<?xf32>
  func.func @results() {
    %c0 = arith.constant 0 : index
    %a = func.call @get() : () -> memref<?xf32>
    %b = func.call @get() : () -> memref<?xf32>
    // expected-note@below {{'memref.dim' gives the end of the first}}
    %m = memref.dim %a, %c0 : memref<?xf32>
    // expected-note@below {{'memref.dim' gives the end of the second}}
    %n = memref.dim %b, %c0 : memref<?xf32>
    // expected-note@below {{dimension 0 of the first goes from 0 to dim 0 by 1}}
    affine.for %i = 0 to %m {
    }
    // expected-note@below {{dimension 0 of the second goes from 0 to dim 0 by 1}}
    // expected-note@below {{expects two loops over one range}}
    affine.for %i = 0 to %n {
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the loops cannot be fused}}
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @arguments(%m: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-note@below {{dimension 0 of the first goes from 0 to argument 0 by 1}}
    scf.for %i = %c0 to %m step %c1 : i32 {
    }
    // expected-note@below {{dimension 0 of the second goes from 0 to argument 1 by 1}}
    // expected-note@below {{expects two loops over one range}}
    scf.for %i = %c0 to %n step %c1 : i32 {
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
  func.func @unsigned(%m: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-note@below {{the first has 1 dimension of type i32, and compares unsigned numbers}}
    scf.for unsigned %i = %c0 to %m step %c1 : i32 {
    }
    // expected-note@below {{the second has 1 dimension of type i32}}
    // expected-note@below {{expects two loops over one range}}
    scf.for %i = %c0 to %m step %c1 : i32 {
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
  func.func @ranges(%m: index, %n: index) {
    // expected-note@below {{dimension 1 of the first goes from 0 to arg1 by 1}}
    scf.forall (%i, %j) in (8, %n) {
    }
    %k = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%m]
    // expected-note@below {{dimension 1 of the second goes from 0 to arg0 + 2 by 1}}
    // expected-note@below {{expects two loops over one range}}
    scf.forall (%i, %j) in (8, %k) {
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

// Numbers of 32 bits are compared as values, since they may wrap.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @types(%m: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-note@below {{'arith.addi' gives the end of the first}}
    %s = arith.addi %m, %n : i32
    // expected-note@below {{'arith.addi' gives the end of the second}}
    %t = arith.addi %m, %n : i32
    // expected-note@below {{dimension 0 of the first goes from 0 to an unknown bound by 1}}
    scf.for %i = %c0 to %s step %c1 : i32 {
    }
    // expected-note@below {{dimension 0 of the second goes from 0 to an unknown bound by 1}}
    // expected-note@below {{expects two loops over one range}}
    scf.for %i = %c0 to %t step %c1 : i32 {
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
  func.func @ranks(%m: i32, %n: i32) {
    // expected-note@below {{the first has 1 dimension}}
    scf.forall (%i) in (8) {
    }
    // expected-note@below {{the second has 2 dimensions}}
    // expected-note@below {{expects two loops over one range}}
    scf.forall (%i, %j) in (8, 8) {
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
