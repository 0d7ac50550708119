// A payload whose schedule does not bufferize it may have arith and math on tensors.

// RUN: heddle check %s --allow-unchanged | FileCheck %s
// RUN: heddle apply %s -o %t.out.mlir 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: remark: 'math.absf' stays scalar: it is no structured op; the pass 'heddle-structure-tensors' makes one of it

// CHECK: norm: equal
// CHECK: in_a_loop: equal

func.func @norm(%x: tensor<?x7xf64>, %y: tensor<?x7xf64>) -> tensor<?x7xf64> {
  %a = math.absf %x : tensor<?x7xf64>
  %b = arith.divf %a, %y : tensor<?x7xf64>
  return %b : tensor<?x7xf64>
}

// The value of an iteration is read twice.
func.func @in_a_loop(%x: tensor<5xi32>, %n: index) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %x) -> tensor<5xi32> {
    %s = arith.addi %v, %x : tensor<5xi32>
    %t = arith.xori %s, %v : tensor<5xi32>
    scf.yield %t : tensor<5xi32>
  }
  return %r : tensor<5xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.heddle.vectorize %module {best_effort}
    transform.yield
  }
}
