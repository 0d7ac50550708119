// RUN: heddle-opt %s --one-shot-bufferize="bufferize-function-boundaries" \
// RUN:   --canonicalize | FileCheck %s

// The output of a scan may be the buffer of its input; the accumulator is in
// place, too. The body is that of the op.
// CHECK-LABEL: func @scan(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<?x?xf32, {{.*}}>, %[[A:[a-z0-9]*]]: memref<?xf32, {{.*}}>)
// CHECK-NEXT:    linalg_ext.scan dimension(1) inclusive(true) ins(%[[X]] : {{.*}}) outs(%[[X]], %[[A]] :
// CHECK-NEXT:    ^bb0(%[[S:.*]]: f32, %[[E:.*]]: f32):
// CHECK-NEXT:      %[[N:.*]] = arith.addf %[[S]], %[[E]]
// CHECK-NEXT:      linalg_ext.yield %[[N]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[X]], %[[A]]
func.func @scan(%x: tensor<?x?xf32>, %a: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<?x?xf32>) outs(%x, %a : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}

// The slots are read, so those that are used later are copied; the input is not.
// CHECK-LABEL: func @topk(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<8xf32, {{.*}}>, %[[V:[a-z0-9]*]]: memref<2xf32, {{.*}}>, %[[I:[a-z0-9]*]]: memref<2xi32, {{.*}}>)
// CHECK-NEXT:    %[[C:.*]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT:    memref.copy %[[V]], %[[C]]
// CHECK-NEXT:    linalg_ext.topk dimension(0) ins(%[[X]] : {{.*}}) outs(%[[C]], %[[I]] :
// CHECK:         return %[[C]], %[[I]], %[[V]], %[[X]]
func.func @topk(%x: tensor<8xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<8xf32>) {
  %0:2 = linalg_ext.topk dimension(0) ins(%x : tensor<8xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %0#0, %0#1, %v, %x : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<8xf32>
}

// The source in place. It may not be the buffer of the updates: an update could
// be read after its place was written.
// CHECK-LABEL: func @scatter(
// CHECK-SAME:    %[[I:[a-z0-9]*]]: memref<4x1xi32, {{.*}}>, %[[U:[a-z0-9]*]]: memref<4xf32, {{.*}}>, %[[S:[a-z0-9]*]]: memref<8xf32, {{.*}}>)
// CHECK-NEXT:    linalg_ext.scatter ins(%[[I]], %[[U]] : {{.*}}) outs(%[[S]] :
// CHECK:         %[[C:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %[[U]], %[[C]]
// CHECK-NEXT:    linalg_ext.scatter ins(%[[I]], %[[U]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[S]], %[[C]]
func.func @scatter(%i: tensor<4x1xi32>, %u: tensor<4xf32>, %s: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %0 = linalg_ext.scatter ins(%i, %u : tensor<4x1xi32>, tensor<4xf32>) outs(%s : tensor<8xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<8xf32>
  %1 = linalg_ext.scatter ins(%i, %u : tensor<4x1xi32>, tensor<4xf32>) outs(%u : tensor<4xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<8xf32>, tensor<4xf32>
}

// A matrix that is not read is not copied, though it is used later; the
// destination of a product is.
// CHECK-LABEL: func @matrices(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: memref<4xf32, {{.*}}>, %[[Y:[a-z0-9]*]]: memref<4x4xf32, {{.*}}>, %[[P:[a-z0-9]*]]: memref<2x4x4xf32, {{.*}}>)
// CHECK-NEXT:    %[[D:.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NEXT:    linalg_ext.diag ins(%[[X]] : {{.*}}) outs(%[[D]] :
// CHECK-NEXT:    %[[Q:.*]] = memref.alloc() {{.*}} : memref<2x4x4xf32>
// CHECK-NEXT:    memref.copy %[[P]], %[[Q]]
// CHECK-NEXT:    linalg_ext.batch_matmul ins(%[[P]], %[[P]] : {{.*}}) outs(%[[Q]] :
// CHECK-NEXT:    return %[[D]], %[[Q]], %[[Y]]
func.func @matrices(%x: tensor<4xf32>, %y: tensor<4x4xf32>, %p: tensor<2x4x4xf32>) -> (tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x4xf32>) {
  %0 = linalg_ext.diag ins(%x : tensor<4xf32>) outs(%y : tensor<4x4xf32>) : tensor<4x4xf32>
  %1 = linalg_ext.batch_matmul ins(%p, %p : tensor<2x4x4xf32>, tensor<2x4x4xf32>) outs(%p : tensor<2x4x4xf32>) layout = "nn"
  return %0, %1, %y : tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<4x4xf32>
}
