//===- ParseModule.h - Read payload and schedules ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module from a file of a bounded size, whatever the module holds.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTERPRETER_LOADING_PARSEMODULE_H
#define HEDDLE_INTERPRETER_LOADING_PARSEMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace mlir::heddle {

/// The purpose for which a file is read.
enum class InputKind {
  /// May be a pipe, and may hold the weights of a network.
  Payload,
  /// May be a pipe.
  Schedule,
  /// A file on disk, because it may be read again.
  Library
};

/// Reads the file `fileName` ("-": standard input). Returns null, with the
/// reason in `message`, if the file cannot be read, is a folder or a device, or
/// is larger than files for this purpose may be.
std::unique_ptr<llvm::MemoryBuffer>
readInput(StringRef fileName, InputKind kind, std::string &message);

/// Parses and verifies a module. On failure returns null, after errors with
/// helpful notes. For an unknown op they name the op with the most similar
/// name. For a sequence that is included but not declared they name the library
/// (in `libraryPaths` or the installed one) that defines it.
OwningOpRef<ModuleOp> parseModule(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                  MLIRContext *context,
                                  ArrayRef<std::string> libraryPaths = {});

/// Makes the includes of `module` such that they verify: declares the sequences
/// of the libraries that modules list, and adds the params that includes leave
/// out. `module` need not verify; parseModule has done this already. Fails,
/// after an error, if a library cannot be read, sequences run themselves, an
/// include names a sequence that there is not, or leaves out a param that has
/// no default.
LogicalResult completeIncludes(ModuleOp module,
                               ArrayRef<std::string> libraryPaths = {});

} // namespace mlir::heddle

#endif // HEDDLE_INTERPRETER_LOADING_PARSEMODULE_H
