// Files are written by base/system/file.h and by nothing else: whoever opens, renames or removes one alone forgets links,
// devices or the full disk. A file that must do so all the same is named here with its reason.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/system/file.h"
#include "base/text.h"
#include "places.h"

namespace {

using losange::base::read_file;

// Words by which C++, POSIX and the libraries used here write, move or remove files.
const std::vector<std::string> kWriters{"ofstream",
                                        "std::fstream",
                                        "fopen",
                                        "freopen",
                                        "tmpfile",
                                        "mkstemp",
                                        "O_WRONLY",
                                        "O_RDWR",
                                        "O_CREAT",
                                        "O_TRUNC",
                                        "::creat(",
                                        "rename(",
                                        "::unlink(",
                                        "::truncate(",
                                        "ftruncate",
                                        "std::remove(",
                                        "filesystem::remove",
                                        "remove_all",
                                        "copy_file",
                                        "filesystem::copy",
                                        "resize_file",
                                        "saveToFile",
                                        "H_SAVE",
                                        "torch::save(",
                                        "module.save("};

// A word may stand in the file for the reason given.
const std::map<std::pair<std::string, std::string>, std::string> kAllowed{
    {{"window/kept/library.cpp", "filesystem::remove"},
     "removes the game that a person asked twice to remove"},
    {{"window/dialogs/files_dialog.cpp", "filesystem::remove"},
     "removes the game that the user asked twice to remove"},
    {{"window/dialogs/files_dialog.cpp", "rename("}, "gives a saved game the name the user typed"},
    {{"web/program/page.cpp", "filesystem::remove"},
     "removes the picture that the browser has downloaded"},
    {{"players/files/saved_game.cpp", "filesystem::remove"},
     "removes the copy of a game in play, once it is kept elsewhere or over"},
    {{"base/system/standard_streams.cpp", "O_WRONLY"}, "opens /dev/null"},
    {{"base/system/claim.cpp", "O_RDWR"}, "an empty file to hold a lock of"},
    {{"base/system/claim.cpp", "O_CREAT"}, "an empty file to hold a lock of"},
    {{"base/system/claim.cpp", "::unlink("}, "removes that"},
    {{"train/policy/state.cpp", "filesystem::remove"},
     "removes files of its own that no state names any more"},
    {{"train/value/learner.cpp", "torch::save("}, "writes to memory"},
    {{"net/torch/torch_script_write.cpp", "module.save("}, "writes to memory"},
    {{"terminal/input/line_input_edit.cpp", "H_SAVE"},
     "libedit has no other way: to a base::ScratchFile"},
    {{"window/sfml/painter.cpp", "saveToFile"}, "SFML has no other way: to a base::ScratchFile"},
};

TEST(Writing, GoesThroughBaseAlone) {
  const auto source = std::filesystem::path(losange::testing_places::source()) / "src";
  std::set<std::pair<std::string, std::string>> used;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const auto inside = std::filesystem::relative(entry.path(), source).string();
    if (inside.starts_with("base/system/file.")) continue;
    ++files;
    int number = 0;
    for (const auto& line : losange::base::split(read_file(entry.path()), '\n')) {
      ++number;
      if (losange::base::trim(line).starts_with("//")) continue;
      for (const auto& word : kWriters) {
        if (line.find(word) == std::string::npos) continue;
        used.insert({inside, word});
        EXPECT_TRUE(kAllowed.contains({inside, word}))
            << inside << ":" << number << ": " << word
            << " writes a file by itself: use base/system/file.h";
      }
    }
  }
  EXPECT_GT(files, 200);
  for (const auto& [place, reason] : kAllowed) {
    EXPECT_TRUE(used.contains(place)) << place.first << " has no " << place.second << " any more";
  }
}

}  // namespace
