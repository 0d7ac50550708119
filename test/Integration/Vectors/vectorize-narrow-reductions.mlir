// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle check %s --function dynamic --dims=arg0=5x1 | FileCheck %s --check-prefix=ONE
// RUN: heddle check %s --function dynamic --dims=arg0=5x0 | FileCheck %s --check-prefix=ONE
// RUN: heddle check %s --function dynamic --dims=arg0=1x37 | FileCheck %s --check-prefix=ONE
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --implicit-check-not=linalg.

// Reductions of what is no element of an operand: a constant, a scalar, an index, or
// what is computed of these. Each counts once per element.
// SAME-COUNT-19: equal
// ONE: dynamic: equal

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @constant(
// CHECK:         vector
func.func @constant(%x: tensor<16x8xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %one : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @scalar(
// CHECK:         vector
func.func @scalar(%x: tensor<16x8xf32>, %s: f32, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %s : tensor<16x8xf32>, f32) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    %m = arith.addf %o, %t : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @captured(
// CHECK:         vector
func.func @captured(%x: tensor<16x8xf32>, %s: f32, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %s : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @zero_d(
// CHECK:         vector
func.func @zero_d(%x: tensor<16x8xf32>, %s: tensor<f32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %s : tensor<16x8xf32>, tensor<f32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    %m = arith.addf %o, %t : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @index_reduced(
// CHECK:         vector
func.func @index_reduced(%x: tensor<16x16xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.addf %o, %f : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @index_parallel(
// CHECK:         vector
func.func @index_parallel(%x: tensor<8x16xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x16xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.addf %o, %f : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @extracted(
// CHECK:         vector
func.func @extracted(%x: tensor<8x16xf32>, %y: tensor<16xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<8x16xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = linalg.index 1 : index
    %f = tensor.extract %y[%k] : tensor<16xf32>
    %m = arith.addf %o, %f : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @product_of_constant(
// CHECK:         vector
func.func @product_of_constant(%x: tensor<16x8xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %o, %two : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @extracted_constant(
// CHECK:         vector
func.func @extracted_constant(%x: tensor<16x8xf32>, %y: tensor<16xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %k = arith.constant 3 : index
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = tensor.extract %y[%k] : tensor<16xf32>
    %m = arith.addf %o, %f : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @extracted_0d(
// CHECK:         vector
func.func @extracted_0d(%x: tensor<16x8xf32>, %y: tensor<f32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = tensor.extract %y[] : tensor<f32>
    %m = arith.addf %o, %f : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @all_of_constant(
// CHECK:         vector
func.func @all_of_constant(%x: tensor<16x8xf32>, %c: tensor<f32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%c : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %one : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @index_nonlast(
// CHECK:         vector
func.func @index_nonlast(%x: tensor<16x16x4xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<16x16x4xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.addf %o, %f : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @scalar_function(
// CHECK:         vector
func.func @scalar_function(%s: f32, %c: tensor<16x16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %z = arith.constant 0.0 : f32
  %f0 = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%c, %s : tensor<16x16xf32>, f32) outs(%f0 : tensor<16xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    %v = math.exp %t : f32
    %m = arith.addf %o, %v : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK:         vector
func.func @dynamic(%x: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %one : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @two_results(
// CHECK:         vector
func.func @two_results(%x: tensor<16x33xi32>, %c: tensor<16xi32>, %d: tensor<16xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
  %one = arith.constant 1 : i32
  %r:2 = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x33xi32>) outs(%c, %d : tensor<16xi32>, tensor<16xi32>) {
  ^bb0(%a: i32, %o: i32, %p: i32):
    %m = arith.addi %one, %o : i32
    %n = arith.maxsi %a, %p : i32
    linalg.yield %m, %n : i32, i32
  } -> (tensor<16xi32>, tensor<16xi32>)
  return %r#0, %r#1 : tensor<16xi32>, tensor<16xi32>
}

// What is added to each element of the destination.

// CHECK-LABEL: func.func @add_index(
// CHECK:         vector
func.func @add_index(%o: tensor<16x8xi32>) -> tensor<16x8xi32> {
  %r = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<16x8xi32>) {
  ^bb0(%y: i32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %z = arith.addi %y, %n : i32
    linalg.yield %z : i32
  } -> tensor<16x8xi32>
  return %r : tensor<16x8xi32>
}

// CHECK-LABEL: func.func @add_index_transposed(
// CHECK:         vector
func.func @add_index_transposed(%o: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %r = linalg.generic {indexing_maps = [#ji], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<16x16xi32>) {
  ^bb0(%y: i32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %z = arith.addi %y, %n : i32
    linalg.yield %z : i32
  } -> tensor<16x16xi32>
  return %r : tensor<16x16xi32>
}

// CHECK-LABEL: func.func @beside(
// CHECK:         vector
func.func @beside(%a: tensor<16x8xi32>, %o: tensor<16x8xi32>, %p: tensor<16xi32>) -> (tensor<16x8xi32>, tensor<16xi32>) {
  %c = arith.constant 5 : i32
  %r:2 = linalg.generic {indexing_maps = [#ij, #ij, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<16x8xi32>) outs(%o, %p : tensor<16x8xi32>, tensor<16xi32>) {
  ^bb0(%x: i32, %y: i32, %s: i32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %z = arith.addi %y, %n : i32
    %t = arith.addi %s, %x : i32
    linalg.yield %z, %t : i32, i32
  } -> (tensor<16x8xi32>, tensor<16xi32>)
  return %r#0, %r#1 : tensor<16x8xi32>, tensor<16xi32>
}

// No loops are left of one element.
// CHECK-LABEL: func.func @one_element(
// CHECK:         arith.addf %{{.*}} : f16
func.func @one_element(%x: tensor<1xf16>, %s: tensor<f16>) -> tensor<f16> {
  %one = arith.constant 1.0 : f16
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<1xf16>) outs(%s : tensor<f16>) {
  ^bb0(%a: f16, %o: f16):
    %n = arith.addf %o, %one : f16
    linalg.yield %n : f16
  } -> tensor<f16>
  return %r : tensor<f16>
}

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  transform.heddle.vectorize %m : !transform.any_op
  %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
}
