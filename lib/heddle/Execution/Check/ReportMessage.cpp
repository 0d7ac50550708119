//===- ReportMessage.cpp - A report as a message between processes --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are unpacked in the order in which they were packed.
//
//===----------------------------------------------------------------------===//

#include "ReportMessage.h"

#include "heddle/Execution/Run/WatchedCall.h"

using namespace mlir;
using namespace mlir::heddle;

static void addMemory(Packer &packer, const MemoryJudgment &memory) {
  MemorySummary summary;
  summary.accesses = memory.accesses;
  llvm::append_range(summary.loops, memory.loops);
  addTo(packer, summary);
  addTo(packer, memory.fault);
  packer.add(static_cast<int64_t>(memory.runs));
  packer.add(memory.notJudged);
}

static MemoryJudgment takeMemory(Unpacker &unpacker) {
  MemoryJudgment memory;
  MemorySummary summary = takeSummary(unpacker);
  memory.accesses = summary.accesses;
  llvm::append_range(memory.loops, summary.loops);
  memory.fault = takeFault(unpacker);
  memory.runs = unpacker.takeInt();
  memory.notJudged = unpacker.takeString();
  return memory;
}

void heddle::packReport(Packer &packer, const FunctionReport &report) {
  packer.add(report.function);
  packer.add(static_cast<int64_t>(report.verdict));
  for (const std::string &text :
       {report.message, report.inputs, report.result, report.notExact,
        report.notWidened, report.notSpecial, report.given})
    packer.add(text);
  for (int64_t count :
       {report.wholeRuns, report.randomRuns, report.floatRuns,
        report.narrowRuns, report.wideRuns, report.extraRuns,
        report.specialRuns, report.overflows, report.roundedClasses,
        report.places, report.sharedRuns})
    packer.add(count);
  packer.add(static_cast<int64_t>(report.neverRan.size()));
  for (const std::string &place : report.neverRan)
    packer.add(place);
  for (double error :
       {report.rms, report.max, report.payloadRms, report.payloadMax,
        report.largestError, report.wideError})
    packer.add(error);
  report.formulas.pack(packer);
  report.names.pack(packer);
  addMemory(packer, report.memory);
  packer.add(static_cast<int64_t>(report.difference.has_value()));
  if (const std::optional<Difference> &difference = report.difference) {
    packer.add(difference->shapes);
    packer.add(difference->index);
    packer.add(difference->expected);
    packer.add(difference->found);
    packer.add(difference->note);
    packer.add(difference->count);
    packer.add(difference->total);
  }
}

FunctionReport heddle::unpackReport(Unpacker &unpacker) {
  FunctionReport report;
  report.function = unpacker.takeString();
  report.verdict = static_cast<Verdict>(unpacker.takeInt());
  for (std::string *text :
       {&report.message, &report.inputs, &report.result, &report.notExact,
        &report.notWidened, &report.notSpecial, &report.given})
    *text = unpacker.takeString();
  for (unsigned *count :
       {&report.wholeRuns, &report.randomRuns, &report.floatRuns,
        &report.narrowRuns, &report.wideRuns, &report.extraRuns,
        &report.specialRuns, &report.overflows, &report.roundedClasses,
        &report.places, &report.sharedRuns})
    *count = unpacker.takeInt();
  for (int64_t i = unpacker.takeInt(); i > 0; --i)
    report.neverRan.push_back(unpacker.takeString());
  for (double *error :
       {&report.rms, &report.max, &report.payloadRms, &report.payloadMax,
        &report.largestError, &report.wideError})
    *error = unpacker.takeDouble();
  report.formulas = FormulaReport::unpack(unpacker);
  report.names = NameReport::unpack(unpacker);
  report.memory = takeMemory(unpacker);
  if (unpacker.takeInt()) {
    Difference &difference = report.difference.emplace();
    difference.shapes = unpacker.takeString();
    difference.index = unpacker.takeString();
    difference.expected = unpacker.takeString();
    difference.found = unpacker.takeString();
    difference.note = unpacker.takeString();
    difference.count = unpacker.takeInt();
    difference.total = unpacker.takeInt();
  }
  return report;
}
