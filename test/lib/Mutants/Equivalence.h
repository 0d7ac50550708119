//===- Equivalence.h - Changes that are no mistakes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A change of the IR need not change what is computed. This file has two
// arguments that show that it does not; neither runs code or uses `check`.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_LIB_MUTANTS_EQUIVALENCE_H
#define HEDDLE_TEST_LIB_MUTANTS_EQUIVALENCE_H

#include "heddle/Execution/Run/ChildProcess.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::heddle::mutants {

/// The LLVM IR of `module` after LLVM's optimizations, as `check` makes it;
/// "" if it does not compile. Equal texts are equal code: a size of a view that
/// nobody reads leaves no trace.
std::string getCode(ModuleOp module, const ChildLimits &limits);

/// Whether any order of the iterations of `loop`, on memory, gives the same.
/// The rule: each array from outside that the loop writes has a dim in which
/// every access of iteration i lies in [i, i + step). Then no two iterations
/// meet on an element. Different arguments and allocations do not overlap.
bool areIterationsIndependent(scf::ForOp loop);

} // namespace mlir::heddle::mutants

#endif // HEDDLE_TEST_LIB_MUTANTS_EQUIVALENCE_H
