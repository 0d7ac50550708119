//===- LibrarySearch.h - Where library files are looked for -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the folders that may hold the file of a library, and the file that
// defines a sequence. The files are not parsed here.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_LOADING_LIBRARYSEARCH_H
#define HEDDLE_INTERPRETER_LOADING_LIBRARYSEARCH_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <system_error>

namespace mlir::heddle {

/// The schedules that come with this program or plugin: in its source tree
/// (build/bin, transform-scripts) or in its installation (bin,
/// share/heddle/transform-scripts). Empty if there are none.
std::string findInstalledLibrary();

/// The .mlir files below `folder`, in the order of their names. If a part of
/// the folder cannot be read, `error` says why.
SmallVector<std::string> findLibraryFiles(StringRef folder,
                                          std::error_code &error);

/// The paths that the library `name`, declared in the file `declaredIn`, may
/// have, best first: next to that file, in each of `libraryPaths`, and in the
/// installed library. An absolute `name` is its only path.
SmallVector<std::string>
getLibraryCandidates(StringRef name, StringRef declaredIn,
                     ArrayRef<std::string> libraryPaths);

/// The schedule file `name`: as it is if there is such a file; otherwise in
/// `libraryPaths` or the installed library, where it need not end in ".mlir":
/// "matmul/packed". `name` if no file is found.
std::string findScheduleFile(StringRef name,
                             ArrayRef<std::string> libraryPaths);

/// The schedule of these libraries whose name is most like `name`; empty if
/// none is.
std::string findNearestScheduleName(StringRef name,
                                    ArrayRef<std::string> libraryPaths);

/// A sequence of a library file.
struct LibrarySequence {
  std::string file;      ///< as `heddle.library` takes it
  std::string signature; ///< the arguments, in parentheses
};

/// The library file that defines the sequence `name`, in `libraryPaths` or in
/// the installed library; nothing if no file defines it.
std::optional<LibrarySequence>
findLibrarySequence(StringRef name, ArrayRef<std::string> libraryPaths);

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_LOADING_LIBRARYSEARCH_H
