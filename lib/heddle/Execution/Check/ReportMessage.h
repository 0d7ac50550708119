//===- ReportMessage.h - A report as a message ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes reports from the process that checks to the process that prints them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXECUTION_CHECK_REPORTMESSAGE_H
#define HEDDLE_LIB_EXECUTION_CHECK_REPORTMESSAGE_H

#include "heddle/Execution/Check/Check.h"
#include "heddle/Execution/Run/MessageCodec.h"

namespace mlir::heddle {

/// Appends all that unpackReport() reads.
void packReport(Packer &packer, const FunctionReport &report);

/// The report that packReport() appended.
FunctionReport unpackReport(Unpacker &unpacker);

} // namespace mlir::heddle

#endif // HEDDLE_LIB_EXECUTION_CHECK_REPORTMESSAGE_H
