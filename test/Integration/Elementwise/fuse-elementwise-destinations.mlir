// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
!t = tensor<5x7xf32>
!s = tensor<6x6xf32>

// Destinations that are not read do not keep two ops apart, and sizes come from
// the argument.
// SAME: unread_destinations: equal
// CHECK-LABEL: func.func @unread_destinations(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK-DAG:     %[[D0:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG:     %[[D1:.*]] = tensor.dim %[[A]], %c1
// CHECK-NOT:     tensor.dim
// CHECK:         %[[E:.*]] = tensor.empty(%[[D0]], %[[D1]])
// CHECK-NEXT:    %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT:      %[[Z:.*]] = arith.mulf %[[Y]], %[[Y]]
// CHECK-NEXT:      linalg.yield %[[Z]]
// CHECK:         return %[[R]]
func.func @unread_destinations(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.mulf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The size of a value that is merged away is that of its destination.
// SAME: size_of_merged: equal
// CHECK-LABEL: func.func @size_of_merged(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[B:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK-NOT:     linalg.abs
// CHECK:         %[[D:.*]] = tensor.dim %[[B]], %c0
// CHECK:         return %[[R]], %[[D]]
func.func @size_of_merged(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.abs ins(%0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, index
}

// The consumer starts from the result of the producer, element by element.
// SAME: through_the_destination: equal
// CHECK-LABEL: func.func @through_the_destination(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<5x7xf32>, %[[B:[a-z0-9]+]]: tensor<7x5xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[B]], %[[A]] :
// CHECK-NEXT:    ^bb0(%[[X:[a-z0-9_]+]]: f32, %[[Y:[a-z0-9_]+]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[P:.*]] = arith.negf %[[Y]]
// CHECK-NEXT:      %[[Q:.*]] = arith.addf %[[P]], %[[X]]
// CHECK-NEXT:      linalg.yield %[[Q]]
func.func @through_the_destination(%a: !t, %b: tensor<7x5xf32>) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.generic {indexing_maps = [#id, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<7x5xf32>) outs(%0 : !t) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> !t
  return %1 : !t
}

// A sum that starts from zero: the zero is added where the fill was read.
// SAME: starts_from_zero: equal
// CHECK-LABEL: func.func @starts_from_zero(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<5x7xf32>
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[Y:.*]] = arith.negf %[[X]]
// CHECK-NEXT:      arith.addf %[[Y]], %[[ZERO]]
func.func @starts_from_zero(%a: !t) -> !t {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : !t
  %f = linalg.fill ins(%z : f32) outs(%e : !t) -> !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !t) outs(%f : !t) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !t
  return %1 : !t
}

// An op that reads a destination without contents is not merged.
// CHECK-LABEL: func.func private @starts_from_nothing(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK:         linalg.generic {{.*}} ins(%[[N]] : {{.*}}) outs(%{{.*}} :
func.func private @starts_from_nothing(%a: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !t) outs(%e : !t) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !t
  return %1 : !t
}

// A transposed destination keeps its map.
// SAME: transposed_destination: equal
// CHECK-LABEL: func.func @transposed_destination(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x6xf32>, %[[B:[a-z0-9]+]]: tensor<6x6xf32>
// CHECK-NEXT:    linalg.generic {{{.*}}#[[SWAP:.*]]], iterator_types = ["parallel", "parallel"]} ins(%[[A]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT:      %[[Y:.*]] = arith.negf %[[X]]
// CHECK-NEXT:      arith.addf %[[Y]], %[[O]]
func.func @transposed_destination(%a: !s, %b: !s) -> !s {
  %e = tensor.empty() : !s
  %0 = linalg.negf ins(%a : !s) outs(%e : !s) -> !s
  %1 = linalg.generic {indexing_maps = [#id, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%0 : !s) outs(%b : !s) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !s
  return %1 : !s
}

// A producer that adds to its destination: that is read as an input once the
// producer's result is gone, and written as before if it is kept.
// SAME: producer_accumulates: equal
// CHECK-LABEL: func.func @producer_accumulates(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: tensor<6x6xf32>)
// CHECK:         %[[P:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%
// CHECK:         %[[Q:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[C]], %
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[O:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[X]], %[[O]]
// CHECK-NEXT:      %[[T:.*]] = math.absf %[[S]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[T]]
// CHECK:         return %[[P]], %[[Q]]#0, %[[Q]]#1
func.func @producer_accumulates(%a: !s, %b: !s, %c: !s) -> (!s, !s, !s) {
  %e = tensor.empty() : !s
  %0 = linalg.generic {indexing_maps = [#id, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%a : !s) outs(%b : !s) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !s
  %1 = linalg.negf ins(%0 : !s) outs(%e : !s) -> !s
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !s) outs(%c : !s) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !s
  %3 = linalg.abs ins(%2 : !s) outs(%e : !s) -> !s
  return %1, %2, %3 : !s, !s, !s
}

// Sums in one destination: the merged op adds to it, too.
// SAME: sums_in_place: equal
// CHECK-LABEL: func.func @sums_in_place(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: tensor<5x7xf32>)
// CHECK-NEXT:    %[[R:.*]] = linalg.generic {{.*}} ins(%[[B]], %[[A]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT:    ^bb0(%[[Y:[a-z0-9_]+]]: f32, %[[X:[a-z0-9_]+]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[X]], %[[O]]
// CHECK-NEXT:      %[[T:.*]] = arith.addf %[[Y]], %[[S]]
// CHECK-NEXT:      linalg.yield %[[T]]
func.func @sums_in_place(%a: !t, %b: !t, %c: !t) -> !t {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%c : !t) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !t
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : !t) outs(%0 : !t) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> !t
  return %1 : !t
}

// A reduction starts from the product: once, not in each step.
// CHECK-LABEL: func.func private @start_of_reduction(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK:         linalg.reduce {{.*}} outs(%[[N]] :
func.func private @start_of_reduction(%a: !t, %b: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.negf ins(%b : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %1 = linalg.reduce {arith.addf} ins(%a : !t) outs(%0 : tensor<5xf32>) dimensions = [1]
  return %1 : tensor<5xf32>
}

// A destination that is not read but only written in part, or maybe not at all,
// passes its contents on.
// CHECK-LABEL: func.func private @partly_written(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6xf32>, %[[B:[a-z0-9]+]]: tensor<5xf32>, %[[C:[a-z0-9]+]]: tensor<6x?xf32>)
// CHECK:         %[[N:.*]] = linalg.negf ins(%[[A]] :
// CHECK:         %[[P:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<5xf32>) outs(%[[N]] :
// CHECK:           %{{.*}} = math.absf %{{.*}}
// CHECK:         %[[M:.*]] = linalg.abs ins(%[[A]] :
// CHECK:         %[[Q:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[C]] : {{.*}}) outs(%[[M]] :
// CHECK:         return %[[P]], %[[Q]], %[[N]], %[[M]]
func.func private @partly_written(%a: tensor<6xf32>, %b: tensor<5xf32>, %c: tensor<6x?xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %f = tensor.empty() : tensor<5xf32>
  %0 = linalg.negf ins(%a : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.abs ins(%b : tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 + 1)>], iterator_types = ["parallel"]}
      ins(%1 : tensor<5xf32>) outs(%0 : tensor<6xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<6xf32>
  %3 = linalg.abs ins(%a : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %4 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<6x?xf32>) outs(%3 : tensor<6xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<6xf32>
  return %2, %4, %0, %3 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
