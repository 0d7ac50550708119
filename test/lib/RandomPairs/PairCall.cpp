//===- PairCall.cpp - Call a function of a pair ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments in each form, and the comparison of formulas.
// Execution/Check/CheckFormulas.cpp explains the method.
//
//===----------------------------------------------------------------------===//

#include "PairCall.h"

#include "heddle/Execution/Field/FieldCompare.h"
#include "heddle/Execution/Field/FieldRuntime.h"
#include "heddle/Lowering/Field/FieldNumber.h"

#include "llvm/Support/FormatVariadic.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::pairs;
using llvm::formatv;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static uint64_t hashOf(uint64_t a, uint64_t b) {
  return Random(a * 0x100000001B3ull ^ b).next();
}

static bool isFloat(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return isa<FloatType>(shaped ? shaped.getElementType() : type);
}

/// Inputs are small whole numbers, never all zero; in the other forms floats
/// are fractions and elements.
static HostValue makeTensor(const Program &program, Type type, int value,
                            unsigned run, FloatForm form) {
  SmallVector<int64_t> shape;
  for (Dim dim : program.values[value].dims)
    shape.push_back(program.eval(dim.extent, run));
  HostValue tensor(type, shape);
  for (int64_t i = 0, e = tensor.getNumElements(); i != e; ++i) {
    uint64_t hash = hashOf(program.seed * 1000 + value * 7 + run, i);
    if (auto range = program.values[value].range) {
      uint64_t count = range->second - range->first + 1;
      tensor.setInt(i, range->first + static_cast<int64_t>(hash % count));
      continue;
    }
    if (form == FloatForm::Recorded)
      tensor.setFloat(i, 0x1p-62 * static_cast<double>(int64_t(hash)));
    else if (form == FloatForm::Field)
      tensor.setInt(i, field::Field::get().draw(hash));
    else
      tensor.setInt(i, static_cast<int64_t>(hash % 7) - 3);
  }
  return tensor;
}

/// The arguments that the payload has too.
static SmallVector<HostValue>
makeArguments(const CallTarget &target, ArrayRef<Type> types, FloatForm form) {
  const Program &program = target.program;
  SmallVector<HostValue> arguments;
  for (int value : program.liveArguments()) {
    size_t i = arguments.size();
    FloatForm own = isFloat(target.function.inputs[i]) ? form : FloatForm::Own;
    arguments.push_back(makeTensor(program, types[i], value, target.run, own));
  }
  for (int symbol : program.indexArguments()) {
    HostValue size(types[arguments.size()], {});
    size.setInt(0, program.symbols[symbol].values[target.run]);
    arguments.push_back(std::move(size));
  }
  return arguments;
}

CallResult mlir::heddle::pairs::call(const CallTarget &target,
                                     ArrayRef<HostValue> expected,
                                     const JitFunction *otherForm,
                                     FloatForm form) {
  const JitFunction &function = otherForm ? *otherForm : target.function;
  CallResult result;
  SmallVector<HostValue> arguments =
      makeArguments(target, function.inputs, form);
  for (size_t i = arguments.size(); i < function.inputs.size(); ++i) {
    const auto *place = llvm::find(target.resultArguments, i);
    const HostValue &model = expected[place - target.resultArguments.begin()];
    HostValue value(function.inputs[i], model.getShape());
    llvm::fill(value.getBytes(), 0x5A);
    arguments.push_back(std::move(value));
  }
  {
    CallFrame frame(function, arguments, CallFrame::InHeap);
    frame.call();
    unsigned numReturned = 0;
    for (std::optional<unsigned> argument : target.resultArguments)
      result.results.push_back(argument ? frame.getArgument(*argument)
                                        : frame.getResult(numReturned++));
    if (target.ownership.sharesResults)
      frame.freeResults();
    else
      llvm::for_each(frame.getResultBlocks(), poisoned_heap::release);
  }
  result.heap = poisoned_heap::finish();
  return result;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

namespace {
/// One function in both forms.
struct FormResult {
  SmallVector<HostValue> wide, elements;
  field::RunCounts counts;
};
} // namespace

static FormResult runForms(const FormCode &code, const CallTarget &target,
                           ArrayRef<HostValue> expected) {
  // It ends the process, like any fault of the code.
  auto stop = [](field::Stop) { std::abort(); };
  const std::string &name = target.function.name;
  FormResult result;
  field::Record record;
  field::startRecording(record, stop);
  result.wide =
      call(target, expected, code.recorded->lookup(name), FloatForm::Recorded)
          .results;
  field::startReplay({&record, target.program.seed + 1}, stop);
  result.elements =
      call(target, expected, code.field->lookup(name), FloatForm::Field)
          .results;
  result.counts = field::finishRun();
  return result;
}

std::string mlir::heddle::pairs::compareAsFormulas(const FormCode &code,
                                                   const CallTarget &payload,
                                                   const CallTarget &version,
                                                   ArrayRef<HostValue> expected,
                                                   uint64_t &elements) {
  FormResult want = runForms(code, payload, expected);
  FormResult have = runForms(code, version, expected);
  if (want.counts.undecided || have.counts.undecided)
    return "";
  for (auto [i, value] : llvm::enumerate(want.elements)) {
    const HostValue &found = have.elements[i];
    if (value.getShape() != found.getShape())
      return formatv("result {0} has other extents as a formula", i);
    elements += value.getNumElements();
    int64_t first = -1;
    if (isFloat(payload.function.results[i])) {
      first = field::compareInField(value, found, &want.wide[i], &have.wide[i])
                  .firstDifferent;
    } else {
      for (int64_t k = 0; k < value.getNumElements() && first < 0; ++k)
        first = value.isIdentical(found, k) ? -1 : k;
    }
    if (first >= 0)
      return formatv("result {0} of {1} at {2}: another formula (run {3})", i,
                     value.formatType(), value.formatIndex(first), payload.run);
  }
  return "";
}
