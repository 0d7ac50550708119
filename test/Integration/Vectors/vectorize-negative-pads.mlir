// RUN: heddle check %s | FileCheck %s

// Pads that cut their source: what is left of it is inserted, or nothing.
// CHECK-DAG: all: equal: {{.*}}equal as formulas
// CHECK-DAG: part: equal: {{.*}}equal as formulas
// CHECK-DAG: loop: equal:

// All of the source is cut, by an amount that is known at run time only.
func.func @all(%a: tensor<5xf32>, %n: index, %f: f32) -> tensor<?xf32> {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = arith.remui %n, %c3 : index
  %low = arith.subi %r, %c9 : index
  %p = tensor.pad %a low[%low] high[%c9] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<5xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// Of two dims, one is cut at its start and the other one at its end.
func.func @part(%a: tensor<7x?xf32>, %f: f32) -> tensor<6x?xf32> {
  %p = tensor.pad %a low[-2, 3] high[1, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<7x?xf32> to tensor<6x?xf32>
  return %p : tensor<6x?xf32>
}

// Where the source is moves past both ends of the result.
func.func @loop(%a: tensor<5xf32>, %o: tensor<5xf32>, %f: f32) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c13 = arith.constant 13 : index
  %s = scf.for %i = %c0 to %c13 step %c1 iter_args(%t = %o) -> (tensor<5xf32>) {
    %low = arith.subi %i, %c6 : index
    %high = arith.subi %c0, %low : index
    %p = tensor.pad %a low[%low] high[%high] {
    ^bb0(%j: index):
      tensor.yield %f : f32
    } : tensor<5xf32> to tensor<?xf32>
    %q = tensor.cast %p : tensor<?xf32> to tensor<5xf32>
    %u = linalg.add ins(%q, %t : tensor<5xf32>, tensor<5xf32>)
        outs(%t : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %u : tensor<5xf32>
  }
  return %s : tensor<5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.heddle.vectorize %m {best_effort}
    transform.yield
  }
}
