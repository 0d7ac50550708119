// A filled tensor is written into the frame of its pad, and another op reads it:
// the frame has a strip that is a value of its own.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule > %t.ir
// RUN: FileCheck %s --check-prefix=IR --input-file %t.ir

// The strip is read where it lies in the frame.
// CHECK: filled_and_read: equal
// IR-LABEL: func @filled_and_read(
// IR:         %[[OUT:.*]] = memref.alloc(
// IR:         %[[STRIP:.*]] = memref.subview %[[OUT]][8, 0]
// IR-NOT:     memref.alloc
// IR-NOT:     linalg.copy
// IR:         linalg.generic {{.*}} ins(%[[STRIP]] :
// IR:         linalg.exp ins(%[[OUT]] : memref<?x5xf32>) outs(%[[OUT]] :
// IR:         return %[[OUT]]
func.func @filled_and_read(%a: tensor<?xf32>, %b: tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %p = tensor.pad %f low[8, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : f32
  } {pad} : tensor<?x5xf32> to tensor<?x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%f : tensor<?x5xf32>) outs(%a : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<?xf32>
  %w = linalg.exp ins(%p : tensor<?x5xf32>) outs(%p : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %w, %s : tensor<?x5xf32>, tensor<?xf32>
}

// It is read after the frame was overwritten: there are two buffers.
// CHECK: filled_and_read_later: equal
// IR-LABEL: func @filled_and_read_later(
// IR:         linalg.exp ins(%[[OUT:.*]] : memref<?x5xf32>) outs(%[[OUT]] :
// IR:         linalg.generic {{.*}} ins(%[[STRIP:.*]] : memref<?x5xf32
// IR:         return %[[OUT]]
func.func @filled_and_read_later(%a: tensor<?xf32>) -> (tensor<?x5xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %p = tensor.pad %f low[8, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : f32
  } {pad} : tensor<?x5xf32> to tensor<?x5xf32>
  %w = linalg.exp ins(%p : tensor<?x5xf32>) outs(%p : tensor<?x5xf32>) -> tensor<?x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%f : tensor<?x5xf32>) outs(%a : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<?xf32>
  return %w, %s : tensor<?x5xf32>, tensor<?xf32>
}

// Another op writes into the strip: its result is no part of the frame.
// CHECK: filled_and_written: equal
// IR-LABEL: func @filled_and_written(
// IR:         linalg.exp ins(%[[STRIP:.*]] : memref<?x5xf32{{.*}}>) outs(%[[OTHER:.*]] :
// IR:         return %[[OUT:.*]], %[[RETURNED:.*]] :
func.func @filled_and_written(%a: tensor<?xf32>) -> (tensor<?x5xf32>, tensor<?x5xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %p = tensor.pad %f low[8, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %two : f32
  } {pad} : tensor<?x5xf32> to tensor<?x5xf32>
  %w = linalg.exp ins(%f : tensor<?x5xf32>) outs(%f : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %p, %w : tensor<?x5xf32>, tensor<?x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %pad = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
  %fills, %ops = transform.heddle.fuse_pad %pad {fill = "boundary"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}
