// heddle.payload-of: matmul
//
// C = A * B in bf16, 512 x 512 x 512, summed in f32 in the caller's buffer.
// The processor that it is scheduled for has instructions for dot products.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "features" = "avx512f,avx512vl,avx512bf16">>} {
  func.func @matmul(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>,
                    %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%c : tensor<512x512xf32>)
        -> tensor<512x512xf32>
    %product = linalg.matmul
        ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
        outs(%init : tensor<512x512xf32>) -> tensor<512x512xf32>
    return %product : tensor<512x512xf32>
  }
}
