#include "base/system/rescue.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/system/file.h"

namespace losange::base {

void write_or_keep_elsewhere(const std::filesystem::path& path, std::string_view content) {
  try {
    write_file(path, content);
  } catch (const UserError& error) {
    const auto kept = keep_elsewhere(path, content);
    if (!kept) throw;
    throw UserError(fmt::format("{}. It is kept in {}: move it to {}", error.what(), kept->string(),
                                path.string()));
  }
}

}  // namespace losange::base
