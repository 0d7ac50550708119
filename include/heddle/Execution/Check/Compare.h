//===- Compare.h - Compare two results element by element -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares values and reports the first element that differs. Check.h decides
// what a difference means for a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_CHECK_COMPARE_H
#define HEDDLE_EXECUTION_CHECK_COMPARE_H

#include "heddle/Execution/Run/HostValue.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::heddle {

/// The first element in which two arrays differ.
struct Difference {
  std::string index;    ///< "[3, 0]"; "" for a scalar
  std::string expected; ///< of the unscheduled function
  std::string found;    ///< of the scheduled function
  int64_t count = 0;    ///< elements that differ
  int64_t total = 0;    ///< elements compared
  /// Set if not even the extents agree; then the fields above are empty.
  std::string shapes;
  /// How it was compared, if that needs to be said.
  std::string note;
};

/// Compares shapes and elements. `isEqual` compares the elements at an index.
std::optional<Difference>
compareElements(const HostValue &expected, const HostValue &found,
                llvm::function_ref<bool(int64_t)> isEqual);

/// Compares bit for bit (any NaN equals any NaN).
std::optional<Difference> compareExactly(const HostValue &expected,
                                         const HostValue &found);

/// Compares the elements of floats that are infinite or NaN in one of the two.
/// `mayDiffer` is asked where they are not the same.
std::optional<Difference>
compareClasses(const HostValue &expected, const HostValue &found,
               llvm::function_ref<bool(int64_t)> mayDiffer);

/// Compares floats with an absolute tolerance of `relative` times the largest
/// finite magnitude in `expected`; integers and infinities bit for bit, except
/// where `mayDiffer` holds. `largestError` is raised to the largest error, in
/// units of that magnitude.
std::optional<Difference>
compareWithin(const HostValue &expected, const HostValue &found,
              double relative, double &largestError,
              llvm::function_ref<bool(int64_t)> mayDiffer = nullptr);

/// Whether a value proves nothing: it has no elements, it is zero everywhere (a
/// single i1 may be zero), or half of its elements or more are NaN or infinite.
/// `why` says which.
bool isUninformative(const HostValue &value, std::string &why);

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_CHECK_COMPARE_H
