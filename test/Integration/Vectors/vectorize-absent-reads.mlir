// What a body extracts is read only where an iteration reads it: a loop without iterations
// reads nothing, also if what it reads is the same in each.
// RUN: not heddle check %s --function argument --dims arg0=0,arg1=0 | FileCheck %s
// RUN: not heddle check %s --function constant --dims arg0=0,arg1=0x8 | FileCheck %s
// RUN: not heddle check %s --function row --dims arg0=0,arg1=0x8 | FileCheck %s
// RUN: heddle check %s --function argument --function constant --function row --function known | FileCheck %s --check-prefix=EQUAL
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=SHAPE

// CHECK: inconclusive: {{.*}}: result 0 has no elements
// EQUAL-DAG: argument: equal
// EQUAL-DAG: constant: equal
// EQUAL-DAG: row: equal
// EQUAL-DAG: known: equal

// SHAPE-LABEL: func.func @argument(
// SHAPE-NOT:     vector.transfer_read %arg0
// SHAPE:         scf.for %{{.*}} =
// SHAPE:           vector.transfer_read %arg0[%arg2]
func.func @argument(%t: tensor<?xf32>, %o: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<?xf32>) {
  ^bb0(%b: f32):
    %e = tensor.extract %t[%k] : tensor<?xf32>
    %s = arith.addf %e, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// SHAPE-LABEL: func.func @constant(
// SHAPE-NOT:     vector.transfer_read %arg0
// SHAPE:         scf.for %{{.*}} =
// SHAPE:           vector.transfer_read %arg0[
func.func @constant(%t: tensor<?xf32>, %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<?x8xf32>) {
  ^bb0(%b: f32):
    %e = tensor.extract %t[%c0] : tensor<?xf32>
    %s = arith.addf %e, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// A row of eight elements.
// SHAPE-LABEL: func.func @row(
// SHAPE-NOT:     vector.transfer_read %arg0
// SHAPE:         scf.for %{{.*}} =
// SHAPE:           vector.transfer_read %arg0[
func.func @row(%t: tensor<?xf32>, %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<?x8xf32>) {
  ^bb0(%b: f32):
    %j = linalg.index 1 : index
    %e = tensor.extract %t[%j] : tensor<?xf32>
    %s = arith.addf %e, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// The element exists whatever runs: it is read once.
// SHAPE-LABEL: func.func @known(
// SHAPE:         vector.transfer_read %arg0[
// SHAPE:         scf.for %{{.*}} =
// SHAPE-NOT:       vector.transfer_read %arg0
// SHAPE:         return
func.func @known(%t: tensor<4xf32>, %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c3 = arith.constant 3 : index
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<?x8xf32>) {
  ^bb0(%b: f32):
    %e = tensor.extract %t[%c3] : tensor<4xf32>
    %s = arith.addf %e, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module : !transform.any_op
}
