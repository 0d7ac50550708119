// What is read at an index from memory has at least one element, and what is
// read at the index of a structured op has as many as the op has iterations.
//
// RUN: heddle check %s --allow-unchanged | FileCheck %s

// CHECK:      emb: equal: whole numbers bit for bit (8 runs)
// CHECK-NEXT: lin: equal: whole numbers bit for bit (7 runs)
// CHECK-NEXT: shifted: equal: whole numbers bit for bit (7 runs)

module attributes {transform.with_named_sequence} {
func.func @emb(%a: tensor<?x4xf32>, %i: tensor<?xi32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<?xi32>) outs(%o : tensor<?x4xf32>) {
  ^bb0(%in: i32, %x: f32):
    %1 = arith.index_cast %in : i32 to index
    %j = linalg.index 1 : index
    %2 = tensor.extract %a[%1, %j] : tensor<?x4xf32>
    linalg.yield %2 : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @lin(%a: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%o : tensor<?xf32>) {
  ^bb0(%x: f32):
    %j = linalg.index 0 : index
    %2 = tensor.extract %a[%j] : tensor<?xf32>
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shifted(%a: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%o : tensor<?xf32>) {
  ^bb0(%x: f32):
    %j = linalg.index 0 : index
    %c = arith.constant 3 : index
    %k = arith.addi %j, %c : index
    %2 = tensor.extract %a[%k] : tensor<?xf32>
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  transform.yield
}
}
