//===- CallFrameTest.cpp - Arguments in memory that frames share ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variants of `heddle bench` are called on the same memory, so that none of
// them has the luckier addresses: frames that borrow the arrays of another one.
//
//===----------------------------------------------------------------------===//

#include "heddle/Execution/Run/Jit.h"
#include "heddle/InitHeddle.h"

#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {

/// Doubles the numbers of a dense array of 4 elements.
void doubleAll(void **args) {
  float *data = *static_cast<float **>(args[0]);
  for (int i = 0; i < 4; ++i)
    data[i] *= 2;
}

class CallFrameTest : public testing::Test {
protected:
  CallFrameTest() {
    DialectRegistry registry;
    registerAllHeddle(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  JitFunction getFunction(ArrayRef<Type> inputs) {
    JitFunction function;
    llvm::append_range(function.inputs, inputs);
    function.resultsInArguments.resize(inputs.size());
    function.entry = doubleAll;
    return function;
  }
  MemRefType getType(ArrayRef<int64_t> shape, StringRef layout = "") {
    Type element = Float32Type::get(&context);
    if (layout.empty())
      return MemRefType::get(shape, element);
    return MemRefType::get(
        shape, element,
        StridedLayoutAttr::get(
            &context, ShapedType::kDynamic,
            SmallVector<int64_t>(shape.size(), ShapedType::kDynamic)));
  }
  /// An array of numbers from `first` on.
  HostValue getNumbers(MemRefType type, float first) {
    HostValue value(type, type.getShape());
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      value.setFloat(i, first + i);
    return value;
  }
  double getFirst(const HostValue &value) { return value.getFloat(0); }

  MLIRContext context;
};

TEST_F(CallFrameTest, EqualLayoutsShareMemory) {
  MemRefType type = getType({4});
  JitFunction function = getFunction(type);
  HostValue ones = getNumbers(type, 1), tens = getNumbers(type, 10);
  CallFrame lender(function, ones, CallFrame::Aligned);
  {
    CallFrame borrower(function, tens, CallFrame::Aligned, {}, &lender);
    EXPECT_EQ(borrower.getArgumentData(0), lender.getArgumentData(0));
    borrower.call();
    EXPECT_EQ(getFirst(borrower.getArgument(0)), 20);
    // Whoever is called next copies its arguments in.
    lender.reset(ones);
    lender.call();
    EXPECT_EQ(getFirst(lender.getArgument(0)), 2);
    borrower.reset(tens);
    EXPECT_EQ(getFirst(borrower.getArgument(0)), 10);
    EXPECT_FALSE(borrower.findUnderflow().has_value());
  }
  // The memory is still that of the lender.
  lender.reset(ones);
  lender.call();
  EXPECT_EQ(getFirst(lender.getArgument(0)), 2);
}

TEST_F(CallFrameTest, OtherLayoutsHaveMemoryOfTheirOwn) {
  MemRefType type = getType({4}), longer = getType({5}),
             open = getType({4}, "open");
  JitFunction function = getFunction(type), other = getFunction(longer),
              strided = getFunction(open);
  HostValue ones = getNumbers(type, 1);
  CallFrame lender(function, ones, CallFrame::Aligned);
  CallFrame longArray(other, getNumbers(longer, 5), CallFrame::Aligned, {},
                      &lender);
  EXPECT_NE(longArray.getArgumentData(0), lender.getArgumentData(0));
  ArgumentLayout spread;
  spread.spread = true;
  CallFrame stridedArray(strided, getNumbers(open, 7), CallFrame::Aligned,
                         spread, &lender);
  EXPECT_NE(stridedArray.getArgumentData(0), lender.getArgumentData(0));
  // The other frames wrote nothing there.
  EXPECT_EQ(getFirst(lender.getArgument(0)), 1);
  EXPECT_EQ(getFirst(longArray.getArgument(0)), 5);
  EXPECT_EQ(getFirst(stridedArray.getArgument(0)), 7);
}

TEST_F(CallFrameTest, ArgumentsAreBorrowedOneByOne) {
  MemRefType type = getType({4}), longer = getType({5});
  JitFunction two = getFunction({type, longer}),
              three = getFunction({type, type, type});
  SmallVector<HostValue> forTwo = {getNumbers(type, 1), getNumbers(longer, 2)};
  SmallVector<HostValue> forThree(3, getNumbers(type, 3));
  CallFrame lender(two, forTwo, CallFrame::Aligned);
  CallFrame borrower(three, forThree, CallFrame::Aligned, {}, &lender);
  EXPECT_EQ(borrower.getArgumentData(0), lender.getArgumentData(0));
  EXPECT_NE(borrower.getArgumentData(1), lender.getArgumentData(1));
  EXPECT_NE(borrower.getArgumentData(1), borrower.getArgumentData(2));
}

} // namespace
