// Every second byte of rows whose length is not known, in iterations that run at the same
// time, or one after the other: none needs memory of its own.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle check %s --openmp | FileCheck %s
// RUN: heddle-opt %s --apply-schedule --heddle-bufferize --heddle-lower-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: heddle check %s --function many --dims arg0=50001x9,arg1=50001x4 | FileCheck %s --check-prefix=MANY

// CHECK-DAG: bytes: equal: {{.*}}no race in 1 parallel loop
// CHECK-DAG: many: equal
// MANY: many: equal
// LLVM-NOT: vector.transfer_read
// LLVM:     llvm.func @bytes(
func.func @bytes(%a: tensor<?x?xi8>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, 2 * j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi8>) outs(%o : tensor<?x?xi8>) attrs = {forall} {
  ^bb0(%x: i8, %y: i8):
    %s = arith.addi %x, %y : i8
    linalg.yield %s : i8
  } -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

func.func @many(%a: tensor<?x?xi8>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, 2 * j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xi8>) outs(%o : tensor<?x?xi8>) {
  ^bb0(%x: i8, %y: i8):
    %s = arith.addi %x, %y : i8
    linalg.yield %s : i8
  } -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {forall} in %module : (!transform.any_op) -> !transform.any_op
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] {use_forall}
  transform.heddle.vectorize %module : !transform.any_op
}
