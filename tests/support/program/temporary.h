// A path for a test's files that no other test process uses: ctest runs many at once.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace losange::testing_files {

inline std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("losange_test_" + std::to_string(::getpid()) + "_" + name);
}

}  // namespace losange::testing_files
