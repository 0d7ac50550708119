//===- PlanMemory.cpp - One arena for the buffers of a function -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arenas are planned, then all functions are changed.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Buffers/PlanMemory.h"

#include "ArenaPlan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string getSizeName(func::FuncOp function) {
  return (function.getSymName() + "_arena_size").str();
}

/// True if the signature of `function` can change, and its size can be told.
static LogicalResult checkSignature(RewriterBase &rewriter,
                                    func::FuncOp function) {
  Operation *module = function->getParentOp();
  auto uses = SymbolTable::getSymbolUses(function, module);
  if (uses && !uses->empty())
    return rewriter.notifyMatchFailure(
        uses->begin()->getUser(), [&](Diagnostic &diag) {
          diag << "'@" << function.getSymName()
               << "' is used here: its arena cannot be an argument";
        });
  std::string name = getSizeName(function);
  if (Operation *other = SymbolTable::lookupSymbolIn(module, name))
    return rewriter.notifyMatchFailure(other, [&](Diagnostic &diag) {
      diag << "'@" << name
           << "', which would return the size of the arena of '@"
           << function.getSymName() << "', exists already";
    });
  return success();
}

/// Tells that `plan` has no place for any buffer, and why.
static void notifyEmpty(RewriterBase &rewriter, const ArenaPlan &plan) {
  func::FuncOp function = plan.summary.function;
  (void)rewriter.notifyMatchFailure(function, [&](Diagnostic &diag) {
    diag << "'@" << function.getSymName() << "' has no buffer to place";
  });
  for (const Reason &reason : plan.summary.kept)
    (void)rewriter.notifyMatchFailure(reason.loc, [&](Diagnostic &diag) {
      diag << "this allocation stays: " << reason.text;
    });
}

static LogicalResult checkPlan(RewriterBase &rewriter, const ArenaPlan &plan,
                               const PlanMemoryOptions &options) {
  func::FuncOp function = plan.summary.function;
  if (options.place == ArenaPlace::Argument)
    return checkSignature(rewriter, function);
  if (options.place == ArenaPlace::Stack &&
      plan.summary.arenaBytes > options.stackLimit)
    return rewriter.notifyMatchFailure(function, [&](Diagnostic &diag) {
      diag << "the arena of '@" << function.getSymName() << "' takes "
           << plan.summary.arenaBytes
           << " B, more than stack_limit = " << options.stackLimit;
    });
  return success();
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Makes the trailing argument, and the function that tells its size.
static Value addArgument(RewriterBase &rewriter, func::FuncOp function,
                         MemRefType type, int64_t alignment) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = function.getLoc();
  unsigned number = function.getNumArguments();
  Builder builder(rewriter);
  rewriter.modifyOpInPlace(function, [&] {
    (void)function.insertArgument(
        number, type,
        builder.getDictionaryAttr(
            builder.getNamedAttr(kArenaAttrName, builder.getUnitAttr())),
        loc);
  });
  rewriter.setInsertionPointAfter(function);
  auto size = func::FuncOp::create(
      rewriter, loc, getSizeName(function),
      rewriter.getFunctionType({}, {rewriter.getIndexType()}));
  rewriter.createBlock(&size.getBody());
  Value bytes =
      arith::ConstantIndexOp::create(rewriter, loc, type.getDimSize(0));
  func::ReturnOp::create(rewriter, loc, bytes);
  rewriter.setInsertionPointToStart(&function.getBody().front());
  return memref::AssumeAlignmentOp::create(
      rewriter, loc, function.getArgument(number), alignment);
}

static Value makeArena(RewriterBase &rewriter, const ArenaPlan &plan,
                       const PlanMemoryOptions &options) {
  func::FuncOp function = plan.summary.function;
  Location loc = function.getLoc();
  auto type = MemRefType::get({plan.scope.bytes}, rewriter.getI8Type());
  IntegerAttr alignment = rewriter.getI64IntegerAttr(plan.alignment);
  if (options.place == ArenaPlace::Argument)
    return addArgument(rewriter, function, type, plan.alignment);
  rewriter.setInsertionPointToStart(&function.getBody().front());
  if (options.place == ArenaPlace::Stack)
    return memref::AllocaOp::create(rewriter, loc, type, alignment);
  Value arena = memref::AllocOp::create(rewriter, loc, type, alignment);
  function.walk([&](func::ReturnOp returnOp) {
    rewriter.setInsertionPoint(returnOp);
    memref::DeallocOp::create(rewriter, returnOp.getLoc(), arena);
  });
  return arena;
}

/// The offset of `offset` bytes into an iteration of the loops `around`.
static Value makeOffset(RewriterBase &rewriter, Location loc, int64_t offset,
                        ArrayRef<const ArenaScope *> around) {
  AffineExpr expr = rewriter.getAffineConstantExpr(offset);
  SmallVector<OpFoldResult> variables;
  for (const ArenaScope *scope : around) {
    LoopLikeOpInterface loop = scope->loop;
    SmallVector<Value> ivs = *loop.getLoopInductionVars();
    AffineExpr iteration = rewriter.getAffineConstantExpr(0);
    for (auto [iv, trips, from, by] :
         llvm::zip_equal(ivs, scope->trips, scope->lowerBounds, scope->steps)) {
      AffineExpr dim = rewriter.getAffineDimExpr(variables.size());
      iteration = iteration * trips + (dim - from).floorDiv(by);
      variables.push_back(iv);
    }
    expr = expr + iteration * scope->bytes + scope->offset;
  }
  if (around.empty())
    return arith::ConstantIndexOp::create(rewriter, loc, offset);
  auto map = AffineMap::get(variables.size(), 0, expr);
  return getValueOrCreateConstantIndexOp(
      rewriter, loc,
      affine::makeComposedFoldedAffineApply(rewriter, loc, map, variables));
}

static void replaceBuffers(RewriterBase &rewriter, const ArenaScope &scope,
                           Value arena,
                           SmallVectorImpl<const ArenaScope *> &around) {
  for (const ArenaBuffer &buffer : scope.buffers) {
    memref::AllocOp alloc = buffer.alloc;
    rewriter.setInsertionPoint(alloc);
    Value offset = makeOffset(rewriter, alloc.getLoc(), buffer.offset, around);
    if (buffer.dealloc)
      rewriter.eraseOp(buffer.dealloc);
    rewriter.replaceOpWithNewOp<memref::ViewOp>(alloc, alloc.getType(), arena,
                                                offset, ValueRange());
  }
  for (const auto &inner : scope.inner) {
    around.push_back(inner.get());
    replaceBuffers(rewriter, *inner, arena, around);
    around.pop_back();
  }
}

FailureOr<std::vector<PlannedMemory>>
heddle::planMemory(RewriterBase &rewriter, ArrayRef<func::FuncOp> functions,
                   const PlanMemoryOptions &options) {
  llvm::SmallDenseMap<Operation *, std::unique_ptr<BufferReferences>, 2> known;
  std::vector<std::unique_ptr<ArenaPlan>> plans;
  bool isEmpty = true;
  for (func::FuncOp function : functions) {
    auto &references = known[function->getParentOp()];
    if (!references)
      references = std::make_unique<BufferReferences>(function->getParentOp());
    plans.push_back(
        std::make_unique<ArenaPlan>(planArena(function, *references, options)));
    const ArenaPlan &plan = *plans.back();
    if (plan.summary.numPlaced == 0)
      continue;
    isEmpty = false;
    if (failed(checkPlan(rewriter, plan, options)))
      return failure();
  }
  if (isEmpty) {
    for (const auto &plan : plans)
      notifyEmpty(rewriter, *plan);
    return failure();
  }
  std::vector<PlannedMemory> result;
  for (const auto &plan : plans) {
    if (plan->summary.numPlaced != 0) {
      Value arena = makeArena(rewriter, *plan, options);
      SmallVector<const ArenaScope *> around;
      replaceBuffers(rewriter, plan->scope, arena, around);
    }
    result.push_back(std::move(plan->summary));
  }
  return result;
}
