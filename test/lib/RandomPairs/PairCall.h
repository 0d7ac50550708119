//===- PairCall.h - Call a function of a pair -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws the arguments of a payload for one set of sizes, and calls a version of
// it: in the payload's own form, or in the forms that tell whether two versions
// compute the same formulas.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_RANDOMPAIRS_PAIRCALL_H
#define HEDDLE_TEST_RANDOMPAIRS_PAIRCALL_H

#include "PairRunner.h"
#include "PoisonedHeap.h"

#include "heddle/Execution/Run/Jit.h"

namespace mlir::heddle::pairs {

/// Where a function leaves each result: in an argument or as a returned value.
using ResultArguments = SmallVector<std::optional<unsigned>>;

/// A function, and the run for which it is called.
struct CallTarget {
  const JitFunction &function;
  const Program &program;
  unsigned run;
  const ResultArguments &resultArguments;
  const Ownership &ownership;
};

/// The functions of a batch in the forms that are needed to judge formulas.
struct FormCode {
  std::unique_ptr<JitModule> recorded, field;
};

/// The results of one call, and the faults that its heap found.
struct CallResult {
  SmallVector<HostValue> results;
  HeapReport heap;
};

/// Calls a function for one set of sizes and copies its results. Arguments that
/// are results only get the shapes of `expected`. The caller frees the
/// arguments and the returned buffers. `forms` are the same function in the
/// form to call.
CallResult call(const CallTarget &target, ArrayRef<HostValue> expected,
                const JitFunction *otherForm = nullptr,
                FloatForm form = FloatForm::Own);

/// Whether both versions compute the same formulas: the first difference, or
/// nothing. An undecided element does not count as a difference.
std::string compareAsFormulas(const FormCode &code, const CallTarget &payload,
                              const CallTarget &version,
                              ArrayRef<HostValue> expected, uint64_t &elements);

} // namespace mlir::heddle::pairs

#endif // HEDDLE_TEST_RANDOMPAIRS_PAIRCALL_H
