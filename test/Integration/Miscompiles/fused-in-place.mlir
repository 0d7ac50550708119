// llvm-project #210490.
// The first loop triples six values in place; the copy of three of them repeats it for these.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 6{{$}}
// CHECK-NEXT: upstream: 18{{$}}
// CHECK-NEXT: check: scale_then_copy: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: heddle: 6{{$}}
// CHECK-NEXT: heddle check: scale_then_copy: equal:

//--- payload.mlir
func.func @scale_then_copy(%p: memref<6xf32> {llvm.noalias}, %d: memref<3xf32> {llvm.noalias}, %e: memref<3xf32> {llvm.noalias}) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 6 {
    %v = affine.load %p[%i] : memref<6xf32>
    %w = arith.mulf %v, %three : f32
    affine.store %w, %p[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 3 {
    %v = affine.load %p[%i] : memref<6xf32>
    affine.store %v, %d[%i] : memref<3xf32>
  }
  affine.for %i = 0 to 3 {
    %v = affine.load %d[%i] : memref<3xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %e[%i] : memref<3xf32>
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
  %p = memref.alloc() : memref<6xf32>
  %d = memref.alloc() : memref<3xf32>
  %e = memref.alloc() : memref<3xf32>
  linalg.fill ins(%one : f32) outs(%p : memref<6xf32>)
  call @scale_then_copy(%p, %d, %e) : (memref<6xf32>, memref<3xf32>, memref<3xf32>) -> ()
  %v = memref.load %e[%c1] : memref<3xf32>
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
