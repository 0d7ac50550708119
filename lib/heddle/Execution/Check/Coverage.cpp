//===- Coverage.cpp - What of a function was executed ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The marks are stores into a global array, which each return copies into the
// additional argument. They do not change what the function computes.
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"

#include "Claims.h"

#include "CheckSubject.h"

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::heddle;

static constexpr StringLiteral kMarks = "__heddle_marks";

namespace {

/// Inserts the marks into one module.
class Marker {
public:
  Marker(ModuleOp module, CoverageCode &code)
      : module(module), code(code), places(code.places),
        rewriter(module.getContext()) {}

  /// Returns false if there is nothing to mark.
  bool run(func::FuncOp entry);

private:
  void visit(Operation *op);
  void visitBranch(scf::IfOp branch);
  void visitMinimum(affine::AffineMinOp min);
  void visitTruth(Operation *op);
  void markBlocks(func::FuncOp func);
  void addClaim(Operation *op, CheckedClaim claim);
  void computeClaims(Operation *op);
  void clampExtents(Operation *op);
  void separateCallers(func::FuncOp entry);

  unsigned addPlace(Operation *op, const Twine &what) {
    std::string text = what.str();
    llvm::raw_string_ostream os(text);
    std::string line = formatLine(op->getLoc());
    if (!line.empty())
      os << " of " << line;
    else
      os << " of '" << op->getName() << "'";
    places.push_back(text);
    return places.size() - 1;
  }
  void markBlock(Block &block, Operation *op, const Twine &what) {
    requests.push_back({&block, addPlace(op, what)});
  }
  /// Inserts a store of a mark at `index`.
  void emit(Location loc, Value index) {
    Value marks = memref::GetGlobalOp::create(rewriter, loc, getType(), kMarks);
    Value one = arith::ConstantIntOp::create(rewriter, loc, 1, 8);
    memref::StoreOp::create(rewriter, loc, one, marks, index);
  }
  MemRefType getType() {
    return MemRefType::get({static_cast<int64_t>(code.getNumMarks())},
                           rewriter.getI8Type());
  }
  void emitAll(func::FuncOp entry);

  ModuleOp module;
  CoverageCode &code;
  SmallVectorImpl<std::string> &places;
  IRRewriter rewriter;
  SmallVector<std::pair<Block *, unsigned>> requests;
  /// A minimum, its constant, and its places: full, then partial.
  SmallVector<std::tuple<affine::AffineMinOp, int64_t, unsigned>> minima;
  /// A truth value that is selected with or combined, and its places: true,
  /// then false.
  SmallVector<std::pair<Value, unsigned>> truths;
  /// Whether a declaration holds, and its number.
  SmallVector<std::pair<Value, unsigned>> claims;
  /// Ops whose extents are sizes of memory.
  SmallVector<Operation *> allocations;
};

} // namespace

/// Whether a loop is known to run.
static bool isKnownToRun(LoopLikeOpInterface loop) {
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds();
  if (!lower || !upper)
    return false;
  return llvm::all_of(llvm::zip_equal(*lower, *upper), [](auto bounds) {
    auto lo = getConstantIntValue(std::get<0>(bounds));
    auto hi = getConstantIntValue(std::get<1>(bounds));
    return lo && hi && *lo < *hi;
  });
}

/// Adds the values that `argument` takes. Returns false if they are not known.
static bool addSources(BlockArgument argument, SetVector<Value> &sources) {
  Block *block = argument.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(block->getParentOp())) {
    auto indices = loop.getLoopInductionVars();
    OpOperand *init = loop.getTiedLoopInit(argument);
    bool isIndex = indices && llvm::is_contained(*indices, argument);
    // A carried array keeps its extents.
    if (init && isa<ShapedType>(argument.getType()))
      sources.insert(init->get());
    else if (isIndex)
      sources.insert(loop->operand_begin(), loop->operand_end());
    return isIndex || (init && isa<ShapedType>(argument.getType()));
  }
  if (block->isEntryBlock())
    return false;
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    Value source = branch ? branch.getSuccessorOperands(
                                it.getSuccessorIndex())[argument.getArgNumber()]
                          : Value();
    if (!source)
      return false;
    sources.insert(source);
  }
  return true;
}

/// Whether one of these numbers may be another one in another call: it is
/// computed from an argument, an extent that is open, or an element.
static bool dependOnInputs(ValueRange numbers) {
  SetVector<Value> values(numbers.begin(), numbers.end());
  auto isNumber = [](Value value) { return value.getType().isIntOrIndex(); };
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[i];
    auto type = dyn_cast<ShapedType>(value.getType());
    // Only the extents of an array matter.
    if (type && type.hasStaticShape())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (!addSources(argument, values))
        return true;
      continue;
    }
    Operation *def = value.getDefiningOp();
    bool isKnown = type || isa<ShapedDimOpInterface>(def) ||
                   (llvm::all_of(def->getOperands(), isNumber) &&
                    def->getNumRegions() == 0 && isMemoryEffectFree(def));
    if (!isKnown)
      return true;
    values.insert(def->operand_begin(), def->operand_end());
  }
  return false;
}

/// Whether a loop runs in some calls and not in others.
static bool mayRun(LoopLikeOpInterface loop) {
  auto inits = loop.getInitsMutable();
  SmallVector<Value> bounds;
  for (OpOperand &operand : loop->getOpOperands())
    if (llvm::none_of(inits, [&](OpOperand &init) {
          return init.getOperandNumber() == operand.getOperandNumber();
        }))
      bounds.push_back(operand.get());
  return isa<scf::WhileOp>(loop) || dependOnInputs(bounds);
}

static bool mayRun(const CFGLoop &loop) {
  SmallVector<Value> conditions;
  for (Block *block : loop.getBlocks()) {
    Operation *terminator = block->getTerminator();
    auto branch = dyn_cast<BranchOpInterface>(terminator);
    if (!branch)
      return true;
    for (OpOperand &operand : terminator->getOpOperands())
      if (!branch.getSuccessorBlockArgument(operand.getOperandNumber()))
        conditions.push_back(operand.get());
  }
  return dependOnInputs(conditions);
}

void Marker::visitBranch(scf::IfOp branch) {
  markBlock(*branch.thenBlock(), branch, "the first branch");
  if (!branch.elseBlock()) {
    rewriter.createBlock(&branch.getElseRegion());
    scf::YieldOp::create(rewriter, branch.getLoc());
  }
  markBlock(*branch.elseBlock(), branch, "the other branch");
}

void Marker::visitMinimum(affine::AffineMinOp min) {
  for (AffineExpr expr : min.getAffineMap().getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      minima.push_back({min, constant.getValue(), places.size()});
      (void)addPlace(min, "the full tile");
      (void)addPlace(min, "the partial tile");
      return;
    }
}

/// A comparison decides more than branches: which number is taken, or whether
/// another comparison matters.
void Marker::visitTruth(Operation *op) {
  if (!isa<arith::CmpIOp, arith::CmpFOp, arith::AndIOp, arith::OrIOp,
           arith::XOrIOp>(op) ||
      !op->getResult(0).getType().isInteger(1))
    return;
  // The branches that it decides have marks.
  if (llvm::all_of(op->getUsers(),
                   llvm::IsaPred<scf::IfOp, cf::CondBranchOp, cf::AssertOp>))
    return;
  truths.push_back({op->getResult(0), places.size()});
  (void)addPlace(op, "the true case");
  (void)addPlace(op, "the false case");
}

void Marker::visit(Operation *op) {
  visitTruth(op);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op);
      loop && !isKnownToRun(loop))
    if (Region *body = loop.getLoopRegions().back(); body->hasOneBlock()) {
      if (mayRun(loop))
        code.loops.push_back(places.size());
      markBlock(body->front(), op, "the loop body");
    }
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::IfOp>([&](auto branch) { visitBranch(branch); })
      .Case<affine::AffineIfOp>([&](affine::AffineIfOp branch) {
        markBlock(*branch.getThenBlock(), op, "the first branch");
        if (branch.hasElse())
          markBlock(*branch.getElseBlock(), op, "the other branch");
      })
      .Case<scf::IndexSwitchOp>([&](scf::IndexSwitchOp branch) {
        markBlock(branch.getDefaultBlock(), op, "the default case");
        for (auto [value, region] :
             llvm::zip_equal(branch.getCases(), branch.getCaseRegions()))
          markBlock(region.front(), op, "case " + Twine(value));
      })
      .Case<affine::AffineMinOp>([&](auto min) { visitMinimum(min); });
}

/// The header of a loop may be executed although the loop does not run.
void Marker::markBlocks(func::FuncOp func) {
  if (func.isExternal() || func.getBody().hasOneBlock())
    return;
  DominanceInfo dominance(func);
  CFGLoopInfo loops(dominance.getDomTree(&func.getBody()));
  for (Block &block : llvm::drop_begin(func.getBody())) {
    CFGLoop *loop = loops.getLoopFor(&block);
    if (loop && mayRun(*loop))
      code.loops.push_back(places.size());
    markBlock(block, block.getTerminator(),
              !loop                         ? "the block that ends in a branch"
              : loop->getHeader() == &block ? "the loop header"
                                            : "the loop body");
  }
}

/// `op`, or the op around it before which a mark can be stored.
static Operation *findPoint(Operation *op) {
  Operation *parent = op->getParentOp();
  while (isa<linalg::LinalgOp, scf::InParallelOp>(parent)) {
    op = parent;
    parent = parent->getParentOp();
  }
  return op;
}

/// The ops that depend on what `op` computes and do more than compute numbers
/// or arrays from it: they are executed where it matters, while `op` may have
/// been moved out of a loop that does not run. None if many ops depend on it.
static SetVector<Operation *> findEnds(Operation *op) {
  constexpr size_t kMost = 64;
  SetVector<Operation *> ends, makers;
  makers.insert(op);
  for (size_t i = 0; i < makers.size(); ++i) {
    if (makers.size() > kMost)
      return {};
    for (Operation *user : makers[i]->getUsers())
      if (isMemoryEffectFree(user) &&
          (user->getNumRegions() == 0 || isa<linalg::LinalgOp>(user)) &&
          !user->hasTrait<OpTrait::IsTerminator>())
        makers.insert(user);
      else
        ends.insert(findPoint(user));
  }
  return ends;
}

/// The ops before which a declaration of `op` must hold: a cast that nobody
/// uses, or that was moved out of a branch, declares nothing.
static SetVector<Operation *> findClaimPoints(Operation *op) {
  SetVector<Operation *> points;
  if (isa<tensor::CastOp, memref::CastOp>(op)) {
    for (Operation *user : op->getUsers())
      points.insert(findPoint(user));
    return points;
  }
  if (isa<tensor::ExtractOp, vector::TransferReadOp>(op) &&
      isMemoryEffectFree(op))
    return findEnds(op);
  points.insert(findPoint(op));
  return points;
}

static bool isArray(Value value) {
  return isa<RankedTensorType, MemRefType>(value.getType());
}

/// The ops for which it matters what array `op` makes. They use it, or an array
/// that is computed from it, and are executed where they matter. What only
/// computes arrays may have been moved out of a loop that does not run.
static SetVector<Operation *> findUses(Operation *op) {
  SetVector<Operation *> points, makers;
  if (isa<tensor::ExtractSliceOp, memref::SubViewOp, tensor::EmptyOp,
          memref::AllocOp, memref::AllocaOp>(op))
    makers.insert(op);
  for (size_t i = 0; i < makers.size(); ++i)
    for (Operation *user : makers[i]->getUsers()) {
      bool mayMove =
          isMemoryEffectFree(user) &&
          (user->getNumRegions() == 0 || isa<linalg::LinalgOp>(user)) &&
          !user->hasTrait<OpTrait::IsTerminator>();
      if (!mayMove)
        points.insert(findPoint(user));
      else if (llvm::any_of(user->getResults(), isArray))
        makers.insert(user);
    }
  return points;
}

void Marker::addClaim(Operation *op, CheckedClaim claim) {
  if (!claim.holds)
    return;
  claims.push_back({claim.holds, code.claims.size()});
  if (std::string line = formatLine(op->getLoc()); !line.empty())
    claim.what += " in " + line;
  code.claims.push_back(claim.what);
}

/// Computes whether what `op` declares holds.
void Marker::computeClaims(Operation *op) {
  if (declaresShapes(op))
    for (Operation *point : findClaimPoints(op)) {
      rewriter.setInsertionPoint(point);
      addClaim(op, emitClaim(rewriter, op));
    }
  for (Operation *point : findUses(op)) {
    rewriter.setInsertionPoint(point);
    addClaim(op, emitExtentClaim(rewriter, op));
  }
  // To allocate less than nothing fails, and then no mark would be kept.
  if (isa<tensor::EmptyOp, memref::AllocOp, memref::AllocaOp>(op))
    allocations.push_back(op);
}

void Marker::clampExtents(Operation *op) {
  rewriter.setInsertionPoint(op);
  Value zero;
  for (OpOperand &extent : op->getOpOperands()) {
    if (!extent.get().getType().isIndex() ||
        isa_and_present<ShapedDimOpInterface>(extent.get().getDefiningOp()))
      continue;
    if (!zero)
      zero = arith::ConstantIndexOp::create(rewriter, op->getLoc(), 0);
    Value clamped =
        arith::MaxSIOp::create(rewriter, op->getLoc(), extent.get(), zero);
    rewriter.modifyOpInPlace(op, [&] { extent.set(clamped); });
  }
}

void Marker::emitAll(func::FuncOp entry) {
  Location loc = entry.getLoc();
  rewriter.setInsertionPointToStart(module.getBody());
  MemRefType type = getType();
  auto zeros = DenseElementsAttr::get(
      RankedTensorType::get(type.getShape(), type.getElementType()),
      rewriter.getI8IntegerAttr(0));
  memref::GlobalOp::create(rewriter, loc, kMarks,
                           rewriter.getStringAttr("private"), type, zeros,
                           /*constant=*/false, /*alignment=*/IntegerAttr());
  for (auto [block, place] : requests) {
    rewriter.setInsertionPointToStart(block);
    emit(loc, arith::ConstantIndexOp::create(rewriter, loc, place));
  }
  for (auto [min, constant, place] : minima) {
    rewriter.setInsertionPointAfter(min);
    Value full = arith::ConstantIndexOp::create(rewriter, loc, place);
    Value partial = arith::ConstantIndexOp::create(rewriter, loc, place + 1);
    Value size = arith::ConstantIndexOp::create(rewriter, loc, constant);
    Value isFull = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, min.getResult(), size);
    emit(loc, arith::SelectOp::create(rewriter, loc, isFull, full, partial));
  }
  for (auto [truth, place] : truths) {
    rewriter.setInsertionPointAfterValue(truth);
    Value isTrue = arith::ConstantIndexOp::create(rewriter, loc, place);
    Value isFalse = arith::ConstantIndexOp::create(rewriter, loc, place + 1);
    emit(loc, arith::SelectOp::create(rewriter, loc, truth, isTrue, isFalse));
  }
  for (auto [holds, number] : claims) {
    rewriter.setInsertionPointAfterValue(holds);
    Value good = arith::ConstantIndexOp::create(rewriter, loc, places.size());
    Value bad = arith::ConstantIndexOp::create(rewriter, loc,
                                               code.getClaimMark(number));
    emit(loc, arith::SelectOp::create(rewriter, loc, holds, good, bad));
  }
  separateCallers(entry);
  (void)entry.insertArgument(entry.getNumArguments(), type, {}, loc);
  Value argument = entry.getArgument(entry.getNumArguments() - 1);
  for (Block &block : entry.getBody()) {
    if (!isa<func::ReturnOp>(block.getTerminator()))
      continue;
    rewriter.setInsertionPoint(block.getTerminator());
    Value marks = memref::GetGlobalOp::create(rewriter, loc, type, kMarks);
    memref::CopyOp::create(rewriter, loc, marks, argument);
  }
}

/// Makes calls of `entry`, such as its own, calls of a copy: `entry` takes one
/// more argument than they pass.
void Marker::separateCallers(func::FuncOp entry) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(entry, module);
  if (!uses || uses->empty())
    return;
  rewriter.setInsertionPointAfter(entry);
  auto copy = cast<func::FuncOp>(rewriter.clone(*entry));
  auto name = rewriter.getStringAttr("__heddle_called_" + entry.getSymName());
  copy.setSymNameAttr(name);
  copy.setPrivate();
  (void)SymbolTable::replaceAllSymbolUses(entry, name, module);
}

bool Marker::run(func::FuncOp entry) {
  SmallVector<Operation *> ops;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(op);
    // The bodies of structured ops cannot store marks.
    return isa<linalg::LinalgOp, memref::GenericAtomicRMWOp>(op)
               ? WalkResult::skip()
               : WalkResult::advance();
  });
  for (Operation *op : ops) {
    visit(op);
    if (auto func = dyn_cast<func::FuncOp>(op))
      markBlocks(func);
  }
  for (Operation *op : ops)
    computeClaims(op);
  llvm::for_each(allocations, [&](Operation *op) { clampExtents(op); });
  if (code.getNumMarks() == 0)
    return false;
  emitAll(entry);
  return true;
}

CoverageCode
heddle::compileCoverage(func::FuncOp func, const JitOptions &options,
                        std::optional<ArrayRef<std::string>> known) {
  CoverageCode code;
  // A function that cannot be marked is checked without marks.
  ScopedDiagnosticHandler handler(func.getContext(),
                                  [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> copy = clonePayload(func->getParentOfType<ModuleOp>());
  if (failed(keepFunctions(*copy, func.getSymName().str())))
    return code;
  auto entry = copy->lookupSymbol<func::FuncOp>(func.getSymName());
  if (!Marker(*copy, code).run(entry))
    return code;
  if (known && llvm::all_of(code.places, [&](const std::string &place) {
        return llvm::is_contained(*known, place);
      })) {
    code.places.clear();
    code.claims.clear();
    return code;
  }
  JitOptions quick = options;
  quick.optLevel = 0;
  auto module = JitModule::compile(*copy, quick);
  if (failed(module)) {
    code.places.clear();
    code.claims.clear();
    return code;
  }
  code.module = std::move(*module);
  code.function = code.module->lookup(func.getSymName());
  return code;
}
