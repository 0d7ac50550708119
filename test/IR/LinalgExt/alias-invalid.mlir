// RUN: heddle-opt %s --verify-diagnostics

func.func @types(%x: tensor<8xf32>) {
  // expected-error @+2 {{'linalg_ext.alias' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error @below {{'linalg_ext.alias' op failed to infer returned types}}
  %0 = "linalg_ext.alias"(%x) : (tensor<8xf32>) -> tensor<?xf32>
  return
}
