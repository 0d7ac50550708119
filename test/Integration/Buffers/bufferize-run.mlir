// Bufferized nests compute what the plain bufferization of the same tensors
// computes, and what is known; sizes do not divide, and are 0 and 1, too.
// RUN: heddle-opt %s --heddle-default-bufferize --heddle-lower-to-llvm \
// RUN:   | mlir-runner -O1 -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | grep -v 'base@' > %t.plain
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --heddle-lower-to-llvm \
// RUN:   | mlir-runner -O1 -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | grep -v 'base@' > %t.bufferized
// RUN: diff %t.plain %t.bufferized
// RUN: FileCheck %s < %t.bufferized
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=MEMORY

func.func private @printMemrefF32(tensor<*xf32>)

// A matmul along m, n and k. The k loop carries a tile of the destination, and
// nothing is allocated.
// MEMORY: memory of @matmul_mnk: 0 allocations, 0 copies
func.func @matmul_mnk(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %k = tensor.dim %a, %c1 : tensor<?x?xf32>
  %r = scf.for %i = %c0 to %m step %c4 iter_args(%acc = %c) -> tensor<?x?xf32> {
    %si = affine.min affine_map<(d0)[s0] -> (4, -d0 + s0)>(%i)[%m]
    %r1 = scf.for %j = %c0 to %n step %c4 iter_args(%acc1 = %acc) -> tensor<?x?xf32> {
      %sj = affine.min affine_map<(d0)[s0] -> (4, -d0 + s0)>(%j)[%n]
      %ct = tensor.extract_slice %acc1[%i, %j] [%si, %sj] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %f = linalg.fill ins(%z : f32) outs(%ct : tensor<?x?xf32>) -> tensor<?x?xf32>
      %r2 = scf.for %l = %c0 to %k step %c4 iter_args(%acc2 = %f) -> tensor<?x?xf32> {
        %sl = affine.min affine_map<(d0)[s0] -> (4, -d0 + s0)>(%l)[%k]
        %at = tensor.extract_slice %a[%i, %l] [%si, %sl] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %bt = tensor.extract_slice %b[%l, %j] [%sl, %sj] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %mm = linalg.matmul ins(%at, %bt : tensor<?x?xf32>, tensor<?x?xf32>) outs(%acc2 : tensor<?x?xf32>) -> tensor<?x?xf32>
        scf.yield %mm : tensor<?x?xf32>
      }
      %ins = tensor.insert_slice %r2 into %acc1[%i, %j] [%si, %sj] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      scf.yield %ins : tensor<?x?xf32>
    }
    scf.yield %r1 : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

// Row tiles of a padded window sum: one buffer for the padded tile, of its
// largest size and before the loop, one for the tensor that has the shape of the
// window, and one copy into the middle of the padded tile.
// MEMORY: memory of @padded_window: 2 allocations (44 B, 2 x), 1 copy (<=32*ceil(arg0[0]/6) B, ceil(arg0[0]/6) x)
// MEMORY:      alloc memref<32xi8>: 32 B x 1 at
// MEMORY:      alloc memref<3xf32>: 12 B x 1 at
// MEMORY:      copy memref<?xf32, strided<[1], offset: ?>>: <=32 B x ceil(arg0[0]/6) at
func.func @padded_window(%x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %w = tensor.empty() : tensor<3xf32>
  %r = scf.for %i = %c0 to %n step %c6 iter_args(%acc = %out) -> tensor<?xf32> {
    %s = affine.min affine_map<(d0)[s0] -> (6, -d0 + s0)>(%i)[%n]
    %lo = affine.max affine_map<(d0) -> (0, d0 - 1)>(%i)
    %hi = affine.min affine_map<(d0, d1)[s0] -> (d0 + d1 + 1, s0)>(%i, %s)[%n]
    %size = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%hi, %lo)
    %before = affine.max affine_map<(d0) -> (0, 1 - d0)>(%i)
    %after = affine.apply affine_map<(d0, d1, d2) -> (d0 + 2 - d1 - d2)>(%s, %size, %before)
    %xt = tensor.extract_slice %x[%lo] [%size] [1] : tensor<?xf32> to tensor<?xf32>
    %p = tensor.pad %xt low[%before] high[%after] {
    ^bb0(%q: index):
      tensor.yield %z : f32
    } : tensor<?xf32> to tensor<?xf32>
    %ot = tensor.extract_slice %acc[%i] [%s] [1] : tensor<?xf32> to tensor<?xf32>
    %f = linalg.fill ins(%z : f32) outs(%ot : tensor<?xf32>) -> tensor<?xf32>
    %c = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%p, %w : tensor<?xf32>, tensor<3xf32>) outs(%f : tensor<?xf32>) {
    ^bb0(%in: f32, %unused: f32, %o: f32):
      %sum = arith.addf %in, %o : f32
      linalg.yield %sum : f32
    } -> tensor<?xf32>
    %ins = tensor.insert_slice %c into %acc[%i] [%s] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %ins : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @iota(%m: index, %n: index, %a: index) -> tensor<?x?xf32> {
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %t = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %a : index
    %1 = arith.addi %0, %j : index
    %2 = arith.remui %1, %c7 : index
    %3 = arith.subi %2, %c3 : index
    %4 = arith.index_cast %3 : index to i32
    %5 = arith.sitofp %4 : i32 to f32
    tensor.yield %5 : f32
  } : tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}

// The printed tensor has a border of 9, so that it is never empty.
func.func @run_matmul(%m: index, %n: index, %k: index) {
  %z = arith.constant 9.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %a = call @iota(%m, %k, %c5) : (index, index, index) -> tensor<?x?xf32>
  %b = call @iota(%k, %n, %c2) : (index, index, index) -> tensor<?x?xf32>
  %c = call @iota(%m, %n, %c1) : (index, index, index) -> tensor<?x?xf32>
  %r = call @matmul_mnk(%a, %b, %c) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = tensor.pad %r low[0, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %u = tensor.cast %p : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @run_window(%n: index) {
  %z = arith.constant 9.0 : f32
  %c1 = arith.constant 1 : index
  %a = call @iota(%c1, %n, %c1) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.collapse_shape %a [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %o = tensor.empty(%n) : tensor<?xf32>
  %r = call @padded_window(%x, %o) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.pad %r low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  %u = tensor.cast %p : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

// CHECK:      {{^\[\[}}9,   9],
// CHECK-NEXT:  [9,   9]]
// CHECK-NEXT: {{^\[\[}}25,   20,   -6,   -4,   -23,   9],
// CHECK-NEXT:  [-23,   -4,   -6,   20,   25,   9],
// CHECK-NEXT:  [13,   -7,   1,   -12,   3,   9],
// CHECK-NEXT:  [9,   9,   9,   9,   9,   9]]
// CHECK:      {{^\[\[}}9,   9,   9,   9,   9,   9]]
// CHECK-NEXT: {{^}}[9]
// CHECK-NEXT: {{^}}[-3,  9]
// CHECK-NEXT: {{^}}[-5,  -6,  -3,  0,  1,  9]
// CHECK-NEXT: {{^}}[-5,  -6,  -3,  0,  3,  6,  2,  0,  9]
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  call @run_matmul(%c1, %c1, %c1) : (index, index, index) -> ()
  call @run_matmul(%c3, %c5, %c9) : (index, index, index) -> ()
  call @run_matmul(%c8, %c8, %c8) : (index, index, index) -> ()
  call @run_matmul(%c9, %c2, %c0) : (index, index, index) -> ()
  call @run_matmul(%c0, %c5, %c3) : (index, index, index) -> ()
  call @run_window(%c0) : (index) -> ()
  call @run_window(%c1) : (index) -> ()
  call @run_window(%c5) : (index) -> ()
  call @run_window(%c8) : (index) -> ()
  return
}
