# Read by CPack once for each kind of package. The archive is without LibTorch, which is twenty times as large.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_COMPONENTS_ALL program torch)
else()
  set(CPACK_COMPONENTS_ALL program archive)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
