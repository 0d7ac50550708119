//===- CheckExtraRuns.cpp - Sizes and values that constants ask for -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans runs at, below and above the constants of the payload and of the
// scheduled function, with extents that are equal or multiples of each other.
// The number of runs and their work are bounded.
//
//===----------------------------------------------------------------------===//

#include "CheckSubject.h"

#include "heddle/Execution/Inputs/Dictionary.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace mlir;
using namespace mlir::heddle;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Extents that are not related to each other.
static SmallVector<int64_t> getPlainExtents(unsigned count) {
  static constexpr int64_t primes[] = {5, 7, 3, 11, 2, 13};
  SmallVector<int64_t> extents;
  for (unsigned i = 0; i < count; ++i)
    extents.push_back(primes[i % 6]);
  return extents;
}

using Extents = SmallVector<int64_t>;

/// Extents that are equal, all of them or two, and extents of which one is a
/// multiple of the others or larger by one.
static std::vector<Extents> planRelations(unsigned count,
                                          const Dictionary &dictionary) {
  std::vector<Extents> plans;
  if (count < 2)
    return plans;
  constexpr int64_t kBase = 6;
  plans.push_back(Extents(count, kBase));
  constexpr size_t kSizes = 6;
  for (int64_t size : ArrayRef(dictionary.sizes).take_front(kSizes))
    for (int64_t offset : {0, 1})
      plans.push_back(Extents(count, size + offset));
  constexpr unsigned kFew = 4;
  for (unsigned i = 0; i < count && count > 2 && count <= kFew; ++i)
    for (unsigned j = 0; j < i; ++j) {
      Extents &plan = plans.emplace_back(getPlainExtents(count));
      plan[i] = plan[j];
    }
  llvm::SetVector<int64_t> ratios;
  ratios.insert(2);
  for (int64_t ratio : ArrayRef(dictionary.ratios).take_front(3))
    ratios.insert(ratio);
  for (int64_t ratio : ratios)
    for (unsigned i = 0; i < std::min(count, kFew); ++i)
      plans.emplace_back(count, kBase)[i] = ratio * kBase;
  for (unsigned i = 0; i < std::min(count, kFew); ++i)
    plans.emplace_back(count, kBase)[i] = kBase + 1;
  return plans;
}

/// Mixes of the numbers around the constants: each extent takes each number
/// once.
static Extents mixExtents(unsigned count, ArrayRef<int64_t> numbers,
                          size_t run) {
  Extents extents;
  for (unsigned i = 0; i < count; ++i)
    extents.push_back(
        numbers[(run + i * (numbers.size() / 3 + 1)) % numbers.size()]);
  return extents;
}

namespace {

/// Adds runs as long as their number and their work are within the limits.
class SizePlanner {
public:
  SizePlanner(Subject &subject, const PayloadShapes &shapes,
              const CheckOptions &options)
      : subject(subject), shapes(shapes), options(options) {
    for (const Run &run : subject.runs)
      known.insert(run.sizes);
  }

  /// How much work a run may take. Rests and long runs are not among the short
  /// ones, whose number is limited. One run of each function may be the
  /// longest.
  enum Length { Short, Rest, Long, Longest };

  /// Returns false if these extents take too long.
  bool add(const Extents &extents, Length length = Short);

  /// Whether extents `i` and `j` are at least `size` in one run.
  bool hasExtents(unsigned i, unsigned j, int64_t size) const {
    return llvm::any_of(added, [&](const Extents &extents) {
      return std::min(extents[i], extents[j]) >= size;
    });
  }

private:
  static constexpr size_t kMaxRuns = 96;
  static constexpr double kRunWork = 1 << 22, kTotalWork = 1 << 26;
  static constexpr double kRestWork = 1 << 20, kTotalRestWork = 1 << 24;
  static constexpr double kLongWork = 1 << 25, kLongestWork = 1 << 27;

  Subject &subject;
  const PayloadShapes &shapes;
  const CheckOptions &options;
  llvm::StringSet<> known;
  double total = 0, totalRest = 0, totalLong = 0;
  bool hasLongest = false;
  std::vector<Extents> added;
};

} // namespace

bool SizePlanner::add(const Extents &extents, Length length) {
  if (length == Longest && hasLongest)
    return false;
  if (length == Short && subject.extraRuns.size() >= kMaxRuns)
    return true;
  std::string ignored; // some sizes are too small for a window
  std::optional<Run> run = makeRun(
      subject, shapes, [&](unsigned i) { return extents[i]; }, options,
      ignored);
  if (!run || known.contains(run->sizes))
    return true;
  if (length == Longest) {
    if (run->work > kLongestWork)
      return false;
    hasLongest = true;
  } else {
    bool isLong = length == Long, isRest = length == Rest;
    double &sum = isLong ? totalLong : isRest ? totalRest : total;
    double most = isLong ? kLongWork : isRest ? kRestWork : kRunWork;
    if (run->work > most ||
        sum + run->work > (isRest ? kTotalRestWork : kTotalWork))
      return false;
    sum += run->work;
  }
  added.push_back(extents);
  known.insert(run->sizes);
  run->isExtra = true;
  run->inputs.seed = options.seed * 1000 + 500 + subject.extraRuns.size();
  run->inputs.magnitude = run->exactness.magnitude;
  subject.extraRuns.push_back(std::move(*run));
  return true;
}

/// Two iterations of a loop differ only if there are two, and an inner loop may
/// matter only after the first iteration of an outer one. So each extent, and
/// each pair of extents, is more than two of the largest steps for which a
/// longer run is quick enough, and more than one of larger steps. What is wrong
/// in the second tile of a large step alone, where the extent is that of rows
/// and columns, needs one run that is longer still.
static void addSecondSteps(SizePlanner &planner, unsigned count,
                           const Dictionary &dictionary) {
  constexpr unsigned kFew = 8;
  SmallVector<int64_t> sizes(dictionary.sizes);
  llvm::sort(sizes, std::greater<int64_t>());
  // The extents `i` and `j` of the first run that is quick enough are more than
  // `factor` of a size above `limit`. Returns that size.
  auto add = [&](unsigned i, unsigned j, int64_t factor, int64_t limit) {
    for (int64_t size : sizes) {
      int64_t extent = factor * size + (i == j ? 1 : 3);
      if (size <= limit)
        break;
      if (planner.hasExtents(i, j, extent - 1))
        return size;
      Extents plan(count, 2);
      plan[i] = plan[j] = extent;
      if (planner.add(plan, SizePlanner::Long) ||
          (i == j && planner.add(plan, SizePlanner::Longest)))
        return size;
    }
    return int64_t(0);
  };
  for (unsigned i = 0; i < std::min(count, kFew); ++i)
    for (unsigned j = 0; j <= i; ++j)
      if (int64_t twice = add(i, j, 2, 0); i != j)
        (void)add(i, j, 1, twice);
}

/// Each two extents take all pairs of four numbers, so that they are equal, one
/// is twice the other, or more by one, while the others are not related so. Let
/// a, b and c be elements of the field of 4 elements. The 16 pairs (a, b) give
/// all pairs of values to each two of the 5 columns b and a + c b: if both have
/// a, then c differs. Where there are more than 5 extents, the first 16 runs
/// are for those of different columns, the others for those of different groups
/// of 5.
static void addPairs(SizePlanner &planner, unsigned count) {
  constexpr unsigned kColumns = 5, kMost = kColumns * kColumns;
  static constexpr int64_t numbers[] = {6, 12, 7, 13}, few[] = {2, 4, 3, 5};
  if (count < 3 || count > kMost)
    return;
  // Products of elements x + y t, where t * t = t + 1.
  static constexpr unsigned products[4][4] = {
      {0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}};
  for (unsigned run = 0; run < (count > kColumns ? 32 : 16); ++run) {
    Extents plan, smallPlan;
    for (unsigned i = 0; i < count; ++i) {
      unsigned a = run % 4, b = run / 4 % 4;
      unsigned column = run < 16 ? i % kColumns : i / kColumns;
      unsigned value = column == 4 ? b : a ^ products[column][b];
      plan.push_back(numbers[value]);
      smallPlan.push_back(few[value]);
    }
    if (!planner.add(plan))
      (void)planner.add(smallPlan);
  }
}

/// A loop over what full tiles leave that ends too early is seen where one
/// element is left, next to a full tile of another extent if only such a tile
/// has that loop. An extent of the scheduled code can be a sum of up to four
/// extents of the payload, so all others are one here.
static void addRests(SizePlanner &planner, unsigned count,
                     const Dictionary &dictionary) {
  constexpr unsigned kFew = 8, kSizes = 6;
  auto sizes = ArrayRef(dictionary.sizes).take_front(kSizes);
  if (sizes.empty())
    return;
  int64_t largest = *llvm::max_element(sizes);
  auto add = [&](unsigned i, int64_t rest, unsigned j, int64_t full) {
    Extents plan(count, 1);
    plan[j] = full;
    plan[i] = rest;
    (void)planner.add(plan, SizePlanner::Rest);
  };
  for (int64_t size : sizes)
    for (unsigned i = 0; i < std::min(count, kFew); ++i) {
      for (int64_t others : {0, 1, 2, 3})
        add(i, size + 1 - others, i, 1);
      for (unsigned j = 0; j < std::min(count, kFew); ++j)
        if (j != i)
          add(i, size + 1, j, largest);
    }
}

static void addSizeRuns(Subject &subject, const Dictionary &dictionary,
                        const PayloadShapes &shapes,
                        const CheckOptions &options) {
  constexpr size_t kMaxNumbers = 36;
  unsigned count = shapes.getNumFreeExtents();
  if (count == 0)
    return;
  SizePlanner planner(subject, shapes, options);
  for (const Extents &plan : planRelations(count, dictionary))
    (void)planner.add(plan);
  addPairs(planner, count);
  SmallVector<int64_t> numbers = dictionary.getSizesAround(kMaxNumbers);
  for (size_t run = 0; run < numbers.size(); ++run) {
    if (planner.add(mixExtents(count, numbers, run)))
      continue;
    // One large extent at a time.
    for (unsigned i = 0; i < count; ++i) {
      Extents plan = getPlainExtents(count);
      plan[i] = numbers[run];
      (void)planner.add(plan);
    }
  }
  addSecondSteps(planner, count, dictionary);
  addRests(planner, count, dictionary);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The compared floats, and the numbers of `type` next to them.
static SmallVector<double> getFloatsAround(ArrayRef<double> floats, Type type) {
  SmallVector<double> around;
  double step = 2 / getExactLimit(type);
  for (double number : floats)
    around.append({number, number * (1 + step), number * (1 - step)});
  return around;
}

/// Names the scalars of a run: "arg1=3, arg2=0.5".
static std::string describeScalars(const Run &run) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (auto [i, value] : llvm::enumerate(drawInputs(run.specs, run.inputs)))
    if (value.isScalar() && !run.specs[i].index)
      os << separator << "arg" << i << "=" << value.formatElement(0);
  return text;
}

/// Adds runs on which all elements of arrays of truth values are equal, or all
/// but one.
static void addTruthRuns(Subject &subject, Run run) {
  bool hasTruths = llvm::any_of(run.specs, [](const InputSpec &spec) {
    return isa<ShapedType>(spec.type) &&
           getElementTypeOrSelf(spec.type).isInteger(1) && !spec.given;
  });
  if (!hasTruths)
    return;
  for (auto [truths, what] :
       {std::pair(Truths::None, "none"), std::pair(Truths::All, "all"),
        std::pair(Truths::First, "only the first"),
        std::pair(Truths::AllButLast, "all but the last")}) {
    run.inputs.arrayTruths = truths;
    run.note = (Twine(what) + " of the truth values true").str();
    subject.extraRuns.push_back(run);
  }
}

/// Adds a run on which elements index the same place several times, unless the
/// payload promises that they do not.
static void addRepeatedIndices(Subject &subject, Run run) {
  if (llvm::none_of(run.specs, [](const InputSpec &spec) {
        return isa<ShapedType>(spec.type) && spec.below && !spec.isDistinct &&
               !spec.given;
      }))
    return;
  run.inputs.repeatsIndices = true;
  run.note = "repeated indices";
  subject.extraRuns.push_back(std::move(run));
}

/// The longest of the quick runs on further sizes: of many elements, some are
/// numbers that are compared with and have a partner that is such a number,
/// too. `run` if no other is longer.
static Run lengthen(const Subject &subject, const Run &run) {
  constexpr double kQuick = 1 << 16;
  const Run *longest = &run;
  for (const Run &other : subject.extraRuns)
    if (other.note.empty() && other.work <= kQuick &&
        other.work > longest->work)
      longest = &other;
  Run result = *longest;
  result.inputs = run.inputs;
  return result;
}

/// Adds copies of `run` in which one of several scalars is a number that it is
/// compared with, and the others are random: a zero among them may hide what
/// depends on the first.
static void addSingleScalars(Subject &subject, Run run) {
  constexpr size_t kMaxRuns = 48, kMaxNumbers = 12;
  constexpr double kTotalWork = 1 << 26;
  SmallVector<std::pair<unsigned, size_t>> scalars;
  for (auto [i, spec] : llvm::enumerate(run.specs)) {
    bool isTruth = spec.type.isInteger(1);
    if (!isa<ShapedType>(spec.type) && spec.isFree() && !isTruth)
      scalars.push_back({i, spec.isFloat() ? run.inputs.floats.size()
                                           : run.inputs.integers.size()});
  }
  size_t end =
      subject.extraRuns.size() +
      static_cast<size_t>(std::clamp(kTotalWork / std::max(run.work, 1.0), 4.0,
                                     static_cast<double>(kMaxRuns)));
  for (size_t number = 0; number < kMaxNumbers && scalars.size() > 1; ++number)
    for (auto [argument, count] : scalars) {
      if (number >= count || subject.extraRuns.size() >= end)
        continue;
      run.inputs.onlyScalar = argument;
      run.inputs.scalars = number;
      run.inputs.seed += 17;
      run.note = describeScalars(run);
      subject.extraRuns.push_back(run);
    }
}

/// Adds runs of the main sizes on which scalars and elements are numbers that
/// they are compared with.
static void addValueRuns(Subject &subject, const Dictionary &dictionary) {
  constexpr size_t kMaxNumbers = 18;
  Run run = subject.runs.front();
  run.isMain = false;
  run.isExtra = true;
  run.inputs.magnitude = 0;
  run.inputs.seed += 700;
  addTruthRuns(subject, run);
  addRepeatedIndices(subject, run);
  Type coarsest = run.exactness.coarsestFloat;
  if (coarsest)
    run.inputs.floats = getFloatsAround(
        ArrayRef(dictionary.floats).take_front(kMaxNumbers / 3), coarsest);
  run.inputs.integers = dictionary.getIntegersAround(kMaxNumbers);
  bool hasArrays = false, hasFloats = false, hasIntegers = false;
  for (const InputSpec &spec : run.specs) {
    bool isScalar = !isa<ShapedType>(spec.type);
    hasArrays |= !isScalar;
    hasFloats |= isScalar && isa<FloatType>(spec.type);
    hasIntegers |= isScalar && !isa<FloatType>(spec.type) && spec.isFree() &&
                   !spec.type.isInteger(1);
  }
  if (hasArrays &&
      !(run.inputs.floats.empty() && run.inputs.integers.empty())) {
    run.note = "half of them compared constants";
    subject.extraRuns.push_back(run);
    // A number below a constant may hide one that is equal to it.
    Run exact = run;
    exact.inputs.floats.assign(dictionary.floats.begin(),
                               dictionary.floats.end());
    if (coarsest && !exact.inputs.floats.empty())
      subject.extraRuns.push_back(std::move(exact));
    if (Run many = lengthen(subject, run); many.sizes != run.sizes) {
      many.note = run.note;
      subject.extraRuns.push_back(std::move(many));
    }
  }
  if (!hasFloats && !hasIntegers)
    return;
  run.inputs.floats.append({0, 1, -1});
  run.inputs.integers.append({0, 1, -1});
  size_t count = std::max(hasFloats ? run.inputs.floats.size() : 0,
                          hasIntegers ? run.inputs.integers.size() : 0);
  for (unsigned i = 0; i < count; ++i) {
    run.inputs.scalars = i;
    run.note = describeScalars(run);
    subject.extraRuns.push_back(run);
  }
  addSingleScalars(subject, run);
}

void heddle::addExtraRuns(Subject &subject, func::FuncOp scheduled,
                          const PayloadShapes &shapes,
                          const CheckOptions &options) {
  Dictionary dictionary = collectDictionary({subject.func, scheduled});
  addSizeRuns(subject, dictionary, shapes, options);
  addValueRuns(subject, dictionary);
}
