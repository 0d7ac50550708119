// RUN: heddle-opt %s --linalg-fuse-elementwise-ext | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=one-use | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=max-ops=2 | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=max-operands=3 | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=diff-shapes | FileCheck %s --check-prefixes=CHECK,DIFF

!t = tensor<6x6xf32>

// A sum that is also returned, under each option.
// CHECK-LABEL: func.func @chain(
// ALL:           %[[R:.*]]:2 = linalg.generic
// ALL:             %[[S:.*]] = arith.addf
// ALL-NEXT:        %[[N:.*]] = arith.negf %[[S]]
// ALL-NEXT:        %[[A:.*]] = math.absf %[[N]]
// ALL-NEXT:        linalg.yield %[[S]], %[[A]]
// ALL:           return %[[R]]#0, %[[R]]#1
// ONE:           %[[S:.*]] = linalg.add ins(
// ONE:           %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]] :
// ONE:             %[[N:.*]] = arith.negf %{{.*}}
// ONE-NEXT:        %{{.*}} = math.absf %[[N]]
// ONE:           return %[[S]], %[[R]]
// TWO:           %[[S:.*]] = linalg.add ins(
// TWO:           %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]] :
// TWO:           return %[[S]], %[[R]]
// FEW:           %[[S:.*]] = linalg.add ins(
// FEW:           %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]] :
// FEW:           return %[[S]], %[[R]]
func.func @chain(%a: !t, %b: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %0 = linalg.add ins(%a, %b : !t, !t) outs(%e : !t) -> !t
  %1 = linalg.negf ins(%0 : !t) outs(%e : !t) -> !t
  %2 = linalg.abs ins(%1 : !t) outs(%e : !t) -> !t
  return %0, %2 : !t, !t
}

// CHECK-LABEL: func.func @fewer_loops(
// ALL:           %[[N:.*]] = linalg.negf ins(
// ALL:           linalg.broadcast ins(%[[N]] :
// DIFF:          %[[R:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// DIFF:          return %[[R]]#0, %[[R]]#1
func.func @fewer_loops(%a: tensor<6xf32>) -> (tensor<6xf32>, !t) {
  %e = tensor.empty() : !t
  %f = tensor.empty() : tensor<6xf32>
  %0 = linalg.negf ins(%a : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.broadcast ins(%0 : tensor<6xf32>) outs(%e : !t) dimensions = [1]
  return %0, %1 : tensor<6xf32>, !t
}

// Ops of different blocks stay apart; those of one branch are merged.
// CHECK-LABEL: func.func @branches(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK:         cf.cond_br %{{.*}}, ^bb1, ^bb2(%[[N]] :
// CHECK:       ^bb1:
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[N]] :
// CHECK:           %[[A:.*]] = math.absf %{{.*}}
// CHECK-NEXT:      %{{.*}} = math.ceil %[[A]]
// CHECK:         cf.br ^bb2(%[[R]] :
func.func @branches(%a: !t, %p: i1) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  cf.cond_br %p, ^then, ^end(%0 : !t)
^then:
  %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
  %2 = linalg.ceil ins(%1 : !t) outs(%e : !t) -> !t
  cf.br ^end(%2 : !t)
^end(%r: !t):
  return %r : !t
}

// Buffers are left alone.
// CHECK-LABEL: func.func @on_buffers(
// CHECK:         linalg.negf ins(%[[A:[a-z0-9]+]] : memref<6xf32>) outs(%[[B:[a-z0-9]+]] :
// CHECK-NEXT:    linalg.abs ins(%[[B]] : memref<6xf32>) outs(%[[A]] :
func.func @on_buffers(%a: memref<6xf32>, %b: memref<6xf32>) {
  linalg.negf ins(%a : memref<6xf32>) outs(%b : memref<6xf32>)
  linalg.abs ins(%b : memref<6xf32>) outs(%a : memref<6xf32>)
  return
}

// Ops whose results are not used are not consumers.
// CHECK-LABEL: func.func @unused(
// CHECK:         linalg.negf ins(%[[A:[a-z0-9]+]] : tensor<6x6xf32>)
// CHECK:         return %[[A]]
func.func @unused(%a: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
  return %a : !t
}
