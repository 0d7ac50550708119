// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle apply %s | sed 's/heddle.assumed_finite = "[^"]*"/heddle.unused/' > %t.silent.mlir
// RUN: not heddle check %s --scheduled %t.silent.mlir | FileCheck %s --check-prefix=SILENT

// Rows times a factor that is the same for a whole row: a schedule that applies it
// after the sum assumes that it is finite. Infinity times each of two terms is NaN
// where infinity times their sum is not. What the factor is computed from is declared
// finite, unless infinities make it 0.

// A factor that grows with its row.
// SAME: times_sum: equal: {{.*}}equal as formulas{{.*}}; assumes that argument 0 is finite (declared by 'online' in line {{[0-9]+}} of check-assumed-finite-rows.mlir)
// SILENT: times_sum: different: result 0[{{.*}}] is {{-?}}inf, expected {{-?}}nan ({{.*}}) [random data, infinities]
func.func @times_sum(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %t = arith.addf %e, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %y = arith.mulf %e, %sum : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// So does one over a weight that becomes 0.
// SAME: over_weight: equal: {{.*}}equal as formulas{{.*}}; assumes that argument 0 is finite (declared by 'online' in line {{[0-9]+}} of check-assumed-finite-rows.mlir)
// SILENT: over_weight: different: {{.*}} [random data, infinities]
func.func @over_weight(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %t = arith.maximumf %e, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %n = arith.negf %sum : f32
    %f = math.exp %n : f32
    %y = arith.divf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// The factor of RMSnorm is 0 where a row has an infinity: nothing is declared, and
// infinities are run.
// SAME: rms: equal: {{.*}}equal as formulas (70 elements, {{[^;]*}}; {{.*}}runs on special values, where {{[0-9]+}} elements overflow in one order of a sum only{{$}}
// SILENT: rms: equal: 
func.func @rms(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %width : f32
    %v = arith.addf %m, %eps : f32
    %f = math.rsqrt %v : f32
    %y = arith.mulf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// So is the quotient by a norm.
// SAME: over_norm: equal: {{.*}}equal as formulas (70 elements, {{[^;]*}}; {{.*}}runs on special values, where {{[0-9]+}} elements overflow in one order of a sum only{{$}}
// SILENT: over_norm: equal: 
func.func @over_norm(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %f = math.sqrt %sum : f32
    %y = arith.divf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// A gain of the row is part of the factor. Its row may have infinities.
// SAME: row_gain: equal: {{.*}}equal as formulas{{.*}}; assumes that argument 2 is finite (declared by 'online' in line {{[0-9]+}} of check-assumed-finite-rows.mlir)
// SILENT: row_gain: different: result 0[{{.*}}] is {{-?}}inf, expected {{-?}}nan ({{.*}}) [random data, infinities]
func.func @row_gain(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>, %g: tensor<7xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<7x13xf32>, tensor<7xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %gain: f32, %out: f32):
    %m = arith.divf %sum, %width : f32
    %v = arith.addf %m, %eps : f32
    %f = math.rsqrt %v : f32
    %h = arith.mulf %f, %gain : f32
    %y = arith.mulf %e, %h : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// Gains of columns are no part of it.
// SAME: column_gain: equal: {{.*}}equal as formulas (70 elements, {{[^;]*}}; {{.*}}runs on special values, where {{[0-9]+}} elements overflow in one order of a sum only{{$}}
// SILENT: column_gain: equal: 
func.func @column_gain(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>, %g: tensor<13xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<7x13xf32>, tensor<7xf32>, tensor<13xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %gain: f32, %out: f32):
    %m = arith.divf %sum, %width : f32
    %v = arith.addf %m, %eps : f32
    %f = math.rsqrt %v : f32
    %h = arith.mulf %e, %f : f32
    %y = arith.mulf %h, %gain : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// Each sum of many is looked at once.
// SAME: doubled: equal: {{.*}}equal as formulas (70 elements, {{[^;]*}}; {{.*}}runs on special values, where {{[0-9]+}} elements overflow in one order of a sum only{{$}}
// SILENT: doubled: equal: 
func.func @doubled(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %start = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<7xf32>
  %from = linalg.fill ins(%start : f32) outs(%rows : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%from : tensor<7xf32>) {
  ^bb0(%e: f32, %out: f32):
    %q = arith.mulf %e, %e : f32
    %t = arith.addf %q, %out : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %all = tensor.empty() : tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7xf32>) outs(%all : tensor<7x13xf32>) {
  ^bb0(%e: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %width : f32
    %v0 = arith.addf %m, %eps : f32
    %v1 = arith.addf %v0, %v0 : f32
    %v2 = arith.addf %v1, %v1 : f32
    %v3 = arith.addf %v2, %v2 : f32
    %v4 = arith.addf %v3, %v3 : f32
    %v5 = arith.addf %v4, %v4 : f32
    %v6 = arith.addf %v5, %v5 : f32
    %v7 = arith.addf %v6, %v6 : f32
    %v8 = arith.addf %v7, %v7 : f32
    %v9 = arith.addf %v8, %v8 : f32
    %v10 = arith.addf %v9, %v9 : f32
    %v11 = arith.addf %v10, %v10 : f32
    %v12 = arith.addf %v11, %v11 : f32
    %v13 = arith.addf %v12, %v12 : f32
    %v14 = arith.addf %v13, %v13 : f32
    %v15 = arith.addf %v14, %v14 : f32
    %v16 = arith.addf %v15, %v15 : f32
    %v17 = arith.addf %v16, %v16 : f32
    %v18 = arith.addf %v17, %v17 : f32
    %v19 = arith.addf %v18, %v18 : f32
    %v20 = arith.addf %v19, %v19 : f32
    %v21 = arith.addf %v20, %v20 : f32
    %v22 = arith.addf %v21, %v21 : f32
    %v23 = arith.addf %v22, %v22 : f32
    %v24 = arith.addf %v23, %v23 : f32
    %v25 = arith.addf %v24, %v24 : f32
    %v26 = arith.addf %v25, %v25 : f32
    %f = math.rsqrt %v26 : f32
    %y = arith.mulf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<7x13xf32>
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %products tile_sizes [3, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
