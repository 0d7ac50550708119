// RUN: heddle-opt %s --heddle-copy-repeated-destinations | FileCheck %s

// The slice that is written and inserted again is taken from the copy, another
// one from the original.
// CHECK-LABEL: func @slice(
// CHECK-SAME:    %[[T:[a-z0-9]*]]: tensor<8xf32>
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[ACC:.*]] =
// CHECK:           %[[O:.*]] = tensor.extract_slice %[[T]][0]
// CHECK:           %[[C:.*]] = bufferization.alloc_tensor() copy(%[[T]]) : tensor<8xf32>
// CHECK-NEXT:      %[[S:.*]] = tensor.extract_slice %[[C]][%[[I]]]
// CHECK-NEXT:      %[[E:.*]] = linalg.exp ins(%[[O]] : {{.*}}) outs(%[[S]] :
// CHECK-NEXT:      %[[W:.*]] = tensor.insert_slice %[[E]] into %[[C]][%[[I]]]
// CHECK-NEXT:      linalg.add ins(%[[W]], %[[ACC]] :
func.func @slice(%t: tensor<8xf32>, %a: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> tensor<8xf32> {
    %o = tensor.extract_slice %t[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %s = tensor.extract_slice %t[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %e = linalg.exp ins(%o : tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %w = tensor.insert_slice %e into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    %x = linalg.add ins(%w, %acc : tensor<8xf32>, tensor<8xf32>) outs(%acc : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// An insertion into the loop's own iter_arg is in place; one into an outer
// loop's is not.
// CHECK-LABEL: func @carried(
// CHECK:         scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}})
// CHECK:           scf.for {{.*}} iter_args(%[[Q:.*]] = %[[P]])
// CHECK-NEXT:        %[[W:.*]] = tensor.insert_slice %{{.*}} into %[[Q]]
// CHECK-NEXT:        %[[C:.*]] = bufferization.alloc_tensor() copy(%[[P]])
// CHECK-NEXT:        %[[V:.*]] = tensor.insert_slice %{{.*}} into %[[C]]
// CHECK-NEXT:        linalg.add ins(%[[V]], %[[W]] :
func.func @carried(%t: tensor<8xf32>, %b: tensor<2xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %t) -> tensor<8xf32> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%q = %p) -> tensor<8xf32> {
      %w = tensor.insert_slice %b into %q[%j] [2] [1] : tensor<2xf32> into tensor<8xf32>
      %v = tensor.insert_slice %b into %p[%j] [2] [1] : tensor<2xf32> into tensor<8xf32>
      %x = linalg.add ins(%v, %w : tensor<8xf32>, tensor<8xf32>) outs(%w : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %x : tensor<8xf32>
    }
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Without a loop nothing is repeated.
// CHECK-LABEL: func @once(
// CHECK-SAME:    %[[T:[a-z0-9]*]]: tensor<8xf32>
// CHECK-NEXT:    %[[W:.*]] = tensor.insert_slice %{{.*}} into %[[T]]
// CHECK-NEXT:    return %[[W]]
func.func @once(%t: tensor<8xf32>, %b: tensor<2xf32>) -> tensor<8xf32> {
  %w = tensor.insert_slice %b into %t[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %w : tensor<8xf32>
}
