// Two steps of a stencil on the four neighbours and the element itself.
#id = affine_map<(i, j) -> (i, j)>
func.func @two_steps(%x: tensor<41x70xf32>) -> tensor<37x66xf32> {
  %fifth = arith.constant 0.125 : f32
  %e1 = tensor.empty() : tensor<39x68xf32>
  %e2 = tensor.empty() : tensor<37x66xf32>
  %c1 = tensor.extract_slice %x[1, 1] [39, 68] [1, 1] : tensor<41x70xf32> to tensor<39x68xf32>
  %n1 = tensor.extract_slice %x[0, 1] [39, 68] [1, 1] : tensor<41x70xf32> to tensor<39x68xf32>
  %s1 = tensor.extract_slice %x[2, 1] [39, 68] [1, 1] : tensor<41x70xf32> to tensor<39x68xf32>
  %w1 = tensor.extract_slice %x[1, 0] [39, 68] [1, 1] : tensor<41x70xf32> to tensor<39x68xf32>
  %o1 = tensor.extract_slice %x[1, 2] [39, 68] [1, 1] : tensor<41x70xf32> to tensor<39x68xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%c1, %n1, %s1, %w1, %o1 : tensor<39x68xf32>, tensor<39x68xf32>, tensor<39x68xf32>, tensor<39x68xf32>, tensor<39x68xf32>) outs(%e1 : tensor<39x68xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    %3 = arith.addf %2, %e : f32
    %4 = arith.mulf %3, %fifth : f32
    linalg.yield %4 : f32
  } -> tensor<39x68xf32>
  %c2 = tensor.extract_slice %y[1, 1] [37, 66] [1, 1] : tensor<39x68xf32> to tensor<37x66xf32>
  %n2 = tensor.extract_slice %y[0, 1] [37, 66] [1, 1] : tensor<39x68xf32> to tensor<37x66xf32>
  %s2 = tensor.extract_slice %y[2, 1] [37, 66] [1, 1] : tensor<39x68xf32> to tensor<37x66xf32>
  %w2 = tensor.extract_slice %y[1, 0] [37, 66] [1, 1] : tensor<39x68xf32> to tensor<37x66xf32>
  %o2 = tensor.extract_slice %y[1, 2] [37, 66] [1, 1] : tensor<39x68xf32> to tensor<37x66xf32>
  %z = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%c2, %n2, %s2, %w2, %o2 : tensor<37x66xf32>, tensor<37x66xf32>, tensor<37x66xf32>, tensor<37x66xf32>, tensor<37x66xf32>) outs(%e2 : tensor<37x66xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    %3 = arith.addf %2, %e : f32
    %4 = arith.mulf %3, %fifth : f32
    linalg.yield %4 : f32
  } -> tensor<37x66xf32>
  return %z : tensor<37x66xf32>
}
