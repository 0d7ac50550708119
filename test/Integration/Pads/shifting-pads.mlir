// RUN: heddle check %s --allow-unchanged | FileCheck %s
// RUN: heddle apply %s | FileCheck %s --check-prefix=IR

// A pad that cuts its source at one end and adds as much at the other one has a
// result of the type of its source. No step takes it for the source, and the result
// of the schedule has no mark of it.
// CHECK-DAG: fixed: equal: whole numbers bit for bit
// CHECK-DAG: moving: equal: whole numbers bit for bit
// IR-LABEL: func.func @fixed(
// IR:         tensor.pad %{{[^ ]+}} low[-2] high[2]
// IR-LABEL: func.func @moving(
// IR-NOT:     nofold

func.func @fixed(%a: tensor<5xf32>, %f: f32) -> tensor<5xf32> {
  %p = tensor.pad %a low[-2] high[2] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<5xf32> to tensor<5xf32>
  return %p : tensor<5xf32>
}

// By an amount that is known at run time only.
func.func @moving(%a: tensor<5xf32>, %o: tensor<5xf32>, %n: index, %f: f32)
    -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %high = arith.remui %n, %c3 : index
  %low = arith.subi %c0, %high : index
  %p = tensor.pad %a low[%low] high[%high] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<5xf32> to tensor<?xf32>
  %q = tensor.cast %p : tensor<?xf32> to tensor<5xf32>
  %r = linalg.abs ins(%q : tensor<5xf32>) outs(%o : tensor<5xf32>)
      -> tensor<5xf32>
  return %r : tensor<5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %abs = transform.structured.match ops{["linalg.abs"]} in %m
      : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %abs tile_sizes [3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
