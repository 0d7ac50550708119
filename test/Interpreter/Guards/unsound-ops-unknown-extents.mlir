// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule -o /dev/null

// Extents of arithmetic on tensors, on which upstream's analysis of bounds crashes: the
// guards know no bound of them.
module {
  func.func @sum(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
    %s = arith.subi %a, %b : tensor<?xi32>
    // expected-note@below {{the payload op}}
    %t = linalg.add ins(%s, %s : tensor<?xi32>, tensor<?xi32>) outs(%s : tensor<?xi32>) -> tensor<?xi32>
    return %t : tensor<?xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.structured.vectorize' leaves out what is beyond the vector: dim 0 of the payload op is not known to be at most 8; tile it to that size before}}
    transform.structured.vectorize %0 vector_sizes [8] : !transform.any_op
  }
}

// -----

module {
  func.func @sum(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
    %s = arith.muli %a, %b : tensor<?xi32>
    // expected-note@below {{the payload op}}
    %t = linalg.add ins(%s, %s : tensor<?xi32>, tensor<?xi32>) outs(%s : tensor<?xi32>) -> tensor<?xi32>
    return %t : tensor<?xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.structured.multitile_sizes' divides by 0 where dim 0 of the payload op has fewer elements than the divisor of the sizes, 4}}
    %1:3 = transform.structured.multitile_sizes %0 {dimension = 0, target_size = 8, divisor = 4} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

module {
  func.func @loop(%a: tensor<?xi32>, %b: tensor<?xi32>, %m: memref<?xi32>, %n: index, %v: i32) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %s = arith.floordivsi %a, %b : tensor<?xi32>
    %d = tensor.dim %s, %c0 : tensor<?xi32>
    // expected-note@below {{the payload op}}
    scf.for %i = %n to %d step %c2 {
      memref.store %v, %m[%i] : memref<?xi32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    // expected-warning@below {{'transform.loop.peel' runs iterations of a loop that ends before it begins, and nothing shows that this one does not}}
    %1, %2 = transform.loop.peel %0 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
  }
}
