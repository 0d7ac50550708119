// A loop that no run reaches is not known to be right: that is not 'equal'. If short
// runs leave a loop out, the longer ones are counted, too.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function rows | FileCheck %s --check-prefix=ROWS
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function huge | FileCheck %s --check-prefix=HUGE
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function huge --dims arg0=100 | FileCheck %s --check-prefix=DIMS

// ROWS:     rows: equal:
// ROWS-NOT: never ran
// HUGE:     huge: inconclusive: no run reaches the loop body of line 29 of scheduled.mlir (the longest run: arg0={{[0-9]+}}; --dims asks for others); what ran is equal: {{.*}}; never ran: the loop body of line 29 of scheduled.mlir
// DIMS:     huge: equal: {{.*}}; never ran: the loop body of line 29 of scheduled.mlir

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
