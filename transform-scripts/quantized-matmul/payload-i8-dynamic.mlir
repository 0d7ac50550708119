// heddle.payload-of: quantized-matmul
//
// A * B in i8, summed in i32, scaled per column, rounded and clamped to i8.
// The processor that it is scheduled for has instructions for dot products.

#tile = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "features" = "avx512f,avx512vl,avx512vnni">>} {
  func.func @quantized_matmul(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %scale: tensor<?xf32>,
                              %out: tensor<?x?xi8>) -> tensor<?x?xi8> {
    %zero = arith.constant 0 : i32
    %least = arith.constant -128.0 : f32
    %most = arith.constant 127.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = tensor.dim %out, %c0 : tensor<?x?xi8>
    %n = tensor.dim %out, %c1 : tensor<?x?xi8>
    %empty = tensor.empty(%m, %n) : tensor<?x?xi32>
    %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<?x?xi32>)
        -> tensor<?x?xi32>
    %product = linalg.matmul
        ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>)
        outs(%init : tensor<?x?xi32>) -> tensor<?x?xi32>
    %result = linalg.generic {
        indexing_maps = [#tile, #row, #tile],
        iterator_types = ["parallel", "parallel"]}
        ins(%product, %scale : tensor<?x?xi32>, tensor<?xf32>)
        outs(%out : tensor<?x?xi8>) {
      ^bb0(%p: i32, %s: f32, %o: i8):
        %0 = arith.sitofp %p : i32 to f32
        %1 = arith.mulf %0, %s : f32
        %2 = math.roundeven %1 : f32
        %3 = arith.maximumf %2, %least : f32
        %4 = arith.minimumf %3, %most : f32
        %5 = arith.fptosi %4 : f32 to i8
        linalg.yield %5 : i8
    } -> tensor<?x?xi8>
    return %result : tensor<?x?xi8>
  }
}
