// RUN: heddle-opt %s --heddle-reuse-inputs | FileCheck %s

// Each op of the chain overwrites its input.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT:    %[[E:.*]] = tensor.empty()
// CHECK-NEXT:    %[[A:.*]] = linalg.exp ins(%[[X]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:    %[[B:.*]] = linalg.negf ins(%[[A]] : {{.*}}) outs(%[[A]] :
// CHECK-NEXT:    %[[C:.*]] = linalg.abs ins(%[[B]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT:    return %[[C]]
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.negf ins(%a : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.abs ins(%b : tensor<4xf32>) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// Only the last reader writes over a value, and a reader may have it twice.
// CHECK-LABEL: func.func @diamond(
// CHECK:         %[[T:.*]] = linalg.exp
// CHECK:         %[[E:.*]] = tensor.empty()
// CHECK-NEXT:    %[[U:.*]] = linalg.negf ins(%[[T]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:    %[[V:.*]] = linalg.mul ins(%[[T]], %[[T]] : {{.*}}) outs(%[[T]] :
// CHECK-NEXT:    linalg.add ins(%[[U]], %[[V]] : {{.*}}) outs(%[[U]] :
func.func @diamond(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %u = linalg.negf ins(%t : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %v = linalg.mul ins(%t, %t : tensor<4xf32>, tensor<4xf32>) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %e3 = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%u, %v : tensor<4xf32>, tensor<4xf32>) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// An argument belongs to the caller, a value that is returned is read later, and
// a transposed read has the elements elsewhere.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-4: tensor.empty()
// CHECK-NOT:     tensor.empty()
// CHECK:         return
func.func @kept(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e1 = tensor.empty() : tensor<4x4xf32>
  %b = linalg.negf ins(%a : tensor<4x4xf32>) outs(%e1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e2 = tensor.empty() : tensor<4x4xf32>
  %c = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e3 = tensor.empty() : tensor<4x4xf32>
  %d = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e3 : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %a, %b, %d : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Two results, one value that is read: one of them takes it. A body that reads
// the value at another place has it for itself.
// CHECK-LABEL: func.func @two_results(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         %[[E:.*]] = tensor.empty()
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[A]], %[[E]] :
// CHECK:         %[[E2:.*]] = tensor.empty()
// CHECK:         linalg.generic {{.*}} ins(%[[R]]#0 : {{.*}}) outs(%[[E2]] :
// CHECK:           tensor.extract %[[R]]#0
#id = affine_map<(i) -> (i)>
func.func @two_results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e0, %e1 : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32, %q: f32):
    %n = arith.negf %p : f32
    linalg.yield %n, %p : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %e2 = tensor.empty() : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%r#0 : tensor<4xf32>) outs(%e2 : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %first = tensor.extract %r#0[%c0] : tensor<4xf32>
    %s = arith.addf %p, %first : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %d, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A value that is inserted into another tensor is computed there, without a
// buffer.
// CHECK-LABEL: func.func @inserted(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         %[[E:.*]] = tensor.empty()
// CHECK:         linalg.negf ins(%[[A]] : {{.*}}) outs(%[[E]] :
func.func @inserted(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %b = linalg.negf ins(%a : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %b into %y[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
