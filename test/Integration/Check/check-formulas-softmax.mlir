// A sum of products with the weights of a softmax, in one pass over tiles that
// rescales what it has so far, is the same formula as the one in two passes. The
// first tile is masked with -inf. With the rescaling forgotten it is another
// formula.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/online.mlir \
// RUN:   | FileCheck %s --check-prefix=ONLINE
// RUN: sed 's/%old_l = arith.mulf %l, %corr/%old_l = arith.mulf %l, %one/' \
// RUN:   %t/online.mlir > %t/forgotten.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/forgotten.mlir \
// RUN:   | FileCheck %s --check-prefix=FORGOTTEN
// RUN: sed 's/0xFF800000/-1.0e9/' %t/online.mlir > %t/finite.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/finite.mlir \
// RUN:   | FileCheck %s --check-prefix=FINITE

// ONLINE: weighted: equal: random data as floats: {{.*}}; equal as formulas ({{[0-9]+}} elements, {{[0-9]+}} functions, {{[0-9]+}} divisions, {{[0-9]+}} comparisons, {{[0-9]+}} points)
// FORGOTTEN: weighted: different: result 0
// A finite mask instead of -inf.
// FINITE: weighted: different: different as formulas: result 0{{.*}} elements differ); the floats agree: random data as floats

//--- payload.mlir
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @weighted(%x: tensor<3x12xf32>, %v: tensor<12xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<3xf32>
  %m0 = linalg.fill ins(%minus : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %masked = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<3x12xf32>) {
  ^bb0(%a: f32):
    %j = linalg.index 1 : index
    %first = arith.cmpi ult, %j, %c4 : index
    %r = arith.select %first, %minus, %a : f32
    linalg.yield %r : f32
  } -> tensor<3x12xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%masked : tensor<3x12xf32>) outs(%m0 : tensor<3xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %m : tensor<3x12xf32>, tensor<3xf32>) outs(%s0 : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %o = linalg.generic {indexing_maps = [#id, #col, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%masked, %v, %m, %l : tensor<3x12xf32>, tensor<12xf32>, tensor<3xf32>, tensor<3xf32>) outs(%s0 : tensor<3xf32>) {
  ^bb0(%a: f32, %w: f32, %b: f32, %s: f32, %acc: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %q = arith.divf %p, %s : f32
    %t = arith.mulf %q, %w : f32
    %r = arith.addf %acc, %t : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %o : tensor<3xf32>
}

//--- online.mlir
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i) -> (i)>
func.func @weighted(%x: tensor<3x12xf32>, %v: tensor<12xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %e = tensor.empty() : tensor<3xf32>
  %m0 = linalg.fill ins(%minus : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %all:3 = scf.for %t = %c0 to %c12 step %c4 iter_args(%mi = %m0, %li = %s0, %oi = %s0)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
    %xt = tensor.extract_slice %x[0, %t] [3, 4] [1, 1] : tensor<3x12xf32> to tensor<3x4xf32>
    %vt = tensor.extract_slice %v[%t] [4] [1] : tensor<12xf32> to tensor<4xf32>
    %masked = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
        outs(%xt : tensor<3x4xf32>) {
    ^bb0(%a: f32):
      %j = linalg.index 1 : index
      %jt = arith.addi %j, %t : index
      %first = arith.cmpi ult, %jt, %c4 : index
      %r = arith.select %first, %minus, %a : f32
      linalg.yield %r : f32
    } -> tensor<3x4xf32>
    %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%masked : tensor<3x4xf32>) outs(%mi : tensor<3xf32>) {
    ^bb0(%a: f32, %acc: f32):
      %r = arith.maximumf %a, %acc : f32
      linalg.yield %r : f32
    } -> tensor<3xf32>
    // Without a number yet nothing is to be scaled.
    %scaled:2 = linalg.generic {indexing_maps = [#i, #i, #i, #i], iterator_types = ["parallel"]}
        ins(%mi, %m : tensor<3xf32>, tensor<3xf32>) outs(%li, %oi : tensor<3xf32>, tensor<3xf32>) {
    ^bb0(%old: f32, %new: f32, %l: f32, %o: f32):
      %d = arith.subf %old, %new : f32
      %none = arith.cmpf oeq, %new, %minus : f32
      %f = math.exp %d : f32
      %corr = arith.select %none, %one, %f : f32
      %old_l = arith.mulf %l, %corr : f32
      %old_o = arith.mulf %o, %corr : f32
      linalg.yield %old_l, %old_o : f32, f32
    } -> (tensor<3xf32>, tensor<3xf32>)
    %new:2 = linalg.generic {indexing_maps = [#id, #col, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
        ins(%masked, %vt, %m : tensor<3x4xf32>, tensor<4xf32>, tensor<3xf32>)
        outs(%scaled#0, %scaled#1 : tensor<3xf32>, tensor<3xf32>) {
    ^bb0(%a: f32, %w: f32, %b: f32, %l: f32, %o: f32):
      %none = arith.cmpf oeq, %b, %minus : f32
      %start = arith.select %none, %zero, %b : f32
      %d = arith.subf %a, %start : f32
      %p = math.exp %d : f32
      %pw = arith.mulf %p, %w : f32
      %rl = arith.addf %l, %p : f32
      %ro = arith.addf %o, %pw : f32
      linalg.yield %rl, %ro : f32, f32
    } -> (tensor<3xf32>, tensor<3xf32>)
    scf.yield %m, %new#0, %new#1 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  %o = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%all#1 : tensor<3xf32>) outs(%all#2 : tensor<3xf32>) {
  ^bb0(%l: f32, %acc: f32):
    %r = arith.divf %acc, %l : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %o : tensor<3xf32>
}
