//===- HeddleMutants.cpp - How good is the judge? -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one small mistake at a time in scheduled IR, and asks `heddle check`
// for its verdict. A mutant is killed unless check calls it equal. It counts as
// equivalent if its IR is that of the scheduled module after canonicalization,
// common subexpression elimination, and the same trips for the same loops; or
// if check calls it equal and Equivalence.h has an argument that it is.
//
//===----------------------------------------------------------------------===//

#include "Equivalence.h"
#include "Mutation.h"

#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Check/Check.h"
#include "heddle/InitHeddle.h"
#include "heddle/Interpreter/ApplySchedule.h"
#include "heddle/Lowering/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <random>

using namespace mlir;
using namespace mlir::heddle;
using namespace mlir::heddle::mutants;
namespace cl = llvm::cl;

static cl::OptionCategory category("heddle-mutants options");

static cl::opt<std::string> payloadFile(cl::Positional, cl::Required,
                                        cl::desc("<payload>"),
                                        cl::cat(category));
static cl::list<std::string> scheduleFiles("s", cl::desc("Schedule"),
                                           cl::cat(category));
static cl::opt<std::string> entry("entry", cl::desc("Entry point"),
                                  cl::cat(category));
static cl::list<std::string> params("param", cl::desc("name=value"),
                                    cl::cat(category));
static cl::opt<unsigned> perKind("per-kind",
                                 cl::desc("Mutants of each kind, 0: all"),
                                 cl::init(5), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Which mutants are drawn"),
                              cl::init(1), cl::cat(category));
static cl::opt<bool> bufferized("bufferize",
                                cl::desc("Mutate the scheduled IR on buffers"),
                                cl::cat(category));
static cl::opt<double> timeout("timeout", cl::desc("Seconds for one call"),
                               cl::init(10), cl::cat(category));
static cl::opt<bool> showSurvivors("survivors",
                                   cl::desc("Print the IR of each survivor"),
                                   cl::cat(category));
static cl::opt<bool> list("list", cl::desc("Print each mutant and its verdict"),
                          cl::cat(category));

namespace {
struct Counts {
  unsigned invalid = 0, equivalent = 0, survived = 0;
  /// By judgment.
  std::map<std::string, unsigned> killed;

  unsigned getNumKilled() const {
    unsigned sum = 0;
    for (const auto &[judgment, number] : killed)
      sum += number;
    return sum;
  }
};
} // namespace

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

/// The name, attributes and type of a constant, without the number of its
/// value.
static std::string formatOp(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName() << op->getAttrDictionary() << op->getResultTypes();
  return text;
}

/// The least upper bound with as many trips.
static int64_t normalize(int64_t lower, int64_t upper, int64_t step) {
  if (step < 1 || upper <= lower)
    return upper;
  return lower + llvm::divideCeil(upper - lower, step) * step;
}

/// Loops of known trips end at a multiple of their steps: a bound that is
/// changed within the last step changes nothing.
static void normalizeTrips(ModuleOp module) {
  OpBuilder builder(module.getContext());
  module->walk([&](scf::ForOp loop) {
    auto lower = getConstantIntValue(loop.getLowerBound());
    auto upper = getConstantIntValue(loop.getUpperBound());
    auto step = getConstantIntValue(loop.getStep());
    if (!lower || !upper || !step || !loop.getStep().getType().isIndex())
      return;
    builder.setInsertionPoint(loop);
    // The step of a loop of one trip does not matter.
    if (*step > *upper - *lower && *upper > *lower) {
      *step = *upper - *lower;
      loop.setStep(
          arith::ConstantIndexOp::create(builder, loop.getLoc(), *step));
    }
    loop.setUpperBound(arith::ConstantIndexOp::create(
        builder, loop.getLoc(), normalize(*lower, *upper, *step)));
  });
  module->walk([&](scf::ForallOp loop) {
    SmallVector<int64_t> uppers(loop.getStaticUpperBound());
    for (auto [upper, lower, step] : llvm::zip_equal(
             uppers, loop.getStaticLowerBound(), loop.getStaticStep()))
      if (!ShapedType::isDynamic(upper) && !ShapedType::isDynamic(lower) &&
          !ShapedType::isDynamic(step))
        upper = normalize(lower, upper, step);
    loop.setStaticUpperBound(uppers);
  });
  module->walk([&](affine::AffineForOp loop) {
    if (loop.hasConstantBounds())
      loop.setConstantUpperBound(normalize(loop.getConstantLowerBound(),
                                           loop.getConstantUpperBound(),
                                           loop.getStepAsInt()));
  });
}

/// Constants of a block come first, in the order of their texts.
static void sortConstants(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module->walk([&](Block *block) {
    SmallVector<std::pair<std::string, Operation *>> constants;
    for (Operation &op : *block)
      if (op.hasTrait<OpTrait::ConstantLike>())
        constants.push_back({formatOp(&op), &op});
    llvm::sort(constants);
    for (const auto &[text, op] : llvm::reverse(constants))
      rewriter.moveOpBefore(op, block, block->begin());
  });
}

/// The text of `module` after simplifications that change no result; nothing if
/// it is not valid any more.
static std::optional<std::string> simplify(ModuleOp module) {
  OwningOpRef<ModuleOp> clone = module.clone();
  PassManager passes(module.getContext());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (failed(passes.run(*clone)))
    return std::nullopt;
  normalizeTrips(*clone);
  if (failed(passes.run(*clone)))
    return std::nullopt;
  sortConstants(*clone);
  return print(*clone);
}

/// What told that a mutant is wrong; "" if it was called equal.
static std::string findJudgment(ArrayRef<FunctionReport> reports) {
  for (const FunctionReport &report : reports) {
    if (report.passed() || report.verdict == Verdict::Unchanged)
      continue;
    if (report.verdict == Verdict::Different && !report.inputs.empty())
      return StringRef(report.inputs).split(',').first.str();
    return stringifyVerdict(report.verdict).str();
  }
  return "";
}

namespace {
class Hunt {
public:
  Hunt(ModuleOp payload, ModuleOp scheduled)
      : payload(payload), scheduled(scheduled), options(getCPUTarget()),
        canonical(simplify(scheduled).value_or("")) {
    options.limits = ChildLimits{timeout, uint64_t(4) << 30};
    options.allowUnchanged = true;
  }

  /// Whether check calls the scheduled module itself equal.
  bool isEqual() {
    std::vector<FunctionReport> reports =
        checkModules(payload, scheduled, options);
    return !reports.empty() && findJudgment(reports).empty();
  }

  void judge(const Mutation &mutation);
  void print() const;

private:
  /// The mutant; null if the mistake cannot be made or is found at once.
  OwningOpRef<ModuleOp> make(const Mutation &mutation);

  /// Whether a mutant that check calls equal is equal.
  bool isEquivalent(const Mutation &mutation, ModuleOp mutant);

  ModuleOp payload, scheduled;
  CheckOptions options;
  std::string canonical;
  std::optional<std::string> code; ///< of the scheduled module
  std::map<StringRef, Counts> counts;
};
} // namespace

OwningOpRef<ModuleOp> Hunt::make(const Mutation &mutation) {
  OwningOpRef<ModuleOp> mutant = scheduled.clone();
  NumberedModule numbered(*mutant);
  Operation *op = numbered.getOp(mutation.op);
  IRRewriter rewriter(mutant->getContext());
  rewriter.setInsertionPoint(op);
  if (!mutation.make(rewriter, op, numbered))
    return nullptr;
  if (failed(verify(*mutant))) {
    ++counts[mutation.kind].invalid;
    return nullptr;
  }
  return mutant;
}

bool Hunt::isEquivalent(const Mutation &mutation, ModuleOp mutant) {
  // A loop whose iterations may run in any order has the same code, because
  // there is one thread.
  if (mutation.kind == "forall") {
    auto loop =
        dyn_cast<scf::ForOp>(NumberedModule(scheduled).getOp(mutation.op));
    return loop && areIterationsIndependent(loop);
  }
  if (!code)
    code = getCode(scheduled, options.limits);
  return !code->empty() && *code == getCode(mutant, options.limits);
}

void Hunt::judge(const Mutation &mutation) {
  ScopedDiagnosticHandler silence(payload.getContext(),
                                  [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> mutant = make(mutation);
  if (!mutant)
    return;
  Counts &count = counts[mutation.kind];
  std::optional<std::string> text = simplify(*mutant);
  std::string verdict;
  if (!text) {
    ++count.invalid;
    verdict = "invalid";
  } else if (*text == canonical) {
    ++count.equivalent;
    verdict = "equivalent";
  } else {
    verdict = findJudgment(checkModules(payload, *mutant, options));
    if (verdict.empty() && isEquivalent(mutation, *mutant)) {
      ++count.equivalent;
      verdict = "equivalent";
    } else if (verdict.empty()) {
      ++count.survived;
      verdict = "SURVIVED";
    } else {
      ++count.killed[verdict];
    }
  }
  if (list || verdict == "SURVIVED") {
    Operation *op = NumberedModule(scheduled).getOp(mutation.op);
    llvm::outs() << verdict << ": " << mutation.kind << " of '" << op->getName()
                 << "' (op " << mutation.op << "): " << mutation.what << "\n";
  }
  if (showSurvivors && verdict == "SURVIVED")
    llvm::outs() << ::print(*mutant) << "\n";
  llvm::outs().flush();
}

void Hunt::print() const {
  Counts total;
  auto line = [](StringRef kind, const Counts &count) {
    llvm::outs() << llvm::formatv("{0,-10} {1} killed, {2} survived, {3} "
                                  "equivalent, {4} invalid",
                                  kind, count.getNumKilled(), count.survived,
                                  count.equivalent, count.invalid);
    for (const auto &[judgment, number] : count.killed)
      llvm::outs() << "; " << judgment << " " << number;
    llvm::outs() << "\n";
  };
  for (StringRef kind : getKinds()) {
    auto it = counts.find(kind);
    if (it == counts.end())
      continue;
    const Counts &count = it->second;
    line(kind, count);
    total.invalid += count.invalid;
    total.equivalent += count.equivalent;
    total.survived += count.survived;
    for (const auto &[judgment, number] : count.killed)
      total.killed[judgment] += number;
  }
  line("all", total);
}

/// All mistakes that can be made, or `perKind` random ones of each kind.
static MutationList draw(ModuleOp scheduled) {
  NumberedModule numbered(scheduled);
  MutationList all;
  for (unsigned i = 0; i < numbered.getNumOps(); ++i)
    findMutations(numbered, i, all);
  if (perKind == 0)
    return all;
  std::mt19937_64 random(seed);
  std::shuffle(all.begin(), all.end(), random);
  std::map<StringRef, unsigned> drawn;
  MutationList some;
  // Draws more than `perKind`, because some are not possible or not valid.
  for (Mutation &mutation : all)
    if (drawn[mutation.kind]++ < perKind)
      some.push_back(std::move(mutation));
  return some;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Mistakes in scheduled IR\n");
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> payload =
      parseSourceFile<ModuleOp>(payloadFile, &context);
  if (!payload)
    return 4;
  OwningOpRef<ModuleOp> scheduled = payload->clone();
  ApplyOptions apply;
  apply.entry = entry;
  llvm::append_range(apply.params, params);
  if (failed(applyScheduleFiles(*scheduled, llvm::to_vector(scheduleFiles),
                                apply)))
    return 2;
  if (bufferized) {
    PassManager passes(&context);
    passes.addPass(heddle::createBufferizePass());
    if (failed(passes.run(*scheduled)))
      return 2;
  }
  Hunt hunt(*payload, *scheduled);
  if (!hunt.isEqual()) {
    llvm::errs() << "heddle-mutants: check does not call the scheduled payload "
                    "equal\n";
    return 1;
  }
  for (const Mutation &mutation : draw(*scheduled))
    hunt.judge(mutation);
  hunt.print();
  return 0;
}
