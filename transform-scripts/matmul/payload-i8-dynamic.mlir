// heddle.payload-of: matmul
//
// C = A * B in i8, of any size, summed in i32 in the caller's buffer.
// The processor that it is scheduled for has instructions for dot products.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "features" = "avx512f,avx512vl,avx512vnni">>} {
  func.func @matmul(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>,
                    %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %zero = arith.constant 0 : i32
    %init = linalg.fill ins(%zero : i32) outs(%c : tensor<?x?xi32>)
        -> tensor<?x?xi32>
    %product = linalg.matmul
        ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>)
        outs(%init : tensor<?x?xi32>) -> tensor<?x?xi32>
    return %product : tensor<?x?xi32>
  }
}
