// RUN: heddle check %s --allow-unchanged | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s
// RUN: heddle apply %s | sed 's/ {heddle.assumed_finite = "[^"]*"}//' > %t.silent.mlir
// RUN: not heddle check %s --scheduled %t.silent.mlir | FileCheck %s --check-prefix=SILENT

// Batches of products with diagonal matrices are scalings, in any layout. A
// transposed diagonal matrix is the same one; the other side is read transposed.

// CHECK-DAG: #[[LEFT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[RIGHT:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>

// SAME: left_nn: equal
// CHECK-LABEL: func @left_nn(
// CHECK-SAME:    %[[X:.*]]: tensor<2x5xi32>, %[[A:.*]]: tensor<2x5x7xi32>, %[[C:.*]]: tensor<2x5x7xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[LEFT]], #[[ALL]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @left_nn(%x: tensor<2x5xi32>, %a: tensor<2x5x7xi32>, %c: tensor<2x5x7xi32>) -> tensor<2x5x7xi32> {
  %e = tensor.empty() : tensor<2x5x5xi32>
  %d = linalg_ext.diag ins(%x : tensor<2x5xi32>) outs(%e : tensor<2x5x5xi32>) : tensor<2x5x5xi32>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<2x5x5xi32>, tensor<2x5x7xi32>) outs(%c : tensor<2x5x7xi32>) layout = "nn"
  return %0 : tensor<2x5x7xi32>
}

// SAME: right_nn: equal
// CHECK-LABEL: func @right_nn(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xi32>, %[[A:.*]]: tensor<?x?x?xi32>, %[[C:.*]]: tensor<?x?x?xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[ALL]], #[[RIGHT]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @right_nn(%x: tensor<?x?xi32>, %a: tensor<?x?x?xi32>, %c: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xi32>
  %s = tensor.dim %x, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%b, %s, %s) : tensor<?x?x?xi32>
  %d = linalg_ext.diag ins(%x : tensor<?x?xi32>) outs(%e : tensor<?x?x?xi32>) : tensor<?x?x?xi32>
  %0 = linalg_ext.batch_matmul ins(%a, %d : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%c : tensor<?x?x?xi32>) layout = "nn"
  return %0 : tensor<?x?x?xi32>
}

// SAME: left_nt: equal
// CHECK-LABEL: func @left_nt(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xi32>, %[[A:.*]]: tensor<?x?x?xi32>, %[[C:.*]]: tensor<?x?x?xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[LEFT]], #[[TURNED]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @left_nt(%x: tensor<?x?xi32>, %a: tensor<?x?x?xi32>, %c: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xi32>
  %s = tensor.dim %x, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%b, %s, %s) : tensor<?x?x?xi32>
  %d = linalg_ext.diag ins(%x : tensor<?x?xi32>) outs(%e : tensor<?x?x?xi32>) : tensor<?x?x?xi32>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%c : tensor<?x?x?xi32>) layout = "nt"
  return %0 : tensor<?x?x?xi32>
}

// SAME: right_nt: equal
// CHECK-LABEL: func @right_nt(
// CHECK-SAME:    %[[X:.*]]: tensor<2x7xi32>, %[[A:.*]]: tensor<2x5x7xi32>, %[[C:.*]]: tensor<2x5x7xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[ALL]], #[[RIGHT]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @right_nt(%x: tensor<2x7xi32>, %a: tensor<2x5x7xi32>, %c: tensor<2x5x7xi32>) -> tensor<2x5x7xi32> {
  %e = tensor.empty() : tensor<2x7x7xi32>
  %d = linalg_ext.diag ins(%x : tensor<2x7xi32>) outs(%e : tensor<2x7x7xi32>) : tensor<2x7x7xi32>
  %0 = linalg_ext.batch_matmul ins(%a, %d : tensor<2x5x7xi32>, tensor<2x7x7xi32>) outs(%c : tensor<2x5x7xi32>) layout = "nt"
  return %0 : tensor<2x5x7xi32>
}

// SAME: left_tn: equal
// CHECK-LABEL: func @left_tn(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xi32>, %[[A:.*]]: tensor<?x?x?xi32>, %[[C:.*]]: tensor<?x?x?xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[LEFT]], #[[ALL]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @left_tn(%x: tensor<?x?xi32>, %a: tensor<?x?x?xi32>, %c: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xi32>
  %s = tensor.dim %x, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%b, %s, %s) : tensor<?x?x?xi32>
  %d = linalg_ext.diag ins(%x : tensor<?x?xi32>) outs(%e : tensor<?x?x?xi32>) : tensor<?x?x?xi32>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%c : tensor<?x?x?xi32>) layout = "tn"
  return %0 : tensor<?x?x?xi32>
}

// SAME: right_tn: equal
// CHECK-LABEL: func @right_tn(
// CHECK-SAME:    %[[X:.*]]: tensor<2x7xi32>, %[[A:.*]]: tensor<2x7x5xi32>, %[[C:.*]]: tensor<2x5x7xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[TURNED]], #[[RIGHT]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @right_tn(%x: tensor<2x7xi32>, %a: tensor<2x7x5xi32>, %c: tensor<2x5x7xi32>) -> tensor<2x5x7xi32> {
  %e = tensor.empty() : tensor<2x7x7xi32>
  %d = linalg_ext.diag ins(%x : tensor<2x7xi32>) outs(%e : tensor<2x7x7xi32>) : tensor<2x7x7xi32>
  %0 = linalg_ext.batch_matmul ins(%a, %d : tensor<2x7x5xi32>, tensor<2x7x7xi32>) outs(%c : tensor<2x5x7xi32>) layout = "tn"
  return %0 : tensor<2x5x7xi32>
}

// SAME: left_tt: equal
// CHECK-LABEL: func @left_tt(
// CHECK-SAME:    %[[X:.*]]: tensor<2x5xi32>, %[[A:.*]]: tensor<2x7x5xi32>, %[[C:.*]]: tensor<2x5x7xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[LEFT]], #[[TURNED]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @left_tt(%x: tensor<2x5xi32>, %a: tensor<2x7x5xi32>, %c: tensor<2x5x7xi32>) -> tensor<2x5x7xi32> {
  %e = tensor.empty() : tensor<2x5x5xi32>
  %d = linalg_ext.diag ins(%x : tensor<2x5xi32>) outs(%e : tensor<2x5x5xi32>) : tensor<2x5x5xi32>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<2x5x5xi32>, tensor<2x7x5xi32>) outs(%c : tensor<2x5x7xi32>) layout = "tt"
  return %0 : tensor<2x5x7xi32>
}

// SAME: right_tt: equal
// CHECK-LABEL: func @right_tt(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xi32>, %[[A:.*]]: tensor<?x?x?xi32>, %[[C:.*]]: tensor<?x?x?xi32>
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[TURNED]], #[[RIGHT]], #[[ALL]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @right_tt(%x: tensor<?x?xi32>, %a: tensor<?x?x?xi32>, %c: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xi32>
  %s = tensor.dim %x, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%b, %s, %s) : tensor<?x?x?xi32>
  %d = linalg_ext.diag ins(%x : tensor<?x?xi32>) outs(%e : tensor<?x?x?xi32>) : tensor<?x?x?xi32>
  %0 = linalg_ext.batch_matmul ins(%a, %d : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%c : tensor<?x?x?xi32>) layout = "tt"
  return %0 : tensor<?x?x?xi32>
}

// A diagonal matrix that linalg.batch_matmul reads for each batch, and transposed
// maps.
// SAME: shared: equal
// CHECK-LABEL: func @shared(
// CHECK-SAME:    %[[X:.*]]: tensor<5xi32>, %[[A:.*]]: tensor<2x7x5xi32>, %[[C:.*]]: tensor<2x5x7xi32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK-NOT:     linalg.batch_matmul
// CHECK:         return %[[R]]
func.func @shared(%x: tensor<5xi32>, %a: tensor<2x7x5xi32>, %c: tensor<2x5x7xi32>) -> tensor<2x5x7xi32> {
  %e = tensor.empty() : tensor<5x5xi32>
  %d = linalg_ext.diag ins(%x : tensor<5xi32>) outs(%e : tensor<5x5xi32>) : tensor<5x5xi32>
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%d, %a : tensor<5x5xi32>, tensor<2x7x5xi32>) outs(%c : tensor<2x5x7xi32>) -> tensor<2x5x7xi32>
  return %0 : tensor<2x5x7xi32>
}

// Two dims of batches; both sides, one after the other.
// SAME: both: equal
// CHECK-LABEL: func @both(
// CHECK-NOT:     linalg_ext
// CHECK-COUNT-2: linalg.generic {{.*}} ins(
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @both(%x: tensor<2x3x5xi32>, %z: tensor<2x3x7xi32>, %a: tensor<2x3x5x7xi32>, %c: tensor<2x3x5x7xi32>) -> tensor<2x3x5x7xi32> {
  %e = tensor.empty() : tensor<2x3x5x5xi32>
  %f = tensor.empty() : tensor<2x3x7x7xi32>
  %d = linalg_ext.diag ins(%x : tensor<2x3x5xi32>) outs(%e : tensor<2x3x5x5xi32>) : tensor<2x3x5x5xi32>
  %g = linalg_ext.diag ins(%z : tensor<2x3x7xi32>) outs(%f : tensor<2x3x7x7xi32>) : tensor<2x3x7x7xi32>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<2x3x5x5xi32>, tensor<2x3x5x7xi32>) outs(%c : tensor<2x3x5x7xi32>) layout = "nn"
  %1 = linalg_ext.batch_matmul ins(%0, %g : tensor<2x3x5x7xi32>, tensor<2x3x7x7xi32>) outs(%c : tensor<2x3x5x7xi32>) layout = "nn"
  return %1 : tensor<2x3x5x7xi32>
}

// A product of i16 that is added in i32 stays.
// SAME: converted: equal
// CHECK-LABEL: func @converted(
// CHECK:         %[[D:.*]] = linalg_ext.diag ins(
// CHECK:         linalg_ext.batch_matmul ins(%[[D]], %
func.func @converted(%x: tensor<2x5xi16>, %a: tensor<2x5x7xi16>, %c: tensor<2x5x7xi32>) -> tensor<2x5x7xi32> {
  %e = tensor.empty() : tensor<2x5x5xi16>
  %d = linalg_ext.diag ins(%x : tensor<2x5xi16>) outs(%e : tensor<2x5x5xi16>) : tensor<2x5x5xi16>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<2x5x5xi16>, tensor<2x5x7xi16>) outs(%c : tensor<2x5x7xi32>) layout = "nn"
  return %0 : tensor<2x5x7xi32>
}

// A sum that starts from -0.0 depends on the signs of all terms. These and those that
// may start from it stay.
// SAME: from_minus_zero: equal
// CHECK-LABEL: func @from_minus_zero(
// CHECK:         linalg.matmul ins(
func.func @from_minus_zero(%y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = arith.constant dense<-0.0> : tensor<2x2xf32>
  %x = arith.constant dense<0.0> : tensor<2xf32>
  %a = arith.constant dense<[[-1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %d = linalg_ext.diag ins(%x : tensor<2xf32>) outs(%e : tensor<2x2xf32>) : tensor<2x2xf32>
  %0 = linalg.matmul ins(%d, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.map { math.copysign } ins(%y, %0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>)
  return %1 : tensor<2x2xf32>
}

// SAME: from_argument: equal
// CHECK-LABEL: func @from_argument(
// CHECK:         linalg.matmul ins(
func.func @from_argument(%x: tensor<5xf32>, %a: tensor<7x5xf32>, %c: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %e = tensor.empty() : tensor<5x5xf32>
  %d = linalg_ext.diag ins(%x : tensor<5xf32>) outs(%e : tensor<5x5xf32>) : tensor<5x5xf32>
  %0 = linalg.matmul ins(%a, %d : tensor<7x5xf32>, tensor<5x5xf32>) outs(%c : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// SAME: from_one: equal
// CHECK-LABEL: func @from_one(
// CHECK-NOT:     linalg_ext
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @from_one(%x: tensor<5xf32>, %a: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %c = arith.constant dense<1.0> : tensor<7x5xf32>
  %e = tensor.empty() : tensor<5x5xf32>
  %d = linalg_ext.diag ins(%x : tensor<5xf32>) outs(%e : tensor<5x5xf32>) : tensor<5x5xf32>
  %0 = linalg.matmul ins(%a, %d : tensor<7x5xf32>, tensor<5x5xf32>) outs(%c : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// Floats: each element of the other side is multiplied by 0 in the payload, which is
// NaN for an infinity. So the schedule declares that it is finite, and is wrong
// without that.
// SAME: floats: equal: {{.*}}assumes that argument 1 is finite (declared by 'scale_by_diag' in line {{[0-9]+}} of batch-diag.mlir)
// SILENT: floats: different: result 0[{{.*}}] is {{.*}}, expected {{-?}}nan
// CHECK-LABEL: func @floats(
// CHECK-SAME:    %[[A:.*]]: tensor<2x5x7xf32> {heddle.assumed_finite = "'scale_by_diag' in line
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @floats(%x: tensor<2x5xf32>, %a: tensor<2x5x7xf32>) -> tensor<2x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<2x5x7xf32>
  %c = linalg.fill ins(%zero : f32) outs(%i : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  %e = tensor.empty() : tensor<2x5x5xf32>
  %d = linalg_ext.diag ins(%x : tensor<2x5xf32>) outs(%e : tensor<2x5x5xf32>) : tensor<2x5x5xf32>
  %0 = linalg_ext.batch_matmul ins(%d, %a : tensor<2x5x5xf32>, tensor<2x5x7xf32>) outs(%c : tensor<2x5x7xf32>) layout = "nn"
  return %0 : tensor<2x5x7xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %0 {
    transform.apply_patterns.linalg_ext.scale_by_diag
  } : !transform.any_op
}
