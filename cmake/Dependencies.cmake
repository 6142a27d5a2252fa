# Libraries from Debian. The names of the packages stand in tools/packages.txt.
if(EMSCRIPTEN)  # has threads by its flags alone; each question to its compiler takes seconds
  add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
else()
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
endif()
link_libraries(Threads::Threads)

# A library of headers: by its own package, or by its headers alone where that is all there is.
function(losange_headers package target header)
  if(EMSCRIPTEN)
    losange_web_headers(${target} ${header})
    return()
  endif()
  find_package(${package} QUIET)
  if(NOT TARGET ${target})
    string(TOUPPER ${package}_INCLUDE_DIR folder)
    find_path(${folder} ${header} REQUIRED)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} INTERFACE ${${folder}})
  endif()
endfunction()
losange_headers(CLI11 CLI11::CLI11 CLI/CLI.hpp)
losange_headers(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json.hpp)
if(NOT EMSCRIPTEN)
  find_package(fmt QUIET)
endif()
if(NOT TARGET fmt::fmt)
  losange_headers(fmt fmt::fmt fmt/format.h)
  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
endif()

if(EMSCRIPTEN)
  losange_headers(Eigen3 Eigen3::Eigen eigen3/Eigen/Core)
  target_include_directories(Eigen3::Eigen INTERFACE /usr/include/eigen3)
else()
  find_package(Eigen3 3.3 REQUIRED NO_MODULE)
endif()
# It would share its products among all cores wherever OpenMP is on, whatever number of threads a player was given; its
# small ones here get slower by it, a hundred times and more where the cores have other work.
target_compile_definitions(Eigen3::Eigen INTERFACE EIGEN_DONT_PARALLELIZE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees uninitialised variables in its own header of AVX-512, which Eigen uses (its bug 105593).
  target_compile_options(Eigen3::Eigen INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
endif()

# OpenMP: alpha-beta by tasks. It comes with g++; clang has it in the package libomp-dev.
# Its runtime is not built for the thread sanitizer, which does not see how it orders threads and would
# call every task a race: that build goes without.
set(LOSANGE_HAS_OPENMP OFF)
if(NOT LOSANGE_SANITIZE MATCHES "thread" AND NOT EMSCRIPTEN)
  find_package(OpenMP QUIET COMPONENTS CXX)
  if(OpenMP_CXX_FOUND)
    set(LOSANGE_HAS_OPENMP ON)
    link_libraries(OpenMP::OpenMP_CXX)  # for all: its pragmas stand in templates, and precompiled headers fit one set of flags
  endif()
endif()

# LibTorch and SFML are for the programs that are linked with them alone (losange_link): LOSANGE_LIBRARIES_* names their
# libraries, LOSANGE_DEFINITIONS_* what their users must be compiled with.

# LibTorch runs and trains the net. AUTO builds it in where it is found.
set(LOSANGE_LIBTORCH AUTO CACHE STRING "Build with LibTorch: AUTO, ON or OFF")
set(LOSANGE_HAS_LIBTORCH OFF)
if(NOT LOSANGE_LIBTORCH STREQUAL "OFF")
  find_package(Torch QUIET)
  if(Torch_FOUND AND LOSANGE_LIBTORCH STREQUAL "AUTO" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang"
     AND Torch_VERSION VERSION_LESS 2)
    # Its headers use vectors of incomplete types, which clang refuses in C++20.
    message(STATUS "LibTorch ${Torch_VERSION} does not compile with clang: left out")
  elseif(Torch_FOUND)
    set(LOSANGE_HAS_LIBTORCH ON)
    set(LOSANGE_LIBRARIES_LIBTORCH ${TORCH_LIBRARIES})
    # Some builds of LibTorch carry headers of another fmt, which would not fit the system's library.
    find_path(LOSANGE_TORCH_FMT fmt/format.h PATHS ${TORCH_INCLUDE_DIRS} NO_DEFAULT_PATH)
    if(LOSANGE_TORCH_FMT)
      set(LOSANGE_DEFINITIONS_LIBTORCH FMT_HEADER_ONLY)
    endif()
  elseif(LOSANGE_LIBTORCH STREQUAL "ON")
    message(FATAL_ERROR "LibTorch is missing: install the package libtorch-dev, or give its folder "
                        "with CMAKE_PREFIX_PATH")
  endif()
endif()

# SFML opens the window. AUTO builds it in where it is found.
set(LOSANGE_SFML AUTO CACHE STRING "Build with SFML: AUTO, ON or OFF")
set(LOSANGE_HAS_SFML OFF)
if(NOT LOSANGE_SFML STREQUAL "OFF")
  find_package(SFML 2.5 COMPONENTS graphics audio window system QUIET)
  if(SFML_FOUND)
    set(LOSANGE_HAS_SFML ON)
    set(LOSANGE_LIBRARIES_SFML sfml-graphics sfml-audio sfml-window sfml-system ${CMAKE_DL_LIBS})
  elseif(LOSANGE_SFML STREQUAL "ON")
    message(FATAL_ERROR "SFML is missing: install the package libsfml-dev")
  endif()
endif()

# Optional: cpp-httplib serves the page to browsers (losange web).
set(LOSANGE_HAS_HTTPLIB OFF)
find_path(HTTPLIB_INCLUDE_DIR httplib.h)
find_library(HTTPLIB_LIBRARY cpp-httplib)
if(HTTPLIB_INCLUDE_DIR AND HTTPLIB_LIBRARY AND NOT EMSCRIPTEN)
  set(LOSANGE_HAS_HTTPLIB ON)
endif()

# MPI joins processes on several machines. AUTO builds it in where it is found.
set(LOSANGE_MPI AUTO CACHE STRING "Build with MPI: AUTO, ON or OFF")
set(LOSANGE_HAS_MPI OFF)
if(NOT LOSANGE_MPI STREQUAL "OFF" AND NOT EMSCRIPTEN)
  find_package(MPI 3.0 QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(LOSANGE_HAS_MPI ON)
  elseif(LOSANGE_MPI STREQUAL "ON")
    message(FATAL_ERROR "MPI is missing: install the package libopenmpi-dev")
  endif()
endif()

# Optional: line editing and history in the terminal.
find_path(LIBEDIT_INCLUDE_DIR histedit.h)
find_library(LIBEDIT_LIBRARY edit)
set(LOSANGE_LIBEDIT OFF)
if(LIBEDIT_INCLUDE_DIR AND LIBEDIT_LIBRARY)
  set(LOSANGE_LIBEDIT ON)
else()
  message(STATUS "libedit is missing: the terminal has no line editing (package libedit-dev)")
endif()

# Whoever plays needs neither: ./test installs both and configures again.
set(LOSANGE_HAS_TESTS OFF)
if(LOSANGE_TESTS)
  find_package(GTest QUIET)
  set(LOSANGE_HAS_TESTS ${GTest_FOUND})
  if(NOT GTest_FOUND)
    message(STATUS "GoogleTest is missing: the tests are left out (packages libgtest-dev and libgmock-dev)")
  endif()
endif()
set(LOSANGE_HAS_BENCH OFF)
if(LOSANGE_BENCH)
  find_package(benchmark QUIET)
  set(LOSANGE_HAS_BENCH ${benchmark_FOUND})
  if(NOT benchmark_FOUND)
    message(STATUS "Google Benchmark is missing: the micro-benchmarks are left out (package libbenchmark-dev)")
  endif()
endif()
