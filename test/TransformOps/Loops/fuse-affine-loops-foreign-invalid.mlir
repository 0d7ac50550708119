// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// Upstream's utilities do not see a store at a subscript that is not affine.
func.func @foreign(%m: memref<8xf32>, %r: memref<8xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 8 {
    // expected-note @below {{but there is 'memref.store'}}
    memref.store %x, %m[%n] : memref<8xf32>
    affine.store %x, %m[%i] : memref<8xf32>
  }
  // expected-note @below {{expects nothing but affine loops, loads and stores}}
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32>
    affine.store %0, %r[%i] : memref<8xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{no two affine loops can be fused}}
  %1 = transform.heddle.fuse_affine_loops %0 {mode = "producer"} : (!transform.any_op) -> !transform.any_op
}
