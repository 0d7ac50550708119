// A schedule finds functions of any name, and a name that no function has is an error.

// RUN: heddle schedule %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=WRITTEN --input-file=%t.mlir
// RUN: heddle check %s -s %t.mlir | FileCheck %s
// RUN: not heddle schedule %s --function nosuch 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// RUN: not heddle schedule %s --function declared 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DECLARED

// WRITTEN: attributes {sym_name = "a\22b"} in %module
// WRITTEN: attributes {sym_name = "a b\\n"} in %module

// CHECK-COUNT-2: : equal:

// UNKNOWN: heddle: error: expects the name of a function of the payload, but got 'nosuch'
// DECLARED: heddle: error: expects the name of a function of the payload, but got 'declared'

func.func @"a\22b"(%a: tensor<37x21xf32>) -> tensor<37x21xf32> {
  %e = tensor.empty() : tensor<37x21xf32>
  %r = linalg.abs ins(%a : tensor<37x21xf32>) outs(%e : tensor<37x21xf32>) -> tensor<37x21xf32>
  return %r : tensor<37x21xf32>
}
func.func @"a b\5Cn"(%a: tensor<37x21xf32>) -> tensor<37x21xf32> {
  %e = tensor.empty() : tensor<37x21xf32>
  %r = linalg.abs ins(%a : tensor<37x21xf32>) outs(%e : tensor<37x21xf32>) -> tensor<37x21xf32>
  return %r : tensor<37x21xf32>
}
func.func private @declared(%a: tensor<37x21xf32>)
