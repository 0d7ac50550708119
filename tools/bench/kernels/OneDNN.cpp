//===- OneDNN.cpp - Kernels by oneDNN's primitives ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneDNN.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <oneapi/dnnl/dnnl.hpp>

using namespace mlir;
using namespace mlir::heddle;
using Arguments = std::unordered_map<int, dnnl::memory>;
using Tag = dnnl::memory::format_tag;

static constexpr auto kF32 = dnnl::memory::data_type::f32;

namespace {

/// Primitives that are called one after the other.
class Primitives {
public:
  explicit Primitives(const ScheduledKernel &kernel)
      : kernel(kernel), engine(dnnl::engine::kind::cpu, 0), stream(engine) {}

  /// The elements of array `i` from `offset` on, laid out as `desc`.
  dnnl::memory view(unsigned i, const dnnl::memory::desc &desc,
                    int64_t offset = 0) {
    arrays.push_back({dnnl::memory(desc, engine, nullptr), i, offset});
    arrays.back().point(kernel);
    return arrays.back().memory;
  }
  /// Array `i` with its extents, row-major.
  dnnl::memory view(unsigned i) { return view(i, getDesc(i)); }
  dnnl::memory::desc getDesc(unsigned i) const {
    ArrayRef<int64_t> shape = kernel.getShape(i);
    constexpr Tag tags[] = {Tag::a, Tag::ab, Tag::abc, Tag::abcd};
    return {dnnl::memory::dims(shape.begin(), shape.end()), getType(i),
            tags[shape.size() - 1]};
  }
  dnnl::memory::data_type getType(unsigned i) const {
    Type type = kernel.getElementType(i);
    if (type.isF32())
      return kF32;
    if (type.isBF16())
      return dnnl::memory::data_type::bf16;
    return type.isInteger(8) ? dnnl::memory::data_type::s8
                             : dnnl::memory::data_type::s32;
  }
  dnnl::memory allocate(const dnnl::memory::desc &desc) {
    return dnnl::memory(desc, engine);
  }
  /// A copy of `source` in another layout, made once.
  dnnl::memory reorder(dnnl::memory source, const dnnl::memory::desc &desc) {
    dnnl::memory result = allocate(desc);
    dnnl::reorder(source, result).execute(stream, source, result);
    stream.wait();
    return result;
  }

  template <class Primitive>
  typename Primitive::primitive_desc
  choose(const typename Primitive::desc &desc,
         const dnnl::primitive_attr &attributes = {}) {
    typename Primitive::primitive_desc chosen(desc, attributes, engine);
    std::string name = chosen.impl_info_str();
    if (!llvm::is_contained(names, name))
      names.push_back(name);
    return chosen;
  }
  void add(const dnnl::primitive &primitive, Arguments arguments) {
    steps.emplace_back(primitive, std::move(arguments));
  }

  void call() {
    for (Array &array : arrays)
      array.point(kernel);
    for (auto &[primitive, arguments] : steps)
      primitive.execute(stream, arguments);
    stream.wait();
  }
  std::string getNames() const { return llvm::join(names, ", "); }

private:
  struct Array {
    dnnl::memory memory;
    unsigned number;
    int64_t offset;
    void point(const ScheduledKernel &kernel) {
      memory.set_data_handle(kernel.getArray(number) + offset);
    }
  };
  const ScheduledKernel &kernel;
  dnnl::engine engine;
  dnnl::stream stream;
  std::vector<Array> arrays;
  std::vector<std::pair<dnnl::primitive, Arguments>> steps;
  SmallVector<std::string> names;
};

} // namespace

static OneDNNKernel finish(std::shared_ptr<Primitives> primitives) {
  return {primitives->getNames(), [primitives] { primitives->call(); }};
}

OneDNNKernel heddle::makeOneDNNMatmul(const ScheduledKernel &kernel) {
  auto made = std::make_shared<Primitives>(kernel);
  auto chosen = made->choose<dnnl::matmul>(
      {made->getDesc(0), made->getDesc(1), made->getDesc(2)});
  made->add(dnnl::matmul(chosen), {{DNNL_ARG_SRC, made->view(0)},
                                   {DNNL_ARG_WEIGHTS, made->view(1)},
                                   {DNNL_ARG_DST, made->view(2)}});
  return finish(made);
}

OneDNNKernel heddle::makeOneDNNBiasRelu(const ScheduledKernel &kernel) {
  auto made = std::make_shared<Primitives>(kernel);
  dnnl::memory::desc bias({1, kernel.getShape(2).front()}, kF32, Tag::ab);
  dnnl::post_ops relu;
  relu.append_eltwise(1.0f, dnnl::algorithm::eltwise_relu, 0.0f, 0.0f);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(relu);
  auto chosen = made->choose<dnnl::matmul>(
      {made->getDesc(0), made->getDesc(1), bias, made->getDesc(3)}, attributes);
  made->add(dnnl::matmul(chosen), {{DNNL_ARG_SRC, made->view(0)},
                                   {DNNL_ARG_WEIGHTS, made->view(1)},
                                   {DNNL_ARG_BIAS, made->view(2, bias)},
                                   {DNNL_ARG_DST, made->view(3)}});
  return finish(made);
}

OneDNNKernel heddle::makeOneDNNSoftmax(const ScheduledKernel &kernel) {
  auto made = std::make_shared<Primitives>(kernel);
  auto chosen = made->choose<dnnl::softmax_forward>(
      {dnnl::prop_kind::forward_inference, made->getDesc(0), /*axis=*/1});
  made->add(dnnl::softmax_forward(chosen),
            {{DNNL_ARG_SRC, made->view(0)}, {DNNL_ARG_DST, made->view(1)}});
  return finish(made);
}

OneDNNKernel heddle::makeOneDNNLayerNorm(const ScheduledKernel &kernel) {
  auto made = std::make_shared<Primitives>(kernel);
  auto chosen = made->choose<dnnl::layer_normalization_forward>(
      {dnnl::prop_kind::forward_inference, made->getDesc(0), 1.0e-5f,
       dnnl::normalization_flags::use_scale |
           dnnl::normalization_flags::use_shift});
  made->add(dnnl::layer_normalization_forward(chosen),
            {{DNNL_ARG_SRC, made->view(0)},
             {DNNL_ARG_SCALE, made->view(1)},
             {DNNL_ARG_SHIFT, made->view(2)},
             {DNNL_ARG_DST, made->view(3)}});
  return finish(made);
}

/// The layout of an image of channels last, in oneDNN's order of dims.
static dnnl::memory::desc getImage(ArrayRef<int64_t> nhwc) {
  return {{nhwc[0], nhwc[3], nhwc[1], nhwc[2]}, kF32, Tag::nhwc};
}

namespace {
/// A convolution of strides 1.
struct Conv {
  dnnl::memory source, filter, result;
  int64_t padding = 0;
  bool addsToResult = false;
};
} // namespace

static void addConv(Primitives &made, Conv conv) {
  dnnl::primitive_attr attributes;
  if (conv.addsToResult) {
    dnnl::post_ops sum;
    sum.append_sum();
    attributes.set_post_ops(sum);
  }
  dnnl::memory::desc any(conv.filter.get_desc().dims(), kF32, Tag::any);
  dnnl::memory::dims strides = {1, 1}, padding = {conv.padding, conv.padding};
  auto chosen = made.choose<dnnl::convolution_forward>(
      {dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
       conv.source.get_desc(), any, conv.result.get_desc(), strides, padding,
       padding},
      attributes);
  made.add(
      dnnl::convolution_forward(chosen),
      {{DNNL_ARG_SRC, conv.source},
       {DNNL_ARG_WEIGHTS, made.reorder(conv.filter, chosen.weights_desc())},
       {DNNL_ARG_DST, conv.result}});
}

OneDNNKernel heddle::makeOneDNNConv(const ScheduledKernel &kernel) {
  auto made = std::make_shared<Primitives>(kernel);
  ArrayRef<int64_t> filter = kernel.getShape(1);
  // In oneDNN's order: filters, channels, rows, columns; groups come first.
  dnnl::memory::desc desc =
      filter.size() == 4
          ? dnnl::memory::desc({filter[3], filter[2], filter[0], filter[1]},
                               kF32, Tag::hwio)
          : dnnl::memory::desc({filter[2], 1, 1, filter[0], filter[1]}, kF32,
                               Tag::hwigo);
  addConv(*made,
          {made->view(0, getImage(kernel.getShape(0))), made->view(1, desc),
           made->view(2, getImage(kernel.getShape(2)))});
  return finish(made);
}

OneDNNKernel heddle::makeOneDNNResidualBlock(const ScheduledKernel &kernel) {
  auto made = std::make_shared<Primitives>(kernel);
  ArrayRef<int64_t> wide = kernel.getShape(0);
  SmallVector<int64_t> narrow(wide);
  narrow.back() = kernel.getShape(1).front();
  auto getFilter = [&](unsigned i) {
    ArrayRef<int64_t> fhwc = kernel.getShape(i);
    return made->view(i,
                      {{fhwc[0], fhwc[3], fhwc[1], fhwc[2]}, kF32, Tag::nhwc});
  };
  dnnl::memory result = made->view(4, getImage(wide));
  auto exp = made->choose<dnnl::eltwise_forward>(
      {dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_exp,
       getImage(wide), 0.0f, 0.0f});
  made->add(
      dnnl::eltwise_forward(exp),
      {{DNNL_ARG_SRC, made->view(0, getImage(wide))}, {DNNL_ARG_DST, result}});
  dnnl::memory first = made->allocate(getImage(narrow));
  dnnl::memory second = made->allocate(getImage(narrow));
  addConv(*made, {result, getFilter(1), first});
  addConv(*made, {first, getFilter(2), second, /*padding=*/1});
  addConv(*made,
          {second, getFilter(3), result, /*padding=*/0, /*addsToResult=*/true});
  return finish(made);
}

/// 0 for the keys up to the number of the row, -inf for others.
static dnnl::memory makeCausalMask(Primitives &made, int64_t n) {
  dnnl::memory mask = made.allocate({{n, n}, kF32, Tag::ab});
  auto *element = static_cast<float *>(mask.get_data_handle());
  for (int64_t row = 0; row < n; ++row)
    for (int64_t key = 0; key < n; ++key)
      *element++ = key <= row ? 0.0f : -INFINITY;
  return mask;
}

static OneDNNKernel makeAttention(const ScheduledKernel &kernel,
                                  bool isCausal) {
  auto made = std::make_shared<Primitives>(kernel);
  ArrayRef<int64_t> shape = kernel.getShape(0);
  int64_t heads = shape.size() == 3 ? shape[0] : 1;
  int64_t n = shape[shape.size() - 2], d = shape.back();
  dnnl::memory::desc rows({n, d}, kF32, Tag::ab);
  dnnl::memory::desc columns({d, n}, kF32, Tag::ba);
  dnnl::memory scores = made->allocate({{n, n}, kF32, Tag::ab});
  dnnl::primitive_attr scaled;
  scaled.set_output_scales(0, {1.0f / std::sqrt(static_cast<float>(d))});
  if (isCausal) {
    dnnl::post_ops addMask;
    addMask.append_binary(dnnl::algorithm::binary_add, scores.get_desc());
    scaled.set_post_ops(addMask);
  }
  dnnl::matmul first(
      made->choose<dnnl::matmul>({rows, columns, scores.get_desc()}, scaled));
  dnnl::softmax_forward softmax(made->choose<dnnl::softmax_forward>(
      {dnnl::prop_kind::forward_inference, scores.get_desc(), /*axis=*/1}));
  dnnl::matmul second(
      made->choose<dnnl::matmul>({scores.get_desc(), rows, rows}));
  dnnl::memory mask = isCausal ? makeCausalMask(*made, n) : scores;
  for (int64_t offset = 0; offset < heads * n * d; offset += n * d) {
    Arguments arguments = {{DNNL_ARG_SRC, made->view(0, rows, offset)},
                           {DNNL_ARG_WEIGHTS, made->view(1, columns, offset)},
                           {DNNL_ARG_DST, scores}};
    if (isCausal)
      arguments[DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1] = mask;
    made->add(first, std::move(arguments));
    made->add(softmax, {{DNNL_ARG_SRC, scores}, {DNNL_ARG_DST, scores}});
    made->add(second, {{DNNL_ARG_SRC, scores},
                       {DNNL_ARG_WEIGHTS, made->view(2, rows, offset)},
                       {DNNL_ARG_DST, made->view(3, rows, offset)}});
  }
  return finish(made);
}

OneDNNKernel heddle::makeOneDNNAttention(const ScheduledKernel &kernel) {
  return makeAttention(kernel, /*isCausal=*/false);
}

OneDNNKernel heddle::makeOneDNNCausalAttention(const ScheduledKernel &kernel) {
  return makeAttention(kernel, /*isCausal=*/true);
}

std::string heddle::getOneDNNVersion() {
  const dnnl_version_t *version = dnnl_version();
  return llvm::formatv("{0}.{1}.{2}", version->major, version->minor,
                       version->patch);
}
