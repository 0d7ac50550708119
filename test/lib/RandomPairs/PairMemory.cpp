//===- PairMemory.cpp - Arguments that are memory which is written --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes some of the tensors that a payload takes views of memory, and writes
// to that memory between its ops. An op that reads the memory after a write
// reads a new view: for CSE, two reads of one view before and after a write
// are one value.
//
//===----------------------------------------------------------------------===//

#include "PairRunner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::heddle::pairs;

namespace {

/// An argument that is memory, and the tensor that is a view of it now.
struct View {
  Value memory;
  Value tensor;
};

class MemoryMaker {
public:
  MemoryMaker(RewriterBase &rewriter, func::FuncOp function, uint64_t seed)
      : rewriter(rewriter), function(function), seed(seed) {}
  void run();

private:
  void makeViews();
  void addWrite(View &view, Random &random);
  void renew(View &view);
  Value findStored(RankedTensorType type, Random &random);

  RewriterBase &rewriter;
  func::FuncOp function;
  uint64_t seed;
  SmallVector<View> views;
};

} // namespace

/// A value that does not change when another part of the payload is left out.
static Random makeRandom(uint64_t seed, StringRef tag) {
  uint64_t hash = seed;
  for (char letter : tag)
    hash = hash * 0x100000001B3ull ^ static_cast<unsigned char>(letter);
  return Random(hash);
}

void MemoryMaker::makeViews() {
  Block &body = function.getBody().front();
  rewriter.setInsertionPointToStart(&body);
  for (BlockArgument argument : body.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    Random random =
        makeRandom(seed, "argument" + std::to_string(argument.getArgNumber()));
    if (!type || random.chance(30))
      continue;
    argument.setType(MemRefType::get(type.getShape(), type.getElementType()));
    auto view = bufferization::ToTensorOp::create(
        rewriter, function.getLoc(), type, argument, /*restrict=*/true);
    rewriter.replaceAllUsesExcept(argument, view, view);
    views.push_back({argument, view});
  }
  function.setType(rewriter.getFunctionType(body.getArgumentTypes(),
                                            function.getResultTypes()));
}

/// A tensor of `type` that an op before the insertion point computes.
Value MemoryMaker::findStored(RankedTensorType type, Random &random) {
  SmallVector<Value> values;
  for (auto op = rewriter.getBlock()->begin();
       op != rewriter.getInsertionPoint(); ++op)
    for (Value result : op->getResults())
      if (result.getType() == type && type.hasStaticShape() &&
          isa<linalg::LinalgOp>(*op))
        values.push_back(result);
  return values.empty() ? Value() : values[random.range(0, values.size() - 1)];
}

/// Writes all of the memory, some of it, or some of it in a loop.
void MemoryMaker::addWrite(View &view, Random &random) {
  Location loc = function.getLoc();
  auto type = cast<MemRefType>(view.memory.getType());
  auto makeNumber = [&]() -> Value {
    Attribute number =
        isa<FloatType>(type.getElementType())
            ? Attribute(rewriter.getFloatAttr(type.getElementType(), -4.0))
            : rewriter.getIntegerAttr(type.getElementType(), -4);
    return arith::ConstantOp::create(rewriter, loc, cast<TypedAttr>(number));
  };
  Value stored =
      findStored(cast<RankedTensorType>(view.tensor.getType()), random);
  if (stored && random.chance(40)) {
    bufferization::MaterializeInDestinationOp::create(
        rewriter, loc, TypeRange(), stored, view.memory, /*restrict=*/false,
        /*writable=*/true);
    return;
  }
  Value number = makeNumber();
  if (random.chance(40)) {
    linalg::FillOp::create(rewriter, loc, number, view.memory);
    return;
  }
  // The loop runs twice, and an element is written if there is one.
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value two = arith::ConstantIndexOp::create(rewriter, loc, 2);
  if (type.getRank() == 0) {
    memref::StoreOp::create(rewriter, loc, number, view.memory);
    return;
  }
  scf::ForOp loop = scf::ForOp::create(rewriter, loc, zero, two, one);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop.getBody()->getTerminator());
  linalg::AddOp::create(rewriter, loc, ValueRange{view.memory, view.memory},
                        view.memory);
}

/// True if all readers of `view` compute something. A slice, a reshape, or an
/// op that only copies may be folded into its reader, which then reads the
/// memory later.
static bool isReadByComputations(const View &view) {
  return llvm::all_of(view.tensor.getUsers(), [](Operation *user) {
    auto op = dyn_cast<linalg::LinalgOp>(user);
    return isa<func::ReturnOp>(user) ||
           (op && (!isa<linalg::GenericOp>(user) ||
                   op.getBlock()->getOperations().size() > 1));
  });
}

/// What comes next reads a new view, unless nothing read the old one.
void MemoryMaker::renew(View &view) {
  Location loc = function.getLoc();
  Operation *next = &*rewriter.getInsertionPoint();
  auto isBehind = [&](OpOperand &use) {
    Operation *user = next->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return user == next || next->isBeforeInBlock(user);
  };
  if (llvm::all_of(view.tensor.getUses(), isBehind))
    return;
  auto renewed = bufferization::ToTensorOp::create(
      rewriter, loc, view.tensor.getType(), view.memory, /*restrict=*/true);
  rewriter.replaceUsesWithIf(view.tensor, renewed, isBehind);
  view.tensor = renewed;
}

void MemoryMaker::run() {
  makeViews();
  if (views.empty())
    return;
  SmallVector<Operation *> tagged;
  for (Operation &op : function.getBody().front())
    if (op.hasAttr("tag"))
      tagged.push_back(&op);
  for (Operation *op : tagged) {
    Random random =
        makeRandom(seed, op->getAttrOfType<StringAttr>("tag").getValue());
    if (!random.chance(40))
      continue;
    rewriter.setInsertionPoint(op);
    View &view = views[random.range(0, views.size() - 1)];
    if (!isReadByComputations(view))
      continue;
    addWrite(view, random);
    renew(view);
  }
}

void mlir::heddle::pairs::addWrittenMemory(ModuleOp module, uint64_t seed) {
  auto function = module.lookupSymbol<func::FuncOp>("payload");
  IRRewriter rewriter(module.getContext());
  MemoryMaker(rewriter, function, seed).run();
}

std::string mlir::heddle::pairs::printWithMemory(MLIRContext &context,
                                                 const Pair &pair,
                                                 const RunnerOptions &options) {
  std::string text = printPair(pair, options);
  if (!options.writesMemory)
    return text;
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, ParserConfig(&context), "pair");
  if (!module)
    return text;
  addWrittenMemory(*module, pair.program.seed);
  text.clear();
  llvm::raw_string_ostream os(text);
  module->print(os);
  os << "\n";
  return text;
}
