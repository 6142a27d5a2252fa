// The page's files, and who may ask for them.
#include "web/server/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/system/file.h"
#include "temporary.h"
#include "web/server/server.h"

namespace losange::web {
namespace {

using testing::HasSubstr;

std::filesystem::path made_site(const std::string& name) {
  auto folder = testing_files::temporary(name);
  std::filesystem::remove_all(folder);
  base::make_folder(folder / "models");
  base::write_file(folder / "index.html", "<html>");
  base::write_file(folder / "losange.wasm", "asm");
  base::write_file(folder / "service-worker.js", "//");
  base::write_file(folder / "models" / "hex.safetensors", "net");
  return folder;
}

TEST(Site, HoldsEveryFileByItsNameAndType) {
  const auto folder = made_site("site");
  const Site site = read_site(site_folder(folder.string()));
  ASSERT_EQ(site.size(), 4u);
  EXPECT_EQ(site.at("index.html").type, "text/html; charset=utf-8");
  EXPECT_EQ(site.at("losange.wasm").type, "application/wasm");
  EXPECT_EQ(site.at("models/hex.safetensors").content, "net");
  std::filesystem::remove_all(folder);
}

TEST(Site, AFolderWithoutAPageIsRefused) {
  EXPECT_THROW(site_folder(std::filesystem::temp_directory_path().string()), base::UserError);
}

TEST(Site, IsExportedIntoNewFoldersAndRenewsOnlyPages) {
  const auto folder = made_site("site-from");
  const auto to = testing_files::temporary("site-to");
  std::filesystem::remove_all(to);
  const Site site = read_site(folder);
  export_site(site, to);
  EXPECT_EQ(base::read_file(to / "models" / "hex.safetensors"), "net");
  export_site(site, to);  // an older page
  const auto other = testing_files::temporary("site-other");
  base::make_folder(other);
  base::write_file(other / "thesis.txt", "years of work");
  EXPECT_THROW(export_site(site, other), base::UserError);
  EXPECT_FALSE(std::filesystem::exists(other / "index.html"));
  for (const auto& made : {folder, to, other}) std::filesystem::remove_all(made);
}

TEST(Site, OnlyNamesOfThisMachineAreAnswered) {
  for (const char* host : {"127.0.0.1:8080", "localhost:1", "localhost", "[::1]:5", "[::1]"})
    EXPECT_TRUE(host_is_ours(host, "127.0.0.1")) << host;
  for (const char* host :
       {"", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example:80"})
    EXPECT_FALSE(host_is_ours(host, "127.0.0.1")) << host;
  EXPECT_TRUE(host_is_ours("games.example", "0.0.0.0")) << "opened to others by who started it";
}

TEST(Site, ABrowserOfThisMachineIsToldAnAddressItCanOpen) {
  EXPECT_EQ(url_of("127.0.0.1", 80), "http://127.0.0.1:80/");
  EXPECT_EQ(url_of("::1", 80), "http://[::1]:80/");
  EXPECT_EQ(url_of("0.0.0.0", 80), "http://127.0.0.1:80/");
}

TEST(Site, EveryAnswerIsolatesThePage) {
  const auto& headers = site_headers();
  EXPECT_EQ(headers.at("Cross-Origin-Opener-Policy"), "same-origin");
  EXPECT_EQ(headers.at("Cross-Origin-Embedder-Policy"), "require-corp");
  EXPECT_THAT(headers.at("Content-Security-Policy"), HasSubstr("default-src 'none'"));
}

}  // namespace
}  // namespace losange::web
