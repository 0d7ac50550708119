//===- CheckCompile.cpp - The code of checked functions -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Optimizing code takes most of the time of a check of small functions, and
// saves time where much is computed. The scheduled function is optimized unless
// it is long, because that is the code that a user runs. The payload, and the
// forms of both functions that record, watch or widen, need no optimization.
// Without it they also avoid the optimizer, which both sides would share.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::heddle;

LogicalResult heddle::keepFunctions(ModuleOp module,
                                    ArrayRef<std::string> names) {
  for (auto func : module.getOps<func::FuncOp>())
    if (!llvm::is_contained(names, func.getSymName().str()))
      func.setPrivate();
  PassManager pm(module.getContext());
  pm.addPass(createSymbolDCEPass());
  return pm.run(module);
}

std::unique_ptr<JitModule>
heddle::compileAlone(func::FuncOp func, const JitOptions &options,
                     std::string &reason,
                     llvm::function_ref<LogicalResult(ModuleOp)> prepare,
                     ErrorText describe, OwningOpRef<ModuleOp> *buffers) {
  ScopedDiagnosticHandler handler(
      func.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            reason.empty())
          reason = describe(diagnostic);
        return success();
      });
  OwningOpRef<ModuleOp> made;
  if (!buffers)
    buffers = &made;
  if (!*buffers) {
    OwningOpRef<ModuleOp> module =
        clonePayload(func->getParentOfType<ModuleOp>());
    if (failed(keepFunctions(*module, func.getSymName().str())) ||
        (prepare && failed(prepare(*module))))
      return nullptr;
    FailureOr<OwningOpRef<ModuleOp>> result =
        JitModule::bufferize(*module, options);
    if (failed(result))
      return nullptr;
    *buffers = std::move(*result);
  }
  FailureOr<std::unique_ptr<JitModule>> code =
      JitModule::compileBuffers((*buffers)->clone(), options);
  return failed(code) ? nullptr : std::move(*code);
}

FailureOr<std::unique_ptr<JitModule>>
heddle::compileTogether(ArrayRef<std::unique_ptr<Subject>> subjects,
                        ModuleOp module, const JitOptions &options) {
  FailureOr<OwningOpRef<ModuleOp>> buffers =
      JitModule::bufferize(module, options);
  if (failed(buffers))
    return failure();
  if (subjects.size() == 1)
    (options.separateBuffers ? subjects.front()->payloadBuffers
                             : subjects.front()->scheduledBuffers) =
        (*buffers)->clone();
  return JitModule::compileBuffers(std::move(*buffers), options);
}

/// A rough count of the scalar ops of all planned runs.
static double sumWork(ArrayRef<std::unique_ptr<Subject>> subjects) {
  double work = 0;
  for (const std::unique_ptr<Subject> &subject : subjects)
    for (const auto *runs : {&subject->runs, &subject->extraRuns})
      for (const Run &run : *runs)
        work += run.work * run.calls;
  return work;
}

/// Whether `module` has many ops that become loops.
static bool isLong(ModuleOp module) {
  constexpr unsigned kManyOps = 100;
  unsigned count = 0;
  module->walk([&](DestinationStyleOpInterface) { ++count; });
  return count > kManyOps;
}

OptLevels heddle::chooseOptLevels(ArrayRef<std::unique_ptr<Subject>> subjects,
                                  ModuleOp scheduled,
                                  const CheckOptions &options) {
  constexpr double kLittleWork = 1 << 24, kSomeWork = 1 << 26;
  OptLevels levels{options.jit.optLevel, options.jit.optLevel};
  if (!options.adaptOptLevel)
    return levels;
  double work = sumWork(subjects);
  bool isLongButFast = work < kSomeWork && isLong(scheduled);
  if (isLongButFast)
    levels.scheduled = 0;
  if (isLongButFast || work < kLittleWork)
    levels.others = 0;
  return levels;
}
