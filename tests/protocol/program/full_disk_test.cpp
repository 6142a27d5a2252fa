// Every command that writes, on a disk that takes nothing: it says so in words a person can act on, ends with 1, leaves
// nothing half written and replaces no device. The disk is full in two ways: the file is a link to /dev/full, and no
// file may grow at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "places.h"
#include "shell.h"
#include "surroundings.h"
#include "temporary.h"

namespace losange {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

struct Writer {
  const char* name;
  const char* before;   // a command that makes what is read, on a disk with room
  const char* command;  // OUT is the file that cannot be written
  const char* out = "out";
};

// NETS stands for the folder of nets that come with the program.
const Writer kWriters[]{
    {"Convert", "", "convert 'a3 b4' --out OUT"},
    {"Study", "", "study --size 4 --svg OUT"},
    {"SolveProof", "", "solve --size 3 --winner --proof OUT"},
    {"SolveMap", "", "solve --all --size 3 --svg OUT"},
    {"SolveKeep", "", "solve --all --size 3 --keep OUT"},
    {"SolveKnown", "", "solve --size 3 --keep OUT"},
    {"Report", "play --size 3 --black negamax:report=r --white random --seed 1",
     "report r --html OUT"},
    {"PlaySave", "", "play --size 3 --black random --white random --save OUT"},
    {"SearchReport", "", "play --size 3 --black random:report=OUT --white random"},
    {"HtpLog", "", "htp --player random --log OUT"},
    {"BookLearn", "", "book learn OUT --size 3 --scenarios 100"},
    {"BookMerge",
     "book learn a --size 3 --scenarios 9 --seed 1 && PROGRAM book learn b --size 3 "
     "--scenarios 9 --seed 2",
     "book merge a b --out OUT"},
    {"BookExport", "book learn a --scenarios 9", "book export a --start OUT"},
    {"BookImport", "book learn a --scenarios 9 && PROGRAM book export a --start s",
     "book import OUT --start s"},
    {"MatchPlot", "", "match random random random --tournament --size 3 --games 2 --plot OUT"},
    {"MatchFolder", "", "match random random --size 3 --games 2 --out .", "games.sgf"},
    {"Selfplay", "", "selfplay --sizes 7 --games 1 --player random --output data", "data_N7.jsonl"},
    {"NetGrow", "", "net grow NETS/hex.safetensors OUT --blocks 10"},
    {"NetAverage", "", "net average NETS/hex.safetensors NETS/hex.safetensors --output OUT"},
    {"NetConvert", "", "net convert NETS/hex.safetensors OUT", "out.safetensors"},
    {"NetConvertToTorchScript", "", "net convert NETS/hex.safetensors OUT", "out.pt"},
    {"NetValueAsTorchScript", "", "net value NETS/hex-mlp.safetensors --torch-script OUT"},
};

class FullDisk : public testing::TestWithParam<Writer> {
 protected:
  FullDisk() { std::filesystem::create_directories(folder_ / "data"); }
  ~FullDisk() override { std::filesystem::remove_all(folder_); }

  testing_files::Ran run(const std::string& before, std::string command) const {
    const std::map<std::string, std::string> words{{"OUT", GetParam().out},
                                                   {"PROGRAM", testing_places::program()},
                                                   {"NETS", testing_places::source() + "/models"}};
    for (const auto& [word, meaning] : words) {
      for (auto at = command.find(word); at != command.npos; at = command.find(word)) {
        command.replace(at, word.size(), meaning);
      }
    }
    // Through a pipe: the files that catch the output are full as well.
    return testing_files::run_shell(
        folder_, "export XDG_DATA_HOME=" + (folder_ / "data").string() + "; { (" + before +
                     testing_places::program() + " " + command +
                     "; echo code $? >&2) </dev/null 2>&1 >/dev/null; } | cat >&2");
  }
  void prepare() const {
    if (*GetParam().before == '\0') return;
    ASSERT_THAT(run("", GetParam().before).err, HasSubstr("code 0"));
  }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      found.insert(entry.path().lexically_relative(folder_).string());
    }
    return found;
  }
  void expect_refused(const testing_files::Ran& ran) const {
    if (ran.err.find("needs LibTorch") != std::string::npos) {
      GTEST_SKIP() << "built without LibTorch";
    }
    EXPECT_THAT(ran.err, HasSubstr("code 1\n"));
    EXPECT_THAT(ran.err, HasSubstr("cannot write "));
    EXPECT_THAT(ran.err, AnyOf(HasSubstr("No space left on device"), HasSubstr("File too large")));
    EXPECT_EQ(ran.err.find("unexpected"), std::string::npos) << ran.err;
  }

  std::filesystem::path folder_ = testing_files::temporary("full_disk");
};

TEST_P(FullDisk, ADeviceThatIsFullIsToldAndStays) {
  prepare();
  std::filesystem::create_symlink("/dev/full", folder_ / GetParam().out);
  const auto ran = run("", GetParam().command);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / GetParam().out));
  for (const auto& name : names()) EXPECT_FALSE(name.ends_with(".part")) << name;
  expect_refused(ran);
}

TEST_P(FullDisk, NothingIsLeft) {
  if (!testing_files::kBeginsWithSmallFiles) GTEST_SKIP() << "the sanitizer needs a file";
  prepare();
  run("", "version");  // the files that catch the output
  const auto before = names();
  const auto ran = run("ulimit -f 0; ", GetParam().command);
  EXPECT_EQ(names(), before);
  expect_refused(ran);
}

TEST_P(FullDisk, AFolderStays) {
  prepare();
  std::filesystem::create_directory(folder_ / GetParam().out);
  const auto ran = run("", GetParam().command);
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / GetParam().out));
  if (ran.err.find("needs LibTorch") != std::string::npos) return;
  EXPECT_THAT(ran.err, HasSubstr("code 1\n"));
  EXPECT_THAT(ran.err, HasSubstr("name a file in it"));
}

INSTANTIATE_TEST_SUITE_P(Commands, FullDisk, testing::ValuesIn(kWriters),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace losange
