// What a body reads, or an odd map, from a slice whose rows are not next to each other.
// The vectorizer numbers the elements of the slice; its buffer is a view.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle apply %s | FileCheck %s --check-prefix=BUFFERS
// CHECK-DAG: every_other: equal
// CHECK-DAG: block: equal
// CHECK-DAG: backward: equal
// CHECK-DAG: dynamic: equal

#ij = affine_map<(i, j) -> (i, j)>
#half = affine_map<(i, j) -> (i, j floordiv 2)>
#back = affine_map<(i, j) -> (-i + 12, j)>

// BUFFERS-LABEL: func.func @every_other(
// BUFFERS-NOT:     linalg.
// BUFFERS:         vector.gather %{{.*}} : memref<?xf16, strided<[1], offset: ?>>
// BUFFERS:         return
func.func @every_other(%x: tensor<38x1xf16>, %y: tensor<17x1xf16>) -> tensor<17x1xf16> {
  %s = tensor.extract_slice %x[3, 0] [17, 1] [2, 1] : tensor<38x1xf16> to tensor<17x1xf16>
  %r = linalg.generic {indexing_maps = [#half, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<17x1xf16>) outs(%y : tensor<17x1xf16>) {
  ^bb0(%a: f16, %o: f16):
    %m = arith.maximumf %a, %o : f16
    linalg.yield %m : f16
  } -> tensor<17x1xf16>
  return %r : tensor<17x1xf16>
}

func.func @block(%x: tensor<9x11xf32>, %n: tensor<13x7xi32>, %y: tensor<13x7xf32>) -> tensor<13x7xf32> {
  %s = tensor.extract_slice %x[2, 1] [5, 6] [1, 1] : tensor<9x11xf32> to tensor<5x6xf32>
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<13x7xi32>) outs(%y : tensor<13x7xf32>) {
  ^bb0(%k: i32, %o: f32):
    %u = arith.index_castui %k : i32 to index
    %row = arith.remui %u, %c5 : index
    %i = linalg.index 0 : index
    %column = arith.remui %i, %c6 : index
    %e = tensor.extract %s[%row, %column] : tensor<5x6xf32>
    %d = arith.subf %e, %o : f32
    linalg.yield %d : f32
  } -> tensor<13x7xf32>
  return %r : tensor<13x7xf32>
}

func.func @backward(%x: tensor<30x8xf32>, %y: tensor<13x1xf32>) -> tensor<13x1xf32> {
  %s = tensor.extract_slice %x[1, 5] [13, 1] [2, 1] : tensor<30x8xf32> to tensor<13x1xf32>
  %r = linalg.generic {indexing_maps = [#back, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<13x1xf32>) outs(%y : tensor<13x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.subf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<13x1xf32>
  return %r : tensor<13x1xf32>
}

func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x9xf32>, %n: index) -> tensor<?x9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s = tensor.extract_slice %x[0, 0] [%d, 1] [1, 1] : tensor<?x?xf32> to tensor<?x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j floordiv 9)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<?x1xf32>) outs(%y : tensor<?x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.subf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<?x9xf32>
  return %r : tensor<?x9xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %root {best_effort}
    %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
