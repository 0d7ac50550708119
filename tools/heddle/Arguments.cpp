//===- Arguments.cpp - Misspelt subcommands and options -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the names on the command line before LLVM parses it. LLVM's own
// message takes five lines, and may suggest unrelated short options.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

namespace cl = llvm::cl;
using namespace mlir;
using namespace mlir::heddle;

/// "; did you mean 'check'?", or "" if no name is near.
static std::string suggest(StringRef name, ArrayRef<StringRef> names,
                           StringRef prefix) {
  unsigned best = name.size() / 3 + 1;
  StringRef nearest;
  for (StringRef other : names)
    // A single letter is similar to every short name.
    if (unsigned distance = name.edit_distance(other);
        other.size() > 1 && distance <= best) {
      best = distance == 0 ? 0 : distance - 1;
      nearest = other;
    }
  return nearest.empty() ? ""
                         : ("; did you mean '" + prefix + nearest + "'?").str();
}

/// The option that an argument "--name=value" names, or null.
static cl::Option *findOption(cl::SubCommand &command, StringRef name) {
  auto it = command.OptionsMap.find(name);
  if (it != command.OptionsMap.end())
    return it->second;
  // "-O3" has its value in its name.
  for (auto &entry : command.OptionsMap)
    if (entry.second->getFormattingFlag() == cl::Prefix &&
        name.starts_with(entry.first))
      return entry.second;
  return nullptr;
}

static std::string checkOptions(StringRef commandName, cl::SubCommand &command,
                                ArrayRef<const char *> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "--")
      break;
    if (!argument.starts_with("-") || argument == "-")
      continue;
    auto [name, value] = argument.ltrim('-').split('=');
    if (cl::Option *option = findOption(command, name)) {
      bool takesNext = option->getValueExpectedFlag() == cl::ValueRequired &&
                       option->getFormattingFlag() != cl::Prefix &&
                       !argument.contains('=');
      i += takesNext;
      continue;
    }
    SmallVector<StringRef> names;
    for (auto &entry : command.OptionsMap)
      if (entry.second->getOptionHiddenFlag() == cl::NotHidden)
        names.push_back(entry.first);
    llvm::sort(names);
    std::string suggestion = suggest(name, names, "--");
    if (suggestion.empty())
      suggestion =
          ("; 'heddle " + commandName + " --help' lists its options").str();
    return ("expects an option of 'heddle " + commandName + "', but got '" +
            argument.split('=').first + "'" + suggestion)
        .str();
  }
  return "";
}

std::string heddle::checkArguments(ArrayRef<const char *> arguments) {
  if (arguments.empty() || StringRef(arguments[0]).starts_with("-"))
    return "";
  StringRef name = arguments[0];
  SmallVector<StringRef> names;
  for (cl::SubCommand *command :
       {&applyCommand, &benchCommand, &checkCommand, &explainCommand,
        &listCommand, &scheduleCommand}) {
    if (command->getName() == name)
      return checkOptions(name, *command, arguments.drop_front());
    names.push_back(command->getName());
  }
  return ("expects a subcommand (" + llvm::join(names, ", ") + "), but got '" +
          name + "'" + suggest(name, names, ""))
      .str();
}

std::string heddle::getScheduleName(StringRef file) {
  auto stem = [](StringRef path) {
    path.consume_back(".mlir");
    return path;
  };
  // A name of the library stays as it is.
  if (stem(file) == file)
    return file.str();
  StringRef name = file;
  for (size_t slash = file.rfind('/'); slash != StringRef::npos;
       slash = file.take_front(slash).rfind('/')) {
    name = file.drop_front(slash + 1);
    if (llvm::count_if(scheduleFiles, [&](StringRef other) {
          StringRef rest = stem(other);
          return rest.consume_back(stem(name)) &&
                 (rest.empty() || rest.ends_with("/"));
        }) == 1)
      return name.str();
  }
  return file.str();
}

std::string heddle::checkOptionValues() {
  if (optLevel > 3)
    return ("expects -O0 to -O3, but got -O" + Twine(optLevel)).str();
  if (memoryLimit.getNumOccurrences() != 0 && memoryLimit == 0)
    return "expects at least 1 MiB for --memory-limit, but got 0";
  if (constexpr uint64_t most = std::numeric_limits<uint64_t>::max() >> 20;
      memoryLimit > most)
    return ("expects at most " + Twine(most) +
            " MiB for --memory-limit, but got " + Twine(memoryLimit))
        .str();
  // A comparison with NaN is false.
  auto print = [](double seconds) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%g", seconds);
    return text;
  };
  if (!(timeout > 0))
    return "expects a positive number of seconds for --timeout, but got " +
           print(timeout);
  if (!(maxSeconds >= 0))
    return "expects at least 0 seconds for --max-seconds, but got " +
           print(maxSeconds);
  if (checkEach && scheduleFiles.empty())
    return "expects schedules of '-s' for '--each', but got none";
  for (StringRef choice : knobChoices)
    if (choice.find('=') == StringRef::npos || choice.starts_with("="))
      return ("expects NAME=VALUE for --param, but got '" + choice + "'").str();
  unsigned readers = llvm::count(scheduleFiles, "-") + (payloadFile == "-") +
                     (scheduledFile == "-");
  if (readers > 1)
    return ("expects one file to be '-', the standard input, but got " +
            Twine(readers))
        .str();
  return "";
}
