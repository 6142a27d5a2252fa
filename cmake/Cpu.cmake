# Which CPUs the program is compiled for. What runs a net is compiled for many and chosen at run time whatever is said here
# (src/net/CMakeLists.txt); the rest needs no more than these.
set(LOSANGE_X86_64_LEVEL "" CACHE STRING
  "The level of x86-64 (1, 2, 3) that a CPU must have to run the program; empty: that of this machine")

# losange_x86_64_level(RESULT): 3 has AVX2 and BMI (CPUs since about 2013), 2 has POPCNT, which searches count with (since about
# 2009). What is compiled elsewhere than on x86-64 is for level 2.
function(losange_x86_64_level result)
  set(level 2)
  if(EXISTS /proc/cpuinfo AND NOT CMAKE_CROSSCOMPILING)
    file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
    set(there 0)
    foreach(flag abm avx2 bmi1 bmi2 f16c fma movbe)
      if("${flags} " MATCHES " ${flag} ")
        math(EXPR there "${there} + 1")
      endif()
    endforeach()
    if(there EQUAL 7)
      set(level 3)
    elseif(flags AND NOT "${flags} " MATCHES " popcnt ")
      set(level 1)
    endif()
  endif()
  set(${result} ${level} PARENT_SCOPE)
endfunction()

# losange_native_flags(RESULT): those of this very machine. On arm64 they are made of what the system says that the CPU has:
# the compiler's own -mcpu=native knows a CPU by its name (g++ 12 takes the dot product from a Neoverse-V1, clang 14 gives it
# the scalable vectors that a virtual machine may hide).
function(losange_native_flags result)
  set(flags -march=native)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo features REGEX "^Features" LIMIT_COUNT 1)
    string(APPEND features " ")
    set(flags -mcpu=generic)
    foreach(feature
        crc32=crc atomics=lse asimdhp=fp16 asimddp=dotprod i8mm=i8mm bf16=bf16 lrcpc=rcpc)
      string(REPLACE "=" ";" names ${feature})
      list(GET names 0 there)
      list(GET names 1 extension)
      if(features MATCHES " ${there} ")
        string(APPEND flags +${extension})
      endif()
    endforeach()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND flags -mtune=native)
    endif()
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(flags -mcpu=native)
  endif()
  set(${result} ${flags} PARENT_SCOPE)
endfunction()

if(LOSANGE_NATIVE)
  losange_native_flags(native)
  add_compile_options(${native})
elseif(CMAKE_CXX_FLAGS MATCHES "-m(arch|cpu|tune)=")
  # Who chose for himself is not corrected.
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
  set(LOSANGE_NEEDED_LEVEL ${LOSANGE_X86_64_LEVEL})  # src/cpu_check.cpp says so where it is not there
  if(NOT LOSANGE_NEEDED_LEVEL)
    losange_x86_64_level(LOSANGE_NEEDED_LEVEL)
  endif()
  string(REPLACE "x86-64-v1" "x86-64" level -march=x86-64-v${LOSANGE_NEEDED_LEVEL})
  add_compile_options(${level})
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The instructions of every arm64 CPU, in an order that suits those of servers and desktops: random games are a tenth
  # faster than in g++'s general one (bench: RandomGame).
  add_compile_options(-mtune=neoverse-n1)
endif()
