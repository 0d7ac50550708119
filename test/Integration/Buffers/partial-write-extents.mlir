// Upstream's bufferization is wrong about ops that write a part of their
// destination: a destination that the body does not read is taken to be
// overwritten, and copies of the result get extents that follow from the loops.
// The results are used twice here, so that copies are made.
//
// RUN: split-file %s %t
// RUN: heddle-opt %t/payload.mlir --heddle-pin-partial-writes | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t/payload.mlir -s %t/bufferizing.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL

// CHECK-LABEL: func.func @shifted(
// CHECK-SAME:    %{{.*}}: tensor<?xi32>, %[[O:.*]]: tensor<?xi32>)
// CHECK:         %[[N:.*]] = tensor.dim %[[O]], %{{.*}} : tensor<?xi32>
// CHECK-NEXT:    %[[PART:.*]] = linalg.generic {{.*}} outs(%[[O]] : tensor<?xi32>) {
// CHECK-NOT:       arith.select
// CHECK:         %[[ALL:.*]] = tensor.extract_slice %[[PART]][0] [%[[N]]] [1] : tensor<?xi32> to tensor<?xi32>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<?xi32>) outs(%[[ALL]] : tensor<?xi32>)
// CHECK:         return %[[ALL]]
// CHECK-LABEL: func.func @column(
// CHECK:         %[[PART:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?x?xi32>) {
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: i32, %[[OUT:.*]]: i32):
// CHECK-NEXT:      %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:      %[[READ:.*]] = arith.select %[[TRUE]], %[[IN]], %[[OUT]] : i32
// CHECK-NEXT:      linalg.yield %[[READ]]
// CHECK:         tensor.extract_slice %[[PART]][0, 0] [%{{.*}}, %{{.*}}] [1, 1]
// A static result keeps its uses, and what covers its destination is not read.
// CHECK-LABEL: func.func @known(
// CHECK:           arith.select %{{.*}} : i32
// CHECK-NOT:       arith.select
// CHECK-NOT:     tensor.extract_slice

// EQUAL:      shifted: equal: whole numbers bit for bit (8 runs)
// EQUAL-NEXT: column: equal: whole numbers bit for bit (8 runs)
// EQUAL-NEXT: known: equal: whole numbers bit for bit (7 runs)

//--- payload.mlir
#id = affine_map<(d0) -> (d0)>
#shift = affine_map<(d0) -> (d0 + 2)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#first = affine_map<(d0) -> (d0, 0)>
#row = affine_map<(d0, d1) -> (d0)>

func.func @shifted(%a: tensor<?xi32>, %o: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #shift],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<?xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel"]}
      ins(%0 : tensor<?xi32>) outs(%0 : tensor<?xi32>) attrs = {root} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %in : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}

func.func @column(%a: tensor<?xi32>, %o: tensor<?x?xi32>)
    -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #first],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<?xi32>) outs(%o : tensor<?x?xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<?x?xi32>
  %1 = linalg.generic {indexing_maps = [#id2, #id2],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xi32>) outs(%0 : tensor<?x?xi32>) attrs = {root} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %in : i32
    linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<?x?xi32>
}

func.func @known(%a: tensor<2xi32>, %b: tensor<?xi32>, %o: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<?xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #shift],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<2xi32>) outs(%o : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel"]}
      ins(%b : tensor<?xi32>) outs(%b : tensor<?xi32>) attrs = {root} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.muli %in, %in : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %0, %1 : tensor<4xi32>, tensor<?xi32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %root = transform.structured.match attributes {root} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- bufferizing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %root = transform.structured.match attributes {root} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %b = transform.heddle.bufferize %module
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
