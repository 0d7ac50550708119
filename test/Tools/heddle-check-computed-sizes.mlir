// A size that the payload computes rounds as its op says, below zero too: half
// of -5, rounded down, is -3.
//
// RUN: heddle check %s --scheduled %s --allow-unchanged \
// RUN:   --dims arg0=4,arg1=3 | FileCheck %s
// RUN: not heddle check %s --scheduled %s --allow-unchanged \
// RUN:   --dims arg0=4,arg1=4 | FileCheck %s --check-prefix=WRONG

// CHECK: halves: equal: random data bit for bit (1 run)
// WRONG: halves: not checked: a result of 'arith.addi' is 4, but 'arith.addi' needs 3 for a result of 'arith.floordivsi' = -3 and a result of 'arith.constant' = 6

func.func @halves(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.subi %d, %c9 : index
  %h = arith.floordivsi %m, %c2 : index
  %n = arith.addi %h, %c6 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%o : tensor<?xf32>) outs(%e : tensor<?xf32>)
    -> tensor<?xf32>
  return %y : tensor<?xf32>
}
