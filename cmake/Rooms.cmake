# The rooms that other programs may link.
set(LOSANGE_FOR_OTHERS "^(base|game|hex|draughts|search|net)(/|$)")

# losange_room(NAME [COLD] [EXCEPT file...] USES room...): one library a folder of src/, of all the sources in it but those
# named; NAME is its path, "net/cpu". A room sees its own headers and those of the rooms it USES, and of what those use,
# and nothing else: each has a folder of links to its headers in the build, and only these folders are searched. So an
# include that points upward does not compile; tests/unit/house/floors_test.cpp says which one it was, and finds it
# between rooms of a wing too, which see each other's headers. A COLD room never runs in a loop that matters: the time to
# compile it counts more than its speed.
function(losange_room name)
  cmake_parse_arguments(ROOM "COLD" "" "EXCEPT;USES" ${ARGN})
  losange_target(target ${name})
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(file IN LISTS ROOM_EXCEPT)
    list(REMOVE_ITEM sources ${folder}/${file})
  endforeach()
  get_property(wing GLOBAL PROPERTY LOSANGE_WING_OF_${target})
  if(wing AND NOT ROOM_COLD)
    message(FATAL_ERROR "${name} is in a wing, which is compiled quickly rather than well: it must be COLD")
  endif()
  set(scope INTERFACE)
  if(wing OR NOT sources)
    add_library(${target} INTERFACE)
  else()
    set(scope PUBLIC)
    add_library(${target} STATIC)
    losange_compile_room(${target} ${ROOM_COLD})
  endif()
  set(compiled ${target})
  if(wing)
    set(compiled ${wing})
    target_link_libraries(${target} INTERFACE $<LINK_ONLY:${wing}>)
    target_link_libraries(${wing} PRIVATE ${target})
  endif()
  if(sources)
    target_sources(${compiled} PRIVATE ${sources})
  endif()
  set(view ${PROJECT_BINARY_DIR}/rooms/${target})
  file(MAKE_DIRECTORY ${view}/${name})
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${folder}/*.h)
  foreach(header IN LISTS headers)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${header} ${view}/${header} SYMBOLIC)
  endforeach()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${view}> $<INSTALL_INTERFACE:include/losange>)
  foreach(other IN LISTS ROOM_USES)
    if(NOT TARGET ${other})
      losange_target(other ${other})
    endif()
    target_link_libraries(${target} ${scope} ${other})
  endforeach()
  if(name MATCHES "${LOSANGE_FOR_OTHERS}")
    losange_export(${target})
    install(DIRECTORY ${folder}/ DESTINATION include/losange/${name} COMPONENT development FILES_MATCHING PATTERN *.h)
  endif()
endfunction()

# How a room is compiled, or several of them as one.
function(losange_compile_room target cold)
  losange_precompile(${target})
  losange_unite(${target})
  if(cold)
    target_compile_options(${target} PRIVATE ${LOSANGE_QUICK})
  else()
    set_property(GLOBAL APPEND PROPERTY LOSANGE_HOT_ROOMS ${target})
  endif()
endfunction()

# losange_wing(NAME room...): COLD rooms that are compiled as one, where those of a room are: they include the same headers and
# finish the same templates, so together they take half the time. Named before the rooms. All of them are used by the same
# programs, and no two of their sources give one name to different things.
function(losange_wing name)
  if(NOT LOSANGE_UNITED)
    return()
  endif()
  set(wing losange_wing_${name})
  add_library(${wing} STATIC)
  losange_compile_room(${wing} TRUE)
  foreach(room IN LISTS ARGN)
    losange_target(target ${room})
    set_property(GLOBAL PROPERTY LOSANGE_WING_OF_${target} ${wing})
  endforeach()
  if(ARGN MATCHES "${LOSANGE_FOR_OTHERS}")
    losange_export(${wing})
  endif()
endfunction()

# What other programs may link (packaging/LosangeConfig.cmake): Losange::hex_board is losange_hex_board.
function(losange_export target)
  string(REGEX REPLACE "^losange_" "" name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} INTERFACE cxx_std_20)
  install(TARGETS ${target} EXPORT LosangeTargets
    ARCHIVE DESTINATION lib/losange COMPONENT development
    OBJECTS DESTINATION lib/losange COMPONENT development)
endfunction()

# The library of a room: losange_net_cpu for net/cpu.
function(losange_target result name)
  string(REPLACE "/" "_" flat ${name})
  set(${result} losange_${flat} PARENT_SCOPE)
endfunction()

# losange_precompile(TARGET): with the headers that most sources include read once. They belong to the lowest room and
# are named there; all that is compiled with the same flags shares them, but what lies below it.
function(losange_precompile target)
  if(LOSANGE_PRECOMPILED AND NOT target MATCHES "^losange_base(_containers)?$")
    target_precompile_headers(${target} REUSE_FROM losange_base)
  endif()
endfunction()

# losange_unite(TARGET): its sources compiled as one, but those with options of their own: small rooms take half the time.
# So no two sources of a room give one name to different things. What a source leaves out and another brings is found by
# builds without this, as with precompiled headers; so are these two warnings, which are wrong about several sources in one.
function(losange_unite target)
  if(LOSANGE_UNITED)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
  if(LOSANGE_PRECOMPILED)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-maybe-uninitialized)
  endif()
endfunction()

# losange_part(LIBRARY ROOM WITHOUT file... WITH file...): the part of a room that exists twice, with LIBTORCH or SFML and
# without. LibTorch takes half a second to load, SFML the libraries of a desktop, so programs choose by what they link.
function(losange_part library room)
  cmake_parse_arguments(PART "" "" "WITHOUT;WITH" ${ARGN})
  losange_target(target ${room})
  set(ways WITHOUT)
  if(LOSANGE_HAS_${library})
    list(APPEND ways WITH)
  endif()
  foreach(way IN LISTS ways)
    list(TRANSFORM PART_${way} PREPEND ${PROJECT_SOURCE_DIR}/src/${room}/)
    string(TOLOWER ${target}_${way}_${library} part)
    add_library(${part} OBJECT ${PART_${way}})
    target_link_libraries(${part} PRIVATE ${target})
    set_property(GLOBAL APPEND PROPERTY LOSANGE_PARTS_${way}_${library} ${part})
    if(way STREQUAL "WITHOUT")
      losange_precompile(${part})
    else()
      target_link_libraries(${part} PRIVATE ${LOSANGE_LIBRARIES_${library}})
      target_compile_definitions(${part} PRIVATE ${LOSANGE_DEFINITIONS_${library}})
      if(LOSANGE_UNITED OR library STREQUAL "LIBTORCH")
        # Its headers take longer to read than all that follows them: once for all the sources of a part. LibTorch's take
        # so long that this is worth it in every build.
        set_target_properties(${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
      endif()
      if(library STREQUAL "LIBTORCH")  # the arithmetic is done inside it
        target_compile_options(${part} PRIVATE ${LOSANGE_QUICK})
      endif()
    endif()
  endforeach()
endfunction()

# The parts without it alone, for programs that have no commands.
function(losange_link_without_torch target)
  get_property(parts GLOBAL PROPERTY LOSANGE_PARTS_WITHOUT_LIBTORCH)
  target_link_libraries(${target} PRIVATE ${parts} ${ARGN})
endfunction()

# losange_uses(RESULT TARGET): the rooms that a target is linked with, and those that these use.
function(losange_uses result target)
  set(seen)
  set(next ${target})
  while(next)
    list(POP_FRONT next one)
    get_target_property(uses ${one} INTERFACE_LINK_LIBRARIES)
    get_target_property(type ${one} TYPE)
    if(type STREQUAL EXECUTABLE)
      get_target_property(uses ${one} LINK_LIBRARIES)
    endif()
    foreach(use IN LISTS uses)
      if(use MATCHES "^losange_[a-z_]+$" AND TARGET ${use} AND NOT use IN_LIST seen)
        list(APPEND seen ${use})
        list(APPEND next ${use})
      endif()
    endforeach()
  endwhile()
  set(${result} ${seen} PARENT_SCOPE)
endfunction()

# losange_hot_first(TARGET): what is worth the optimiser's time comes before all else that is linked. Of a function that
# several rooms compiled from one header, and none put in line, the linker takes the first it meets: it must not be that of a
# COLD room, for a hot loop would call it.
function(losange_hot_first target)
  losange_uses(used ${target})
  get_property(hot GLOBAL PROPERTY LOSANGE_HOT_ROOMS)
  foreach(room IN LISTS hot)
    if(room IN_LIST used)
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${room}>)
    endif()
  endforeach()
endfunction()

# losange_link(TARGET [PLAY] [LIBTORCH] [SFML]): the whole program, or the part of it that plays, with these where they are
# there.
function(losange_link target)
  cmake_parse_arguments(LINK "PLAY" "" "" ${ARGN})
  set(rooms losange_commands)
  if(LINK_PLAY)
    set(rooms losange_commands_start)
  endif()
  target_link_libraries(${target} PRIVATE ${rooms})
  foreach(library SFML LIBTORCH)  # what is optimised first
    set(way WITHOUT)
    if(library IN_LIST ARGN AND LOSANGE_HAS_${library})
      set(way WITH)
      target_link_libraries(${target} PRIVATE ${LOSANGE_LIBRARIES_${library}})
      target_compile_definitions(${target} PRIVATE ${LOSANGE_DEFINITIONS_${library}})
    endif()
    get_property(parts GLOBAL PROPERTY LOSANGE_PARTS_${way}_${library})
    if(LINK_PLAY)
      list(FILTER parts EXCLUDE REGEX ^losange_train_)  # nobody learns there
    endif()
    target_link_libraries(${target} PRIVATE ${parts})
  endforeach()
  losange_hot_first(${target})
endfunction()
