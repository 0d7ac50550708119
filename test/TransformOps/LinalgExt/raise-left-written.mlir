// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Memory is written between the maximum and the division. The softmax would read
// all of it at the division.
// CHECK-NOT: linalg_ext

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @written(%memory: memref<9x13xf32>, %r: tensor<9xf32>, %o: tensor<9x13xf32>, %k: f32) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %x = bufferization.to_tensor %memory restrict : memref<9x13xf32> to tensor<9x13xf32>
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%o : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  // expected-note @+1 {{the op writes memory that 'linalg.generic' may have read}}
  memref.store %k, %memory[%c0, %c0] : memref<9x13xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  // expected-note @+1 {{this op}}
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%o : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %y : tensor<9x13xf32>
}

// Between blocks, writes are not looked for.
func.func @elsewhere(%memory: memref<9x13xf32>, %r: tensor<9xf32>, %o: tensor<9x13xf32>, %k: i1) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %x = bufferization.to_tensor %memory restrict : memref<9x13xf32> to tensor<9x13xf32>
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  // expected-note @+1 {{the maximum of memory is computed in another block}}
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%o : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  %if = scf.if %k -> tensor<9x13xf32> {
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  // expected-note @+1 {{this op}}
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%o : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  scf.yield %y : tensor<9x13xf32>
  } else {
    scf.yield %o : tensor<9x13xf32>
  }
  return %if : tensor<9x13xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.generic'}}
  %0 = transform.heddle.raise_to_linalg_ext %root : (!transform.any_op) -> !transform.any_op
}
