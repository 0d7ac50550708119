// llvm-project #211591.
// Each iteration of the first loop calls a function that adds to one element; the second loop reads it when all are done.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 12{{$}}
// CHECK-NEXT: upstream: 4{{$}}
// CHECK-NEXT: check: call_in_producer: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: heddle: 12{{$}}
// CHECK-NEXT: heddle check: call_in_producer: equal:

//--- payload.mlir
func.func private @bump(%m: memref<8xf32>) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %v = memref.load %m[%c3] : memref<8xf32>
  %w = arith.addf %v, %one : f32
  memref.store %w, %m[%c3] : memref<8xf32>
  return
}
func.func @call_in_producer(%a: memref<8xf32> {llvm.noalias}, %t: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i] : memref<8xf32>
    affine.store %v, %t[%i] : memref<8xf32>
    func.call @bump(%t) : (memref<8xf32>) -> ()
  }
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
  call @call_in_producer(%p, %t, %d, %e) : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
  %v = memref.load %e[%c3] : memref<8xf32>
  vector.print %v : f32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "affine-loop-fusion" with options = {"mode" = "producer", "maximal" = true} to %f : (!transform.any_op) -> !transform.any_op
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
