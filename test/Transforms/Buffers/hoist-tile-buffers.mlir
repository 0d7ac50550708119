// RUN: heddle-opt %s --heddle-hoist-tile-buffers --canonicalize --cse \
// RUN:   | FileCheck %s

func.func private @use(memref<?x4xf32>)
func.func private @use4(memref<4xf32>)

// A buffer of constant size goes out of all sequential loops.
// CHECK-LABEL: func.func @constant_size(
// CHECK:         %[[B:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT:    scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:      scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:        func.call @use4(%[[B]])
func.func @constant_size(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %b = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      func.call @use4(%b) : (memref<4xf32>) -> ()
    }
  }
  return
}

// The size of a partial tile is bounded by the tile size: one buffer of that
// size, and a view of the part that is used.
// CHECK-LABEL: func.func @partial_tile(
// CHECK:         %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK-NEXT:    scf.for %[[I:.*]] =
// CHECK-NEXT:      %[[S:.*]] = affine.min #{{.*}}(%[[I]])[%{{.*}}]
// CHECK-NEXT:      %[[V:.*]] = memref.view %[[ALL]][%{{.*}}][%[[S]]] : memref<128xi8> to memref<?x4xf32>
// CHECK-NEXT:      func.call @use(%[[V]])
func.func @partial_tile(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %s = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%i)[%n]
    %b = memref.alloc(%s) {alignment = 64 : i64} : memref<?x4xf32>
    func.call @use(%b) : (memref<?x4xf32>) -> ()
  }
  return
}

// A triangle: the bound is known at run time only, and is never below zero.
// CHECK-LABEL: func.func @run_time_bound(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[M:.*]] = arith.maxsi
// CHECK:         %[[BYTES:.*]] = arith.muli %[[M]], %c16
// CHECK:         %[[ALL:.*]] = memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK-NEXT:    scf.for %[[I:.*]] =
// CHECK-NEXT:      memref.view %[[ALL]][%{{.*}}][%[[I]]] : memref<?xi8> to memref<?x4xf32>
func.func @run_time_bound(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc(%i) : memref<?x4xf32>
    func.call @use(%b) : (memref<?x4xf32>) -> ()
  }
  return
}

// Threads do not share a buffer: it goes as far as the body of the forall.
// CHECK-LABEL: func.func @forall(
// CHECK:         scf.forall (%{{.*}}) in (%{{.*}}) {
// CHECK-NEXT:      %[[B:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:      scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:        func.call @use4(%[[B]])
func.func @forall(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    scf.for %j = %c0 to %n step %c1 {
      %b = memref.alloc() : memref<4xf32>
      func.call @use4(%b) : (memref<4xf32>) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @parallel(
// CHECK:         scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK-NEXT:      memref.alloc() : memref<4xf32>
func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    %b = memref.alloc() : memref<4xf32>
    func.call @use4(%b) : (memref<4xf32>) -> ()
  }
  return
}

// A buffer that the next iteration reads must stay: it would be read and
// written at the same time.
// CHECK-LABEL: func.func @carried(
// CHECK:         scf.for {{.*}} iter_args(%[[OLD:.*]] =
// CHECK-NEXT:      %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:      linalg.exp ins(%[[OLD]] : {{.*}}) outs(%[[NEW]] :
// CHECK-NEXT:      scf.yield %[[NEW]]
func.func @carried(%a: memref<4xf32>, %n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %a) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    linalg.exp ins(%old : memref<4xf32>) outs(%new : memref<4xf32>)
    scf.yield %new : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// So must one that is carried through a view, and one that is kept elsewhere.
// CHECK-LABEL: func.func @carried_view(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// CHECK-NEXT:      %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:      memref.subview %[[NEW]]
func.func @carried_view(%a: memref<4xf32, strided<[1]>>, %n: index) -> memref<4xf32, strided<[1]>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %a) -> memref<4xf32, strided<[1]>> {
    %new = memref.alloc() : memref<8xf32>
    %v = memref.subview %new[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    linalg.exp ins(%old : memref<4xf32, strided<[1]>>) outs(%v : memref<4xf32, strided<[1]>>)
    scf.yield %v : memref<4xf32, strided<[1]>>
  }
  return %r : memref<4xf32, strided<[1]>>
}

// CHECK-LABEL: func.func @stored(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:      %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:      memref.store %[[NEW]], %{{.*}} : memref<?xmemref<4xf32>>
func.func @stored(%all: memref<?xmemref<4xf32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %new = memref.alloc() : memref<4xf32>
    memref.store %new, %all[%i] : memref<?xmemref<4xf32>>
  }
  return
}

// CHECK-LABEL: func.func @freed(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:      %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK:           memref.dealloc %[[NEW]]
func.func @freed(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %new = memref.alloc() : memref<4xf32>
    func.call @use4(%new) : (memref<4xf32>) -> ()
    memref.dealloc %new : memref<4xf32>
  }
  return
}

// A branch does not keep a buffer in the loop.
// CHECK-LABEL: func.func @branch(
// CHECK:         %[[B:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:      scf.if %{{.*}} {
// CHECK-NEXT:        func.call @use4(%[[B]])
func.func @branch(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      %b = memref.alloc() : memref<4xf32>
      func.call @use4(%b) : (memref<4xf32>) -> ()
    }
  }
  return
}
