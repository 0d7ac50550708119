//===- AssumedFinite.cpp - Arguments that are assumed finite --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from values to the operands of the ops that compute them, and to all
// operands in the regions of these ops.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Fusion/AssumedFinite.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

SmallVector<unsigned> heddle::findSourceArguments(func::FuncOp func,
                                                  ValueRange values) {
  llvm::SetVector<Value> sources(values.begin(), values.end());
  llvm::SmallPtrSet<Operation *, 16> seen = {func};
  for (size_t next = 0; next < sources.size(); ++next) {
    // An argument of a block may be anything that its loop computes.
    Value source = sources[next];
    Operation *op = source.getDefiningOp();
    if (!op)
      op = source.getParentBlock()->getParentOp();
    if (seen.insert(op).second)
      op->walk([&](Operation *nested) {
        sources.insert_range(nested->getOperands());
      });
  }
  SmallVector<unsigned> arguments;
  for (BlockArgument argument : func.getArguments())
    if (sources.contains(argument))
      arguments.push_back(argument.getArgNumber());
  return arguments;
}

void heddle::assumeFinite(RewriterBase &rewriter, func::FuncOp func,
                          ArrayRef<unsigned> arguments, StringRef option,
                          std::optional<Location> step) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'" << option << "'";
  if (auto line =
          step ? (*step)->findInstanceOf<FileLineColLoc>() : FileLineColLoc())
    os << " in line " << line.getLine() << " of "
       << llvm::sys::path::filename(line.getFilename());
  rewriter.modifyOpInPlace(func, [&] {
    for (unsigned argument : arguments)
      if (!func.getArgAttr(argument, kAssumedFiniteAttrName))
        func.setArgAttr(argument, kAssumedFiniteAttrName,
                        rewriter.getStringAttr(text));
  });
}
