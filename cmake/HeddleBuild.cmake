# How Heddle's targets are compiled and linked. Every target goes through one
# of the functions below, so that flags and the choice of MLIR's form (the
# shared libMLIR.so, never the static archives) are decided here alone.

find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these ccache takes no file that uses a precompiled header.
  set(CMAKE_C_COMPILER_LAUNCHER ${HEDDLE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${HEDDLE_CCACHE})
endif()

# `-B` lets both g++ and clang find the ld.lld that belongs to this LLVM.
find_program(HEDDLE_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)

# Position independent everywhere: a precompiled header is made with one choice.
set(HEDDLE_COMPILE_OPTIONS -Wall -Wextra -fno-exceptions -fPIC)
if(HEDDLE_WERROR)
  list(APPEND HEDDLE_COMPILE_OPTIONS -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives of g++ 12 in inlined ADT code, and colours for ninja.
  list(APPEND HEDDLE_COMPILE_OPTIONS -Wno-maybe-uninitialized
       -Wno-dangling-reference -Wno-restrict -Wno-array-bounds
       -Wno-stringop-overflow -fdiagnostics-color)
  # ccache needs it to see which precompiled header a file uses.
  list(APPEND HEDDLE_COMPILE_OPTIONS -fpch-preprocess)
  # Collecting garbage takes a tenth of the time of files compiled together,
  # and they need less than 2 GB without.
  if(HEDDLE_UNITY_BUILD)
    list(APPEND HEDDLE_COMPILE_OPTIONS --param=ggc-min-heapsize=2000000)
  endif()
else()
  # A time stamp in the precompiled header would make each build a new one.
  list(APPEND HEDDLE_COMPILE_OPTIONS "SHELL:-Xclang -fno-pch-timestamp")
endif()
set(HEDDLE_LINK_OPTIONS "")
if(HEDDLE_LLD)
  list(APPEND HEDDLE_LINK_OPTIONS -B${LLVM_TOOLS_BINARY_DIR} -fuse-ld=lld)
endif()
if(HEDDLE_SANITIZE)
  # libMLIR.so is not instrumented: its types have no sanitizer metadata, so
  # the vptr check stays off.
  list(APPEND HEDDLE_COMPILE_OPTIONS -fsanitize=address,undefined
       -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  list(APPEND HEDDLE_LINK_OPTIONS -fsanitize=address,undefined)
endif()

# Links `target` against libMLIR.so and, with it, libLLVM.so. This is the only
# place that decides it: mixing archives and the shared library links without
# an error and breaks at run time.
function(heddle_link_mlir target scope)
  target_include_directories(${target} SYSTEM ${scope}
    ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_link_libraries(${target} ${scope} MLIR LLVM)
endfunction()

# Compiles the files of one room together, up to ten at a time. Most of the time
# of a file goes into MLIR's templates, which its neighbours need, too. Files of
# different rooms stay apart, so that they may use the same local names. Only
# rooms of one or two files are compiled with each other.
function(heddle_unity_build target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  foreach(source IN LISTS sources)
    get_filename_component(path ${source} ABSOLUTE)
    get_filename_component(folder ${path} DIRECTORY)
    get_filename_component(room ${folder} NAME)
    # The largest headers that are not precompiled are read by few files.
    file(STRINGS ${path} large LIMIT_COUNT 1
         REGEX "#include .*/(LLVMDialect|OpenMPDialect)\\.h")
    if(large)
      string(APPEND room "LLVM")
    endif()
    list(APPEND rooms ${room})
    list(APPEND sources_${room} ${source})
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    list(LENGTH sources_${room} count)
    if(count LESS 3)
      list(APPEND small ${sources_${room}})
    else()
      heddle_unity_groups(${room} ${sources_${room}})
    endif()
  endforeach()
  heddle_unity_groups(Small ${small})
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Divides source files evenly into groups of at most ten: <name>_0, <name>_1...
function(heddle_unity_groups name)
  list(LENGTH ARGN count)
  math(EXPR groups "(${count} + 9) / 10")
  set(index 0)
  foreach(source IN LISTS ARGN)
    math(EXPR group "${index} * ${groups} / ${count}")
    set_source_files_properties(${source} PROPERTIES
      UNITY_GROUP ${name}_${group})
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()

# Flags that every target of ours has, and the precompiled headers of MLIR.
function(heddle_compile_settings target)
  heddle_compile_flags(${target})
  if(HEDDLE_UNITY_BUILD)
    heddle_unity_build(${target})
  endif()
  if(HEDDLE_SYNTAX_ONLY)
    target_compile_options(${target} PRIVATE
      -fsyntax-only -Wno-unused-command-line-argument)
  endif()
  if(HEDDLE_PRECOMPILED_HEADERS)
    if(NOT TARGET HeddlePrecompiledHeaders)
      set(source ${HEDDLE_BINARY_DIR}/PrecompiledHeaders.cpp)
      file(GENERATE OUTPUT ${source} CONTENT "")
      add_library(HeddlePrecompiledHeaders OBJECT ${source})
      heddle_compile_flags(HeddlePrecompiledHeaders)
      target_precompile_headers(HeddlePrecompiledHeaders PRIVATE
        ${HEDDLE_SOURCE_DIR}/cmake/PrecompiledHeaders.h)
    endif()
    target_precompile_headers(${target} REUSE_FROM HeddlePrecompiledHeaders)
  endif()
endfunction()

# For a file that needs few of the headers: reading all takes it longer.
function(heddle_skip_precompiled_headers)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()

function(heddle_compile_flags target)
  target_compile_options(${target} PRIVATE ${HEDDLE_COMPILE_OPTIONS})
  target_link_options(${target} PRIVATE ${HEDDLE_LINK_OPTIONS})
  if(HEDDLE_ENABLE_ASSERTIONS)
    target_compile_options(${target} PRIVATE -UNDEBUG)
  else()
    target_compile_definitions(${target} PRIVATE NDEBUG)
  endif()
endfunction()

# heddle_add_floor(<name> LINK <floors below>)
# The library of the floor in the current folder: the .cpp files of all its
# rooms. A room finds the private headers of another as "<Room>/<Name>.h".
function(heddle_add_floor name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  add_library(${name} STATIC ${sources})
  heddle_compile_settings(${name})
  add_dependencies(${name} mlir-headers mlir-generic-headers)
  add_library(Heddle::${name} ALIAS ${name})
  heddle_link_mlir(${name} PUBLIC)
  target_include_directories(${name} SYSTEM PUBLIC
    $<BUILD_INTERFACE:${HEDDLE_BINARY_DIR}/include>)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${HEDDLE_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_FLOORS ${name})
endfunction()

# heddle_add_tool(<name> LINK <libraries>)
# An executable of all .cpp files in the current folder.
function(heddle_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  add_executable(${name} ${sources})
  heddle_compile_settings(${name})
  heddle_link_mlir(${name} PRIVATE)
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_TOOLS ${name})
endfunction()

# heddle_transform_ops(<room>/<stem>)
# <stem>.td holds ops of the transform dialect: generates <stem>.{h,cpp}.inc.
function(heddle_transform_ops path)
  set(LLVM_TARGET_DEFINITIONS ${path}.td)
  mlir_tablegen(${path}.h.inc -gen-op-decls)
  mlir_tablegen(${path}.cpp.inc -gen-op-defs)
  get_filename_component(stem ${path} NAME)
  add_public_tablegen_target(Heddle${stem}IncGen)
  add_dependencies(mlir-headers Heddle${stem}IncGen)
endfunction()

# heddle_dialect_ops(<room>/<stem> <dialect>)
# <stem>.td holds the ops of a dialect of ours: generates <stem>.{h,cpp}.inc and,
# for the dialect itself, <stem>Dialect.{h,cpp}.inc.
function(heddle_dialect_ops path dialect)
  set(LLVM_TARGET_DEFINITIONS ${path}.td)
  mlir_tablegen(${path}.h.inc -gen-op-decls -dialect=${dialect})
  mlir_tablegen(${path}.cpp.inc -gen-op-defs -dialect=${dialect})
  mlir_tablegen(${path}Dialect.h.inc -gen-dialect-decls -dialect=${dialect})
  mlir_tablegen(${path}Dialect.cpp.inc -gen-dialect-defs -dialect=${dialect})
  get_filename_component(stem ${path} NAME)
  add_public_tablegen_target(Heddle${stem}IncGen)
  add_dependencies(mlir-headers Heddle${stem}IncGen)
endfunction()

# heddle_passes(<floor>)
# Passes.td of a floor: generates Passes.h.inc, with
# registerHeddle<floor>Passes() in it.
function(heddle_passes floor)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name Heddle${floor})
  add_public_tablegen_target(Heddle${floor}PassIncGen)
  add_dependencies(mlir-headers Heddle${floor}PassIncGen)
endfunction()

# heddle_enums(<room>/<stem>)
# <stem>.td holds enums: generates <stem>.{h,cpp}.inc.
function(heddle_enums path)
  set(LLVM_TARGET_DEFINITIONS ${path}.td)
  mlir_tablegen(${path}.h.inc -gen-enum-decls)
  mlir_tablegen(${path}.cpp.inc -gen-enum-defs)
  get_filename_component(stem ${path} NAME)
  add_public_tablegen_target(Heddle${stem}IncGen)
  add_dependencies(mlir-generic-headers Heddle${stem}IncGen)
endfunction()

# heddle_op_interface(<room>/<stem>)
# <stem>.td holds op interfaces: generates <stem>.{h,cpp}.inc.
function(heddle_op_interface path)
  set(LLVM_TARGET_DEFINITIONS ${path}.td)
  mlir_tablegen(${path}.h.inc -gen-op-interface-decls)
  mlir_tablegen(${path}.cpp.inc -gen-op-interface-defs)
  get_filename_component(stem ${path} NAME)
  add_public_tablegen_target(Heddle${stem}IncGen)
  add_dependencies(mlir-generic-headers Heddle${stem}IncGen)
endfunction()
