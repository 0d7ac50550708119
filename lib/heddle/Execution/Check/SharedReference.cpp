//===- SharedReference.cpp - One payload for several schedules ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule. Two calls of one function have the same result if they have the
// same description: a payload is deterministic, and arguments are drawn from
// nothing but the specs and the options of their inputs. So a description has
// every field of both.
//
//===----------------------------------------------------------------------===//

#include "SharedReference.h"

#include "CheckSubject.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::heddle;

std::shared_ptr<JitModule> SharedReference::getCode(const std::string &key,
                                                    Compile compile) {
  std::shared_ptr<JitModule> &module = code[key];
  if (!module)
    module = compile();
  return module;
}

const JitResult *SharedReference::findResult(const std::string &key) const {
  auto it = results.find(key);
  return it == results.end() ? nullptr : &it->second;
}

void SharedReference::keepResult(const std::string &key,
                                 const JitResult &result) {
  constexpr size_t kMostBytes = size_t(1) << 28;
  if (!result.outcome.ok() || result.underflow)
    return;
  size_t size = 0;
  for (const auto *values : {&result.results, &result.arguments})
    for (const HostValue &value : *values)
      size += value.getBytes().size();
  if (bytes + size <= kMostBytes && results.try_emplace(key, result).second)
    bytes += size;
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//
//
// Structured bindings take all fields: a new field does not compile until it is
// described.

static void add(raw_ostream &os, double number) {
  os << llvm::format_hex(llvm::bit_cast<uint64_t>(number), 18) << ' ';
}

template <typename Number>
static void add(raw_ostream &os, std::optional<Number> number) {
  os << (number ? std::to_string(*number) : "-") << ' ';
}

template <typename First, typename Second>
static void add(raw_ostream &os,
                const std::optional<std::pair<First, Second>> &pair) {
  add(os, pair ? std::optional(static_cast<int>(pair->first)) : std::nullopt);
  add(os, pair ? std::optional(static_cast<int>(pair->second)) : std::nullopt);
}

static void add(raw_ostream &os, const InputSpec &spec) {
  const auto &[type, shape, index, below, columns, isOpen, isSize, isDistinct,
               isUnsigned, scale, isFinite, given] = spec;
  os << type << '[';
  llvm::interleave(shape, os, "x");
  os << "] ";
  add(os, index);
  add(os, below);
  for (const auto &[column, bound] : columns)
    os << column << '<' << bound << ' ';
  add(os, scale);
  os << isOpen << isSize << isDistinct << isUnsigned << isFinite << ' '
     << (given ? given->file : "") << ';';
}

static void add(raw_ostream &os, const InputOptions &inputs) {
  const auto &[seed, magnitude, distance, positive, sign, alternatingSign,
               oppositeTruth, truths, arrayTruths, floats, integers, scalars,
               onlyScalar, ownIntegers, ownFloats, repeatsIndices, ranges,
               special, limits, nearEnds] = inputs;
  os << seed << ' ' << magnitude << ' ' << sign << ' ' << positive
     << alternatingSign << oppositeTruth << repeatsIndices << ' '
     << static_cast<int>(arrayTruths) << ' ' << static_cast<int>(special)
     << ' ';
  add(os, distance);
  add(os, truths);
  add(os, scalars);
  add(os, onlyScalar);
  add(os, limits);
  add(os, nearEnds);
  for (double number : floats)
    add(os, number);
  os << '|';
  llvm::interleave(integers, os, " ");
  os << ';';
  for (const auto &[argument, first, last, isAscending] : ranges)
    os << argument << ' ' << first << ' ' << last << ' ' << isAscending << ',';
  for (const auto &[argument, number] : ownIntegers)
    os << argument << ' ' << number << ',';
  for (const auto &[argument, number] : ownFloats) {
    os << argument << ' ';
    add(os, number);
  }
}

static void add(raw_ostream &os, const ArgumentLayout &layout) {
  const auto &[spread, reversed, shared, shift, repeated, repeatsAll] = layout;
  os << spread << reversed << repeatsAll << ' ' << shift << ' ';
  add(os, shared);
  add(os, repeated);
}

std::string heddle::describeCall(StringRef function, StringRef form,
                                 const Run &run) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << function << ' ' << form << ' ';
  for (const InputSpec &spec : run.specs)
    add(os, spec);
  add(os, run.inputs);
  add(os, run.layout);
  os << run.calls << ' ' << run.newArguments << run.newNumbers;
  return text;
}
