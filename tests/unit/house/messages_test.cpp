// Every message that can reach the window has one sentence in each of its languages, with the same values. English is
// read where it is thrown, in the sources; the other languages are in window/words.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "places.h"
#include "window/words/sentences.h"

namespace losange {
namespace {

// A source without comments, the literals that stand side by side put together. A literal is known by its number.
struct Source {
  std::string file;
  std::string code;  // for each literal a '"', without blanks
  std::vector<std::string> literals;
};

Source read_source(const std::filesystem::path& path, std::string file) {
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Source source{std::move(file), {}, {}};
  bool beside_literal = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) continue;
    if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (rest.starts_with("R\"(")) {
      i = text.find(")\"", i) + 1;
    } else if (text[i] == '"') {
      if (!beside_literal) {
        source.code += '"';
        source.literals.emplace_back();
      }
      for (++i; text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
        source.literals.back() += text[i];
      }
      beside_literal = true;
    } else {
      beside_literal = false;
      // 'x', but not the mark in 1'000.
      const bool letter = text[i] == '\'' && (i == 0 || std::isalnum(text[i - 1]) == 0);
      if (letter) {
        const std::size_t close = text.find('\'', text[i + 1] == '\\' ? i + 3 : i + 2);
        source.code += "'";
        i = close;
      } else {
        source.code += text[i];
      }
    }
  }
  return source;
}

std::vector<Source> sources() {
  std::vector<Source> all;
  const std::filesystem::path folder = testing_places::source() + "/src";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto ending = entry.path().extension();
    if (ending != ".cpp" && ending != ".h") continue;
    const std::string file = entry.path().lexically_relative(folder).generic_string();
    if (file.starts_with("window/words/sentences_")) continue;  // the other languages
    all.push_back(read_source(entry.path(), file));
  }
  return all;
}

// "hex.taken", but no name of a file.
bool is_key(std::string_view text) {
  const std::size_t dot = text.find('.');
  for (const char* ending : {".jsonl", ".sgf"}) {
    if (text.ends_with(ending)) return false;
  }
  return dot != text.npos && dot > 0 && dot + 1 < text.size() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == text.npos;
}

// The English of each key: what follows it in ("key", "sentence") or {"key", "sentence"}.
std::map<std::string, std::set<std::string>> english_sentences() {
  std::map<std::string, std::set<std::string>> all;
  for (const Source& source : sources()) {
    std::size_t literal = 0;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      if (source.code[i] != '"') continue;
      const std::string& key = source.literals[literal++];
      const bool opens = i > 0 && (source.code[i - 1] == '(' || source.code[i - 1] == '{');
      if (!opens || !is_key(key) || source.code.compare(i + 1, 2, ",\"") != 0) continue;
      all[key].insert(source.literals[literal]);
    }
  }
  return all;
}

std::vector<window::Translation> french_sentences() {
  std::vector<window::Translation> all;
  for (const auto table : {window::french_of_games(), window::french_of_players()}) {
    all.insert(all.end(), table.begin(), table.end());
  }
  return all;
}

TEST(Messages, EachHasOneSentenceInEnglishAndOneInFrenchWithTheSameValues) {
  const auto english = english_sentences();
  ASSERT_GT(english.size(), 200u);
  std::set<std::string> translated;
  for (const auto& [key, french] : french_sentences()) {
    EXPECT_TRUE(translated.insert(key).second) << key << " is translated twice";
    ASSERT_TRUE(english.contains(key)) << key << " is said nowhere: leave it out";
    EXPECT_EQ(base::places(french), base::places(*english.at(key).begin())) << key;
  }
  for (const auto& [key, sentences] : english) {
    EXPECT_EQ(sentences.size(), 1u) << key << " says different things in different places";
    EXPECT_TRUE(translated.contains(key)) << key << " has no French: " << *sentences.begin();
  }
}

// Errors in English alone: said to commands, or caught before a person could see them in the window.
const std::set<std::string> kNeverInTheWindow{
    "base/error.h",                      // need(), which only training uses
    "base/system/rescue.cpp",            // losange solve
    "base/system/standard_streams.cpp",  // standard input of commands
    "book/diables.cpp",                  // losange book import
    "book/keep.cpp",                     // losange book learn
    "book/tree.cpp",                     // losange book merge and learn
    "draughts/evaluation/bitbase.cpp",   // caught by Endings, which goes on without
    "net/file/surgery.cpp",              // losange net
    "window/sfml/window_sfml.cpp",       // there is no window yet
    "window/sfml/without_sfml.cpp",      // there is no window at all
    "web/server/server_httplib.cpp",     // who serves the page says it on a terminal
    "web/server/site.cpp",               //
    "web/server/without_httplib.cpp",    //
};

bool may_reach_the_window(const std::string& file) {
  static const std::set<std::string> kOther{"cluster", "commands", "match",    "proof", "protocol",
                                            "solver",  "study",    "terminal", "train", "main.cpp"};
  return !kOther.contains(file.substr(0, file.find('/'))) && !kNeverInTheWindow.contains(file);
}

// A message that is made of a text has no other language.
TEST(Messages, WhatCanReachTheWindowIsNotMadeOfATextAlone) {
  for (const Source& source : sources()) {
    if (source.file.starts_with("base/") || !may_reach_the_window(source.file)) continue;
    EXPECT_EQ(source.code.find("Message::verbatim("), source.code.npos) << source.file;
  }
}

TEST(Messages, WhatCanReachTheWindowIsNotInEnglishAlone) {
  std::set<std::string> in_english_alone;
  for (const Source& source : sources()) {
    std::size_t literal = 0;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      const std::string_view rest = std::string_view(source.code).substr(i);
      if (source.code[i] == '"') ++literal;
      if (!rest.starts_with("throwbase::UserError(") && !rest.starts_with("throwUserError("))
        continue;
      const std::string_view first = rest.substr(rest.find('(') + 1);
      const bool keyed = first.starts_with("\",\"") && is_key(source.literals[literal]);
      const bool message = first.starts_with("why_");
      if (keyed || message) continue;
      in_english_alone.insert(source.file);
      EXPECT_FALSE(may_reach_the_window(source.file))
          << source.file << ": throw base::UserError(" << first.substr(0, 60) << "\n"
          << "give it a key, and window/words its sentence, or say in this test why nobody sees it";
    }
  }
  for (const auto& file : kNeverInTheWindow) {
    EXPECT_TRUE(in_english_alone.contains(file)) << file << " is named for nothing";
  }
}

}  // namespace
}  // namespace losange
