// Too little time for the larger sizes: the reason names the least of them, the
// others are decided all the same. With static sizes there is nothing to choose.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --timeout 2 | FileCheck %s
// CHECK:      dynamic: equal: {{.*}}not decided as formulas: the run on arg0={{[1-9][0-9]*}}x4, arg2={{[1-9][0-9]*}}x4 gave no result within 2 s, {{[2-9]}} runs were left out; {{[1-9][0-9]*}} elements of other runs agree; a longer --timeout gives more time, --dims smaller extents
// CHECK-NEXT: static: equal: {{.*}}not decided as formulas: a run gave no result within 2 s; a longer --timeout gives more time{{$|;}}
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --function dynamic --timeout 2 --dims arg0=1x4 | FileCheck %s --check-prefix=SMALL
// SMALL: dynamic: equal: {{.*}}; equal as formulas (

//--- payload.mlir
#x = affine_map<(i, j, k) -> (i, j)>
#w = affine_map<(i, j, k) -> (k)>
func.func @dynamic(%x: tensor<?x4xf32>, %w: tensor<2100000xf32>, %init: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #x], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x4xf32>, tensor<2100000xf32>) outs(%init : tensor<?x4xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %q = arith.divf %b, %a : f32
      %r = arith.addf %s, %q : f32
      linalg.yield %r : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @static(%x: tensor<26x4xf32>, %w: tensor<2100000xf32>, %init: tensor<26x4xf32>) -> tensor<26x4xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #x], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<26x4xf32>, tensor<2100000xf32>) outs(%init : tensor<26x4xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %q = arith.divf %b, %a : f32
      %r = arith.addf %s, %q : f32
      linalg.yield %r : f32
  } -> tensor<26x4xf32>
  return %0 : tensor<26x4xf32>
}

//--- scheduled.mlir
// The order of the sums is the same; the loops around them are turned.
#x = affine_map<(j, i, k) -> (i, j)>
#w = affine_map<(j, i, k) -> (k)>
func.func @dynamic(%x: tensor<?x4xf32>, %w: tensor<2100000xf32>, %init: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #x], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x4xf32>, tensor<2100000xf32>) outs(%init : tensor<?x4xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %q = arith.divf %b, %a : f32
      %r = arith.addf %s, %q : f32
      linalg.yield %r : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @static(%x: tensor<26x4xf32>, %w: tensor<2100000xf32>, %init: tensor<26x4xf32>) -> tensor<26x4xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #w, #x], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<26x4xf32>, tensor<2100000xf32>) outs(%init : tensor<26x4xf32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %q = arith.divf %b, %a : f32
      %r = arith.addf %s, %q : f32
      linalg.yield %r : f32
  } -> tensor<26x4xf32>
  return %0 : tensor<26x4xf32>
}
