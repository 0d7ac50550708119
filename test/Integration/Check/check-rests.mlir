// A loop over what full tiles leave, which ends before the last element: only where one
// element is left, and only next to a full tile of another extent, or where three
// extents together leave it. A write farther behind a small buffer than the
// buffer is long.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/tiles.mlir --scheduled %t/tiles-wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=TILES
// RUN: heddle check %t/tiles.mlir --scheduled %t/tiles-right.mlir \
// RUN:   | FileCheck %s --check-prefix=RIGHT
// RUN: not heddle check %t/sum.mlir --scheduled %t/sum-wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=SUM
// RUN: not heddle check %t/far.mlir --scheduled %t/far-wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=FAR

// TILES: negate: different: {{.*}}
// RIGHT: negate: equal
// SUM: join: different: {{.*}}
// FAR: copy: memory error: {{.*}}past the end

//--- tiles.mlir
func.func @negate(%x: memref<?x?x?x?x?x?xi32>, %y: memref<?x?x?x?x?x?xi32>) {
  linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d, j, k) -> (a, b, c, d, j, k)>,
                       affine_map<(a, b, c, d, j, k) -> (a, b, c, d, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<?x?x?x?x?x?xi32>) outs(%y : memref<?x?x?x?x?x?xi32>) {
  ^bb0(%number: i32, %old: i32):
    %new = arith.subi %old, %number : i32
    linalg.yield %new : i32
  }
  return
}
//--- tiles-wrong.mlir
func.func private @one(%x: memref<?x?x?x?x?x?xi32>, %y: memref<?x?x?x?x?x?xi32>, %a: index, %b: index, %c: index, %d: index, %j: index, %k: index) {
  %old = memref.load %y[%a, %b, %c, %d, %j, %k] : memref<?x?x?x?x?x?xi32>
  %number = memref.load %x[%a, %b, %c, %d, %j, %k] : memref<?x?x?x?x?x?xi32>
  %new = arith.subi %old, %number : i32
  memref.store %new, %y[%a, %b, %c, %d, %j, %k] : memref<?x?x?x?x?x?xi32>
  return
}
func.func @negate(%x: memref<?x?x?x?x?x?xi32>, %y: memref<?x?x?x?x?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c14 = arith.constant 14 : index
  %c32 = arith.constant 32 : index
  %e0 = memref.dim %x, %c0 : memref<?x?x?x?x?x?xi32>
  %e1 = memref.dim %x, %c1 : memref<?x?x?x?x?x?xi32>
  %e2 = memref.dim %x, %c2 : memref<?x?x?x?x?x?xi32>
  %e3 = memref.dim %x, %c3 : memref<?x?x?x?x?x?xi32>
  %m = memref.dim %x, %c4 : memref<?x?x?x?x?x?xi32>
  %n = memref.dim %x, %c5 : memref<?x?x?x?x?x?xi32>
  %rows = affine.apply affine_map<()[s0] -> ((s0 floordiv 32) * 32)>()[%m]
  %full = affine.apply affine_map<()[s0] -> ((s0 floordiv 14) * 14)>()[%n]
  %end = arith.subi %n, %c1 : index
  scf.for %a = %c0 to %e0 step %c1 {
  scf.for %b = %c0 to %e1 step %c1 {
  scf.for %c = %c0 to %e2 step %c1 {
  scf.for %d = %c0 to %e3 step %c1 {
    scf.for %tile = %c0 to %rows step %c32 {
      %last = arith.addi %tile, %c32 : index
      scf.for %j = %tile to %last step %c1 {
        scf.for %k = %c0 to %full step %c1 {
          func.call @one(%x, %y, %a, %b, %c, %d, %j, %k) : (memref<?x?x?x?x?x?xi32>, memref<?x?x?x?x?x?xi32>, index, index, index, index, index, index) -> ()
        }
        scf.for %first = %full to %end step %c14 {
          scf.for %k = %first to %n step %c1 {
            func.call @one(%x, %y, %a, %b, %c, %d, %j, %k) : (memref<?x?x?x?x?x?xi32>, memref<?x?x?x?x?x?xi32>, index, index, index, index, index, index) -> ()
          }
        }
      }
    }
    scf.for %j = %rows to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        func.call @one(%x, %y, %a, %b, %c, %d, %j, %k) : (memref<?x?x?x?x?x?xi32>, memref<?x?x?x?x?x?xi32>, index, index, index, index, index, index) -> ()
      }
    }
  }
  }
  }
  }
  return
}
//--- tiles-right.mlir
func.func private @one(%x: memref<?x?x?x?x?x?xi32>, %y: memref<?x?x?x?x?x?xi32>, %a: index, %b: index, %c: index, %d: index, %j: index, %k: index) {
  %old = memref.load %y[%a, %b, %c, %d, %j, %k] : memref<?x?x?x?x?x?xi32>
  %number = memref.load %x[%a, %b, %c, %d, %j, %k] : memref<?x?x?x?x?x?xi32>
  %new = arith.subi %old, %number : i32
  memref.store %new, %y[%a, %b, %c, %d, %j, %k] : memref<?x?x?x?x?x?xi32>
  return
}
func.func @negate(%x: memref<?x?x?x?x?x?xi32>, %y: memref<?x?x?x?x?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c14 = arith.constant 14 : index
  %c32 = arith.constant 32 : index
  %e0 = memref.dim %x, %c0 : memref<?x?x?x?x?x?xi32>
  %e1 = memref.dim %x, %c1 : memref<?x?x?x?x?x?xi32>
  %e2 = memref.dim %x, %c2 : memref<?x?x?x?x?x?xi32>
  %e3 = memref.dim %x, %c3 : memref<?x?x?x?x?x?xi32>
  %m = memref.dim %x, %c4 : memref<?x?x?x?x?x?xi32>
  %n = memref.dim %x, %c5 : memref<?x?x?x?x?x?xi32>
  %rows = affine.apply affine_map<()[s0] -> ((s0 floordiv 32) * 32)>()[%m]
  %full = affine.apply affine_map<()[s0] -> ((s0 floordiv 14) * 14)>()[%n]
  %end = arith.addi %n, %c0 : index
  scf.for %a = %c0 to %e0 step %c1 {
  scf.for %b = %c0 to %e1 step %c1 {
  scf.for %c = %c0 to %e2 step %c1 {
  scf.for %d = %c0 to %e3 step %c1 {
    scf.for %tile = %c0 to %rows step %c32 {
      %last = arith.addi %tile, %c32 : index
      scf.for %j = %tile to %last step %c1 {
        scf.for %k = %c0 to %full step %c1 {
          func.call @one(%x, %y, %a, %b, %c, %d, %j, %k) : (memref<?x?x?x?x?x?xi32>, memref<?x?x?x?x?x?xi32>, index, index, index, index, index, index) -> ()
        }
        scf.for %first = %full to %end step %c14 {
          scf.for %k = %first to %n step %c1 {
            func.call @one(%x, %y, %a, %b, %c, %d, %j, %k) : (memref<?x?x?x?x?x?xi32>, memref<?x?x?x?x?x?xi32>, index, index, index, index, index, index) -> ()
          }
        }
      }
    }
    scf.for %j = %rows to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        func.call @one(%x, %y, %a, %b, %c, %d, %j, %k) : (memref<?x?x?x?x?x?xi32>, memref<?x?x?x?x?x?xi32>, index, index, index, index, index, index) -> ()
      }
    }
  }
  }
  }
  }
  return
}
//--- sum.mlir
func.func @join(%x: tensor<?xi32>, %y: tensor<?xi32>, %z: tensor<?xi32>) -> tensor<?xi32> {
  %all = tensor.concat dim(0) %x, %y, %z
    : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %all : tensor<?xi32>
}
//--- sum-wrong.mlir
func.func @join(%x: tensor<?xi32>, %y: tensor<?xi32>, %z: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %all = tensor.concat dim(0) %x, %y, %z
    : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %n = tensor.dim %all, %c0 : tensor<?xi32>
  %full = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 64)>()[%n]
  %early = arith.subi %n, %c1 : index
  %zero = arith.constant 0 : i32
  %empty = tensor.empty(%n) : tensor<?xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
  %tiles = scf.for %i = %c0 to %full step %c1 iter_args(%t = %zeros) -> tensor<?xi32> {
    %a = tensor.extract %all[%i] : tensor<?xi32>
    %new = tensor.insert %a into %t[%i] : tensor<?xi32>
    scf.yield %new : tensor<?xi32>
  }
  %rest = scf.for %first = %full to %early step %c64 iter_args(%t = %tiles) -> tensor<?xi32> {
    %r = scf.for %i = %first to %n step %c1 iter_args(%u = %t) -> tensor<?xi32> {
      %a = tensor.extract %all[%i] : tensor<?xi32>
      %new = tensor.insert %a into %u[%i] : tensor<?xi32>
      scf.yield %new : tensor<?xi32>
    }
    scf.yield %r : tensor<?xi32>
  }
  return %rest : tensor<?xi32>
}
//--- far.mlir
func.func @copy(%x: memref<16xi32>, %y: memref<16xi32>) {
  %buffer = memref.alloc() : memref<16xi32>
  memref.copy %x, %buffer : memref<16xi32> to memref<16xi32>
  memref.copy %buffer, %y : memref<16xi32> to memref<16xi32>
  memref.dealloc %buffer : memref<16xi32>
  return
}
//--- far-wrong.mlir
func.func @copy(%x: memref<16xi32>, %y: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %buffer = memref.alloc() : memref<16xi32>
  memref.copy %x, %buffer : memref<16xi32> to memref<16xi32>
  %wide = memref.reinterpret_cast %buffer to offset: [128], sizes: [16], strides: [1]
    : memref<16xi32> to memref<16xi32, strided<[1], offset: 128>>
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %x[%i] : memref<16xi32>
    memref.store %a, %wide[%i] : memref<16xi32, strided<[1], offset: 128>>
  }
  memref.copy %buffer, %y : memref<16xi32> to memref<16xi32>
  memref.dealloc %buffer : memref<16xi32>
  return
}
