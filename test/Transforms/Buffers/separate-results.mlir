// RUN: heddle-opt %s --heddle-separate-results | FileCheck %s
// RUN: heddle-opt %s --heddle-separate-results=insertions-only \
// RUN:   | FileCheck %s --check-prefix=INSERTIONS

// The value that overwrites the iter_arg of its position stays; the other is a
// copy.
// CHECK-LABEL: func @loop(
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[Q:.*]] = %{{.*}})
// CHECK:           %[[V:.*]] = linalg.exp {{.*}} outs(%[[Q]] :
// CHECK-NEXT:      %[[C:.*]] = bufferization.alloc_tensor() copy(%[[V]]) : tensor<4xf32>
// CHECK-NEXT:      scf.yield %[[C]], %[[V]]
// INSERTIONS-LABEL: func @loop(
// INSERTIONS-NOT:     alloc_tensor
// INSERTIONS-LABEL: func @only_read(
func.func @loop(%a: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (tensor<4xf32>, tensor<4xf32>) {
    %v = linalg.exp ins(%p : tensor<4xf32>) outs(%q : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %v, %v : tensor<4xf32>, tensor<4xf32>
  }
  return %f#0, %f#1 : tensor<4xf32>, tensor<4xf32>
}

// Results of a branch that are only read, also through a slice, may be one.
// CHECK-LABEL: func @only_read(
// CHECK-NOT:     alloc_tensor
func.func @only_read(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<2xf32>, %p: i1) -> tensor<2xf32> {
  %r:2 = scf.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %a, %a : tensor<4xf32>, tensor<4xf32>
  } else {
    scf.yield %b, %b : tensor<4xf32>, tensor<4xf32>
  }
  %s = tensor.extract_slice %r#0[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %t = tensor.extract_slice %r#1[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %v = linalg.add ins(%s, %t : tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  return %v : tensor<2xf32>
}

// A value comes twice through a selection, a reshape and a call that returns
// its argument; the argument is returned as it is.
// CHECK-LABEL: func private @second(
// CHECK-NOT:     alloc_tensor
func.func private @second(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  return %b : tensor<4xf32>
}
// CHECK-LABEL: func @views(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<4xf32>,
// CHECK:         %[[S:.*]] = arith.select {{.*}}, %[[A]], %[[B]]
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[A]]
// CHECK:         %[[G:.*]] = call @second(%[[D]], %[[A]])
// CHECK-DAG:     %[[S2:.*]] = bufferization.alloc_tensor() copy(%[[S]])
// CHECK-DAG:     %[[E2:.*]] = bufferization.alloc_tensor() copy(%[[E]])
// CHECK-DAG:     %[[G2:.*]] = bufferization.alloc_tensor() copy(%[[G]])
// CHECK:         return %[[S2]], %[[E2]], %[[G2]], %[[A]], %[[D]]
func.func @views(%a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<4xf32>, %p: i1)
    -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %s = arith.select %p, %a, %b : tensor<4xf32>
  %e = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %g = call @second(%d, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %s, %e, %g, %a, %d : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A branch between blocks gives one value to two arguments.
// CHECK-LABEL: func @blocks(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>
// CHECK:         %[[C:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-NEXT:    cf.br ^{{.*}}(%[[A]], %[[C]] :
// CHECK:         ^{{.*}}(%[[P:.*]]: tensor<4xf32>, %[[Q:.*]]: tensor<4xf32>):
// CHECK-NEXT:    return %[[P]], %[[Q]]
func.func @blocks(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  cf.br ^next(%a, %a : tensor<4xf32>, tensor<4xf32>)
^next(%p: tensor<4xf32>, %q: tensor<4xf32>):
  return %p, %q : tensor<4xf32>, tensor<4xf32>
}

// A recursive function: its own result counts as a value of its own.
// CHECK-LABEL: func @recursive(
// CHECK-NOT:     alloc_tensor
func.func @recursive(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = call @recursive(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// The second insertion reads elements that the first one overwrites. An
// insertion into its own slice needs no copy, unless nothing is analysed.
// CHECK-LABEL: func @insertions(
// CHECK:         shared_outs(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}})
// CHECK:           %[[U:.*]] = tensor.extract_slice %[[P]]
// CHECK:           %[[X:.*]] = linalg.exp {{.*}} outs(%[[U]] :
// CHECK:           %[[C:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK-NEXT:      scf.forall.in_parallel {
// CHECK-NEXT:        tensor.parallel_insert_slice %{{.*}} into %[[P]]
// CHECK-NEXT:        tensor.parallel_insert_slice %[[C]] into %[[Q]]
// CHECK-LABEL: func @own_insertions(
// CHECK-NOT:     alloc_tensor
// INSERTIONS-LABEL: func @own_insertions(
// INSERTIONS:         %[[Y:.*]] = linalg.negf
// INSERTIONS-NEXT:    %[[C:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// INSERTIONS-NEXT:    scf.forall.in_parallel {
// INSERTIONS-NEXT:      tensor.parallel_insert_slice %{{.*}} into
// INSERTIONS-NEXT:      tensor.parallel_insert_slice %[[C]]
func.func @insertions(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%p = %a, %q = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %u = tensor.extract_slice %p[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %t = tensor.extract_slice %q[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %x = linalg.exp ins(%u : tensor<1xf32>) outs(%u : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %p[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %x into %q[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @own_insertions(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%p = %a, %q = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %u = tensor.extract_slice %p[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %t = tensor.extract_slice %q[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %x = linalg.exp ins(%u : tensor<1xf32>) outs(%u : tensor<1xf32>) -> tensor<1xf32>
    %y = linalg.negf ins(%x : tensor<1xf32>) outs(%t : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %p[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %y into %q[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
