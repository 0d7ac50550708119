// RUN: heddle-opt %s --heddle-unshare-destinations | FileCheck %s

// Two accumulators start from one fill: each gets its own, right before it.
// CHECK-LABEL: func.func @two_writers(
// CHECK-DAG:     %[[Z:.*]] = arith.constant
// CHECK:         %[[E0:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    %[[F0:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E0]] :
// CHECK-NEXT:    %[[R0:.*]] = linalg.matmul {{.*}} outs(%[[F0]] :
// CHECK-NEXT:    %[[E1:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    %[[F1:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E1]] :
// CHECK-NEXT:    %[[R1:.*]] = linalg.matmul {{.*}} outs(%[[F1]] :
// CHECK-NEXT:    return %[[R0]], %[[R1]]
func.func @two_writers(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// One fill outside of the loop is written in each iteration: it moves in.
// CHECK-LABEL: func.func @in_a_loop(
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<4xf32>) {
// CHECK:           %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:      %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]] :
// CHECK-NEXT:      scf.for {{.*}} iter_args(%{{.*}} = %[[F]])
func.func @in_a_loop(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> tensor<4xf32> {
    %0 = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %f) -> tensor<4xf32> {
      %1 = linalg.add ins(%sum, %acc : tensor<4xf32>, tensor<4xf32>) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    }
    %2 = linalg.exp ins(%0 : tensor<4xf32>) outs(%acc : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The middle of a fill, written and inserted again, stays a slice: one buffer.
// CHECK-LABEL: func.func @inserted_again(
// CHECK:         %[[F:.*]] = linalg.fill ins(
// CHECK-NEXT:    %[[S:.*]] = tensor.extract_slice %[[F]][1] [4] [1]
// CHECK-NEXT:    %[[R:.*]] = linalg.exp ins({{.*}}) outs(%[[S]] :
// CHECK-NEXT:    %[[T:.*]] = linalg.add ins({{.*}}) outs(%[[R]] :
// CHECK-NEXT:    tensor.insert_slice %[[T]] into %[[F]][1] [4] [1]
func.func @inserted_again(%a: tensor<4xf32>) -> tensor<6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = tensor.extract_slice %f[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %1 into %f[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %2 : tensor<6xf32>
}

// Inserted elsewhere, it is not.
// CHECK-LABEL: func.func @inserted_elsewhere(
// CHECK:         %[[G:.*]] = linalg.fill ins({{.*}} : tensor<4xf32>)
// CHECK:         %[[R:.*]] = linalg.exp ins({{.*}}) outs(%[[G]] :
// CHECK:         %[[F:.*]] = linalg.fill ins({{.*}} : tensor<6xf32>)
// CHECK:         tensor.insert_slice %[[R]] into %[[F]][2] [4] [1]
func.func @inserted_elsewhere(%a: tensor<4xf32>) -> tensor<6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = tensor.extract_slice %f[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %f[2] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %1 : tensor<6xf32>
}

// A slice of a fill is a fill; the fill of the whole is gone.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?xf32>, %[[I:[a-z0-9]*]]: index, %[[S:[a-z0-9]*]]: index)
// CHECK-NEXT:    %[[Z:.*]] = arith.constant
// CHECK-NEXT:    %[[E:.*]] = tensor.empty(%[[S]]) : tensor<?xf32>
// CHECK-NEXT:    %[[F:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E]] :
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[F]] :
func.func @slice(%a: tensor<?xf32>, %i: index, %s: index) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %0 = tensor.extract_slice %f[%i, %i] [1, %s] [1, 1] : tensor<4x64xf32> to tensor<?xf32>
  %1 = linalg.exp ins(%a : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Readers share: nothing is made twice for them, and contents that are not
// cheap to make are left alone.
// CHECK-LABEL: func.func @readers(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<4xf32>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:    %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]] :
// CHECK-NEXT:    %[[G:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[A]] :
// CHECK-NEXT:    %[[X:.*]] = linalg.add ins(%[[F]], %[[F]] : {{.*}}) outs(%[[G]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.sub ins(%[[F]], %[[X]] : {{.*}}) outs(%[[G]] :
func.func @readers(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%z : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.add ins(%f, %f : tensor<4xf32>, tensor<4xf32>) outs(%g : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.sub ins(%f, %0 : tensor<4xf32>, tensor<4xf32>) outs(%g : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
