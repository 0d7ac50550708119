// Functions of several blocks: what is fused inside a block and what passes
// through a branch is right on both ways.
//
// RUN: split-file %s %t
// RUN: heddle check %t/right.mlir | FileCheck %s
// RUN: not heddle check %t/right.mlir --scheduled %t/wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// CHECK:      one_way: equal: random data bit for bit (5 runs); no whole numbers: 'func.func' has control flow between blocks
// Two returns, with extents that are drawn alike.
// CHECK-NEXT: two_returns: equal: random data bit for bit

// The mistake is on the way that is taken for one of the two truth values.
// WRONG: one_way: different: {{.*}} [random data

//--- right.mlir
module attributes {transform.with_named_sequence} {
func.func @one_way(%a: tensor<13x9xf32>, %c: i1) -> tensor<13x9xf32> {
  %e = tensor.empty() : tensor<13x9xf32>
  %x = linalg.square ins(%a : tensor<13x9xf32>) outs(%e : tensor<13x9xf32>)
    -> tensor<13x9xf32>
  cf.cond_br %c, ^first(%x : tensor<13x9xf32>), ^last(%a : tensor<13x9xf32>)
^first(%p: tensor<13x9xf32>):
  %y = linalg.add {root} ins(%p, %x : tensor<13x9xf32>, tensor<13x9xf32>)
    outs(%e : tensor<13x9xf32>) -> tensor<13x9xf32>
  cf.br ^last(%y : tensor<13x9xf32>)
^last(%q: tensor<13x9xf32>):
  %z = linalg.negf {root} ins(%q : tensor<13x9xf32>)
    outs(%e : tensor<13x9xf32>) -> tensor<13x9xf32>
  return %z : tensor<13x9xf32>
}
func.func @two_returns(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: i1)
    -> tensor<?xf32> {
  cf.cond_br %c, ^first, ^last
^first:
  %x = linalg.square {root} ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>)
    -> tensor<?xf32>
  return %x : tensor<?xf32>
^last:
  %y = linalg.negf {root} ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>)
    -> tensor<?xf32>
  return %y : tensor<?xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %root = transform.structured.match attributes {root} in %module
    : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %root tile_sizes [4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

//--- wrong.mlir
func.func @one_way(%a: tensor<13x9xf32>, %c: i1) -> tensor<13x9xf32> {
  %e = tensor.empty() : tensor<13x9xf32>
  %x = linalg.square ins(%a : tensor<13x9xf32>) outs(%e : tensor<13x9xf32>)
    -> tensor<13x9xf32>
  cf.cond_br %c, ^first(%x : tensor<13x9xf32>), ^last(%x : tensor<13x9xf32>)
^first(%p: tensor<13x9xf32>):
  %y = linalg.add {root} ins(%p, %x : tensor<13x9xf32>, tensor<13x9xf32>)
    outs(%e : tensor<13x9xf32>) -> tensor<13x9xf32>
  cf.br ^last(%y : tensor<13x9xf32>)
^last(%q: tensor<13x9xf32>):
  %z = linalg.negf {root} ins(%q : tensor<13x9xf32>)
    outs(%e : tensor<13x9xf32>) -> tensor<13x9xf32>
  return %z : tensor<13x9xf32>
}
