// Buffers that a scheduled function frees twice or never, uses after it freed
// them, or leaves: the report names the op, and the line that allocated. The
// numbers may be right all the same.
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function leak | FileCheck %s --check-prefix=JSON

// JSON:      "fault": {
// JSON-NEXT:   "allocation": "{{.*}}scheduled.mlir:{{[0-9]+}}:
// JSON-NEXT:   "kind": "leak"
// JSON:      "verdict": "memory error"

// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function read_after_free --function read_past_argument \
// RUN:   | FileCheck %s --check-prefix=KINDS
// KINDS: "kind": "use after free"
// KINDS: "kind": "out of bounds"

//--- payload.mlir

func.func @leak(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @leak_of_unknown(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @leak_in_loop(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @double_free(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @free_of_argument(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @read_after_free(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @write_after_free(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @write_past_heap(%a: memref<?xf32>, %o: memref<?xf32>) {
  linalg.exp ins(%a : memref<?xf32>) outs(%o : memref<?xf32>)
  return
}

func.func @read_past_stack(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @write_before_heap(%a: memref<4x5xf32>, %o: memref<4x5xf32>) {
  linalg.exp ins(%a : memref<4x5xf32>) outs(%o : memref<4x5xf32>)
  return
}

func.func @read_past_argument(%a: memref<4x5xf32>, %o: memref<4x5xf32>) {
  linalg.exp ins(%a : memref<4x5xf32>) outs(%o : memref<4x5xf32>)
  return
}

//--- scheduled.mlir

// CHECK:      leak: memory error: the scheduled function never frees the buffer
// CHECK-SAME: allocated at {{.*}}scheduled.mlir:[[# @LINE + 4]]:13
func.func @leak(%a: memref<4xf32>, %o: memref<4xf32>) {
  %freed = memref.alloc() : memref<4xf32>
  memref.dealloc %freed : memref<4xf32>
  %buffer = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%buffer : memref<4xf32>)
  memref.copy %buffer, %o : memref<4xf32> to memref<4xf32>
  return
}

// CHECK: leak_of_unknown: memory error: {{.*}} never frees the buffer allocated at an unknown place
func.func @leak_of_unknown(%a: memref<4xf32>, %o: memref<4xf32>) {
  %freed = memref.alloc() : memref<4xf32>
  memref.dealloc %freed : memref<4xf32>
  %buffer = memref.alloc() : memref<4xf32> loc(unknown)
  linalg.exp ins(%a : memref<4xf32>) outs(%buffer : memref<4xf32>)
  memref.copy %buffer, %o : memref<4xf32> to memref<4xf32>
  return
}

// CHECK:      leak_in_loop: memory error: the scheduled function never frees the buffer
// CHECK-SAME: allocated at {{.*}}scheduled.mlir:[[# @LINE + 4]]:12 (3 buffers in all)
func.func @leak_in_loop(%a: memref<4xf32>, %o: memref<4xf32>) {
  %first = memref.alloc() : memref<f32>
  %last = affine.for %i = 0 to 4 iter_args(%old = %first) -> (memref<f32>) {
    %new = memref.alloc() : memref<f32>
    %x = memref.load %a[%i] : memref<4xf32>
    %e = math.exp %x : f32
    memref.store %e, %new[] : memref<f32>
    memref.store %e, %o[%i] : memref<4xf32>
    affine.yield %new : memref<f32>
  }
  memref.dealloc %first : memref<f32>
  memref.dealloc %last : memref<f32>
  return
}

// CHECK:      double_free: memory error: the scheduled function frees the buffer
// CHECK-SAME: allocated at {{.*}}:[[# @LINE + 3]]:13
// CHECK-SAME: twice, at {{.*}}:[[# @LINE + 5]]:3 and at {{.*}}:[[# @LINE + 6]]:3
func.func @double_free(%a: memref<4xf32>, %o: memref<4xf32>) {
  %buffer = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%buffer : memref<4xf32>)
  memref.copy %buffer, %o : memref<4xf32> to memref<4xf32>
  memref.dealloc %buffer : memref<4xf32>
  memref.dealloc %buffer : memref<4xf32>
  return
}

// CHECK:      free_of_argument: memory error: the scheduled function frees argument 0
// CHECK-SAME: at {{.*}}:[[# @LINE + 3]]:3, which it did not allocate
func.func @free_of_argument(%a: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// CHECK:      read_after_free: memory error: the scheduled function reads [0] of the buffer
// CHECK-SAME: allocated at {{.*}} at {{.*}}:[[# @LINE + 5]]:3, after it was freed at {{.*}}:[[# @LINE + 4]]:3
func.func @read_after_free(%a: memref<4xf32>, %o: memref<4xf32>) {
  %buffer = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%buffer : memref<4xf32>)
  memref.dealloc %buffer : memref<4xf32>
  memref.copy %buffer, %o : memref<4xf32> to memref<4xf32>
  return
}

// CHECK:      write_after_free: memory error: the scheduled function writes [2] of the buffer
// CHECK-SAME: allocated at {{.*}} after it was freed at
func.func @write_after_free(%a: memref<4xf32>, %o: memref<4xf32>) {
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %buffer = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %buffer : memref<4xf32>
  memref.store %one, %buffer[%c2] : memref<4xf32>
  return
}

// A full vector at the end of a buffer of any size: it ends in what malloc
// rounds up, or in what lies after it.
// CHECK:      write_past_heap: memory error: the scheduled function writes [[[N:[0-9]+]]] past the
// CHECK-SAME: end of the buffer allocated at {{.*}}, arg0=[[N]],
func.func @write_past_heap(%a: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?xf32>
  %buffer = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  scf.for %i = %c0 to %n step %c4 {
    %x = vector.transfer_read %a[%i], %zero : memref<?xf32>, vector<4xf32>
    %e = math.exp %x : vector<4xf32>
    vector.transfer_write %e, %buffer[%i] {in_bounds = [true]}
        : vector<4xf32>, memref<?xf32>
  }
  memref.copy %buffer, %o : memref<?xf32> to memref<?xf32>
  memref.dealloc %buffer : memref<?xf32>
  return
}

// What is read is not used.
// CHECK:      read_past_stack: memory error: the scheduled function reads element 4 past the end
// CHECK-SAME: of the buffer allocated at {{.*}}:[[# @LINE + 4]]:13
func.func @read_past_stack(%a: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %buffer = memref.alloca() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%buffer : memref<4xf32>)
  %more = vector.load %buffer[%c0] : memref<4xf32>, vector<8xf32>
  %e = vector.extract_strided_slice %more {offsets = [0], sizes = [4], strides = [1]}
      : vector<8xf32> to vector<4xf32>
  vector.store %e, %o[%c0] : memref<4xf32>, vector<4xf32>
  return
}

// CHECK:      write_before_heap: memory error: the scheduled function writes [-1, 3] before the
// CHECK-SAME: start of the buffer allocated at
func.func @write_before_heap(%a: memref<4x5xf32>, %o: memref<4x5xf32>) {
  %c3 = arith.constant 3 : index
  %row = arith.constant -1 : index
  %one = arith.constant 1.0 : f32
  %buffer = memref.alloc() : memref<4x5xf32>
  linalg.exp ins(%a : memref<4x5xf32>) outs(%buffer : memref<4x5xf32>)
  memref.store %one, %buffer[%row, %c3] : memref<4x5xf32>
  memref.copy %buffer, %o : memref<4x5xf32> to memref<4x5xf32>
  memref.dealloc %buffer : memref<4x5xf32>
  return
}

// A crash is reported with the line, too.
// CHECK:      read_past_argument: memory error: the scheduled function reads [4, 1] past the end
// CHECK-SAME: of argument 0 at {{.*}}:[[# @LINE + 6]]:8
func.func @read_past_argument(%a: memref<4x5xf32>, %o: memref<4x5xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  linalg.exp ins(%a : memref<4x5xf32>) outs(%o : memref<4x5xf32>)
  %zero = arith.constant 0.0 : f32
  %x = memref.load %a[%c4, %c1] : memref<4x5xf32>
  %nothing = arith.mulf %x, %zero : f32
  memref.store %nothing, %o[%c1, %c1] : memref<4x5xf32>
  return
}
