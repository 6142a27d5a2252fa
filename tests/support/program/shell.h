// A command line as people type it in a folder: its exit code and all it wrote. The folder keeps the two
// files that caught the output.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/system/file.h"

namespace losange::testing_files {

struct Ran {
  int code = -1;
  std::string out, err;
};

inline Ran run_shell(const std::filesystem::path& folder, const std::string& command) {
  const auto out = folder / "stdout", err = folder / "stderr";
  const int status = std::system(
      ("cd " + folder.string() + " && { " + command + "; } >" + out.string() + " 2>" + err.string())
          .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, base::read_file(out),
          base::read_file(err)};
}

}  // namespace losange::testing_files
