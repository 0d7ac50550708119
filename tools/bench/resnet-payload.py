#!/usr/bin/env python3
"""Prints a payload of the shape of ResNet18, in the form that frontends dump.

usage: resnet-payload.py [--image N] [--channels N] [--classes N] [--batch N]
                         [--convolutions generic|named]

Twenty convolutions, each with a pad before it where the kernel is larger than 1 and
a batch norm after it, eight residual blocks, pooling, and a fully connected layer.
All convolutions of one shape start from one fill, as after CSE. The parameters of the
batch norms are constants that keep the values near 1 for weights between -1 and 1.
"""
import argparse


class Payload:
    def __init__(self, convolutions):
        self.lines, self.args, self.fills, self.maps = [], [], {}, {}
        self.convolutions, self.count = convolutions, 0

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text):
        name = self.name()
        self.lines.append(f"  {name} = {text}")
        return name

    def arg(self, shape):
        name = f"%arg{len(self.args)}"
        self.args.append(f"{name}: {tensor(shape)}")
        return name

    def map(self, text):
        return self.maps.setdefault(f"affine_map<{text}>", f"#map{len(self.maps)}")

    def fill(self, shape, value="%zero"):
        key = tuple(shape), value
        if key not in self.fills:
            empty = self.emit(f"tensor.empty() : {tensor(shape)}")
            self.fills[key] = self.emit(
                f"linalg.fill ins({value} : f32) outs({empty} : {tensor(shape)})"
                f" -> {tensor(shape)}"
            )
        return self.fills[key]

    def generic(self, ins, out, shape, maps, iterators, body):
        """`ins` are pairs of a value and its shape; the last map is that of out."""
        names = ", ".join(value for value, _ in ins)
        types = ", ".join(tensor(dims) for _, dims in ins)
        block = ", ".join(f"%in{i}: f32" for i in range(len(ins)))
        kinds = ", ".join(f'"{iterator}"' for iterator in iterators)
        used = ", ".join(self.map(text) for text in maps)
        return self.emit(
            f"linalg.generic {{indexing_maps = [{used}], iterator_types = [{kinds}]}}"
            f" ins({names} : {types}) outs({out} : {tensor(shape)}) {{\n"
            f"  ^bb0({block}, %out: f32):\n"
            + "".join(f"    {line}\n" for line in body)
            + f"  }} -> {tensor(shape)}"
        )

    def elementwise(self, ins, shape, body):
        """One shape for all, or that of one channel per element."""
        dims = ["b", "c", "h", "w"][: len(shape)]
        domain = f"({', '.join(dims)})"
        full, channel = f"{domain} -> {domain}", f"{domain} -> ({dims[1]})"
        maps = [channel if len(of) < len(shape) else full for _, of in ins] + [full]
        empty = self.emit(f"tensor.empty() : {tensor(shape)}")
        return self.generic(ins, empty, shape, maps, ["parallel"] * len(shape), body)

    def pad(self, value, shape, amount, scalar="%zero"):
        if amount == 0:
            return value, shape
        n, c, h, w = shape
        padded = [n, c, h + 2 * amount, w + 2 * amount]
        name = self.emit(
            f"tensor.pad {value} low[0, 0, {amount}, {amount}]"
            f" high[0, 0, {amount}, {amount}] {{\n"
            "  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):\n"
            f"    tensor.yield {scalar} : f32\n"
            f"  }} : {tensor(shape)} to {tensor(padded)}"
        )
        return name, padded

    def convolution(self, value, shape, channels, kernel, stride):
        value, (n, c, h, w) = self.pad(value, shape, kernel // 2)
        weights, filters = self.arg([channels, c, kernel, kernel]), [channels, c]
        filters += [kernel, kernel]
        out = [n, channels, (h - kernel) // stride + 1, (w - kernel) // stride + 1]
        init = self.fill(out)
        if self.convolutions == "named":
            result = self.emit(
                "linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>,"
                f" strides = dense<{stride}> : vector<2xi64>}}"
                f" ins({value}, {weights} : {tensor([n, c, h, w])},"
                f" {tensor(filters)}) outs({init} : {tensor(out)}) -> {tensor(out)}"
            )
        else:
            domain = "(b, f, h, w, c, y, x)"
            result = self.generic(
                [(value, [n, c, h, w]), (weights, filters)],
                init,
                out,
                [
                    f"{domain} -> (b, c, h * {stride} + y, w * {stride} + x)",
                    f"{domain} -> (f, c, y, x)",
                    f"{domain} -> (b, f, h, w)",
                ],
                ["parallel"] * 4 + ["reduction"] * 3,
                [
                    "%product = arith.mulf %in0, %in1 : f32",
                    "%sum = arith.addf %out, %product : f32",
                    "linalg.yield %sum : f32",
                ],
            )
        return self.batch_norm(result, out, c * kernel * kernel), out

    def batch_norm(self, value, shape, fan_in):
        def constant(numbers):
            text = ", ".join(f"{number:.4f}" for number in numbers)
            return self.emit(f"arith.constant dense<[{text}]> : {tensor([channels])}")

        channels = shape[1]
        gamma = constant(0.75 + (7 * i % 11) / 20 for i in range(channels))
        beta = constant((5 * i % 13 - 6) / 20 for i in range(channels))
        mean = constant((3 * i % 7 - 3) / 10 for i in range(channels))
        variance = constant(fan_in * (0.3 + (i % 5) / 20) for i in range(channels))
        ins = [(value, shape)]
        ins += [(each, [channels]) for each in (gamma, beta, mean, variance)]
        return self.elementwise(
            ins,
            shape,
            [
                "%shifted = arith.subf %in0, %in3 : f32",
                "%positive = arith.addf %in4, %epsilon : f32",
                "%deviation = math.rsqrt %positive : f32",
                "%normal = arith.mulf %shifted, %deviation : f32",
                "%scaled = arith.mulf %normal, %in1 : f32",
                "%result = arith.addf %scaled, %in2 : f32",
                "linalg.yield %result : f32",
            ],
        )

    def relu(self, value, shape):
        body = [
            "%positive = arith.cmpf ugt, %in0, %zero : f32",
            "%result = arith.select %positive, %in0, %zero : f32",
            "linalg.yield %result : f32",
        ]
        return self.elementwise([(value, shape)], shape, body)

    def block(self, value, shape, channels, stride):
        inner, middle = self.convolution(value, shape, channels, 3, stride)
        inner = self.relu(inner, middle)
        inner, out = self.convolution(inner, middle, channels, 3, 1)
        skipped = value
        if stride != 1 or channels != shape[1]:
            skipped, _ = self.convolution(value, shape, channels, 1, stride)
        body = ["%sum = arith.addf %in0, %in1 : f32", "linalg.yield %sum : f32"]
        added = self.elementwise([(inner, out), (skipped, out)], out, body)
        return self.relu(added, out), out

    def max_pool(self, value, shape):
        value, (n, c, h, w) = self.pad(value, shape, 1, "%lowest")
        out = [n, c, (h - 3) // 2 + 1, (w - 3) // 2 + 1]
        init = self.fill(out, "%lowest")
        window = self.emit("tensor.empty() : tensor<3x3xf32>")
        pooled = self.emit(
            "linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>,"
            " strides = dense<2> : vector<2xi64>}"
            f" ins({value}, {window} : {tensor([n, c, h, w])}, tensor<3x3xf32>)"
            f" outs({init} : {tensor(out)}) -> {tensor(out)}"
        )
        return pooled, out

    def classify(self, value, shape, classes):
        n, c, h, w = shape
        sums = self.generic(
            [(value, shape)],
            self.fill([n, c]),
            [n, c],
            ["(b, c, h, w) -> (b, c, h, w)", "(b, c, h, w) -> (b, c)"],
            ["parallel", "parallel", "reduction", "reduction"],
            ["%sum = arith.addf %out, %in0 : f32", "linalg.yield %sum : f32"],
        )
        body = ["%mean = arith.divf %in0, %area : f32", "linalg.yield %mean : f32"]
        means = self.elementwise([(sums, [n, c])], [n, c], body)
        weights, bias = self.arg([classes, c]), self.arg([classes])
        turned = self.emit(f"tensor.empty() : {tensor([c, classes])}")
        turned = self.emit(
            f"linalg.transpose ins({weights} : {tensor([classes, c])})"
            f" outs({turned} : {tensor([c, classes])}) permutation = [1, 0]"
        )
        out = [n, classes]
        product = self.emit(
            f"linalg.matmul ins({means}, {turned} : {tensor([n, c])},"
            f" {tensor([c, classes])}) outs({self.fill(out)} : {tensor(out)})"
            f" -> {tensor(out)}"
        )
        body = ["%sum = arith.addf %in0, %in1 : f32", "linalg.yield %sum : f32"]
        return self.elementwise([(product, out), (bias, [classes])], out, body), out


def tensor(shape):
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def make(options):
    payload = Payload(options.convolutions)
    shape = [options.batch, 3, options.image, options.image]
    value = payload.arg(shape)
    channels = options.channels
    value, shape = payload.convolution(value, shape, channels, 7, 2)
    value, shape = payload.max_pool(payload.relu(value, shape), shape)
    for stage in range(4):
        for block in range(2):
            stride = 2 if stage > 0 and block == 0 else 1
            value, shape = payload.block(value, shape, channels << stage, stride)
    area = shape[2] * shape[3]
    value, shape = payload.classify(value, shape, options.classes)
    scalars = {"zero": "0.0", "epsilon": "1.0e-05", "area": f"{area}.0"}
    scalars["lowest"] = "0xFF800000"
    for text, name in payload.maps.items():
        print(f"{name} = {text}")
    print(f"func.func @resnet({', '.join(payload.args)}) -> {tensor(shape)} {{")
    for name, number in scalars.items():
        print(f"  %{name} = arith.constant {number} : f32")
    print("\n".join(payload.lines))
    print(f"  return {value} : {tensor(shape)}\n}}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--image", type=int, default=224)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--classes", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument(
        "--convolutions", choices=["generic", "named"], default="generic"
    )
    make(parser.parse_args())


if __name__ == "__main__":
    main()
