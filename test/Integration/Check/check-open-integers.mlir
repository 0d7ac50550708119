// Integers that are offsets or sizes of slices, that are compared with an index, or that
// are limited before they are one.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// CHECK:      off32: different: {{.*}}[random data, arg1 in [0, 60]]
// CHECK-NEXT: pos: different: {{.*}}[random data, arg1 in [0, 60]]
// CHECK-NEXT: ragged: different:
// Classes from 64 on are left out.
// CHECK-NEXT: onehot: different:
// CHECK-NEXT: xent: different:
// The schedule drops a limit, and reads outside.
// CHECK-NEXT: clamp: {{different|crashed|memory error}}:
// CHECK-NEXT: pad: different:

// RIGHT-COUNT-7: equal:

//--- payload.mlir
#id = affine_map<(d) -> (d)>
func.func @off32(%a: tensor<64xf32>, %kk: i32, %o: tensor<4xf32>) -> tensor<4xf32> {
  %k = arith.index_cast %kk : i32 to index
  %s = tensor.extract_slice %a[%k] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %r = linalg.negf ins(%s : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @pos(%a: tensor<64xf32>, %p: tensor<1xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %kk = tensor.extract %p[%c0] : tensor<1xi32>
  %k = arith.index_cast %kk : i32 to index
  %s = tensor.extract_slice %a[%k] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %r = linalg.negf ins(%s : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @ragged(%x: tensor<4x64xf32>, %len: tensor<4xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %b = %c0 to %c4 step %c1 iter_args(%acc = %o) -> tensor<4xf32> {
    %l = tensor.extract %len[%b] : tensor<4xi32>
    %n = arith.index_cast %l : i32 to index
    %s = tensor.extract_slice %x[%b, 0] [1, %n] [1, 1] : tensor<4x64xf32> to tensor<?xf32>
    %d = tensor.extract_slice %acc[%b] [1] [1] : tensor<4xf32> to tensor<f32>
    %t = linalg.reduce {arith.addf} ins(%s : tensor<?xf32>) outs(%d : tensor<f32>) dimensions = [0]
    %q = tensor.insert_slice %t into %acc[%b] [1] [1] : tensor<f32> into tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @onehot(%i: tensor<16xi32>, %v: tensor<16xf32>, %o: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%i, %v : tensor<16xi32>, tensor<16xf32>) outs(%o : tensor<16x256xf32>) {
  ^bb0(%x: i32, %w: f32, %old: f32):
    %z = arith.constant 0.0 : f32
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpi eq, %k, %x : i32
    %y = arith.select %c, %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}
func.func @xent(%i: tensor<16xi32>, %v: tensor<16x256xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%i, %v : tensor<16xi32>, tensor<16x256xf32>) outs(%o : tensor<16xf32>) {
  ^bb0(%x: i32, %w: f32, %old: f32):
    %z = arith.constant 0.0 : f32
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpi eq, %k, %x : i32
    %y = arith.select %c, %w, %z : f32
    %s = arith.addf %y, %old : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}
func.func @clamp(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c0 = arith.constant 0 : i32
    %c63 = arith.constant 63 : i32
    %x1 = arith.maxsi %x, %c0 : i32
    %x2 = arith.minsi %x1, %c63 : i32
    %k = arith.index_cast %x2 : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @pad(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c0 = arith.constant 0 : i32
    %z = arith.constant 0.0 : f32
    %is = arith.cmpi slt, %x, %c0 : i32
    %x2 = arith.select %is, %c0, %x : i32
    %k = arith.index_cast %x2 : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    %w = arith.select %is, %z, %v : f32
    linalg.yield %w : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}

//--- scheduled.mlir
#id = affine_map<(d) -> (d)>
func.func @off32(%a: tensor<64xf32>, %kk: i32, %o: tensor<4xf32>) -> tensor<4xf32> {
  %k = arith.index_cast %kk : i32 to index
  %cm = arith.constant 7 : index
  %km = arith.andi %k, %cm : index
  %s = tensor.extract_slice %a[%km] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %r = linalg.negf ins(%s : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @pos(%a: tensor<64xf32>, %p: tensor<1xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %kk = tensor.extract %p[%c0] : tensor<1xi32>
  %k = arith.index_cast %kk : i32 to index
  %cm = arith.constant 7 : index
  %km = arith.andi %k, %cm : index
  %s = tensor.extract_slice %a[%km] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %r = linalg.negf ins(%s : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @ragged(%x: tensor<4x64xf32>, %len: tensor<4xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %b = %c0 to %c4 step %c1 iter_args(%acc = %o) -> tensor<4xf32> {
    %l = tensor.extract %len[%b] : tensor<4xi32>
    %n = arith.index_cast %l : i32 to index
    %c2 = arith.constant 2 : index
    %m = arith.minui %n, %c2 : index
    %s = tensor.extract_slice %x[%b, 0] [1, %m] [1, 1] : tensor<4x64xf32> to tensor<?xf32>
    %d = tensor.extract_slice %acc[%b] [1] [1] : tensor<4xf32> to tensor<f32>
    %t = linalg.reduce {arith.addf} ins(%s : tensor<?xf32>) outs(%d : tensor<f32>) dimensions = [0]
    %q = tensor.insert_slice %t into %acc[%b] [1] [1] : tensor<f32> into tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @onehot(%i: tensor<16xi32>, %v: tensor<16xf32>, %o: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %zz = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zz : f32) outs(%o : tensor<16x256xf32>) -> tensor<16x256xf32>
  %h = tensor.extract_slice %f[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %r0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%i, %v : tensor<16xi32>, tensor<16xf32>) outs(%h : tensor<16x64xf32>) {
  ^bb0(%x: i32, %w: f32, %old: f32):
    %z = arith.constant 0.0 : f32
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpi eq, %k, %x : i32
    %y = arith.select %c, %w, %z : f32
    linalg.yield %y : f32
  } -> tensor<16x64xf32>
  %r = tensor.insert_slice %r0 into %f[0, 0] [16, 64] [1, 1] : tensor<16x64xf32> into tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}
func.func @xent(%i: tensor<16xi32>, %v: tensor<16x256xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  %h = tensor.extract_slice %v[0, 0] [16, 64] [1, 1] : tensor<16x256xf32> to tensor<16x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%i, %h : tensor<16xi32>, tensor<16x64xf32>) outs(%o : tensor<16xf32>) {
  ^bb0(%x: i32, %w: f32, %old: f32):
    %z = arith.constant 0.0 : f32
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpi eq, %k, %x : i32
    %y = arith.select %c, %w, %z : f32
    %s = arith.addf %y, %old : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}
func.func @clamp(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %k = arith.index_cast %x : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @pad(%t: tensor<64xf32>, %i: tensor<40xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : tensor<40xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: f32):
    %c0 = arith.constant 0 : i32
    %is = arith.cmpi slt, %x, %c0 : i32
    %x2 = arith.select %is, %c0, %x : i32
    %k = arith.index_cast %x2 : i32 to index
    %v = tensor.extract %t[%k] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
