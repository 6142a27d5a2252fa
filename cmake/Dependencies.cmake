# Libraries from Debian. The names of the packages stand in tools/packages.txt.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

# Optional: line editing and history in the terminal.
find_path(LIBEDIT_INCLUDE_DIR histedit.h)
find_library(LIBEDIT_LIBRARY edit)
set(LOSANGE_LIBEDIT OFF)
if(LIBEDIT_INCLUDE_DIR AND LIBEDIT_LIBRARY)
  set(LOSANGE_LIBEDIT ON)
else()
  message(STATUS "libedit is missing: the terminal has no line editing (package libedit-dev)")
endif()

if(LOSANGE_TESTS)
  find_package(GTest REQUIRED)
endif()
if(LOSANGE_BENCH)
  find_package(benchmark REQUIRED)
endif()
