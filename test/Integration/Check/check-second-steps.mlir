// Faults that need several large extents at once, or a second iteration of a
// large step. Runs on small extents alone do not show them.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/wrong.mlir \
// RUN:   2>/dev/null | FileCheck %s

// The marked copy crashes in the branch, so it leaves no marks.
// CHECK: three_large: {{crashed|memory error}}: {{.*}}, to reach a branch, arg0={{[0-9x]+}},
// The loop has two iterations only from 128 on, which is a long run.
// CHECK: long_rows: race: {{.*}} runs iterations (0) and (64) of the 'scf.forall' {{.*}}, arg0=129x128
// Both extents have to be large for this factor.
// CHECK: two_large: different: {{.*}}arg0=83x83x2x2

//--- payload.mlir
#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (j, k)>
#product = affine_map<(i, j, k) -> (i, j)>
func.func @three_large(%a: memref<?x?x?x?xf32>, %o: memref<?x?x?x?xf32>) {
  linalg.exp ins(%a : memref<?x?x?x?xf32>) outs(%o : memref<?x?x?x?xf32>)
  return
}
func.func @long_rows(%a: memref<?x128xf32>, %o: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#row, #column, #product],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<?x128xf32>, memref<?x128xf32>)
      outs(%o : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}
func.func @two_large(%a: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.exp ins(%a : tensor<?x?x?x?xf32>) outs(%a : tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

//--- wrong.mlir
#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (j, k)>
#product = affine_map<(i, j, k) -> (i, j)>
func.func @three_large(%a: memref<?x?x?x?xf32>, %o: memref<?x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %far = arith.constant 1099511627776 : index
  %x = arith.constant 1.0 : f32
  linalg.exp ins(%a : memref<?x?x?x?xf32>) outs(%o : memref<?x?x?x?xf32>)
  %d0 = memref.dim %a, %c0 : memref<?x?x?x?xf32>
  %d1 = memref.dim %a, %c1 : memref<?x?x?x?xf32>
  %d2 = memref.dim %a, %c2 : memref<?x?x?x?xf32>
  %m0 = arith.minui %d0, %d1 : index
  %m1 = arith.minui %m0, %d2 : index
  %large = arith.cmpi uge, %m1, %c40 : index
  scf.if %large {
    memref.store %x, %o[%far, %c0, %c0, %c0] : memref<?x?x?x?xf32>
  }
  return
}
func.func @long_rows(%a: memref<?x128xf32>, %o: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x128xf32>
  %scratch = memref.alloc() : memref<f32>
  %tiles = affine.apply affine_map<(n) -> (n floordiv 64 * 64)>(%n)
  scf.forall (%i) = (0) to (%tiles) step (64) {
    %x = memref.load %a[%i, %c0] : memref<?x128xf32>
    memref.store %x, %scratch[] : memref<f32>
  }
  memref.dealloc %scratch : memref<f32>
  linalg.generic {indexing_maps = [#row, #column, #product],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<?x128xf32>, memref<?x128xf32>)
      outs(%o : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}
func.func @two_large(%a: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %d0 = tensor.dim %a, %c0 : tensor<?x?x?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?x?x?xf32>
  %m = arith.minui %d0, %d1 : index
  %large = arith.cmpi ugt, %m, %c40 : index
  %f = arith.select %large, %two, %one : f32
  %0 = linalg.exp ins(%a : tensor<?x?x?x?xf32>) outs(%a : tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32>
  %1 = linalg.map ins(%0 : tensor<?x?x?x?xf32>) outs(%a : tensor<?x?x?x?xf32>)
    (%x: f32, %old: f32) {
      %p = arith.mulf %x, %f : f32
      linalg.yield %p : f32
    }
  return %1 : tensor<?x?x?x?xf32>
}
