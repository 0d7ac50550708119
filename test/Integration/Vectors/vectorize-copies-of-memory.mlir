// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=IR

// A copy of memory that is written before the copy is read. As one vector that is read
// and written it would be folded, and the memory would be read after the write.
// CHECK: copied: equal
// IR-LABEL: func.func @copied(
// IR:         %[[T:.*]] = bufferization.to_tensor
// IR:         %[[C:.*]] = linalg.{{copy|generic}} {{.*}}ins(%[[T]] :
// IR:         memref.store %{{.*}}, %{{.*}}[%{{.*}}]
// IR:         vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}]
// IR:         return %[[C]]
func.func @copied(%m: memref<16xf32>, %v: f32, %b: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c3 = arith.constant 3 : index
  %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %r = linalg.copy ins(%t : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  memref.store %v, %m[%c3] : memref<16xf32>
  %d = tensor.empty() : tensor<16xf32>
  %n = linalg.negf ins(%b : tensor<16xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return %r, %n : tensor<16xf32>, tensor<16xf32>
}

// Nothing is written before the copy is read.
// CHECK: read_in_time: equal
func.func @read_in_time(%m: memref<16xf32>, %o: tensor<32xf32>) -> tensor<32xf32> {
  %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
  %s = tensor.extract_slice %o[3] [16] [1] : tensor<32xf32> to tensor<16xf32>
  %r = linalg.copy ins(%t : tensor<16xf32>) outs(%s : tensor<16xf32>) -> tensor<16xf32>
  %i = tensor.insert_slice %r into %o[3] [16] [1] : tensor<16xf32> into tensor<32xf32>
  return %i : tensor<32xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      transform.heddle.vectorize %function : !transform.any_op
    }
    transform.yield
  }
}
