// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Each part has 20 columns or fewer. Its rows begin at multiples of 16 elements, and
// all parts have rows of one length, which no size of the program changes.
// CHECK-LABEL: func.func @panel(
// CHECK-SAME:    %{{.*}}: tensor<?x?xf32>, %[[B:.*]]: tensor<?x?xf32>,
// CHECK:         %[[K:.*]] = tensor.dim %[[B]], %c0
// CHECK:         scf.for %[[N:[^ ]*]] =
// CHECK:           %[[W:.*]] = affine.min
// CHECK:           %[[SLICE:.*]] = tensor.extract_slice %[[B]][0, %[[N]]] [%[[K]], %[[W]]]
// CHECK:           %[[ROWS:.*]] = bufferization.alloc_tensor(%[[K]]) : tensor<?x32xf32>
// CHECK:           %[[PART:.*]] = tensor.extract_slice %[[ROWS]][0, 0] [%[[K]], %[[W]]] [1, 1]
// CHECK:           %[[PANEL:.*]] = linalg.copy {heddle.row_multiple = 16 : i64} ins(%[[SLICE]] : {{.*}}) outs(%[[PART]]
// CHECK:           scf.for %[[M:[^ ]*]] =
// CHECK:             scf.for %[[I:[^ ]*]] =
// CHECK:               %[[ROW:.*]] = tensor.extract_slice %[[PANEL]][%[[I]], 0]
// CHECK:               linalg.matmul ins(%{{.*}}, %[[ROW]] :
module {
func.func @panel(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {pad = 16}
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 20, 1] interchange [1, 0, 2]
}
}

// -----

// The whole copy, which no nest computes. A slice of it is read, and what it was
// made with before is gone.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME:    %[[B:[^ ]*]]: tensor<21x45xf32>
// CHECK-NOT:     tensor.empty
// CHECK:         %[[ROWS:.*]] = bufferization.alloc_tensor() : tensor<21x48xf32>
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[ROWS]][0, 0] [21, 45] [1, 1] : tensor<21x48xf32> to tensor<21x45xf32>
// CHECK:         %[[COPY:.*]] = linalg.copy {heddle.row_multiple = 16 : i64} ins(%[[B]] : {{.*}}) outs(%[[PART]]
// CHECK:         linalg.exp ins(%[[COPY]]
// CHECK-LABEL: func.func @whole_dynamic(
// CHECK:         %[[N:.*]] = tensor.dim %{{.*}}, %c1
// CHECK:         %[[L:.*]] = affine.apply #[[UP:.*]]()[%[[N]]]
// CHECK:         %[[ROWS:.*]] = bufferization.alloc_tensor(%{{.*}}, %[[L]]) : tensor<?x?xf32>
// CHECK:         tensor.extract_slice %[[ROWS]][0, 0] [%{{.*}}, %[[N]]] [1, 1]
module {
func.func @whole(%b: tensor<21x45xf32>) -> tensor<21x45xf32> {
  %e = tensor.empty() : tensor<21x45xf32>
  %r = linalg.exp ins(%b : tensor<21x45xf32>) outs(%b : tensor<21x45xf32>) -> tensor<21x45xf32>
  return %r : tensor<21x45xf32>
}
func.func @whole_dynamic(%b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.exp ins(%b : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad = 16}
  transform.apply_patterns to %root { transform.apply_patterns.tensor.fold_tensor_empty } : !transform.any_op
}
}

// -----

// Rows that have such a length anyway get the tensor that they get without padding:
// 48 columns, none, and tiles of 16.
// CHECK-LABEL: func.func @no_gap(
// CHECK-NOT:     alloc_tensor
// CHECK:         tensor.empty() : tensor<21x48xf32>
// CHECK-NOT:     alloc_tensor
// CHECK-LABEL: func.func @no_columns(
// CHECK-NOT:     alloc_tensor
// CHECK:         tensor.empty() : tensor<21x0xf32>
// CHECK-NOT:     alloc_tensor
// CHECK-LABEL: func.func @one_row(
// CHECK-NOT:     alloc_tensor
// CHECK:         tensor.empty() : tensor<45xf32>
// CHECK:         linalg.copy ins(
// CHECK-NOT:     alloc_tensor
// CHECK:         return
module {
func.func @no_gap(%b: tensor<21x48xf32>) -> tensor<21x48xf32> {
  %r = linalg.exp ins(%b : tensor<21x48xf32>) outs(%b : tensor<21x48xf32>) -> tensor<21x48xf32>
  return %r : tensor<21x48xf32>
}
func.func @no_columns(%b: tensor<21x0xf32>) -> tensor<21x0xf32> {
  %r = linalg.exp ins(%b : tensor<21x0xf32>) outs(%b : tensor<21x0xf32>) -> tensor<21x0xf32>
  return %r : tensor<21x0xf32>
}
func.func @one_row(%b: tensor<45xf32>) -> tensor<45xf32> {
  %r = linalg.exp ins(%b : tensor<45xf32>) outs(%b : tensor<45xf32>) -> tensor<45xf32>
  return %r : tensor<45xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad = 16}
}
}

// -----

// Without a number, a row begins where a register begins: 4 f64 of 256 bits, 32
// bytes of i8. The last dim of the copy is padded, not that of the operand.
// CHECK-LABEL: func.func @lanes(
// CHECK:         %[[D:.*]] = bufferization.alloc_tensor() : tensor<7x5x12xf64>
// CHECK:         linalg.transpose {{.*}} permutation = [2, 0, 1] {heddle.row_multiple = 4 : i64}
// CHECK-LABEL: func.func @bytes(
// CHECK:         %[[I:.*]] = bufferization.alloc_tensor() : tensor<9x5x64xi8>
// CHECK:         linalg.transpose {{.*}} permutation = [1, 2, 0] {heddle.row_multiple = 32 : i64}
#id = affine_map<(i, j, k) -> (i, j, k)>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector_bits" = 256 : i64>>} {
func.func @lanes(%b: tensor<5x9x7xf64>) -> tensor<5x9x7xf64> {
  %r = linalg.exp {lanes} ins(%b : tensor<5x9x7xf64>) outs(%b : tensor<5x9x7xf64>) -> tensor<5x9x7xf64>
  return %r : tensor<5x9x7xf64>
}
func.func @bytes(%b: tensor<33x9x5xi8>) -> tensor<33x9x5xi8> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%b : tensor<33x9x5xi8>) outs(%b : tensor<33x9x5xi8>) attrs = {bytes} {
  ^bb0(%x: i8, %o: i8):
    %y = arith.addi %x, %x : i8
    linalg.yield %y : i8
  } -> tensor<33x9x5xi8>
  return %r : tensor<33x9x5xi8>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {lanes} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad, transpose = array<i64: 2, 0, 1>}
  %2 = transform.structured.match attributes {bytes} in %root : (!transform.any_op) -> !transform.any_op
  %3, %other = transform.heddle.pack_operand %2 operand = 0 {pad, transpose = array<i64: 1, 2, 0>}
}
}

// -----

// The first nest makes the part of some rows, the second one in it that of some
// columns: each is padded by itself.
// CHECK-LABEL: func.func @twice(
// CHECK:         scf.for %{{[^ ]*}} =
// CHECK:           scf.for %{{[^ ]*}} =
// CHECK:             bufferization.alloc_tensor(%{{.*}}) : tensor<?x8xf32>
// CHECK:             linalg.copy {heddle.row_multiple = 4 : i64}
// CHECK-NOT:     alloc_tensor
module {
func.func @twice(%b: tensor<21x45xf32>) -> tensor<21x45xf32> {
  %r = linalg.exp ins(%b : tensor<21x45xf32>) outs(%b : tensor<21x45xf32>) -> tensor<21x45xf32>
  return %r : tensor<21x45xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad = 4}
  %2, %3 = transform.structured.fuse_ext %1 tile_sizes [6]
  %4, %5 = transform.structured.fuse_ext %2 tile_sizes [0, 7]
}
}

// -----

// Tiled by itself, the copy is written into the whole padded tensor part by part.
// CHECK-LABEL: func.func @root(
// CHECK:         %[[WHOLE:.*]] = bufferization.alloc_tensor() : tensor<21x48xf32>
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[WHOLE]][0, 0] [21, 45] [1, 1]
// CHECK:         scf.for {{.*}} iter_args(%[[ALL:.*]] = %[[PART]])
// CHECK:           %[[TILE:.*]] = tensor.extract_slice %[[ALL]]
// CHECK:           linalg.copy {heddle.row_multiple = 16 : i64} ins({{.*}}) outs(%[[TILE]]
// CHECK-NOT:     alloc_tensor
module {
func.func @root(%b: tensor<21x45xf32>) -> tensor<21x45xf32> {
  %r = linalg.exp ins(%b : tensor<21x45xf32>) outs(%b : tensor<21x45xf32>) -> tensor<21x45xf32>
  return %r : tensor<21x45xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad = 16}
  %2, %3 = transform.structured.fuse_ext %copy tile_sizes [8]
}
}

// -----

// Iterations of a forall run at the same time, so each has a part of its own. The
// nest that reads the part also returns it, padded as a whole.
// CHECK-LABEL: func.func @forall(
// CHECK:         scf.forall (%{{.*}}) =
// CHECK:           bufferization.alloc_tensor() : tensor<8x48xf32>
// CHECK:           linalg.copy {heddle.row_multiple = 16 : i64}
// CHECK-LABEL: func.func @leaves(
// CHECK:         %[[N:.*]] = tensor.dim
// CHECK:         %[[WHOLE:.*]] = bufferization.alloc_tensor(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
// CHECK:         tensor.extract_slice %[[WHOLE]][0, 0] [%{{.*}}, %{{.*}}] [1, 1]
// CHECK:         scf.for %{{[^ ]*}} =
// CHECK:           linalg.copy {{.*}}heddle.row_multiple = 16 : i64
// CHECK-NOT:     tensor.empty
// CHECK:         return
module {
func.func @forall(%b: tensor<21x45xf32>) -> tensor<21x45xf32> {
  %r = linalg.exp {outer} ins(%b : tensor<21x45xf32>) outs(%b : tensor<21x45xf32>) -> tensor<21x45xf32>
  return %r : tensor<21x45xf32>
}
func.func @leaves(%b: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %b, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %copy = linalg.copy {heddle.row_multiple = 16 : i64} ins(%b : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.sqrt ins(%copy : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %s, %copy : tensor<?x?xf32>, tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 0 {pad = 16}
  %2, %3 = transform.structured.fuse_ext %1 tile_sizes [8] {use_forall}
  %4 = transform.structured.match ops{["linalg.sqrt"]} in %root : (!transform.any_op) -> !transform.any_op
  %5, %6 = transform.structured.fuse_ext %4 tile_sizes [8]
}
}
