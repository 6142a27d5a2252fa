#include "commands/common/programs.h"

#include "base/system/file.h"

namespace losange::commands {

std::string program_beside(const char* name) {
  const auto folder = base::program_folder();
  return (folder.filename() == "libexec" ? folder.parent_path() / "bin" : folder) / name;
}

}  // namespace losange::commands
