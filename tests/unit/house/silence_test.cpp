// Rules, searches, nets, books and players say nothing by themselves: what must be said goes to who called, or to a
// listener (players/told/endings.h). A face decides where words go, and HTP and Hub own the standard output.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "places.h"

namespace {

bool writes(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  for (const char* word : {"stdout", "stderr", "std::cout", "std::cerr", "std::clog", "printf(",
                           "fmt::print(", "std::puts(", "fputs(", "perror(", "say_aside("}) {
    if (code.find(word) != code.npos) return true;
  }
  return false;
}

TEST(Silence, NobodyBelowTheFacesWrites) {
  const std::filesystem::path source =
      std::filesystem::path(losange::testing_places::source()) / "src";
  int read = 0;
  for (const char* room :
       {"game", "hex", "draughts", "search", "net", "book", "players", "study"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source / room)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      ++read;
      std::ifstream file(entry.path());
      int number = 0;
      for (std::string line; std::getline(file, line);) {
        ++number;
        EXPECT_FALSE(writes(line)) << entry.path().string() << ":" << number << ": " << line;
      }
    }
  }
  EXPECT_GT(read, 100);
}

// fmt::print throws where stderr cannot be written, and the work would end for a word beside it (base/aside.h).
TEST(Silence, WordsBesideResultsNeverEndTheWork) {
  const std::filesystem::path source =
      std::filesystem::path(losange::testing_places::source()) / "src";
  int asides = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source)) {
    const auto extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    asides += text.find("say_aside(") != text.npos ? 1 : 0;
    for (std::size_t at = text.find("print("); at != text.npos; at = text.find("print(", at + 1)) {
      const std::size_t first = text.find_first_not_of(" \n", at + 6);
      EXPECT_NE(text.compare(first, 6, "stderr"), 0) << entry.path().string();
    }
  }
  EXPECT_GT(asides, 15);
}

TEST(Silence, KnowsWritingWhenItSeesIt) {
  EXPECT_TRUE(writes("  fmt::print(stderr, \"no\");"));
  EXPECT_TRUE(writes("  std::cerr << 1;"));
  EXPECT_TRUE(writes("  fmt::print(\"{}\", 1);"));
  EXPECT_TRUE(writes("  base::say_aside(\"no\\n\");"));
  EXPECT_FALSE(writes("  return base::printable(text);  // not to stderr"));
}

}  // namespace
