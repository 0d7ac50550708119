// RUN: heddle check %s | FileCheck %s
// RUN: heddle check %s --dims arg0=9x8,arg1=8x0 --function mask \
// RUN:   | FileCheck %s --check-prefix=NO-KEYS
// RUN: heddle check %s --dims arg0=9x8,arg1=8x1 --function mask \
// RUN:   | FileCheck %s --check-prefix=ONE-KEY

// A masked element is -inf. The maximum of what a loop has seen is -inf while
// all of it was masked: that must give no NaN unless a whole row is masked.

// A mask as a tensor, of the sizes that check draws and of these.
// CHECK: mask: equal: {{.*}}equal as formulas
// NO-KEYS: mask: equal:
// ONE-KEY: mask: equal: {{.*}}equal as formulas
func.func @mask(%q: tensor<?x8xf32>, %k: tensor<8x?xf32>, %mask: tensor<?x?xf32>, %v: tensor<?x6xf32>, %o: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %z = linalg.fill ins(%zero : f32) outs(%mask : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul ins(%q, %k : tensor<?x8xf32>, tensor<8x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s, %mask : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<?x?xf32>, tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

// Row i sees the keys from i on: the first tiles of most rows are masked, and
// rows 11 and 12 wholly. Those two are NaN, as without a schedule, the others not.
// CHECK: later_keys: equal: {{.*}}equal as formulas
func.func @later_keys(%s: tensor<13x11xf32>, %v: tensor<11x6xf32>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sge, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// The same, but no row is masked wholly, and the masked keys have NaN for a
// score: that of a key that is not masked would be one of the result.
// CHECK: masked_nan: equal:
func.func @masked_nan(%s: tensor<9x11xf32>, %v: tensor<11x6xf32>) -> tensor<9x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<9x11xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<9x11xf32>) outs(%e : tensor<9x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sge, %j, %i : index
    %c = arith.select %keep, %in, %nan : f32
    %d = arith.select %keep, %c, %inf : f32
    linalg.yield %d : f32
  } -> tensor<9x11xf32>
  %p = linalg.softmax dimension(1) ins(%n : tensor<9x11xf32>) outs(%e : tensor<9x11xf32>) -> tensor<9x11xf32>
  %eo = tensor.empty() : tensor<9x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<9x6xf32>) -> tensor<9x6xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<9x11xf32>, tensor<11x6xf32>) outs(%zo : tensor<9x6xf32>) -> tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}

// No keys at all, as the type says: the result is what the product starts from.
// CHECK: no_keys: equal:
func.func @no_keys(%s: tensor<5x0xf32>, %v: tensor<0x6xf32>, %o: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %p = linalg.softmax dimension(1) ins(%s : tensor<5x0xf32>) outs(%s : tensor<5x0xf32>) -> tensor<5x0xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<5x0xf32>, tensor<0x6xf32>) outs(%o : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
