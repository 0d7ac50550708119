// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule --heddle-lower-to-llvm \
// RUN:   | FileCheck %s --check-prefix=LLVM
// RUN: heddle-opt %s --apply-schedule --heddle-lower-to-llvm \
// RUN:   | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

// RUN: heddle explain %s --loops | FileCheck %s --check-prefix=LOOPS

// What is fetched ahead changes no result: tiles, partial tiles and none at all,
// under masks, of f64, of what is read and of what will be written.

// CHECK:      matmul: equal: {{.*}} runs on further sizes, values and layouts
// CHECK-NEXT: sums: equal: {{.*}} runs on further sizes, values and layouts
// CHECK-NEXT: rows: equal: {{.*}} runs on further sizes, values and layouts
// LOOPS:      vector<6x64xf32>: memref.prefetch, vector.transfer_read, vector.contract, at
// LOOPS-NOT:  scalar
// LLVM-LABEL: llvm.func @matmul(
// LLVM:         "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// LLVM:         "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// LLVM:         "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 1 : i32}>
// LLVM-LABEL: llvm.func @sums(
// LLVM:         "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32
// LLVM-LABEL: llvm.func @rows(
// LLVM:         "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32
// IR:         call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// IR:         call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
// IR:         call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1, i32 3, i32 1)

func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %product = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %product : tensor<?x?xf32>
}
func.func @sums(%x: tensor<?x37xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x37xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%v: f32, %s: f32):
    %t = arith.addf %v, %s : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @rows(%x: tensor<?x24xf64>, %o: tensor<?x24xf64>) -> tensor<?x24xf64> {
  %r = linalg.exp ins(%x : tensor<?x24xf64>) outs(%o : tensor<?x24xf64>) -> tensor<?x24xf64>
  return %r : tensor<?x24xf64>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l:3 = transform.structured.fuse_ext %matmul tile_sizes [6, 64, 1]
  %sums = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %t2, %l2:2 = transform.structured.fuse_ext %sums tile_sizes [4, 16]
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %t3, %l3 = transform.structured.fuse_ext %exp tile_sizes [1]
  transform.heddle.vectorize %root
  %buffers = transform.heddle.bufferize %root
  %reads = transform.structured.match ops{["vector.contract"]} in %buffers : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %reads operand = 0
  transform.heddle.prefetch %reads operand = 1 {distance = 4 : i64, locality = 2 : i64}
  %others = transform.structured.match ops{["vector.transfer_read"]} in %buffers : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %others operand = 0 {best_effort}
  transform.heddle.prefetch %others operand = 0 {distance = 2 : i64, loop = 1 : i64, best_effort}
  %writes = transform.structured.match ops{["vector.transfer_write"]} in %buffers : (!transform.any_op) -> !transform.any_op
  transform.heddle.prefetch %writes operand = 1 {write, best_effort}
}
