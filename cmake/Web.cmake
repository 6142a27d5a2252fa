# The build for browsers (preset `web`): by emscripten, with Debian's libraries of headers. All of /usr/include would hide
# the compiler's own C library, so that each library is seen through a link to its folder.
function(losange_web_headers target header)
  string(REGEX REPLACE "/.*" "" folder ${header})
  if(NOT EXISTS /usr/include/${header})
    message(FATAL_ERROR "/usr/include/${header} is missing: install the packages of tools/packages.txt")
  endif()
  set(view ${PROJECT_BINARY_DIR}/headers/${folder})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK /usr/include/${folder} ${view}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} INTERFACE ${view})
endfunction()
