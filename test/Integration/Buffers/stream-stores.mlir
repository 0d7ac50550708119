// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=IR
// RUN: heddle-opt %s --apply-schedule --heddle-lower-to-llvm \
// RUN:   | FileCheck %s --check-prefix=LLVM

// Results that bypass the caches are the same: of any extents, in rows, of f64,
// and in buffers that do not begin a line of the cache.

// CHECK:      chain: equal: {{.*}} runs on further sizes, values and layouts
// CHECK-NEXT: rows: equal: {{.*}} runs on further sizes, values and layouts
// IR-COUNT-2: vector.store %{{.*}}, %{{.*}}[%{{.*}}] {alignment = 64 : i64, nontemporal = true}
// LLVM-COUNT-2: llvm.store %{{.*}}, %{{.*}} {alignment = 64 : i64, nontemporal} : vector<64xf{{.*}}>, !llvm.ptr
func.func @chain(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>)
    (%a: f32, %b: f32, %c: f32) {
      %s = arith.addf %a, %b : f32
      %p = arith.maximumf %s, %a : f32
      linalg.yield %p : f32
    }
  return %r : tensor<?xf32>
}
func.func @rows(%x: tensor<?x192xf64>, %o: tensor<?x192xf64>) -> tensor<?x192xf64> {
  %r = linalg.map ins(%x : tensor<?x192xf64>) outs(%o : tensor<?x192xf64>)
    (%a: f64, %c: f64) {
      %s = arith.addf %a, %a : f64
      linalg.yield %s : f64
    }
  return %r : tensor<?x192xf64>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %chain = transform.structured.match attributes {sym_name = "chain"} in %root : (!transform.any_op) -> !transform.any_op
  %map = transform.structured.match ops{["linalg.map"]} in %chain : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %map tile_sizes [64] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %rows = transform.structured.match attributes {sym_name = "rows"} in %root : (!transform.any_op) -> !transform.any_op
  %map2 = transform.structured.match ops{["linalg.map"]} in %rows : (!transform.any_op) -> !transform.any_op
  %t2, %l2:2 = transform.structured.fuse_ext %map2 tile_sizes [1, 64] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.heddle.vectorize %root : !transform.any_op
  %buffers = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.stream_stores %buffers : !transform.any_op
}
