# Run when the component `archive` is installed, with `programs` set: copies the libraries they use to lib/losange, where
# they look first, the fonts, and everybody's licence. Not those libraries that belong to the machine: glibc, the C++
# library, those of the graphics driver and of X, beside which a newer driver could not be loaded, nor zlib, which is
# everywhere.
set(root $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} RESOLVED_DEPENDENCIES_VAR libraries
  POST_EXCLUDE_REGEXES
  "/(ld-linux-.*|lib(c|m|dl|pthread|rt|resolv|stdc\\+\\+|gcc_s|z))\\.so"
  "/lib(GL|EGL|OpenGL|X|xcb|udev|asound|drm|cap)[A-Za-z0-9_-]*\\.so")

# licence_of(FILE): the licence of the package that a file came with.
function(licence_of file)
  get_filename_component(file ${file} REALPATH)
  string(REGEX REPLACE "^/usr" "" below_root ${file})  # where some packages still say they put it
  foreach(name ${file} ${below_root})
    execute_process(COMMAND dpkg-query -S ${name} OUTPUT_VARIABLE owner ERROR_QUIET RESULT_VARIABLE unknown)
    string(REGEX REPLACE "[:,].*$" "" owner "${owner}")
    if(unknown EQUAL 0)
      file(COPY_FILE /usr/share/doc/${owner}/copyright ${root}/share/doc/losange/licences/${owner})
    endif()
  endforeach()
endfunction()

file(MAKE_DIRECTORY ${root}/share/doc/losange/licences)
foreach(library IN LISTS libraries)
  file(COPY ${library} DESTINATION ${root}/lib/losange FOLLOW_SYMLINK_CHAIN)
  licence_of(${library})
endforeach()
foreach(font Inter-Regular.otf Inter-SemiBold.otf)
  file(COPY /usr/share/fonts/opentype/inter/${font} DESTINATION ${root}/share/losange/fonts)
  licence_of(/usr/share/fonts/opentype/inter/${font})
endforeach()
