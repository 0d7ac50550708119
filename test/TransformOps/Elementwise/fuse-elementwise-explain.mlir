// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// The first sum is merged with its operand, the second one is not: it would run
// over the columns of each row first.
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#turned = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#row = affine_map<(d0, d1, d2) -> (d0)>
!t = tensor<4x4x4xf32>
module {
  func.func @order(%a: !t, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : !t
    // expected-remark@below {{'linalg.negf' is not merged with 'linalg.generic': the order of its reduction would change}}
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction", "reduction"]}
        ins(%0 : !t) outs(%b : tensor<4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %o : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction", "reduction"]}
        ins(%0 : !t) outs(%b : tensor<4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %o : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    return %1, %2 : tensor<4xf32>, tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root {explain} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Without the option nothing is said.
!t = tensor<4x4xf32>
module {
  func.func @quiet(%a: !t) -> (!t, !t) {
    %e = tensor.empty() : !t
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.matmul ins(%0, %a : !t, !t) outs(%a : !t) -> !t
    %2 = linalg.add ins(%0, %1 : !t, !t) outs(%e : !t) -> !t
    %3 = linalg.abs ins(%2 : !t) outs(%e : !t) -> !t
    return %0, %3 : !t, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}
