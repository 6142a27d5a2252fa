# One set of flags for every target: the result of floating-point arithmetic
# does not depend on the machine (no contraction), and sanitizers come from LOSANGE_SANITIZE.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Warnings are errors with the compilers that CI builds with, and wherever CI is set. Other versions know other warnings,
# which must not keep anyone from building.
set(werror OFF)
if(DEFINED ENV{CI}
   OR (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12[.]")
   OR (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^1[45][.]"))
  set(werror ON)
endif()
option(LOSANGE_WERROR "Warnings are errors" ${werror})
set(warnings -Wall -Wextra)
if(LOSANGE_WERROR)
  list(APPEND warnings -Werror)
endif()
add_compile_options(${warnings} -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # False alarms on json.at("key"), whose reference belongs to the JSON and not to the key.
  add_compile_options(-Wno-dangling-reference)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on std::string in g++ 12 (its bug 105651), in precompiled headers of more kinds.
  add_compile_options(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 vectorises the loops over a bitboard's few words at a loss: floods on 13x13 and 19x19 run
  # 1.3 to 1.7 times faster without (bench: UniformPlayout).
  add_compile_options(-fno-tree-loop-vectorize)
  # g++ looks for memory to give back from 128 MiB on. Where there is enough of it, later: 4 % off 51 sources drawn at random.
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
  if(memory GREATER 6000)
    add_compile_options(--param=ggc-min-heapsize=524288)
  endif()
endif()
set(LOSANGE_QUICK -Og)  # to compile, for what never runs in a loop that matters
if(EMSCRIPTEN)
  set(LOSANGE_QUICK -O1)  # does not know the other
  # Exceptions as the browser's own: by JavaScript each call that may throw would cost a detour.
  add_compile_options(-msimd128 -pthread -fwasm-exceptions)
  add_link_options(-msimd128 -pthread -fwasm-exceptions)
  include_directories(BEFORE SYSTEM ${PROJECT_SOURCE_DIR}/src/web/lacking)
endif()
if(LOSANGE_SANITIZE)
  add_compile_options(-fsanitize=${LOSANGE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LOSANGE_SANITIZE})
endif()
if(LOSANGE_FUZZ)  # the fuzzer is led by what the parsers cover, wherever they stand
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# Precompiled headers halve a first build, ccache spares a second one of the same source; a precompiled header differs in
# every folder, so that ccache would find nothing.
option(LOSANGE_PRECOMPILED "Read the most used headers once (g++); OFF leaves the saving to ccache, where it is" ON)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(LOSANGE_PRECOMPILED OFF)
elseif(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # On x86-64 it cannot use, with -Og, what was precompiled with -O3, and would say so: cold rooms read their headers then.
  set(CMAKE_PCH_WARN_INVALID OFF)
endif()
set(LOSANGE_UNITED OFF)  # the sources of a room compiled as one (Rooms.cmake)
if(LOSANGE_PRECOMPILED OR EMSCRIPTEN)
  set(LOSANGE_UNITED ON)
endif()
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT LOSANGE_PRECOMPILED)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  if(EMSCRIPTEN)  # which it does not know by name
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_COMPILERTYPE=clang ${CCACHE_PROGRAM})
  endif()
endif()
