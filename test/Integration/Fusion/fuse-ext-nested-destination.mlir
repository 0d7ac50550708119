// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL
// RUN: heddle apply %s | FileCheck %s
// RUN: heddle explain %s --memory | FileCheck %s --check-prefix=MEMORY

// EQUAL: blocks: equal: whole numbers bit for bit
// EQUAL: any_blocks: equal: whole numbers bit for bit

// The matmul writes into a part of what the outer loop carries: the inner loops
// start from that part, and nothing is copied.
// CHECK-LABEL: func.func @blocks(
// CHECK:         scf.for %[[M:[^ ]*]] = {{.*}} iter_args(%[[ALL:.*]] = %{{.*}}) -> (tensor<37x53xf32>)
// CHECK:           %[[PART:.*]] = tensor.extract_slice %[[ALL]][%[[M]], 0]
// CHECK:           %[[DONE:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[PART]])
// CHECK:           tensor.insert_slice %[[DONE]] into %[[ALL]][%[[M]], 0]
// MEMORY: the nest starts from it and is inserted where it was
// MEMORY: memory of @blocks: 0 allocations, 0 copies
func.func @blocks(%a: tensor<37x41xf32>, %b: tensor<41x53xf32>,
                  %c: tensor<37x53xf32>) -> tensor<37x53xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<37x41xf32>, tensor<41x53xf32>)
      outs(%c : tensor<37x53xf32>) -> tensor<37x53xf32>
  return %0 : tensor<37x53xf32>
}

// MEMORY: memory of @any_blocks: 0 allocations, 0 copies
func.func @any_blocks(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                      %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %rows, %row_loop = transform.structured.fuse_ext %matmul tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %tiles, %loops:2 = transform.structured.fuse_ext %rows tile_sizes [8, 32] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
