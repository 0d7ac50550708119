# What `cmake --install` installs: headers, the libraries of all floors, the
# tools, the plugin, the schedule library and the package files.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
# The algorithms of a build with tests can make mistakes on purpose. The test of
# the installation sets the variable.
if(HEDDLE_INCLUDE_TESTS)
  install(CODE [[
    if(NOT DEFINED ENV{HEDDLE_INSTALL_TEST_BUILD})
      message(FATAL_ERROR "expects a build without the deliberate mistakes of "
        "the tests: configure with -DHEDDLE_INCLUDE_TESTS=OFF")
    endif()]])
endif()

get_property(floors GLOBAL PROPERTY HEDDLE_FLOORS)
get_property(tools GLOBAL PROPERTY HEDDLE_TOOLS)

install(TARGETS ${floors} EXPORT HeddleTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${tools}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${HEDDLE_SOURCE_DIR}/include/heddle
                  ${HEDDLE_BINARY_DIR}/include/heddle
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN CMakeFiles EXCLUDE PATTERN Mistakes EXCLUDE)
if(EXISTS ${HEDDLE_SOURCE_DIR}/transform-scripts)
  install(DIRECTORY ${HEDDLE_SOURCE_DIR}/transform-scripts
          DESTINATION ${CMAKE_INSTALL_DATADIR}/heddle)
endif()

install(EXPORT HeddleTargets NAMESPACE Heddle:: DESTINATION ${package_dir})
set(MLIR_VERSION_MAJOR_MINOR ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
configure_package_config_file(cmake/HeddleConfig.cmake.in
  ${HEDDLE_BINARY_DIR}/cmake/HeddleConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${HEDDLE_BINARY_DIR}/cmake/HeddleConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${HEDDLE_BINARY_DIR}/cmake/HeddleConfig.cmake
              ${HEDDLE_BINARY_DIR}/cmake/HeddleConfigVersion.cmake
        DESTINATION ${package_dir})
