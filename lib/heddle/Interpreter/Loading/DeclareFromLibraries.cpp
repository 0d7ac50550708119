//===- DeclareFromLibraries.cpp - Sequences of the files listed -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are parsed for the signatures of their sequences only; ScheduleLibrary
// replaces the declarations by the definitions. The files that a listed file
// lists itself are not followed, so a cycle of files is harmless.
//
//===----------------------------------------------------------------------===//

#include "DeclareFromLibraries.h"

#include "heddle/Interpreter/Loading/LibrarySearch.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "heddle/Interpreter/Loading/ScheduleLibrary.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

/// The names of the sequences that the ops of the transform dialect in `module`
/// use but that `module` lacks.
static SetVector<StringAttr> findMissing(ModuleOp module) {
  SetVector<StringAttr> missing;
  SymbolTable symbols(module);
  AttrTypeWalker walker;
  walker.addWalk([&](FlatSymbolRefAttr symbol) {
    if (!symbols.lookup(symbol.getValue()))
      missing.insert(symbol.getAttr());
  });
  module->walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "transform")
      walker.walk(op->getAttrDictionary());
  });
  return missing;
}

/// The file names that `attr` lists; nothing if it is not a list of names.
static std::optional<SmallVector<StringRef>> getListed(Attribute attr) {
  if (auto name = dyn_cast<StringAttr>(attr))
    return SmallVector<StringRef>{name.getValue()};
  auto names = dyn_cast<ArrayAttr>(attr);
  if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
    return std::nullopt;
  return llvm::to_vector(names.getAsValueRange<StringAttr>());
}

/// Parses the file that `module` lists as `name`.
static OwningOpRef<ModuleOp> parseListed(ModuleOp module, StringRef name,
                                         ArrayRef<std::string> libraryPaths) {
  auto loc = module->getLoc()->findInstanceOf<FileLineColLoc>();
  SmallVector<std::string> candidates = getLibraryCandidates(
      name, loc ? loc.getFilename().getValue() : "", libraryPaths);
  const auto *found = llvm::find_if(
      candidates, [](StringRef path) { return llvm::sys::fs::exists(path); });
  if (found == candidates.end()) {
    InFlightDiagnostic diag = emitError(module->getLoc())
                              << "cannot find the library '" << name << "'";
    for (StringRef place : candidates)
      diag.attachNote() << "there is no '" << place << "'";
    return {};
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      readInput(*found, InputKind::Library, message);
  if (!buffer) {
    emitError(module->getLoc())
        << "cannot read the library '" << name << "': " << message;
    return {};
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  ParserConfig config(module->getContext(), /*verifyAfterParse=*/false);
  auto library = parseSourceFile<ModuleOp>(sources, config);
  if (!library)
    emitError(module->getLoc())
        << "the library '" << *found << "' does not parse";
  return library;
}

/// Adds a declaration of `definition`, which the file `name` holds.
static void declare(ModuleOp module, NamedSequenceOp definition,
                    StringRef name) {
  NamedSequenceOp declaration = definition.cloneWithoutRegions();
  // The name of the file is one that the module lists.
  declaration->setLoc(module->getLoc());
  declaration.setVisibility(SymbolTable::Visibility::Private);
  for (NamedAttribute attr :
       llvm::to_vector(declaration->getDiscardableAttrs()))
    declaration->removeDiscardableAttr(attr.getName());
  declaration->setDiscardableAttr(kLibraryAttrName,
                                  StringAttr::get(module->getContext(), name));
  module.getBody()->push_front(declaration);
}

/// Declares the sequences that one module uses. Nested modules are handled
/// separately.
static LogicalResult declareIn(ModuleOp module,
                               ArrayRef<std::string> libraryPaths) {
  Attribute attr = module->getAttr(kLibraryAttrName);
  if (!attr)
    return success();
  auto names = getListed(attr);
  if (!names)
    return emitError(module->getLoc())
           << "expects '" << kLibraryAttrName
           << "' to be the name of a file or an array of names, but got "
           << attr;
  SetVector<StringAttr> missing = findMissing(module);
  llvm::DenseMap<StringAttr, StringRef> definedIn;
  for (StringRef name : *names) {
    OwningOpRef<ModuleOp> library = parseListed(module, name, libraryPaths);
    if (!library)
      return failure();
    SymbolTable symbols(*library);
    for (StringAttr sequence : missing) {
      auto definition = symbols.lookup<NamedSequenceOp>(sequence);
      if (!definition || definition.isExternal())
        continue;
      auto [it, isFirst] = definedIn.try_emplace(sequence, name);
      if (!isFirst)
        return emitError(module->getLoc())
               << "'@" << sequence.getValue() << "' is defined by '"
               << it->second << "' and by '" << name
               << "'; declare it with one of them";
      declare(module, definition, name);
    }
  }
  return success();
}

LogicalResult heddle::declareFromLibraries(ModuleOp module,
                                           ArrayRef<std::string> libraryPaths) {
  return failure(module
                     ->walk([&](ModuleOp nested) {
                       return succeeded(declareIn(nested, libraryPaths))
                                  ? WalkResult::advance()
                                  : WalkResult::interrupt();
                     })
                     .wasInterrupted());
}
