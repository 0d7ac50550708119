//===- ScheduleLibrary.cpp - Sequences that schedules share ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces declarations of named sequences by definitions from library files.
// It runs nothing.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Loading/ScheduleLibrary.h"

#include "CallDepth.h"
#include "SequenceAttrs.h"
#include "heddle/Interpreter/Loading/LibrarySearch.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/FileSystem.h"
#include <map>

using namespace mlir;
using namespace mlir::heddle;
using transform::NamedSequenceOp;

namespace {
/// Identifies a named sequence by its definition: the file, and the name there.
using Origin = std::pair<std::string, std::string>;

/// Links one schedule. Library files are parsed once each.
class Linker {
public:
  Linker(ModuleOp schedule, ArrayRef<std::string> libraryPaths)
      : schedule(schedule), scheduleSymbols(schedule),
        libraryPaths(libraryPaths) {}

  LogicalResult run();

private:
  /// Records that run() must replace `declaration` by the definition at
  /// `origin`.
  void enqueue(NamedSequenceOp declaration, Origin origin);

  /// Puts the definition at `origin` in place of `declaration`.
  LogicalResult define(NamedSequenceOp declaration, const Origin &origin);

  /// The sequences in the file `path`; reports an error at `declaration` if it
  /// cannot be read.
  FailureOr<SymbolTable *> load(NamedSequenceOp declaration, StringRef path);

  /// The name that `sequence` of the library `path` has in the schedule; copies
  /// it into the schedule if it is not there yet.
  StringRef import(NamedSequenceOp sequence, StringRef path);

  /// Points the sequences that `copy`, itself out of the library `path`, uses
  /// at their copies in the schedule.
  void importUses(NamedSequenceOp copy, StringRef path);

  struct Library {
    OwningOpRef<ModuleOp> module;
    std::unique_ptr<SymbolTable> symbols;
  };
  llvm::StringMap<Library> libraries;
  /// The sequences that were copied into the schedule, and their names there.
  std::map<Origin, std::string> imported;
  SmallVector<std::pair<NamedSequenceOp, Origin>> worklist;
  ModuleOp schedule;
  SymbolTable scheduleSymbols;
  ArrayRef<std::string> libraryPaths;
};
} // namespace

/// True for a sequence that is declared here and defined in a library.
static bool isTakenFromLibrary(NamedSequenceOp sequence) {
  return sequence.isExternal() &&
         sequence->hasAttrOfType<StringAttr>(kLibraryAttrName);
}

/// The file name in `declaration`.
static StringRef getLibraryName(NamedSequenceOp declaration) {
  return declaration->getAttrOfType<StringAttr>(kLibraryAttrName).getValue();
}

/// The paths where the file that `declaration` names may be.
static SmallVector<std::string>
getCandidates(NamedSequenceOp declaration, ArrayRef<std::string> libraryPaths) {
  auto loc = declaration->getLoc()->findInstanceOf<FileLineColLoc>();
  return getLibraryCandidates(getLibraryName(declaration),
                              loc ? loc.getFilename().getValue() : "",
                              libraryPaths);
}

/// The file and the name that the declaration refers to: the first path that
/// exists, or else the best one.
static Origin getOrigin(NamedSequenceOp declaration,
                        ArrayRef<std::string> libraryPaths) {
  SmallVector<std::string> candidates =
      getCandidates(declaration, libraryPaths);
  const auto *found = llvm::find_if(
      candidates, [](StringRef path) { return llvm::sys::fs::exists(path); });
  return {found == candidates.end() ? candidates.front() : *found,
          declaration.getName().str()};
}

FailureOr<SymbolTable *> Linker::load(NamedSequenceOp declaration,
                                      StringRef path) {
  Library &library = libraries[path];
  if (library.symbols)
    return library.symbols.get();
  if (!llvm::sys::fs::exists(path)) {
    InFlightDiagnostic diag =
        emitError(declaration.getLoc())
        << "cannot find the library '" << getLibraryName(declaration)
        << "' that defines '@" << declaration.getName() << "'";
    for (StringRef place : getCandidates(declaration, libraryPaths))
      diag.attachNote() << "there is no '" << place << "'";
    return diag;
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      readInput(path, InputKind::Library, message);
  if (!buffer)
    return emitError(declaration.getLoc())
           << "cannot read the library that defines '@" << declaration.getName()
           << "': " << message;
  library.module =
      parseModule(std::move(buffer), schedule->getContext(), libraryPaths);
  if (!library.module)
    return emitError(declaration.getLoc())
           << "the library '" << path << "' does not parse";
  library.symbols = std::make_unique<SymbolTable>(*library.module);
  return library.symbols.get();
}

void Linker::enqueue(NamedSequenceOp declaration, Origin origin) {
  imported.try_emplace(origin, declaration.getName());
  worklist.emplace_back(declaration, std::move(origin));
}

StringRef Linker::import(NamedSequenceOp sequence, StringRef path) {
  bool isDeclaration = isTakenFromLibrary(sequence);
  Origin origin = isDeclaration ? getOrigin(sequence, libraryPaths)
                                : Origin(path.str(), sequence.getName().str());
  if (auto it = imported.find(origin); it != imported.end())
    return it->second;
  // The symbol table gives the copy a name that is free.
  NamedSequenceOp copy = sequence.clone();
  copy.setVisibility(SymbolTable::Visibility::Private);
  scheduleSymbols.insert(copy);
  StringRef name = imported.emplace(origin, copy.getName()).first->second;
  if (isDeclaration)
    worklist.emplace_back(copy, origin);
  else
    importUses(copy, path);
  return name;
}

void Linker::importUses(NamedSequenceOp copy, StringRef path) {
  SymbolTable &library = *libraries[path].symbols;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FlatSymbolRefAttr symbol) -> Attribute {
    auto callee = library.lookup<NamedSequenceOp>(symbol.getValue());
    if (!callee)
      return symbol;
    return FlatSymbolRefAttr::get(symbol.getContext(), import(callee, path));
  });
  // Only an entry point picks ops, is preferred, and ends with another
  // sequence.
  copy->removeAttr(kPicksAttrName);
  copy->removeAttr(kPrefersAttrName);
  copy->removeAttr(kFinishAttrName);
  if (Attribute matchers = copy->getAttr(kExpectsAttrName))
    copy->setAttr(kExpectsAttrName, replacer.replace(matchers));
  copy.getBody().walk([&](Operation *op) { replacer.replaceElementsIn(op); });
}

/// The attributes that say what the sequence does with its arguments. A
/// declaration need not repeat names and defaults of params.
static SmallVector<NamedAttribute> getEffectAttrs(NamedSequenceOp sequence) {
  SmallVector<NamedAttribute> attrs;
  for (unsigned i = 0, e = sequence.getNumArguments(); i != e; ++i)
    for (NamedAttribute attr :
         cast<FunctionOpInterface>(sequence.getOperation()).getArgAttrs(i))
      if (attr.getNameDialect() &&
          attr.getNameDialect()->getNamespace() == "transform")
        attrs.push_back(attr);
  return attrs;
}

LogicalResult Linker::define(NamedSequenceOp declaration,
                             const Origin &origin) {
  const auto &[path, name] = origin;
  FailureOr<SymbolTable *> library = load(declaration, path);
  if (failed(library))
    return failure();
  auto definition = (*library)->lookup<NamedSequenceOp>(name);
  if (!definition || definition.isExternal())
    return emitError(declaration.getLoc())
           << "the library '" << path << "' defines no sequence '@" << name
           << "'";
  if (declaration.getFunctionType() != definition.getFunctionType() ||
      getEffectAttrs(declaration) != getEffectAttrs(definition)) {
    InFlightDiagnostic diag = emitError(declaration.getLoc())
                              << "expects '@" << name
                              << "' to be declared as it is defined";
    diag.attachNote(definition.getLoc()) << "the definition";
    return diag;
  }
  NamedSequenceOp copy = definition.clone();
  copy.setName(declaration.getName());
  copy.setVisibility(SymbolTable::Visibility::Private);
  scheduleSymbols.erase(declaration);
  scheduleSymbols.insert(copy);
  importUses(copy, path);
  return success();
}

LogicalResult Linker::run() {
  for (auto sequence : schedule.getOps<NamedSequenceOp>())
    if (isTakenFromLibrary(sequence))
      enqueue(sequence, getOrigin(sequence, libraryPaths));
  while (!worklist.empty()) {
    auto [declaration, origin] = worklist.pop_back_val();
    if (failed(define(declaration, origin)))
      return failure();
  }
  return success();
}

LogicalResult heddle::linkLibraries(ModuleOp schedule,
                                    ArrayRef<std::string> libraryPaths) {
  if (failed(Linker(schedule, libraryPaths).run()))
    return failure();
  return checkCallDepth(schedule);
}
