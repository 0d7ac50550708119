//===- NumPyArray.h - Arguments from files ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads arrays that `numpy.save` wrote, so that a function can run on data of
// its users. The format is that of NumPy Enhancement Proposal 1
// (R. Kern, "A Simple File Format for NumPy Arrays", versions 1.0 to 3.0).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXECUTION_INPUTS_NUMPYARRAY_H
#define HEDDLE_EXECUTION_INPUTS_NUMPYARRAY_H

#include "heddle/Execution/Run/HostValue.h"
#include "heddle/Execution/Shapes/PayloadShapes.h"

#include "llvm/Support/Error.h"

#include <map>
#include <memory>

namespace mlir::heddle {

/// The contents of a file. Elements are little-endian and in row-major order,
/// whatever the order in the file.
struct NumPyArray {
  std::string file;
  std::string elementType; ///< as NumPy names it: "f4", "i8", "b1"
  SmallVector<int64_t> shape;
  std::vector<char> bytes;

  unsigned getElementSize() const;
  /// Why an argument of `type` cannot hold these elements: "elements of f4",
  /// "2 dims"; "" if it can. Static extents must agree. bf16 is "V2", as the
  /// package ml_dtypes writes it; signed and unsigned integers are the same.
  std::string findMismatch(Type type) const;
  /// The elements as an argument of `type`: an integer type, or a float type
  /// that holds them.
  HostValue getValue(Type type) const;
};

llvm::Expected<NumPyArray> readNumPyArray(StringRef file);

/// The arguments that the user gives.
struct GivenInputs {
  std::map<unsigned, std::shared_ptr<const NumPyArray>> arrays; ///< by position

  /// Reads the files of "arg0=a.npy,arg2=b.npy". Their extents, and the values
  /// of scalar integers, become requests of `dims`. Returns false (and sets
  /// `error`) if a file cannot be read, or if `dims` also asks for these
  /// arguments.
  bool parse(StringRef text, DimRequests &dims, std::string &error);
  /// Why `func` cannot take them, "" if it can.
  std::string findMismatch(func::FuncOp func) const;
  /// "arg0 from a.npy, arg2 from b.npy"; "" without files.
  std::string describe() const;
};

} // namespace mlir::heddle

#endif // HEDDLE_EXECUTION_INPUTS_NUMPYARRAY_H
