// RUN: heddle-opt %s --heddle-shorten-lifetimes | FileCheck %s

// Allocated right before the first use, freed right after the last: that of a
// view of a view counts.
// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<2xf32>)
// CHECK-NEXT:    %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    linalg.exp ins(%[[X]] {{.*}} outs(%[[A]]
// CHECK-NEXT:    %[[V:.*]] = memref.subview %[[A]]
// CHECK-NEXT:    %[[C:.*]] = memref.cast %[[V]]
// CHECK-NEXT:    memref.copy %[[C]], %[[Y]]
// CHECK-NEXT:    memref.dealloc %[[A]] :
// CHECK-NEXT:    %[[B:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    linalg.exp ins(%[[X]] {{.*}} outs(%[[B]]
// CHECK-NEXT:    memref.dealloc %[[B]] :
// CHECK-NEXT:    linalg.exp ins(%[[X]] {{.*}} outs(%[[X]]
// CHECK-NEXT:    return
func.func @views(%x: memref<4xf32>, %y: memref<2xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32>
  %c = memref.cast %v : memref<2xf32> to memref<?xf32>
  memref.copy %c, %y : memref<?xf32> to memref<2xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// Either buffer may be what the branch yields; a use in a loop counts as one of
// the whole loop, since the next iteration has it again.
// CHECK-LABEL: func.func @branch_and_loop(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         %[[B:.*]] = memref.alloc()
// CHECK:         %[[E:.*]] = scf.if
// CHECK:         scf.for %{{.*}} {
// CHECK-NEXT:      linalg.exp ins(%[[E]]
// CHECK-NEXT:      linalg.exp ins(%
// CHECK-NEXT:    }
// CHECK-DAG:     memref.dealloc %[[A]] :
// CHECK-DAG:     memref.dealloc %[[B]] :
// CHECK:         linalg.negf ins(%
// CHECK-NEXT:    return
func.func @branch_and_loop(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  %e = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %b : memref<4xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%e : memref<4xf32>) outs(%y : memref<4xf32>)
    linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  }
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// A loop that hands its buffer on to the next iteration: what the iteration has
// got is freed after its last use there, which the uses of what it hands on
// follow, and the last one after the loop.
// CHECK-LABEL: func.func @carried(
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}})
// CHECK:           %[[NEW:.*]] = memref.alloc()
// CHECK-NEXT:      linalg.exp ins(%[[OLD]] {{.*}} outs(%[[NEW]]
// CHECK-NEXT:      memref.dealloc %[[OLD]] :
// CHECK-NEXT:      linalg.negf ins(%
// CHECK-NEXT:      scf.yield %[[NEW]]
// CHECK:         memref.copy %[[R]]
// CHECK:         memref.dealloc %[[R]] :
func.func @carried(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %a) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    linalg.exp ins(%old : memref<4xf32>) outs(%new : memref<4xf32>)
    linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    memref.dealloc %old : memref<4xf32>
    scf.yield %new : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %r : memref<4xf32>
  return
}

func.func private @keep(memref<4xf32>)
memref.global "private" @place : memref<memref<4xf32>>

func.func private @keeps_in_global(%a: memref<4xf32>) {
  %g = memref.get_global @place : memref<memref<4xf32>>
  memref.store %a, %g[] : memref<memref<4xf32>>
  return
}

// A buffer that a function without a body, a buffer of buffers or a number may
// keep is freed where it was.
// CHECK-LABEL: func.func @kept(
// CHECK:         linalg.exp ins(%
// CHECK-NEXT:    memref.dealloc %
// CHECK-NEXT:    memref.dealloc %
// CHECK-NEXT:    memref.dealloc %
// CHECK-NEXT:    return
func.func @kept(%x: memref<4xf32>) -> index {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  call @keep(%a) : (memref<4xf32>) -> ()
  call @keeps_in_global(%b) : (memref<4xf32>) -> ()
  %p = memref.extract_aligned_pointer_as_index %d : memref<4xf32> -> index
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %d : memref<4xf32>
  return %p : index
}

func.func private @sum(%a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>)
  return %0 : memref<4xf32>
}

func.func private @same(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// One function allocates its result for its caller; the other returns what it
// got, so that a use of its result is one of the argument.
// CHECK-LABEL: func.func @calls(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         %[[R:.*]] = call @sum(%[[A]], %{{.*}})
// CHECK-NEXT:    memref.dealloc %[[A]] :
// CHECK-NEXT:    %[[S:.*]] = call @same(%[[R]])
// CHECK-NEXT:    linalg.negf ins(%
// CHECK-NEXT:    linalg.exp ins(%[[S]]
// CHECK-NEXT:    memref.dealloc %[[R]] :
// CHECK-NEXT:    linalg.negf ins(%
// CHECK-NEXT:    return
func.func @calls(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %r = call @sum(%a, %x) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  %s = call @same(%r) : (memref<4xf32>) -> memref<4xf32>
  linalg.negf ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%s : memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.negf ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %r : memref<4xf32>
  return
}
