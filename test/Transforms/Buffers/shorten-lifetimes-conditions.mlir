// RUN: heddle-opt %s --heddle-shorten-lifetimes | FileCheck %s

// The buffer of a branch, or that of the caller: only the first is freed, which
// the condition tells. What the free needs moves along.
// CHECK-LABEL: func.func @of_branch(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[C:.*]]: i1)
// CHECK:         %[[R:.*]] = scf.if %[[C]]
// CHECK:         linalg.exp ins(%[[R]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[R]]
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      memref.dealloc %[[BASE]]
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.negf ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    return
func.func @of_branch(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %base, %offset, %size, %stride = memref.extract_strided_metadata %r : memref<4xf32> -> memref<f32>, index, index, index
  scf.if %c {
    memref.dealloc %base : memref<f32>
  }
  return
}

// The other branch allocates: the condition is the negation, and moves along,
// too. Two buffers are freed after the last use of either, which is in a loop.
// CHECK-LABEL: func.func @of_other_branch(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[C:.*]]: i1, %{{.*}}: index)
// CHECK:         %[[R:.*]]:2 = scf.if %[[C]]
// CHECK:         linalg.exp ins(%[[R]]#0 :
// CHECK-NEXT:    scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:      linalg.exp ins(%[[R]]#1 :
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:    %[[NOT:.*]] = arith.xori %[[C]], %[[TRUE]] : i1
// CHECK-NEXT:    scf.if %[[NOT]] {
// CHECK-NEXT:      memref.dealloc %[[R]]#0
// CHECK-NEXT:      memref.dealloc %[[R]]#1
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.negf ins(%[[X]] : {{.*}}) outs(%[[Y]] :
func.func @of_other_branch(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %r:2 = scf.if %c -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %x, %y : memref<4xf32>, memref<4xf32>
  } else {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    %b = memref.alloc() : memref<4xf32>
    linalg.abs ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %a, %b : memref<4xf32>, memref<4xf32>
  }
  linalg.exp ins(%r#0 : memref<4xf32>) outs(%y : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%r#1 : memref<4xf32>) outs(%y : memref<4xf32>)
  }
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %not = arith.xori %c, %true : i1
  scf.if %not {
    memref.dealloc %r#0 : memref<4xf32>
    memref.dealloc %r#1 : memref<4xf32>
  }
  return
}

// Next to the buffer, a loop carries whether it owns it. It starts with a
// buffer of the caller.
// CHECK-LABEL: func.func @of_loop(
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}}, %[[OWNED:.*]] = %{{.*}})
// CHECK:           linalg.exp ins(%[[OLD]] : {{.*}}) outs(%[[NEW:.*]] :
// CHECK-NEXT:      scf.if %[[OWNED]] {
// CHECK-NEXT:        memref.dealloc %[[OLD]]
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.negf ins(%
// CHECK:         memref.copy %[[R]]#0
// CHECK-NEXT:    scf.if %[[R]]#1 {
// CHECK-NEXT:      memref.dealloc %[[R]]#0
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.negf ins(%
// CHECK-NEXT:    return
func.func @of_loop(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x, %owned = %false) -> (memref<4xf32>, i1) {
    %new = memref.alloc() : memref<4xf32>
    linalg.exp ins(%old : memref<4xf32>) outs(%new : memref<4xf32>)
    linalg.negf ins(%y : memref<4xf32>) outs(%y : memref<4xf32>)
    scf.if %owned {
      memref.dealloc %old : memref<4xf32>
    }
    scf.yield %new, %true : memref<4xf32>, i1
  }
  memref.copy %r#0, %y : memref<4xf32> to memref<4xf32>
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  scf.if %r#1 {
    memref.dealloc %r#0 : memref<4xf32>
  }
  return
}

// A condition that says nothing about the branch: the buffer may be that of the
// caller, which others may know.
// CHECK-LABEL: func.func @other_condition(
// CHECK:         linalg.negf ins(%
// CHECK-NEXT:    scf.if %{{.*}} {
// CHECK-NEXT:      memref.dealloc %
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @other_condition(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1, %d: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  scf.if %d {
    memref.dealloc %r : memref<4xf32>
  }
  return
}

// An scf.if that does more than to free stays where it is.
// CHECK-LABEL: func.func @does_more(
// CHECK:         linalg.negf ins(%[[X:.*]] : {{.*}}) outs(%[[Y:.*]] :
// CHECK-NEXT:    scf.if %{{.*}} {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:      memref.dealloc %
func.func @does_more(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  scf.if %c {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    memref.dealloc %r : memref<4xf32>
  }
  return
}
