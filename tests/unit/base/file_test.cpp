#include "base/system/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "base/error.h"
#include "base/system/claim.h"
#include "error_of.h"
#include "surroundings.h"

namespace losange::base {
namespace {

using ::testing::HasSubstr;
using testing_errors::error_of;
using testing_files::SmallFilesOnly;

class FileTest : public testing::Test {
 protected:
  FileTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("losange_file_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileTest() override { std::filesystem::remove_all(folder_); }

  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      found.insert(entry.path().filename().string());
    }
    return found;
  }

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
  EXPECT_THAT(error_of([] { append_file("/dev/full", "line\n"); }),
              HasSubstr("No space left on device: make room there"));
}

// A limit on the size of files does to a plain file what a full disk does: some bytes are taken, then no more.
TEST_F(FileTest, AFullDiskLeavesWhatWasThereAndNothingElse) {
  const std::string large(100'000, 'x');
  write_file(folder_ / "old", "old");
  write_file(folder_ / "log", "line\n");
  const SmallFilesOnly limit(4096);
  EXPECT_THAT(error_of([&] { write_file(folder_ / "old", large); }), HasSubstr("File too large"));
  EXPECT_NE(error_of([&] { write_file(folder_ / "new", large); }), "");
  EXPECT_NE(error_of([&] { append_file(folder_ / "log", large); }), "");
  EXPECT_NE(error_of([&] { append_file(folder_ / "new log", large); }), "");
  GrowingFile growing(folder_ / "growing", GrowingFile::From::Nothing);
  growing.append("first\n");
  EXPECT_NE(error_of([&] { growing.append(large); }), "");
  growing.append("second\n");
  EXPECT_EQ(read_file(folder_ / "old"), "old");
  EXPECT_EQ(read_file(folder_ / "log"), "line\n");
  EXPECT_EQ(read_file(folder_ / "growing"), "first\nsecond\n");
  EXPECT_EQ(names(), (std::set<std::string>{"old", "log", "growing"}));
}

TEST_F(FileTest, FoldersAndLinksThatLeadNowhere) {
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THAT(error_of([&] { write_file(folder_ / "empty", "x"); }),
              HasSubstr("name a file in it"));
  EXPECT_THAT(error_of([&] { append_file(folder_ / "empty", "x"); }), HasSubstr("directory"));
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "empty"));
  std::filesystem::create_symlink("later", folder_ / "link");
  write_file(folder_ / "link", "one");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "later"), "one");
  std::filesystem::create_symlink("ring", folder_ / "ring");
  EXPECT_NE(error_of([&] { write_file(folder_ / "ring", "x"); }), "");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "ring"));
}

TEST_F(FileTest, MakesFoldersOrSaysWhyNot) {
  make_folder(folder_ / "one" / "two");
  make_folder(folder_ / "one" / "two");
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "one" / "two"));
  write_file(folder_ / "file", "x");
  EXPECT_THAT(error_of([&] { make_folder(folder_ / "file" / "inside"); }),
              AllOf(HasSubstr("cannot make the folder " + (folder_ / "file" / "inside").string()),
                    HasSubstr("a file is in its place, move it or choose another")));
  EXPECT_THAT(error_of([&] { make_folder(folder_ / "file"); }), HasSubstr("in its place"));
  EXPECT_THAT(error_of([&] { make_folder("/proc/inside"); }), HasSubstr(": make its folder first"));
}

TEST_F(FileTest, AReplacedFileKeepsItsRights) {
  write_file(folder_ / "mine", "one");
  std::filesystem::permissions(folder_ / "mine", std::filesystem::perms(0600));
  write_file(folder_ / "mine", "two");
  EXPECT_EQ(std::filesystem::status(folder_ / "mine").permissions(), std::filesystem::perms(0600));
}

TEST_F(FileTest, WhatCannotBeWrittenIsKnownBefore) {
  write_file(folder_ / "old", "old");
  check_writable(folder_ / "old");
  check_writable(folder_ / "new");
  check_writable("/dev/null");
  EXPECT_EQ(read_file(folder_ / "old"), "old");
  EXPECT_THAT(error_of([&] { check_writable(folder_); }), HasSubstr("name a file in it"));
  EXPECT_THAT(error_of([&] { check_writable(folder_ / "none" / "x"); }),
              HasSubstr("make its folder first"));
  EXPECT_EQ(names(), std::set<std::string>{"old"});
}

// One stream for whoever reads: a file opened for each piece would end it after the first.
TEST_F(FileTest, APipeIsWrittenToAndStays) {
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string seen;
  {
    std::jthread reader([&] { seen = read_file(pipe); });
    GrowingFile growing(pipe, GrowingFile::From::Nothing);
    growing.append("one\n");
    growing.append("two\n");
  }
  EXPECT_EQ(seen, "one\ntwo\n");
  {
    std::jthread reader([&] { seen = read_file(pipe); });
    write_file(pipe, "whole");
  }
  EXPECT_EQ(seen, "whole");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST_F(FileTest, APipeThatNobodyReadsIsTold) {
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(error_of([&] { write_file(pipe, "unheard"); }),
              testing::HasSubstr("nobody reads from"));
}

// Others write to an open file as well: what stands in it stays, and what they write next comes after.
TEST_F(FileTest, AnOpenFileIsGoneOnWith) {
  const int file = ::open((folder_ / "out").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  const std::string name = "/dev/fd/" + std::to_string(file);
  ASSERT_EQ(::write(file, "a", 1), 1);
  write_file(name, "b");
  append_file(name, "c");
  GrowingFile(name, GrowingFile::From::Nothing).append("d");
  ASSERT_EQ(::write(file, "e", 1), 1);
  ::close(file);
  EXPECT_EQ(read_file(folder_ / "out"), "abcde");
}

TEST_F(FileTest, WhatItsPlaceRefusesIsKeptElsewhere) {
  const testing_files::Environment data("XDG_DATA_HOME", (folder_ / "data").c_str());
  const auto kept = keep_elsewhere("/nowhere/my.book", "content");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->parent_path(), folder_ / "data" / "losange");
  EXPECT_EQ(kept->extension(), ".book");
  EXPECT_EQ(read_file(*kept), "content");
  EXPECT_NE(keep_elsewhere("/nowhere/my.book", "other"), kept);
  const SmallFilesOnly limit(4);
  EXPECT_FALSE(keep_elsewhere("/nowhere/my.book", "content"));
}

TEST_F(FileTest, OneFileIsNotNamedForTwoThings) {
  const auto one = folder_ / "one", link = folder_ / "link";
  write_file(one, "x");
  std::filesystem::create_symlink(one, link);
  EXPECT_EQ(error_of([&] {
              check_different({one, folder_ / "two", "", "", "/dev/null", "/dev/null"});
            }),
            "");
  for (const auto& same : {one, link, folder_ / "." / "one"}) {
    EXPECT_THAT(error_of([&] { check_different({one, "", same}); }), HasSubstr("named twice"));
  }
  EXPECT_THAT(error_of([&] {
                check_different({folder_ / "new", folder_ / "new"});
              }),
              HasSubstr("named twice"));
}

// Two runs that keep results in one file would write it both, and neither could go on from it.
TEST_F(FileTest, IsClaimedByOneRunAtATime) {
  const auto file = folder_ / "map";
  {
    const Claim claim(file);
    EXPECT_THAT(error_of([&] { const Claim again(file); }), HasSubstr("another run of losange"));
    EXPECT_THAT(error_of([&] { const Claim again(folder_ / "." / "map"); }), HasSubstr("works on"));
    write_file(file, "replaced");
    EXPECT_THAT(error_of([&] { const Claim again(file); }), HasSubstr("works on"));
    EXPECT_EQ(error_of([&] { const Claim other(folder_ / "other"); }), "");
    EXPECT_EQ(names(), std::set<std::string>{"map"}) << "nothing beside it";
  }
  EXPECT_EQ(error_of([&] { const Claim again(file); }), "");
  const Claim device("/dev/null");
  EXPECT_EQ(error_of([&] { const Claim shared("/dev/null"); }), "");
}

TEST_F(FileTest, AScratchFileGoesWithItsObject) {
  std::filesystem::path path;
  {
    const ScratchFile scratch(".png");
    path = scratch.path();
    EXPECT_EQ(path.extension(), ".png");
    write_file(path, "x");
    EXPECT_NE(ScratchFile(".png").path(), path);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(FileTest, ExplainsWhatCannotBeRead) {
  EXPECT_NE(error_of([&] { read_file(folder_ / "none.sgf"); }).find("cannot open"),
            std::string::npos);
  EXPECT_NE(error_of([&] { read_file(folder_); }).find("directory"), std::string::npos);
  write_file(folder_ / "large", std::string(3 << 20, 'x'));
  EXPECT_NE(error_of([&] { read_file(folder_ / "large", 1 << 20); }).find("larger than 1 MiB"),
            std::string::npos);
}

TEST(UserFolder, IsTheirOwnWithoutAnySetting) {
  const testing_files::Environment data("XDG_DATA_HOME", nullptr), home("HOME", nullptr);
  const passwd* user = ::getpwuid(::geteuid());
  if (user == nullptr) GTEST_SKIP() << "nobody is known under this number";
  EXPECT_EQ(user_data_folder(), std::filesystem::path(user->pw_dir) / ".local/share/losange");
}

}  // namespace
}  // namespace losange::base
