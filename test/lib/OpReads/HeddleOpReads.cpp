//===- HeddleOpReads.cpp - What each op reads, as it runs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks all registered ops of four dialects. Each has functions in the input
// that hold one op under test (`heddle.op`), whose operands are arguments. Each
// argument with elements gets two contents, everything else stays as it is, and
// memory that is allocated is filled with two patterns. The op reads the
// argument if the results, or what it leaves in memory, differ. This must be
// what `readsElements` says. An op without a function needs a reason in
// `heddle.skipped`.
//
// Plain lowering and separate buffers: what is judged here decides nothing in
// how the op runs, except that an unread destination may be new memory.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Destinations/Destinations.h"
#include "heddle/Execution/CPU/CPUTarget.h"
#include "heddle/Execution/Run/Jit.h"
#include "heddle/InitHeddle.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

#include <set>

using namespace mlir;
using namespace mlir::heddle;

static llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                        llvm::cl::desc("<input file>"),
                                        llvm::cl::Required);

constexpr StringLiteral kOp = "heddle.op", kSkipped = "heddle.skipped",
                        kContents = "heddle.contents", kMore = "heddle.more";
constexpr StringLiteral kDialects[] = {"linalg", "linalg_ext", "tensor",
                                       "memref"};

namespace {
/// One argument of one function: what the query says, and both calls.
struct Question {
  func::FuncOp func;
  unsigned argument;
  bool says = false;
  std::array<JitResult, 2> runs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

/// Contents 0 lie below, 1 among, and 2 above those of the other arguments, so
/// that a minimum and a maximum depend on all. Positive numbers are in the
/// domain of each function. Contents of arguments that are indices are given.
static HostValue makeContents(func::FuncOp func, unsigned argument,
                              unsigned which) {
  Type type = func.getArgumentTypes()[argument];
  auto shaped = dyn_cast<ShapedType>(type);
  HostValue value(type, shaped ? shaped.getShape() : ArrayRef<int64_t>());
  auto given = func.getArgAttrOfType<ArrayAttr>(argument, kContents);
  constexpr int64_t kStart[] = {1, 10, 40}, kPeriod[] = {3, 5, 7};
  for (int64_t i = 0; i < value.getNumElements(); ++i) {
    int64_t place = which == 1 ? i + 2 * argument : i;
    int64_t number = kStart[which] + place % kPeriod[which];
    if (given)
      number = cast<DenseIntElementsAttr>(given[which == 2])
                   .getValues<APInt>()[i]
                   .getSExtValue();
    else if (value.getElementType().isInteger(1))
      number = which == 1 ? i % 2 : which / 2;
    if (value.isFloat())
      value.setFloat(i, double(number));
    else
      value.setInt(i, number);
  }
  return value;
}

static SmallVector<HostValue> makeArguments(func::FuncOp func,
                                            unsigned argument, unsigned which) {
  SmallVector<HostValue> values;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    values.push_back(makeContents(func, i, i == argument ? which : 1));
  return values;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static bool differ(const HostValue &a, const HostValue &b) {
  if (a.getShape() != b.getShape())
    return true;
  for (int64_t i = 0; i < a.getNumElements(); ++i)
    if (!a.isIdentical(b, i))
      return true;
  return false;
}

/// True if the two runs tell the two contents of the argument apart. An element
/// of the argument itself that neither run changed does not count.
static bool isReadByRunning(const Question &question) {
  const auto &[first, second] = question.runs;
  for (auto [a, b] : llvm::zip_equal(first.results, second.results))
    if (differ(a, b))
      return true;
  func::FuncOp func = question.func;
  unsigned number = 0;
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    if (!isa<ShapedType>(type))
      continue;
    const HostValue &a = first.arguments[number];
    const HostValue &b = second.arguments[number++];
    if (i != question.argument) {
      if (differ(a, b))
        return true;
      continue;
    }
    HostValue low = makeContents(func, i, 0), high = makeContents(func, i, 2);
    for (int64_t e = 0; e < a.getNumElements(); ++e)
      if (!a.isIdentical(b, e) &&
          !(a.isIdentical(low, e) && b.isIdentical(high, e)))
        return true;
  }
  return false;
}

/// Prints the answers for one argument; false if they are not the same.
static bool judge(Question &question) {
  func::FuncOp func = question.func;
  llvm::outs() << func->getAttrOfType<StringAttr>(kOp).getValue() << " @"
               << func.getName() << " argument " << question.argument << ": ";
  for (const JitResult &run : question.runs)
    if (run.outcome.kind != ChildOutcome::Finished) {
      llvm::outs() << "error: " << run.outcome.describe() << "\n";
      return false;
    }
  bool reads = isReadByRunning(question);
  auto more = func.getArgAttrOfType<StringAttr>(question.argument, kMore);
  llvm::outs() << (reads ? "read" : "not read");
  bool isSame = reads == question.says && !more;
  if (!reads && question.says && more)
    llvm::outs() << ", taken as read: " << more.getValue();
  else if (!isSame)
    llvm::outs() << ", error: the query says "
                 << (question.says ? "read" : "not read");
  llvm::outs() << "\n";
  return isSame || (!reads && question.says && more);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The op under test of `func`, or null.
static Operation *findSubject(func::FuncOp func, StringRef name) {
  Operation *found = nullptr;
  func.walk([&](Operation *op) {
    if (!found && op->getName().getStringRef() == name)
      found = op;
  });
  return found;
}

/// Adds a question for each argument with elements that is an operand of the op
/// under test.
static bool addQuestions(func::FuncOp func, std::vector<Question> &questions) {
  auto name = func->getAttrOfType<StringAttr>(kOp);
  Operation *op = name ? findSubject(func, name.getValue()) : nullptr;
  if (!op) {
    func.emitError("expects '")
        << kOp << "', the name of an op in the function";
    return false;
  }
  for (BlockArgument argument : func.getArguments()) {
    Question question{func, argument.getArgNumber(), false, {}};
    bool isOperand = false;
    for (OpOperand &use : op->getOpOperands())
      if (use.get() == argument && isa<ShapedType>(argument.getType())) {
        isOperand = true;
        question.says |= readsElements(use);
      }
    if (isOperand)
      questions.push_back(std::move(question));
  }
  return true;
}

/// Runs all questions in child processes; false if the code does not compile.
static bool run(ModuleOp module, std::vector<Question> &questions) {
  JitOptions options(getCPUTarget());
  options.separateBuffers = true;
  options.deallocate = false;
  auto code = JitModule::compile(module, options);
  if (failed(code))
    return false;
  std::vector<JitJob> jobs;
  for (Question &question : questions)
    for (unsigned which : {0u, 2u}) {
      JitJob &job = jobs.emplace_back();
      job.function = (*code)->lookup(question.func.getName());
      job.makeArguments = [&question, which] {
        return makeArguments(question.func, question.argument, which);
      };
      for (auto [i, type] : llvm::enumerate(question.func.getArgumentTypes()))
        if (isa<ShapedType>(type))
          job.keepArguments.push_back(i);
      job.mallocPattern = which ? 0x3D : 0x11;
    }
  runJobs(jobs, ChildLimits(), [&](size_t i, JitResult &&result) {
    questions[i / 2].runs[i % 2] = std::move(result);
  });
  return true;
}

/// Prints the ops that have no function; false if one has no reason either, or
/// if a reason names no op without a function.
static bool checkSkipped(ModuleOp module) {
  std::set<std::string> tested, skipped;
  for (auto func : module.getOps<func::FuncOp>())
    if (auto name = func->getAttrOfType<StringAttr>(kOp))
      tested.insert(name.str());
  auto reasons = module->getAttrOfType<DictionaryAttr>(kSkipped);
  bool isGood = true;
  for (StringRef dialect : kDialects)
    module.getContext()->getOrLoadDialect(dialect);
  for (RegisteredOperationName name :
       module.getContext()->getRegisteredOperations()) {
    StringRef op = name.getStringRef();
    if (!llvm::is_contained(kDialects, name.getDialectNamespace()) ||
        tested.count(op.str()))
      continue;
    auto reason = reasons ? reasons.getAs<StringAttr>(op) : StringAttr();
    isGood &= bool(reason);
    llvm::outs() << op << ": "
                 << (reason ? "not run: " + reason.str()
                            : "error: has neither a function nor a reason")
                 << "\n";
    skipped.insert(op.str());
  }
  for (NamedAttribute reason :
       reasons ? reasons.getValue() : ArrayRef<NamedAttribute>())
    if (!skipped.count(reason.getName().str())) {
      isGood = false;
      llvm::outs()
          << reason.getName().getValue()
          << ": error: has a reason, but also a function, or is no op\n";
    }
  return isGood;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "Compares what is said of each op with what it reads\n");
  DialectRegistry registry;
  registerAllHeddle(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceFile<ModuleOp>(input, ParserConfig(&context));
  if (!module)
    return 1;
  bool isGood = checkSkipped(*module);
  std::vector<Question> questions;
  for (auto func : module->getOps<func::FuncOp>())
    isGood &= func.isPrivate() || addQuestions(func, questions);
  if (!run(*module, questions))
    return 1;
  for (Question &question : questions)
    isGood &= judge(question);
  llvm::outs() << questions.size() << " operands"
               << (isGood ? "" : ", with errors") << "\n";
  return isGood ? 0 : 1;
}
