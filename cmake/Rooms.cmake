# losange_room(NAME SOURCES file... USES room...): one library a folder. What a room may include is
# what it USES, so the linker keeps the floors apart; tests/unit/floors_test.cpp checks the includes.
function(losange_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES" ${ARGN})
  if(ROOM_SOURCES)
    add_library(losange_${name} STATIC ${ROOM_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(losange_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(losange_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
  foreach(other IN LISTS ROOM_USES)
    if(TARGET ${other})
      target_link_libraries(losange_${name} ${scope} ${other})
    else()
      target_link_libraries(losange_${name} ${scope} losange_${other})
    endif()
  endforeach()
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
