//===- LibraryIncludes.cpp - Includes of the library, verified ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes heddle.library and heddle.default belong to a dialect that
// this server alone has. The verifier asks the dialect about each attribute
// when it enters an op; includes are verified when it leaves the module, as
// uses of symbols are. So the module is completed in between. What is added
// verifies whenever it is added, and one document is verified on one thread.
//
//===----------------------------------------------------------------------===//

#include "LibraryIncludes.h"

#include "heddle/Interpreter/Loading/ParseModule.h"
#include "heddle/Interpreter/Loading/ScheduleLibrary.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::heddle;

namespace {
class LibraryDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LibraryDialect)

  static constexpr StringLiteral getDialectNamespace() { return "heddle"; }

  explicit LibraryDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<LibraryDialect>()) {
  }

  /// Of a module that lists files, or of a sequence that names its file.
  LogicalResult verifyOperationAttribute(Operation *op,
                                         NamedAttribute attr) final {
    return attr.getName() == kLibraryAttrName ? complete(op) : success();
  }

  /// Of a param of a sequence, which includes may leave out.
  LogicalResult verifyRegionArgAttribute(Operation *op, unsigned, unsigned,
                                         NamedAttribute attr) final {
    return attr.getName() == "heddle.default" ? complete(op) : success();
  }

private:
  static LogicalResult complete(Operation *op) {
    auto module = dyn_cast<ModuleOp>(op);
    if (!module)
      module = op->getParentOfType<ModuleOp>();
    return module ? completeIncludes(module) : success();
  }
};
} // namespace

void heddle::registerLibraryIncludes(DialectRegistry &registry) {
  registry.insert<LibraryDialect>();
}
