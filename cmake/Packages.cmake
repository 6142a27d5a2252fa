# What `cmake --install` puts where, and the packages that CPack makes of it (docs/install.md): the Debian packages losange
# and losange-torch, and an archive that runs from any folder. Components: `program`,
# `torch`, `development`, and `archive` for what only the archive has.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # packages need no tests
set(doc ${CMAKE_INSTALL_DATADIR}/doc)
set(made ${PROJECT_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${made})

# losange_gzip(FILE): FILE.gz as Debian wants it, without a time in it.
find_program(GZIP_PROGRAM gzip REQUIRED)
function(losange_gzip file)
  add_custom_command(OUTPUT ${file}.gz COMMAND ${GZIP_PROGRAM} -9nc ${file} > ${file}.gz DEPENDS ${file} VERBATIM)
endfunction()

# What the program tells of itself, and texts that depend on the version.
add_custom_command(
  OUTPUT ${made}/losange.1 ${made}/losange.bash ${made}/_losange
  COMMAND losange manual > ${made}/losange.1
  COMMAND losange completion bash > ${made}/losange.bash
  COMMAND losange completion zsh > ${made}/_losange
  DEPENDS losange VERBATIM)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^.*authors\n\n" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n" "\n " licence " ${licence}")
string(STRIP "${licence}" licence)
set(licence " ${licence}")
configure_file(${PROJECT_SOURCE_DIR}/packaging/copyright.in ${made}/copyright @ONLY)
set(LOSANGE_DEBIAN_VERSION ${PROJECT_VERSION}-1)
set(LOSANGE_CONTACT "The Losange authors <losange@losange.invalid>")  # Debian wants one: ".invalid" is nobody's
string(TIMESTAMP LOSANGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${PROJECT_SOURCE_DIR}/packaging/changelog.Debian.in ${made}/changelog.Debian @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${made}/changelog COPYONLY)
foreach(file losange.1 changelog changelog.Debian)
  losange_gzip(${made}/${file})
endforeach()
add_custom_target(losange_pages ALL
  DEPENDS ${made}/losange.1.gz ${made}/changelog.gz ${made}/changelog.Debian.gz ${made}/losange.bash ${made}/_losange)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DATADIR}/losange COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/tests/truth/hex-openings.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/losange/truth
  COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/losange.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications
  COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/losange.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
  COMPONENT program)
# What --help names, without pictures, which are larger than all texts.
file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
file(GLOB openings CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/openings/*.txt)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${doc}/losange COMPONENT program)
install(FILES ${texts} DESTINATION ${doc}/losange/docs COMPONENT program)
install(FILES ${openings} DESTINATION ${doc}/losange/docs/openings COMPONENT program)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/icons/losange.svg DESTINATION ${icons}/scalable/apps COMPONENT program)
foreach(size 48 128 256)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/icons/losange-${size}.png DESTINATION ${icons}/${size}x${size}/apps
    RENAME losange.png COMPONENT program)
endforeach()
install(FILES ${made}/losange.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME losange
  COMPONENT program)
install(FILES ${made}/_losange DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${made}/losange.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
set(LOSANGE_NEWER_BUILD "" CACHE PATH
  "A build for newer CPUs whose programs are installed too (commands/start/twins.h)")
if(LOSANGE_NEWER_BUILD)
  foreach(name losange losange-window)
    install(PROGRAMS ${LOSANGE_NEWER_BUILD}/${name} DESTINATION libexec RENAME ${name}-x86-64-v3
      COMPONENT program)
  endforeach()
endif()
foreach(part program torch)
  set(package losange)
  set(twin losange-window)
  if(part STREQUAL "torch")
    set(package losange-torch)
    set(twin losange-torch)
  endif()
  install(FILES ${made}/copyright ${made}/changelog.gz ${made}/changelog.Debian.gz DESTINATION ${doc}/${package}
    COMPONENT ${part})
  file(CREATE_LINK losange.1.gz ${made}/${twin}.1.gz SYMBOLIC)
  install(FILES ${made}/${twin}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${part})
endforeach()

# For the archive alone: what it brings along.
set(programs $<TARGET_FILE:losange> $<TARGET_FILE:losange-window>)
install(CODE "set(programs \"${programs}\")" COMPONENT archive EXCLUDE_FROM_ALL)
install(SCRIPT ${PROJECT_SOURCE_DIR}/packaging/BringAlong.cmake COMPONENT archive EXCLUDE_FROM_ALL)

# find_package(Losange) for other programs: the rules, the searches and the nets.
include(CMakePackageConfigHelpers)
set(cmake_package lib/cmake/Losange)
install(EXPORT LosangeTargets NAMESPACE Losange:: DESTINATION ${cmake_package} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/packaging/LosangeConfig.cmake.in ${made}/LosangeConfig.cmake
  INSTALL_DESTINATION ${cmake_package})
write_basic_package_version_file(${made}/LosangeConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${made}/LosangeConfig.cmake ${made}/LosangeConfigVersion.cmake DESTINATION ${cmake_package}
  COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/examples DESTINATION ${doc}/losange COMPONENT development)

set(CPACK_GENERATOR DEB TXZ)
set(CPACK_PACKAGE_NAME losange)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Hex and draughts: play, study, and train programs that play")
set(CPACK_PACKAGE_VENDOR "The Losange authors")
set(CPACK_PACKAGE_CONTACT ${LOSANGE_CONTACT})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packaging/CPackKinds.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/ForgetPaths.cmake)
# What the archive is called: losange-1.0.0-linux-aarch64.
set(CPACK_PACKAGE_FILE_NAME losange-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME losange)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "fonts-inter | fonts-dejavu-core")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS losange-torch)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Losange plays Hex and draughts in a window, in a terminal and over the
protocols of tournament programs (HTP, Hub, DXP). It studies games, finds
mistakes, and compares programs by matches. Its engine learnt Hex by playing
itself; the nets are included.")
set(CPACK_DEBIAN_TORCH_PACKAGE_NAME losange-torch)
set(CPACK_DEBIAN_TORCH_PACKAGE_DEPENDS "losange (= ${LOSANGE_DEBIAN_VERSION})")
set(CPACK_COMPONENT_TORCH_DESCRIPTION "The part of Losange that needs LibTorch: it trains nets, writes and runs
TorchScript, and runs nets on a graphics card. The program losange goes on in
it by itself.")
include(CPack)
