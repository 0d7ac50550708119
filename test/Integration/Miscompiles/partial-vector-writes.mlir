// No public report known.
// Four numbers become the first of two rows; a table of sevens is made beside them.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 5{{$}}
// CHECK-NEXT: upstream: 7{{$}}
// CHECK-NEXT: check: first_row: different:
// CHECK-NEXT: warning: 'transform.bufferization.one_shot_bufferize' may lose the elements that a 'vector.transfer_write' leaves as they are; 'transform.heddle.bufferize' does not
// CHECK-NEXT: strict: 'transform.bufferization.one_shot_bufferize' may lose the elements that a 'vector.transfer_write' leaves as they are; 'transform.heddle.bufferize' does not
// CHECK-NEXT: heddle: 5{{$}}
// CHECK-NEXT: heddle check: first_row: equal:

//--- payload.mlir
#i = affine_map<(i) -> (i)>
func.func @first_row(%x: tensor<4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2x4xi32>
  %fives = linalg.fill ins(%c5 : i32) outs(%e : tensor<2x4xi32>) -> tensor<2x4xi32>
  %sevens = linalg.fill ins(%c7 : i32) outs(%fives : tensor<2x4xi32>) -> tensor<2x4xi32>
  %e2 = tensor.empty() : tensor<2x4xi32>
  %sum = linalg.add ins(%sevens, %sevens : tensor<2x4xi32>, tensor<2x4xi32>) outs(%e2 : tensor<2x4xi32>) -> tensor<2x4xi32>
  %row = tensor.extract_slice %fives[0, 0] [1, 4] [1, 1] : tensor<2x4xi32> to tensor<4xi32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%row : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    linalg.yield %a : i32
  } -> tensor<4xi32>
  %r = tensor.insert_slice %s into %fives[0, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<2x4xi32>
  return %sum, %r : tensor<2x4xi32>, tensor<2x4xi32>
}
//--- main.mlir
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<2> : tensor<4xi32>
  %r:2 = call @first_row(%x) : (tensor<4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
  %v = tensor.extract %r#1[%c1, %c3] : tensor<2x4xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %g : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
    } : !transform.any_op
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %g : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
    } : !transform.any_op
    %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
