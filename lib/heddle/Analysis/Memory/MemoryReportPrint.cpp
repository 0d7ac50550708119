//===- MemoryReportPrint.cpp - What buffers and copies cost, as text ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums amounts, and prints reports as text and as JSON. MemoryReport.cpp
// computes the amounts.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Memory/MemoryReport.h"
#include "heddle/Analysis/Reasons/Reason.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::heddle;

unsigned FunctionMemory::count(MemoryEvent::Kind kind) const {
  return llvm::count_if(
      events, [&](const MemoryEvent &event) { return event.kind == kind; });
}

/// A sum in which numbers and like terms are added up.
static std::string sum(ArrayRef<MemoryAmount> amounts) {
  uint64_t number = 0;
  bool isBound = false;
  SmallVector<MemoryAmount> terms;
  for (const MemoryAmount &amount : amounts) {
    isBound |= amount.isBound;
    if (amount.isStatic()) {
      number = llvm::SaturatingAdd<uint64_t>(number, amount.number);
      continue;
    }
    if (amount.number == 0)
      continue;
    auto *like = llvm::find_if(terms, [&](const MemoryAmount &term) {
      return term.symbols == amount.symbols;
    });
    if (like == terms.end()) {
      terms.push_back(amount);
      terms.back().isBound = false;
    } else {
      like->number = llvm::SaturatingAdd<uint64_t>(like->number, amount.number);
    }
  }
  std::string rest;
  for (const MemoryAmount &term : terms)
    rest += (rest.empty() ? "" : " + ") + term.str();
  std::string text = isBound ? "<=" : "";
  if (number != 0 || rest.empty())
    text += std::to_string(number) + (rest.empty() ? "" : " + ");
  return text + rest;
}

std::string FunctionMemory::totalBytes(MemoryEvent::Kind kind) const {
  SmallVector<MemoryAmount> amounts;
  for (const MemoryEvent &event : events)
    if (event.kind == kind)
      amounts.push_back(event.bytes * event.trips);
  return sum(amounts);
}

std::string FunctionMemory::totalTrips(MemoryEvent::Kind kind) const {
  SmallVector<MemoryAmount> amounts;
  for (const MemoryEvent &event : events)
    if (event.kind == kind)
      amounts.push_back(event.trips);
  return sum(amounts);
}

static StringRef getKindName(MemoryEvent::Kind kind) {
  switch (kind) {
  case MemoryEvent::Kind::Alloc:
    return "alloc";
  case MemoryEvent::Kind::Stack:
    return "stack";
  case MemoryEvent::Kind::Copy:
    return "copy";
  }
  llvm_unreachable("no other kind");
}

/// The type of the buffer that is allocated or written.
static Type getBufferType(Operation *op) {
  return op->getNumResults() == 1 ? op->getResult(0).getType()
                                  : op->getOperands().back().getType();
}

std::optional<int64_t>
FunctionMemory::totalStaticBytes(MemoryEvent::Kind kind) const {
  uint64_t total = 0;
  for (const MemoryEvent &event : events) {
    if (event.kind != kind)
      continue;
    MemoryAmount amount = event.bytes * event.trips;
    if (!amount.isStatic() && amount.number != 0)
      return std::nullopt;
    total = llvm::SaturatingAdd<uint64_t>(total, amount.number);
  }
  return total;
}

std::string FunctionMemory::summarize() const {
  using Kind = MemoryEvent::Kind;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator comma;
  for (auto [kind, one, many] :
       {std::tuple(Kind::Alloc, "allocation", "allocations"),
        std::tuple(Kind::Stack, "stack buffer", "stack buffers"),
        std::tuple(Kind::Copy, "copy", "copies")}) {
    unsigned number = count(kind);
    if (number == 0 && kind == Kind::Stack)
      continue;
    os << comma << number << " " << (number == 1 ? one : many);
    if (number != 0)
      os << " (" << totalBytes(kind) << " B, " << totalTrips(kind) << " x)";
  }
  if (count(Kind::Alloc) != 0 || peak.op)
    os << ", peak " << peak.str();
  return text;
}

/// "alloc memref<16xf32>", "call @f", or the name of another op that contains
/// allocations.
static std::string describeSource(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto call = dyn_cast<CallOpInterface>(op);
  if (isa<memref::AllocOp, bufferization::CloneOp>(op))
    os << getKindName(MemoryEvent::Kind::Alloc) << " " << getBufferType(op);
  else if (call && isa<SymbolRefAttr>(call.getCallableForCallee()))
    os << "call " << cast<SymbolRefAttr>(call.getCallableForCallee());
  else
    os << "'" << op->getName() << "'";
  return text;
}

std::string FunctionMemory::describe(const LiveBytes &live) const {
  std::string bytes = std::to_string(live.bytes);
  if (live.bytes == 0) {
    auto event = llvm::find_if(
        events, [&](const MemoryEvent &each) { return each.op == live.op; });
    if (event != events.end())
      bytes = event->bytes.str();
  }
  std::string many =
      live.buffers > 1 ? std::to_string(live.buffers) + " x " : "";
  return bytes + " B of " + many + describeSource(live.op);
}

std::string heddle::summarize(const MemoryEvent &event) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << getKindName(event.kind) << " " << getBufferType(event.op) << ": "
     << event.bytes.str() << " B x " << event.trips.str()
     << (event.isConditional ? " (in a branch)" : "");
  return text;
}

std::string heddle::describeLoop(const MemoryEvent &event) {
  if (!event.loop)
    return "";
  return ("in '" + event.loop->getName().getStringRef() + "' at " +
          describePlace(event.loop->getLoc()))
      .str();
}

std::string heddle::explain(const MemoryEvent &event) {
  std::string text;
  if (event.cause)
    text = "because " + event.cause->text;
  if (event.step)
    text +=
        (text.empty() ? "made at " : ", made at ") + describePlace(*event.step);
  return text;
}

static void printLive(const FunctionMemory &function, raw_ostream &os) {
  const LivePeak &peak = function.peak;
  if (!peak.op)
    return;
  os << "  at the peak, " << describePlace(peak.op->getLoc()) << ":\n";
  for (const LiveBytes &live : peak.live)
    os << "    " << function.describe(live) << " at "
       << describePlace(live.op->getLoc()) << "\n";
  if (peak.freedElsewhere != 0)
    os << "    less " << peak.freedElsewhere
       << " B that are freed through other values\n";
}

void MemoryReport::print(raw_ostream &os) const {
  for (const FunctionMemory &function : functions) {
    os << "memory of @" << function.name << ": " << function.summarize()
       << "\n";
    for (const MemoryEvent &event : function.events) {
      os << "  " << summarize(event) << " at "
         << describePlace(event.op->getLoc());
      if (std::string loop = describeLoop(event); !loop.empty())
        os << ", " << loop;
      os << "\n";
      if (std::string why = explain(event); !why.empty())
        os << "    " << why << "\n";
      if (event.cause)
        for (const Reason::Note &note : event.cause->notes)
          os << "    " << note.text << ": " << describePlace(note.loc) << "\n";
    }
    printLive(function, os);
    for (const auto &[symbol, what] : function.legend)
      os << "  " << symbol << " = " << what << "\n";
  }
}

static llvm::json::Object toJSON(const MemoryEvent &event) {
  std::string type;
  llvm::raw_string_ostream(type) << getBufferType(event.op);
  llvm::json::Object object{{"kind", getKindName(event.kind)},
                            {"type", type},
                            {"bytes", event.bytes.str()},
                            {"trips", event.trips.str()},
                            {"conditional", event.isConditional},
                            {"location", heddle::toJSON(event.op->getLoc())}};
  MemoryAmount total = event.bytes * event.trips;
  if (total.isStatic() && !total.isBound)
    object["total_bytes"] = total.number;
  if (event.loop)
    object["loop"] =
        llvm::json::Object{{"op", event.loop->getName().getStringRef()},
                           {"location", heddle::toJSON(event.loop->getLoc())}};
  if (event.cause)
    object["cause"] = heddle::toJSON(*event.cause);
  if (event.step)
    object["schedule"] = heddle::toJSON(*event.step);
  return object;
}

static llvm::json::Object toJSON(const LivePeak &peak) {
  StringRef kind = !peak.isKnown()  ? "unknown"
                   : peak.isAtLeast ? "at least"
                   : peak.isAtMost  ? "at most"
                                    : "exact";
  llvm::json::Object object{{"is", kind}};
  if (peak.isKnown())
    object["bytes"] = peak.bytes;
  if (!peak.op)
    return object;
  object["location"] = heddle::toJSON(peak.op->getLoc());
  llvm::json::Array alive;
  for (const LiveBytes &live : peak.live)
    alive.push_back(
        llvm::json::Object{{"op", describeSource(live.op)},
                           {"buffers", live.buffers},
                           {"bytes", live.bytes},
                           {"location", heddle::toJSON(live.op->getLoc())}});
  object["live"] = std::move(alive);
  if (peak.freedElsewhere != 0)
    object["freed_elsewhere"] = peak.freedElsewhere;
  return object;
}

llvm::json::Value MemoryReport::toJSON() const {
  using Kind = MemoryEvent::Kind;
  llvm::json::Array result;
  for (const FunctionMemory &function : functions) {
    llvm::json::Array events;
    for (const MemoryEvent &event : function.events)
      events.push_back(::toJSON(event));
    llvm::json::Object legend;
    for (const auto &[symbol, what] : function.legend)
      legend[symbol] = what;
    result.push_back(llvm::json::Object{
        {"function", function.name},
        {"allocations", function.count(Kind::Alloc)},
        {"allocated_bytes", function.totalBytes(Kind::Alloc)},
        {"stack_buffers", function.count(Kind::Stack)},
        {"stack_bytes", function.totalBytes(Kind::Stack)},
        {"copies", function.count(Kind::Copy)},
        {"copied_bytes", function.totalBytes(Kind::Copy)},
        {"peak", ::toJSON(function.peak)},
        {"events", std::move(events)},
        {"symbols", std::move(legend)}});
  }
  return result;
}
