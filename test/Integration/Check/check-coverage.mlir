// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function unreachable | FileCheck %s --check-prefix=JSON

// What is wrong in a branch is found if other sizes than the usual ones reach
// it, and a branch that nothing reaches is named.

// CHECK:      sum_of_constants: different: {{.*}} [{{.*}}arg0={{[0-9]+}}]
// CHECK-NEXT: unreachable: equal: {{.*}}; never ran: the first branch of line 25 of scheduled.mlir
// CHECK-NEXT: whole_tiles: equal: {{.*}}; never ran: the partial tile of line 39 of scheduled.mlir
// CHECK-NEXT: all: equal:
// The scheduled function has no branch, but the payload does.
// CHECK-NEXT: dropped: different:
// Its choice has no branch, but truth values that are arguments decide it.
// CHECK-NEXT: selected: different:
// CHECK-NOT:  never ran

// JSON:      "coverage": {
// JSON-NEXT:   "neverRan": [
// JSON-NEXT:     "the first branch of line 25 of scheduled.mlir"
// JSON-NEXT:   ],
// JSON-NEXT:   "places": 2

//--- payload.mlir
func.func @sum_of_constants(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @unreachable(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @whole_tiles(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.add ins(%a, %a : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @all(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @dropped(%a: tensor<64xf32>, %p: i1, %q: i1, %r: i1, %s: i1, %t: i1) -> tensor<64xf32> {
  %pq = arith.andi %p, %q : i1
  %rs = arith.andi %r, %s : i1
  %pqrs = arith.andi %pq, %rs : i1
  %all = arith.andi %pqrs, %t : i1
  %0 = scf.if %all -> tensor<64xf32> {
    %1 = linalg.negf ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %1 : tensor<64xf32>
  } else {
    scf.yield %a : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
func.func @selected(%a: tensor<64xf32>, %p: i1, %q: i1, %r: i1) -> tensor<64xf32> {
  %both = arith.andi %p, %q : i1
  %all = arith.andi %both, %r : i1
  %0 = linalg.negf ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  %1 = arith.select %all, %0, %a : tensor<64xf32>
  return %1 : tensor<64xf32>
}

//--- scheduled.mlir
// Wrong between the tile and a third of it more.
func.func @sum_of_constants(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c40 = arith.constant 40 : index
  %c9 = arith.constant 9 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %rest = arith.subi %m, %c40 : index
  %wrong = arith.cmpi eq, %rest, %c9 : index
  %r = scf.if %wrong -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    %1 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// No size is its own successor.
func.func @unreachable(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %next = arith.addi %m, %c1 : index
  %wrong = arith.cmpi eq, %m, %next : index

  %r = scf.if %wrong -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    %1 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// The tile divides the extent.
func.func @whole_tiles(%a: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%t = %a) -> tensor<64xf32> {
    %n = affine.min affine_map<(d0) -> (16, 64 - d0)>(%i)
    %x = tensor.extract_slice %a[%i] [%n] [1] : tensor<64xf32> to tensor<?xf32>
    %y = tensor.extract_slice %t[%i] [%n] [1] : tensor<64xf32> to tensor<?xf32>
    %1 = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    %2 = tensor.insert_slice %1 into %t[%i] [%n] [1] : tensor<?xf32> into tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
func.func @all(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %m step %c16 iter_args(%t = %a) -> tensor<?xf32> {
    %n = affine.min affine_map<(d0)[s0] -> (16, s0 - d0)>(%i)[%m]
    %x = tensor.extract_slice %a[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    %y = tensor.extract_slice %t[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    %1 = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    %2 = tensor.insert_slice %1 into %t[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @dropped(%a: tensor<64xf32>, %p: i1, %q: i1, %r: i1, %s: i1, %t: i1) -> tensor<64xf32> {
  return %a : tensor<64xf32>
}
func.func @selected(%a: tensor<64xf32>, %p: i1, %q: i1, %r: i1) -> tensor<64xf32> {
  return %a : tensor<64xf32>
}
