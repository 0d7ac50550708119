// A schedule that bufferizes takes transfers under `vector.mask`, which upstream's
// bufferization does not.
//
// RUN: heddle apply %s | FileCheck %s --check-prefix=IR
// RUN: heddle check %s | FileCheck %s

// CHECK: masked: equal: whole numbers bit for bit

module attributes {transform.with_named_sequence} {
// The mask becomes an operand of the transfers.
// IR-LABEL: func.func @masked(
// IR-NOT:     vector.mask
// IR:         %[[K:.*]] = vector.create_mask
// IR:         %[[V:.*]] = vector.transfer_read %[[S:.*]][%{{.*}}], %{{.*}}, %[[K]] {{.*}} : memref<
// IR:         %[[N:.*]] = arith.negf %[[V]]
// IR:         vector.transfer_write %[[N]], %[[S]][%{{.*}}], %[[K]] {{.*}} : vector<8xf32>, memref<
func.func @masked(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>)
    -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %neg = transform.structured.match ops{["linalg.negf"]} in %module
    : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %neg tile_sizes [8]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.vectorize %t vector_sizes [8] : !transform.any_op
  %f = transform.structured.match ops{["func.func"]} in %module
    : (!transform.any_op) -> !transform.any_op
  %b = transform.heddle.bufferize %f : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
