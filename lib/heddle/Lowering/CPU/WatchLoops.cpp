//===- WatchLoops.cpp - Calls at parallel loops and allocations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first of two steps that make payload report what it does to memory: it
// runs while parallel loops and allocations are still single ops.
// WatchAccesses.cpp does the rest on the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "WatchSites.h"
#include "heddle/Lowering/CPU/WatchMemory.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::heddle {
#define GEN_PASS_DEF_WATCHLOOPSPASS
#include "heddle/Lowering/Passes.h.inc"
} // namespace mlir::heddle

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// The table of sites
//===----------------------------------------------------------------------===//

WatchSites::WatchSites(ModuleOp module) : module(module) {
  auto stored = module->getAttrOfType<ArrayAttr>(kWatchSitesAttrName);
  if (!stored)
    return;
  llvm::append_range(sites, stored);
  for (auto [i, site] : llvm::enumerate(sites))
    numbers[site] = i;
}

int64_t WatchSites::add(Location loc, StringRef op, Type type) {
  MLIRContext *context = module.getContext();
  SmallVector<Attribute> parts = {LocationAttr(loc),
                                  StringAttr::get(context, op)};
  if (type)
    parts.push_back(TypeAttr::get(type));
  Attribute site = ArrayAttr::get(context, parts);
  auto [it, isNew] = numbers.try_emplace(site, sites.size());
  if (isNew)
    sites.push_back(site);
  return it->second;
}

void WatchSites::store() {
  module->setAttr(kWatchSitesAttrName,
                  ArrayAttr::get(module.getContext(), sites));
}

WatchedCode heddle::takeWatchedCode(ModuleOp module) {
  WatchedCode code;
  auto sites = module->getAttrOfType<ArrayAttr>(kWatchSitesAttrName);
  auto granule = module->getAttrOfType<IntegerAttr>(kWatchGranuleAttrName);
  if (!sites || !granule)
    return code;
  for (auto parts : sites.getAsRange<ArrayAttr>())
    code.sites.push_back(
        {Location(cast<LocationAttr>(parts[0])),
         cast<StringAttr>(parts[1]).getValue(),
         parts.size() > 2 ? cast<TypeAttr>(parts[2]).getValue() : Type()});
  code.granule = granule.getInt();
  module->removeAttr(kWatchSitesAttrName);
  module->removeAttr(kWatchGranuleAttrName);
  return code;
}

bool heddle::isParallelLoop(Operation *op) {
  return isa<scf::ForallOp, scf::ParallelOp, affine::AffineParallelOp,
             omp::WsloopOp>(op);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

/// The bounds of one dim of a loop.
struct LoopDim {
  Value lower, upper, step;
};

struct WatchLoops : heddle::impl::WatchLoopsPassBase<WatchLoops> {

  /// The start of the body, and the dims as far as they are values.
  Block *getBody(Operation *loop, IRRewriter &rewriter,
                 SmallVectorImpl<LoopDim> &dims) {
    auto addDims = [&](ValueRange lower, ValueRange upper, ValueRange step) {
      for (auto [l, u, s] : llvm::zip_equal(lower, upper, step))
        dims.push_back({l, u, s});
    };
    if (auto forall = dyn_cast<scf::ForallOp>(loop)) {
      addDims(forall.getLowerBound(rewriter), forall.getUpperBound(rewriter),
              forall.getStep(rewriter));
      return forall.getBody();
    }
    if (auto parallel = dyn_cast<scf::ParallelOp>(loop)) {
      addDims(parallel.getLowerBound(), parallel.getUpperBound(),
              parallel.getStep());
      return parallel.getBody();
    }
    if (auto parallel = dyn_cast<affine::AffineParallelOp>(loop))
      return parallel.getBody();
    auto nest =
        cast<omp::LoopNestOp>(cast<omp::WsloopOp>(loop).getWrappedLoop());
    return &nest.getRegion().front();
  }

  void call(IRRewriter &rewriter, Location loc, StringRef name,
            ValueRange args) {
    func::FuncOp &function = functions[name];
    if (!function) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(getOperation().getBody());
      function = func::FuncOp::create(
          rewriter, loc, name,
          rewriter.getFunctionType(args.getTypes(), TypeRange()));
      function.setPrivate();
    }
    func::CallOp::create(rewriter, loc, function, args);
  }

  Value makeInt(IRRewriter &rewriter, Location loc, int64_t value) {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getI64IntegerAttr(value));
  }

  void watchLoop(IRRewriter &rewriter, Operation *loop) {
    Location loc = loop->getLoc();
    rewriter.setInsertionPoint(loop);
    SmallVector<LoopDim> dims;
    Block *body = getBody(loop, rewriter, dims);
    int64_t site = sites->add(loc, loop->getName().getStringRef());
    call(rewriter, loc, watch::kEnter,
         {makeInt(rewriter, loc, site), makeInt(rewriter, loc, dims.size())});
    for (const LoopDim &dim : dims) {
      SmallVector<Value> numbers;
      for (Value value : {dim.lower, dim.upper, dim.step})
        numbers.push_back(getValueOrCreateCastToIndexLike(
            rewriter, loc, rewriter.getI64Type(), value));
      call(rewriter, loc, watch::kDim, numbers);
    }
    rewriter.setInsertionPointAfter(loop);
    call(rewriter, loc, watch::kLeave, {});
    rewriter.setInsertionPointToStart(body);
    call(rewriter, loc, watch::kIteration, {});
  }

  /// A buffer that is allocated there belongs to the thread: the iterations
  /// that the thread runs one after the other may share it.
  void watchThreads(IRRewriter &rewriter, omp::ParallelOp op) {
    Location loc = op.getLoc();
    Region &region = op.getRegion();
    rewriter.setInsertionPointToStart(&region.front());
    call(rewriter, loc, watch::kThread, makeInt(rewriter, loc, 1));
    for (Block &block : region)
      if (auto end = dyn_cast<omp::TerminatorOp>(block.getTerminator())) {
        rewriter.setInsertionPoint(end);
        call(rewriter, loc, watch::kThread, makeInt(rewriter, loc, 0));
      }
  }

  /// An alignment makes the allocation larger than the buffer, and would hide
  /// accesses past the end of the buffer. Watched memory is aligned to 64 bytes
  /// anyway.
  void watchHeap(IRRewriter &rewriter, Operation *op) {
    constexpr uint64_t kAlignment = 64;
    Type type;
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      type = alloc.getType();
      if (alloc.getAlignment().value_or(0) <= kAlignment)
        rewriter.modifyOpInPlace(alloc, [&] { alloc.removeAlignmentAttr(); });
    }
    rewriter.setInsertionPoint(op);
    int64_t site = sites->add(op->getLoc(), op->getName().getStringRef(), type);
    call(rewriter, op->getLoc(), watch::kHeap,
         makeInt(rewriter, op->getLoc(), site));
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    WatchSites table(getOperation());
    sites = &table;
    functions.clear();
    SmallVector<Operation *> loops, heapOps;
    SmallVector<omp::ParallelOp> teams;
    getOperation()->walk([&](Operation *op) {
      if (isParallelLoop(op))
        loops.push_back(op);
      else if (auto team = dyn_cast<omp::ParallelOp>(op))
        teams.push_back(team);
      else if (isa<memref::AllocOp, memref::DeallocOp, memref::ReallocOp>(op))
        heapOps.push_back(op);
    });
    for (Operation *loop : loops)
      watchLoop(rewriter, loop);
    for (omp::ParallelOp team : teams)
      watchThreads(rewriter, team);
    for (Operation *op : heapOps)
      watchHeap(rewriter, op);
    table.store();
  }

  WatchSites *sites = nullptr;
  llvm::StringMap<func::FuncOp> functions;
};

} // namespace
