cmake_minimum_required(VERSION 3.25)
# Writes OUTPUT with the commit of SOURCE, and leaves it alone when nothing changed.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define LOSANGE_COMMIT \"@commit@\"\n" @ONLY)
