// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#scalar = affine_map<(d0, d1) -> ()>
#row = affine_map<(d0, d1) -> (d0)>
#line = affine_map<(d0) -> (d0)>

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>

// Sum and product become one op; what only passed the sum on is gone.
// SAME: add_mul: equal
// CHECK-LABEL: func.func @add_mul(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: tensor<?x?xf32>)
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME:      ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T1:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T2:.*]] = arith.mulf %[[T1]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[T2]]
// CHECK:         return %[[R]]
func.func @add_mul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %2 = tensor.empty(%0, %1) : tensor<?x?xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// Scalars that are no constants stay operands.
// SAME: scalars: equal
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xf32>, %[[B:[a-z0-9]+]]: f32, %[[C:[a-z0-9]+]]: f32)
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]], #[[$SCALAR]], #[[$SCALAR]], #[[$ID]]]
// CHECK-SAME:      ins(%[[A]], %[[B]], %[[C]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T1:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T2:.*]] = arith.mulf %[[T1]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[T2]]
func.func @scalars(%a: tensor<?x?xf32>, %b: f32, %c: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %2 = tensor.empty(%0, %1) : tensor<?x?xf32>
  %3 = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, f32) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3, %c : tensor<?x?xf32>, f32) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// An operand that the producer reads transposed is still read so.
// SAME: transposed_operand: equal
// CHECK-LABEL: func.func @transposed_operand(
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]], #[[$SWAP]], #[[$ID]], #[[$ID]]]
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T1:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T2:.*]] = arith.mulf %[[T1]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[T2]]
func.func @transposed_operand(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %2 = tensor.empty(%0, %1) : tensor<?x?xf32>
  %3 = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// A sum of vectors that is broadcast is computed where it is needed.
// SAME: broadcast_sum: equal
// CHECK-LABEL: func.func @broadcast_sum(
// CHECK:         linalg.generic {indexing_maps = [#[[$ROW]], #[[$ROW]], #[[$ID]], #[[$ID]]]
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T1:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T2:.*]] = arith.mulf %[[T1]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[T2]]
func.func @broadcast_sum(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = tensor.empty(%0) : tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [#line, #line, #line], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %3 = tensor.dim %c, %c1 : tensor<?x?xf32>
  %4 = tensor.empty(%0, %3) : tensor<?x?xf32>
  %5 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%2, %c : tensor<?xf32>, tensor<?x?xf32>) outs(%4 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}

// The consumer uses its indices.
// SAME: index_in_consumer: equal
// CHECK-LABEL: func.func @index_in_consumer(
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]], #[[$ID]]]
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:      %[[V1:.*]] = arith.addi %[[X]], %[[Y]]
// CHECK-NEXT:      %[[I0:.*]] = linalg.index 0
// CHECK-NEXT:      %[[I1:.*]] = linalg.index 1
// CHECK-NEXT:      %[[C0:.*]] = arith.index_cast %[[I0]]
// CHECK-NEXT:      %[[C1:.*]] = arith.index_cast %[[I1]]
// CHECK-NEXT:      %[[V2:.*]] = arith.addi %[[V1]], %[[C0]]
// CHECK-NEXT:      %[[V3:.*]] = arith.subi %[[V2]], %[[C1]]
// CHECK-NEXT:      linalg.yield %[[V3]]
func.func @index_in_consumer(%a: tensor<?x?xi32>, %b: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?x?xi32>
  %1 = tensor.dim %a, %c1 : tensor<?x?xi32>
  %2 = tensor.empty(%0, %1) : tensor<?x?xi32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%2 : tensor<?x?xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %s = arith.addi %x, %y : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3 : tensor<?x?xi32>) outs(%2 : tensor<?x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %v0 = arith.index_cast %i0 : index to i32
    %v1 = arith.index_cast %i1 : index to i32
    %s = arith.addi %x, %v0 : i32
    %t = arith.subi %s, %v1 : i32
    linalg.yield %t : i32
  } -> tensor<?x?xi32>
  return %4 : tensor<?x?xi32>
}

// Both use their indices, and those of the producer are the other way round.
// SAME: index_in_both: equal
// CHECK-LABEL: func.func @index_in_both(
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]]
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:      %[[I0:.*]] = linalg.index 0
// CHECK-NEXT:      %[[I1:.*]] = linalg.index 1
// CHECK-NEXT:      %[[P0:.*]] = arith.index_cast %[[I1]]
// CHECK-NEXT:      %[[P1:.*]] = arith.index_cast %[[I0]]
// CHECK-NEXT:      %[[V1:.*]] = arith.addi %[[X]], %[[P0]]
// CHECK-NEXT:      %[[V2:.*]] = arith.subi %[[P1]], %[[V1]]
// CHECK-NEXT:      %[[C0:.*]] = arith.index_cast %[[I0]]
// CHECK-NEXT:      %[[C1:.*]] = arith.index_cast %[[I1]]
// CHECK-NEXT:      %[[V3:.*]] = arith.addi %[[V2]], %[[C0]]
// CHECK-NEXT:      %[[V4:.*]] = arith.subi %[[V3]], %[[C1]]
// CHECK-NEXT:      linalg.yield %[[V4]]
func.func @index_in_both(%a: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c0 : tensor<?x?xi32>
  %1 = tensor.dim %a, %c1 : tensor<?x?xi32>
  %2 = tensor.empty(%0, %1) : tensor<?x?xi32>
  %3 = linalg.generic {indexing_maps = [#swap, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi32>) outs(%2 : tensor<?x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %v0 = arith.index_cast %i0 : index to i32
    %v1 = arith.index_cast %i1 : index to i32
    %s = arith.addi %x, %v0 : i32
    %t = arith.subi %v1, %s : i32
    linalg.yield %t : i32
  } -> tensor<?x?xi32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3 : tensor<?x?xi32>) outs(%2 : tensor<?x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %v0 = arith.index_cast %i0 : index to i32
    %v1 = arith.index_cast %i1 : index to i32
    %s = arith.addi %x, %v0 : i32
    %t = arith.subi %s, %v1 : i32
    linalg.yield %t : i32
  } -> tensor<?x?xi32>
  return %4 : tensor<?x?xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
