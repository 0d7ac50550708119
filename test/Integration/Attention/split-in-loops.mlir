// RUN: heddle check %s | FileCheck %s

// Attention is split in the bodies of loops: what the loops carry is read and written as
// before, and the number of keys may follow from an index of a loop.

#p = affine_map<(i, d, j) -> (i, j)>
#v = affine_map<(i, d, j) -> (j, d)>
#r = affine_map<(i, d, j) -> (i, d)>

// CHECK-NOT: different
// Each iteration has one key more, the first one none, and adds to what the loop
// carries.
// CHECK-DAG: keys_of_index: equal
func.func @keys_of_index(%s: tensor<5x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %o) -> (tensor<5x3xf32>) {
    %si = tensor.extract_slice %s[0, 0] [5, %i] [1, 1] : tensor<5x7xf32> to tensor<5x?xf32>
    %vi = tensor.extract_slice %v[0, 0] [%i, 3] [1, 1] : tensor<7x3xf32> to tensor<?x3xf32>
    %e = tensor.empty(%i) : tensor<5x?xf32>
    %p = linalg.softmax {split} dimension(1) ins(%si : tensor<5x?xf32>) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
    %m = linalg.matmul ins(%p, %vi : tensor<5x?xf32>, tensor<?x3xf32>) outs(%acc : tensor<5x3xf32>) -> tensor<5x3xf32>
    scf.yield %m : tensor<5x3xf32>
  }
  return %r : tensor<5x3xf32>
}

// The weights are the scores of the next iteration, and the sum that of the whole loop.
// CHECK-DAG: both_carried: equal
func.func @both_carried(%s: tensor<5x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>, %n: index) -> (tensor<5x7xf32>, tensor<5x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%scores = %s, %acc = %o) -> (tensor<5x7xf32>, tensor<5x3xf32>) {
    %p = linalg.softmax {split} dimension(1) ins(%scores : tensor<5x7xf32>) outs(%scores : tensor<5x7xf32>) -> tensor<5x7xf32>
    %m = linalg.matmul ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%acc : tensor<5x3xf32>) -> tensor<5x3xf32>
    scf.yield %p, %m : tensor<5x7xf32>, tensor<5x3xf32>
  }
  return %r#0, %r#1 : tensor<5x7xf32>, tensor<5x3xf32>
}

// Two sums read the same weights, and one of them is read twice.
// CHECK-DAG: two_sums: equal
func.func @two_sums(%s: tensor<5x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %o, %y = %o) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
    %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
    %m = linalg.matmul ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%x : tensor<5x3xf32>) -> tensor<5x3xf32>
    %k = linalg.matmul ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%m : tensor<5x3xf32>) -> tensor<5x3xf32>
    %t = linalg.sub ins(%m, %y : tensor<5x3xf32>, tensor<5x3xf32>) outs(%y : tensor<5x3xf32>) -> tensor<5x3xf32>
    scf.yield %t, %k : tensor<5x3xf32>, tensor<5x3xf32>
  }
  return %r#0, %r#1 : tensor<5x3xf32>, tensor<5x3xf32>
}

// Each thread writes its rows; the last one has fewer.
// CHECK-DAG: rows_of_forall: equal
func.func @rows_of_forall(%s: tensor<5x?xf32>, %v: tensor<?x3xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %s, %c1 : tensor<5x?xf32>
  %r = scf.forall (%i) = (0) to (5) step (2) shared_outs(%out = %o) -> (tensor<5x3xf32>) {
    %m = affine.min affine_map<(i) -> (2, 5 - i)>(%i)
    %si = tensor.extract_slice %s[%i, 0] [%m, %n] [1, 1] : tensor<5x?xf32> to tensor<?x?xf32>
    %oi = tensor.extract_slice %out[%i, 0] [%m, 3] [1, 1] : tensor<5x3xf32> to tensor<?x3xf32>
    %e = tensor.empty(%m, %n) : tensor<?x?xf32>
    %p = linalg.softmax {split} dimension(1) ins(%si : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    %t = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<?x?xf32>, tensor<?x3xf32>) outs(%oi : tensor<?x3xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %term = arith.mulf %a, %b : f32
      %sum = arith.addf %c, %term : f32
      linalg.yield %sum : f32
    } -> tensor<?x3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %out[%i, 0] [%m, 3] [1, 1] : tensor<?x3xf32> into tensor<5x3xf32>
    }
  }
  return %r : tensor<5x3xf32>
}

// A loop whose iterations run at the same time.
// CHECK-DAG: largest_of_parallel: equal
func.func @largest_of_parallel(%s: tensor<5x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%c5) step (%c1) init (%zero) -> f32 {
    %k = arith.addi %i, %c1 : index
    %si = tensor.extract_slice %s[0, 0] [5, %k] [1, 1] : tensor<5x7xf32> to tensor<5x?xf32>
    %vi = tensor.extract_slice %v[0, 0] [%k, 3] [1, 1] : tensor<7x3xf32> to tensor<?x3xf32>
    %e = tensor.empty(%k) : tensor<5x?xf32>
    %p = linalg.softmax {split} dimension(1) ins(%si : tensor<5x?xf32>) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
    %m = linalg.matmul ins(%p, %vi : tensor<5x?xf32>, tensor<?x3xf32>) outs(%o : tensor<5x3xf32>) -> tensor<5x3xf32>
    %x = tensor.extract %m[%i, %c1] : tensor<5x3xf32>
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %y = arith.maximumf %a, %b : f32
      scf.reduce.return %y : f32
    }
  }
  return %r : f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %softmax = transform.structured.match attributes {split} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %softmax : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      transform.heddle.split_attention %one {splits = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
