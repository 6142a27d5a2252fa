#include "window/kept/unused_file.h"

#include "base/text.h"

namespace losange::window {

std::filesystem::path unused_file(const std::filesystem::path& wanted, bool counts_on) {
  std::string stem = wanted.stem().string();
  std::int64_t number = 1;
  if (const auto dash = stem.rfind('-'); counts_on && dash != std::string::npos && dash > 0) {
    const auto last = base::parse_integer(stem.substr(dash + 1));
    if (last && *last > 1 && *last < 1'000'000) {
      number = *last;
      stem.resize(dash);
    }
  }
  std::filesystem::path path = wanted;
  std::error_code unknown;
  while (std::filesystem::exists(path, unknown)) {
    path.replace_filename(stem + "-" + std::to_string(++number) + wanted.extension().string());
  }
  return path;
}

}  // namespace losange::window
