//===- CanonicalText.h - Do two modules differ by more than form? *- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mutant whose canonical text is that of the scheduled module is no mistake.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_LIB_MUTANTS_CANONICALTEXT_H
#define HEDDLE_TEST_LIB_MUTANTS_CANONICALTEXT_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>

namespace mlir::heddle::mutants {

/// The text of `module` after simplifications that change no result; nothing if
/// it is not valid any more.
std::optional<std::string> getCanonicalText(ModuleOp module);

} // namespace mlir::heddle::mutants

#endif // HEDDLE_TEST_LIB_MUTANTS_CANONICALTEXT_H
