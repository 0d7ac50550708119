//===- ParseModule.cpp - Read payload and schedules -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shell around the parser that says more where an op is misspelt.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/ParseModule.h"

#include "NearestName.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::heddle;

/// The op that `message`, an error of the parser, does not know; or "". Errors
/// in ops that it knows begin in the same way.
static StringRef getUnknownOp(StringRef message, MLIRContext *context) {
  bool isAboutOp = message.consume_front("custom op '") ||
                   message.consume_front("unregistered operation '");
  StringRef name = isAboutOp ? message.split('\'').first : "";
  return RegisteredOperationName::lookup(name, context) ? "" : name;
}

static StringRef findNearestOp(StringRef sought, MLIRContext *context) {
  NearestName names(sought);
  StringRef dialect = sought.split('.').first;
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == dialect)
      names.consider(op.getStringRef());
  return names.nearest;
}

OwningOpRef<ModuleOp>
heddle::parseModule(std::unique_ptr<llvm::MemoryBuffer> buffer,
                    MLIRContext *context) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), SMLoc());
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    std::string message = diag.str();
    StringRef unknown = getUnknownOp(message, context);
    StringRef near = findNearestOp(unknown, context);
    if (!unknown.empty() && !near.empty())
      diag.attachNote() << "did you mean '" << near << "'?";
    return failure();
  });
  return parseSourceFile<ModuleOp>(sourceMgr, context);
}
