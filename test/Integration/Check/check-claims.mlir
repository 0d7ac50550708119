// What only the scheduled function declares must be so: flags of integers, extents,
// addresses and truth values. This machine computes the payload's numbers in each of
// these functions, but another code generator need not.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      no_overflow: different: result 0[{{[0-9]+}}] depends on a false declaration of the scheduled function: 'arith.addi' with nsw in line {{[0-9]+}} of {{[a-z]+}}.mlir [random data, all integers, {{.*}}]
// CHECK-NEXT: no_carry: different: {{.*}} a false declaration of the scheduled function: 'arith.muli' with nuw in line
// CHECK-NEXT: no_rest: different: {{.*}} a false declaration of the scheduled function: 'arith.shrui' with exact in line
// CHECK-NEXT: in_range: different: {{.*}} a false declaration of the scheduled function: 'arith.fptoui' with a number that the integer holds in line
// CHECK-NEXT: shifted: different: {{.*}} a false declaration of the scheduled function: 'arith.shli' with fewer bits than there are in line
// CHECK-NEXT: address: different: returning depends on {{.*}} 'arith.subi' with nuw in line
// CHECK-NEXT: sizes: different: the scheduled function makes a false declaration: the extents and bounds in 'tensor.insert_slice' in line {{[0-9]+}} of {{[a-z]+}}.mlir [
// CHECK-NEXT: cast: different: the scheduled function makes a false declaration: the extents in 'tensor.cast' in line
// CHECK-NEXT: expanded: different: the scheduled function makes a false declaration: the extents in 'tensor.expand_shape' in line
// CHECK-NEXT: slice: different: the scheduled function makes a false declaration: the bounds of 'tensor.extract_slice' in line
// CHECK-NEXT: view: different: the scheduled function makes a false declaration: the bounds of 'memref.subview' in line
// CHECK-NEXT: operands: different: the scheduled function makes a false declaration: the operands' extents in 'linalg.add' in line
// CHECK-NEXT: aligned: different: the scheduled function makes a false declaration: the alignment of 'memref.assume_alignment' in line
// CHECK-NEXT: distinct: different: the scheduled function makes a false declaration: the arrays of 'memref.distinct_objects' in line {{.*}} in the memory of arg0
// CHECK-NEXT: assumed: different: the scheduled function makes a false declaration: the condition of 'llvm.intr.assume' in line
// CHECK-NEXT: no_alias: different: the scheduled function makes a false declaration: 'llvm.noalias' of argument 0 [{{.*}}, arg1 in the memory of arg0
// A declaration that holds, or that only unused numbers or other branches break, is
// none of these.
// CHECK-NEXT: holds: equal
// CHECK-NEXT: unused: equal
// CHECK-NEXT: guarded: equal
// CHECK-NEXT: empty_slice: equal

//--- payload.mlir
func.func @no_overflow(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.add ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func @no_carry(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.mul ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func @no_rest(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c2 = arith.constant 2 : i32
    %r = arith.shrui %a, %c2 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @in_range(%x: memref<8xf32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xf32>) outs(%y : memref<8xi32>) (%a: f32, %o: i32) {
    %r = arith.fptosi %a : f32 to i32
    linalg.yield %r : i32
  }
  return
}
func.func @shifted(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c31 = arith.constant 31 : i32
    %bits = arith.andi %a, %c31 : i32
    %r = arith.shli %a, %bits : i32
    linalg.yield %r : i32
  }
  return
}
func.func @address(%x: memref<8xi32>, %y: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %x[%i] : memref<8xi32>
    memref.store %a, %y[%i] : memref<8xi32>
  }
  return
}
func.func @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = tensor.insert_slice %x into %y[0] [%d] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @cast(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0] : tensor<?xf32>
  %w = arith.addf %v, %v : f32
  return %w : f32
}
func.func @expanded(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0] : tensor<?xf32>
  %w = arith.addf %v, %v : f32
  return %w : f32
}
func.func @slice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.divui %n, %c1 : index
  %o = tensor.extract_slice %y[%c0] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  %m = tensor.dim %o, %c0 : tensor<?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @view(%x: memref<?xf32>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %v = memref.subview %x[%c0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %m = memref.dim %v, %c0 : memref<?xf32, strided<[1], offset: ?>>
  %i = arith.index_cast %m : index to i32
  %r = arith.sitofp %i : i32 to f32
  memref.store %r, %y[] : memref<f32>
  return
}
func.func @operands(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}
func.func @aligned(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
func.func @distinct(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<8xf32>
  scf.for %i = %c0 to %d step %c1 {
    %v = memref.load %x[%i] : memref<8xf32>
    memref.store %v, %y[%i] : memref<8xf32>
  }
  return
}
func.func @assumed(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
func.func @no_alias(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<8xf32>
  scf.for %i = %c0 to %d step %c1 {
    %v = memref.load %x[%i] : memref<8xf32>
    memref.store %v, %y[%i] : memref<8xf32>
  }
  return
}
func.func @holds(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c1 = arith.constant 1 : i32
    %c7 = arith.constant 7 : i32
    %low = arith.andi %a, %c7 : i32
    %r = arith.addi %low, %c1 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @unused(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c7 = arith.constant 7 : i32
    %small = arith.cmpi ult, %a, %c7 : i32
    %sum = arith.addi %a, %c7 : i32
    %r = arith.select %small, %sum, %a : i32
    linalg.yield %r : i32
  }
  return
}
func.func @guarded(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @empty_slice(%x: tensor<?x8xf32>, %k: tensor<8xf32>) -> tensor<?x8xf32> {
  return %x : tensor<?x8xf32>
}
//--- scheduled.mlir
func.func @no_overflow(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.map ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) (%a: i32, %b: i32, %o: i32) {
    %r = arith.addi %a, %b overflow<nsw> : i32
    linalg.yield %r : i32
  }
  return %0 : tensor<?xi32>
}
func.func @no_carry(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.map ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) (%a: i32, %b: i32, %o: i32) {
    %r = arith.muli %a, %b overflow<nuw> : i32
    linalg.yield %r : i32
  }
  return %0 : tensor<?xi32>
}
func.func @no_rest(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c2 = arith.constant 2 : i32
    %r = arith.shrui %a, %c2 exact : i32
    linalg.yield %r : i32
  }
  return
}
func.func @in_range(%x: memref<8xf32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xf32>) outs(%y : memref<8xi32>) (%a: f32, %o: i32) {
    %s = arith.fptosi %a : f32 to i32
    %u = arith.fptoui %a : f32 to i32
    %r = arith.andi %u, %s : i32
    linalg.yield %r : i32
  }
  return
}
func.func @shifted(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %r = arith.shli %a, %a : i32
    linalg.yield %r : i32
  }
  return
}
func.func @address(%x: memref<8xi32>, %y: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %before = arith.subi %i, %c1 overflow<nuw> : index
    %j = arith.addi %before, %c1 : index
    %a = memref.load %x[%j] : memref<8xi32>
    memref.store %a, %y[%i] : memref<8xi32>
  }
  return
}
func.func @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %s = arith.minui %d, %c7 : index
  %r = tensor.insert_slice %x into %y[0] [%s] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @cast(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %y = tensor.cast %x : tensor<?xf32> to tensor<16xf32>
  %v = tensor.extract %y[%c0] : tensor<16xf32>
  %w = arith.addf %v, %v : f32
  return %w : f32
}
func.func @expanded(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %q = arith.ceildivui %d, %c4 : index
  %z = tensor.expand_shape %x [[0, 1]] output_shape [%q, 4] : tensor<?xf32> into tensor<?x4xf32>
  %v = tensor.extract %z[%c0, %c0] : tensor<?x4xf32>
  %w = arith.addf %v, %v : f32
  return %w : f32
}
func.func @slice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.divui %n, %c1 : index
  %o = tensor.extract_slice %y[%c1] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  %m = tensor.dim %o, %c0 : tensor<?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @view(%x: memref<?xf32>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %v = memref.subview %x[%c1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %m = memref.dim %v, %c0 : memref<?xf32, strided<[1], offset: ?>>
  %i = arith.index_cast %m : index to i32
  %r = arith.sitofp %i : i32 to f32
  memref.store %r, %y[] : memref<f32>
  return
}
func.func @operands(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %more = arith.addi %d, %c1 : index
  %z = memref.alloca(%more) : memref<?xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%z : memref<?xf32>)
  %v = memref.subview %z[0] [%d] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  memref.copy %x, %v : memref<?xf32> to memref<?xf32, strided<[1]>>
  linalg.add ins(%x, %z : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}
func.func @aligned(%x: memref<8xi32>, %y: memref<8xi32>) {
  %c1 = arith.constant 1 : index
  %v = memref.subview %x[1] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 1>>
  %p = memref.assume_alignment %v, 8 : memref<4xi32, strided<[1], offset: 1>>
  %a = memref.load %p[%c1] : memref<4xi32, strided<[1], offset: 1>>
  memref.store %a, %y[%c1] : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
func.func @distinct(%x: memref<8xf32>, %y: memref<8xf32>) {
  %p, %q = memref.distinct_objects %x, %y : memref<8xf32>, memref<8xf32>
  memref.copy %p, %q : memref<8xf32> to memref<8xf32>
  return
}
func.func @assumed(%x: memref<8xi32>, %y: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %a = memref.load %x[%c0] : memref<8xi32>
  %isPositive = arith.cmpi sgt, %a, %zero : i32
  llvm.intr.assume %isPositive : i1
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
func.func @no_alias(%x: memref<8xf32> {llvm.noalias}, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}
func.func @holds(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c1 = arith.constant 1 : i32
    %c7 = arith.constant 7 : i32
    %low = arith.andi %a, %c7 : i32
    %r = arith.addi %low, %c1 overflow<nsw, nuw> : i32
    linalg.yield %r : i32
  }
  return
}
func.func @unused(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c7 = arith.constant 7 : i32
    %small = arith.cmpi ult, %a, %c7 : i32
    %sum = arith.addi %a, %c7 overflow<nsw, nuw> : i32
    %r = arith.select %small, %sum, %a : i32
    linalg.yield %r : i32
  }
  return
}
func.func @guarded(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %y = tensor.cast %x : tensor<?xf32> to tensor<16xf32>
  %is16 = arith.cmpi eq, %d, %c16 : index
  %r = scf.if %is16 -> tensor<?xf32> {
    %0 = linalg.exp ins(%y : tensor<16xf32>) outs(%y : tensor<16xf32>) -> tensor<16xf32>
    %1 = tensor.cast %0 : tensor<16xf32> to tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @empty_slice(%x: tensor<?x8xf32>, %k: tensor<8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %m = arith.subi %d, %d : index
  // Without elements it is nowhere beyond its source, whatever the second offset is.
  %s = tensor.extract_slice %x[0, %d] [%m, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  %r = tensor.insert_slice %s into %x[0, 0] [%m, 8] [1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
