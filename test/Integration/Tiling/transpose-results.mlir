// The results of the ops of a chain with their dims in another order give what they
// gave: through maxima and sums, comparisons of indices, masks that are tensors, several
// results, named ops, more dims than two, dynamic sizes, and extents 0 and 1. No tensor
// is made in the old order.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle check %s --dims arg0=9x8,arg1=0x8,arg2=9x0,arg3=0x6 --function mask \
// RUN:   | FileCheck %s --check-prefix=NO-KEYS
// RUN: heddle check %s --dims arg0=0x7,arg1=0x7,arg2=7 --function columns \
// RUN:   | FileCheck %s --check-prefix=NO-ROWS
// RUN: heddle check %s --dims arg0=1x8,arg1=1x8,arg2=1x1,arg3=1x6 --function mask \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: heddle-opt %s -apply-schedule | FileCheck %s --check-prefix=IR

// The same with the loops in the order of the dims.
// RUN: sed 's/permutation = \(\[.*\]\) : (!/permutation = \1 {interchange} : (!/' %s > %t.mlir
// RUN: heddle check %t.mlir | FileCheck %s
// RUN: heddle check %t.mlir --dims arg0=9x8,arg1=0x8,arg2=9x0,arg3=0x6 --function mask \
// RUN:   | FileCheck %s --check-prefix=NO-KEYS
// RUN: heddle check %t.mlir --dims arg0=0x7,arg1=0x7,arg2=7 --function columns \
// RUN:   | FileCheck %s --check-prefix=NO-ROWS
// RUN: heddle-opt %t.mlir -apply-schedule | FileCheck %s --check-prefixes=IR,LOOPS

// LOOPS-LABEL: func.func @causal(
// LOOPS:         %[[I:.*]] = linalg.index 1
// LOOPS-NEXT:    %[[J:.*]] = linalg.index 0
// LOOPS-NEXT:    arith.cmpi sle, %[[J]], %[[I]]
// IR-NOT: tensor.empty() : tensor<13x11x
// IR-NOT: tensor.empty() : tensor<3x9x7x

#query = affine_map<(i, j, k) -> (i, k)>
#key = affine_map<(i, j, k) -> (j, k)>
#score = affine_map<(i, j, k) -> (i, j)>
#element = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// Odd sizes, and a mask by a comparison of indices.
// CHECK-DAG: causal: equal: {{.*}}equal as formulas
func.func @causal(%q: tensor<13x8xf32>, %k: tensor<11x8xf32>, %v: tensor<11x6xf32>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul indexing_maps = [#query, #key, #score] {chain}
    ins(%q, %k : tensor<13x8xf32>, tensor<11x8xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %m = linalg.generic {indexing_maps = [#element, #element], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) attrs = {chain} {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.mulf %in, %scale : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sees = arith.cmpi sle, %j, %i : index
    %1 = arith.select %sees, %0, %inf : f32
    linalg.yield %1 : f32
  } -> tensor<13x11xf32>
  %p = linalg.softmax {chain} dimension(1) ins(%m : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = linalg.matmul ins(%p, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// Dynamic sizes, and a mask that is a tensor.
// CHECK-DAG: mask: equal: {{.*}}equal as formulas
// NO-KEYS: mask: equal:
// ONE: mask: equal: {{.*}}equal as formulas
func.func @mask(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %mask: tensor<?x?xf32>, %v: tensor<?x6xf32>, %o: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c0 : tensor<?x8xf32>
  %l = tensor.dim %k, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n, %l) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.generic {indexing_maps = [#query, #key, #score], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<?x8xf32>, tensor<?x8xf32>) outs(%z : tensor<?x?xf32>) attrs = {chain} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %m = linalg.add {chain} ins(%s, %mask : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax {chain} dimension(1) ins(%m : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%p, %v : tensor<?x?xf32>, tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

// Sums over the rows, with destinations that are not read, and a size from `tensor.dim` of a weight.
// CHECK-DAG: columns: equal: {{.*}}equal as formulas
// NO-ROWS: columns: equal:
func.func @columns(%a: tensor<?x?xf32>, %d: tensor<?x?xf32>, %t: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %l = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %l) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = linalg.generic {indexing_maps = [#element, #element], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) attrs = {chain} {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %0 = linalg.negf {chain} ins(%b : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax {chain} dimension(1) ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %keys = tensor.dim %p, %c1 : tensor<?x?xf32>
  %es = tensor.empty(%keys) : tensor<?xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#element, #column], iterator_types = ["reduction", "parallel"]}
    ins(%p : tensor<?x?xf32>) outs(%zs : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %plus = linalg.add ins(%sum, %t : tensor<?xf32>, tensor<?xf32>) outs(%es : tensor<?xf32>) -> tensor<?xf32>
  return %plus, %keys : tensor<?xf32>, index
}

// A value that the next op starts from and adds to, an op with two results, one value
// read twice, and a reader that sums along the rows: an order that does not change.
// CHECK-DAG: chain: equal
func.func @chain(%a: tensor<13x11xf32>, %s: tensor<13xf32>) -> (tensor<13xf32>, tensor<11x13xf32>) {
  %e = tensor.empty() : tensor<13x11xf32>
  %one = arith.constant 1.0 : f32
  %f = linalg.fill {chain} ins(%one : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %0:2 = linalg.generic {indexing_maps = [#element, #element, #element], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<13x11xf32>) outs(%f, %e : tensor<13x11xf32>, tensor<13x11xf32>) attrs = {chain} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %1 = arith.addf %x, %y : f32
    %2 = arith.mulf %x, %k : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<13x11xf32>, tensor<13x11xf32>)
  %1 = linalg.generic {indexing_maps = [#element, #element, #element], iterator_types = ["parallel", "parallel"]}
    ins(%0#1, %0#1 : tensor<13x11xf32>, tensor<13x11xf32>) outs(%0#0 : tensor<13x11xf32>) attrs = {chain} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %2 = arith.mulf %x, %y : f32
    %3 = arith.subf %2, %z : f32
    linalg.yield %3 : f32
  } -> tensor<13x11xf32>
  %sum = linalg.generic {indexing_maps = [#element, #row], iterator_types = ["parallel", "reduction"]}
    ins(%1 : tensor<13x11xf32>) outs(%s : tensor<13xf32>) {
  ^bb0(%x: f32, %y: f32):
    %2 = arith.subf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<13xf32>
  %et = tensor.empty() : tensor<11x13xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #element], iterator_types = ["parallel", "parallel"]}
    ins(%1 : tensor<13x11xf32>) outs(%et : tensor<11x13xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<11x13xf32>
  return %sum, %t : tensor<13xf32>, tensor<11x13xf32>
}

// Three dims in a cycle, read by a window.
// CHECK-DAG: cycle: equal
func.func @cycle(%a: tensor<3x9x7xf32>, %w: tensor<3xf32>, %s: tensor<3x7x7xf32>) -> tensor<3x7x7xf32> {
  %e = tensor.empty() : tensor<3x9x7xf32>
  %0 = linalg.exp {cycle} ins(%a : tensor<3x9x7xf32>) outs(%e : tensor<3x9x7xf32>) -> tensor<3x9x7xf32>
  %1 = linalg.softmax {cycle} dimension(1) ins(%0 : tensor<3x9x7xf32>) outs(%e : tensor<3x9x7xf32>) -> tensor<3x9x7xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, j + l, k)>, affine_map<(i, j, k, l) -> (l)>, affine_map<(i, j, k, l) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%1, %w : tensor<3x9x7xf32>, tensor<3xf32>) outs(%s : tensor<3x7x7xf32>) {
  ^bb0(%x: f32, %f: f32, %y: f32):
    %3 = arith.mulf %x, %f : f32
    %4 = arith.addf %3, %y : f32
    linalg.yield %4 : f32
  } -> tensor<3x7x7xf32>
  return %2 : tensor<3x7x7xf32>
}

// Heads of 4 dims: their order stays.
// CHECK-DAG: heads: equal: {{.*}}equal as formulas
func.func @heads(%q: tensor<2x3x5x4xf32>, %k: tensor<2x3x?x4xf32>, %v: tensor<2x3x?x6xf32>, %o: tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %n = tensor.dim %k, %c2 : tensor<2x3x?x4xf32>
  %e = tensor.empty(%n) : tensor<2x3x5x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x5x?xf32>) -> tensor<2x3x5x?xf32>
  %s = linalg.contract indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, j, d) -> (b, h, j, d)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>]
    {heads} ins(%q, %k : tensor<2x3x5x4xf32>, tensor<2x3x?x4xf32>) outs(%z : tensor<2x3x5x?xf32>) -> tensor<2x3x5x?xf32>
  %p = linalg.softmax {heads} dimension(3) ins(%s : tensor<2x3x5x?xf32>) outs(%e : tensor<2x3x5x?xf32>) -> tensor<2x3x5x?xf32>
  %r = linalg.contract indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, j, d) -> (b, h, d, j)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>]
    ins(%p, %v : tensor<2x3x5x?xf32>, tensor<2x3x?x6xf32>) outs(%o : tensor<2x3x5x6xf32>) -> tensor<2x3x5x6xf32>
  return %r : tensor<2x3x5x6xf32>
}

// A batch of products reads the rows of each head turned around.
// CHECK-DAG: batch: equal: {{.*}}equal as formulas
func.func @batch(%s: tensor<3x5x?xf32>, %v: tensor<3x?x6xf32>, %o: tensor<3x5x6xf32>) -> tensor<3x5x6xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %s, %c2 : tensor<3x5x?xf32>
  %e = tensor.empty(%n) : tensor<3x5x?xf32>
  %0 = linalg.negf {batch} ins(%s : tensor<3x5x?xf32>) outs(%e : tensor<3x5x?xf32>) -> tensor<3x5x?xf32>
  %p = linalg.softmax {batch, raise} dimension(2) ins(%0 : tensor<3x5x?xf32>) outs(%e : tensor<3x5x?xf32>) -> tensor<3x5x?xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x5x?xf32>, tensor<3x?x6xf32>) outs(%o : tensor<3x5x6xf32>) -> tensor<3x5x6xf32>
  return %r : tensor<3x5x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %chain = transform.structured.match attributes {chain} in %module : (!transform.any_op) -> !transform.any_op
    %0 = transform.heddle.transpose_results %chain permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
    %cycle = transform.structured.match attributes {cycle} in %module : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.transpose_results %cycle permutation = [2, 0, 1] : (!transform.any_op) -> !transform.any_op
    %heads = transform.structured.match attributes {heads} in %module : (!transform.any_op) -> !transform.any_op
    %2 = transform.heddle.transpose_results %heads permutation = [0, 1, 3, 2] : (!transform.any_op) -> !transform.any_op
    %softmax = transform.structured.match attributes {raise} in %module : (!transform.any_op) -> !transform.any_op
    %raised = transform.heddle.raise_to_linalg_ext %softmax : (!transform.any_op) -> !transform.any_op
    transform.annotate %raised "batch" : !transform.any_op
    %batch = transform.structured.match attributes {batch} in %module : (!transform.any_op) -> !transform.any_op
    %3 = transform.heddle.transpose_results %batch permutation = [0, 2, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
