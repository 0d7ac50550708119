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
#include "heddle/Analysis/Memory/CallCycle.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::string heddle::getArenaSizeName(func::FuncOp function) {
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
  std::string name = getArenaSizeName(function);
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

/// The stack has one frame for each call that is open, and `stackLimit` is
/// about one of them.
static LogicalResult checkDepth(RewriterBase &rewriter, func::FuncOp function) {
  SmallVector<func::FuncOp> functions;
  for (Region &region : function->getParentOp()->getRegions())
    llvm::append_range(functions, region.getOps<func::FuncOp>());
  SmallVector<func::CallOp> cycle = CallCycles(functions).find(function);
  if (cycle.empty())
    return success();
  return refuseCycle(rewriter, cycle,
                     ": each call would have an arena on the stack");
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
  return options.place == ArenaPlace::Stack ? checkDepth(rewriter, function)
                                            : success();
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Makes the trailing argument, and the function that tells its size.
static Value addArgument(RewriterBase &rewriter, const ArenaPlan &plan,
                         MemRefType type) {
  func::FuncOp function = plan.summary.function;
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
  SmallVector<Type> inputs;
  if (!plan.dynamic.empty())
    llvm::append_range(inputs, function.getArgumentTypes().drop_back());
  auto size = func::FuncOp::create(
      rewriter, loc, getArenaSizeName(function),
      rewriter.getFunctionType(inputs, {rewriter.getIndexType()}));
  Block *body = rewriter.createBlock(&size.getBody(), {}, inputs,
                                     SmallVector<Location>(inputs.size(), loc));
  Value bytes;
  if (plan.dynamic.empty()) {
    bytes = arith::ConstantIndexOp::create(rewriter, loc, type.getDimSize(0));
  } else {
    SmallVector<Value> arguments(body->getArguments());
    // Nothing depends on the arena.
    arguments.push_back(function.getArguments().back());
    bytes = plan.dynamic
                .emit(rewriter, loc, function, arguments, plan.scope.bytes,
                      plan.alignment)
                .end;
  }
  func::ReturnOp::create(rewriter, loc, bytes);
  rewriter.setInsertionPointToStart(&function.getBody().front());
  return memref::AssumeAlignmentOp::create(
      rewriter, loc, function.getArgument(number), plan.alignment);
}

/// The arena, and the offsets of its dynamic places.
static std::pair<Value, SmallVector<Value>>
makeArena(RewriterBase &rewriter, const ArenaPlan &plan,
          const PlanMemoryOptions &options) {
  func::FuncOp function = plan.summary.function;
  Location loc = function.getLoc();
  int64_t extent =
      plan.dynamic.empty() ? plan.scope.bytes : ShapedType::kDynamic;
  auto type = MemRefType::get({extent}, rewriter.getI8Type());
  IntegerAttr alignment = rewriter.getI64IntegerAttr(plan.alignment);
  Value arena;
  if (options.place == ArenaPlace::Argument)
    arena = addArgument(rewriter, plan, type);
  else
    rewriter.setInsertionPointToStart(&function.getBody().front());
  if (arena)
    rewriter.setInsertionPointAfterValue(arena);
  DynamicOffsets offsets;
  if (!plan.dynamic.empty())
    offsets =
        plan.dynamic.emit(rewriter, loc, function, function.getArguments(),
                          plan.scope.bytes, plan.alignment);
  if (options.place == ArenaPlace::Stack) {
    arena = memref::AllocaOp::create(rewriter, loc, type, alignment);
  } else if (options.place == ArenaPlace::Function) {
    ValueRange sizes = offsets.end ? ValueRange(offsets.end) : ValueRange();
    arena = memref::AllocOp::create(rewriter, loc, type, sizes, alignment);
    function.walk([&](func::ReturnOp returnOp) {
      rewriter.setInsertionPoint(returnOp);
      memref::DeallocOp::create(rewriter, returnOp.getLoc(), arena);
    });
  }
  return {arena, offsets.places};
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

static void replaceDynamicBuffers(RewriterBase &rewriter,
                                  const DynamicPlaces &dynamic, Value arena,
                                  ArrayRef<Value> offsets) {
  for (auto [place, offset] : llvm::zip_equal(dynamic.getPlaces(), offsets))
    for (const DynamicBuffer &buffer : place.buffers) {
      memref::AllocOp alloc = buffer.alloc;
      rewriter.setInsertionPoint(alloc);
      if (buffer.dealloc)
        rewriter.eraseOp(buffer.dealloc);
      rewriter.replaceOpWithNewOp<memref::ViewOp>(
          alloc, alloc.getType(), arena, offset, alloc.getDynamicSizes());
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
    if (plan.isEmpty())
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
    if (!plan->isEmpty()) {
      auto [arena, offsets] = makeArena(rewriter, *plan, options);
      replaceDynamicBuffers(rewriter, plan->dynamic, arena, offsets);
      SmallVector<const ArenaScope *> around;
      replaceBuffers(rewriter, plan->scope, arena, around);
    }
    result.push_back(std::move(plan->summary));
  }
  return result;
}
