# losange_room(NAME [COLD] [EXCEPT file...] USES room...): one library a folder of src/, of all the sources in it but those
# named; NAME is its path, "net/cpu". A room sees its own headers and those of the rooms it USES, and of what those use,
# and nothing else: each has a folder of links to its headers in the build, and only these folders are searched. So an
# include that points upward does not compile; tests/unit/house/floors_test.cpp says which one it was. A COLD room never
# runs in a loop that matters: the time to compile it counts more than its speed.
function(losange_room name)
  cmake_parse_arguments(ROOM "COLD" "" "EXCEPT;USES" ${ARGN})
  losange_target(target ${name})
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(file IN LISTS ROOM_EXCEPT)
    list(REMOVE_ITEM sources ${folder}/${file})
  endforeach()
  if(sources)
    add_library(${target} STATIC ${sources})
    losange_precompile(${target})
    if(ROOM_COLD)
      target_compile_options(${target} PRIVATE -O1)
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  set(view ${PROJECT_BINARY_DIR}/rooms/${target})
  file(MAKE_DIRECTORY ${view}/${name})
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${folder}/*.h)
  foreach(header IN LISTS headers)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${header} ${view}/${header} SYMBOLIC)
  endforeach()
  target_include_directories(${target} ${scope} ${view})
  foreach(other IN LISTS ROOM_USES)
    if(NOT TARGET ${other})
      losange_target(other ${other})
    endif()
    target_link_libraries(${target} ${scope} ${other})
  endforeach()
endfunction()

# The library of a room: losange_net_cpu for net/cpu.
function(losange_target result name)
  string(REPLACE "/" "_" flat ${name})
  set(${result} losange_${flat} PARENT_SCOPE)
endfunction()

# losange_precompile(TARGET): with the headers that most sources include read once. They belong to the lowest room and
# are named there; all that is compiled with the same flags shares them.
function(losange_precompile target)
  if(LOSANGE_PRECOMPILED AND NOT target STREQUAL losange_base)
    target_precompile_headers(${target} REUSE_FROM losange_base)
  endif()
endfunction()

# losange_torch_part(ROOM WITHOUT file... WITH file...): the part of a room that exists twice, with LibTorch
# and without. LibTorch takes half a second to load, so programs choose by what they link:
# losange_link(TARGET) without it, losange_link_torch(TARGET) with it, where it is there.
function(losange_torch_part room)
  cmake_parse_arguments(PART "" "" "WITHOUT;WITH" ${ARGN})
  losange_target(target ${room})
  list(TRANSFORM PART_WITHOUT PREPEND ${PROJECT_SOURCE_DIR}/src/${room}/)
  list(TRANSFORM PART_WITH PREPEND ${PROJECT_SOURCE_DIR}/src/${room}/)
  add_library(${target}_without_libtorch OBJECT ${PART_WITHOUT})
  losange_precompile(${target}_without_libtorch)
  target_link_libraries(${target}_without_libtorch PRIVATE ${target})
  set_property(GLOBAL APPEND PROPERTY LOSANGE_PARTS_WITHOUT_LIBTORCH ${target}_without_libtorch)
  if(LOSANGE_HAS_LIBTORCH)
    add_library(${target}_with_libtorch OBJECT ${PART_WITH})
    target_link_libraries(${target}_with_libtorch PRIVATE ${target})
    losange_with_libtorch(${target}_with_libtorch)
    # Its headers take longer to read than all that follows them: once for all the sources of a part.
    set_target_properties(${target}_with_libtorch PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    set_property(GLOBAL APPEND PROPERTY LOSANGE_PARTS_WITH_LIBTORCH ${target}_with_libtorch)
  endif()
endfunction()

function(losange_link target)
  get_property(parts GLOBAL PROPERTY LOSANGE_PARTS_WITHOUT_LIBTORCH)
  target_link_libraries(${target} PRIVATE losange_commands ${parts})
endfunction()

function(losange_link_torch target)
  if(LOSANGE_HAS_LIBTORCH)
    get_property(parts GLOBAL PROPERTY LOSANGE_PARTS_WITH_LIBTORCH)
    target_link_libraries(${target} PRIVATE losange_commands ${parts} ${TORCH_LIBRARIES})
  else()
    losange_link(${target})
  endif()
endfunction()
