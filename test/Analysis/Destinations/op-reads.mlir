// What Analysis/Destinations says that an op reads is what running it reads, for
// each op of linalg, linalg_ext, tensor and memref that can be run: the results, or
// what the op leaves in memory, depend on the contents of an operand or do not.
// An op without a function here needs a reason, so a new one fails this test.
// RUN: heddle-op-reads %s | FileCheck %s

// CHECK-DAG: tensor.gather: not run: is not bufferized
// CHECK-DAG: linalg.map @map_reads_destination argument 1: read
// CHECK-DAG: linalg.map @map_reads_destination_on_memory argument 1: read
// CHECK-DAG: linalg.map @map_reads_one argument 1: not read
// CHECK-DAG: linalg.map @map_reads_one argument 2: not read
// CHECK-DAG: linalg.generic @generic_reads_second argument 1: not read
// CHECK-DAG: linalg.generic @generic_reads_second argument 2: read
// CHECK-DAG: linalg.generic @generic_diagonal argument 1: read
// CHECK-DAG: linalg.generic @generic_diagonal_on_memory argument 1: not read
// CHECK-DAG: tensor.reshape @reshape argument 1: read
// CHECK-DAG: memref.reshape @memref_reshape argument 1: read
// CHECK-DAG: memref.subview @memref_subview argument 0: not read
// CHECK: operands{{$}}

module attributes {heddle.skipped = {
  "linalg.index" = "has no operand",
  "linalg.yield" = "ends a body",
  "linalg_ext.yield" = "ends a body",
  "memref.alloc" = "has no operand with elements",
  "memref.alloca" = "has no operand with elements",
  "memref.alloca_scope" = "has no operand",
  "memref.alloca_scope.return" = "ends a body",
  "memref.atomic_yield" = "ends a body",
  "memref.dealloc" = "frees its operand",
  "memref.distinct_objects" = "is not lowered for a CPU",
  "memref.dma_start" = "is not lowered for a CPU",
  "memref.dma_wait" = "is not lowered for a CPU",
  "memref.get_global" = "has no operand",
  "memref.global" = "has no operand",
  "memref.memory_space_cast" = "has one memory space to go to on a CPU",
  "memref.realloc" = "frees its operand",
  "tensor.bitcast" = "is not bufferized",
  "tensor.empty" = "has no operand with elements",
  "tensor.from_elements" = "has no operand with elements",
  "tensor.gather" = "is not bufferized",
  "tensor.generate" = "has no operand with elements",
  "tensor.rank" = "is not bufferized",
  "tensor.scatter" = "is not bufferized",
  "tensor.splat" = "has no operand with elements",
  "tensor.yield" = "ends a body"}} {

func.func @abs(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.abs"} {
  %0 = linalg.abs ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @ceil(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.ceil"} {
  %0 = linalg.ceil ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @erf(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.erf"} {
  %0 = linalg.erf ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @exp(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.exp"} {
  %0 = linalg.exp ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @exp_on_memory(%i0: memref<4xf32>, %o: memref<4xf32>) attributes {heddle.op = "linalg.exp"} {
  linalg.exp ins(%i0 : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @floor(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.floor"} {
  %0 = linalg.floor ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @log(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.log"} {
  %0 = linalg.log ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @negf(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.negf"} {
  %0 = linalg.negf ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @reciprocal(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.reciprocal"} {
  %0 = linalg.reciprocal ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @round(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.round"} {
  %0 = linalg.round ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @rsqrt(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.rsqrt"} {
  %0 = linalg.rsqrt ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @sqrt(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.sqrt"} {
  %0 = linalg.sqrt ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @square(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.square"} {
  %0 = linalg.square ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @tanh(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.tanh"} {
  %0 = linalg.tanh ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @copy(%i0: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.copy"} {
  %0 = linalg.copy ins(%i0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @copy_on_memory(%i0: memref<4xf32>, %o: memref<4xf32>) attributes {heddle.op = "linalg.copy"} {
  linalg.copy ins(%i0 : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @add(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.add"} {
  %0 = linalg.add ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @add_on_memory(%i0: memref<4xf32>, %i1: memref<4xf32>, %o: memref<4xf32>) attributes {heddle.op = "linalg.add"} {
  linalg.add ins(%i0, %i1 : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

func.func @div(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.div"} {
  %0 = linalg.div ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @max(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.max"} {
  %0 = linalg.max ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @min(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.min"} {
  %0 = linalg.min ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @mul(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.mul"} {
  %0 = linalg.mul ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @powf(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.powf"} {
  %0 = linalg.powf ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @sub(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.sub"} {
  %0 = linalg.sub ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @div_unsigned(%i0: tensor<4xi32>, %i1: tensor<4xi32>, %o: tensor<4xi32>) -> (tensor<4xi32>) attributes {heddle.op = "linalg.div_unsigned"} {
  %0 = linalg.div_unsigned ins(%i0, %i1 : tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @select(%i0: tensor<4xi1>, %i1: tensor<4xf32>, %i2: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.select"} {
  %0 = linalg.select ins(%i0, %i1, %i2 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @elementwise(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.elementwise"} {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @matmul(%i0: tensor<2x3xf32>, %i1: tensor<3x4xf32>, %o: tensor<2x4xf32>) -> (tensor<2x4xf32>) attributes {heddle.op = "linalg.matmul"} {
  %0 = linalg.matmul ins(%i0, %i1 : tensor<2x3xf32>, tensor<3x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @matmul_on_memory(%i0: memref<2x3xf32>, %i1: memref<3x4xf32>, %o: memref<2x4xf32>) attributes {heddle.op = "linalg.matmul"} {
  linalg.matmul ins(%i0, %i1 : memref<2x3xf32>, memref<3x4xf32>) outs(%o : memref<2x4xf32>)
  return
}

func.func @batch_matmul(%i0: tensor<2x2x3xf32>, %i1: tensor<2x3x4xf32>, %o: tensor<2x2x4xf32>) -> (tensor<2x2x4xf32>) attributes {heddle.op = "linalg.batch_matmul"} {
  %0 = linalg.batch_matmul ins(%i0, %i1 : tensor<2x2x3xf32>, tensor<2x3x4xf32>) outs(%o : tensor<2x2x4xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}

func.func @batch_reduce_matmul(%i0: tensor<2x2x3xf32>, %i1: tensor<2x3x4xf32>, %o: tensor<2x4xf32>) -> (tensor<2x4xf32>) attributes {heddle.op = "linalg.batch_reduce_matmul"} {
  %0 = linalg.batch_reduce_matmul ins(%i0, %i1 : tensor<2x2x3xf32>, tensor<2x3x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @batch_matvec(%i0: tensor<2x2x3xf32>, %i1: tensor<2x3xf32>, %o: tensor<2x2xf32>) -> (tensor<2x2xf32>) attributes {heddle.op = "linalg.batch_matvec"} {
  %0 = linalg.batch_matvec ins(%i0, %i1 : tensor<2x2x3xf32>, tensor<2x3xf32>) outs(%o : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

func.func @batch_vecmat(%i0: tensor<2x3xf32>, %i1: tensor<2x3x4xf32>, %o: tensor<2x4xf32>) -> (tensor<2x4xf32>) attributes {heddle.op = "linalg.batch_vecmat"} {
  %0 = linalg.batch_vecmat ins(%i0, %i1 : tensor<2x3xf32>, tensor<2x3x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @matvec(%i0: tensor<2x3xf32>, %i1: tensor<3xf32>, %o: tensor<2xf32>) -> (tensor<2xf32>) attributes {heddle.op = "linalg.matvec"} {
  %0 = linalg.matvec ins(%i0, %i1 : tensor<2x3xf32>, tensor<3xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @vecmat(%i0: tensor<3xf32>, %i1: tensor<3x4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.vecmat"} {
  %0 = linalg.vecmat ins(%i0, %i1 : tensor<3xf32>, tensor<3x4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @dot(%i0: tensor<3xf32>, %i1: tensor<3xf32>, %o: tensor<f32>) -> (tensor<f32>) attributes {heddle.op = "linalg.dot"} {
  %0 = linalg.dot ins(%i0, %i1 : tensor<3xf32>, tensor<3xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @mmt4d(%i0: tensor<2x1x2x3xf32>, %i1: tensor<2x1x4x3xf32>, %o: tensor<2x2x2x4xf32>) -> (tensor<2x2x2x4xf32>) attributes {heddle.op = "linalg.mmt4d"} {
  %0 = linalg.mmt4d ins(%i0, %i1 : tensor<2x1x2x3xf32>, tensor<2x1x4x3xf32>) outs(%o : tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32>
  return %0 : tensor<2x2x2x4xf32>
}

func.func @batch_mmt4d(%i0: tensor<2x2x1x2x3xf32>, %i1: tensor<2x2x1x4x3xf32>, %o: tensor<2x2x2x2x4xf32>) -> (tensor<2x2x2x2x4xf32>) attributes {heddle.op = "linalg.batch_mmt4d"} {
  %0 = linalg.batch_mmt4d ins(%i0, %i1 : tensor<2x2x1x2x3xf32>, tensor<2x2x1x4x3xf32>) outs(%o : tensor<2x2x2x2x4xf32>) -> tensor<2x2x2x2x4xf32>
  return %0 : tensor<2x2x2x2x4xf32>
}

func.func @conv_1d(%i0: tensor<4xf32>, %i1: tensor<2xf32>, %o: tensor<3xf32>) -> (tensor<3xf32>) attributes {heddle.op = "linalg.conv_1d"} {
  %0 = linalg.conv_1d ins(%i0, %i1 : tensor<4xf32>, tensor<2xf32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @conv_2d(%i0: tensor<4x4xf32>, %i1: tensor<2x2xf32>, %o: tensor<3x3xf32>) -> (tensor<3x3xf32>) attributes {heddle.op = "linalg.conv_2d"} {
  %0 = linalg.conv_2d ins(%i0, %i1 : tensor<4x4xf32>, tensor<2x2xf32>) outs(%o : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @conv_2d_on_memory(%i0: memref<4x4xf32>, %i1: memref<2x2xf32>, %o: memref<3x3xf32>) attributes {heddle.op = "linalg.conv_2d"} {
  linalg.conv_2d ins(%i0, %i1 : memref<4x4xf32>, memref<2x2xf32>) outs(%o : memref<3x3xf32>)
  return
}

func.func @conv_3d(%i0: tensor<3x3x3xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>) attributes {heddle.op = "linalg.conv_3d"} {
  %0 = linalg.conv_3d ins(%i0, %i1 : tensor<3x3x3xf32>, tensor<2x2x2xf32>) outs(%o : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}

func.func @conv_1d_ncw_fcw(%i0: tensor<1x2x4xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x2x3xf32>) -> (tensor<1x2x3xf32>) attributes {heddle.op = "linalg.conv_1d_ncw_fcw"} {
  %0 = linalg.conv_1d_ncw_fcw ins(%i0, %i1 : tensor<1x2x4xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

func.func @conv_1d_nwc_wcf(%i0: tensor<1x4x2xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>) attributes {heddle.op = "linalg.conv_1d_nwc_wcf"} {
  %0 = linalg.conv_1d_nwc_wcf ins(%i0, %i1 : tensor<1x4x2xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

func.func @conv_2d_nchw_fchw(%i0: tensor<1x2x4x4xf32>, %i1: tensor<2x2x2x2xf32>, %o: tensor<1x2x3x3xf32>) -> (tensor<1x2x3x3xf32>) attributes {heddle.op = "linalg.conv_2d_nchw_fchw"} {
  %0 = linalg.conv_2d_nchw_fchw ins(%i0, %i1 : tensor<1x2x4x4xf32>, tensor<2x2x2x2xf32>) outs(%o : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

func.func @conv_2d_ngchw_fgchw(%i0: tensor<1x2x1x4x4xf32>, %i1: tensor<2x2x1x2x2xf32>, %o: tensor<1x2x2x3x3xf32>) -> (tensor<1x2x2x3x3xf32>) attributes {heddle.op = "linalg.conv_2d_ngchw_fgchw"} {
  %0 = linalg.conv_2d_ngchw_fgchw ins(%i0, %i1 : tensor<1x2x1x4x4xf32>, tensor<2x2x1x2x2xf32>) outs(%o : tensor<1x2x2x3x3xf32>) -> tensor<1x2x2x3x3xf32>
  return %0 : tensor<1x2x2x3x3xf32>
}

func.func @conv_2d_ngchw_gfchw(%i0: tensor<1x2x1x4x4xf32>, %i1: tensor<2x2x1x2x2xf32>, %o: tensor<1x2x2x3x3xf32>) -> (tensor<1x2x2x3x3xf32>) attributes {heddle.op = "linalg.conv_2d_ngchw_gfchw"} {
  %0 = linalg.conv_2d_ngchw_gfchw ins(%i0, %i1 : tensor<1x2x1x4x4xf32>, tensor<2x2x1x2x2xf32>) outs(%o : tensor<1x2x2x3x3xf32>) -> tensor<1x2x2x3x3xf32>
  return %0 : tensor<1x2x2x3x3xf32>
}

func.func @conv_2d_nhwc_fhwc(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2x2x2xf32>, %o: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>) attributes {heddle.op = "linalg.conv_2d_nhwc_fhwc"} {
  %0 = linalg.conv_2d_nhwc_fhwc ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2x2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

func.func @conv_2d_nhwc_hwcf(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2x2x2xf32>, %o: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>) attributes {heddle.op = "linalg.conv_2d_nhwc_hwcf"} {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2x2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

func.func @conv_2d_nhwgc_gfhwc(%i0: tensor<1x4x4x2x1xf32>, %i1: tensor<2x2x2x2x1xf32>, %o: tensor<1x3x3x2x2xf32>) -> (tensor<1x3x3x2x2xf32>) attributes {heddle.op = "linalg.conv_2d_nhwgc_gfhwc"} {
  %0 = linalg.conv_2d_nhwgc_gfhwc ins(%i0, %i1 : tensor<1x4x4x2x1xf32>, tensor<2x2x2x2x1xf32>) outs(%o : tensor<1x3x3x2x2xf32>) -> tensor<1x3x3x2x2xf32>
  return %0 : tensor<1x3x3x2x2xf32>
}

func.func @conv_3d_ncdhw_fcdhw(%i0: tensor<1x2x3x3x3xf32>, %i1: tensor<2x2x2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.conv_3d_ncdhw_fcdhw"} {
  %0 = linalg.conv_3d_ncdhw_fcdhw ins(%i0, %i1 : tensor<1x2x3x3x3xf32>, tensor<2x2x2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @conv_3d_ndhwc_dhwcf(%i0: tensor<1x3x3x3x2xf32>, %i1: tensor<2x2x2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.conv_3d_ndhwc_dhwcf"} {
  %0 = linalg.conv_3d_ndhwc_dhwcf ins(%i0, %i1 : tensor<1x3x3x3x2xf32>, tensor<2x2x2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @depthwise_conv_1d_ncw_cw(%i0: tensor<1x2x4xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x2x3xf32>) -> (tensor<1x2x3xf32>) attributes {heddle.op = "linalg.depthwise_conv_1d_ncw_cw"} {
  %0 = linalg.depthwise_conv_1d_ncw_cw ins(%i0, %i1 : tensor<1x2x4xf32>, tensor<2x2xf32>) outs(%o : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

func.func @depthwise_conv_1d_nwc_wc(%i0: tensor<1x4x2xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>) attributes {heddle.op = "linalg.depthwise_conv_1d_nwc_wc"} {
  %0 = linalg.depthwise_conv_1d_nwc_wc ins(%i0, %i1 : tensor<1x4x2xf32>, tensor<2x2xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

func.func @depthwise_conv_1d_nwc_wcm(%i0: tensor<1x4x2xf32>, %i1: tensor<2x2x3xf32>, %o: tensor<1x3x2x3xf32>) -> (tensor<1x3x2x3xf32>) attributes {heddle.op = "linalg.depthwise_conv_1d_nwc_wcm"} {
  %0 = linalg.depthwise_conv_1d_nwc_wcm ins(%i0, %i1 : tensor<1x4x2xf32>, tensor<2x2x3xf32>) outs(%o : tensor<1x3x2x3xf32>) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

func.func @depthwise_conv_2d_nchw_chw(%i0: tensor<1x2x4x4xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x2x3x3xf32>) -> (tensor<1x2x3x3xf32>) attributes {heddle.op = "linalg.depthwise_conv_2d_nchw_chw"} {
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%i0, %i1 : tensor<1x2x4x4xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

func.func @depthwise_conv_2d_nhwc_hwc(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>) attributes {heddle.op = "linalg.depthwise_conv_2d_nhwc_hwc"} {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

func.func @depthwise_conv_2d_nhwc_hwcm(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2x2x3xf32>, %o: tensor<1x3x3x2x3xf32>) -> (tensor<1x3x3x2x3xf32>) attributes {heddle.op = "linalg.depthwise_conv_2d_nhwc_hwcm"} {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2x2x3xf32>) outs(%o : tensor<1x3x3x2x3xf32>) -> tensor<1x3x3x2x3xf32>
  return %0 : tensor<1x3x3x2x3xf32>
}

func.func @depthwise_conv_3d_ncdhw_cdhw(%i0: tensor<1x2x3x3x3xf32>, %i1: tensor<2x2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.depthwise_conv_3d_ncdhw_cdhw"} {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%i0, %i1 : tensor<1x2x3x3x3xf32>, tensor<2x2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @depthwise_conv_3d_ndhwc_dhwc(%i0: tensor<1x3x3x3x2xf32>, %i1: tensor<2x2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.depthwise_conv_3d_ndhwc_dhwc"} {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%i0, %i1 : tensor<1x3x3x3x2xf32>, tensor<2x2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @depthwise_conv_3d_ndhwc_dhwcm(%i0: tensor<1x3x3x3x2xf32>, %i1: tensor<2x2x2x2x3xf32>, %o: tensor<1x2x2x2x2x3xf32>) -> (tensor<1x2x2x2x2x3xf32>) attributes {heddle.op = "linalg.depthwise_conv_3d_ndhwc_dhwcm"} {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%i0, %i1 : tensor<1x3x3x3x2xf32>, tensor<2x2x2x2x3xf32>) outs(%o : tensor<1x2x2x2x2x3xf32>) -> tensor<1x2x2x2x2x3xf32>
  return %0 : tensor<1x2x2x2x2x3xf32>
}

func.func @conv_2d_nchw_fchw_q(%i0: tensor<1x2x4x4xi8>, %i1: tensor<2x2x2x2xi8>, %s0: i32, %s1: i32, %o: tensor<1x2x3x3xi32>) -> (tensor<1x2x3x3xi32>) attributes {heddle.op = "linalg.conv_2d_nchw_fchw_q"} {
  %0 = linalg.conv_2d_nchw_fchw_q ins(%i0, %i1, %s0, %s1 : tensor<1x2x4x4xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x3x3xi32>) -> tensor<1x2x3x3xi32>
  return %0 : tensor<1x2x3x3xi32>
}

func.func @conv_2d_ngchw_gfchw_q(%i0: tensor<1x2x1x4x4xi8>, %i1: tensor<2x2x1x2x2xi8>, %s0: i32, %s1: i32, %o: tensor<1x2x2x3x3xi32>) -> (tensor<1x2x2x3x3xi32>) attributes {heddle.op = "linalg.conv_2d_ngchw_gfchw_q"} {
  %0 = linalg.conv_2d_ngchw_gfchw_q ins(%i0, %i1, %s0, %s1 : tensor<1x2x1x4x4xi8>, tensor<2x2x1x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x3x3xi32>) -> tensor<1x2x2x3x3xi32>
  return %0 : tensor<1x2x2x3x3xi32>
}

func.func @conv_2d_nhwc_fhwc_q(%i0: tensor<1x4x4x2xi8>, %i1: tensor<2x2x2x2xi8>, %s0: i32, %s1: i32, %o: tensor<1x3x3x2xi32>) -> (tensor<1x3x3x2xi32>) attributes {heddle.op = "linalg.conv_2d_nhwc_fhwc_q"} {
  %0 = linalg.conv_2d_nhwc_fhwc_q ins(%i0, %i1, %s0, %s1 : tensor<1x4x4x2xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  return %0 : tensor<1x3x3x2xi32>
}

func.func @conv_2d_nhwc_hwcf_q(%i0: tensor<1x4x4x2xi8>, %i1: tensor<2x2x2x2xi8>, %s0: i32, %s1: i32, %o: tensor<1x3x3x2xi32>) -> (tensor<1x3x3x2xi32>) attributes {heddle.op = "linalg.conv_2d_nhwc_hwcf_q"} {
  %0 = linalg.conv_2d_nhwc_hwcf_q ins(%i0, %i1, %s0, %s1 : tensor<1x4x4x2xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  return %0 : tensor<1x3x3x2xi32>
}

func.func @conv_2d_nhwgc_gfhwc_q(%i0: tensor<1x4x4x2x1xi8>, %i1: tensor<2x2x2x2x1xi8>, %s0: i32, %s1: i32, %o: tensor<1x3x3x2x2xi32>) -> (tensor<1x3x3x2x2xi32>) attributes {heddle.op = "linalg.conv_2d_nhwgc_gfhwc_q"} {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q ins(%i0, %i1, %s0, %s1 : tensor<1x4x4x2x1xi8>, tensor<2x2x2x2x1xi8>, i32, i32) outs(%o : tensor<1x3x3x2x2xi32>) -> tensor<1x3x3x2x2xi32>
  return %0 : tensor<1x3x3x2x2xi32>
}

func.func @conv_3d_ndhwc_dhwcf_q(%i0: tensor<1x3x3x3x2xi8>, %i1: tensor<2x2x2x2x2xi8>, %s0: i32, %s1: i32, %o: tensor<1x2x2x2x2xi32>) -> (tensor<1x2x2x2x2xi32>) attributes {heddle.op = "linalg.conv_3d_ndhwc_dhwcf_q"} {
  %0 = linalg.conv_3d_ndhwc_dhwcf_q ins(%i0, %i1, %s0, %s1 : tensor<1x3x3x3x2xi8>, tensor<2x2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32>
  return %0 : tensor<1x2x2x2x2xi32>
}

func.func @depthwise_conv_2d_nhwc_hwc_q(%i0: tensor<1x4x4x2xi8>, %i1: tensor<2x2x2xi8>, %s0: i32, %s1: i32, %o: tensor<1x3x3x2xi32>) -> (tensor<1x3x3x2xi32>) attributes {heddle.op = "linalg.depthwise_conv_2d_nhwc_hwc_q"} {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%i0, %i1, %s0, %s1 : tensor<1x4x4x2xi8>, tensor<2x2x2xi8>, i32, i32) outs(%o : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  return %0 : tensor<1x3x3x2xi32>
}

func.func @depthwise_conv_2d_nhwc_hwcm_q(%i0: tensor<1x4x4x2xi8>, %i1: tensor<2x2x2x3xi8>, %s0: i32, %s1: i32, %o: tensor<1x3x3x2x3xi32>) -> (tensor<1x3x3x2x3xi32>) attributes {heddle.op = "linalg.depthwise_conv_2d_nhwc_hwcm_q"} {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%i0, %i1, %s0, %s1 : tensor<1x4x4x2xi8>, tensor<2x2x2x3xi8>, i32, i32) outs(%o : tensor<1x3x3x2x3xi32>) -> tensor<1x3x3x2x3xi32>
  return %0 : tensor<1x3x3x2x3xi32>
}

func.func @quantized_matmul(%i0: tensor<2x3xi8>, %i1: tensor<3x4xi8>, %s0: i32, %s1: i32, %o: tensor<2x4xi32>) -> (tensor<2x4xi32>) attributes {heddle.op = "linalg.quantized_matmul"} {
  %0 = linalg.quantized_matmul ins(%i0, %i1, %s0, %s1 : tensor<2x3xi8>, tensor<3x4xi8>, i32, i32) outs(%o : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

func.func @quantized_batch_matmul(%i0: tensor<2x2x3xi8>, %i1: tensor<2x3x4xi8>, %s0: i32, %s1: i32, %o: tensor<2x2x4xi32>) -> (tensor<2x2x4xi32>) attributes {heddle.op = "linalg.quantized_batch_matmul"} {
  %0 = linalg.quantized_batch_matmul ins(%i0, %i1, %s0, %s1 : tensor<2x2x3xi8>, tensor<2x3x4xi8>, i32, i32) outs(%o : tensor<2x2x4xi32>) -> tensor<2x2x4xi32>
  return %0 : tensor<2x2x4xi32>
}

func.func @pooling_nchw_max(%i0: tensor<1x2x4x4xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x2x3x3xf32>) -> (tensor<1x2x3x3xf32>) attributes {heddle.op = "linalg.pooling_nchw_max"} {
  %0 = linalg.pooling_nchw_max ins(%i0, %i1 : tensor<1x2x4x4xf32>, tensor<2x2xf32>) outs(%o : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

func.func @pooling_nchw_sum(%i0: tensor<1x2x4x4xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x2x3x3xf32>) -> (tensor<1x2x3x3xf32>) attributes {heddle.op = "linalg.pooling_nchw_sum"} {
  %0 = linalg.pooling_nchw_sum ins(%i0, %i1 : tensor<1x2x4x4xf32>, tensor<2x2xf32>) outs(%o : tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}

func.func @pooling_ncw_max(%i0: tensor<1x2x4xf32>, %i1: tensor<2xf32>, %o: tensor<1x2x3xf32>) -> (tensor<1x2x3xf32>) attributes {heddle.op = "linalg.pooling_ncw_max"} {
  %0 = linalg.pooling_ncw_max ins(%i0, %i1 : tensor<1x2x4xf32>, tensor<2xf32>) outs(%o : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

func.func @pooling_ncw_sum(%i0: tensor<1x2x4xf32>, %i1: tensor<2xf32>, %o: tensor<1x2x3xf32>) -> (tensor<1x2x3xf32>) attributes {heddle.op = "linalg.pooling_ncw_sum"} {
  %0 = linalg.pooling_ncw_sum ins(%i0, %i1 : tensor<1x2x4xf32>, tensor<2xf32>) outs(%o : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

func.func @pooling_ndhwc_max(%i0: tensor<1x3x3x3x2xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.pooling_ndhwc_max"} {
  %0 = linalg.pooling_ndhwc_max ins(%i0, %i1 : tensor<1x3x3x3x2xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @pooling_ndhwc_min(%i0: tensor<1x3x3x3x2xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.pooling_ndhwc_min"} {
  %0 = linalg.pooling_ndhwc_min ins(%i0, %i1 : tensor<1x3x3x3x2xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @pooling_ndhwc_sum(%i0: tensor<1x3x3x3x2xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<1x2x2x2x2xf32>) -> (tensor<1x2x2x2x2xf32>) attributes {heddle.op = "linalg.pooling_ndhwc_sum"} {
  %0 = linalg.pooling_ndhwc_sum ins(%i0, %i1 : tensor<1x3x3x3x2xf32>, tensor<2x2x2xf32>) outs(%o : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

func.func @pooling_nhwc_max(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>) attributes {heddle.op = "linalg.pooling_nhwc_max"} {
  %0 = linalg.pooling_nhwc_max ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

func.func @pooling_nhwc_max_on_memory(%i0: memref<1x4x4x2xf32>, %i1: memref<2x2xf32>, %o: memref<1x3x3x2xf32>) attributes {heddle.op = "linalg.pooling_nhwc_max"} {
  linalg.pooling_nhwc_max ins(%i0, %i1 : memref<1x4x4x2xf32>, memref<2x2xf32>) outs(%o : memref<1x3x3x2xf32>)
  return
}

func.func @pooling_nhwc_min(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>) attributes {heddle.op = "linalg.pooling_nhwc_min"} {
  %0 = linalg.pooling_nhwc_min ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

func.func @pooling_nhwc_sum(%i0: tensor<1x4x4x2xf32>, %i1: tensor<2x2xf32>, %o: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>) attributes {heddle.op = "linalg.pooling_nhwc_sum"} {
  %0 = linalg.pooling_nhwc_sum ins(%i0, %i1 : tensor<1x4x4x2xf32>, tensor<2x2xf32>) outs(%o : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

func.func @pooling_nhwc_max_unsigned(%i0: tensor<1x4x4x2xi32>, %i1: tensor<2x2xi32>, %o: tensor<1x3x3x2xi32>) -> (tensor<1x3x3x2xi32>) attributes {heddle.op = "linalg.pooling_nhwc_max_unsigned"} {
  %0 = linalg.pooling_nhwc_max_unsigned ins(%i0, %i1 : tensor<1x4x4x2xi32>, tensor<2x2xi32>) outs(%o : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  return %0 : tensor<1x3x3x2xi32>
}

func.func @pooling_nhwc_min_unsigned(%i0: tensor<1x4x4x2xi32>, %i1: tensor<2x2xi32>, %o: tensor<1x3x3x2xi32>) -> (tensor<1x3x3x2xi32>) attributes {heddle.op = "linalg.pooling_nhwc_min_unsigned"} {
  %0 = linalg.pooling_nhwc_min_unsigned ins(%i0, %i1 : tensor<1x4x4x2xi32>, tensor<2x2xi32>) outs(%o : tensor<1x3x3x2xi32>) -> tensor<1x3x3x2xi32>
  return %0 : tensor<1x3x3x2xi32>
}

func.func @pooling_nwc_max(%i0: tensor<1x4x2xf32>, %i1: tensor<2xf32>, %o: tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>) attributes {heddle.op = "linalg.pooling_nwc_max"} {
  %0 = linalg.pooling_nwc_max ins(%i0, %i1 : tensor<1x4x2xf32>, tensor<2xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

func.func @pooling_nwc_min(%i0: tensor<1x4x2xf32>, %i1: tensor<2xf32>, %o: tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>) attributes {heddle.op = "linalg.pooling_nwc_min"} {
  %0 = linalg.pooling_nwc_min ins(%i0, %i1 : tensor<1x4x2xf32>, tensor<2xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

func.func @pooling_nwc_sum(%i0: tensor<1x4x2xf32>, %i1: tensor<2xf32>, %o: tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>) attributes {heddle.op = "linalg.pooling_nwc_sum"} {
  %0 = linalg.pooling_nwc_sum ins(%i0, %i1 : tensor<1x4x2xf32>, tensor<2xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

func.func @pooling_nwc_max_unsigned(%i0: tensor<1x4x2xi32>, %i1: tensor<2xi32>, %o: tensor<1x3x2xi32>) -> (tensor<1x3x2xi32>) attributes {heddle.op = "linalg.pooling_nwc_max_unsigned"} {
  %0 = linalg.pooling_nwc_max_unsigned ins(%i0, %i1 : tensor<1x4x2xi32>, tensor<2xi32>) outs(%o : tensor<1x3x2xi32>) -> tensor<1x3x2xi32>
  return %0 : tensor<1x3x2xi32>
}

func.func @pooling_nwc_min_unsigned(%i0: tensor<1x4x2xi32>, %i1: tensor<2xi32>, %o: tensor<1x3x2xi32>) -> (tensor<1x3x2xi32>) attributes {heddle.op = "linalg.pooling_nwc_min_unsigned"} {
  %0 = linalg.pooling_nwc_min_unsigned ins(%i0, %i1 : tensor<1x4x2xi32>, tensor<2xi32>) outs(%o : tensor<1x3x2xi32>) -> tensor<1x3x2xi32>
  return %0 : tensor<1x3x2xi32>
}

func.func @fill(%v: f32, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.fill"} {
  %0 = linalg.fill ins(%v : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @fill_on_memory(%v: f32, %o: memref<4xf32>) attributes {heddle.op = "linalg.fill"} {
  linalg.fill ins(%v : f32) outs(%o : memref<4xf32>)
  return
}

func.func @fill_rng_2d(%s0: f64, %s1: f64, %s2: i32, %o: tensor<2x3xf32>) -> (tensor<2x3xf32>) attributes {heddle.op = "linalg.fill_rng_2d"} {
  %0 = linalg.fill_rng_2d ins(%s0, %s1, %s2 : f64, f64, i32) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @contract(%i0: tensor<2x3xf32>, %i1: tensor<3x4xf32>, %o: tensor<2x4xf32>) -> (tensor<2x4xf32>) attributes {heddle.op = "linalg.contract"} {
  %0 = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%i0, %i1 : tensor<2x3xf32>, tensor<3x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @map_reads_destination(%i0: tensor<4xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.map"} {
  %0 = linalg.map ins(%i0 : tensor<4xf32>) outs(%o0 : tensor<4xf32>)
    (%x: f32, %old: f32) {
      %s = arith.addf %x, %old : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<4xf32>
}

func.func @map_reads_destination_on_memory(%i0: memref<4xf32>, %o0: memref<4xf32>) attributes {heddle.op = "linalg.map"} {
  linalg.map ins(%i0 : memref<4xf32>) outs(%o0 : memref<4xf32>)
    (%x: f32, %old: f32) {
      %s = arith.addf %x, %old : f32
      linalg.yield %s : f32
    }
  return
}

func.func @map_yields_destination(%o0: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.map"} {
  %0 = linalg.map outs(%o0 : tensor<4xf32>)
    (%old: f32) {
      linalg.yield %old : f32
    }
  return %0 : tensor<4xf32>
}

func.func @map_yields_destination_on_memory(%o0: memref<4xf32> {heddle.more = "the body only gives it back"}) attributes {heddle.op = "linalg.map"} {
  linalg.map outs(%o0 : memref<4xf32>)
    (%old: f32) {
      linalg.yield %old : f32
    }
  return
}

func.func @map_reads_one(%i0: tensor<4xf32>, %i1: tensor<4xf32>, %o0: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg.map"} {
  %0 = linalg.map ins(%i0, %i1 : tensor<4xf32>, tensor<4xf32>) outs(%o0 : tensor<4xf32>)
    (%x: f32, %y: f32, %old: f32) {
      %s = arith.addf %x, %x : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<4xf32>
}

func.func @map_reads_one_on_memory(%i0: memref<4xf32>, %i1: memref<4xf32>, %o0: memref<4xf32>) attributes {heddle.op = "linalg.map"} {
  linalg.map ins(%i0, %i1 : memref<4xf32>, memref<4xf32>) outs(%o0 : memref<4xf32>)
    (%x: f32, %y: f32, %old: f32) {
      %s = arith.addf %x, %x : f32
      linalg.yield %s : f32
    }
  return
}

func.func @reduce_two(%i0: tensor<2x3xf32>, %i1: tensor<2x3xf32>, %o0: tensor<2xf32>, %o1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) attributes {heddle.op = "linalg.reduce"} {
  %0:2 = linalg.reduce ins(%i0, %i1 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%o0, %o1 : tensor<2xf32>, tensor<2xf32>) dimensions = [1]
    (%x: f32, %y: f32, %s: f32, %m: f32) {
      %a = arith.addf %x, %s : f32
      %b = arith.maximumf %y, %m : f32
      linalg.yield %a, %b : f32, f32
    }
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}

func.func @reduce_two_on_memory(%i0: memref<2x3xf32>, %i1: memref<2x3xf32>, %o0: memref<2xf32>, %o1: memref<2xf32>) attributes {heddle.op = "linalg.reduce"} {
  linalg.reduce ins(%i0, %i1 : memref<2x3xf32>, memref<2x3xf32>) outs(%o0, %o1 : memref<2xf32>, memref<2xf32>) dimensions = [1]
    (%x: f32, %y: f32, %s: f32, %m: f32) {
      %a = arith.addf %x, %s : f32
      %b = arith.maximumf %y, %m : f32
      linalg.yield %a, %b : f32, f32
    }
  return
}

func.func @reduce_takes_last(%i0: tensor<2x3xf32>, %o0: tensor<2xf32>) -> (tensor<2xf32>) attributes {heddle.op = "linalg.reduce"} {
  %0 = linalg.reduce ins(%i0 : tensor<2x3xf32>) outs(%o0 : tensor<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      linalg.yield %x : f32
    }
  return %0 : tensor<2xf32>
}

func.func @reduce_takes_last_on_memory(%i0: memref<2x3xf32>, %o0: memref<2xf32>) attributes {heddle.op = "linalg.reduce"} {
  linalg.reduce ins(%i0 : memref<2x3xf32>) outs(%o0 : memref<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      linalg.yield %x : f32
    }
  return
}

func.func @generic_reads_second(%i0: tensor<2x3xf32>, %o0: tensor<2x3xf32>, %o1: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) attributes {heddle.op = "linalg.generic"} {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%i0 : tensor<2x3xf32>) outs(%o0, %o1 : tensor<2x3xf32>, tensor<2x3xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %a = arith.addf %x, %q : f32
    linalg.yield %a, %x : f32, f32
  } -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @generic_reads_second_on_memory(%i0: memref<2x3xf32>, %o0: memref<2x3xf32>, %o1: memref<2x3xf32>) attributes {heddle.op = "linalg.generic"} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%i0 : memref<2x3xf32>) outs(%o0, %o1 : memref<2x3xf32>, memref<2x3xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %a = arith.addf %x, %q : f32
    linalg.yield %a, %x : f32, f32
  }
  return
}

func.func @generic_diagonal(%i0: tensor<3xf32>, %o0: tensor<3x3xf32>) -> (tensor<3x3xf32>) attributes {heddle.op = "linalg.generic"} {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]} ins(%i0 : tensor<3xf32>) outs(%o0 : tensor<3x3xf32>) {
  ^bb0(%x: f32, %p: f32):
    linalg.yield %x : f32
  } -> (tensor<3x3xf32>)
  return %0 : tensor<3x3xf32>
}

func.func @generic_diagonal_on_memory(%i0: memref<3xf32>, %o0: memref<3x3xf32>) attributes {heddle.op = "linalg.generic"} {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]} ins(%i0 : memref<3xf32>) outs(%o0 : memref<3x3xf32>) {
  ^bb0(%x: f32, %p: f32):
    linalg.yield %x : f32
  }
  return
}

func.func @generic_no_iterations(%i0: tensor<3x0xf32> {heddle.more = "the op has no iterations"}, %o0: tensor<3xf32>) -> (tensor<3xf32>) attributes {heddle.op = "linalg.generic"} {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%i0 : tensor<3x0xf32>) outs(%o0 : tensor<3xf32>) {
  ^bb0(%x: f32, %p: f32):
    linalg.yield %x : f32
  } -> (tensor<3xf32>)
  return %0 : tensor<3xf32>
}

func.func @transpose(%i0: tensor<2x3xf32>, %o0: tensor<3x2xf32>) -> (tensor<3x2xf32>) attributes {heddle.op = "linalg.transpose"} {
  %0 = linalg.transpose ins(%i0 : tensor<2x3xf32>) outs(%o0 : tensor<3x2xf32>) permutation = [1, 0]
  
  return %0 : tensor<3x2xf32>
}

func.func @transpose_on_memory(%i0: memref<2x3xf32>, %o0: memref<3x2xf32>) attributes {heddle.op = "linalg.transpose"} {
  linalg.transpose ins(%i0 : memref<2x3xf32>) outs(%o0 : memref<3x2xf32>) permutation = [1, 0]
  
  return
}

func.func @broadcast(%i0: tensor<2xf32>, %o0: tensor<2x3xf32>) -> (tensor<2x3xf32>) attributes {heddle.op = "linalg.broadcast"} {
  %0 = linalg.broadcast ins(%i0 : tensor<2xf32>) outs(%o0 : tensor<2x3xf32>) dimensions = [1]
  
  return %0 : tensor<2x3xf32>
}

func.func @broadcast_on_memory(%i0: memref<2xf32>, %o0: memref<2x3xf32>) attributes {heddle.op = "linalg.broadcast"} {
  linalg.broadcast ins(%i0 : memref<2xf32>) outs(%o0 : memref<2x3xf32>) dimensions = [1]
  
  return
}

func.func @softmax(%i0: tensor<2x4xf32>, %o: tensor<2x4xf32>) -> (tensor<2x4xf32>) attributes {heddle.op = "linalg.softmax"} {
  %0 = linalg.softmax dimension(1) ins(%i0 : tensor<2x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

func.func @pack(%a: tensor<5x4xf32>, %o: tensor<2x2x3x2xf32>, %p: f32) -> (tensor<2x2x3x2xf32>) attributes {heddle.op = "linalg.pack"} {
  %0 = linalg.pack %a padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %o : tensor<5x4xf32> -> tensor<2x2x3x2xf32>
  return %0 : tensor<2x2x3x2xf32>
}

func.func @unpack(%a: tensor<2x2x3x2xf32>, %o: tensor<5x4xf32>) -> (tensor<5x4xf32>) attributes {heddle.op = "linalg.unpack"} {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %o : tensor<2x2x3x2xf32> -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

func.func @winograd_filter_transform(%i0: tensor<2x3x3x2xf32>, %o: tensor<4x4x2x2xf32> {heddle.more = "the op does not say"}) -> (tensor<4x4x2x2xf32>) attributes {heddle.op = "linalg.winograd_filter_transform"} {
  %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%i0 : tensor<2x3x3x2xf32>) outs(%o : tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32>
  return %0 : tensor<4x4x2x2xf32>
}

func.func @winograd_input_transform(%i0: tensor<1x6x6x2xf32>, %o: tensor<4x4x2x2x1x2xf32> {heddle.more = "the op does not say"}) -> (tensor<4x4x2x2x1x2xf32>) attributes {heddle.op = "linalg.winograd_input_transform"} {
  %0 = linalg.winograd_input_transform fmr(F_2_3) ins(%i0 : tensor<1x6x6x2xf32>) outs(%o : tensor<4x4x2x2x1x2xf32>) -> tensor<4x4x2x2x1x2xf32>
  return %0 : tensor<4x4x2x2x1x2xf32>
}

func.func @winograd_output_transform(%i0: tensor<4x4x2x2x1x2xf32>, %o: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) attributes {heddle.op = "linalg.winograd_output_transform"} {
  %0 = linalg.winograd_output_transform fmr(F_2_3) ins(%i0 : tensor<4x4x2x2x1x2xf32>) outs(%o : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}

func.func @ext_batch_matmul(%a: tensor<2x2x3xf32>, %b: tensor<2x3x4xf32>, %o: tensor<2x2x4xf32>) -> (tensor<2x2x4xf32>) attributes {heddle.op = "linalg_ext.batch_matmul"} {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x2x3xf32>, tensor<2x3x4xf32>) outs(%o : tensor<2x2x4xf32>) layout = "nn"
  return %0 : tensor<2x2x4xf32>
}

func.func @ext_diag(%a: tensor<3xf32>, %o: tensor<3x3xf32>) -> (tensor<3x3xf32>) attributes {heddle.op = "linalg_ext.diag"} {
  %0 = linalg_ext.diag ins(%a : tensor<3xf32>) outs(%o : tensor<3x3xf32>) : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @ext_softmax(%a: tensor<2x4xf32>, %o: tensor<2x4xf32>, %m: tensor<2xf32>, %s: tensor<2xf32>, %f: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) attributes {heddle.op = "linalg_ext.softmax"} {
  %0:4 = linalg_ext.softmax dimension(1) ins(%a : tensor<2x4xf32>) outs(%o, %m, %s, %f : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

func.func @ext_unnorm_softmax(%a: tensor<2x4xf32>, %o: tensor<2x4xf32>, %m: tensor<2xf32>, %s: tensor<2xf32>, %f: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) attributes {heddle.op = "linalg_ext.unnorm_softmax"} {
  %0:4 = linalg_ext.unnorm_softmax dimension(1) ins(%a : tensor<2x4xf32>) outs(%o, %m, %s, %f : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

func.func @ext_scan_inclusive(%a: tensor<2x4xf32>, %o: tensor<2x4xf32>, %c: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) attributes {heddle.op = "linalg_ext.scan"} {
  %0:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%a : tensor<2x4xf32>) outs(%o, %c : tensor<2x4xf32>, tensor<2xf32>) {
  ^bb0(%s: f32, %x: f32):
    %n = arith.addf %s, %x : f32
    linalg_ext.yield %n : f32
  } -> tensor<2x4xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2xf32>
}

func.func @ext_scan_exclusive(%a: tensor<2x4xf32>, %o: tensor<2x4xf32>, %c: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) attributes {heddle.op = "linalg_ext.scan"} {
  %0:2 = linalg_ext.scan dimension(1) inclusive(false) ins(%a : tensor<2x4xf32>) outs(%o, %c : tensor<2x4xf32>, tensor<2xf32>) {
  ^bb0(%s: f32, %x: f32):
    %n = arith.addf %s, %x : f32
    linalg_ext.yield %n : f32
  } -> tensor<2x4xf32>, tensor<2xf32>
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2xf32>
}

func.func @ext_topk(%a: tensor<2x4xf32>, %o: tensor<2x3xf32>, %c: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) attributes {heddle.op = "linalg_ext.topk"} {
  %0:2 = linalg_ext.topk dimension(1) ins(%a : tensor<2x4xf32>) outs(%o, %c : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%s: f32, %x: f32):
    %n = arith.cmpf ogt, %s, %x : f32
    linalg_ext.yield %n : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

func.func @ext_scatter(%n: tensor<2x1xi32> {heddle.contents = [dense<[[0], [1]]> : tensor<2x1xi32>, dense<[[3], [2]]> : tensor<2x1xi32>]}, %a: tensor<2x3xf32>, %o: tensor<4x3xf32>) -> (tensor<4x3xf32>) attributes {heddle.op = "linalg_ext.scatter"} {
  %0 = linalg_ext.scatter ins(%n, %a : tensor<2x1xi32>, tensor<2x3xf32>) outs(%o : tensor<4x3xf32>) {
  ^bb0(%s: f32, %x: f32):
    linalg_ext.yield %x : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

func.func @ext_batch_matmul_on_memory(%a: memref<2x2x3xf32>, %b: memref<2x3x4xf32>, %o: memref<2x2x4xf32>) attributes {heddle.op = "linalg_ext.batch_matmul"} {
  linalg_ext.batch_matmul ins(%a, %b : memref<2x2x3xf32>, memref<2x3x4xf32>) outs(%o : memref<2x2x4xf32>) layout = "nn"
  return
}

func.func @ext_diag_on_memory(%a: memref<3xf32>, %o: memref<3x3xf32>) attributes {heddle.op = "linalg_ext.diag"} {
  linalg_ext.diag ins(%a : memref<3xf32>) outs(%o : memref<3x3xf32>)
  return
}

func.func @ext_softmax_on_memory(%a: memref<2x4xf32>, %o: memref<2x4xf32>, %m: memref<2xf32>, %s: memref<2xf32>, %f: memref<2xf32>) attributes {heddle.op = "linalg_ext.softmax"} {
  linalg_ext.softmax dimension(1) ins(%a : memref<2x4xf32>) outs(%o, %m, %s, %f : memref<2x4xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>)
  return
}

func.func @ext_unnorm_softmax_on_memory(%a: memref<2x4xf32>, %o: memref<2x4xf32>, %m: memref<2xf32>, %s: memref<2xf32>, %f: memref<2xf32>) attributes {heddle.op = "linalg_ext.unnorm_softmax"} {
  linalg_ext.unnorm_softmax dimension(1) ins(%a : memref<2x4xf32>) outs(%o, %m, %s, %f : memref<2x4xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>)
  return
}

func.func @ext_scan_inclusive_on_memory(%a: memref<2x4xf32>, %o: memref<2x4xf32>, %c: memref<2xf32>) attributes {heddle.op = "linalg_ext.scan"} {
  linalg_ext.scan dimension(1) inclusive(true) ins(%a : memref<2x4xf32>) outs(%o, %c : memref<2x4xf32>, memref<2xf32>) {
  ^bb0(%s: f32, %x: f32):
    %n = arith.addf %s, %x : f32
    linalg_ext.yield %n : f32
  }
  return
}

func.func @ext_scan_exclusive_on_memory(%a: memref<2x4xf32>, %o: memref<2x4xf32>, %c: memref<2xf32>) attributes {heddle.op = "linalg_ext.scan"} {
  linalg_ext.scan dimension(1) inclusive(false) ins(%a : memref<2x4xf32>) outs(%o, %c : memref<2x4xf32>, memref<2xf32>) {
  ^bb0(%s: f32, %x: f32):
    %n = arith.addf %s, %x : f32
    linalg_ext.yield %n : f32
  }
  return
}

func.func @ext_topk_on_memory(%a: memref<2x4xf32>, %o: memref<2x3xf32>, %c: memref<2x3xi32>) attributes {heddle.op = "linalg_ext.topk"} {
  linalg_ext.topk dimension(1) ins(%a : memref<2x4xf32>) outs(%o, %c : memref<2x3xf32>, memref<2x3xi32>) {
  ^bb0(%s: f32, %x: f32):
    %n = arith.cmpf ogt, %s, %x : f32
    linalg_ext.yield %n : i1
  }
  return
}

func.func @ext_scatter_on_memory(%n: memref<2x1xi32> {heddle.contents = [dense<[[0], [1]]> : tensor<2x1xi32>, dense<[[3], [2]]> : tensor<2x1xi32>]}, %a: memref<2x3xf32>, %o: memref<4x3xf32> {heddle.more = "only the body does not"}) attributes {heddle.op = "linalg_ext.scatter"} {
  linalg_ext.scatter ins(%n, %a : memref<2x1xi32>, memref<2x3xf32>) outs(%o : memref<4x3xf32>) {
  ^bb0(%s: f32, %x: f32):
    linalg_ext.yield %x : f32
  }
  return
}

func.func @alias(%a: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "linalg_ext.alias"} {
  %0 = linalg_ext.alias %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @cast(%a: tensor<4xf32>) -> (tensor<?xf32>) attributes {heddle.op = "tensor.cast"} {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @collapse_shape(%a: tensor<2x3xf32>) -> (tensor<6xf32>) attributes {heddle.op = "tensor.collapse_shape"} {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @expand_shape(%a: tensor<6xf32>) -> (tensor<2x3xf32>) attributes {heddle.op = "tensor.expand_shape"} {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @concat(%a: tensor<2xf32>, %b: tensor<3xf32>) -> (tensor<5xf32>) attributes {heddle.op = "tensor.concat"} {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @dim(%a: tensor<4xf32>, %i: index) -> (index) attributes {heddle.op = "tensor.dim"} {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<4xf32>
  return %0 : index
}

func.func @extract(%a: tensor<4xf32>) -> (f32) attributes {heddle.op = "tensor.extract"} {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %a[%c1] : tensor<4xf32>
  return %0 : f32
}

func.func @extract_slice(%a: tensor<4xf32>) -> (tensor<2xf32>) attributes {heddle.op = "tensor.extract_slice"} {
  %0 = tensor.extract_slice %a[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @slice_of_nothing(%a: tensor<4xf32> {heddle.more = "the slice has no elements"}) -> (tensor<0xf32>) attributes {heddle.op = "tensor.extract_slice"} {
  %0 = tensor.extract_slice %a[1] [0] [1] : tensor<4xf32> to tensor<0xf32>
  return %0 : tensor<0xf32>
}

func.func @insert(%v: f32, %a: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "tensor.insert"} {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %v into %a[%c1] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_slice(%a: tensor<2xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "tensor.insert_slice"} {
  %0 = tensor.insert_slice %a into %o[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @insert_everything(%a: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "tensor.insert_slice"} {
  %0 = tensor.insert_slice %a into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @pad(%a: tensor<4xf32>, %p: f32) -> (tensor<5xf32>) attributes {heddle.op = "tensor.pad"} {
  %0 = tensor.pad %a low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<4xf32> to tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @reshape(%a: tensor<4xf32>, %s: tensor<2xindex> {heddle.contents = [dense<[1, 4]> : tensor<2xindex>, dense<[4, 1]> : tensor<2xindex>]}) -> (tensor<?x?xf32>) attributes {heddle.op = "tensor.reshape"} {
  %0 = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @parallel_insert_slice(%a: tensor<2xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>) attributes {heddle.op = "tensor.parallel_insert_slice"} {
  %0 = scf.forall (%i) in (1) shared_outs(%p = %o) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %p[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}

func.func @memref_assume_alignment(%a: memref<4xf32>) attributes {heddle.op = "memref.assume_alignment"} {
  %0 = memref.assume_alignment %a, 4 : memref<4xf32>
  return
}

func.func @memref_atomic_rmw(%v: f32, %a: memref<4xf32>) -> (f32) attributes {heddle.op = "memref.atomic_rmw"} {
  %c1 = arith.constant 1 : index
  %0 = memref.atomic_rmw addf %v, %a[%c1] : (f32, memref<4xf32>) -> f32
  return %0 : f32
}

func.func @memref_generic_atomic_rmw(%v: i32, %a: memref<4xi32>) -> (i32) attributes {heddle.op = "memref.generic_atomic_rmw"} {
  %c1 = arith.constant 1 : index
  %0 = memref.generic_atomic_rmw %a[%c1] : memref<4xi32> {
  ^bb0(%x: i32):
    %y = arith.addi %x, %v   : i32
    memref.atomic_yield %y   : i32
  }
  return %0   : i32
}

func.func @memref_cast(%a: memref<2x3xf32>, %v: f32) -> (index) attributes {heddle.op = "memref.cast"} {
  %c0 = arith.constant 0 : index
  %0 = memref.cast %a : memref<2x3xf32> to memref<?x3xf32>
  %d = memref.dim %0, %c0 : memref<?x3xf32>
  return %d : index
}

func.func @memref_collapse_shape(%a: memref<2x3xf32>, %v: f32) -> (index) attributes {heddle.op = "memref.collapse_shape"} {
  %c0 = arith.constant 0 : index
  %0 = memref.collapse_shape %a [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  %d = memref.dim %0, %c0 : memref<6xf32>
  return %d : index
}

func.func @memref_expand_shape(%a: memref<6xf32>, %v: f32) -> (index) attributes {heddle.op = "memref.expand_shape"} {
  %c0 = arith.constant 0 : index
  %0 = memref.expand_shape %a [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
  %d = memref.dim %0, %c0 : memref<2x3xf32>
  return %d : index
}

func.func @memref_copy(%a: memref<4xf32>, %o: memref<4xf32>) attributes {heddle.op = "memref.copy"} {
  memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  return
}

func.func @memref_dim(%a: memref<4xf32>) -> (index) attributes {heddle.op = "memref.dim"} {
  %c0 = arith.constant 0 : index
  %0 = memref.dim %a, %c0 : memref<4xf32>
  return %0 : index
}

func.func @memref_rank(%a: memref<4xf32>) -> (index) attributes {heddle.op = "memref.rank"} {
  %0 = memref.rank %a : memref<4xf32>
  return %0 : index
}

func.func @memref_extract_aligned_pointer_as_index(%a: memref<4xf32>) attributes {heddle.op = "memref.extract_aligned_pointer_as_index"} {
  %0 = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  return
}

func.func @memref_extract_strided_metadata(%a: memref<4xf32>) -> (index) attributes {heddle.op = "memref.extract_strided_metadata"} {
  %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  return %size : index
}

func.func @memref_load(%a: memref<4xf32>) -> (f32) attributes {heddle.op = "memref.load"} {
  %c1 = arith.constant 1 : index
  %0 = memref.load %a[%c1] : memref<4xf32>
  return %0 : f32
}

func.func @memref_store(%v: f32, %a: memref<4xf32>) attributes {heddle.op = "memref.store"} {
  %c1 = arith.constant 1 : index
  memref.store %v, %a[%c1] : memref<4xf32>
  return
}

func.func @memref_prefetch(%a: memref<4xf32>) attributes {heddle.op = "memref.prefetch"} {
  %c1 = arith.constant 1 : index
  memref.prefetch %a[%c1], read, locality<3>, data : memref<4xf32>
  return
}

func.func @memref_reinterpret_cast(%a: memref<4xf32>, %v: f32) -> (index) attributes {heddle.op = "memref.reinterpret_cast"} {
  %c0 = arith.constant 0 : index
  %0 = memref.reinterpret_cast %a to offset: [1], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %d = memref.dim %0, %c0 : memref<2xf32, strided<[1], offset: 1>>
  return %d : index
}

func.func @memref_reshape(%a: memref<4xf32>, %s: memref<2xindex> {heddle.contents = [dense<[1, 4]> : tensor<2xindex>, dense<[4, 1]> : tensor<2xindex>]}) -> (index) attributes {heddle.op = "memref.reshape"} {
  %c0 = arith.constant 0 : index
  %0 = memref.reshape %a(%s) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %d = memref.dim %0, %c0 : memref<?x?xf32>
  return %d : index
}

func.func @memref_subview(%a: memref<2x3xf32>, %v: f32) -> (index) attributes {heddle.op = "memref.subview"} {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %a[1, 0] [1, 3] [1, 1] : memref<2x3xf32> to memref<1x3xf32, strided<[3, 1], offset: 3>>
  %d = memref.dim %0, %c0 : memref<1x3xf32, strided<[3, 1], offset: 3>>
  return %d : index
}

func.func @memref_transpose(%a: memref<2x3xf32>, %v: f32) -> (index) attributes {heddle.op = "memref.transpose"} {
  %c0 = arith.constant 0 : index
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  %d = memref.dim %0, %c0 : memref<3x2xf32, strided<[1, 3]>>
  return %d : index
}

func.func @memref_view(%a: memref<16xi8>, %v: f32) -> (index) attributes {heddle.op = "memref.view"} {
  %c0 = arith.constant 0 : index
  %0 = memref.view %a[%c0][] : memref<16xi8> to memref<4xf32>
  %d = memref.dim %0, %c0 : memref<4xf32>
  return %d : index
}

}
