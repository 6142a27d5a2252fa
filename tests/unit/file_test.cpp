#include "base/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "error_of.h"

namespace losange::base {
namespace {

using testing_errors::error_of;

class FileTest : public testing::Test {
 protected:
  FileTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("losange_file_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(FileTest, WritesWholeFilesAndLeavesNothingBeside) {
  const auto path = folder_ / "game.sgf";
  write_file(path, "one");
  write_file(path, "two\n");
  append_file(path, "three\n");
  EXPECT_EQ(read_file(path), "two\nthree\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(FileTest, AFailedWriteKeepsTheOldFile) {
  const auto path = folder_ / "missing" / "game.sgf";
  EXPECT_NE(error_of([&] { write_file(path, "x"); }).find("No such file"), std::string::npos);
  const auto folder_in_the_way = folder_ / "taken";
  std::filesystem::create_directories(folder_in_the_way / "full");
  EXPECT_NE(error_of([&] { write_file(folder_in_the_way, "x"); }), "");
  EXPECT_TRUE(std::filesystem::is_directory(folder_in_the_way));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(FileTest, LinksAreFollowedAndDevicesStay) {
  const auto path = folder_ / "game.sgf", link = folder_ / "link.sgf";
  write_file(path, "one");
  std::filesystem::create_symlink(path, link);
  write_file(link, "two");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(path), "two");
  // Links to the devices: if these were replaced after all, the machine would keep its own.
  for (const std::string device : {"null", "full"}) {
    std::filesystem::create_symlink("/dev/" + device, folder_ / device);
  }
  write_file(folder_ / "null", "gone");
  EXPECT_EQ(read_file("/dev/null"), "");
  EXPECT_NE(error_of([&] { write_file(folder_ / "full", "x"); }).find("No space left"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(FileTest, ReportsAFullDisk) {
  EXPECT_NE(error_of([] { append_file("/dev/full", "line\n"); }).find("No space left"),
            std::string::npos);
}

TEST_F(FileTest, ExplainsWhatCannotBeRead) {
  EXPECT_NE(error_of([&] { read_file(folder_ / "none.sgf"); }).find("cannot open"),
            std::string::npos);
  EXPECT_NE(error_of([&] { read_file(folder_); }).find("directory"), std::string::npos);
  write_file(folder_ / "large", std::string(3 << 20, 'x'));
  EXPECT_NE(error_of([&] { read_file(folder_ / "large", 1 << 20); }).find("larger than 1 MiB"),
            std::string::npos);
}

}  // namespace
}  // namespace losange::base
