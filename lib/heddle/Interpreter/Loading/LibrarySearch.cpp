//===- LibrarySearch.cpp - Where library files are looked for -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds folders and files. A sequence is found by the text of its definition.
//
//===----------------------------------------------------------------------===//

#include "heddle/Interpreter/Loading/LibrarySearch.h"

#include "heddle/Analysis/Reasons/NearestName.h"
#include "heddle/Interpreter/Loading/ParseModule.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::heddle;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string join(StringRef folder, StringRef name) {
  SmallString<128> joined(folder);
  path::append(joined, name);
  path::remove_dots(joined, /*remove_dot_dot=*/true);
  return std::string(joined);
}

std::string heddle::findInstalledLibrary() {
  static int anchor;
  SmallVector<std::string> binaries{fs::getMainExecutable("heddle", &anchor)};
  // A plugin may be in another folder than the program that loads it.
  Dl_info plugin;
  if (dladdr(&anchor, &plugin) && plugin.dli_fname)
    binaries.push_back(plugin.dli_fname);
  for (StringRef binary : binaries)
    for (StringRef place :
         {"../../transform-scripts", "../share/heddle/transform-scripts",
          "../transform-scripts"}) {
      std::string folder = join(path::parent_path(binary), place);
      if (fs::is_directory(folder))
        return folder;
    }
  return "";
}

SmallVector<std::string> heddle::findLibraryFiles(StringRef folder,
                                                  std::error_code &error) {
  SmallVector<std::string> files;
  for (fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".mlir"))
      files.push_back(it->path());
  llvm::sort(files);
  return files;
}

/// The folders that hold libraries, whatever file names them.
static SmallVector<std::string>
getLibraryFolders(ArrayRef<std::string> libraryPaths) {
  SmallVector<std::string> folders(libraryPaths);
  if (std::string installed = findInstalledLibrary(); !installed.empty())
    folders.push_back(installed);
  return folders;
}

SmallVector<std::string>
heddle::getLibraryCandidates(StringRef name, StringRef declaredIn,
                             ArrayRef<std::string> libraryPaths) {
  if (path::is_absolute(name))
    return {join(name, "")};
  SmallVector<std::string> candidates;
  candidates.push_back(join(path::parent_path(declaredIn), name));
  for (StringRef folder : getLibraryFolders(libraryPaths))
    candidates.push_back(join(folder, name));
  return candidates;
}

std::string heddle::findScheduleFile(StringRef name,
                                     ArrayRef<std::string> libraryPaths) {
  // A folder may have the name of a schedule of the library.
  bool isFile = fs::exists(name) && !fs::is_directory(name);
  if (name == "-" || path::is_absolute(name) || isFile)
    return name.str();
  for (StringRef folder : getLibraryFolders(libraryPaths))
    for (StringRef ending : {"", ".mlir"})
      if (std::string file = join(folder, (name + ending).str());
          fs::is_regular_file(file))
        return file;
  return name.str();
}

std::string
heddle::findNearestScheduleName(StringRef name,
                                ArrayRef<std::string> libraryPaths) {
  NearestName names(path::extension(name) == ".mlir" ? name.drop_back(5)
                                                     : name);
  SmallVector<std::string> known;
  for (StringRef folder : getLibraryFolders(libraryPaths)) {
    std::error_code unread;
    for (StringRef file : findLibraryFiles(folder, unread))
      known.push_back(file.drop_front(folder.size())
                          .ltrim('/')
                          .drop_back(StringRef(".mlir").size())
                          .str());
  }
  for (StringRef file : known)
    if (!path::filename(file).starts_with("payload"))
      names.consider(file);
  return names.nearest.str();
}

/// The arguments of the sequence `name` that `text` defines; empty if it does
/// not define it.
static StringRef findSignature(StringRef text, StringRef name) {
  std::string head = ("named_sequence @" + name + "(").str();
  for (size_t at = text.find(head); at != StringRef::npos;
       at = text.find(head, at + 1)) {
    StringRef rest = text.drop_front(at + head.size() - 1);
    size_t end = rest.find(')');
    if (end == StringRef::npos)
      continue;
    // A body, at once or after attributes.
    StringRef next = rest.drop_front(end + 1).ltrim();
    if (next.starts_with("{") || next.starts_with("attributes"))
      return rest.take_front(end + 1);
  }
  return "";
}

/// Reads any blank as one space.
static std::string unwrap(StringRef text) {
  SmallVector<StringRef> words;
  for (StringRef line : llvm::split(text, '\n'))
    words.push_back(line.trim());
  std::string joined = llvm::join(words, " ");
  return StringRef(joined).starts_with("( ") ? "(" + joined.substr(2) : joined;
}

std::optional<LibrarySequence>
heddle::findLibrarySequence(StringRef name,
                            ArrayRef<std::string> libraryPaths) {
  for (const std::string &folder : getLibraryFolders(libraryPaths)) {
    std::error_code unread;
    for (const std::string &path : findLibraryFiles(folder, unread)) {
      StringRef file = path;
      std::string message;
      auto buffer = readInput(file, InputKind::Library, message);
      StringRef signature =
          buffer ? findSignature(buffer->getBuffer(), name) : "";
      if (!signature.empty())
        return LibrarySequence{file.drop_front(folder.size()).ltrim('/').str(),
                               unwrap(signature)};
    }
  }
  return std::nullopt;
}
