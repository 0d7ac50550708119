//===- ParseModule.cpp - Read payload and schedules -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads files up to a limit, and wraps the parser so that errors about misspelt
// ops say more.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Loading/ParseModule.h"

#include "CallDepth.h"
#include "DeclareFromLibraries.h"
#include "DynamicMarkers.h"
#include "IncludeDefaults.h"
#include "UnseenFaults.h"
#include "heddle/Analysis/Reasons/NearestName.h"
#include "heddle/Interpreter/Loading/LibrarySearch.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
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

/// The largest size in bytes of a file for this purpose.
static size_t getSizeLimit(InputKind kind) {
  return kind == InputKind::Payload ? size_t(1) << 30 : size_t(16) << 20;
}

/// Why a file of this type cannot be read to its end; empty if it can.
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

/// The same as readInput, with only the reason as the error.
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

/// An op of the same dialect: one with the same last word, as
/// `transform.loop.unroll` for `transform.heddle.unroll`, or else the one that
/// is spelt most alike.
static StringRef findNearestOp(StringRef sought, MLIRContext *context) {
  NearestName names(sought);
  StringRef dialect = sought.split('.').first;
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == dialect &&
        op.getStringRef().rsplit('.').second == sought.rsplit('.').second)
      return op.getStringRef();
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == dialect)
      names.consider(op.getStringRef());
  return names.nearest;
}

/// True for an op that Heddle adds to upstream's transform dialect.
static bool isHeddleOp(StringRef name) {
  return name.starts_with("transform.heddle.") ||
         name == "transform.structured.fuse_ext";
}

/// A hint for an unknown op; empty if Heddle has none.
static std::string adviseOnUnknownOp(StringRef name, MLIRContext *context) {
  if (name.empty())
    return "";
  if (isHeddleOp(name) && !RegisteredOperationName::lookup(
                              "transform.structured.fuse_ext", context))
    return "the ops of Heddle are not loaded; give the plugin to "
           "--load-dialect-plugin, too";
  StringRef near = findNearestOp(name, context);
  return near.empty() ? "" : ("did you mean '" + near + "'?").str();
}

/// A hint for an error of upstream's verifiers.
static StringRef adviseOnError(StringRef message) {
  if (message.contains("must be TransformHandleTypeInterface instance, but got "
                       "'!transform.param") ||
      message.contains("must be TransformHandleTypeInterface instance, but got "
                       "'!transform.any_param"))
    return "a param is a number; the op takes a handle to payload ops here";
  if (message.contains("is consumed in the body but is not marked as such"))
    return "declare the argument as {transform.consumed} in place of "
           "{transform.readonly}";
  return "";
}

/// Reports the includes that name a sequence which the module does not have.
static LogicalResult checkIncludes(ModuleOp module,
                                   ArrayRef<std::string> libraryPaths) {
  SymbolTableCollection symbols;
  auto result = module.walk([&](transform::IncludeOp include) {
    SymbolRefAttr name = include.getTargetAttr();
    if (symbols.lookupNearestSymbolFrom(include, name))
      return WalkResult::advance();
    InFlightDiagnostic diag = emitError(include.getLoc())
                              << "expects a sequence '" << name
                              << "' in this file, but there is none";
    if (auto sequence = findLibrarySequence(name.getLeafReference().getValue(),
                                            libraryPaths))
      diag.attachNote() << "declare it to take it from a library: "
                           "transform.named_sequence private "
                        << name << sequence->signature
                        << " attributes {heddle.library = \"" << sequence->file
                        << "\"}";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult heddle::completeIncludes(ModuleOp module,
                                       ArrayRef<std::string> libraryPaths) {
  return success(succeeded(declareFromLibraries(module, libraryPaths)) &&
                 succeeded(checkCallDepth(module)) &&
                 succeeded(checkIncludes(module, libraryPaths)) &&
                 succeeded(addIncludeDefaults(module)));
}

OwningOpRef<ModuleOp>
heddle::parseModule(std::unique_ptr<llvm::MemoryBuffer> buffer,
                    MLIRContext *context, ArrayRef<std::string> libraryPaths) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), SMLoc());
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    std::string message = diag.str();
    std::string advice =
        adviseOnUnknownOp(getUnknownOp(message, context), context);
    if (advice.empty())
      advice = adviseOnError(message);
    if (!advice.empty() && diag.getSeverity() == DiagnosticSeverity::Error)
      diag.attachNote() << advice;
    return failure();
  });
  // The verifier's message on an include gives no reason, and a long chain of
  // includes takes it minutes.
  ParserConfig config(context, /*verifyAfterParse=*/false);
  auto module = parseSourceFile<ModuleOp>(sourceMgr, config);
  if (!module || failed(verifyDynamicMarkers(*module)) ||
      failed(verifyUnseen(*module)) ||
      failed(completeIncludes(*module, libraryPaths)) ||
      failed(verify(*module)))
    return nullptr;
  return module;
}
