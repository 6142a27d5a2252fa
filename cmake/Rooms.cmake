# losange_room(NAME SOURCES file... USES room...): one library a folder of src/; NAME is its path.
# A room sees its own headers and those of the rooms it USES, and of what those use, and nothing else: each has a folder
# of links to its headers in the build, and only these folders are searched. So an include that points upward does not
# compile; tests/unit/floors_test.cpp says which one it was.
function(losange_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES" ${ARGN})
  losange_target(target ${name})
  if(ROOM_SOURCES)
    add_library(${target} STATIC ${ROOM_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  set(view ${PROJECT_BINARY_DIR}/rooms/${target})
  file(MAKE_DIRECTORY ${view}/${name})
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/${name}/*.h)
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

# losange_torch_part(ROOM PLAIN file... TORCH file...): the part of a room that exists twice, with LibTorch
# and without. LibTorch takes half a second to load, so programs choose by what they link:
# losange_link(TARGET) without it, losange_link_torch(TARGET) with it, where it is there.
function(losange_torch_part room)
  cmake_parse_arguments(PART "" "" "PLAIN;TORCH" ${ARGN})
  add_library(losange_${room}_plain OBJECT ${PART_PLAIN})
  target_link_libraries(losange_${room}_plain PRIVATE losange_${room})
  if(LOSANGE_HAS_LIBTORCH)
    add_library(losange_${room}_torch OBJECT ${PART_TORCH})
    target_link_libraries(losange_${room}_torch PRIVATE losange_${room})
    losange_with_libtorch(${room}_torch)
  endif()
endfunction()

function(losange_link target)
  target_link_libraries(${target} PRIVATE losange_commands losange_net_plain losange_train_plain)
endfunction()

function(losange_link_torch target)
  if(LOSANGE_HAS_LIBTORCH)
    target_link_libraries(${target} PRIVATE
      losange_commands losange_net_torch losange_train_torch ${TORCH_LIBRARIES})
  else()
    losange_link(${target})
  endif()
endfunction()
