// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --implicit-check-not=linalg.

// A reduced dim that is longer than one vector is computed in parts, and a body
// that reads `linalg.index` has to count on from part to part.
// SAME-NOT: {{different|not checked}}
// SAME-COUNT-7: equal

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#l = affine_map<(l) -> (l)>
#z = affine_map<(l) -> ()>

// The logit of a label: 300 elements are four vectors of partial sums and a rest.
// CHECK-LABEL: func.func @logit(
// CHECK:         %[[STEP:.*]] = vector.step : vector<64xindex>
// CHECK:         scf.for %[[AT:[a-z0-9]+]] = %{{.*}} iter_args(%{{.*}}) -> (vector<64xf32>)
// CHECK:           %[[START:.*]] = vector.broadcast %[[AT]] : index to vector<64xindex>
// CHECK:           %[[INDEX:.*]] = arith.addi %[[START]], %[[STEP]] : vector<64xindex>
// CHECK:           arith.index_cast %[[INDEX]]
func.func @logit(%x: tensor<3x300xf32>, %labels: tensor<3xi32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x, %labels : tensor<3x300xf32>, tensor<3xi32>) outs(%o : tensor<3xf32>) {
  ^bb0(%a: f32, %l: i32, %b: f32):
    %n = linalg.index 1 : index
    %ni = arith.index_cast %n : index to i32
    %hit = arith.cmpi eq, %ni, %l : i32
    %s = arith.select %hit, %a, %c0 : f32
    %t = arith.addf %b, %s : f32
    linalg.yield %t : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// Both indices in one body, in an extent that is prime.
// CHECK-LABEL: func.func @both(
func.func @both(%x: tensor<5x257xf64>, %o: tensor<5xf64>) -> tensor<5xf64> {
  %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x257xf64>) outs(%o : tensor<5xf64>) {
  ^bb0(%a: f64, %b: f64):
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %mn = arith.addi %m, %n : index
    %i = arith.index_cast %mn : index to i64
    %f = arith.sitofp %i : i64 to f64
    %p = arith.mulf %f, %a : f64
    %t = arith.addf %b, %p : f64
    linalg.yield %t : f64
  } -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// The largest index of a positive element, of unknown length.
// CHECK-LABEL: func.func @last(
func.func @last(%x: tensor<?xi32>, %o: tensor<i32>) -> tensor<i32> {
  %c0 = arith.constant 0 : i32
  %none = arith.constant -1 : i32
  %r = linalg.generic {indexing_maps = [#l, #z], iterator_types = ["reduction"]}
      ins(%x : tensor<?xi32>) outs(%o : tensor<i32>) {
  ^bb0(%a: i32, %b: i32):
    %n = linalg.index 0 : index
    %i = arith.index_cast %n : index to i32
    %hit = arith.cmpi sgt, %a, %c0 : i32
    %s = arith.select %hit, %i, %none : i32
    %t = arith.maxsi %b, %s : i32
    linalg.yield %t : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// Two results along one reduced dim.
// CHECK-LABEL: func.func @two(
func.func @two(%x: tensor<4x200xi64>, %o: tensor<4xi64>, %p: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>) {
  %r:2 = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x200xi64>) outs(%o, %p : tensor<4xi64>, tensor<4xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %n = linalg.index 1 : index
    %i = arith.index_cast %n : index to i64
    %w = arith.muli %i, %a : i64
    %s = arith.addi %b, %w : i64
    %t = arith.maxsi %c, %i : i64
    linalg.yield %s, %t : i64, i64
  } -> (tensor<4xi64>, tensor<4xi64>)
  return %r#0, %r#1 : tensor<4xi64>, tensor<4xi64>
}

// In the body of `linalg.reduce`, down the columns, in f16.
// CHECK-LABEL: func.func @columns(
func.func @columns(%x: tensor<70x33xf16>, %o: tensor<33xf16>) -> tensor<33xf16> {
  %c0 = arith.constant 0.0 : f16
  %c40 = arith.constant 40 : index
  %r = linalg.reduce ins(%x : tensor<70x33xf16>) outs(%o : tensor<33xf16>) dimensions = [0]
    (%a: f16, %b: f16) {
      %n = linalg.index 0 : index
      %hit = arith.cmpi uge, %n, %c40 : index
      %s = arith.select %hit, %a, %c0 : f16
      %t = arith.addf %b, %s : f16
      linalg.yield %t : f16
    }
  return %r : tensor<33xf16>
}

// A sum of two indices is not the index of an element beside the last one, though
// one of its terms is the index of the lanes.
// CHECK-LABEL: func.func @table(
func.func @table(%table: tensor<64xf32>, %x: tensor<32xi32>, %o: tensor<32xf32>) -> tensor<32xf32> {
  %c7 = arith.constant 7 : i32
  %r = linalg.generic {indexing_maps = [#l, #l], iterator_types = ["parallel"]}
      ins(%x : tensor<32xi32>) outs(%o : tensor<32xf32>) {
  ^bb0(%a: i32, %b: f32):
    %n = linalg.index 0 : index
    %m = arith.andi %a, %c7 : i32
    %mi = arith.index_cast %m : i32 to index
    %at = arith.addi %n, %mi : index
    %v = tensor.extract %table[%at] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// CHECK-LABEL: func.func @twice(
func.func @twice(%table: tensor<9x70xf32>, %x: tensor<2x32xf32>, %o: tensor<2x32xf32>) -> tensor<2x32xf32> {
  %s = tensor.extract_slice %table[4, 2] [3, 66] [1, 1] : tensor<9x70xf32> to tensor<3x66xf32>
  %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x32xf32>) outs(%o : tensor<2x32xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %at = arith.addi %n, %n : index
    %v = tensor.extract %s[%m, %at] : tensor<3x66xf32>
    %w = arith.addf %v, %a : f32
    linalg.yield %w : f32
  } -> tensor<2x32xf32>
  return %r : tensor<2x32xf32>
}

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  transform.heddle.vectorize %m : !transform.any_op
  %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
}
