//===- WindowOps.cpp - Convolutions and pools in any form -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's matcher of one named op is a template; this is a table of those
// that schedules ask for.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Kernels/WindowOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace mlir::heddle;

using WindowMatcher = bool (*)(linalg::LinalgOp, SmallVector<int64_t> *,
                               SmallVector<int64_t> *);

namespace {
/// The names, and the matcher of each.
struct WindowTable {
  SmallVector<StringRef> names;
  SmallVector<WindowMatcher> matchers;

  template <typename... Ops> void add() {
    (names.push_back(Ops::getOperationName()), ...);
    (matchers.push_back(&linalg::isaConvolutionOpOfType<Ops>), ...);
  }
};
} // namespace

static const WindowTable &getWindowTable() {
  static const WindowTable table = [] {
    WindowTable ops;
    ops.add<linalg::Conv2DNhwcHwcfOp, linalg::Conv2DNhwcFhwcOp,
            linalg::Conv2DNchwFchwOp, linalg::DepthwiseConv2DNhwcHwcOp,
            linalg::DepthwiseConv2DNchwChwOp, linalg::PoolingNhwcMaxOp,
            linalg::PoolingNhwcMinOp, linalg::PoolingNhwcSumOp,
            linalg::PoolingNhwcMaxUnsignedOp, linalg::PoolingNhwcMinUnsignedOp,
            linalg::PoolingNchwMaxOp, linalg::PoolingNchwSumOp>();
    return ops;
  }();
  return table;
}

ArrayRef<StringRef> heddle::getWindowOpNames() {
  return getWindowTable().names;
}

bool heddle::isWindowOp(Operation *op, StringRef name) {
  if (op->getName().getStringRef() == name)
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !generic.hasPureTensorSemantics() ||
      generic.getNumDpsInputs() != 2 || generic.getNumDpsInits() != 1)
    return false;
  const WindowTable &table = getWindowTable();
  for (auto [known, matches] : llvm::zip_equal(table.names, table.matchers)) {
    SmallVector<int64_t> dilations, strides;
    if (known == name)
      return matches(generic, &dilations, &strides);
  }
  return false;
}
