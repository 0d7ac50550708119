// Functions of several blocks: one-shot bufferization sees no conflict between
// a write in one block and a read in another that it does not dominate.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=IR

// A value that one branch overwrites is read after the branches have joined.
// CHECK: read_after_join: equal
// IR-LABEL: func @read_after_join(
// IR-SAME:    %[[A:.*]]: memref<?xi32>, %[[C:.*]]: i1)
// IR:         cf.cond_br %[[C]]
// IR:         %[[COPY:.*]] = memref.alloc
// IR:         linalg.add {{.*}} outs(%[[COPY]] :
func.func @read_after_join(%a: tensor<?xi32>, %c: i1) -> (tensor<?xi32>, tensor<?xi32>) {
  cf.cond_br %c, ^then, ^join(%a : tensor<?xi32>)
^then:
  %0 = linalg.add ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  cf.br ^join(%0 : tensor<?xi32>)
^join(%x: tensor<?xi32>):
  %1 = linalg.sub ins(%x, %a : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) -> tensor<?xi32>
  return %1, %a : tensor<?xi32>, tensor<?xi32>
}

// The result of scf.if is alive in other blocks; one block argument is two
// values.
// CHECK: region_result: equal
// IR-LABEL: func @region_result(
func.func @region_result(%a: tensor<5xi32>, %b: i1, %c: i1) -> (tensor<5xi32>, tensor<5xi32>) {
  %v = arith.constant 7 : i32
  %c2 = arith.constant 2 : index
  %r = scf.if %b -> tensor<5xi32> {
    %n = tensor.insert %v into %a[%c2] : tensor<5xi32>
    scf.yield %n : tensor<5xi32>
  } else {
    scf.yield %a : tensor<5xi32>
  }
  cf.cond_br %c, ^left, ^right
^left:
  %0 = linalg.add ins(%r, %a : tensor<5xi32>, tensor<5xi32>) outs(%r : tensor<5xi32>) -> tensor<5xi32>
  cf.br ^join(%0, %r : tensor<5xi32>, tensor<5xi32>)
^right:
  cf.br ^join(%r, %r : tensor<5xi32>, tensor<5xi32>)
^join(%x: tensor<5xi32>, %y: tensor<5xi32>):
  %1 = linalg.mul ins(%x, %y : tensor<5xi32>, tensor<5xi32>) outs(%y : tensor<5xi32>) -> tensor<5xi32>
  return %1, %x : tensor<5xi32>, tensor<5xi32>
}

// A caller writes into a tensor that it passed to a function of several blocks,
// which returns it.
// CHECK: caller: equal
// IR-LABEL: func @caller(
func.func @caller(%a: tensor<5xi32>, %c: i1) -> (tensor<5xi32>, tensor<5xi32>) {
  %e = tensor.empty() : tensor<5xi32>
  %s = linalg.add ins(%a, %a : tensor<5xi32>, tensor<5xi32>) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %p = func.call @pick(%s, %a, %c) : (tensor<5xi32>, tensor<5xi32>, i1) -> tensor<5xi32>
  %w = linalg.mul ins(%s, %s : tensor<5xi32>, tensor<5xi32>) outs(%s : tensor<5xi32>) -> tensor<5xi32>
  return %w, %p : tensor<5xi32>, tensor<5xi32>
}
func.func private @pick(%a: tensor<5xi32>, %b: tensor<5xi32>, %c: i1) -> tensor<5xi32> {
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^join(%a : tensor<5xi32>)
^right:
  cf.br ^join(%b : tensor<5xi32>)
^join(%x: tensor<5xi32>):
  return %x : tensor<5xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
