// Files of what took long to make.
#pragma once

#include <filesystem>
#include <string_view>

namespace losange::base {

// write_file(), and where that refuses, keep_elsewhere(): the UserError says where it is then.
void write_or_keep_elsewhere(const std::filesystem::path& path, std::string_view content);

}  // namespace losange::base
