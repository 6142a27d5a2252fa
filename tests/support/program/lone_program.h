// A copy of `losange` without its twin beside it: commands that would continue in the twin with LibTorch, which takes
// long to load, then do without. For tests to which LibTorch means nothing. The copy lives as long as this does.
#pragma once

#include <filesystem>
#include <string>

#include "places.h"
#include "temporary.h"

namespace losange::testing_places {

class LoneProgram {
 public:
  LoneProgram() {
    std::filesystem::copy_file(program(), path_, std::filesystem::copy_options::overwrite_existing);
  }
  ~LoneProgram() { std::filesystem::remove(path_); }
  LoneProgram(const LoneProgram&) = delete;
  LoneProgram& operator=(const LoneProgram&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_ = testing_files::temporary("lone_losange");
};

}  // namespace losange::testing_places
