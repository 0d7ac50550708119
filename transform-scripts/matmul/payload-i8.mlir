// heddle.payload-of: matmul
//
// C = A * B in i8, 512 x 512 x 512, summed in i32 in the caller's buffer.
// The processor that it is scheduled for has instructions for dot products.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "features" = "avx512f,avx512vl,avx512vnni">>} {
  func.func @matmul(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>,
                    %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
    %zero = arith.constant 0 : i32
    %init = linalg.fill ins(%zero : i32) outs(%c : tensor<512x512xi32>)
        -> tensor<512x512xi32>
    %product = linalg.matmul
        ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
        outs(%init : tensor<512x512xi32>) -> tensor<512x512xi32>
    return %product : tensor<512x512xi32>
  }
}
