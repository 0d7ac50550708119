// RUN: heddle-opt %s --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle-opt %s --test-memory-report=json -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=JSON

// What was freed before the peak is not alive there; the largest comes first.
// CHECK-LABEL: memory of @freed_before: {{.*}}, peak 192 B
// CHECK:         at the peak, {{.*}}live-at-peak.mlir:[[@LINE+9]]:8:
// CHECK-NEXT:    128 B of alloc memref<32xf32> at {{.*}}live-at-peak.mlir:[[@LINE+8]]:8
// CHECK-NEXT:    64 B of alloc memref<16xf32> at {{.*}}live-at-peak.mlir:[[@LINE+6]]:8
// CHECK-NOT:     B of
// JSON-LABEL: "function": "freed_before"
func.func @freed_before() {
  %0 = memref.alloc() : memref<8xf32>
  memref.dealloc %0 : memref<8xf32>
  %1 = memref.alloc() : memref<16xf32>
  %2 = memref.alloc() : memref<32xf32>
  memref.dealloc %1 : memref<16xf32>
  %3 = memref.alloc() : memref<4xf32>
  memref.dealloc %2 : memref<32xf32>
  memref.dealloc %3 : memref<4xf32>
  return
}

// Of a loop that frees nothing, the buffers of all iterations are alive. A buffer
// whose size is known at run time only is named with its formula.
// CHECK-LABEL: memory of @left_behind: {{.*}}, peak at least 640 B
// CHECK:         at the peak, {{.*}}:
// CHECK-NEXT:    640 B of 10 x alloc memref<16xf32> at
// CHECK-NEXT:    4*arg0 B of alloc memref<?xf32> at
// CHECK-NOT:     B of
// JSON-LABEL: "function": "left_behind"
// JSON:       "is": "at least",
// JSON-NEXT:  "live": [
// JSON:         "buffers": 10,
// JSON-NEXT:    "bytes": 640,
// JSON:         "op": "alloc memref<16xf32>"
// JSON:         "buffers": 1,
// JSON-NEXT:    "bytes": 0,
// JSON:         "op": "alloc memref<?xf32>"
func.func @left_behind(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %c10 step %c1 {
    %1 = memref.alloc() : memref<16xf32>
  }
  return
}

// The loop frees through its argument: which of the two buffers, is not known.
// CHECK-LABEL: memory of @swapped: {{.*}}, peak 320 B
// CHECK:         at the peak, {{.*}}:
// CHECK-NEXT:    256 B of alloc memref<64xf32> at
// CHECK-NEXT:    64 B of alloc memref<16xf32> at
// CHECK-NEXT:    64 B of alloc memref<16xf32> at
// CHECK-NEXT:    less 64 B that are freed through other values
// CHECK-NOT:     B of
// JSON-LABEL: "function": "swapped"
// JSON:         "bytes": 320,
// JSON-NEXT:    "freed_elsewhere": 64,
func.func @swapped(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %0) -> memref<16xf32> {
    %new = memref.alloc() : memref<16xf32>
    memref.dealloc %old : memref<16xf32>
    scf.yield %new : memref<16xf32>
  }
  %x = memref.alloc() : memref<64xf32>
  memref.dealloc %x : memref<64xf32>
  memref.dealloc %r : memref<16xf32>
  return
}

// A call counts with what its function has alive, and its result can be freed. Of
// two branches the one with more counts.
// CHECK-LABEL: memory of @caller: {{.*}}, peak 192 B
// CHECK:         at the peak, {{.*}}:
// CHECK-NEXT:    128 B of call @callee at
// CHECK-NEXT:    64 B of alloc memref<16xf32> at {{.*}}:[[@LINE+11]]:10
// CHECK-NOT:     B of
func.func @caller(%c: i1) {
  %0 = call @callee() : () -> memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  scf.if %c {
    %1 = memref.alloc() : memref<4xf32>
    %2 = func.call @callee() : () -> memref<16xf32>
    memref.dealloc %1 : memref<4xf32>
    memref.dealloc %2 : memref<16xf32>
  } else {
    %1 = memref.alloc() : memref<16xf32>
    %2 = func.call @callee() : () -> memref<16xf32>
    memref.dealloc %1 : memref<16xf32>
    memref.dealloc %2 : memref<16xf32>
  }
  return
}
// CHECK-LABEL: memory of @callee: {{.*}}, peak 128 B
func.func private @callee() -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  %1 = memref.alloc() : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return %0 : memref<16xf32>
}

// Blocks: what the entry has allocated is alive in the cycle.
// CHECK-LABEL: memory of @blocks: {{.*}}, peak 128 B
// CHECK:         at the peak, {{.*}}:
// CHECK-NEXT:    64 B of alloc memref<16xf32> at
// CHECK-NEXT:    64 B of alloc memref<16xf32> at
// CHECK-NOT:     B of
func.func @blocks(%c: i1) {
  %0 = memref.alloc() : memref<16xf32>
  cf.br ^loop
^loop:
  %1 = memref.alloc() : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  cf.cond_br %c, ^loop, ^end
^end:
  memref.dealloc %0 : memref<16xf32>
  return
}

// JSON-LABEL: "function": "none"
// JSON:         "peak": {
// JSON-NEXT:      "bytes": 0,
// JSON-NEXT:      "is": "exact"
// JSON-NEXT:    },
func.func @none() {
  return
}
