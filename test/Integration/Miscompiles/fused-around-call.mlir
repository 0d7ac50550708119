// llvm-project #211599.
// The callee negates the memref between the loops by another name.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: -22{{$}}
// CHECK-NEXT: upstream: 22{{$}}
// CHECK-NEXT: check: around_call: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: heddle: -22{{$}}
// CHECK-NEXT: heddle check: around_call: equal:

//--- payload.mlir
func.func private @negate(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<?xf32>
    %w = arith.negf %v : f32
    memref.store %w, %m[%i] : memref<?xf32>
  }
  return
}
func.func @around_call(%a: memref<8xf32> {llvm.noalias}, %t: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  %ten = arith.constant 10.0 : f32
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xf32>
    %w = arith.addf %v, %ten : f32
    affine.store %w, %t[%i] : memref<8xf32>
  }
  %view = memref.cast %t : memref<8xf32> to memref<?xf32>
  call @negate(%view) : (memref<?xf32>) -> ()
  affine.for %i = 0 to 8 {
    %v = affine.load %t[%i] : memref<8xf32>
    affine.store %v, %b[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %b[%i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %c[%i] : memref<8xf32>
  }
  return
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %one = arith.constant 1.0 : f32
  %p = memref.alloc() : memref<8xf32>
  %t = memref.alloc() : memref<8xf32>
  %e = memref.alloc() : memref<8xf32>
  %d = memref.alloc() : memref<8xf32>
  linalg.fill ins(%one : f32) outs(%p : memref<8xf32>)
  call @around_call(%p, %t, %d, %e) : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
  %v = memref.load %e[%c1] : memref<8xf32>
  vector.print %v : f32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "affine-loop-fusion" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_affine_loops %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
