// A loop that no run reaches is not known to be right: that is not 'equal'. If short
// runs leave a loop out, the longer ones are counted, too.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function rows | FileCheck %s --check-prefix=ROWS
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function huge | FileCheck %s --check-prefix=HUGE
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function huge --dims arg0=100 | FileCheck %s --check-prefix=DIMS
// RUN: not heddle check %t/others.mlir --scheduled %t/others-scheduled.mlir \
// RUN:   | FileCheck %s

// ROWS:     rows: equal:
// ROWS-NOT: never ran
// HUGE:     huge: inconclusive: no run reaches the loop body of line 29 of scheduled.mlir (the longest run: arg0={{[0-9]+}}; --dims asks for others); what ran is equal: {{.*}}; never ran: the loop body of line 29 of scheduled.mlir
// DIMS:     huge: equal: {{.*}}; never ran: the loop body of line 29 of scheduled.mlir

// The payload fails on one number, with which other loops have nothing to do.
// CHECK:      with_failures: inconclusive: no run reaches the loop body of line 8 of others-scheduled.mlir (the longest run:
// Blocks that branch back are a loop, too.
// CHECK-NEXT: between_blocks: inconclusive: no run reaches the loop body of line 41 of others-scheduled.mlir (the longest run:
// The trips may follow from data: no element is large enough.
// CHECK-NEXT: of_data: inconclusive: no run reaches the loop body of line 64 of others-scheduled.mlir; what ran
// No call reaches the loop.
// CHECK-NEXT: never: equal: {{.*}}never ran: the loop body of line 76 of others-scheduled.mlir

//--- payload.mlir
func.func @rows(%a: tensor<?x640xf32>, %b: tensor<640x1100xf32>, %c: tensor<?x1100xf32>) -> tensor<?x1100xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x640xf32>, tensor<640x1100xf32>)
      outs(%c : tensor<?x1100xf32>) -> tensor<?x1100xf32>
  return %0 : tensor<?x1100xf32>
}
func.func @huge(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- scheduled.mlir
// Full tiles of eight rows, and the rest.
func.func @rows(%a: tensor<?x640xf32>, %b: tensor<640x1100xf32>, %c: tensor<?x1100xf32>) -> tensor<?x1100xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %m = tensor.dim %c, %c0 : tensor<?x1100xf32>
  %end = affine.apply affine_map<()[m] -> ((m floordiv 8) * 8)>()[%m]
  %0 = scf.for %i = %c0 to %end step %c8 iter_args(%t = %c) -> tensor<?x1100xf32> {
    %x = tensor.extract_slice %a[%i, 0] [8, 640] [1, 1] : tensor<?x640xf32> to tensor<8x640xf32>
    %y = tensor.extract_slice %t[%i, 0] [8, 1100] [1, 1] : tensor<?x1100xf32> to tensor<8x1100xf32>
    %z = linalg.matmul ins(%x, %b : tensor<8x640xf32>, tensor<640x1100xf32>)
        outs(%y : tensor<8x1100xf32>) -> tensor<8x1100xf32>
    %n = tensor.insert_slice %z into %t[%i, 0] [8, 1100] [1, 1] : tensor<8x1100xf32> into tensor<?x1100xf32>
    scf.yield %n : tensor<?x1100xf32>
  }
  %rest = arith.subi %m, %end : index
  %x = tensor.extract_slice %a[%end, 0] [%rest, 640] [1, 1] : tensor<?x640xf32> to tensor<?x640xf32>
  %y = tensor.extract_slice %0[%end, 0] [%rest, 1100] [1, 1] : tensor<?x1100xf32> to tensor<?x1100xf32>
  %z = linalg.matmul ins(%x, %b : tensor<?x640xf32>, tensor<640x1100xf32>)
      outs(%y : tensor<?x1100xf32>) -> tensor<?x1100xf32>
  %r = tensor.insert_slice %z into %0[%end, 0] [%rest, 1100] [1, 1] : tensor<?x1100xf32> into tensor<?x1100xf32>
  return %r : tensor<?x1100xf32>
}
// Full tiles of 2^28 numbers.
func.func @huge(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %size = arith.constant 268435456 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %end = affine.apply affine_map<()[n] -> ((n floordiv 268435456) * 268435456)>()[%n]
  %0 = scf.for %i = %c0 to %end step %size iter_args(%t = %a) -> tensor<?xf32> {
    %y = tensor.extract_slice %t[%i] [268435456] [1] : tensor<?xf32> to tensor<268435456xf32>
    %z = linalg.negf ins(%y : tensor<268435456xf32>) outs(%y : tensor<268435456xf32>) -> tensor<268435456xf32>
    %m = tensor.insert_slice %z into %t[%i] [268435456] [1] : tensor<268435456xf32> into tensor<?xf32>
    scf.yield %m : tensor<?xf32>
  }
  %rest = arith.subi %n, %end : index
  %y = tensor.extract_slice %0[%end] [%rest] [1] : tensor<?xf32> to tensor<?xf32>
  %z = linalg.negf ins(%y : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %z into %0[%end] [%rest] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

//--- others.mlir
func.func @with_failures(%a: tensor<?xf32>, %k: i32, %d: tensor<4xf32>) -> (tensor<?xf32>, f32) {
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %c391 = arith.constant 391 : i32
  %c0 = arith.constant 0 : index
  %far = arith.constant 1000000000000 : index
  %is = arith.cmpi eq, %k, %c391 : i32
  %at = arith.select %is, %far, %c0 : index
  %x = tensor.extract %d[%at] : tensor<4xf32>
  return %0, %x : tensor<?xf32>, f32
}
func.func @between_blocks(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.negf ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}
func.func @of_data(%n: memref<i8>, %y: memref<f32>) {
  %x = memref.load %y[] : memref<f32>
  %z = arith.negf %x : f32
  memref.store %z, %y[] : memref<f32>
  return
}
func.func @never(%y: memref<f32>) {
  %x = memref.load %y[] : memref<f32>
  %z = arith.negf %x : f32
  memref.store %z, %y[] : memref<f32>
  return
}

//--- others-scheduled.mlir
func.func @with_failures(%a: tensor<?xf32>, %k: i32, %d: tensor<4xf32>) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %size = arith.constant 268435456 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %end = affine.apply affine_map<()[n] -> ((n floordiv 268435456) * 268435456)>()[%n]
  // Wrong: the absolute value.
  %0 =
      scf.for %i = %c0 to %end step %size iter_args(%t = %a) -> tensor<?xf32> {
    %y = tensor.extract_slice %t[%i] [268435456] [1] : tensor<?xf32> to tensor<268435456xf32>
    %z = linalg.abs ins(%y : tensor<268435456xf32>) outs(%y : tensor<268435456xf32>) -> tensor<268435456xf32>
    %m = tensor.insert_slice %z into %t[%i] [268435456] [1] : tensor<268435456xf32> into tensor<?xf32>
    scf.yield %m : tensor<?xf32>
  }
  %rest = arith.subi %n, %end : index
  %y = tensor.extract_slice %0[%end] [%rest] [1] : tensor<?xf32> to tensor<?xf32>
  %z = linalg.negf ins(%y : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.insert_slice %z into %0[%end] [%rest] [1] : tensor<?xf32> into tensor<?xf32>
  %c391 = arith.constant 391 : i32
  %far = arith.constant 1000000000000 : index
  %is = arith.cmpi eq, %k, %c391 : i32
  %at = arith.select %is, %far, %c0 : index
  %x = tensor.extract %d[%at] : tensor<4xf32>
  return %r, %x : tensor<?xf32>, f32
}
func.func @between_blocks(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 268435456 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %tiles = arith.divui %n, %size : index
  %end = arith.muli %tiles, %size : index
  cf.br ^header(%c0 : index)
^header(%i: index):
  %more = arith.cmpi slt, %i, %end : index
  cf.cond_br %more, ^body, ^rest(%end : index)
^body:
  %x = memref.load %a[%i] : memref<?xf32>
  %y = math.absf %x : f32
  memref.store %y, %b[%i] : memref<?xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^header(%next : index)
^rest(%j: index):
  %left = arith.cmpi slt, %j, %n : index
  cf.cond_br %left, ^one, ^exit
^one:
  %z = memref.load %a[%j] : memref<?xf32>
  %w = arith.negf %z : f32
  memref.store %w, %b[%j] : memref<?xf32>
  %after = arith.addi %j, %c1 : index
  cf.br ^rest(%after : index)
^exit:
  return
}
func.func @of_data(%n: memref<i8>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %y[] : memref<f32>
  %z = arith.negf %x : f32
  memref.store %z, %y[] : memref<f32>
  %narrow = memref.load %n[] : memref<i8>
  %wide = arith.index_cast %narrow : i8 to index
  %c1000 = arith.constant 1000 : index
  %trips = arith.divsi %wide, %c1000 : index
  scf.for %i = %c0 to %trips step %c1 {
    memref.store %x, %y[] : memref<f32>
  }
  return
}
func.func @never(%y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %y[] : memref<f32>
  %z = arith.negf %x : f32
  memref.store %z, %y[] : memref<f32>
  %end = arith.subi %c1, %c1 : index
  scf.for %i = %c0 to %end step %c1 {
    memref.store %x, %y[] : memref<f32>
  }
  return
}
