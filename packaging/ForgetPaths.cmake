# Run by CPack on what it is about to pack: programs of a Debian package use the libraries of its dependencies, and look
# nowhere else.
cmake_minimum_required(VERSION 3.25)
if(CPACK_GENERATOR STREQUAL "DEB")
  file(GLOB_RECURSE programs ${CPACK_TEMPORARY_DIRECTORY}/losange*)
  list(FILTER programs INCLUDE REGEX "/(bin|libexec)/losange[^/]*$")
  foreach(program IN LISTS programs)
    file(RPATH_REMOVE FILE ${program})
  endforeach()
endif()
