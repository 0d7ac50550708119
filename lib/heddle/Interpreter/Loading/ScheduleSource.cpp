//===- ScheduleSource.cpp - Where a schedule comes from -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds schedules in modules and files, and their entry points. It runs
// nothing.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Loading/ScheduleSource.h"

#include "heddle/Interpreter/Loading/LibrarySearch.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "heddle/Interpreter/Loading/ScheduleLibrary.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"

using namespace mlir;
using namespace mlir::heddle;
using transform::TransformDialect;
using transform::TransformOpInterface;

//===----------------------------------------------------------------------===//
// Schedules in modules
//===----------------------------------------------------------------------===//

bool heddle::isScheduleOp(Operation *op) {
  return isa<TransformOpInterface>(op) &&
         (isa<transform::NamedSequenceOp>(op) ||
          op->hasTrait<transform::PossibleTopLevelTransformOpTrait>());
}

SmallVector<Operation *> heddle::findScheduleOps(ModuleOp module) {
  SmallVector<Operation *> found;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ModuleOp>(op))
      return WalkResult::advance();
    if (isScheduleOp(op))
      found.push_back(op);
    return WalkResult::skip();
  });
  return found;
}

void heddle::eraseScheduleOps(ModuleOp module) {
  for (Operation *op : findScheduleOps(module))
    op->erase();
  StringRef mark = TransformDialect::kWithNamedSequenceAttrName;
  module.walk<WalkOrder::PostOrder>([&](ModuleOp nested) {
    nested->removeDiscardableAttr(kLibraryAttrName);
    nested->removeDiscardableAttr(kQuietLibraryAttrName);
    if (!nested->removeDiscardableAttr(mark) || nested == module)
      return;
    if (nested.getBodyRegion().front().empty())
      nested.erase();
  });
}

FailureOr<OwningOpRef<ModuleOp>>
heddle::copySchedule(ModuleOp module, ArrayRef<std::string> libraryPaths) {
  SmallVector<Operation *> ops = findScheduleOps(module);
  if (ops.empty())
    return OwningOpRef<ModuleOp>();
  OwningOpRef<ModuleOp> schedule(ModuleOp::create(module.getLoc()));
  (*schedule)->setAttr(TransformDialect::kWithNamedSequenceAttrName,
                       UnitAttr::get(module.getContext()));
  llvm::StringMap<Operation *> named;
  for (Operation *op : ops) {
    if (auto symbol = dyn_cast<SymbolOpInterface>(op)) {
      auto [it, isNew] = named.try_emplace(symbol.getName(), op);
      if (!isNew) {
        InFlightDiagnostic diag = emitError(op->getLoc())
                                  << "expects schedules to have distinct "
                                     "names, but '@"
                                  << symbol.getName() << "' is there twice";
        diag.attachNote(it->second->getLoc()) << "the first one";
        return failure();
      }
    }
    schedule->push_back(op->clone());
    if (op->getParentOfType<ModuleOp>()->hasAttr(kQuietLibraryAttrName))
      (*schedule)->setAttr(kQuietLibraryAttrName,
                           UnitAttr::get(module.getContext()));
  }
  if (failed(linkLibraries(*schedule, libraryPaths)))
    return failure();
  return schedule;
}

//===----------------------------------------------------------------------===//
// Schedules in files
//===----------------------------------------------------------------------===//

FailureOr<OwningOpRef<ModuleOp>>
heddle::loadSchedule(StringRef fileName, MLIRContext *context,
                     ArrayRef<std::string> libraryPaths) {
  std::string message, found = findScheduleFile(fileName, libraryPaths);
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      readInput(found, InputKind::Schedule, message);
  if (!buffer) {
    InFlightDiagnostic error =
        emitError(FileLineColLoc::get(context, fileName, 0, 0))
        << "cannot read the schedule: " << message;
    if (std::string near = findNearestScheduleName(fileName, libraryPaths);
        !near.empty())
      error.attachNote() << "did you mean '" << near << "' of the library?";
    return error;
  }
  OwningOpRef<ModuleOp> file =
      parseModule(std::move(buffer), context, libraryPaths);
  if (!file)
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> schedule = copySchedule(*file, libraryPaths);
  if (failed(schedule))
    return failure();
  if (!*schedule)
    return emitError(file->getLoc())
           << "expects a 'transform.named_sequence' or a top-level "
              "'transform.sequence' in the schedule file, but found neither";
  return schedule;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// "it has '@a', '@b' and 2 top-level sequences", or "it has no ...".
static std::string
describeContents(ArrayRef<TransformOpInterface> toplevel,
                 ArrayRef<transform::NamedSequenceOp> named) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "it has ";
  llvm::interleaveComma(named, os, [&](transform::NamedSequenceOp sequence) {
    os << "'@" << sequence.getName() << "'";
  });
  if (named.empty())
    os << "no named sequence";
  if (!toplevel.empty())
    os << " and " << toplevel.size() << " top-level "
       << (toplevel.size() == 1 ? "sequence" : "sequences");
  return text;
}

/// An entry point takes one handle, and params.
static LogicalResult checkEntryPoint(transform::NamedSequenceOp entry) {
  if (entry.isExternal())
    return emitError(entry.getLoc()) << "expects the entry point '@"
                                     << entry.getName() << "' to have a body";
  ArrayRef<Type> inputs = entry.getArgumentTypes();
  if (inputs.empty())
    return emitError(entry.getLoc())
           << "expects the entry point '@" << entry.getName()
           << "' to take a handle, but it takes nothing";
  if (!isa<transform::TransformHandleTypeInterface>(inputs.front()))
    return emitError(entry.getLoc())
           << "expects the entry point '@" << entry.getName()
           << "' to take a handle first, but it takes " << inputs.front();
  for (Type input : inputs.drop_front())
    if (!isa<transform::TransformParamTypeInterface>(input))
      return emitError(entry.getLoc())
             << "expects the entry point '@" << entry.getName()
             << "' to take one handle and params, but it takes " << input;
  return success();
}

/// The public sequence with a body, if there is exactly one; else the end.
static const transform::NamedSequenceOp *
findOnlyPublic(ArrayRef<transform::NamedSequenceOp> named) {
  auto isPublic = [](transform::NamedSequenceOp sequence) {
    return !sequence.isExternal() && sequence.isPublic();
  };
  return llvm::count_if(named, isPublic) == 1 ? llvm::find_if(named, isPublic)
                                              : named.end();
}

FailureOr<SmallVector<TransformOpInterface>>
heddle::findEntryPoints(ModuleOp schedule, StringRef entry) {
  SmallVector<TransformOpInterface> toplevel;
  SmallVector<transform::NamedSequenceOp> named;
  for (Operation *op : findScheduleOps(schedule)) {
    if (auto sequence = dyn_cast<transform::NamedSequenceOp>(op))
      named.push_back(sequence);
    else
      toplevel.push_back(cast<TransformOpInterface>(op));
  }

  entry.consume_front("@");
  StringRef name =
      entry.empty()
          ? StringRef(TransformDialect::kTransformEntryPointSymbolName)
          : entry;
  const auto *it = llvm::find_if(named, [&](transform::NamedSequenceOp op) {
    return op.getName() == name;
  });
  if (it == named.end() && entry.empty()) {
    if (!toplevel.empty())
      return toplevel;
    it = findOnlyPublic(named);
  }
  if (it == named.end()) {
    InFlightDiagnostic diag = emitError(schedule.getLoc())
                              << "schedule has no entry point '@" << name
                              << "'; " << describeContents(toplevel, named);
    if (entry.empty() && !named.empty())
      diag << "; use --entry=@" << named.front().getName();
    return diag;
  }
  transform::NamedSequenceOp main = *it;
  if (entry.empty() && !toplevel.empty()) {
    InFlightDiagnostic diag =
        emitError(main.getLoc())
        << "schedule has an entry point '@" << name
        << "' and top-level sequences; name the entry point to run it alone";
    diag.attachNote(toplevel.front()->getLoc()) << "a top-level sequence";
    return diag;
  }
  if (failed(checkEntryPoint(main)))
    return failure();
  return SmallVector<TransformOpInterface>{
      cast<TransformOpInterface>(main.getOperation())};
}
