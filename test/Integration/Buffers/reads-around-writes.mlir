// Memory is written between two equal reads of one view of it, or between an op that
// only copies and what reads the copy. CSE and canonicalization take such a view for a
// value. The steps of Heddle that run them give each read its own view.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/cleanup.mlir --allow-unchanged | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/bufferize.mlir | FileCheck %s
// RUN: heddle apply %t/payload.mlir -s %t/cleanup.mlir | FileCheck %s --check-prefix=IR
// CHECK-DAG: twice: equal
// CHECK-DAG: insertions: equal
// CHECK-DAG: slices: equal
// CHECK-DAG: before_a_loop: equal
// CHECK-DAG: in_a_branch: equal
// CHECK-DAG: tiles: equal
// CHECK-DAG: blocks: equal
// CHECK-DAG: copied: equal
// CHECK-DAG: unwritten: equal
// CHECK-DAG: no_iteration: equal
// CHECK-DAG: no_element: equal
// CHECK-DAG: all_inserted: equal
// CHECK-DAG: nothing_padded: equal
// CHECK-DAG: once_joined: equal
// CHECK-DAG: not_transposed: equal
// CHECK-DAG: joined_after_a_write: equal
// CHECK-DAG: joined_after_a_loop: equal

// IR-LABEL: func.func @twice(
// IR-SAME:    %[[M:[^:]*]]: memref
// IR:         %[[OLD:.*]] = bufferization.to_tensor %[[M]]
// IR:         linalg.exp ins(%[[OLD]] :
// IR:         linalg.add ins(%[[M]], %[[M]] :
// IR:         %[[NEW:.*]] = bufferization.to_tensor %[[M]]
// IR:         linalg.exp ins(%[[NEW]] :
// The view is made before the nest, and not in each iteration.
// IR-LABEL: func.func @tiles(
// IR:         linalg.add ins(%{{.*}}memref<6x7xf32>
// IR:         %[[NEW:.*]] = bufferization.to_tensor
// IR-NEXT:    scf.for %{{.*}} iter_args
// IR-NEXT:      tensor.extract_slice %[[NEW]]
// The end of a forall has insertions only: the view is made before it.
// IR-LABEL: func.func @insertions(
// IR:         scf.forall (
// IR:           %[[NEW:.*]] = bufferization.to_tensor
// IR-NEXT:      %[[PART:.*]] = tensor.extract_slice %[[NEW]]
// IR-NEXT:      scf.forall.in_parallel {
// IR-NEXT:        tensor.parallel_insert_slice %[[PART]]
// Without a write, equal reads are one.
// IR-LABEL: func.func @unwritten(
// IR:         %[[T:.*]] = bufferization.to_tensor
// IR:         linalg.exp ins(%[[T]] :
// IR-NOT:     linalg.exp
// IR:         return

//--- payload.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @twice(%m: memref<5x7xf32>) -> tensor<5x7xf32> {
  %t = bufferization.to_tensor %m restrict : memref<5x7xf32> to tensor<5x7xf32>
  %e = tensor.empty() : tensor<5x7xf32>
  %v = linalg.exp ins(%t : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  linalg.add ins(%m, %m : memref<5x7xf32>, memref<5x7xf32>) outs(%m : memref<5x7xf32>)
  %w = linalg.exp ins(%t : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.sub ins(%v, %w : tensor<5x7xf32>, tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
func.func @slices(%m: memref<?x7xf32>) -> tensor<1x7xf32> {
  %t = bufferization.to_tensor %m restrict : memref<?x7xf32> to tensor<?x7xf32>
  %e = tensor.empty() : tensor<1x7xf32>
  %s = tensor.extract_slice %t[0, 0] [1, 7] [1, 1] : tensor<?x7xf32> to tensor<1x7xf32>
  %v = linalg.exp ins(%s : tensor<1x7xf32>) outs(%e : tensor<1x7xf32>) -> tensor<1x7xf32>
  linalg.add ins(%m, %m : memref<?x7xf32>, memref<?x7xf32>) outs(%m : memref<?x7xf32>)
  %w = linalg.exp ins(%s : tensor<1x7xf32>) outs(%e : tensor<1x7xf32>) -> tensor<1x7xf32>
  %r = linalg.sub ins(%v, %w : tensor<1x7xf32>, tensor<1x7xf32>) outs(%e : tensor<1x7xf32>) -> tensor<1x7xf32>
  return %r : tensor<1x7xf32>
}
// The second iteration reads what the first one wrote.
func.func @before_a_loop(%m: memref<5xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %v) -> (tensor<5xf32>) {
    %w = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %s = linalg.add ins(%a, %w : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%m : memref<5xf32>)
    scf.yield %s : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}
func.func @in_a_branch(%m: memref<5xf32>, %c: i1) -> tensor<5xf32> {
  %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  scf.if %c {
    linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%m : memref<5xf32>)
  }
  %r = scf.if %c -> tensor<5xf32> {
    %w = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %s = linalg.sub ins(%v, %w : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %s : tensor<5xf32>
  } else {
    scf.yield %v : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}
func.func @tiles(%m: memref<6x7xf32>) -> (tensor<6x7xf32>, tensor<6x7xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %t = bufferization.to_tensor %m restrict : memref<6x7xf32> to tensor<6x7xf32>
  %e = tensor.empty() : tensor<6x7xf32>
  %v = scf.for %i = %c0 to %c6 step %c2 iter_args(%a = %e) -> (tensor<6x7xf32>) {
    %s = tensor.extract_slice %t[%i, 0] [2, 7] [1, 1] : tensor<6x7xf32> to tensor<2x7xf32>
    %d = tensor.extract_slice %a[%i, 0] [2, 7] [1, 1] : tensor<6x7xf32> to tensor<2x7xf32>
    %x = linalg.exp ins(%s : tensor<2x7xf32>) outs(%d : tensor<2x7xf32>) -> tensor<2x7xf32>
    %n = tensor.insert_slice %x into %a[%i, 0] [2, 7] [1, 1] : tensor<2x7xf32> into tensor<6x7xf32>
    scf.yield %n : tensor<6x7xf32>
  }
  linalg.add ins(%m, %m : memref<6x7xf32>, memref<6x7xf32>) outs(%m : memref<6x7xf32>)
  %w = scf.for %i = %c0 to %c6 step %c2 iter_args(%a = %e) -> (tensor<6x7xf32>) {
    %s = tensor.extract_slice %t[%i, 0] [2, 7] [1, 1] : tensor<6x7xf32> to tensor<2x7xf32>
    %d = tensor.extract_slice %a[%i, 0] [2, 7] [1, 1] : tensor<6x7xf32> to tensor<2x7xf32>
    %x = linalg.exp ins(%s : tensor<2x7xf32>) outs(%d : tensor<2x7xf32>) -> tensor<2x7xf32>
    %n = tensor.insert_slice %x into %a[%i, 0] [2, 7] [1, 1] : tensor<2x7xf32> into tensor<6x7xf32>
    scf.yield %n : tensor<6x7xf32>
  }
  return %v, %w : tensor<6x7xf32>, tensor<6x7xf32>
}
func.func @blocks(%m: memref<5xf32>) -> tensor<5xf32> {
  %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%m : memref<5xf32>)
  cf.br ^next
^next:
  %w = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.sub ins(%v, %w : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
func.func @copied(%m: memref<5x7xf32>) -> tensor<5x7xf32> {
  %t = bufferization.to_tensor %m restrict : memref<5x7xf32> to tensor<5x7xf32>
  %e = tensor.empty() : tensor<5x7xf32>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<5x7xf32>
  linalg.add ins(%m, %m : memref<5x7xf32>, memref<5x7xf32>) outs(%m : memref<5x7xf32>)
  %w = linalg.negf ins(%v : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %w : tensor<5x7xf32>
}
func.func @insertions(%m: memref<8xi32>, %t: tensor<8xi32>, %x: i32)
    -> (tensor<8xi32>, i32) {
  %c0 = arith.constant 0 : index
  %view = bufferization.to_tensor %m restrict : memref<8xi32> to tensor<8xi32>
  %before = tensor.extract %view[%c0] : tensor<8xi32>
  memref.store %x, %m[%c0] : memref<8xi32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<8xi32> {
    %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %part = tensor.extract_slice %view[%at] [2] [1]
        : tensor<8xi32> to tensor<2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%at] [2] [1]
          : tensor<2xi32> into tensor<8xi32>
    }
  }
  return %r, %before : tensor<8xi32>, i32
}
func.func @unwritten(%m: memref<5xf32>, %o: memref<5xf32> {llvm.noalias}, %x: f32) -> tensor<5xf32> {
  %t = bufferization.to_tensor %m restrict : memref<5xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  linalg.fill ins(%x : f32) outs(%o : memref<5xf32>)
  %w = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.add ins(%v, %w : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
// What canonicalization replaces by the tensor that it starts from or reads: a loop
// without iterations, a sum without elements, an insertion of everything, and others.
func.func @no_iteration(%m: memref<3xf32>) -> tensor<3xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %t) -> tensor<3xf32> {
    %s = linalg.exp ins(%a : tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
    scf.yield %s : tensor<3xf32>
  }
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  return %r : tensor<3xf32>
}
func.func @no_element(%x: tensor<3x0xf32>, %m: memref<3xf32>) -> tensor<3xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x0xf32>) outs(%t : tensor<3xf32>) dimensions = [1]
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  %e = tensor.empty() : tensor<3xf32>
  %s = linalg.add ins(%r, %r : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}
func.func @all_inserted(%m: memref<3xf32>) -> tensor<3xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %r = tensor.insert_slice %t into %e[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  return %r : tensor<3xf32>
}
func.func @nothing_padded(%m: memref<3xf32>) -> tensor<3xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %r = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<3xf32>
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  return %r : tensor<3xf32>
}
func.func @once_joined(%m: memref<3xf32>) -> tensor<3xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %r = tensor.concat dim(0) %t : (tensor<3xf32>) -> tensor<3xf32>
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  return %r : tensor<3xf32>
}
func.func @not_transposed(%m: memref<3x4xf32>) -> tensor<3x4xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3x4xf32> to tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %r = linalg.transpose ins(%t : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) permutation = [0, 1]
  linalg.exp ins(%m : memref<3x4xf32>) outs(%m : memref<3x4xf32>)
  return %r : tensor<3x4xf32>
}
// The second part is ready before the write, and the first one is not: it reads what is
// written. The buffer of both is not made earlier for the second one.
func.func @joined_after_a_write(%m: memref<3xf32>) -> tensor<6xf32> {
  %two = arith.constant 2.0 : f32
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %second = linalg.fill ins(%two : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  %d = tensor.empty() : tensor<3xf32>
  %first = linalg.exp ins(%t : tensor<3xf32>) outs(%d : tensor<3xf32>) -> tensor<3xf32>
  %r = tensor.concat dim(0) %first, %second : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
func.func @joined_after_a_loop(%m: memref<3x4xf32>, %n: index) -> tensor<6x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %t = bufferization.to_tensor %m restrict : memref<3x4xf32> to tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %second = linalg.fill ins(%two : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.negf ins(%m : memref<3x4xf32>) outs(%m : memref<3x4xf32>)
  }
  %d = tensor.empty() : tensor<3x4xf32>
  %first = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %d) -> tensor<3x4xf32> {
    %v = linalg.exp ins(%t : tensor<3x4xf32>) outs(%a : tensor<3x4xf32>) -> tensor<3x4xf32>
    scf.yield %v : tensor<3x4xf32>
  }
  %r = tensor.concat dim(0) %first, %second : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

//--- cleanup.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.cleanup %module : !transform.any_op
    transform.yield
  }
}
//--- bufferize.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
