// Six ops on four inputs move each input and the result once: as loops the merged
// function has four loads and one store per element and no buffer of its own; the
// function as it is has ten loads and six stores.
//
// RUN: split-file %s %t
// RUN: heddle check %t/chain.mlir -s %t/merge.mlir | FileCheck %s --check-prefix=SAME
// RUN: heddle apply %t/chain.mlir -s %t/merge.mlir \
// RUN:   | heddle-opt --convert-linalg-to-loops | FileCheck %s --check-prefix=MERGED
// RUN: heddle apply %t/chain.mlir -s %t/plain.mlir \
// RUN:   | heddle-opt --convert-linalg-to-loops > %t/plain-loops.mlir
// RUN: grep -c memref.load %t/plain-loops.mlir | FileCheck %s --check-prefix=LOADS
// RUN: grep -c memref.store %t/plain-loops.mlir | FileCheck %s --check-prefix=STORES

// SAME: chain: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)

// MERGED-LABEL: func.func @chain(
// MERGED-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}, %[[D:[a-z0-9]+]]: {{.*}}, %[[R:[a-z0-9]+]]: memref<64x32xf32>
// MERGED-NOT:     memref.alloc
// MERGED:         scf.for %[[I:[a-z0-9]+]] =
// MERGED-NEXT:      scf.for %[[J:[a-z0-9]+]] =
// MERGED-DAG:         %{{.*}} = memref.load %[[A]][%[[I]], %[[J]]]
// MERGED-DAG:         %{{.*}} = memref.load %[[B]][%[[I]], %[[J]]]
// MERGED-DAG:         %{{.*}} = memref.load %[[C]][%[[J]]]
// MERGED-DAG:         %{{.*}} = memref.load %[[D]][%[[I]], %[[J]]]
// MERGED-NOT:         memref.load
// MERGED:             memref.store %{{.*}}, %[[R]][%[[I]], %[[J]]]
// MERGED-NOT:     memref.{{load|store|copy|alloc}}

// LOADS: {{^}}10{{$}}
// STORES: {{^}}6{{$}}

//--- chain.mlir
!t = tensor<64x32xf32>
func.func @chain(%a: !t, %b: !t, %c: tensor<32xf32>, %d: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.add ins(%a, %b : !t, !t) outs(%e : !t) -> !t
  %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
  %2 = linalg.broadcast ins(%c : tensor<32xf32>) outs(%e : !t) dimensions = [0]
  %3 = linalg.sub ins(%1, %2 : !t, !t) outs(%e : !t) -> !t
  %4 = linalg.max ins(%3, %d : !t, !t) outs(%e : !t) -> !t
  %5 = linalg.mul ins(%4, %b : !t, !t) outs(%e : !t) -> !t
  return %5 : !t
}

//--- merge.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module
      : (!transform.any_op) -> !transform.any_op
    %buffers = transform.heddle.bufferize %module {returns = "out_params"}
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.assert_memory %buffers {allocations = 0, copies = 0}
      : !transform.any_op
    transform.yield
  }
}

//--- plain.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %buffers = transform.heddle.bufferize %module {returns = "out_params"}
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
