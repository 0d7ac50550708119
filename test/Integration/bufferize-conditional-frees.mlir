// Buffers that are freed under a condition, as early as they can be: what reads
// them comes before.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=IR

// CHECK: branch: equal
// IR-LABEL: func.func @branch(
// IR:         %[[R:.*]] = scf.if %[[C:.*]] -> (memref<?xf32>)
// IR:         linalg.abs ins(%[[R]] : {{.*}}) outs(%[[S:.*]] :
// IR-NEXT:    %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[R]]
// IR-NEXT:    scf.if %[[C]] {
// IR-NEXT:      memref.dealloc %[[BASE]]
// IR:         linalg.negf ins(%[[S]] :
func.func @branch(%a: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    %x = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  %s = linalg.abs ins(%r : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %t = linalg.negf ins(%s : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %u = linalg.mul ins(%t, %s : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %u : tensor<?xf32>
}

// The loop may run zero times: then it yields a buffer that the caller owns.
// CHECK: loop: equal
// IR-LABEL: func.func @loop(
// IR:         %[[R:.*]]:2 = scf.for
// IR:         linalg.abs ins(%[[R]]#0 :
// IR-NEXT:    %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[R]]#0
// IR-NEXT:    scf.if %[[R]]#1 {
// IR-NEXT:      memref.dealloc %[[BASE]]
// IR:         linalg.negf ins(%{{.*}} : memref<5xf32>)
func.func @loop(%a: tensor<5xf32>, %n: index) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<5xf32> {
    %e = tensor.empty() : tensor<5xf32>
    %x = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.add ins(%x, %t : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %y : tensor<5xf32>
  }
  %f = tensor.empty() : tensor<5xf32>
  %s = linalg.abs ins(%r : tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %u = linalg.negf ins(%s : tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  return %u : tensor<5xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
