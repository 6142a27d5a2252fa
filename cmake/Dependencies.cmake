# Libraries from Debian. The names of the packages stand in tools/packages.txt.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

find_path(LIBEDIT_INCLUDE_DIR editline/readline.h)
find_library(LIBEDIT_LIBRARY edit)
if(NOT LIBEDIT_INCLUDE_DIR OR NOT LIBEDIT_LIBRARY)
  message(FATAL_ERROR "libedit is missing: install the package libedit-dev")
endif()

if(LOSANGE_TESTS)
  find_package(GTest REQUIRED)
endif()
if(LOSANGE_BENCH)
  find_package(benchmark REQUIRED)
endif()
