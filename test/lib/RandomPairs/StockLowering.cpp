//===- StockLowering.cpp - Scheduled payload as text to buffers -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a user of the plugin does: the printed result of a schedule goes through
// upstream's passes in some order, with and without CSE and LICM, and through
// one-shot bufferization that writes in place.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

static constexpr const char *kBefore[] = {
    "",
    "cse",
    "canonicalize",
    "loop-invariant-code-motion",
    "canonicalize,cse",
    "cse,loop-invariant-code-motion",
    "loop-invariant-code-motion,cse",
    "canonicalize,loop-invariant-code-motion,cse,canonicalize"};

static constexpr StringLiteral kOneShot =
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map}";

/// What upstream's one-shot needs once a fill stands outside its loop.
static constexpr StringLiteral kPrepare =
    "func.func(heddle-expand-index-switches),heddle-separate-results,"
    "heddle-unshare-destinations,heddle-copy-repeated-destinations,"
    "heddle-pin-partial-writes";

LogicalResult mlir::heddle::pairs::lowerStock(OwningOpRef<ModuleOp> &module,
                                              uint64_t seed, bool hoistsFills,
                                              bool *freesBuffers) {
  Random random(seed ^ 0x165667B19E3779F9ull);
  std::string pipeline = kBefore[random.range(0, 7)];
  if (random.chance(30))
    pipeline += ",eliminate-empty-tensors";
  hoistsFills |= StringRef(pipeline).contains("loop-invariant-code-motion");
  if (hoistsFills)
    pipeline += "," + kPrepare.str();
  pipeline += "," + kOneShot.str();
  if (random.chance(50))
    pipeline += ",cse,canonicalize,loop-invariant-code-motion";
  *freesBuffers = random.chance(50);
  if (*freesBuffers)
    pipeline += ",buffer-deallocation-pipeline,convert-bufferization-to-memref";

  MLIRContext *context = (*module)->getContext();
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  module = parseSourceString<ModuleOp>(text, ParserConfig(context), "printed");
  return success(module && succeeded(runPipeline(
                               *module, StringRef(pipeline).ltrim(','))));
}
