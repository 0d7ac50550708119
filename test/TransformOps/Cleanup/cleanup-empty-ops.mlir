// RUN: heddle-opt %s --apply-schedule | FileCheck %s

#i = affine_map<(i) -> (i)>
#first = affine_map<(i) -> (i + 1)>

// The extent is 0, as the cast tells; a window of it would not verify.
// CHECK-LABEL: func.func @window(
// CHECK-SAME:    %{{.*}}: tensor<4xf32>, %[[O:.*]]: tensor<0xf32>)
// CHECK-NEXT:    return %[[O]]
func.func @window(%x: tensor<4xf32>, %o: tensor<0xf32>) -> tensor<0xf32> {
  %d = tensor.cast %o : tensor<0xf32> to tensor<?xf32>
  %c = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#first, #i], iterator_types = ["parallel"]}
      ins(%c : tensor<?xf32>) outs(%d : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %s = tensor.cast %r : tensor<?xf32> to tensor<0xf32>
  return %s : tensor<0xf32>
}

// A sum of nothing is what it starts from.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %{{.*}}: tensor<0x7xf32>, %[[O:.*]]: tensor<7xf32>)
// CHECK-NEXT:    return %[[O]]
func.func @sum(%x: tensor<0x7xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %r = linalg.reduce ins(%x : tensor<0x7xf32>) outs(%o : tensor<7xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  return %r : tensor<7xf32>
}

// CHECK-LABEL: func.func @memory(
// CHECK-NEXT:    return
func.func @memory(%x: memref<0xf32>, %o: memref<0xf32>) {
  linalg.exp ins(%x : memref<0xf32>) outs(%o : memref<0xf32>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
