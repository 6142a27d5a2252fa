// The page as files: made by the preset `web`, found beside the program as models are, held in memory by who serves it,
// so that nothing but these files can ever be asked for.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace losange::web {

struct SiteFile {
  std::string type;  // as browsers are told: "text/html; charset=utf-8"
  std::string content;
};
// By its name in an address: "index.html", "models/hex.safetensors".
using Site = std::map<std::string, SiteFile, std::less<>>;

// The folder of the site: `wished`, or else the one that was built. Throws base::UserError where there is none.
std::filesystem::path site_folder(const std::string& wished);
Site read_site(const std::filesystem::path& folder);
// Writes all of it into a folder, which may not hold anything else. Throws base::UserError.
void export_site(const Site& site, const std::filesystem::path& folder);

}  // namespace losange::web
