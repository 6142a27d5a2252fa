// A path for a test's files that no other test process uses: ctest runs many at once. What lies there when the process ends is
// removed.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <system_error>

namespace losange::testing_files {

// Of this process alone: a child that it forks leaves them to it.
struct TemporaryPlaces {
  const ::pid_t owner = ::getpid();
  std::set<std::filesystem::path> paths;

  TemporaryPlaces() = default;
  TemporaryPlaces(const TemporaryPlaces&) = delete;
  TemporaryPlaces& operator=(const TemporaryPlaces&) = delete;
  ~TemporaryPlaces() {
    if (::getpid() != owner) return;
    std::error_code ignored;
    for (const auto& path : paths) std::filesystem::remove_all(path, ignored);
  }
};

inline std::filesystem::path temporary(const std::string& name) {
  static TemporaryPlaces places;
  return *places.paths
              .insert(std::filesystem::temp_directory_path() /
                      ("losange_test_" + std::to_string(::getpid()) + "_" + name))
              .first;
}

}  // namespace losange::testing_files
