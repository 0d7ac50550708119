//===- ParseModule.cpp - Read payload and schedules -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads files up to a limit, and is a shell around the parser that says more
// where an op is misspelt.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/ParseModule.h"

#include "DynamicMarkers.h"
#include "NearestName.h"
#include "UnseenFaults.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::heddle;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Bytes that a file of the kind may have.
static size_t getSizeLimit(InputKind kind) {
  return kind == InputKind::Payload ? size_t(1) << 30 : size_t(16) << 20;
}

/// Why a file of the type cannot be read to its end; empty if it can.
static StringRef explainFileType(fs::file_type type, InputKind kind) {
  switch (type) {
  case fs::file_type::regular_file:
    return "";
  case fs::file_type::directory_file:
    return "it is a folder";
  case fs::file_type::fifo_file:
  case fs::file_type::socket_file:
    return kind == InputKind::Library ? "it is a pipe" : "";
  default:
    return "it is a device";
  }
}

static llvm::Error createSizeError(size_t limit) {
  return llvm::createStringError(
      llvm::formatv("it is larger than {0} MiB", limit >> 20).str());
}

/// Reads `file` to its end, or until it is larger than `limit`.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readUpTo(fs::file_t file, StringRef name, size_t limit) {
  SmallString<0> content;
  constexpr size_t kChunk = 1 << 16;
  while (true) {
    size_t size = content.size();
    content.resize_for_overwrite(size + kChunk);
    llvm::Expected<size_t> read = fs::readNativeFile(
        file, MutableArrayRef(content.data() + size, kChunk));
    if (!read)
      return read.takeError();
    content.truncate(size + *read);
    if (*read == 0)
      return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(content),
                                                             name);
    if (content.size() > limit)
      return createSizeError(limit);
  }
}

/// The same as readInput, with the reason alone as the error.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(StringRef fileName, InputKind kind) {
  size_t limit = getSizeLimit(kind);
  bool isStdin = fileName == "-" && kind != InputKind::Library;
  if (isStdin)
    return readUpTo(fs::getStdinHandle(), "<stdin>", limit);
  fs::file_status status;
  if (std::error_code code = fs::status(fileName, status))
    return llvm::errorCodeToError(code);
  if (StringRef reason = explainFileType(status.type(), kind); !reason.empty())
    return llvm::createStringError(reason);
  if (status.type() == fs::file_type::regular_file) {
    if (status.getSize() > limit)
      return createSizeError(limit);
    return llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(fileName));
  }
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(fileName);
  if (!file)
    return file.takeError();
  auto close = llvm::scope_exit([&] { fs::closeFile(*file); });
  return readUpTo(*file, fileName, limit);
}

std::unique_ptr<llvm::MemoryBuffer>
heddle::readInput(StringRef fileName, InputKind kind, std::string &message) {
  auto buffer = readFile(fileName, kind);
  if (buffer)
    return std::move(*buffer);
  message = ("cannot open input file '" + fileName +
             "': " + llvm::toString(buffer.takeError()))
                .str();
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

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
  ParserConfig config(context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sourceMgr, config);
  if (!module || failed(verifyDynamicMarkers(*module)) ||
      failed(verifyUnseen(*module)) || failed(verify(*module)))
    return nullptr;
  return module;
}
