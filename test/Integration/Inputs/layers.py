"""Prints a network of N layers: a padded convolution and an elementwise op in
turn, each after the other, all with one shared fill and empty tensor."""

import sys

layers = int(sys.argv[1])
image = "tensor<1x16x16x8xf32>"
padded = "tensor<1x18x18x8xf32>"
weights = "tensor<3x3x8x8xf32>"

print(f"func.func @net(%x0: {image}, %w: {weights}) -> {image} {{")
print("  %zero = arith.constant 0.0 : f32")
print(f"  %e = tensor.empty() : {image}")
print(f"  %init = linalg.fill ins(%zero : f32) outs(%e : {image}) -> {image}")
for i in range(layers):
    if i % 2 == 1:
        print(f"  %x{i + 1} = linalg.negf ins(%x{i} : {image}) "
              f"outs(%e : {image}) -> {image}")
        continue
    print(f"  %p{i} = tensor.pad %x{i} low[0, 1, 1, 0] high[0, 1, 1, 0] {{")
    print("  ^bb0(%a: index, %b: index, %c: index, %d: index):")
    print("    tensor.yield %zero : f32")
    print(f"  }} : {image} to {padded}")
    print(f"  %x{i + 1} = linalg.conv_2d_nhwc_hwcf "
          f"ins(%p{i}, %w : {padded}, {weights}) "
          f"outs(%init : {image}) -> {image}")
print(f"  return %x{layers} : {image}")
print("}")
