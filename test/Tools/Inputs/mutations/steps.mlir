// What mutate-inputs.test damages, next to the schedule library: each of our
// steps on a small payload.
!t = tensor<9x?xf32>

func.func @chain(%x: !t, %w: tensor<3xf32>, %out: tensor<7x?xf32>) -> tensor<7x?xf32> {
  %0 = linalg.exp ins(%x : !t) outs(%x : !t) -> !t
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                       affine_map<(i, j, k) -> (k)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %w : !t, tensor<3xf32>) outs(%out : tensor<7x?xf32>) attrs = {root} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<7x?xf32>
  return %1 : tensor<7x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 4 : i64 -> !transform.param<i64>
    %tiled, %loops:2 = transform.structured.fuse_ext %root
        tile_sizes [3, %size] interchange [1, 0] {max_recompute = 4.0}
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.tile_loop_hint %tiled : !transform.any_op
    transform.cleanup %module : !transform.any_op
    %buffers = transform.heddle.bufferize %module
        : (!transform.any_op) -> !transform.any_op
    transform.heddle.report_memory %buffers : !transform.any_op
    transform.yield
  }
}

// -----

func.func @padded(%x: tensor<6x5xf32>, %y: tensor<9x10xf32>, %out: tensor<9x10xf32>)
    -> tensor<9x10xf32> {
  %c = arith.constant 0.5 : f32
  %0 = tensor.pad %x low[1, 3] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  %1 = linalg.exp ins(%0 : tensor<9x10xf32>) outs(%out : tensor<9x10xf32>) -> tensor<9x10xf32>
  %2 = linalg.mul ins(%1, %y : tensor<9x10xf32>, tensor<9x10xf32>) outs(%out : tensor<9x10xf32>) -> tensor<9x10xf32>
  return %2 : tensor<9x10xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %func = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %func
        : (!transform.any_op) -> !transform.any_op
    %inside, %frame = transform.heddle.split_at_padding %merged {loops = [0]}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tiled, %loop = transform.structured.fuse_ext %inside tile_sizes [2] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %0 = transform.structured.match ops{["tensor.pad"]} in %module {heddle.may_be_empty}
        : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.heddle.fuse_pad %0 {heddle.may_be_empty}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @loops(%a: memref<16xf32>, %b: memref<16xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %t = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    memref.store %x, %t[%i] : memref<16xf32>
  } {heddle.loop_kind = "parallel", first}
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %t[%i] : memref<16xf32>
    memref.store %x, %b[%i] : memref<16xf32>
  } {heddle.loop_kind = "parallel", second}
  memref.dealloc %t : memref<16xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %first = transform.structured.match attributes {first} in %module
        : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match attributes {second} in %module
        : (!transform.any_op) -> !transform.any_op
    %pair = transform.merge_handles %first, %second : !transform.any_op
    %loop = transform.heddle.fuse_sibling_loops %pair
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
