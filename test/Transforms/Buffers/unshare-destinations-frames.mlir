// Frames: a tensor into which strips of one value are inserted.
// RUN: heddle-opt %s --heddle-unshare-destinations | FileCheck %s

// Two ops write the middle of one frame and insert it again: each gets a frame of
// its own, right before it.
// CHECK-LABEL: func.func @two_middles(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>)
// CHECK:         %[[Z:.*]] = arith.constant
// CHECK-NEXT:    %[[E0:.*]] = tensor.empty() : tensor<6xf32>
// CHECK-NEXT:    %[[S0:.*]] = tensor.extract_slice %[[E0]][0] [1] [1]
// CHECK-NEXT:    %[[V0:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[S0]] :
// CHECK-NEXT:    %[[L0:.*]] = tensor.insert_slice %[[V0]] into %[[E0]][0] [1] [1]
// CHECK-NEXT:    %[[T0:.*]] = tensor.extract_slice %[[L0]][5] [1] [1]
// CHECK-NEXT:    %[[W0:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[T0]] :
// CHECK-NEXT:    %[[F0:.*]] = tensor.insert_slice %[[W0]] into %[[L0]][5] [1] [1]
// CHECK-NEXT:    %[[M0:.*]] = tensor.extract_slice %[[F0]][1] [4] [1]
// CHECK-NEXT:    %[[R0:.*]] = linalg.exp ins(%[[X]] : {{.*}}) outs(%[[M0]] :
// CHECK-NEXT:    %[[P0:.*]] = tensor.insert_slice %[[R0]] into %[[F0]][1] [4] [1]
// CHECK-NEXT:    %[[E1:.*]] = tensor.empty() : tensor<6xf32>
// CHECK-NEXT:    %[[S1:.*]] = tensor.extract_slice %[[E1]][0] [1] [1]
// CHECK-NEXT:    %[[V1:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[S1]] :
// CHECK-NEXT:    %[[L1:.*]] = tensor.insert_slice %[[V1]] into %[[E1]][0] [1] [1]
// CHECK-NEXT:    %[[T1:.*]] = tensor.extract_slice %[[L1]][5] [1] [1]
// CHECK-NEXT:    %[[W1:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[T1]] :
// CHECK-NEXT:    %[[F1:.*]] = tensor.insert_slice %[[W1]] into %[[L1]][5] [1] [1]
// CHECK-NEXT:    %[[M1:.*]] = tensor.extract_slice %[[F1]][1] [4] [1]
// CHECK-NEXT:    %[[R1:.*]] = linalg.negf ins(%[[X]] : {{.*}}) outs(%[[M1]] :
// CHECK-NEXT:    %[[P1:.*]] = tensor.insert_slice %[[R1]] into %[[F1]][1] [4] [1]
// CHECK-NEXT:    return %[[P0]], %[[P1]]
func.func @two_middles(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %s0 = tensor.extract_slice %e[0] [1] [1] : tensor<6xf32> to tensor<1xf32>
  %v0 = linalg.fill ins(%z : f32) outs(%s0 : tensor<1xf32>) -> tensor<1xf32>
  %l = tensor.insert_slice %v0 into %e[0] [1] [1] : tensor<1xf32> into tensor<6xf32>
  %s1 = tensor.extract_slice %l[5] [1] [1] : tensor<6xf32> to tensor<1xf32>
  %v1 = linalg.fill ins(%z : f32) outs(%s1 : tensor<1xf32>) -> tensor<1xf32>
  %f = tensor.insert_slice %v1 into %l[5] [1] [1] : tensor<1xf32> into tensor<6xf32>
  %m0 = tensor.extract_slice %f[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %r0 = linalg.exp ins(%x : tensor<4xf32>) outs(%m0 : tensor<4xf32>) -> tensor<4xf32>
  %p0 = tensor.insert_slice %r0 into %f[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %m1 = tensor.extract_slice %f[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %r1 = linalg.negf ins(%x : tensor<4xf32>) outs(%m1 : tensor<4xf32>) -> tensor<4xf32>
  %p1 = tensor.insert_slice %r1 into %f[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %p0, %p1 : tensor<6xf32>, tensor<6xf32>
}

// A middle that is filled whole is one fill for each writer, and a loop that
// writes it counts as one writer.
// CHECK-LABEL: func.func @filled_whole(
// CHECK:         %[[G0:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<6xf32>)
// CHECK-NEXT:    %[[M0:.*]] = tensor.extract_slice %[[G0]][1] [4] [1]
// CHECK-NEXT:    %[[R0:.*]] = linalg.exp ins({{.*}}) outs(%[[M0]] :
// CHECK-NEXT:    tensor.insert_slice %[[R0]] into %[[G0]][1] [4] [1]
// CHECK:         %[[G1:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<6xf32>)
// CHECK-NEXT:    %[[M1:.*]] = tensor.extract_slice %[[G1]][1] [4] [1]
// CHECK-NEXT:    %[[R1:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[M1]])
// CHECK:         tensor.insert_slice %[[R1]] into %[[G1]][1] [4] [1]
func.func @filled_whole(%x: tensor<4xf32>, %n: index) -> (tensor<6xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %m0 = tensor.extract_slice %f[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %r0 = linalg.exp ins(%x : tensor<4xf32>) outs(%m0 : tensor<4xf32>) -> tensor<4xf32>
  %p0 = tensor.insert_slice %r0 into %f[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %m1 = tensor.extract_slice %f[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %r1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %m1) -> tensor<4xf32> {
    %b = linalg.add ins(%x, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %p1 = tensor.insert_slice %r1 into %f[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %p0, %p1 : tensor<6xf32>, tensor<6xf32>
}

// A strip of computed values is not a frame: nothing is computed twice.
// CHECK-LABEL: func.func @computed(
// CHECK:         %{{.*}} = linalg.exp ins(
// CHECK-COUNT-1: linalg.fill ins(
// CHECK-NOT:     linalg.fill ins(
// CHECK:         return
func.func @computed(%x: tensor<6xf32>, %y: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %z = arith.constant 0.0 : f32
  %e = linalg.exp ins(%x : tensor<6xf32>) outs(%x : tensor<6xf32>) -> tensor<6xf32>
  %s0 = tensor.extract_slice %e[0] [1] [1] : tensor<6xf32> to tensor<1xf32>
  %v0 = linalg.fill ins(%z : f32) outs(%s0 : tensor<1xf32>) -> tensor<1xf32>
  %f = tensor.insert_slice %v0 into %e[0] [1] [1] : tensor<1xf32> into tensor<6xf32>
  %p0 = tensor.insert_slice %y into %f[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %p1 = tensor.insert_slice %y into %f[2] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %p0, %p1 : tensor<6xf32>, tensor<6xf32>
}
