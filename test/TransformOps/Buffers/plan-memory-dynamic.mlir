// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Two static buffers first, then two places: one for the first and the third
// dynamic buffer, whose sizes are equal and which are never alive together, and
// one for the second. A product has its factors in any order.
// CHECK-LABEL: func @places(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<?x?xf32>, %[[Y:[a-z0-9]+]]: memref<?x?xf32>)
// CHECK:         %[[D0:.*]] = memref.dim %[[X]], %{{.*}} : memref<?x?xf32>
// CHECK:         %[[D1:.*]] = memref.dim %[[X]], %{{.*}} : memref<?x?xf32>
// CHECK-DAG:     %[[MASK:.*]] = arith.constant -64 : index
// CHECK-DAG:     %[[LAST:.*]] = arith.constant 63 : index
// CHECK-DAG:     %[[FIRST:.*]] = arith.constant 64 : index
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         %[[P0:.*]] = arith.muli %[[FOUR]], %[[D0]]
// CHECK:         %[[P1:.*]] = arith.muli %[[P0]], %[[D1]]
// CHECK:         %[[P2:.*]] = arith.addi %[[P1]], %[[LAST]]
// CHECK:         %[[P3:.*]] = arith.andi %[[P2]], %[[MASK]]
// CHECK:         %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[P3]]
// CHECK:         %[[END:.*]] = arith.addi %[[SECOND]], %{{.*}}
// CHECK:         %[[ARENA:.*]] = memref.alloc(%[[END]]) {alignment = 64 : i64} : memref<?xi8>
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%[[FIRST]]][%{{.*}}, %{{.*}}] : memref<?xi8> to memref<?x?xf32>
// CHECK:         linalg.exp ins(%[[X]] : {{.*}}) outs(%[[A]] :
// CHECK:         %[[B:.*]] = memref.view %[[ARENA]][%[[SECOND]]][%{{.*}}, %{{.*}}] : memref<?xi8> to memref<?x?xf32>
// CHECK:         linalg.abs ins(%[[A]] : {{.*}}) outs(%[[B]] :
// CHECK:         %[[C:.*]] = memref.view %[[ARENA]][%[[FIRST]]][%{{.*}}, %{{.*}}] : memref<?xi8> to memref<?x?xf32>
// CHECK:         linalg.negf ins(%[[B]] : {{.*}}) outs(%[[C]] :
// CHECK:         memref.dealloc %[[ARENA]]
// CHECK-NEXT:    return
// expected-remark @below {{arena of '@places': 1 buffer of 64 B in 64 B, at least 64 B; after it 3 buffers of dynamic size in 2 places}}
func.func @places(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %d0 = memref.dim %x, %c0 : memref<?x?xf32>
  %d1 = memref.dim %x, %c1 : memref<?x?xf32>
  %s = memref.alloc() : memref<2xf32>
  linalg.fill ins(%z : f32) outs(%s : memref<2xf32>)
  memref.dealloc %s : memref<2xf32>
  %a = memref.alloc(%d0, %d1) : memref<?x?xf32>
  linalg.exp ins(%x : memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  %b = memref.alloc(%d0, %d1) : memref<?x?xf32>
  linalg.abs ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  memref.dealloc %a : memref<?x?xf32>
  %again = memref.dim %x, %c0 : memref<?x?xf32>
  %c = memref.alloc(%again, %d1) : memref<?x?xf32>
  linalg.negf ins(%b : memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  memref.dealloc %b : memref<?x?xf32>
  linalg.floor ins(%c : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  memref.dealloc %c : memref<?x?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// The caller asks how large the arena is, with the arguments of the call.
// CHECK-LABEL: func @argument(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index, %[[ARG:[a-z0-9]+]]: memref<?xi8> {heddle.arena})
// CHECK:         %[[ARENA:.*]] = memref.assume_alignment %[[ARG]], 64 : memref<?xi8>
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?xf32>
// CHECK:         linalg.exp ins(%[[X]] : memref<?xf32>) outs(%[[A]] :
// CHECK-LABEL: func @argument_arena_size(
// CHECK-SAME:      %{{.*}}: memref<?xf32>, %[[M:[a-z0-9]+]]: index) -> index
// CHECK:         %[[MASK:.*]] = arith.constant -64 : index
// CHECK:         %[[LAST:.*]] = arith.constant 63 : index
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         %[[P0:.*]] = arith.muli %[[FOUR]], %[[M]]
// CHECK:         %[[P1:.*]] = arith.addi %[[P0]], %[[LAST]]
// CHECK:         %[[P2:.*]] = arith.andi %[[P1]], %[[MASK]]
// CHECK:         %[[END:.*]] = arith.addi %[[ZERO]], %[[P2]]
// CHECK:         return %[[END]]
func.func @argument(%x: memref<?xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.abs ins(%a : memref<?xf32>) outs(%x : memref<?xf32>)
  memref.dealloc %a : memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %p = transform.heddle.plan_memory %f {arena = "argument"} : (!transform.any_op) -> !transform.any_op
}

// -----

// These stay: what only a branch or a loop asks for may be any number.
// CHECK-LABEL: func @kept(
// expected-remark @below {{arena of '@kept': 0 buffers of 0 B in 0 B, at least 0 B; after it 1 buffer of dynamic size in 1 place}}
func.func @kept(%x: memref<?xf32>, %m: memref<index>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%z : f32) outs(%a : memref<?xf32>)
  memref.dealloc %a : memref<?xf32>
  scf.if %p {
    // expected-remark @below {{this allocation stays: its size is known at run time only, and it is in a region of 'scf.if'}}
    %b = memref.alloc(%n) : memref<?xf32>
    linalg.fill ins(%z : f32) outs(%b : memref<?xf32>)
    memref.dealloc %b : memref<?xf32>
  }
  %loaded = memref.load %m[] : memref<index>
  // expected-remark @below {{this allocation stays: its size is not known when the function begins}}
  %c = memref.alloc(%loaded) : memref<?xf32>
  linalg.fill ins(%z : f32) outs(%c : memref<?xf32>)
  memref.dealloc %c : memref<?xf32>
  // A division may be by zero where the function begins.
  %q = arith.divsi %c1, %n : index
  // expected-remark @below {{this allocation stays: its size is not known when the function begins}}
  %d = memref.alloc(%q) : memref<?xf32>
  linalg.fill ins(%z : f32) outs(%d : memref<?xf32>)
  memref.dealloc %d : memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// CHECK-LABEL: func @blocks(
// expected-remark @below {{arena of '@blocks': 1 buffer of 64 B in 64 B, at least 64 B}}
func.func @blocks(%n: index, %p: i1) {
  %s = memref.alloc() : memref<2xf32>
  memref.dealloc %s : memref<2xf32>
  cf.cond_br %p, ^some, ^end
^some:
  // expected-remark @below {{this allocation stays: its size is known at run time only, and only some calls allocate it}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  cf.br ^end
^end:
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// CHECK-LABEL: func @stack(
// expected-remark @below {{arena of '@stack': 1 buffer of 64 B in 64 B, at least 64 B}}
func.func @stack(%n: index) {
  %s = memref.alloc() : memref<2xf32>
  memref.dealloc %s : memref<2xf32>
  // expected-remark @below {{this allocation stays: its size is known at run time only, and the arena is on the stack}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {arena = "stack", explain} : (!transform.any_op) -> !transform.any_op
}
