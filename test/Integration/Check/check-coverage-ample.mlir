// A mistake in code that runs for 14 columns and 32 channels or more: two indices of
// the weights are exchanged. With one input channel both are the same element, so
// sizes are needed that reach it with more than one.

// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// CHECK: conv: different: {{.*}}, arg0={{[0-9]+x[0-9]+x[0-9]+x([2-9]|[1-9][0-9]+),}}

//--- payload.mlir
func.func @conv(%x: tensor<?x?x?x?xf32>, %w: tensor<3x3x?x?xf32>,
                %out: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %result = linalg.conv_2d_nhwc_hwcf
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x?x?x?xf32>, tensor<3x3x?x?xf32>)
      outs(%out : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %result : tensor<?x?x?x?xf32>
}

//--- scheduled.mlir
func.func @conv(%x: memref<?x?x?x?xf32>, %w: memref<3x3x?x?xf32>,
                %o: memref<?x?x?x?xf32>, %r: memref<?x?x?x?xf32> {heddle.results = array<i64: 0>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c14 = arith.constant 14 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %o, %c0 : memref<?x?x?x?xf32>
  %h = memref.dim %o, %c1 : memref<?x?x?x?xf32>
  %wide = memref.dim %o, %c2 : memref<?x?x?x?xf32>
  %f = memref.dim %o, %c3 : memref<?x?x?x?xf32>
  %c = memref.dim %x, %c3 : memref<?x?x?x?xf32>
  memref.copy %o, %r : memref<?x?x?x?xf32> to memref<?x?x?x?xf32>
  %isWide = arith.cmpi uge, %wide, %c14 : index
  %isDeep = arith.cmpi uge, %f, %c32 : index
  %isFull = arith.andi %isWide, %isDeep : i1
  scf.for %i0 = %c0 to %n step %c1 {
    scf.for %i1 = %c0 to %h step %c1 {
      scf.for %i2 = %c0 to %wide step %c1 {
        scf.for %i3 = %c0 to %f step %c1 {
          scf.for %k0 = %c0 to %c3 step %c1 {
            scf.for %k1 = %c0 to %c3 step %c1 {
              scf.for %k2 = %c0 to %c step %c1 {
                %y = arith.addi %i1, %k0 : index
                %z = arith.addi %i2, %k1 : index
                %a = memref.load %x[%i0, %y, %z, %k2] : memref<?x?x?x?xf32>
                %isSmall = arith.cmpi ult, %k2, %c3 : index
                %fits = arith.cmpi ult, %k1, %c : index
                %both = arith.andi %isSmall, %fits : i1
                %exchanged = arith.andi %both, %isFull : i1
                %b = scf.if %exchanged -> f32 {
                  %wrong = memref.load %w[%k0, %k2, %k1, %i3] : memref<3x3x?x?xf32>
                  scf.yield %wrong : f32
                } else {
                  %right = memref.load %w[%k0, %k1, %k2, %i3] : memref<3x3x?x?xf32>
                  scf.yield %right : f32
                }
                %p = arith.mulf %a, %b : f32
                %s = memref.load %r[%i0, %i1, %i2, %i3] : memref<?x?x?x?xf32>
                %t = arith.addf %s, %p : f32
                memref.store %t, %r[%i0, %i1, %i2, %i3] : memref<?x?x?x?xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}
