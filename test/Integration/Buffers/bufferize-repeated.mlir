// Each iteration inserts into contents that are outside of the loop; they are
// the same in the next one.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-out-params.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-inferred.mlir | FileCheck %s

// A slice of an outer value is filled and inserted again.
// CHECK: fill_slice: equal
func.func @fill_slice(%a: tensor<6xf32>, %acc0: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 2.0 : f32
  %t = linalg.exp ins(%a : tensor<6xf32>) outs(%a : tensor<6xf32>) -> tensor<6xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %acc0) -> tensor<6xf32> {
    %s = tensor.extract_slice %t[%i] [2] [1] : tensor<6xf32> to tensor<2xf32>
    %u = linalg.fill ins(%z : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %w = tensor.insert_slice %u into %t[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
    %x = linalg.add ins(%acc, %w : tensor<6xf32>, tensor<6xf32>) outs(%acc : tensor<6xf32>) -> tensor<6xf32>
    scf.yield %x : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// The same in a while loop.
// CHECK: in_while: equal
func.func @in_while(%a: tensor<6xf32>, %acc0: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 2.0 : f32
  %t = linalg.exp ins(%a : tensor<6xf32>) outs(%a : tensor<6xf32>) -> tensor<6xf32>
  %r:2 = scf.while (%acc = %acc0, %i = %c0) : (tensor<6xf32>, index) -> (tensor<6xf32>, index) {
    %more = arith.cmpi slt, %i, %c4 : index
    scf.condition(%more) %acc, %i : tensor<6xf32>, index
  } do {
  ^bb0(%acc: tensor<6xf32>, %i: index):
    %s = tensor.extract_slice %t[%i] [2] [1] : tensor<6xf32> to tensor<2xf32>
    %u = linalg.fill ins(%z : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %w = tensor.insert_slice %u into %t[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
    %x = linalg.add ins(%acc, %w : tensor<6xf32>, tensor<6xf32>) outs(%acc : tensor<6xf32>) -> tensor<6xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %x, %j : tensor<6xf32>, index
  }
  return %r#0 : tensor<6xf32>
}

// No slice is taken from the tensor that is inserted into.
// CHECK: inserted_only: equal
func.func @inserted_only(%a: tensor<6xf32>, %b: tensor<2xf32>, %acc0: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = linalg.exp ins(%a : tensor<6xf32>) outs(%a : tensor<6xf32>) -> tensor<6xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %acc0) -> tensor<6xf32> {
    %w = tensor.insert_slice %b into %t[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
    %x = linalg.add ins(%acc, %w : tensor<6xf32>, tensor<6xf32>) outs(%acc : tensor<6xf32>) -> tensor<6xf32>
    scf.yield %x : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// The next iteration starts from a value from outside, and writes into it.
// CHECK: while_from_outside: equal
func.func @while_from_outside(%a0: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %w2:2 = scf.while (%p3 = %b, %kw2 = %c0) : (tensor<3xf32>, index) -> (tensor<3xf32>, index) {
    %x = linalg.add ins(%a0, %p3 : tensor<3xf32>, tensor<3xf32>) outs(%p3 : tensor<3xf32>) -> tensor<3xf32>
    %cc = arith.cmpi slt, %kw2, %c2 : index
    scf.condition(%cc) %x, %kw2 : tensor<3xf32>, index
  } do {
  ^bb0(%q6: tensor<3xf32>, %kk: index):
    %kn = arith.addi %kk, %c1 : index
    scf.yield %a0, %kn : tensor<3xf32>, index
  }
  return %w2#0, %a0 : tensor<3xf32>, tensor<3xf32>
}

// A loop gives a value from outside, which a callee returned, to its next
// iteration; what the loop gives in the end is written.
// CHECK: from_callee: equal
func.func @from_callee(%a: tensor<4xi32>, %n: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %same = func.call @give_back(%a) : (tensor<4xi32>) -> tensor<4xi32>
  %few = arith.cmpi ult, %n, %c1 : index
  %r:2 = scf.if %few -> (tensor<4xi32>, tensor<4xi32>) {
    scf.yield %same, %same : tensor<4xi32>, tensor<4xi32>
  } else {
    %l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %same) -> (tensor<4xi32>, tensor<4xi32>) {
      scf.yield %same, %same : tensor<4xi32>, tensor<4xi32>
    }
    scf.yield %l#1, %l#0 : tensor<4xi32>, tensor<4xi32>
  }
  %w = tensor.insert %c3 into %r#1[%c0] : tensor<4xi32>
  return %same, %w : tensor<4xi32>, tensor<4xi32>
}
func.func private @give_back(%a: tensor<4xi32>) -> tensor<4xi32> {
  return %a : tensor<4xi32>
}

// A part that is written in place, and inserted where it was, is returned next
// to the whole; the caller writes into the part.
// CHECK: part_and_whole: equal
func.func @part_and_whole(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<6xf32>) {
  %r:2 = func.call @insert_part(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<6xf32>)
  %y = linalg.mul ins(%r#0, %a : tensor<2xf32>, tensor<2xf32>) outs(%r#0 : tensor<2xf32>) -> tensor<2xf32>
  return %y, %r#1 : tensor<2xf32>, tensor<6xf32>
}
func.func private @insert_part(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<6xf32>) {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %t = tensor.extract_slice %f[1] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %s = linalg.exp ins(%a : tensor<2xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
  %x = tensor.insert_slice %s into %f[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  return %s, %x : tensor<2xf32>, tensor<6xf32>
}
