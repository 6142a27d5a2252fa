#include "web/server/site.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "base/system/file.h"

namespace losange::web {

namespace {

namespace fs = std::filesystem;

std::string type_of(const fs::path& name) {
  static const std::map<std::string, std::string> types{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".webmanifest", "application/manifest+json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".otf", "font/otf"},
      {"", "text/plain; charset=utf-8"},  // LICENSE
  };
  const auto found = types.find(name.extension().string());
  return found != types.end() ? found->second : "application/octet-stream";
}

}  // namespace

fs::path site_folder(const std::string& wished) {
  std::error_code missing;
  const auto is_site = [&](const fs::path& folder) {
    return fs::exists(folder / "index.html", missing) &&
           fs::exists(folder / "losange.wasm", missing);
  };
  if (!wished.empty()) {
    if (is_site(wished)) return wished;
    throw base::UserError(fmt::format(
        "{} holds no page of Losange: name a folder that losange web --export wrote", wished));
  }
  const auto here = base::program_folder();
  for (const auto& place : {here / "site", here.parent_path() / "web" / "site",
                            here.parent_path() / "share" / "losange" / "site"}) {
    if (is_site(place)) return place;
  }
  throw base::UserError(
      "the page is not here: ./losange web in the sources of Losange builds it; --site names its "
      "folder");
}

Site read_site(const fs::path& folder) {
  Site site;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error); !error && at != fs::end(at);
       at.increment(error)) {
    if (!at->is_regular_file()) continue;
    const auto name = at->path().lexically_relative(folder);
    site[name.generic_string()] = {type_of(name), base::read_file(at->path())};
  }
  if (error)
    throw base::UserError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  return site;
}

void export_site(const Site& site, const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error)) {
    // One that holds an older page is renewed; what else lies there is nobody's to touch.
    const bool page = fs::exists(folder / "service-worker.js", error) ||
                      (fs::is_directory(folder, error) && fs::is_empty(folder, error));
    if (!page)
      throw base::UserError(
          fmt::format("{} holds something else: name a new folder", folder.string()));
  }
  for (const auto& [name, file] : site) {
    const auto path = folder / name;
    base::make_folder(path.parent_path());
    base::write_file(path, file.content);
  }
}

}  // namespace losange::web
