// Weights are drawn by the length of the sums that they are in. After twelve
// layers of 256 in f16 numbers would have left the type: a product of random
// matrices grows by the root of 256 in each.
//
// RUN: split-file %s %t
// RUN: %python %t/network.py > %t/payload.mlir
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir | FileCheck %s
// CHECK: network: equal: random data {{.*}}equal as formulas

//--- network.py
print("""func.func @network(%x0: tensor<3x256xf16>, %e: tensor<3x256xf16>""")
for layer in range(12):
    print(f", %w{layer}: tensor<256x256xf16>")
print(") -> tensor<3x256xf16> {")
print("%zero = arith.constant 0.0 : f16")
print("%fill = linalg.fill ins(%zero : f16) outs(%e : tensor<3x256xf16>) -> tensor<3x256xf16>")
for layer in range(12):
    weights = f"%w{layer}"
    if layer % 3 == 1:
        print(f"%empty{layer} = tensor.empty() : tensor<256x256xf16>")
        print(f"%t{layer} = linalg.transpose ins({weights} : tensor<256x256xf16>) outs(%empty{layer} : tensor<256x256xf16>) permutation = [1, 0]")
        weights = f"%t{layer}"
    print(f"%m{layer} = linalg.matmul ins(%x{layer}, {weights} : tensor<3x256xf16>, tensor<256x256xf16>) outs(%fill : tensor<3x256xf16>) -> tensor<3x256xf16>")
    print(f"%x{layer + 1} = linalg.max {{layer}} ins(%m{layer}, %fill : tensor<3x256xf16>, tensor<3x256xf16>) outs(%e : tensor<3x256xf16>) -> tensor<3x256xf16>")
print("return %x12 : tensor<3x256xf16>\n}")

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %layers = transform.structured.match attributes {layer} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %layers : !transform.any_op {
    ^bb0(%layer: !transform.any_op):
      %t, %l:2 = transform.structured.fuse_ext %layer tile_sizes [2, 100] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
